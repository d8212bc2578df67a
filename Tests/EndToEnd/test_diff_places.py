"""Findings on changed lines, in changed files and elsewhere, and the gate for new errors in the diff."""
import html
import json
import re
import time as time_module

from browser import rules
from pull_requests import PullRequestTest, dataset, time
from support import DONE, FOUND, USAGE, run


class Diff(PullRequestTest):
    """Findings on changed lines, in changed files and elsewhere, and the gate for new errors in the diff."""
    GATE = ("--fail-on", "new-error-in-diff")
    DIFF = """diff --git a/shop/total.py b/shop/total.py
index 1111111..2222222 100644
--- a/shop/total.py
+++ b/shop/total.py
@@ -1,3 +1,4 @@
 import money
-def total():
+def total(cart):
+    check(cart)
     pass
diff --git a/shop/old.py b/shop/new.py
similarity index 100%
rename from shop/old.py
rename to shop/new.py
diff --git a/tools/run.sh b/tools/run.sh
old mode 100644
new mode 100755
diff --git a/shop/gone.py b/shop/gone.py
deleted file mode 100644
--- a/shop/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-pass
"""

    def setUp(self):
        super().setUp()
        (self.folder / "change.diff").write_text(self.DIFF)
        self.put("old", {"version": 1, "run": {"status": "completed", "finished": time(1)}, "messages": []})

    def finding(self, file, line=None, **more):
        place = {"file": file, **({"line": line} if line else {})} if file else None
        return {"urgency": "error", "title": f"Bad {file}:{line}", **({"location": place} if place else {}), **more}

    def judged(self, *messages, status="completed", words=(), more=()):
        """The exit status, and the report."""
        self.put("new", {"version": 1, "run": {"status": status, "finished": time(2)}, "messages": list(messages), **dict(more)})
        words = words or ("--baseline", "old.json")
        result = run("render", "new.json", *words, "--diff", "change.diff", *self.GATE, "--to", "json", cwd=self.folder)
        return result.returncode, json.loads(result.stdout) if result.stdout else None

    def place(self, file, line=None):
        return [message.get("diff") for section in self.judged(self.finding(file, line))[1]["sections"]
                for message in section["messages"]][0]

    @rules("N10")
    def test_a_finding_is_on_a_changed_line_in_a_changed_file_or_elsewhere(self):
        for file, line, place in (
                ("shop/total.py", 2, "line"), ("shop/total.py", 3, "line"), ("shop/total.py", 4, "file"), ("shop/total.py", None, "file"),
                ("shop/new.py", 5, "file"), ("shop/old.py", 5, "file"), ("tools/run.sh", 1, "file"), ("shop/gone.py", 1, "file"),
                ("shop/other.py", 2, "elsewhere"), ("shop/subtotal.py", 2, "elsewhere"), ("total.pyc", 2, "elsewhere")):
            self.assertEqual(place, self.place(file, line), file)
            self.assertEqual(DONE if place == "elsewhere" else FOUND, self.judged(self.finding(file, line))[0], file)

    @rules("N10")
    def test_a_path_that_may_be_a_changed_file_is_one(self):
        for file in ("./shop/total.py", "a/shop/total.py", "b/shop/total.py", "/ci/build/shop/total.py", "C:\\ci\\shop\\total.py",
                     "../shop/total.py", "work/shop/./total.py", "Shop/Total.py", "shop//total.py", "shop/x/../total.py"):
            self.assertEqual("line", self.place(file, 2), file)
        for file in ("total.py", "../total.py", "/app/total.py", "C:/app/total.py", "../../x/total.py"):
            self.assertEqual("file", self.place(file, 2), file)
        for file in ("shop/other/total.py", "total.py.txt", "x/run.sh"):
            self.assertEqual("elsewhere", self.place(file, 2), file)
        # Of several files of the diff, an equal path is the one.
        other = self.DIFF.replace("shop/", "bank/shop/").replace("@@ -1,3 +1,4 @@", "@@ -11,3 +11,4 @@")
        (self.folder / "change.diff").write_text(self.DIFF + other)
        self.assertEqual(["line", "file", "file"], [self.place(file, 3) for file in ("shop/total.py", "bank/shop/total.py", "/x/total.py")])

    @rules("N10")
    def test_an_empty_diff_leaves_nothing_out(self):
        (self.folder / "change.diff").write_text("")
        self.assertEqual(FOUND, self.judged(self.finding("shop/other.py", 2))[0])

    @rules("N10")
    def test_what_does_not_count_is_named(self):
        self.put("new", {"version": 1, "run": {"status": "completed"}, "messages": [self.finding("shop/other.py", 2)]})
        result = run("render", "new.json", "--baseline", "old.json", "--diff", "change.diff", *self.GATE, "-o", "x.html", cwd=self.folder)
        self.assertStatus(DONE, result)
        self.assertIn(b"1 new error is in a file that the diff does not change", result.stderr)
        self.assertIn(b"Bad shop/other.py:2", result.stderr)
        self.assertNotIn(b"coverage", result.stderr)

    def test_many_files_of_one_name_take_linear_time(self):
        names = [f"p{number}/" * 30 + "index.js" for number in range(3000)]
        (self.folder / "change.diff").write_text("".join(
            f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-a\n+b\n" for name in names))
        started = time_module.monotonic()
        self.judged(*[self.finding(name.replace("p", "q"), 1) for name in names])
        self.assertLess(time_module.monotonic() - started, 60)

    @rules("N10")
    def test_the_prefixes_of_a_diff_do_not_matter(self):
        for old, new in (("a/", "b/"), ("", ""), ("i/", "w/"), ("old/", "new/")):
            text = self.DIFF
            for letter, prefix in (("a/", old), ("b/", new)):
                text = text.replace(f" {letter}", f" {prefix}")
            (self.folder / "change.diff").write_text(text)
            self.assertEqual("line", self.place("shop/total.py", 2), old)
            self.assertEqual("file", self.place("tools/run.sh", 2), old)
            self.assertEqual("elsewhere", self.place("shop/other.py", 2), old)

    @rules("N10")
    def test_what_has_no_place_and_failed_tests_count(self):
        self.assertEqual(FOUND, self.judged(self.finding(None))[0])
        test = {"fingerprint": "test:s\\x1fC\\x1fa", "location": {"file": "tests/test_a.py", "line": 3}}
        self.assertEqual(FOUND, self.judged({**self.finding("x"), **json.loads(json.dumps(test).replace("\\\\x1f", "\\u001f"))})[0])
        (self.folder / "tests.xml").write_text(
            '<testsuite name="s"><testcase classname="C" name="a" file="tests/test_a.py" line="3"><failure message="no"/></testcase></testsuite>')
        words = ("--baseline", "old.json", "--diff", "change.diff", *self.GATE, "--output", "x.html")
        self.assertStatus(FOUND, run("render", "tests.xml", *words, cwd=self.folder))

    @rules("N10")
    def test_incomplete_and_unread_runs_are_not_green(self):
        elsewhere = self.finding("shop/other.py", 2)
        self.assertEqual(DONE, self.judged(elsewhere)[0])
        self.assertEqual(FOUND, self.judged(elsewhere, status="failed")[0])
        (self.folder / "broken.xml").write_text("<testsuite><testcase")
        words = ("--baseline", "old.json", "--diff", "change.diff", *self.GATE, "--output", "x.html")
        self.assertStatus(FOUND, run("render", "new.json", "broken.xml", "--broken", "report", *words, cwd=self.folder))
        self.assertStatus(FOUND, run("render", "--missing", "no disk", *words, cwd=self.folder))

    @rules("N10")
    def test_only_new_errors_count(self):
        self.put("old", {"version": 1, "run": {"status": "completed", "finished": time(1)},
                         "messages": [self.finding("shop/total.py", 2)]})
        self.assertEqual(DONE, self.judged(self.finding("shop/total.py", 2))[0])
        self.assertEqual(DONE, self.judged({**self.finding("shop/total.py", 3), "urgency": "warning"})[0])
        self.assertEqual(FOUND, self.judged(self.finding("shop/total.py", 3), self.finding("shop/total.py", 2))[0])

    @rules("N10")
    def test_publish_judges_alike_and_origins_count(self):
        first = self.repository.commit()
        self.main("one", 1, first, ["Old"])
        head = self.repository.commit(first)
        (self.folder / "commits.txt").write_text(self.repository.listed(head))
        for errors, status in ((["Old"], DONE), (["Old", "Own"], FOUND)):
            file = self.put("pull", dataset("pull", 9, head, errors))
            words = (file, "--site", "site", "--baseline-commits", "commits.txt", "--diff", "change.diff", *self.GATE)
            self.assertStatus(status, run("render", *words, "--output", "x.html", cwd=self.folder))
            self.assertStatus(status, run("publish", *words, "--run", "pull", cwd=self.folder))

    @rules("N10")
    def test_every_output_says_where_findings_are(self):
        good = {"urgency": "success", "title": "Good", "location": {"file": "shop/total.py", "line": 2}}
        report = self.judged(self.finding("shop/total.py", 2), self.finding("shop/new.py", 1), self.finding("a.py"), good)[1]
        text = "Findings: 1 on changed lines, 1 in changed files, 1 elsewhere"
        self.assertEqual({"text": text, "line": 1, "file": 1, "elsewhere": 1}, report["diff"])
        for target in ("page", "markdown", "text", "mail"):
            result = run("render", "new.json", "--baseline", "old.json", "--diff", "change.diff", "--to", target, cwd=self.folder)
            said = re.sub(r"\s+", " ", html.unescape(result.stdout.decode()))
            for words in (text, "On a changed line", "In a changed file"):
                self.assertIn(words, said, target)

    @rules("N10")
    def test_the_gate_needs_a_diff(self):
        self.put("new", {"version": 1, "run": {"status": "completed"}, "messages": []})
        for command, words in (("render", ("--baseline", "old.json")), ("publish", ("--site", "site", "--project", "shop"))):
            result = run(command, "new.json", *words, *self.GATE, cwd=self.folder)
            self.assertStatus(USAGE, result)
            self.assertIn(b"git diff origin/main...HEAD", result.stderr)
