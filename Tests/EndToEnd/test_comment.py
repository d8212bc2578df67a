"""Comments of pull requests: `--to comment`."""
import itertools
import json
import re

import support
from support import DONE, USAGE, run

LIMIT = 65_536


class Comment(support.ProgramTest):
    def put(self, name, messages, **more):
        run_ = {"status": "completed", "finished": "2026-11-20T03:00:00Z"}
        return self.write(name, json.dumps({"version": 1, "title": "Checks", "project": "shop", "run": run_, "messages": messages, **more}))

    def comment(self, *words, status=DONE):
        result = run("render", *words, "--to", "comment", "--now", "2026-11-20T04:00:00Z", cwd=self.folder)
        self.assertStatus(status, result)
        return result.stdout.decode()

    def error(self, title, **more):
        return {"urgency": "error", "title": title, "fingerprint": title, **more}

    def test_the_first_line_is_the_same_for_each_run_of_a_project_and_for_no_other(self):
        first = [self.comment(self.put("a.json", [self.error("One")])), self.comment(self.put("b.json", [], title="Other words"))]
        first.append(self.comment(self.put("c.json", [], project="shop-2")))
        markers = [text.splitlines()[0] for text in first]
        self.assertRegex(markers[0], r"^<!-- [a-z0-9 ]+ -->$")
        self.assertEqual(markers[0], markers[1])
        self.assertNotEqual(markers[0], markers[2])
        # A name can't end the marker.
        self.assertRegex(self.comment(self.put("d.json", [], project="--><b>")).splitlines()[0], r"^<!-- [a-z0-9 ]+ -->$")

    def test_what_changed_is_in_sight_and_the_rest_is_folded(self):
        before = self.put("before.json", [self.error("Old one"), self.error("Mended one")])
        now = self.put("now.json", [self.error("Old one"), self.error("Fresh one")])
        tests = self.write("tests.xml", '<testsuite name="s"><testcase name="t"><failure message="Why it broke"/></testcase></testsuite>')
        text = self.comment(now, tests, "--baseline", before)
        seen = re.sub(r"<details>.*?</details>", "", text.replace("\n", " "))
        self.assertIn("Fresh one", seen)
        self.assertIn("Why it broke", seen)
        self.assertNotIn("Old one", seen)
        self.assertIn("Old one", text)
        self.assertIn("Mended one", text)
        # A summary and Markdown need an empty line between them.
        for line in re.findall(r"</summary>\n(.*)", text):
            self.assertEqual("", line)

    def test_a_single_alert_or_banner_is_named(self):
        for kind in ("alert", "offline"):
            message = self.error("The only one", kind=kind, text="Its text")
            for before in ([message], []):
                seen = re.sub(r"(?s)<details>.*?</details>", "", self.comment(
                    self.put("now.json", [message]), "--baseline", self.put("before.json", before)))
                self.assertIn("The only one", seen, kind)
                self.assertIn("Its text", seen, kind)

    def test_without_a_baseline_every_message_is_in_sight(self):
        text = self.comment(self.put("now.json", [self.error("One"), self.error("Two"), self.error("Three")]))
        self.assertEqual([], [title for title in ("One", "Two", "Three") if title not in re.sub(r"(?s)<details>.*?</details>", "", text)])

    def test_no_comment_is_longer_than_a_service_takes_and_it_says_what_is_left_out(self):
        messages = [self.error(f"{word} ä", text=f"Why {word} " * 20, location={"file": f"src/{word}.py", "line": 3})
                    for word in ("".join(letters) for letters in itertools.islice(itertools.permutations("abcdefg"), 3000))]
        path = self.put("many.json", messages, url="https://ci.example.org/7/")
        for words in ((path,), (path, "--baseline", self.put("before.json", []))):
            text = self.comment(*words)
            self.assertLessEqual(len(text.encode()), LIMIT)
            self.assertGreater(len(text.encode()), LIMIT * 3 // 4)
            self.assertRegex(text, r"and [0-9,]+ more")
            self.assertEqual(text.count("<details>"), text.count("</details>"))
            self.assertRegex(text, r"3,000 (new )?errors")
        million = self.comment(path, "--budget", "1000k")
        self.assertGreater(len(million.encode()), LIMIT)

    def test_links_lead_to_the_page_and_ids_are_of_one_report(self):
        before = self.put("before.json", [])
        page = self.comment(self.put("page.json", [self.error("One"), self.error("Two")], url="https://ci.example.org/7/"), "--baseline", before)
        self.assertIn("(https://ci.example.org/7/#m", page)
        self.assertNotIn("<a id=", page)
        ids = []
        for name in ("shop", "bank"):
            text = self.comment(self.put("own.json", [self.error("One"), self.error("Two")], project=name), "--baseline", before)
            own = re.findall(r'<a id="([^"]+)"', text)
            self.assertEqual(sorted(own), sorted(re.findall(r"\(#([^)]+)\)", text)))
            ids += own
        self.assertEqual(len(ids), len(set(ids)))

    def test_an_address_of_the_call_replaces_that_of_the_dataset(self):
        page = "https://pages.example/7.html"
        dataset = self.put("own.json", [self.error("One", link={"title": "Log", "url": "log.txt"}), self.error("Two")], url="https://ci.example.org/7/")
        text = self.comment(dataset, "--url", page, "--baseline", self.put("before.json", []))
        self.assertIn(f"[View details]({page})", text)
        self.assertIn(f"({page}#m1)", text)
        # What the dataset names is where it was.
        self.assertIn("(https://ci.example.org/7/log.txt)", text)
        for wrong in ("pages.example", "javascript:alert(1)", "https://", "https://a b"):
            result = run("render", dataset, "--to", "comment", "--url", wrong)
            self.assertStatus(USAGE, result)
            self.assertIn(b"https://example.org/report.html", result.stderr)

    def test_nobody_is_notified_and_no_issue_is_linked(self):
        hostile = "@octocat broke #12, see owner/shop#3, GH-4 and https://example.org/x"
        messages = [self.error(hostile, text=hostile, owner="@team/shop", location={"file": "@octocat/a.py", "line": 1}),
                    {"urgency": "warning", "title": hostile, "details": hostile}]
        for words in ((), ("--baseline", self.put("before.json", []))):
            text = self.comment(self.put("now.json", messages, subtitle=hostile), *words)
            # A name within code is not a mention.
            text = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
            self.assertNotRegex(text, r"@\w")
            self.assertNotRegex(text, r"(?<![&\w/])#\d")

    def test_all_clear_is_short(self):
        text = self.comment(self.put("now.json", []))
        self.assertIn("All clear", text)
        self.assertLess(len(text.split("\n\n")), 12)

    def test_an_own_template_has_its_own_comment(self):
        (self.folder / "own/components").mkdir(parents=True)
        (self.folder / "own/components/comment.markdown").write_text("{{title}} has {{total}}.\n")
        self.assertRegex(self.comment(self.put("now.json", [self.error("One")]), "--template", "own/"), r"^<!-- .* -->\nChecks has 1\.\n$")
