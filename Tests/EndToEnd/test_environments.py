"""Tests in several environments: where a test failed stands in its title, and a failure stays in its environment."""
import html
import json
import re
import shutil

import support
from browser import rules
from support import DONE, USAGE, run

NOW = ("--now", "2026-11-20T03:12:00Z")


def junit(cases, host=None):
    """A report of tests, {name: text of the failure, or None for a pass}."""
    place = f' hostname="{host}"' if host else ""
    inside = "".join(
        f'<testcase classname="C" name="{name}">{f"<failure message={chr(34)}{text}{chr(34)}/>" if text else ""}</testcase>'
        for name, text in cases.items())
    return f'<testsuite name="s"{place}>{inside}</testsuite>'


class Environments(support.ProgramTest):
    def dataset(self, name, reports, *arguments):
        """Converts reports, {path: text}; returns the diagnostics."""
        folder = self.folder / name
        for path, text in reports.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        result = run("convert", name, "-o", f"{name}.json", *arguments, cwd=self.folder)
        self.assertStatus(DONE, result)
        return result.stderr.decode()

    def render(self, name, *arguments, to="json"):
        result = run("render", f"{name}.json", "--to", to, *NOW, *arguments, "-o", "-", cwd=self.folder)
        self.assertStatus(DONE, result)
        return json.loads(result.stdout) if to == "json" else result.stdout.decode()

    def compared(self, before, now):
        """The changes of messages by their titles."""
        self.dataset("old", before)
        self.dataset("new", now)
        report = self.render("new", "--baseline", "old.json")
        found = {message["title"]: message["change"] for section in report["sections"] for message in section["messages"]}
        for change in ("fixed", "removed", "unseen"):
            found |= {message["title"]: change for message in report["comparison"].get(change + "Messages", [])}
        return found

    @rules("I4")
    def test_every_target_says_where_a_test_failed(self):
        self.dataset("both", {"linux.xml": junit({"t": None}), "windows.xml": junit({"t": "no &lt;b&gt;"})})
        self.dataset("old", {"linux.xml": junit({"t": "no"}), "windows.xml": junit({"t": None})})
        for to in ("page", "mail", "markdown", "text", "slack", "teams", "json"):
            shown = self.render("both", "--baseline", "old.json", to=to)
            text = json.dumps(shown) if to == "json" else shown
            for place in ("windows", "linux"):
                self.assertTrue(re.search(rf"\\*\[{place}\\*\] C(<wbr>)?\\*\.(<wbr>)?t", text), (to, place))

    @rules("I4")
    def test_a_value_in_an_environment_is_escaped(self):
        self.dataset("both", {"a.xml": junit({"t": None}, "pc"), "b.xml": junit({"t": "no"}, "w&lt;i&gt;")})
        page = self.render("both", to="page")
        self.assertTrue("[w&lt;i>] C" in page.replace("&gt;", ">").replace("<wbr>", ""))
        self.assertFalse("w<i>" in page)

    @rules("I4")
    def test_one_environment_changes_no_title(self):
        for reports in ({"linux.xml": junit({"t": "no"})}, {"node.xml": junit({"t": "no"}), "python.xml": junit({"u": "no"})}):
            self.dataset("one", reports)
            self.assertNotIn("] C.", self.render("one", to="text"))
            for path in (self.folder / "one").iterdir():
                path.unlink()

    @rules("I4")
    def test_a_title_with_its_environment_can_be_filtered(self):
        self.dataset("both", {"linux.xml": junit({"t": "no"}), "windows.xml": junit({"t": "no"})})
        text = self.render("both", "--filter", "text=[windows]", to="text")
        self.assertIn("[windows] C.t", text)
        self.assertNotIn("[linux] C.t", text)

    @rules("I4", "N3")
    def test_a_failure_that_moves_to_another_environment_is_fixed_and_new(self):
        found = self.compared(
            {"linux.xml": junit({"t": "no"}), "windows.xml": junit({"t": None})},
            {"linux.xml": junit({"t": None}), "windows.xml": junit({"t": "no"})})
        self.assertEqual({"[linux] C.t": "fixed", "[windows] C.t": "new"}, found)

    @rules("I4", "N3")
    def test_an_environment_with_another_name_keeps_its_failures(self):
        for before, now in (("worker-a", "worker-b"), ("ubuntu-22.04", "ubuntu-24.04"), ("fv-az123-456", "fv-az9-87"),
                            ("linux", "windows")):
            found = self.compared({"a.xml": junit({"t": "no"}, before)}, {"a.xml": junit({"t": "no"}, now)})
            self.assertEqual({"C.t": "still"}, found, before)
        found = self.compared(
            {"a.xml": junit({"t": "no", "u": None}, "worker-a"), "b.xml": junit({"t": None, "u": "no"}, "worker-b")},
            {"a.xml": junit({"t": "no", "u": None}, "worker-c"), "b.xml": junit({"t": None, "u": "no"}, "worker-d")})
        self.assertEqual({"still"}, set(found.values()))

    @rules("I4", "N3")
    def test_a_test_that_another_machine_runs_stays_the_same(self):
        found = self.compared(
            {"a.xml": junit({"t": "no"}, "node1"), "b.xml": junit({"u": None}, "node2")},
            {"a.xml": junit({"u": None}, "node1"), "b.xml": junit({"t": "no"}, "node2")})
        self.assertEqual({"C.t": "still"}, found)

    @rules("M15")
    def test_a_test_that_fails_everywhere_is_one_line_of_a_long_report(self):
        cases = {f"t{number}x{letter}": f"cannot {letter * 9} here" for number, letter in enumerate("abcdefghijkl")}
        self.dataset("both", {f"{name}.xml": junit(cases) for name in ("linux", "windows")})
        text = self.render("both", to="text")
        self.assertIn("[linux, windows] C.t0xa ×2", text)
        groups = [group for section in self.render("both")["sections"] for group in section["groups"]]
        self.assertEqual({("environment", 2)}, {(group["likeness"], group["count"]) for group in groups})

    @rules("I4")
    def test_equal_reports_of_two_environments_are_two(self):
        report = junit({"t": "no"})
        said = self.dataset("both", {"linux.xml": report, "windows.xml": report})
        self.assertNotIn("duplicate-input", said)
        text = self.render("both", to="text")
        self.assertIn("[linux, windows] C.t ×2", text)
        # A copy with the same name or without one is still a copy.
        said = self.dataset("both", {"copy/linux.xml": report, "copy/a.xml": report})
        self.assertIn("duplicate-input", said)
        self.assertEqual(2, len(json.loads((self.folder / "both.json").read_text())["messages"]))

    @rules("I4", "N2", "N6")
    def test_only_a_report_of_the_same_tests_replaces_an_absent_one(self):
        passed = dict.fromkeys("tuv")
        good, bad, more = junit(passed), junit({**passed, "u": "no"}), junit({**passed, "w": None})
        large = junit(dict.fromkeys("tuvpqrsxyz"))
        for name, before, now, change in (
                ("absent", {"a.xml": bad, "b.xml": more}, {"b.xml": more}, "unseen"),
                ("passed", {"a.xml": bad, "b.xml": more}, {"a.xml": good, "b.xml": more}, "fixed"),
                ("renamed", {"a.xml": bad, "b.xml": more}, {"c.xml": good, "b.xml": more}, "fixed"),
                ("numbered", {"a-1.xml": bad, "b-1.xml": more}, {"a-2.xml": good, "b-2.xml": more}, "fixed"),
                ("its own tests", {"a.xml": junit({**passed, "u": "no", "own": None}), "b.xml": good}, {"b.xml": good}, "unseen"),
                ("another report", {"a.xml": bad, "b.xml": more}, {"b.xml": more, "c.xml": junit({"x": None})}, "unseen"),
                ("a larger report", {"a.xml": bad, "b.xml": large, "c.xml": good}, {"b.xml": large, "c.xml": good}, "unseen"),
                ("one for two", {"a.xml": bad, "b.xml": more}, {"c.xml": good}, "unseen"),
                ("one number for two", {"job-101.xml": bad, "job-102.xml": more}, {"job-103.xml": good}, "unseen"),
                ("a name of two", {"x/j.xml": bad, "y/j.xml": more}, {"y/j.xml": more}, "unseen"),
                ("other machines", {"a.xml": junit({**passed, "u": "no"}, "m1"), "b.xml": junit(passed, "m2")},
                 {"b.xml": junit(passed, "m3")}, "unseen"),
                ("beside an unread file", {"a.xml": bad, "b.xml": more}, {"a.xml": good, "b.xml": more, "c.json": "{}"}, "fixed"),
                ("beside a cut report", {"a.xml": bad, "b.xml": more}, {"a.xml": good, "b.xml": more[:70]}, "fixed"),
                ("cut off", {"a.xml": bad, "b.xml": more}, {"a.xml": good[:70], "b.xml": more}, "unseen")):
            with self.subTest(name):
                for folder in ("old", "new"):
                    shutil.rmtree(self.folder / folder, ignore_errors=True)
                found = self.compared(before, now)
                self.assertEqual({"C.u": change}, {title.removeprefix("[m1] "): change for title, change in found.items()})
        # Each loses a report: by its name, or by the tests that only it had.
        for before, now in (({"a.xml": bad, "b.xml": more}, {"b.xml": more}),
                            ({"a.xml": junit({**passed, "own": None}), "b.xml": more}, {"c.xml": good})):
            for folder in ("old", "new"):
                shutil.rmtree(self.folder / folder)
            self.compared(before, now)
            self.assertIn("not run: a.xml", self.render("new", "--baseline", "old.json", to="text"))

    @rules("N2", "N6")
    def test_one_of_twelve_platforms_is_missed_until_it_is_back(self):
        tests = dict.fromkeys("tuv")
        names = [f"p{letter}.xml" for letter in "abcdefghijkl"]
        for night in range(1, 5):
            folder = self.folder / f"night{night}"
            folder.mkdir()
            for name in names:
                text = junit({**tests, "u": "no" if name == "pc.xml" and night == 1 else None})
                if name != "pc.xml" or night in (1, 4):
                    (folder / name).write_text(text.replace("<testsuite", f'<testsuite time="{names.index(name)}"'))
            result = run("publish", folder, "--site", self.folder / "site", "--project", "p", "--run", f"r{night}",
                         "--now", f"2026-11-0{night}T03:00:00Z", cwd=self.folder)
            self.assertStatus(DONE, result)
            page = (self.folder / f"site/p/runs/r{night}/index.html").read_text()
            self.assertEqual(night == 4, "<title>All clear" in page, f"night {night}")
            self.assertEqual(night in (2, 3), "not run" in page, f"night {night}")

    @rules("I4", "N2")
    def test_a_second_try_that_is_not_needed_is_not_missed(self):
        tried = {"a.xml": junit({"t": None, "u": "no", "v": None}), "again.xml": junit({"u": "no"})}
        self.assertEqual({"C.u": "fixed"}, self.compared(tried, {"a.xml": junit({"t": None, "u": None, "v": None})}))

    @rules("N2")
    def test_a_test_with_a_value_in_its_name_is_fixed_under_another_value(self):
        for before, now in (("upload /tmp/tmp1a2b/x", "upload /tmp/tmp9z8y/x"), ("at 0x7ffe1234", "at 0x7ffe9876"),
                            ("case[2026-11-25]", "case[2026-11-26]"), ("after 12 ms", "after 13 ms"),
                            ("at 2026-11-25T10:00:00Z", "at 2026-11-26T11:30:00Z")):
            found = self.compared({"a.xml": junit({before: "no"})}, {"a.xml": junit({now: None})})
            self.assertEqual({f"C.{before}": "fixed"}, found)
            found = self.compared({"a.xml": junit({before: "no"})}, {"a.xml": junit({now: "no"})})
            self.assertEqual({f"C.{now}": "still"}, found)

    @rules("N2", "I4")
    def test_a_test_with_a_value_in_its_name_is_fixed_only_in_its_environment(self):
        before = {"linux.xml": junit({"at 0x7ffe1234": None, "u": None}), "windows.xml": junit({"at 0x7ffe5678": "no", "u": None})}
        found = self.compared(before, {"linux.xml": junit({"at 0x7ffe9999": None, "u": None})})
        self.assertEqual({"[windows] C.at 0x7ffe5678": "unseen"}, found)
        (self.folder / "new/linux.xml").unlink()
        found = self.compared(before, {"windows.xml": junit({"at 0x7ffe9999": None, "u": None})})
        self.assertEqual({"[windows] C.at 0x7ffe5678": "fixed"}, found)

    @rules("N2")
    def test_a_name_without_its_values_counts_only_where_it_is_unique(self):
        one, two, three = (f"case[2026-11-2{day}]" for day in (4, 5, 6))
        for before, now in (({one: "no"}, {two: None, three: None}), ({one: "no", two: None}, {three: None}),
                            ({"port 8081": "no"}, {"port 8082": None})):
            found = self.compared({"a.xml": junit(before)}, {"a.xml": junit(now)})
            self.assertNotIn("fixed", found.values(), (before, now))

    @rules("R9", "I6")
    def test_a_changed_environment_stands_beside_new_errors_in_every_output(self):
        def report(python, cases, host):
            names = {"python": python, "os.name": "Linux", "DEPLOY_KEY": "plain words", "user.home": "/home/me"}
            inside = "".join(f'<property name="{name}" value="{value}"/>' for name, value in names.items())
            return junit(cases, host).replace("<testcase", f"<properties>{inside}</properties><testcase", 1)

        self.dataset("old", {"a.xml": report("3.12.3", {"t": None, "u": None}, "box-7f3a1")})
        self.dataset("new", {"a.xml": report("3.12.4", {"t": "no", "u": None}, "box-9c2b4")})
        self.dataset("same", {"a.xml": report("3.12.4", {"t": None, "u": None}, "box-9c2b4")})
        sentence = "Environment changed: Python 3.12.3 → 3.12.4"
        for to in ("page", "mail", "markdown", "text", "slack", "teams"):
            found = self.render("new", "--baseline", "old.json", to=to)
            found = html.unescape(found.replace("\\u2192", "→")).replace("\\", "")
            self.assertIn(sentence, re.sub(r"\s+", " ", found), to)
            self.assertNotIn("plain words", found)
            self.assertNotIn("/home/me", found)
            self.assertNotIn(sentence, self.render("same", "--baseline", "old.json", to=to), to)
        found = self.render("new", "--baseline", "old.json")
        self.assertEqual([{"title": "Python", "before": "3.12.3", "now": "3.12.4"}], found["environmentChanges"])
        facts = {fact["title"]: fact["value"] for fact in found["run"]["facts"]}
        self.assertEqual(("box-9c2b4", "3.12.4", "Linux"), tuple(facts[name] for name in ("Host", "Python", "System")))
        self.assertNotIn("environmentChanges", self.render("new", "--baseline", "new.json"))

    @rules("I4")
    def test_the_results_in_all_environments_are_in_every_output(self):
        reports = {"a.xml": {"t": "no", "u": None}, "b.xml": {"t": None, "u": None}, "c.xml": {"t": "no", "u": "other"}}
        for name, cases in reports.items():
            (self.folder / name).write_text(junit(cases))
        given = [word for name, path in (("staging", "a.xml"), ("prod eu", "junit:b.xml"), ("lab", "c.xml"))
                 for word in ("--environment", f"{name}:{path}")]
        for to in ("page", "mail", "markdown", "text", "slack", "teams"):
            found = run("render", *given, "--to", to, "-o", "-", *NOW, cwd=self.folder)
            self.assertStatus(DONE, found)
            # A mail has other signs.
            text = html.unescape(re.sub(r"\\\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), found.stdout.decode())).replace("✕", "✖").replace("✓", "✔")
            self.assertIn("lab ✖ prod eu ✔ staging ✔", text, to)
            if to not in ("slack", "teams"):
                self.assertIn("[lab, staging] C.t", text.replace("\\", ""), to)
                self.assertIn("lab ✖ prod eu ✔ staging ✖", text, to)
        found = run("render", *given, "--to", "json", "-o", "-", *NOW, cwd=self.folder)
        messages = json.loads(found.stdout)["sections"][0]["messages"]
        self.assertEqual({"lab": "failed", "prod eu": "passed", "staging": "failed"},
                         {entry["name"]: entry["outcome"] for entry in messages[0]["environments"]})
        # The same by a settings file, and wrong values.
        (self.folder / "tidemark.json").write_text(json.dumps({"inputs": [
            {"path": path, "environment": name} for name, path in (("staging", "a.xml"), ("prod eu", "b.xml"), ("lab", "c.xml"))]}))
        again = run("render", "--to", "json", "-o", "-", *NOW, cwd=self.folder)
        self.assertEqual(messages, json.loads(again.stdout)["sections"][0]["messages"])
        for wrong in ("staging", ":a.xml", "x:"):
            self.assertStatus(USAGE, run("render", "--environment", wrong, "-o", "-", cwd=self.folder))

    @rules("I4", "N4")
    def test_a_test_that_fails_in_several_environments_is_one_line_of_the_list(self):
        for name in ("a", "b", "c"):
            (self.folder / f"{name}.xml").write_text(junit({"t": "no", "u": "other" if name == "a" else None, "v": f"{name} away"}))
        given = [word for name in ("a", "b", "c") for word in ("--environment", f"{name}:{name}.xml")]
        page = run("render", *given, "-o", "-", *NOW, cwd=self.folder).stdout.decode()
        listed = page[page.index('id="messages"'):]
        lines = [re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", "", line)))
                 for line in re.findall("<details class=.alike.*?</summary>", listed, re.S)]
        self.assertEqual(2, len(lines))
        for line, title in zip(lines, ("[a, b, c] C.t ×3", "[a, b, c] C.v ×3")):
            self.assertIn(title, line)
            self.assertIn("a ✖ b ✖ c ✖", line)
        self.assertIn("[a] C.u", listed)

    @rules("I4")
    def test_a_test_of_twelve_environments_is_one_row(self):
        def cause(test):
            return f"cannot {chr(97 + test // 26) * 5}{chr(97 + test % 26) * 5} here"

        for number in range(12):
            (self.folder / f"e{number}.xml").write_text(junit({f"t{test}": cause(test) if test % 3 else None for test in range(300)}))
        given = [word for number in range(12) for word in ("--environment", f"env {chr(97 + number)}:e{number}.xml")]
        found = run("render", *given, "--to", "json", "-o", "-", *NOW, cwd=self.folder)
        self.assertStatus(DONE, found)
        section = json.loads(found.stdout)["sections"][0]
        self.assertEqual(200 * 12, len(section["messages"]))
        self.assertEqual({("environment", 12)}, {(group["likeness"], group["count"]) for group in section["groups"]})
        self.assertEqual(200, len(section["groups"]))
