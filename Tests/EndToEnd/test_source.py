"""The lines of source around a place: read from the sources, shown where that is asked for, hidden everywhere else."""
import email
import email.policy
import html
import json
import os

from browser import BrowserTest, night, rules
import support
from support import DONE, run

LINES = ["import os", "", "def load(path):", "\tassert path", "\treturn open(path).read()", "", "def store(path):",
         "\tassert path", "\topen(path).write('日本' + '0123456789' * 20)", "", "def check(value):", "\tassert value"]
TARGETS = ("page", "mail", "markdown", "text", "json")


def finding(line, column=None, **more):
    """A message that gives the lines around its place, the own one in the middle."""
    around = [LINES[at - 1] if 0 < at <= len(LINES) else "" for at in range(line - 3, line + 4)]
    place = {"file": "src/a.py", "line": line, "context": around, **({"column": column} if column else {})}
    return {"urgency": "warning", "title": "Use of assert", "location": place, **more}


def eslint(places):
    """A report of ESLint about one file: lines and rules."""
    return json.dumps([{"filePath": "src/a.py", "messages": [
        {"ruleId": rule, "severity": 1, "message": "Use of assert", "line": line, "column": 2} for line, rule in places]}])


def junit(places):
    """A report of JUnit: lines and names of tests."""
    cases = "".join(f'<testcase name="{name}" file="src/a.py" line="{line}"><failure message="m"/></testcase>'
                    for line, name in places)
    return f'<testsuite name="s" tests="{len(places)}">{cases}</testsuite>'


class SourceTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "src").mkdir()
        self.sources(LINES)

    def sources(self, lines):
        self.write("src/a.py", "\n".join(lines) + "\n")

    def call(self, *arguments, status=DONE):
        result = run(*arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def shown(self, dataset, target, *arguments):
        self.write("run.json", json.dumps(dataset))
        return self.call("render", "run.json", "--to", target, *arguments).stdout.decode()

    # --- found again -------------------------------------------------------------------------------

    def changes(self, before, now, name, *, moved):
        """What is new and what is fixed after an edit, by line; the run before is kept as a dataset."""
        self.write(name, before)
        self.call("convert", name, "--read-source", "-o", "last.json")
        self.sources(moved)
        self.write(name, now)
        result = self.call("render", name, "--read-source", "--baseline", "last.json", "--to", "json")
        report = json.loads(result.stdout)
        new = [m["location"]["line"] for s in report["sections"] for m in s["messages"] if m["change"] == "new"]
        return new, [m["location"]["line"] for m in report["comparison"]["fixedMessages"]]

    @rules("N3")
    def test_a_finding_moved_by_forty_lines_is_found_and_its_neighbour_is_new(self):
        # Forty lines are added above, and a new function has an equal finding among the old ones.
        moved = ["# more"] * 40 + LINES[:2] + ["def first(one):", "\tassert one", ""] + LINES[2:]
        before = eslint([(4, "assert"), (8, "assert"), (12, "assert")])
        now = eslint([(44, "assert"), (47, "assert"), (51, "assert"), (55, "assert")])
        self.assertEqual(([44], []), self.changes(before, now, "eslint.json", moved=moved))

    @rules("N3")
    def test_which_of_equal_findings_was_fixed_is_known_by_its_lines(self):
        moved = ["# more"] * 40 + LINES[:6] + LINES[10:]
        before = eslint([(4, "assert"), (8, "assert"), (12, "assert")])
        now = eslint([(44, "assert"), (48, "assert")])
        self.assertEqual(([], [8]), self.changes(before, now, "eslint.json", moved=moved))

    @rules("N3")
    def test_a_test_is_known_by_its_name_whatever_its_line_says(self):
        moved = ["# more"] * 40 + LINES
        before, now = junit([(4, "odd[1]"), (8, "even")]), junit([(44, "odd[2]"), (48, "even")])
        # The test missing in the new report is not run, hence not fixed.
        self.assertEqual(([44], []), self.changes(before, now, "junit.xml", moved=moved))

    def test_a_baseline_is_not_compared_with_the_sources_of_today(self):
        self.write("last.json", eslint([(4, "assert")]))
        self.sources(["# more"] * 3 + ["\tassert path"])
        self.write("eslint.json", eslint([(4, "assert")]))
        result = self.call("render", "eslint.json", "--baseline", "last.json", "--read-source", "--to", "json",
                           "--show-source")
        message = json.loads(result.stdout)["sections"][0]["messages"][0]
        self.assertEqual("still", message["change"])
        self.assertEqual("\tassert path", message["location"]["context"][3])

    @rules("N3")
    def test_a_site_knows_a_moved_finding_by_its_lines(self):
        night = ("eslint.json", "--site", "public", "--project", "core", "--read-source", "--show-source")
        self.write("eslint.json", eslint([(4, "assert"), (8, "assert")]))
        self.call("publish", *night, "--run", "one", "--now", "2026-11-20T03:00:00Z")
        self.sources(["# more"] * 40 + LINES[:2] + ["def first(one):", "\tassert one", ""] + LINES[2:])
        self.write("eslint.json", eslint([(44, "assert"), (47, "assert"), (51, "assert")]))
        self.call("publish", *night, "--run", "two", "--now", "2026-11-21T03:00:00Z")
        result = self.call("render", *night, "--run", "two", "--now", "2026-11-21T03:00:00Z", "--to", "json")
        messages = [m for section in json.loads(result.stdout)["sections"] for m in section["messages"]]
        self.assertEqual({44: "new", 47: "still", 51: "still"}, {m["location"]["line"]: m["change"] for m in messages})
        self.assertIn("&gt; 44 |     assert one", (self.folder / "public/core/runs/two/index.html").read_text())

    # --- read --------------------------------------------------------------------------------------

    def test_nothing_is_read_unless_asked(self):
        self.write("eslint.json", eslint([(4, "assert")]))
        self.assertNotIn(b"context", self.call("convert", "eslint.json").stdout)
        self.assertIn(b"context", self.call("convert", "eslint.json", "--read-source").stdout)

    def test_nothing_outside_of_the_root_is_read(self):
        self.write("secret.txt", "the secret\n")
        os.symlink("../secret.txt", self.folder / "src/link.py")
        os.symlink("..", self.folder / "src/up")
        os.mkfifo(self.folder / "src/pipe")
        files = ["../secret.txt", "link.py", "up/secret.txt", "pipe", str(self.folder / "secret.txt"), "none.py"]
        self.write("run.json", json.dumps(night([
            {"title": f"t{at}", "location": {"file": file, "line": 1}} for at, file in enumerate(files)])))
        result = self.call("convert", "run.json", "--read-source", "--root", "src")
        self.assertNotIn(b"context", result.stdout)
        self.assertIn(f"note: the source of {len(files)} messages is not read, such as '../secret.txt:1'".encode(),
                      result.stderr)

    def test_settings_and_environment_ask_for_it(self):
        self.write("eslint.json", eslint([(4, "assert")]))
        self.write("tidemark.json", '{"readSource": true, "showSource": true}')
        self.assertIn("> 4 | ", self.call("render", "eslint.json", "--to", "text").stdout.decode())

    # --- shown -------------------------------------------------------------------------------------

    @rules("V4")
    def test_no_target_shows_lines_unless_asked(self):
        dataset = night([finding(4)])
        for target in TARGETS:
            with self.subTest(target=target):
                self.assertNotIn("def load", self.shown(dataset, target))
                self.assertIn("def load", self.shown(dataset, target, "--show-source"))

    @rules("V4")
    def test_frame_has_numbers_a_mark_and_a_caret(self):
        self.assertIn("\n            3 | def load(path):\n"
                      "          > 4 |     assert path\n"
                      "              |     ^\n"
                      "            5 |     return open(path).read()\n",
                      self.shown(night([finding(4, 2)]), "text", "--show-source"))
        markdown = self.shown(night([finding(4, 2)]), "markdown", "--show-source")
        self.assertIn("  ```\n    3 | def load(path):\n  > 4 |     assert path\n      |     ^\n", markdown)

    @rules("I1", "V4")
    def test_a_failure_has_the_places_of_code_and_test(self):
        (self.folder / "tests").mkdir()
        self.write("tests/test_a.py", "from src.a import store\n\ndef test_stores():\n\tstore('out')\n")
        trace = "tests/test_a.py:4: in test_stores\nsrc/a.py:8: in store\nE   AssertionError\n"
        self.write("junit.xml", f'<testsuite name="pytest" tests="2"><testcase classname="tests.test_a" name="test_stores">'
                                f'<failure message="AssertionError">{trace}</failure></testcase>'
                                f'<testcase classname="tests.test_b" name="test_b"><failure message="no"/></testcase></testsuite>')
        self.write("CODEOWNERS", "/tests/ @testers\n")
        more = ("--read-source", "--root", str(self.folder), "--source-url", "https://git.example/{{file}}#L{{line}}")
        for target in TARGETS:
            with self.subTest(target=target):
                plain = self.call("render", "junit.xml", "--to", target, *more).stdout.decode()
                for place in ("src/a.py#L8", "tests/test_a.py#L4", "testers"):
                    self.assertIn(place, plain)
                self.assertNotIn("def test_stores", plain)
                shown = self.call("render", "junit.xml", "--to", target, "--show-source", *more).stdout.decode()
                for line in ("def test_stores", "def store"):
                    self.assertIn(line, shown)
        self.write("CODEOWNERS", "/src/ @coders\n/tests/ @testers\n")
        report = json.loads(self.call("render", "junit.xml", "--to", "json", *more).stdout)
        message = report["sections"][0]["messages"][0]
        self.assertEqual("@coders", message["owner"])
        places = [(message[key]["file"], message[key]["line"]) for key in ("location", "testLocation")]
        self.assertEqual([("src/a.py", 8), ("tests/test_a.py", 4)], places)

    @rules("V4")
    def test_wide_characters_take_two_columns_and_long_lines_are_cut(self):
        text = self.shown(night([finding(9, 22)]), "text", "--show-source", "--columns", "60")
        line, caret = [line for line in text.splitlines() if "日本" in line or line.strip().endswith("^")]
        # Each of the two characters takes two columns; the caret is below the next character.
        self.assertEqual("'", line[line.index("日本") + 2])
        self.assertEqual(line.index("日本") + 4, caret.index("^"))
        self.assertTrue(line.endswith("…"), line)
        self.assertLessEqual(len(line) + 2, 60)

    @rules("V4")
    def test_what_details_show_is_not_shown_twice(self):
        quoted = "    4 | \tassert path\n      | \t^~~~~~\n"
        for target in ("page", "markdown", "text"):
            shown = self.shown(night([finding(4, 2, details=quoted, detailsFormat="log")]), target, "--show-source")
            self.assertEqual(1, shown.count("assert path"), target)

    @rules("V4")
    def test_mail_shows_lines_in_html_and_text(self):
        self.write("run.json", json.dumps(night([finding(4, 2)])))
        raw = self.call("mail", "run.json", "--from", "a@example.org", "--to", "b@example.org", "--show-source").stdout
        message = email.message_from_bytes(raw, policy=email.policy.default)
        plain = message.get_body(("plain",)).get_content()
        self.assertIn("> 4 |     assert path", plain)
        shown = html.unescape(message.get_body(("html",)).get_content()).replace("\xa0", " ")
        self.assertRegex(shown, r"  3 \| def load\(path\):<br>\s+<b>> 4 \|     assert path</b><br>\s+    \|     \^<br>")

    def test_fixed_messages_and_old_runs_show_no_lines(self):
        self.write("last.json", json.dumps(night([finding(4, 2)])))
        for target in TARGETS[:-1]:
            shown = self.shown(night(), target, "--show-source", "--baseline", "last.json")
            self.assertNotIn("def load", shown, target)

    def test_secrets_in_lines_are_hidden(self):
        token = "ghp" + "_" + "a1B2" * 9
        self.sources([*LINES[:4], f"\tkey = '{token}'"])
        self.write("eslint.json", eslint([(4, "assert")]))
        for target in TARGETS:
            result = self.call("render", "eslint.json", "--read-source", "--show-source", "--to", target)
            self.assertNotIn(token.encode(), result.stdout)
            self.assertIn("‹redacted›".encode(), result.stdout.replace(b"&lsaquo;", "‹".encode())
                          .replace(b"&rsaquo;", "›".encode()).replace(b"&#8249;", "‹".encode())
                          .replace(b"&#8250;", "›".encode()), target)
            self.assertIn(b"1 secret is shown", result.stderr)

    def test_hostile_lines_are_text_in_every_target(self):
        line = "</code></pre><script>alert(1)</script>```\u202e\x1b[31m{{title}}::error::x"
        dataset = night([{"title": "t", "location": {"file": "a", "line": 1, "context": [line]}}])
        for target in TARGETS:
            shown = self.shown(dataset, target, "--show-source")
            self.assertNotIn("\u202e", shown)
            self.assertNotIn("\x1b", shown)
            if target in ("page", "mail"):
                self.assertNotIn("<script>alert", shown)

    def test_small_budgets_leave_lines_out_before_messages(self):
        dataset = night([{**finding(4, 2), "title": f"Finding {at}"} for at in range(12)])
        whole = self.shown(dataset, "markdown", "--show-source", "--budget", "20000")
        small = self.shown(dataset, "markdown", "--show-source", "--budget", "2000")
        self.assertEqual(12, whole.count("def load"))
        self.assertLessEqual(len(small.encode()), 2000)
        self.assertGreater(small.count("Finding "), small.count("def load"))


class FrameOnPage(BrowserTest):
    @rules("V2", "V4")
    def test_long_lines_scroll_in_the_frame_and_the_page_does_not(self):
        # The shortened line fits into a wide window.
        for size, scrolls in (("narrowest", True), ("compact", True), ("regular", False)):
            with self.subTest(size=size):
                page = self.open(night([finding(9, 22), finding(4)]), size=size, arguments=("--show-source",))
                page.locator("[data-row] > summary").first.click(modifiers=["Control"])
                frame = page.locator("pre").first
                self.eventually(self.assertTrue, frame.is_visible)
                found = page.evaluate("""(() => { const pre = document.querySelector('pre');
                  return [pre.scrollWidth > pre.clientWidth, document.documentElement.scrollWidth <= innerWidth,
                          getComputedStyle(pre).direction, pre.tabIndex]; })()""")
                self.assertEqual([scrolls, True, "ltr", 0], found)

    @rules("V4")
    def test_an_opened_message_shows_lines_without_script(self):
        page = self.open(night([finding(4, 2), finding(8)]), script=False, arguments=("--show-source",))
        page.locator("[data-row] > summary").first.click()
        text = page.locator("pre").first.inner_text()
        self.assertIn("> 4 |     assert path\n    |     ^\n", text)
        # Shows three lines above and below.
        self.assertEqual(8, len(text.rstrip("\n").splitlines()))
