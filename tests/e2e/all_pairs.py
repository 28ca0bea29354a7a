"""Every ordered pair of corpus humanoids whose source has a clip, baked and measured.

  all_pairs.py [--clips N] [--only TEXT] [--jobs N] [--out DIR] [--all]

The first N clips (default 2) of each entry onto every other entry, with the roles retargetctl finds itself; measured by
verify_retarget.py beside the corpus with the true maps and every limit of quality.md. A pair may be over a limit only
where the bake's own report named that limit and why (`outOfReach`). One line for each pair over a limit, then totals
and the worst figures of the rest. Exit code 0: nothing is over a limit unnamed; 1: something is.
"""
import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

import harness

harness.require_tools()
import verify_retarget as verify  # noqa: E402  (lies beside the corpus)

LIMITS = json.loads((harness.TOOLS / "limits.json").read_text())
# quality.md's table beyond the tool's own file.
LIMITS.update({"head_orientation.mean": 0.1, "hips_orientation.mean": 0.1, "hinge.max": 1.0,
               "segments.neck.net.mean": 0.1, "segments.spine.net.mean": 3.0, "segments.hipLine.net.mean": 0.1})
SHOULDER_LINE, SHOULDER_LINE_NO_CLAVICLES = 4.0, 8.0
STRETCHING_LIMB_MAX = 1.0  # "where the source's limb joints are detached or stretch"
STRETCH = 1e-3


class Entry:
    """A corpus humanoid: its file and true roles; measured things are kept, for each is used in many pairs."""

    def __init__(self, entry):
        self.id = entry["id"]
        self.file = harness.CORPUS / entry["file"]
        self.truth = harness.CORPUS / "truth" / f"{self.id}.json"
        self.clip_names = [clip["name"] for clip in entry.get("clips", [])]

    def character(self, path=None):
        scene = verify.Scene(str(path or self.file))
        merge_split_clips(scene)
        return verify.Character(scene, verify.load_roles(str(self.truth)))


def merge_split_clips(scene):
    """Nameless clips of one bone each are one motion in pieces (an old exporter); the tool would see the first piece."""
    if len(scene.clips) > 1 and all(len({c.node for c in clip.channels}) == 1 for clip in scene.clips):
        for clip in scene.clips[1:]:
            scene.clips[0].channels += clip.channels
        del scene.clips[1:]


def entries():
    found = []
    for entry in json.loads((harness.CORPUS / "manifest.json").read_text())["entries"]:
        if entry.get("humanoid") and not entry.get("borderline") and not entry["file"].endswith(".bvh"):
            found.append(Entry(entry))
    return found


class RememberedMotion(verify.Motion):
    """compare() plays the source anew for every target; a source at the same times is the same motion."""
    last = {}

    def __init__(self, character, clip, times):
        key = (id(character), id(clip), len(times))
        if getattr(character, "is_source", False) and key in self.last:
            self.__dict__.update(self.last[key])
            return
        super().__init__(character, clip, times)
        if getattr(character, "is_source", False):
            self.last.clear()
            self.last[key] = dict(self.__dict__)


verify.Motion = RememberedMotion


def over_limits(report, has_clavicles):
    limits = dict(LIMITS)
    limits["segments.shoulderLine.net.mean"] = SHOULDER_LINE if has_clavicles else SHOULDER_LINE_NO_CLAVICLES
    if report["source_bones"]["max_change"] > STRETCH:
        limits["limb.max"] = STRETCHING_LIMB_MAX
    over = {}
    for path, limit in limits.items():
        value = verify.lookup(report, path)
        if value is not None and not value <= limit:
            over[path] = value
    return over


class Pair:
    """One bake: what was measured, and which metrics the tool itself had said this pair cannot meet."""

    def __init__(self, source, clip, target):
        self.label = f"{source} {clip} -> {target}"
        self.over, self.named, self.failure, self.figures = {}, {}, None, {}

    @property
    def unnamed(self):
        return {path: value for path, value in self.over.items() if path not in self.named}

    def line(self):
        if self.failure:
            return f"{self.label}: FAILED: {self.failure}"
        cells = [f"{path} {value:.4g}" + (f" (named: {self.named[path]})" if path in self.named else "  <-- NOT NAMED")
                 for path, value in self.over.items()]
        return f"{self.label}: " + "; ".join(cells)




def measure(source, source_character, clip, target, out):
    name = source.clip_names[clip]
    pair = Pair(source.id, name or f"#{clip}", target.id)
    output = Path(out) / f"{source.id}.{clip}.{target.id}.glb"
    run = harness.ctl("bake", source.file, "--clip", name or "0", "--target", target.file, "--name", "all_pairs", "--local",
                      "--report", "--json", "-o", output, code=None)
    if run.returncode != 0:
        pair.failure = (run.stderr or run.stdout).strip()[:300]
        return pair
    answer = json.loads(run.stdout)
    pair.named = {limit["metric"]: limit["reason"] for limit in answer["report"].get("outOfReach", [])}
    made = target.character(output)
    baked = made.scene.clip("all_pairs")
    report = verify.compare(source_character, source_character.scene.clips[clip], made, baked)
    clavicles = all(c.has("leftShoulder", "rightShoulder") for c in (source_character, made))
    pair.over = over_limits(report, clavicles)
    pair.figures = {path: verify.lookup(report, path) for path in LIMITS}
    if not pair.over:
        output.unlink()
    return pair


def measure_source(job):
    source, targets, clips, out = job
    character = source.character()
    character.is_source = True
    pairs = []
    for clip in range(min(clips, len(character.scene.clips))):
        for target in targets:
            try:
                pairs.append(measure(source, character, clip, target, out))
            except Exception as error:  # a worker must say which pair it was
                pair = Pair(source.id, source.clip_names[clip], target.id)
                pair.failure = f"{type(error).__name__}: {error}"
                pairs.append(pair)
    return pairs


def summary(pairs, seconds):
    clean = [p for p in pairs if not p.failure and not p.over]
    lines = [f"{len(pairs)} pairs in {seconds:.0f} s: {len(clean)} within every limit, "
             f"{sum(1 for p in pairs if p.over and not p.unnamed and not p.failure)} over limits the report named, "
             f"{sum(1 for p in pairs if p.unnamed)} over limits it did not name, "
             f"{sum(1 for p in pairs if p.failure)} failed",
             "worst of the pairs within every limit:"]
    for path, limit in LIMITS.items():
        values = [(p.figures[path], p.label) for p in clean if p.figures.get(path) is not None]
        if values:
            value, label = max(values)
            lines.append(f"  {path:28} {value:10.3g}  (limit {limit:g})  {label}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", type=int, default=2)
    parser.add_argument("--only", default="", help="pairs whose source or target id holds this")
    parser.add_argument("--source", default="", help="sources whose id holds this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", help="outputs over a limit stay here")
    options = parser.parse_args()
    out = Path(options.out) if options.out else Path(tempfile.mkdtemp(prefix="retargetd-all-pairs-"))
    out.mkdir(parents=True, exist_ok=True)
    everyone = entries()
    jobs = []
    for source in everyone:
        if not source.clip_names or options.source not in source.id:
            continue
        targets = [t for t in everyone if t is not source and (options.only in source.id or options.only in t.id)]
        jobs.append((source, targets, options.clips, str(out)))
    start, pairs = time.monotonic(), []
    with multiprocessing.Pool(options.jobs) as pool:
        for done in pool.imap_unordered(measure_source, jobs):
            pairs += done
            for pair in done:
                if pair.over or pair.failure:
                    print(pair.line(), flush=True)
    print(summary(pairs, time.monotonic() - start))
    bad = any(p.failure or p.unnamed for p in pairs)
    sys.exit(1 if bad or not pairs else 0)


if __name__ == "__main__":
    main()
