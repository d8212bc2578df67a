"""Completions in the shells themselves, and the manual page in the programs that show it."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

import support
from support import DONE, run

# The typed text, and the text after a Tab.
LINES = [
    ("tidemark ren", "tidemark render"),
    ("tidemark render --time-z", "tidemark render --time-zone"),
    ("tidemark render --to mark", "tidemark render --to markdown"),
    ("tidemark render --to page,mark", "tidemark render --to page,markdown"),
    ("tidemark render --theme hor", "tidemark render --theme horizon"),
    ("tidemark render --from checks", "tidemark render --from checkstyle"),
    ("tidemark publish --fail-on new-w", "tidemark publish --fail-on new-warning"),
    ("tidemark convert --min-level inf", "tidemark convert --min-level information"),
    ("tidemark render nigh", "tidemark render nightly.json"),
    ("tidemark publish --site pub", "tidemark publish --site public/"),
    ("tidemark themes exp", "tidemark themes export"),
    ("tidemark themes export hor", "tidemark themes export horizon"),
    ("tidemark help exit", "tidemark help exit-status"),
    ("tidemark completions zs", "tidemark completions zsh"),
    ("tidemark known a", "tidemark known add"),
]
WITH_EQUALS = [("tidemark render --to=mark", "tidemark render --to=markdown")]


class Completions(support.ProgramTest):
    def setUp(self):
        super().setUp()
        # A folder for programs, with the program under test under its usual name.
        (self.folder / "bin").mkdir()
        (self.folder / "bin/tidemark").symlink_to(support.program)
        (self.folder / "home").mkdir()
        (self.folder / "work/public").mkdir(parents=True)
        (self.folder / "work/nightly.json").write_text("{}")
        (self.folder / "work/pubfile").write_text("")

    def environment(self):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return support.plain_environment(PATH=path, HOME=str(self.folder / "home"), TERM="xterm")

    def script(self, shell):
        result = run("completions", shell)
        self.assertStatus(DONE, result)
        path = self.folder / f"_tidemark.{shell}"
        path.write_bytes(result.stdout)
        return path

    def completed(self, command, setup, lines):
        """What an interactive shell makes of each line and a Tab; Ctrl-X then writes its line to a file."""
        shown = self.folder / "shown"
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder / "work")
            os.execvpe(command[0], command, self.environment())
        try:
            ready = self.folder / "ready"
            os.write(terminal, f"{setup.format(shown=shown)}; : > {ready}\n".encode())
            self.wait(terminal, ready)
            found = []
            for line in lines:
                shown.unlink(missing_ok=True)
                os.write(terminal, b"\x15" + line.encode() + b"\t\x18")
                self.wait(terminal, shown)
                found.append(shown.read_text().removesuffix("\n."))
            return found
        finally:
            os.kill(process, 9)
            os.waitpid(process, 0)
            os.close(terminal)

    def wait(self, terminal, path):
        """Reads what the shell writes until a whole file is there: its last line is a full stop, or it is empty."""
        said = b""
        until = time.monotonic() + support.PATIENCE
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.05)[0]:
                said += os.read(terminal, 65536)
            if path.exists() and (path.name == "ready" or path.read_text().endswith("\n.")):
                return
        self.fail(f"{path.name} is not there: {said.decode(errors='replace')[-2000:]}")

    def check(self, found, lines):
        for (typed, wanted), got in zip(lines, found):
            with self.subTest(typed=typed):
                # A space, '=' or a comma for another value may follow a complete word.
                self.assertEqual(wanted, got.rstrip(" =,"))

    def test_bash_completes_commands_options_values_and_paths(self):
        script = self.script("bash")
        lines = LINES + WITH_EQUALS
        setup = (f"source {script}; bind 'set bell-style none'; "
                 "bind -x '\"\\C-x\": printf \"%s\\n.\" \"$READLINE_LINE\" > {shown}'")
        self.check(self.completed(
            ["bash", "--norc", "--noprofile", "-i"], setup, [line for line, _ in lines]), lines)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_commands_options_values_and_paths(self):
        script = self.script("zsh")
        lines = LINES + WITH_EQUALS
        setup = (f"unsetopt beep; autoload -Uz compinit; compinit -u -D; source {script}; "
                 "show() {{ print -rn -- \"$BUFFER\"$'\\n.' > {shown} }}; zle -N show; "
                 "bindkey '^X' show; bindkey '^U' kill-whole-line")
        self.check(self.completed(["zsh", "-f", "-i"], setup, [line for line, _ in lines]), lines)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_loads_the_script_from_its_function_path(self):
        (self.folder / "home/_tidemark").write_bytes(self.script("zsh").read_bytes())
        setup = ("fpath=(~ $fpath); autoload -Uz compinit; compinit -u -D; "
                 "show() {{ print -rn -- \"$BUFFER\"$'\\n.' > {shown} }}; zle -N show; bindkey '^X' show; "
                 "bindkey '^U' kill-whole-line")
        self.check(self.completed(["zsh", "-f", "-i"], setup, [line for line, _ in LINES[:3]]), LINES[:3])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_commands_options_values_and_paths(self):
        script = self.script("fish")
        for typed, wanted in LINES + WITH_EQUALS:
            with self.subTest(typed=typed):
                result = subprocess.run(
                    ["fish", "--no-config", "-c", f"source {script}; complete -C '{typed}'"],
                    capture_output=True, text=True, cwd=self.folder / "work", env=self.environment(), timeout=60)
                self.assertEqual("", result.stderr)
                offered = [line.split("\t")[0] for line in result.stdout.splitlines()]
                self.assertEqual([wanted.split(" ")[-1]], offered)

    def test_scripts_have_no_mistakes_of_their_shell(self):
        for shell, option in (("bash", "-n"), ("zsh", "-n"), ("fish", "-n")):
            if not shutil.which(shell):
                continue
            with self.subTest(shell=shell):
                result = subprocess.run([shell, option, str(self.script(shell))], capture_output=True, text=True)
                self.assertEqual((0, "", ""), (result.returncode, result.stdout, result.stderr))


class ManualPage(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "tidemark.1"
        result = run("man")
        self.assertStatus(DONE, result)
        self.page.write_bytes(result.stdout)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_finds_nothing_to_complain_about(self):
        result = subprocess.run(["mandoc", "-Tlint", str(self.page)], capture_output=True, text=True)
        self.assertEqual("", result.stdout + result.stderr)

    @unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "man or groff is not installed")
    def test_man_shows_every_command_without_a_warning(self):
        result = subprocess.run(
            ["man", "--warnings", "-l", str(self.page)], capture_output=True, text=True,
            env={**support.plain_environment(), "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
        self.assertEqual("", result.stderr)
        text = re.sub(".\b", "", result.stdout)
        for words in ("tidemark render INPUT", "--time-zone ZONE", "EXIT STATUS", "SOURCE_DATE_EPOCH",
                      "tidemark render build/test-results/", "'**/TEST-*.xml'"):
            self.assertIn(words, " ".join(text.replace("‐\n", "").split()))
