"""The same bytes from a build without optimisation: compares `bake --local` of this build with RETARGETCTL_O0."""
import os
import subprocess
from pathlib import Path

import harness

harness.require_corpus()
UNOPTIMISED = os.environ["RETARGETCTL_O0"]
if not Path(UNOPTIMISED).is_file():
    harness.skip(f"no {UNOPTIMISED}: build the asan preset first, as tests/run.sh does")

# A long clip, STEP keys, a rest pose that is no bind pose, scaled armatures: source entry, clip, target entry, options.
CASES = [
    ("mixamo-michelle", "SambaDance", "mixamo-soldier", []),
    ("kaykit-knight", "Walking_A", "mixamo-xbot", []),
    ("rigify-human-base", "Roll", "ue-human-rig", ["--symmetrize"]),
    ("robot-expressive", "Dance", "mixamo-xbot", ["--feet", "carried"]),
    ("mixamo-xbot", "run", "vrm1-debug-robot", ["--fps", "60"]),
]

out = harness.out_folder("determinism")
for source, clip, target, options in CASES:
    baked = []
    for program in (harness.RETARGETCTL, UNOPTIMISED):
        baked.append(out / f"{len(baked)}.{source}.{target}.zanim")
        subprocess.run([program, "bake", harness.corpus_file(source), "--clip", clip, "--local", *options,
                        "--target", harness.corpus_file(target), "-o", baked[-1]], check=True,
                       stdin=subprocess.DEVNULL, timeout=harness.CALL_S)
    assert baked[0].read_bytes() == baked[1].read_bytes(), f"{baked[0]} and {baked[1]} differ"
