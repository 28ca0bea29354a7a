"""Bad input through the real programs: the code, what the message says, no file written, the daemon still serving."""
import json
import random
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import glb_edit
import harness
from harness import Daemon, ctl

harness.require_corpus()

# Exit codes of retargetctl (client/README.md).
FAILED, BAD_INPUT, UNREACHABLE, NOT_FOUND, TRY_LATER = 1, 2, 3, 4, 5

# Of the malformed files the one that holds a usable rig.
BROKEN_MAP = "broken-human-bone.vrm"


class BadInput(harness.DaemonTest):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="retargetd-bad-"))
        self.addCleanup(shutil.rmtree, self.folder)
        ctl("sample", "-o", self.folder)
        self.hero, self.imp = self.folder / "hero.glb", self.folder / "imp.glb"
        self.output = self.folder / "out.glb"
        self.addCleanup(self.ctl, "stats")  # whatever came in, the daemon still answers

    def refused(self, code, texts, clip_file, *more, clip="Walk", target=None):
        """A bake that must fail with `code` and every text in its message, through the daemon and without one."""
        for way in ([], ["--local"]):
            run = self.ctl("bake", clip_file, "--clip", clip, "--target", target or self.imp, "-o", self.output, *more,
                           *way, code=None)
            said = f"{clip_file.name} {way}: exit code {run.returncode}: {run.stderr}"
            self.assertIn(run.returncode, code if isinstance(code, tuple) else (code,), said)
            for text in texts:
                self.assertIn(text, run.stderr, said)
            self.assertFalse(self.output.exists(), said)

    def edited_hero(self, edit):
        document, binary = glb_edit.read(self.hero)
        edit(document, binary)
        return glb_edit.write(self.folder / "edited.glb", document, binary)

    def test_malformed_corpus_files_are_refused_by_every_command(self):
        files = sorted((harness.CORPUS / "malformed").iterdir())
        self.assertGreater(len(files), 20)
        for file in files:
            with self.subTest(file=file.name):
                self.refused((FAILED, BAD_INPUT, NOT_FOUND), [file.name], file, clip="0")
                if file.name == BROKEN_MAP:
                    continue
                self.refused((FAILED, BAD_INPUT), [file.name], self.hero, target=file)
                run = self.ctl("profile", file, "--json", code=None)
                answer = json.loads(run.stdout)
                self.assertTrue(run.returncode == BAD_INPUT or answer["humanoid"] is False, run.stdout)

    def test_a_broken_humanoid_map_is_read_as_far_as_it_goes(self):
        run = self.ctl("bake", self.hero, "--clip", "Walk", "--target", harness.CORPUS / "malformed" / BROKEN_MAP,
                       "-o", self.output)
        self.assertIn('"spine" names node 12345', run.stderr)

    def test_truncated_files(self):
        data = self.hero.read_bytes()
        for size in (0, 1, 11, 12, 19, 20, 100, len(data) // 2, len(data) - 1):
            with self.subTest(size=size):
                cut = self.folder / "cut.glb"
                cut.write_bytes(data[:size])
                self.refused(BAD_INPUT, ["cut.glb"], cut)

    def test_bytes_that_are_no_known_format(self):
        noise = self.folder / "noise.glb"
        noise.write_bytes(random.Random(1).randbytes(5000))
        self.refused(BAD_INPUT, ["noise.glb", "GLB", "zanim"], noise)

    def test_unknown_clip_lists_what_there_is(self):
        self.refused(NOT_FOUND, ['"Fly"', '"Walk"', '"Wave"'], self.hero, clip="Fly")

    def test_missing_file(self):
        self.refused(NOT_FOUND, ["nowhere.glb"], self.folder / "nowhere.glb")

    def test_a_name_the_target_has_is_refused(self):
        self.refused(BAD_INPUT, ['"Walk"', "--name"], self.hero, target=self.hero)

    def test_not_a_humanoid_names_the_missing_roles(self):
        bird, fox = harness.corpus_file("neg-bird"), harness.corpus_file("neg-fox")
        self.refused(FAILED, ["not a humanoid", "lefthand"], self.hero, "--name", "New", target=bird)
        self.refused(FAILED, ["not a humanoid"], self.hero, "--name", "New", target=fox)
        answer = json.loads(self.ctl("profile", bird, "--json").stdout)
        self.assertFalse(answer["humanoid"])
        self.assertIn("lefthand", answer["reason"])

    def test_no_skin_is_an_answer(self):
        run = self.ctl("extract-rig", harness.corpus_file("neg-no-skin"), "-o", self.folder / "rig.zmsh")
        self.assertIn("no skin", run.stdout)
        self.assertFalse((self.folder / "rig.zmsh").exists())

    def test_looping_hierarchy_names_the_edge(self):
        loop = harness.CORPUS / "malformed/node-node_loop.gltf"
        run = self.ctl("profile", loop, "--json", code=None)
        self.assertIn("->", run.stdout)
        self.assertIn("loop", run.stdout)

    def test_bad_rotations_name_channel_and_key(self):
        for wrong in ([float("nan"), 0, 0, 1], [0, 0, float("inf"), 1], [0, 0, 0, 0]):
            with self.subTest(rotation=wrong):
                def edit(document, binary):
                    _, sampler = glb_edit.channel(document, "Walk", "rotation", 3)
                    glb_edit.set_key(document, binary, sampler["output"], 5, wrong)
                self.refused(BAD_INPUT, ["channel", "rotation", "key 5"], self.edited_hero(edit))

    def test_times_running_backwards(self):
        def edit(document, binary):
            _, sampler = glb_edit.channel(document, "Walk", "rotation")
            glb_edit.set_key(document, binary, sampler["input"], 4, [0.01])
        self.refused(BAD_INPUT, ["channel", "key 4", "increas"], self.edited_hero(edit))

    def test_channel_of_a_bone_the_rig_lacks(self):
        text = self.folder / "walk.json"
        ctl("convert", self.hero, "--clip", "Walk", "-o", text)
        text.write_text(text.read_text().replace('"mixamorig:Hips"', '"Nobody"'))
        self.refused(BAD_INPUT, ['"Nobody"'], text, "--source-rig", self.hero)

    def test_two_bones_of_one_name_still_bake(self):
        document, binary = glb_edit.read(self.imp)
        glb_edit.add_chains(document, 1, 2, 1)
        document["nodes"][-1]["name"] = document["nodes"][-2]["name"]
        twins = glb_edit.write(self.folder / "twins.glb", document, binary)
        self.assertEqual(len(harness.ctl_json("inspect", twins)["rig"]["duplicateNames"]), 1)
        self.ctl("bake", self.hero, "--clip", "Walk", "--target", twins, "-o", self.output)

    def test_five_thousand_bones_and_a_thousand_deep_chain_still_bake(self):
        for chains, depth in ((100, 50), (1, 1000)):
            with self.subTest(chains=chains, depth=depth):
                document, binary = glb_edit.read(self.imp)
                glb_edit.add_chains(document, 1, chains, depth)
                large = glb_edit.write(self.folder / "large.glb", document, binary)
                self.ctl("bake", self.hero, "--clip", "Walk", "--target", large, "-o", self.output)
                self.output.unlink()

    def test_more_bones_than_the_limit_are_refused_with_the_limit(self):
        document, binary = glb_edit.read(self.imp)
        glb_edit.add_chains(document, 1, 100, 101)
        self.refused(BAD_INPUT, ["10000"], self.hero, target=glb_edit.write(self.folder / "huge.glb", document, binary))

    def test_output_folder_that_is_not_there(self):
        run = self.ctl("bake", self.hero, "--clip", "Walk", "--target", self.imp, "-o", self.folder / "no/where.glb",
                       code=BAD_INPUT)
        self.assertIn("no/where.glb", run.stderr)

    def test_request_over_the_limit(self):
        config = self.folder / "small.yaml"
        config.write_text("max_request_bytes: 1048576\n")
        with Daemon(flags=["--config", config]) as daemon:
            run = ctl("bake", harness.corpus_file("mixamo-michelle"), "--clip", "SambaDance", "--target", self.imp,
                      "-o", self.output, server=daemon.server, code=TRY_LATER)
            self.assertIn("1048576", run.stderr)
            self.assertFalse(self.output.exists())
            ctl("bake", self.hero, "--clip", "Walk", "--target", self.imp, "-o", self.output, server=daemon.server)

    def test_no_daemon_says_how_to_start_one(self):
        run = ctl("bake", self.hero, "--clip", "Walk", "--target", self.imp, "-o", self.output,
                  server=f"unix:{self.folder / 'none'}", code=UNREACHABLE)
        for text in (str(self.folder / "none"), "retargetd", "--local"):
            self.assertIn(text, run.stderr)
        self.assertFalse(self.output.exists())

    def second_daemon(self, *flags):
        """What a daemon that must not start says."""
        run = subprocess.run([harness.RETARGETD, *map(str, flags)], text=True, timeout=harness.START_S,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertGreater(run.returncode, 0, run.stdout)  # negative: ended by a signal
        return run.stdout

    def test_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            self.assertIn(address, self.second_daemon("--listen", address, "--data-dir", self.folder / "data"))

    def test_socket_of_another_daemon(self):
        said = self.second_daemon("--listen", self.daemon.server, "--data-dir", self.folder / "data")
        self.assertIn(self.daemon.server, said)
        self.ctl("stats")

    def test_store_locked_by_another_daemon(self):
        said = self.second_daemon("--listen", f"unix:{self.folder / 's'}", "--data-dir", self.daemon.data)
        self.assertIn(str(self.daemon.data), said)
        self.assertIn("another", said)


if __name__ == "__main__":
    harness.main()
