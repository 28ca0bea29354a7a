"""A rig onto itself is the identity: same world rotation and position of every mapped bone at every key."""
import json

import numpy as np

import harness

harness.require_tools()
from gltf_scene import Scene, rotation_of  # noqa: E402  (from the folder require_tools found)

MAX_ANGLE_RAD = 1e-5
MAX_DISTANCE_M = 1e-5
# Source and target are one rig; the Draco file differs from the plain one in its mesh compression only.
CASES = [("mixamo-soldier", clip, target) for clip in ("Walk", "Run", "Idle")
         for target in ("mixamo-soldier", "mixamo-soldier-draco")]


def rotation_angle(a, b):
    """Radians between rotation matrices, exact near 0."""
    rel = np.swapaxes(a, -1, -2) @ b
    axis = np.stack([rel[..., 2, 1] - rel[..., 1, 2], rel[..., 0, 2] - rel[..., 2, 0],
                     rel[..., 1, 0] - rel[..., 0, 1]], -1)
    return np.arctan2(np.linalg.norm(axis, axis=-1), np.trace(rel, axis1=-2, axis2=-1) - 1)


def role_nodes(entry):
    """Role -> node index; the two files number their nodes differently."""
    return json.loads((harness.CORPUS / "truth" / f"{entry}.json").read_text())["nodes"]


def world_at(scene, clip, times, bones):
    return scene.world(*scene.sample(clip, times))[:, bones]


class Identity(harness.DaemonTest):
    def test_a_rig_onto_itself_is_the_identity(self):
        out = harness.out_folder("identity")
        for entry, clip, target in CASES:
            with self.subTest(clip=clip, target=target):
                output = out / f"{clip}.{target}.glb"
                self.ctl("bake", harness.corpus_file(entry), "--clip", clip, "--target", harness.corpus_file(target),
                         "--name", "baked", "-o", output)
                roles = sorted(role_nodes(entry))
                source, result = Scene(str(harness.corpus_file(entry))), Scene(str(output))
                times = np.unique(np.concatenate([c.times for c in source.clip(clip).channels]))
                self.assertEqual(source.clip(clip).span, result.clip("baked").span)
                before = world_at(source, source.clip(clip), times, [role_nodes(entry)[r] for r in roles])
                after = world_at(result, result.clip("baked"), times, [role_nodes(target)[r] for r in roles])
                angle = rotation_angle(rotation_of(before), rotation_of(after)).max()
                distance = np.linalg.norm(before[..., :3, 3] - after[..., :3, 3], axis=-1).max()
                print(f"{clip} -> {target}: {len(roles)} bones, {len(times)} keys, {angle:.1e} rad, {distance:.1e} m")
                self.assertLessEqual(angle, MAX_ANGLE_RAD)
                self.assertLessEqual(distance, MAX_DISTANCE_M)


if __name__ == "__main__":
    harness.main()
