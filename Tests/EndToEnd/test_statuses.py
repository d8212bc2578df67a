"""Exit statuses, the streams, and colour, as the command line promises them."""
import os
import pty
import resource
import signal

import support
from support import DONE, FOUND, INPUT, OUTPUT, USAGE, run

ESCAPE = b"\x1b"


class ExitStatus(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.nightly = support.examples()["nightly"]
        self.previous = self.nightly.with_name("previous.json")
        self.quiet = support.examples()["quiet"]

    def test_status_is_0_for_help_and_version(self):
        for arguments in (["--help"], ["help"], ["help", "render"], ["render", "--help"], ["--version"]):
            with self.subTest(arguments=arguments):
                result = run(*arguments)
                self.assertStatus(DONE, result)
                self.assertTrue(result.stdout, "asked for words belong on standard output")
                self.assertEqual(b"", result.stderr)

    def test_status_is_2_for_wrong_usage(self):
        for arguments in (
            [], ["redner", self.nightly], ["render"], ["render", self.nightly, "--them", "plain"],
            ["render", self.nightly, "--to", "pdf"], ["render", self.nightly, "--to", "page,text"],
            ["render", self.nightly, "--columns", "many"], ["render", self.nightly, "-o"],
            ["render", self.nightly, "--now", "yesterday"], ["render", self.nightly, "--fail-on", "new-error"],
            ["render", self.nightly, "--sort", "colour"], ["render", self.nightly, "--filter", "urgency"],
        ):
            with self.subTest(arguments=arguments[:1] + arguments[2:]):
                result = run(*arguments)
                self.assertStatus(USAGE, result)
                self.assertEqual(b"", result.stdout)
                self.assertTrue(result.stderr)

    def test_wrong_usage_has_a_suggestion(self):
        self.assertIn(b"--theme", run("render", self.nightly, "--them", "plain").stderr)
        self.assertIn(b"render", run("rendr", self.nightly).stderr)

    def test_status_is_3_for_wrong_input(self):
        cases = {
            "empty.json": b"", "text.json": b"hello", "cut.json": self.nightly.read_bytes()[:5000],
            "array.json": b"[]", "later.json": b'{"version": 2, "messages": []}',
            "silent.json": b'{"version": 1, "title": "No messages key"}',
            "deep.json": b'{"version": 1, "messages": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        }
        for name, content in cases.items():
            with self.subTest(file=name):
                path = self.write(name, content)
                result = run("render", path, "--to", "text")
                self.assertStatus(INPUT, result)
                self.assertEqual(b"", result.stdout)
                self.assertIn(name.encode(), result.stderr)
                self.assertStatus(INPUT, run("render", "-", "--to", "text", input=content))
        self.assertStatus(INPUT, run("render", self.folder / "nowhere.json"))
        self.assertStatus(INPUT, run("render", self.folder))

    def test_status_is_1_when_fail_on_is_met_and_the_report_is_written(self):
        for limit, dataset, expected in (
            ("error", self.nightly, FOUND), ("warning", self.nightly, FOUND), ("error", self.quiet, DONE),
            ("information", self.quiet, DONE), ("warning", support.examples()["single"], FOUND),
            ("error", support.examples()["single"], DONE),
        ):
            with self.subTest(limit=limit, dataset=dataset.name):
                result = run("render", dataset, "--to", "text", "--fail-on", limit)
                self.assertStatus(expected, result)
                self.assertTrue(result.stdout)

    def test_fail_on_tells_new_messages_from_known_ones(self):
        tonight = ["render", self.nightly, "--to", "text", "--baseline"]
        self.assertStatus(FOUND, run(*tonight, self.previous, "--fail-on", "new-error"))
        self.assertStatus(DONE, run(*tonight, self.nightly, "--fail-on", "new-error"))
        self.assertStatus(DONE, run(*tonight, self.nightly, "--fail-on", "new-warning"))

    def test_fail_on_never_is_never_met(self):
        messages = ",".join('{"urgency": "error", "title": "Error %d"}' % i for i in range(256))
        dataset = self.write("many.json", '{"version": 1, "title": "Many", "messages": [%s]}' % messages)
        self.assertStatus(DONE, run("render", dataset, "--to", "text"))
        self.assertStatus(FOUND, run("render", dataset, "--to", "text", "--fail-on", "error"))

    def test_status_is_4_when_the_output_cannot_be_written(self):
        in_the_way = self.write("file", "not a folder")
        for arguments in (["-o", in_the_way / "page.html"], ["--to", "page,text", "-o", in_the_way],
                          ["--to", "page,text", "-o", in_the_way / "folder"]):
            with self.subTest(arguments=len(arguments), name=arguments[-1].name):
                result = run("render", self.nightly, *arguments)
                self.assertStatus(OUTPUT, result)
                self.assertTrue(result.stderr)
        self.assertEqual(b"not a folder", in_the_way.read_bytes())

    def test_status_is_4_when_the_disk_is_full(self):
        for target in support.TARGETS:
            with self.subTest(target=target), open("/dev/full", "wb") as full:
                result = run("render", self.nightly, "--to", target, stdout=full, stderr=-1)
                self.assertStatus(OUTPUT, result)
                self.assertTrue(result.stderr)

    def test_status_is_4_and_the_old_file_stays_when_the_new_one_does_not_fit(self):
        old = self.write("page.html", "old")

        def small_files_only():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

        result = run("render", self.nightly, "-o", old, preexec_fn=small_files_only, restore_signals=False)
        self.assertStatus(OUTPUT, result)
        self.assertEqual(b"old", old.read_bytes())
        self.assertEqual(["page.html"], os.listdir(self.folder), "something was left behind")

    def test_success_prints_nothing(self):
        result = run("render", self.nightly, "-o", self.folder / "page.html")
        self.assertStatus(DONE, result)
        self.assertEqual((b"", b""), (result.stdout, result.stderr))

    def test_closed_pipe_is_no_crash(self):
        reading, writing = os.pipe()
        os.close(reading)
        result = run("render", self.nightly, stdout=writing, stderr=-1)
        os.close(writing)
        self.assertIn(result.returncode, (OUTPUT, -signal.SIGPIPE))


class Colour(support.ProgramTest):
    def on_a_terminal(self, *arguments, **environment):
        """What the program writes when its output is a terminal."""
        master, slave = pty.openpty()
        child = os.fork()
        if child == 0:
            os.setsid()
            for stream in (0, 1, 2):
                os.dup2(slave, stream)
            os.execve(support.program, [str(support.program), *map(str, arguments)],
                      support.plain_environment(TERM="xterm-256color", **environment))
        os.close(slave)
        said = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:                      # how Linux says that the other side is closed
                break
            if not piece:
                break
            said += piece
        os.close(master)
        os.waitpid(child, 0)
        return said

    def setUp(self):
        super().setUp()
        self.text = ["render", support.examples()["nightly"], "--to", "text"]

    def test_colour_is_for_terminals(self):
        self.assertIn(ESCAPE, self.on_a_terminal(*self.text))
        self.assertNotIn(ESCAPE, run(*self.text).stdout)

    def test_environment_switches_colour_off(self):
        self.assertNotIn(ESCAPE, self.on_a_terminal(*self.text, NO_COLOR="1"))
        self.assertNotIn(ESCAPE, self.on_a_terminal("render", "/nonexistent.json", NO_COLOR="1"))

    def test_option_decides_colour(self):
        self.assertIn(ESCAPE, run(*self.text, "--color", "always").stdout)
        self.assertNotIn(ESCAPE, self.on_a_terminal(*self.text, "--color", "never"))

    def test_escape_sequences_of_a_value_never_reach_a_terminal(self):
        dataset = self.write("escape.json", '{"version": 1, "title": "Bad \\u001b]0;title\\u0007", "messages": ['
                             '{"urgency": "error", "title": "\\u001b[31mred", "text": "a \\u001b[2J b \\u009b1m"}]}')
        for target in support.TARGETS:
            with self.subTest(target=target):
                output = run("render", dataset, "--to", target).stdout
                self.assertTrue(output)
                self.assertNotIn(ESCAPE, output)
                self.assertNotIn("\u009b".encode(), output)
        said = self.on_a_terminal("render", dataset, "--to", "text", "--color", "never")
        self.assertNotIn(ESCAPE, said)
        self.assertNotIn(b"\x07", said)
