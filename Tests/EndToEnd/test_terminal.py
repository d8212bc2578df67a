"""What a person sees in a terminal: text, progress, the word about success, and pages that are opened."""
import fcntl
import os
import pty
import re
import struct
import termios
import threading
import time
import unittest

import support
from support import DONE, INPUT, run

ERASE = "\r\x1b[K"


class Terminal(support.ProgramTest):
    """Runs the program in a pseudo-terminal of a width."""

    def start(self, arguments, columns=80, **environment):
        process, self.terminal = pty.fork()
        if process == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.chdir(self.folder)
            variables = support.plain_environment(**{"TERM": "xterm-256color", **environment})
            os.execve(support.program, [str(support.program), *map(str, arguments)], variables)
        self.said = ""
        return process

    def read_until(self, words):
        until = time.monotonic() + support.PATIENCE
        while words not in self.said:
            self.assertLess(time.monotonic(), until, self.said)
            self.said += os.read(self.terminal, 65536).decode()

    def end(self, process):
        """Everything that was said, and the exit status."""
        raw = b""
        while True:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:                      # how Linux says that the other side is closed
                break
            raw += piece
        os.close(self.terminal)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return (self.said + raw.decode()).replace("\r\n", "\n"), status

    def run_in_terminal(self, *arguments, **more):
        return self.end(self.start(arguments, **more))

    def test_a_report_without_output_is_text_as_wide_as_the_terminal(self):
        nightly, release = support.examples()["nightly"], support.examples()["release"]
        for columns in (80, 40):
            with self.subTest(columns=columns):
                text, status = self.run_in_terminal("render", release, columns=columns, NO_COLOR="1")
                self.assertEqual(DONE, status)
                self.assertRegex(text, r"^.+\n=====+\n")
                self.assertNotIn("\x1b", text)
                for line in text.splitlines():
                    # Addresses are never broken.
                    self.assertTrue(len(line) < columns or "://" in line, line)
        self.assertIn("\x1b[31m", self.run_in_terminal("render", nightly)[0])
        self.assertTrue(run("render", nightly).stdout.startswith(b"<!DOCTYPE html>"))

    def test_a_written_page_is_named_with_counts_and_time(self):
        for columns in (80, 40):
            said, status = self.run_in_terminal(
                "render", support.examples()["nightly"], "-o", "night.html", columns=columns)
            self.assertEqual(DONE, status)
            self.assertRegex(said, r"^night\.html: 7 errors, 11 warnings \(\d+(\.\d)? m?s\)\n$")
        quiet, _ = self.run_in_terminal("render", support.examples()["nightly"], "-o", "night.html", "-q")
        self.assertEqual("", quiet)

    # Progress. With a pipe as input, the test controls the duration.

    def feed(self, path):
        """Writes a dataset to a pipe."""
        with open(path, "w") as pipe:
            pipe.write('{"version": 1, "title": "Night", "now": "2026-11-20T09:30:00Z", "messages": []}')

    def pipe(self):
        path = self.folder / "pipe.json"
        if not path.exists():
            os.mkfifo(path)
        return path

    def test_progress_is_shown_after_half_a_second_and_leaves_nothing_behind(self):
        pipe = self.pipe()
        for command in (
            ["render", pipe, "-o", "night.html"],
            ["publish", pipe, "--site", "public", "--project", "core"],
            ["mail", pipe, "--project", "core", "--from", "a@example.org", "--to", "b@example.org", "-o", "night.eml"],
            ["convert", pipe, "-o", "night.json"],
        ):
            with self.subTest(command=command[0]):
                process = self.start(command, columns=20)
                self.read_until("tidemark: reading…")
                # A line wider than the terminal could not be erased.
                self.read_until("tidemark: reading… ")
                self.feed(pipe)
                said, status = self.end(process)
                self.assertEqual(DONE, status, said)
                *progress, last = said.split(ERASE)
                self.assertTrue(all(len(line) < 20 for line in progress), progress)
                self.assertRegex(last, r"^\S+: .*\(.* m?s\)\n$")

    def test_progress_is_never_written_to_a_log_nor_when_quiet(self):
        pipe = self.pipe()
        for words, variables in ((["-q"], {}), ([], {"TERM": "dumb"})):
            process = self.start(["render", pipe, "-o", "night.html", *words], **variables)
            time.sleep(0.8)
            self.feed(pipe)
            self.assertNotIn("tidemark:", self.end(process)[0])
        later = threading.Timer(0.8, self.feed, [pipe])
        later.start()
        result = run("render", pipe, "-o", self.folder / "night.html", environment=support.plain_environment(CI="1"))
        later.join()
        self.assertStatus(DONE, result)
        self.assertRegex(result.stderr.decode(), r"^\S+night\.html: no messages \(.*\)\n$")

    # --open

    def opener(self, script):
        """An environment whose `xdg-open` is a script."""
        program = self.folder / "bin/xdg-open"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return support.plain_environment(PATH=f"{program.parent}:/usr/bin:/bin")

    def test_open_hands_the_page_to_the_desktop(self):
        environment = self.opener('printf "%s\\n" "$@" > "$0.args"')
        nightly = support.examples()["nightly"]
        for arguments, page in (
            (["render", nightly, "-o", "a $(b).html"], "a $(b).html"),
            (["render", nightly, "-o", "-night.html"], "-night.html"),
            (["publish", nightly, "--site", "public", "--project", "core"],
             "public/core/runs/2026-11-20-0312/index.html"),
            (["publish", "--index", "--site", "public"], "public/index.html"),
        ):
            with self.subTest(page=page):
                # A name that looks like an option needs '='.
                words = [str(word) for word in arguments]
                if page.startswith("-"):
                    words[-2:] = [f"--output={page}"]
                result = run(*words, "--open", cwd=self.folder, environment=environment)
                self.assertStatus(DONE, result)
                self.assertEqual(b"", result.stderr)
                opened = (self.folder / "bin/xdg-open.args").read_text()
                self.assertEqual(f"{self.folder / page}\n", opened)
                self.assertTrue((self.folder / page).is_file())

    def test_open_does_not_wait_for_a_browser_that_stays(self):
        environment = self.opener('sleep 60 & echo $! > "$0.pid"; wait')
        began = time.monotonic()
        result = run("render", support.examples()["quiet"], "-o", "q.html", "--open", cwd=self.folder,
                     environment=environment)
        self.assertStatus(DONE, result)
        self.assertEqual(b"", result.stderr)
        self.assertLess(time.monotonic() - began, 30)
        process = int((self.folder / "bin/xdg-open.pid").read_text())
        os.kill(process, 9)                      # it is still there

    def test_a_page_that_could_not_be_opened_is_written_and_said(self):
        quiet = support.examples()["quiet"]
        failing = self.opener("exit 3")
        absent = support.plain_environment(PATH=str(self.folder))
        for environment, why in ((failing, b"'xdg-open' ended with status 3"), (absent, b"can't run 'xdg-open'")):
            result = run("render", quiet, "-o", "q.html", "--open", cwd=self.folder, environment=environment)
            self.assertStatus(DONE, result)
            self.assertIn(why, result.stderr)
            self.assertIn(b"[not-opened]", result.stderr)
            self.assertTrue((self.folder / "q.html").is_file())
        self.write("tidemark.json", '{"open": true}')
        result = run("render", quiet, "-o", "q.html", cwd=self.folder)
        self.assertStatus(support.USAGE, result)
        self.assertIn(b"unknown setting 'open'", result.stderr)


class Settings(support.ProgramTest):
    @unittest.skipUnless(os.geteuid() == 0, "only root can give files away")
    def test_settings_above_that_belong_to_another_user_are_not_used(self):
        (self.folder / ".git").mkdir()
        below = self.folder / "below"
        below.mkdir()
        file = self.write("tidemark.json", '{"locale": "de"}')
        self.assertIn(b"locale", run("settings", cwd=below).stdout)
        os.chown(file, 12345, 12345)
        result = run("settings", cwd=below)
        self.assertTrue(result.stdout.startswith(b"Settings file: none\n"))
        self.assertIn(b"'../tidemark.json' is not used, because another user could have made or changed it", result.stderr)
        self.assertIn(b"locale", run("settings", "--config", "../tidemark.json", cwd=below).stdout)
        self.assertStatus(INPUT, run("render", support.examples()["quiet"], "--strict", cwd=below))
