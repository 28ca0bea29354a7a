"""What the end-to-end tests share: the programs under test, a daemon per test, the corpus and its measuring tools.

ctest sets RETARGETD and RETARGETCTL (paths of the programs) and E2E_OUT (a folder of this build for outputs).
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
RETARGETD = os.environ.get("RETARGETD", str(REPO / "build/release/server/retargetd"))
RETARGETCTL = os.environ.get("RETARGETCTL", str(REPO / "build/release/client/retargetctl"))
CORPUS = Path(os.environ.get("RETARGETD_CORPUS", REPO.parent / "shared/corpus"))
TOOLS = CORPUS.parent / "tools"
IN_CI = os.environ.get("CI") == "true"
SKIPPED = 77  # ctest's SKIP_RETURN_CODE
START_S = 60  # how long a daemon may take to answer; a sanitizer build on a busy machine needs most of it
CALL_S = 300


def skip(reason):
    """Ends a test script that cannot run here; under CI=true that is a failure."""
    print(f"{'CI=true, so this fails' if IN_CI else 'skipped'}: {reason}", file=sys.stderr)
    sys.exit(1 if IN_CI else SKIPPED)


def require_corpus():
    if not (CORPUS / "manifest.json").is_file():
        skip(f"no corpus in {CORPUS}: set RETARGETD_CORPUS to the folder that holds manifest.json")


def require_tools():
    require_corpus()
    if not (TOOLS / "verify_retarget.py").is_file():
        skip(f"no {TOOLS / 'verify_retarget.py'}: the measuring tools lie beside the corpus")
    sys.path.insert(0, str(TOOLS))


def corpus_file(entry_id):
    for entry in json.loads((CORPUS / "manifest.json").read_text())["entries"]:
        if entry["id"] == entry_id:
            return CORPUS / entry["file"]
    raise KeyError(f"the corpus has no entry {entry_id}")


def out_folder(name):
    """An empty folder of this build; what a failed test wrote stays there to be looked at."""
    root = os.environ.get("E2E_OUT")
    folder = Path(root) / name if root else Path(tempfile.mkdtemp(prefix=f"retargetd-{name}-"))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def ctl(*args, server=None, code=0):
    """Runs retargetctl. `code` None accepts any exit code but a crash; stdout and stderr are text."""
    env = {k: v for k, v in os.environ.items() if k != "RETARGETD_SERVER"}
    if server:
        env["RETARGETD_SERVER"] = server
    run = subprocess.run([RETARGETCTL, *map(str, args)], env=env, text=True, timeout=CALL_S,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wrong = run.returncode != code if code is not None else not 0 <= run.returncode < 128
    if wrong:
        raise AssertionError(f"retargetctl {' '.join(map(str, args))}: exit code {run.returncode}, expected {code}\n"
                             f"{run.stdout}{run.stderr}")
    return run


def ctl_json(*args, server=None):
    return json.loads(ctl(*args, "--json", server=server).stdout)


class Daemon:
    """A retargetd on a unix socket and a data folder of its own; use as a context manager.

    `data` keeps a store from one daemon to the next. Leaving the context stops it with SIGTERM and checks exit code 0.
    """

    def __init__(self, data=None, flags=()):
        self.folder = Path(tempfile.mkdtemp(prefix="retargetd-e2e-"))  # in /tmp: socket paths are short
        self.data = Path(data) if data else self.folder / "data"
        self.server = f"unix:{self.folder / 'socket'}"
        self.log = self.folder / "log"
        self.flags = [str(f) for f in flags]
        self.process = None

    def __enter__(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [RETARGETD, "--listen", self.server, "--data-dir", str(self.data), *self.flags],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            self.wait_until_it_answers()
        except BaseException:
            self.process.kill()
            raise
        return self

    def wait_until_it_answers(self):
        until = time.monotonic() + START_S
        while ctl("stats", server=self.server, code=None).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"retargetd did not start:\n{self.log_text()}")
            time.sleep(0.05)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            code = self.process.wait(START_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"retargetd did not stop on SIGTERM:\n{self.log_text()}")
        text = self.log_text()
        shutil.rmtree(self.folder, ignore_errors=True)
        if code != 0:
            raise AssertionError(f"retargetd ended with {code}:\n{text}")

    def log_text(self):
        return self.log.read_text(errors="replace")


class DaemonTest(unittest.TestCase):
    """One daemon for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon().__enter__()
        cls.addClassCleanup(cls.daemon.__exit__)

    def ctl(self, *args, code=0):
        return ctl(*args, server=self.daemon.server, code=code)

    def ctl_json(self, *args):
        return ctl_json(*args, server=self.daemon.server)


def main():
    unittest.main(verbosity=2)
