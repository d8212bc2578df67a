"""What has changed, where people meet it: gates, mails, sites, and a failed run that looks like one."""
import json
import re

import mail_support
from browser import rules
from support import DONE, FOUND, run

GREEN = ("#1b6a35", "#eaf7ee", "#c0e4cc", "#2a8749")


class ChangesTest(mail_support.MailTest):
    def messages(self, count, urgency="error", **more):
        return [{"urgency": urgency, "title": f"Test {place}", "location": {"file": "src/a.c", "line": place + 1}, **more}
                for place in range(count)]

    def pair(self, old, new, before="completed", now="completed"):
        return (self.dataset("new.json", messages=new, run={"status": now}),
                "--baseline", self.dataset("old.json", messages=old, run={"status": before}))


class Gates(ChangesTest):
    def gate(self, new, *arguments, threshold="new-error", old=()):
        result = run("render", *self.pair(list(old), new), "--to", "text", "--fail-on", threshold, *arguments)
        self.assertStatus(FOUND, result)
        return result.stderr.decode()

    def test_gate_names_the_new_errors(self):
        old = [{"urgency": "warning", "title": "Test 0", "location": {"file": "src/a.c"}}]
        said = self.gate([*self.messages(3), {"urgency": "warning", "title": "not asked for"}], old=old)
        self.assertIn("note: '--fail-on new-error' is met: 1 worsened error, 2 new errors: [fail-on-met]\n", said)
        self.assertIn("  - src/a.c:1: Test 0 (worsened error)\n  - src/a.c:2: Test 1 (new error)\n", said)
        self.assertNotIn("not asked for", said)

    def test_gate_names_the_first_ten_and_counts_the_rest(self):
        said = self.gate(self.messages(14))
        self.assertIn("14 new errors:", said)
        self.assertEqual(10, said.count("(new error)"))
        self.assertTrue(said.endswith("  - and 4 more\n"), said)

    def test_gate_names_messages_alike_once(self):
        alike = [{"urgency": "error", "title": "Connection to 10.0.0.%d refused" % place, "category": "Hosts"} for place in range(30)]
        said = self.gate([*alike, *self.messages(2)], "--group-beyond", "5")
        self.assertIn("is met: 32 new errors: [fail-on-met]\n", said)
        self.assertEqual(1, said.count("Connection to"), said)
        self.assertRegex(said, r"  - Connection to .* \u00d730 \(new error\)\n")
        self.assertEqual(3, said.count("(new error)"), said)

    def test_gate_annotates_locations_on_github(self):
        said = self.gate(self.messages(2), "--format", "github")
        self.assertIn("::error file=src/a.c,line=1,title=new error::Test 0\n::error file=src/a.c,line=2,", said)

    def test_gate_reports_in_json(self):
        [said] = json.loads(self.gate(self.messages(12), "--format", "json"))
        self.assertEqual("'--fail-on new-error' is met: 12 new errors", said["summary"])
        self.assertEqual({"severity": "error", "label": "new error", "title": "Test 0", "file": "src/a.c", "line": 1},
                         said["findings"][0])
        self.assertEqual((10, 2), (len(said["findings"]), said["more"]))

    def test_gate_over_all_messages_names_as_many(self):
        said = self.gate([*self.messages(11), *self.messages(1, "warning")], threshold="warning")
        self.assertIn("is met: 11 errors, 1 warning: [fail-on-met]\n", said)
        self.assertTrue(said.endswith("  - src/a.c:10: Test 9 (error)\n  - and 2 more\n"), said)

    def test_no_title_begins_a_line_of_the_gate(self):
        said = self.gate([{"urgency": "error", "title": "a\n::stop-commands::x"}])
        self.assertEqual(2, said.count("\n"), said)

    def test_gate_names_the_run_that_failed(self):
        result = run("render", *self.pair([], [], now="failed"), "--to", "text", "--fail-on", "new-error")
        self.assertStatus(FOUND, result)
        self.assertIn(b"is met: the run failed [fail-on-met]", result.stderr)


class Mails(ChangesTest):
    @rules("N1")
    def test_mail_is_sent_when_a_run_is_back_to_normal(self):
        raw = self.mail(*self.pair(self.messages(1), self.messages(1), before="failed"), "--only-if", "changed")
        self.assertEqual("Night: still failing, run completed again", mail_support.parsed(raw)["Subject"])

    @rules("N1")
    def test_mail_says_that_a_run_failed_that_completed_before(self):
        message = self.message(*self.pair(self.messages(1), self.messages(1), now="failed"))
        self.assertEqual("Night: run failed, 1 error", message["Subject"])
        for kind in ("plain", "html"):
            words = re.sub(r"\s+", " ", mail_support.body(message, kind).replace("&#183;", "·"))
            self.assertIn("1 error unchanged", words)
            self.assertIn("failed (previous run completed) · nothing new, nothing fixed", words)

    @rules("N1")
    def test_mail_is_sent_when_a_message_is_less_urgent(self):
        pair = self.pair(self.messages(1), self.messages(1, "success"))
        self.assertIn("1 less urgent", self.message(*pair, "--only-if", "changed")["Subject"])
        self.assertEqual(b"", self.mail(*pair, "--only-if", "new"))

    def test_mail_without_changes_says_when_and_how_the_run_ended(self):
        message = self.message(*self.pair(self.messages(1), self.messages(1)))
        for kind in ("plain", "html"):
            self.assertIn("As of 20 Nov 2026, 02:12 UTC", mail_support.body(message, kind))
            self.assertIn("Run completed", mail_support.body(message, kind))


class NewFirst(ChangesTest):
    """Two new warnings among many old findings."""

    def many(self):
        old = [{"urgency": "information", "title": f"Finding {n}", "category": f"part {n % 7}", "details": "code\n" * 20,
                "location": {"file": f"src/f{n % 50}.c", "line": n + 1}} for n in range(3000)] + self.messages(6)
        new = [{"urgency": "warning", "title": f"Unsafe call {n}", "category": "part 3",
                "location": {"file": "src/new.c", "line": n}} for n in (7, 8)]
        return self.pair(old, old[:1500] + new + old[1500:])

    @rules("N4", "N5", "M14")
    def test_two_new_warnings_are_named_first_in_every_target(self):
        pair = self.many()
        message = self.message(*pair, "--attach", "none")
        self.assertEqual("Night: 2 new warnings, 6 errors unchanged", message["Subject"])
        text, html = (mail_support.body(message, kind) for kind in ("plain", "html"))
        self.assertIn("6 errors unchanged\n  2 new warnings\n", text[:800])
        beginnings = {"text": text[:1200], "mail": re.sub(r"<style.*?</style>|<[^>]*>", "", html, flags=re.S)[:1500]}
        for target in ("markdown", "page", "text"):
            output = self.render(*pair, "--to", target).decode()
            beginnings[target] = output[output.index('id="news"'):][:3000] if target == "page" else output[:1200]
        for target, words in beginnings.items():
            for n in (7, 8):
                self.assertIn(f"Unsafe call {n}", words, target)
                # A page shortens places there, as in its rows.
                self.assertIn(f"new.c:{n}" if target == "page" else f"src/new.c:{n}", words, target)

    @rules("N4")
    def test_a_budget_keeps_the_lists_longest(self):
        for budget, target in (("13000", "mail"), ("1500", "markdown"), ("1500", "text")):
            output = self.render(*self.many(), "--to", target, "--budget", budget).decode()
            self.assertIn("Unsafe call 7", output, target)
            self.assertIn("Unsafe call 8", output, target)
            self.assertNotIn("Finding 5 ", output, target)

    @rules("N4", "N5")
    def test_site_says_what_is_back_and_since_when_nothing_is_new(self):
        site, page = self.folder / "site", None
        # The titles differ in more than a number; otherwise the findings could be the same.
        first = [{**message, "title": f"Test {name}"} for message, name in zip(self.messages(2), ("reads", "writes"))]
        second = first[:1]
        for day, messages in enumerate((first, second, first, first), 1):
            dataset = self.dataset(messages=messages, run={"status": "completed"}, now=f"2026-01-0{day}T03:00:00Z")
            self.assertStatus(DONE, run("publish", dataset, "--site", site, "--project", "core", "--base-url", "https://e.org/"))
            page = (site / "core/index.html").read_text()
            if day == 3:
                self.assertIn("2\xa0errors, 1\xa0back", re.sub(r"<[^>]*>", "", re.search(r'<h2[^>]* id="verdict".*?</h2>', page, re.S)[0]))
                self.assertRegex(page, r'(?s)id="back".*?class="s[^"]* fresh".*?id="m2"')
                self.assertIn(">1 error back (1 error unchanged)<", (site / "index.html").read_text())
        # The first error exists since the first day, the other since the third.
        self.assertIn("Nothing new since 3 Jan; 2 errors, the oldest since 1 Jan", (site / "index.html").read_text())
        self.assertIn("2\xa0errors, the oldest since 1 Jan", re.sub(r"<[^>]*>", "", page))
        self.assertIn("<title>Nothing new since 3 Jan; 2 errors, the oldest since 1 Jan: 4 Jan 2026, 03:00</title>", (site / "core/feed.xml").read_text())

    @rules("M13")
    def test_sections_of_a_report_stand_by_their_worst_message(self):
        path = self.folder / "style.xml"
        files = "".join(f'<file name="{name}"><error line="1" severity="{severity}" message="m" source="{source}.R"/></file>'
                        for name, severity, source in (("a", "info", "x"), ("b", "warning", "y"), ("c", "error", "z")))
        path.write_text(f'<checkstyle version="10.3">{files}</checkstyle>')
        dataset = self.folder / "made.json"
        self.assertStatus(DONE, run("convert", path, "--category", "file", "-o", dataset))
        for source, arguments in ((path, ("--category", "file")), (dataset, ())):
            text = self.render(source, "--to", "text", *arguments).decode()
            self.assertEqual(["c", "b", "a"], re.findall(r"^. {1,2}(\w) \(1\)$", text, re.M), source.name)


class FailedRuns(ChangesTest):
    """A failed run with nothing but successes is green nowhere (M1)."""

    def check(self, status, count):
        dataset = self.dataset(messages=self.messages(count, "success"), run={"status": status})
        html = mail_support.body(self.message(dataset, "--attach", "none"), "html")
        for colour in GREEN:
            self.assertNotIn(colour, html)
        self.assertNotIn("[!TIP]", self.render(dataset, "--to", "markdown").decode())
        self.assertNotIn("\x1b[32m", self.render(dataset, "--to", "text", "--color", "always").decode())
        site = self.folder / f"site-{status}-{count}"
        self.assertStatus(DONE, run("publish", dataset, "--site", site, "--project", "core", "--base-url", "https://e.org/"))
        self.assertNotIn("#1b6a35", (site / "core/badge.svg").read_text())
        front = (site / "index.html").read_text()
        self.assertNotRegex(front[front.index("<main"):], r'(urgency="|bar-)success')
        outcome = "Failed" if status == "failed" else "Canceled"
        self.assertIn(f"<title>{outcome}: ", (site / "core/feed.xml").read_text())
        self.assertStatus(DONE, run("publish", dataset, "--site", site, "--project", "core", "--now", "2026-11-21T03:00:00Z"))
        latest = (site / "core/index.html").read_text()
        self.assertNotIn('<section class="trend"', latest, "nothing is known that could be drawn")
        self.assertNotIn('class="bar-success', latest)

    def test_failed_run_is_green_nowhere(self):
        for status in ("failed", "canceled"):
            for count in (1, 3):
                with self.subTest(status=status, count=count):
                    self.check(status, count)


class Sites(ChangesTest):
    def publish(self, *days):
        site = self.folder / "site"
        for day, (status, messages) in enumerate(days, 1):
            now = f"2026-01-0{day}T03:00:00Z"
            words = ("--missing", "no disk", "--now", now) if status == "missing" else \
                (self.dataset(messages=messages, run={"status": status}, now=now),)
            self.assertStatus(DONE, run("publish", *words, "--site", site, "--project", "core", "--base-url", "https://e.org/"))
        return site / "core"

    def summaries(self, project):
        return re.findall(r"<summary>(.*?)</summary>", (project / "feed.xml").read_text())

    @rules("N1")
    def test_site_compares_status_with_the_last_run_not_the_last_completed_one(self):
        error = self.messages(1)
        project = self.publish(("completed", error), ("failed", error), ("failed", error), ("completed", error),
                               ("missing", []), ("completed", error))
        newest, _, fourth, third, second, _ = self.summaries(project)
        self.assertTrue(newest.endswith("1 error · run completed again · nothing new, nothing fixed, 1 unchanged"), newest)
        self.assertTrue(fourth.endswith("run completed again · nothing new, nothing fixed, 1 unchanged"), fourth)
        self.assertTrue(third.endswith("1 error · nothing has changed"), third)
        self.assertTrue(second.endswith("failed (previous run completed) · nothing new, nothing fixed, 1 unchanged"), second)
