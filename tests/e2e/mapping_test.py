"""Scores `retargetctl profile RIG --json` on the corpus with its own score_mapping.py, which knows the true maps.

Once with the names as they are, once with every bone renamed to bone_<number>. This version reads no BVH, so the BVH
entries are left out.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import harness

harness.require_tools()

# Without names and toes nothing tells the front of a body from its back: left and right of one such rig may swap.
MIN_ANONYMOUS_BODY = 0.98


def corpus_without_bvh(folder):
    """A folder that looks like the corpus, without its BVH entries."""
    manifest = json.loads((harness.CORPUS / "manifest.json").read_text())
    manifest["entries"] = [entry for entry in manifest["entries"] if entry.get("format") != "bvh"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for item in harness.CORPUS.iterdir():
        if item.is_dir():
            (folder / item.name).symlink_to(item.resolve())
    return folder


def score(corpus, *arguments):
    """What score_mapping.py prints, and whether it gives full marks."""
    run = subprocess.run([sys.executable, harness.TOOLS / "score_mapping.py", harness.RETARGETCTL, corpus, "--list",
                          *arguments], text=True, stdout=subprocess.PIPE)
    print(" ".join(["score_mapping.py", *arguments]), run.stdout, sep="\n", flush=True)
    return run.stdout, run.returncode == 0


def right_of(label, text):
    """The two numbers of e.g. "body 638/650"."""
    return map(int, re.search(rf"{label} (\d+)/(\d+)", text).groups())


with tempfile.TemporaryDirectory() as folder:
    corpus = corpus_without_bvh(Path(folder))
    _, full_marks = score(corpus)
    assert full_marks, "a body role, a verdict or too many fingers are wrong"
    text, _ = score(corpus, "--anonymous")
    verdicts, rigs = right_of("verdict", text)
    assert verdicts == rigs, "a rig without names is taken for what it is not"
    body, roles = right_of("body", text)
    assert body >= MIN_ANONYMOUS_BODY * roles, "positions alone find too few body roles"
