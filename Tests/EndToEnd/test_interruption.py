"""Killed at any moment, an output file is the old one or the new one, whole."""
import fcntl
import json
import os
import random
import re
import signal as signals
import subprocess
import time

import support
from test_publish_safety import works

ROUNDS = 30


class Killed(support.ProgramTest):
    def setUp(self):
        super().setUp()
        nightly = json.loads(support.examples()["nightly"].read_bytes())
        nightly["messages"] *= 300               # long enough that a kill finds it at work
        for message in nightly["messages"]:
            message.pop("id", None)
        self.dataset = self.write("big.json", json.dumps(nightly))

    def check(self, *arguments, files):
        """Kills the run at random moments; `files` are the paths it writes."""
        begun = time.monotonic()
        self.render(self.dataset, *arguments)
        # The duration of a run. It depends on other load, so each later run corrects it.
        whole = time.monotonic() - begun
        new = {path: path.read_bytes() for path in files}
        chance = random.Random(files[0].name)
        killed = 0
        for number in range(ROUNDS):
            for path in files:
                path.write_bytes(b"old")
            # The program writes in the last tenth of a run, so a third of the kills occur there.
            moment = whole * (chance.uniform(0.8, 1.05) if number % 3 == 0 else chance.uniform(0, 1.05))
            begun = time.monotonic()
            process = subprocess.Popen(
                [str(support.program), "render", str(self.dataset), *map(str, arguments)],
                env=support.plain_environment(), stdin=subprocess.DEVNULL)
            try:
                process.wait(timeout=moment)
                whole = time.monotonic() - begun
            except subprocess.TimeoutExpired:
                process.kill()
                killed += process.wait() < 0
                whole = max(whole, moment)
            for path in files:
                content = path.read_bytes()
                self.assertTrue(content == b"old" or content == new[path],
                                f"{path.name} is neither the old nor the new file after {moment:.3f} s")
        self.assertGreater(killed, ROUNDS // 4, "hardly any run was killed: the test proves nothing")
        # Leftovers of a killed run do not hinder the next run.
        self.render(self.dataset, *arguments)
        for path in files:
            self.assertEqual(new[path], path.read_bytes())

    def test_killed_while_writing_a_file_leaves_it_old_or_new(self):
        page = self.folder / "page.html"
        self.check("-o", page, files=[page])

    def test_killed_while_writing_a_folder_leaves_each_file_old_or_new(self):
        folder = self.folder / "reports"
        self.check("--to", ",".join(support.TARGETS), "-o", folder,
                   files=[folder / name for name in support.TARGETS.values()])


class Signals(support.ProgramTest):
    """What is half written when a signal comes, or has come before."""
    ALL = ("HUP", "INT", "TERM")

    def interrupted(self, signal, number, *words):
        """Sends the signal to the program when it has a file whole for the how-manieth time."""
        if not works("strace", "-f", "-qq", "-o", "/dev/null", str(support.program), "help"):
            self.skipTest("strace may not look on here")
        process = subprocess.run(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject=fsync:signal={signal}:when={number}",
             str(support.program), *map(str, words)], capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
            env=support.plain_environment())
        self.assertEqual(-getattr(signals, "SIG" + signal), process.returncode, process.stderr)

    def leftovers(self):
        return [path.name for path in self.folder.rglob(".tidemark-*.tmp")]

    def test_signals_leave_no_temporary_file(self):
        report = self.write("report.json", json.dumps({"version": 1, "project": "core", "now": "2026-09-01T03:12:00Z", "messages": []}))
        for signal in self.ALL:
            for number, *words in ((1, "render", report, "-o", self.folder / "out/index.html"),
                                   (1, "mail", report, "--from", "a@example.org", "--to", "b@example.org", "-o", self.folder / "mail.eml"),
                                   (3, "publish", report, "--site", self.folder / f"site-{signal}")):
                with self.subTest(signal=signal, command=words[0]):
                    self.interrupted(signal, number, *words)
                    self.assertEqual([], self.leftovers())
                    self.assertStatus(support.DONE, support.run(*words))
                    self.assertEqual([], [path.name for path in self.folder.rglob("unfinished")])

    def test_ignored_signals_stay_ignored(self):
        # As nohup does.
        report = self.write("report.json", '{"version": 1, "messages": []}')
        process = subprocess.run(
            ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", "strace", "-f", "-qq", "-o", "/dev/null", "-e",
             "inject=fsync:signal=HUP:when=1", str(support.program), "render", str(report), "-o", str(self.folder / "x.html")],
            capture_output=True, stdin=subprocess.DEVNULL, timeout=120, env=support.plain_environment())
        self.assertStatus(support.DONE, process)
        self.assertTrue((self.folder / "x.html").is_file())

    def test_temporary_file_left_by_sigkill_is_removed_by_the_next_run(self):
        report = self.write("report.json", json.dumps({"version": 1, "project": "core", "now": "2026-09-01T03:12:00Z", "messages": []}))
        for number, *words in ((1, "render", report, "-o", self.folder / "out/index.html"),
                               (3, "publish", report, "--site", self.folder / "site")):
            with self.subTest(words[0]):
                self.interrupted("KILL", number, *words)
                self.assertNotEqual([], self.leftovers())
                self.assertStatus(support.DONE, support.run(*words))
                self.assertEqual([], self.leftovers())

    def test_only_abandoned_temporary_files_are_removed(self):
        report = self.write("report.json", '{"version": 1, "messages": []}')
        out = self.folder / "out"
        out.mkdir()
        precious = self.write("precious", "precious")
        (out / ".tidemark-out-link.tmp").symlink_to(precious)
        (out / ".tidemark-out-folder.tmp").mkdir()
        os.mkfifo(out / ".tidemark-out-pipe.tmp")
        for name in (".tidemark-out-left.tmp", ".tidemark-out-held.tmp", "tidemark-out-x.tmp", ".tidemark-out-x.html"):
            (out / name).write_text("x")
        with open(out / ".tidemark-out-held.tmp") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.render(report, "-o", out / "index.html")
            self.assertEqual({".tidemark-out-link.tmp", ".tidemark-out-folder.tmp", ".tidemark-out-pipe.tmp", ".tidemark-out-held.tmp",
                              "tidemark-out-x.tmp", ".tidemark-out-x.html", "index.html"}, {path.name for path in out.iterdir()})
        self.assertEqual("precious", precious.read_text())

    def test_concurrent_writers_keep_their_files(self):
        report = self.write("report.json", '{"version": 1, "messages": []}')
        out = self.folder / "out"
        for _ in range(5):
            writers = [subprocess.Popen([str(support.program), "render", str(report), "-o", str(out / f"{number}.html")],
                                        stdin=subprocess.DEVNULL, env=support.plain_environment()) for number in range(12)]
            self.assertEqual([0] * 12, [writer.wait(timeout=120) for writer in writers])
            self.assertEqual(12, len(list(out.iterdir())))


class Power(support.ProgramTest):
    def test_folder_is_synced_after_a_file_is_renamed(self):
        """The folder is written down after the file has got its name in it."""
        if not works("strace", "-f", "-qq", "-o", "/dev/null", str(support.program), "help"):
            self.skipTest("strace may not look on here")
        report = self.write("report.json", json.dumps({"version": 1, "project": "core", "now": "2026-09-01T03:12:00Z", "messages": []}))
        for words in (["render", report, "-o", self.folder / "out.html"], ["publish", report, "--site", self.folder / "site"]):
            log = self.folder / "trace"
            subprocess.run(["strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=fsync,renameat,rename,renameat2", str(support.program),
                            *words], check=True, capture_output=True, stdin=subprocess.DEVNULL, env=support.plain_environment())
            renamed = set()
            for line in log.read_text().splitlines():
                if "rename" in line:
                    renamed.add(re.search(r"<([^>]*)>, \"[^/\"]*\"\)", line)[1])
                elif (folder := re.search(r"fsync\(\d+<([^>]*)>", line)) and not folder[1].endswith(".tmp"):
                    renamed.discard(folder[1])
            self.assertEqual(set(), renamed, words[0])
