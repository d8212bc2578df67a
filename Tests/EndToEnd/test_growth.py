"""How much longer the program takes for values that are longer: in proportion, or a limit says no.

Every string and every list of a dataset, the settings, a theme, a template and a strings file is made long in
many ways, and the processor's time is compared for two sizes. With `--mutations 10000` or more all of them
are tried, at four times the size.
"""
import json
import math
import os
import subprocess
import time

import support

# Texts for which a parser, a matcher or a table may take too long.
PIECES = [
    "a", "a-", "a ", "*a*b", "**a _b ", ">", "> ", "- ", "1. ", "[", "![", "](", "[a](b) ", "[]()", "`", "`a", "<", "<a ", "<!--", "&",
    "&#1;", "\\", "|a", "\n", "a\n\n", "#", "# a\n", "~", "://", "http://a ", "/..", "/a", "%", "%41", "?*", "**/", "0", "9:", "-1", "T",
    ",", ";", "=", "{{", "{{a}}", "}}", "{", "(", "\u00e9", "e\u0301", "\u0301", "\U0001f468\u200d", "\u202e", "\u2068", "\u200b", "\u05d0 a ",
    "\u65e5", "\U000e0061", "\U0001f3f4\U000e0067", "\ufe0f", "::", "##[", "@", "'", "\"", "A1b2", "deadbeef ", "2026-11-20 ", "yyyy", "'a'",
]
# The two halves of a text: the first opens many elements, the second makes a parser search them.
HALVES = [(opener, mark) for opener in (">", "- ", "1. ", "[", "*a ", "<") for mark in ("*a*b", "[a](b) ", "`a` ", "\n", "]", "a\\\n")]
BASE = {
    "version": 1, "title": "T", "subtitle": "s", "summary": "s", "url": "https://a.example/", "project": "p", "now": "2026-11-20T03:12:00Z",
    "timeZone": "UTC", "locale": "en",
    "run": {"status": "completed", "reason": "r", "started": "2026-11-20T03:00:00Z", "finished": "2026-11-20T03:10:00Z", "commit": "c",
            "branch": "b", "facts": [{"title": "t", "value": "v", "number": 1}]},
    "categories": [{"id": "c", "title": "C"}],
    "messages": [
        {"id": "m", "urgency": "error", "category": "c", "title": "t", "text": "t", "details": "d", "time": "2026-11-20T03:00:00Z",
         "location": {"file": "a.swift", "line": 1, "url": "https://a.example/a"}, "link": {"title": "l", "url": "https://a.example/"},
         "actions": [{"title": "A", "url": "https://a.example/"}, {"title": "B", "url": "https://a.example/"}], "fingerprint": "f"},
        {"urgency": "warning", "title": "other", "kind": "offline", "time": "2026-11-20T03:00:00Z"}, {"urgency": "error", "title": "alert", "kind": "alert"}],
    "timeline": {
        "title": "T", "headerFormat": "yyyy", "timestampFormat": "HH:mm",
        "entries": [{"id": "e", "time": "2026-11-20", "title": "e", "description": "d", "details": "d", "icon": "error", "url": "https://a.example/",
                     "statuses": [{"text": "s"}], "attributes": ["a"]},
                    {"start": "2026-11-20T01:00:00Z", "end": "2026-11-21T01:00:00Z", "title": "f"}]},
    "sort": ["time:desc"], "filters": {"fast": ["urgency"]},
}
FULL_SIZE = 400_000
# Shorter times are not compared. Linear work takes far less for these sizes.
HARMLESS_S = 0.35
STEEPEST = 1.1
# The difference between two short measurements of the same work.
ALLOWANCE = 0.15


def paths(value, path=()):
    """Where strings and lists stand in a value."""
    if isinstance(value, str):
        yield path, "string"
    elif isinstance(value, list):
        yield path, "list"
        for item in value[:2]:
            yield from paths(item, path + (value.index(item),))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, path + (key,))


def replaced(value, path, new):
    """A copy of a value with another one at a place."""
    if not path:
        return new(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def numbered(item, number):
    """The item of a list as it would be the next time: its names are others."""
    if isinstance(item, dict):
        return {key: f"{text}{number}" if key in ("id", "title", "fingerprint", "text", "value") else text for key, text in item.items()}
    return f"{item}{number}" if isinstance(item, str) and "=" not in item and ":" not in item else item


def filled(piece, size):
    if isinstance(piece, tuple):
        return filled(piece[0], size // 2) + filled(piece[1], size // 2)
    return (piece * (size // len(piece.encode()) + 1)).encode()[:size].decode("utf-8", "ignore")


class Growth(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.full = support.mutations >= 10_000
        self.size = FULL_SIZE if self.full else 120_000
        self.slowest = (0, "nothing")
        self.tried = 0

    def seconds(self, words, environment=None):
        """The processor's time of a run, which must end by itself and in time."""
        with open(os.devnull, "wb") as nothing, open(self.folder / "said", "wb") as said:
            process = subprocess.Popen([str(support.program), *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=nothing,
                                       stderr=said, env=environment or support.plain_environment())
            deadline = time.monotonic() + 600
            while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
                if time.monotonic() > deadline:
                    process.kill()
                    process.wait()
                    self.fail("no end after ten minutes")
                time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(ended[1])
        self.assertIn(process.returncode, range(5), (self.folder / "said").read_bytes()[:300])
        return ended[2].ru_utime + ended[2].ru_stime

    def compare(self, name, prepare, words=("render", "d.json", "--to", "page,markdown,text,json", "--output", "out/")):
        """Whether what `prepare` writes for a size takes time in proportion to it."""
        with self.subTest(name):
            self.tried += 1
            def measured(size, tries):
                prepare(size)
                return min(self.seconds(words) for _ in range(tries))
            large = measured(self.size, 1)
            self.slowest = max(self.slowest, (large, name))
            if large < HARMLESS_S:
                return
            def exponent():
                return math.log(large / max(small, 0.001), 4)
            steepest = STEEPEST + (0 if self.full else ALLOWANCE)
            small = measured(self.size // 4, 3)
            if exponent() > steepest:
                large = min(large, measured(self.size, 1))
            # What looks steep is measured again, at no less than the size of a full run: the allocator of the C library
            # takes longer for each piece once there are many, so that times rise in a step and in proportion after it.
            if exponent() > steepest:
                size = max(self.size, FULL_SIZE)
                small, large = measured(size // 4, 3), measured(size, 2)
            self.assertLessEqual(exponent(), steepest, f"the power with which it grows: {small:.2f} s, then {large:.2f} s")

    def tearDown(self):
        print(f"{self._testMethodName}: {self.tried} tried at {self.size} bytes, the slowest {self.slowest[0]:.2f} s: {self.slowest[1]}", flush=True)
        super().tearDown()

    def some(self, things, step):
        """All of them, or in a short run so many that every one of the other kind meets some."""
        return things if self.full else things[step % 9::9]

    def write_json(self, name, value):
        self.write(name, json.dumps(value, ensure_ascii=False))

    def test_time_grows_linearly_with_each_string_of_a_dataset(self):
        for step, (path, kind) in enumerate(paths(BASE)):
            if kind != "string":
                continue
            rich = path[-1] in ("text", "details", "description", "summary") and "statuses" not in path
            for piece in self.some(PIECES, step) + (HALVES if rich else []):
                self.compare(f"{path} of {piece!r}", lambda size: self.write_json(
                    "d.json", replaced(BASE, path, lambda _: filled(piece, size))))

    def test_time_grows_linearly_with_each_list_of_a_dataset(self):
        for path, kind in paths(BASE):
            if kind != "list":
                continue
            for others in (True, False):
                def prepare(size):
                    items = lambda old: [numbered(old[0], number if others else 0) for number in range(size // 40)]
                    self.write_json("d.json", replaced(BASE, path, items))
                self.compare(f"{path}, {'different' if others else 'equal'}", prepare)

    def test_time_grows_linearly_with_a_name_that_findings_share(self):
        for name, piece in (("a file", '<file name="{}">'), ("a file with what looks like a secret", '<file name="password={}">')):
            def prepare(size):
                errors = "".join(f'<error line="{line}" severity="error" message="m" source="s"/>' for line in range(size // 40))
                self.write("d.xml", f"<checkstyle>{piece.format('n' * size * 4)}{errors}</file></checkstyle>")
            self.compare(name, prepare, ("render", "d.xml", "--to", "json", "--output", "out/"))

    def test_time_grows_linearly_with_a_line_of_a_log(self):
        for start in ("-- Error: ", "-- [E1] Error: a.scala:1:2 ", "a.c:1:2: error: ", "FC001: ", "ERROR 5 (0x5) ", "File: "):
            for piece in ("-", " ", "a.c:1 ", ", ", "line 3 ", "error "):
                self.compare(f"{start}{piece}", lambda size: self.write("d.log", start + filled(piece, size * 4) + "\n"),
                             ("render", "lines:d.log", "--to", "json", "--output", "out/"))

    def test_time_grows_linearly_with_the_name_of_a_suite(self):
        def prepare(size):
            tests = "".join(f'<testcase name="t{number}"><failure message="m"/></testcase>' for number in range(size // 40))
            self.write("d.xml", f'<testsuite name="{"n" * size * 4}">{tests}</testsuite>')
        self.compare("a suite", prepare, ("render", "d.xml", "--to", "json", "--output", "out/"))

    def test_time_grows_linearly_with_baselines(self):
        for name, old in (("equal", 0), ("other", 1)):
            def prepare(size):
                for file, shift in (("d.json", 0), ("old.json", old)):
                    messages = [{"urgency": "error", "title": f"message {(number + shift * size) if name == 'other' else 'same'}"}
                                for number in range(size // 40)]
                    self.write_json(file, {**BASE, "messages": messages})
            self.compare(f"{name} messages", prepare, ("render", "d.json", "--baseline", "old.json", "--to", "page,text,json", "--output", "out/"))

    def test_time_grows_linearly_with_options(self):
        self.write_json("d.json", {**BASE, "messages": BASE["messages"] * 20})
        most = 120_000                           # an argument of a program may have 128 KiB
        for step, option in enumerate(("--filter", "--sort", "--locale", "--time-zone", "--theme", "--template", "--now", "--width", "--columns",
                                       "--budget", "--fail-on", "--to", "--missing", "--baseline")):
            for piece in self.some(PIECES, step):
                self.size = min(self.size, most)
                arguments = []
                def prepare(size):
                    value = filled(piece, size)
                    arguments[:] = ["render", "d.json", "--output", "out/",
                                    *((option, value) if option != "--filter" else (option, "file=" + value, option, "title=" + value[:size - 9]))]
                if "\0" not in piece:
                    self.compare(f"{option} {piece!r}", prepare, Words(arguments))

    def test_time_grows_linearly_with_settings(self):
        self.write_json("d.json", BASE)
        for step, key in enumerate(("template", "theme", "locale", "time-zone", "sort", "filter", "to", "output", "zzz", "baseline", "now")):
            for piece in self.some(PIECES, step):
                self.compare(f"{key} {piece!r}", lambda size: self.write_json("tidemark.json", {key: filled(piece, size)}))
            self.compare(f"{key}, a list", lambda size: self.write_json("tidemark.json", {key: [f"file=a{number}" for number in range(size // 20)]}))
        self.compare("unknown keys", lambda size: self.write_json("tidemark.json", {f"filtre{number}": 1 for number in range(size // 20)}))

    def test_time_grows_linearly_with_themes(self):
        self.write_json("d.json", BASE)
        words = ("render", "d.json", "--theme", "./theme", "--to", "page", "--output", "out.html")
        mail = ("render", "d.json", "--theme", "./theme", "--to", "mail", "--output", "out.html")
        (self.folder / "theme").mkdir()
        self.write("theme/tokens.json", "{}")
        for piece in self.some(PIECES + ["a{}", "/*a*/", ".a.b{c:d}", "a{b:var(--c)}", "\"a\"", "\\a", "(", "[", "/"], 0):
            self.compare(f"page.css of {piece!r}", lambda size: self.write("theme/page.css", filled(piece, size)), words)
        self.write("theme/page.css", "")
        for name, token in (("other", lambda number: {"$type": "color", "$value": "#123456"}), ("a chain", lambda number: {"$value": f"{{t{number + 1}}}"}),
                            ("a font", lambda number: {"$type": "fontFamily", "$value": "a"})):
            self.compare(f"tokens, {name}", lambda size: self.write_json("theme/tokens.json", {f"t{number}": token(number) for number in range(size // 60)}), words)
        fonts = lambda size: {"font": {"family": {"text": {"$type": "fontFamily", "$value": ["a b"] * (size // 6)}}}}
        for arguments in (words, mail):
            self.compare(f"fonts, {arguments[5]}", lambda size: self.write_json("theme/tokens.json", fonts(size)), arguments)

    def test_time_grows_linearly_with_templates(self):
        self.write_json("d.json", BASE)
        pieces = PIECES + ["{{title}}", "{{zzz}}", "{{> overview}}\n\n", "{{> zzz}}", "{{#messages}}a{{/messages}}", "{{#a}}", "{{! a }}", "{{=| |=}}|={{ }}=|",
                           "> {{title}}\n", "<b>", "<b>\n\n", "![a](b)\n\n", "- {{> overview}}\n", "<p {{title}}>", "<a href=\"{{url}}\">", "<!-- a -->"]
        (self.folder / "template/components").mkdir(parents=True)
        (self.folder / "template/strings").mkdir()
        files = {"report.md": "page,markdown,text", "components/message.page": "page", "components/message.text": "text",
                 "components/message.markdown": "markdown", "components/message.mail": "mail", "page/90-own.css": "page"}
        for step, (file, targets) in enumerate(files.items()):
            words = ("render", "d.json", "--template", "./template", "--to", targets, "--output", "out/")
            (self.folder / "template" / file).parent.mkdir(exist_ok=True)
            for piece in self.some(pieces, step) + (HALVES if file == "report.md" else []):
                self.compare(f"{file} of {piece!r}", lambda size: self.write("template/" + file, filled(piece, size)), words)
            (self.folder / "template" / file).unlink()

    def test_time_grows_linearly_with_interface_strings(self):
        self.write_json("d.json", {**BASE, "locale": "en"})
        folder = self.folder / "template/strings"
        folder.mkdir(parents=True)
        words = ("render", "d.json", "--template", "./template", "--to", "page,markdown,text,json", "--output", "out/")
        values = {
            "string": lambda text: {"strings": {"allClear": text}}, "count": lambda text: {"counts": {"errors": {"one": text, "other": text}}},
            "plural rule": lambda text: {"plurals": {"one": text}}, "pattern": lambda text: {"patterns": {"date": text}},
            "locale": lambda text: {"locale": text}, "name": lambda text: {"name": text}, "key": lambda text: {"strings": {text: "a"}},
        }
        for step, (name, value) in enumerate(values.items()):
            for piece in self.some(PIECES + ["n = 1 or ", "n % 10 = 1..2, 3 and ", "{count}", "{a", "yMd "], step):
                self.compare(f"{name} of {piece!r}", lambda size: self.write_json("template/strings/en.json", value(filled(piece, size))), words)
        self.compare("strings", lambda size: self.write_json(
            "template/strings/en.json", {"strings": {f"zzz{number}": "a" for number in range(size // 20)}}), words)


class Words(list):
    """Arguments that `prepare` fills in."""

    def __init__(self, source):
        self.source = source

    def __iter__(self):
        return iter(self.source)
