"""What a caller sees of the cache: a second bake is a hit with the same bytes, a restart keeps it, clearing removes it.

Uses the project's own sample files, so it runs without the corpus.
"""
import shutil
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harness
from harness import Daemon, ctl, ctl_json

CALLERS = 8


class Cache(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="retargetd-cache-"))
        self.addCleanup(shutil.rmtree, self.folder)
        ctl("sample", "-o", self.folder)

    def bake(self, name, *more, server=None):
        """The answer and the bytes written."""
        output = self.folder / name
        answer = ctl_json("bake", self.folder / "hero.glb", "--clip", "Walk", "--target", self.folder / "imp.glb",
                          "-o", output, *more, server=server)
        return answer, output.read_bytes()

    def test_second_bake_is_a_hit_with_the_same_bytes(self):
        with Daemon() as daemon:
            for name in ("a.glb", "a.zanim", "a.json"):
                with self.subTest(output=name):
                    first, bytes_1 = self.bake(name, server=daemon.server)
                    second, bytes_2 = self.bake("again" + name[1:], server=daemon.server)
                    self.assertEqual(first["hit"], name != "a.glb")  # one bake serves every output format
                    self.assertTrue(second["hit"])
                    self.assertEqual(first["key"], second["key"])
                    self.assertEqual(bytes_1, bytes_2)

    def test_restart_keeps_a_bake(self):
        with Daemon(data=self.folder / "data") as daemon:
            before, bytes_1 = self.bake("before.zanim", server=daemon.server)
        with Daemon(data=self.folder / "data") as daemon:
            after, bytes_2 = self.bake("after.zanim", server=daemon.server)
        self.assertFalse(before["hit"])
        self.assertTrue(after["hit"])
        self.assertEqual(bytes_1, bytes_2)

    def test_options_that_change_the_clip_change_the_key(self):
        with Daemon() as daemon:
            keys = {self.bake("a.zanim", *more, server=daemon.server)[0]["key"]
                    for more in ([], ["--symmetrize"], ["--feet", "carried"], ["--fps", "10"], ["--name", "Other"])}
        self.assertEqual(len(keys), 5)

    def test_local_bake_gives_the_bytes_of_the_daemon(self):
        with Daemon() as daemon:
            for name in ("a.glb", "a.zanim"):
                self.assertEqual(self.bake(name, server=daemon.server)[1], self.bake("local" + name[1:], "--local")[1])

    def test_one_and_eight_threads_give_the_same_bytes_to_callers_at_once(self):
        results = []
        for threads in (1, 8):
            config = self.folder / f"{threads}.yaml"
            config.write_text(f"bake:\n  threads: {threads}\n")
            with Daemon(flags=["--config", config]) as daemon, ThreadPoolExecutor(CALLERS) as callers:
                bakes = [callers.submit(self.bake, f"{threads}.{i}.zanim", "--fps", str(10 + i), server=daemon.server)
                         for i in range(CALLERS)]
                results.append([bake.result()[1] for bake in bakes])
        self.assertEqual(results[0], results[1])

    def test_callers_of_one_key_at_once_share_one_bake(self):
        with Daemon() as daemon:
            with ThreadPoolExecutor(CALLERS) as callers:
                bakes = [callers.submit(self.bake, f"{i}.zanim", server=daemon.server) for i in range(CALLERS)]
                self.assertEqual(len({bake.result()[1] for bake in bakes}), 1)
            self.assertEqual(ctl_json("stats", server=daemon.server)["bakes"]["run"], 1)

    def test_clear_removes_a_bake_and_what_lies_beside_it(self):
        with Daemon() as daemon:
            first, bytes_1 = self.bake("a.zanim", server=daemon.server)
            ctl("inspect", first["key"], server=daemon.server)
            cleared = ctl_json("clear", "--bake-key", first["key"], server=daemon.server)
            self.assertEqual(cleared["bakes"], 1)
            self.assertGreaterEqual(cleared["aux"], 2)  # report and plan
            gone = ctl("fetch", first["key"], "-o", self.folder / "gone.zanim", server=daemon.server, code=4)
            self.assertIn(first["key"], gone.stderr)
            again, bytes_2 = self.bake("again.zanim", server=daemon.server)
            self.assertFalse(again["hit"])
            self.assertEqual(bytes_1, bytes_2)


if __name__ == "__main__":
    harness.main()
