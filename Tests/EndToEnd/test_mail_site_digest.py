"""Digests: mails of what a site remembers of a day, a week or a month, judged by what was published."""
import datetime
import json
import shutil
import tempfile
import pathlib

import support
from mail_support import WHO, body, parsed
from support import DONE, FOUND, USAGE, run

ZONE = "Europe/Berlin"
NOW = "2026-11-29T12:00:00+01:00"
BASE = "https://ci.example.org/reports/"
# The nights in which a test fails, of the twenty from 10 to 29 November. The week of NOW is nights 13 to 19.
SHOP = {"cart.total": range(2, 20), "cart.badge": range(10, 20), "search.rank": range(15, 20), "search.facets": [19],
        "login.once": [14], "mail.retry": [8, 11, 14, 17]}
PAY = {"refund.all": [7, 8]}
SECONDS = {"import.big": 30.0, "report.render": 12.0}


def junit(failing, night=0, seconds=(), more=()):
    """The report of a night: every test, those that fail in it with a failure."""
    cases = []
    for test in [*failing, *dict(seconds), *more, "always.fine"]:
        suite, name = test.split(".")
        failure = f'<failure message="{name} is wrong"/>' if night in failing.get(test, ()) else ""
        cases.append(f'<testcase classname="{suite}" name="{name}" time="{dict(seconds).get(test, 0.01)}">{failure}</testcase>')
    return f'<testsuites><testsuite name="s">{"".join(cases)}</testsuite></testsuites>'


def publish(folder, project, when, text, *arguments):
    """Publishes a report at a local time of ZONE."""
    (folder / "night.xml").write_text(text)
    result = run("publish", "night.xml", "--site", "site", "--project", project, "--now", f"{when}+01:00", "--time-zone", ZONE,
                 *arguments, cwd=folder)
    assert result.returncode == DONE, result.stderr.decode()


class DigestTest(support.ProgramTest):
    def digest(self, length="week", *arguments, now=NOW, status=DONE, cwd=None):
        """The message of a digest, and its report as JSON."""
        result = run("mail", "--digest", length, "--site", "site", *WHO, "--now", now, "--attach", "json", *arguments,
                     cwd=cwd or self.folder)
        self.assertStatus(status, result)
        message = parsed(result.stdout)
        report, = (json.loads(part.get_content()) for part in message.iter_attachments())
        return message, report

    def publish(self, project, when, *failing, text=None):
        # Equal reports within half an hour are the same run, so each has a test of its own.
        own = "run.at" + "".join(letter for letter in when if letter.isdigit())
        passing = {"shop.a", "shop.b"} - set(failing)
        publish(self.folder, project, when, text or junit({test: [0] for test in failing}, more=(*sorted(passing), own)))

    def refused(self, *arguments):
        result = run("mail", *WHO, *arguments, cwd=self.folder)
        self.assertStatus(USAGE, result)
        self.assertEqual(b"", result.stdout)
        return result.stderr.decode()


def lists(report):
    """The titles of the messages by the title of their list."""
    return {section["title"]: [message["title"] for message in section["messages"]] for section in report["sections"]}


def facts(report):
    return {fact["title"]: fact["value"] for fact in report["run"]["facts"]}


def texts(report, title):
    return [message["text"] for section in report["sections"] for message in section["messages"] if message["title"] == title]


class Weeks(DigestTest):
    """A site of two projects over twenty nights."""

    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.place, ignore_errors=True)
        for night in range(20):
            when = f"{datetime.date(2026, 11, 10) + datetime.timedelta(night)}T03:12:00"
            publish(cls.place, "shop", when, junit(SHOP, night, SECONDS), "--base-url", BASE)
            publish(cls.place, "pay", when, junit(PAY, night, {"settle.all": 3.5}), "--base-url", BASE)

    def digest(self, length="week", *arguments, **more):
        return super().digest(length, *arguments, cwd=self.place, **more)

    def test_week_of_a_project_names_what_is_new_old_flaky_and_slow(self):
        message, report = self.digest("week", "--project", "shop")
        self.assertEqual("shop: 23–29 Nov: 2 new errors, 2 still failing, 1 flaky", message["Subject"])
        self.assertEqual("shop: 23–29 Nov 2026", report["title"])
        self.assertEqual("error", report["verdict"]["urgency"])
        self.assertEqual({
            "New": ["search.facets", "search.rank"], "Failing longest": ["cart.total", "cart.badge"], "Flaky": ["mail.retry"],
            "Slowest tests": ["import.big", "report.render"]},
            {**lists(report), "New": sorted(lists(report)["New"])})
        self.assertEqual(["18 runs, since 12 Nov 2026"], texts(report, "cart.total"))
        self.assertEqual(["10 runs, since 20 Nov 2026"], texts(report, "cart.badge"))
        self.assertEqual(["5 runs, since 25 Nov 2026"], texts(report, "search.rank"))
        self.assertEqual(["Last runs: 4 of 14 (29%)"], texts(report, "mail.retry"))
        self.assertEqual(["30 s"], texts(report, "import.big"))
        # login.once and mail.retry came and went: they count as new, and as fixed.
        self.assertEqual({"Runs": "7", "Failed runs": "7 of 7 (100%)", "Week before": "7 of 7 (100%)", "New": "5", "Fixed": "3"},
                         facts(report))
        self.assertIn("| 24 Nov | 1 of 1 | 4 |\n| 25 Nov | 1 of 1 | 3 |", report["summary"])
        for kind in ("plain", "html"):
            said = body(message, kind)
            self.assertIn(BASE + "shop/runs/2026-11-29-0312/index.html", said)
            self.assertIn("counted, not listed", " ".join(said.split()))
            self.assertNotIn("login.once", said)

    def test_quiet_week_of_a_project_is_green_and_says_what_it_was_like_before(self):
        message, report = self.digest("week", "--project", "pay")
        self.assertEqual("pay: 23–29 Nov: all clear", message["Subject"])
        self.assertEqual("success", report["verdict"]["urgency"])
        self.assertEqual(["All clear"], lists(report)["All clear"])
        self.assertNotIn("|", report["summary"])
        self.assertEqual({"Runs": "7", "Failed runs": "0 of 7 (0%)", "Week before": "2 of 7 (29%)", "New": "0", "Fixed": "0"},
                         facts(report))

    def test_all_projects_are_one_report_and_named_ones_are_a_part_of_it(self):
        message, report = self.digest()
        self.assertEqual("2 projects: 23–29 Nov: 2 new errors, 2 still failing, 1 flaky", message["Subject"])
        self.assertEqual(["shop: search.rank", "shop: search.facets"], lists(report)["New"])
        self.assertEqual(["pay: All clear"], lists(report)["All clear"])
        self.assertEqual(["shop: import.big", "shop: report.render", "pay: settle.all"], lists(report)["Slowest tests"])
        self.assertEqual("7 of 14 (50%)", facts(report)["Failed runs"])
        self.assertEqual("9 of 14 (64%)", facts(report)["Week before"])
        self.assertIn("| shop | 7 of 7 | 4 |\n| pay | 0 of 7 | 0 |", report["summary"])
        self.assertEqual(BASE + "index.html#", report["url"])
        named, _ = self.digest("week", "--project", "pay", "--project", "shop", "--project", "pay")
        self.assertEqual(message["Subject"], named["Subject"])

    def test_new_in_a_month_was_old_in_the_week(self):
        _, report = self.digest("month", "--project", "shop")
        self.assertEqual("shop: 30 Oct – 29 Nov 2026", report["title"])
        self.assertEqual({"cart.total", "cart.badge", "search.rank", "search.facets"}, set(lists(report)["New"]))
        self.assertNotIn("Failing longest", lists(report))
        self.assertEqual("20", facts(report)["Runs"])
        self.assertEqual("0 runs", facts(report)["Month before"])
        _, report = self.digest("day", "--project", "shop")
        self.assertEqual("shop: 29 Nov 2026", report["title"])
        self.assertEqual(["search.facets"], lists(report)["New"])
        self.assertEqual(["cart.total", "cart.badge", "search.rank"], lists(report)["Failing longest"])
        self.assertEqual(("1", "1 of 1 (100%)"), (facts(report)["Runs"], facts(report)["Day before"]))

    def test_past_week_ends_with_its_own_runs(self):
        message, report = self.digest("week", "--project", "shop", now="2026-11-20T12:00:00+01:00")
        self.assertEqual("shop: 14–20 Nov: 1 new error, 1 still failing", message["Subject"])
        self.assertEqual((["cart.badge"], ["cart.total"]), (lists(report)["New"], lists(report)["Failing longest"]))
        self.assertEqual("2 of 4 (50%)", facts(report)["Week before"])

    def test_lists_are_limited_and_count_the_rest(self):
        message, report = self.digest("week", "--project", "shop", "--top", "1")
        self.assertEqual(["cart.total", "cart.badge"], lists(report)["Failing longest"])
        for kind in ("plain", "html"):
            said = body(message, kind)
            self.assertIn("cart.total", said)
            self.assertNotIn("cart.badge", said)
            self.assertIn("and 1 more", said)

    def test_digest_is_sent_and_written_in_german(self):
        sent = self.folder / "sent.eml"
        program = self.write("sendmail", f"#!/bin/sh\ncat > {sent}\n")
        program.chmod(0o755)
        result = run("mail", "--digest", "week", "--site", "site", "--project", "shop", *WHO, "--now", NOW, "--locale", "de",
                     "--attach", "none", "--send", "--sendmail", program, cwd=self.place)
        self.assertStatus(DONE, result)
        message = parsed(sent.read_bytes())
        self.assertEqual("shop: 23.–29. Nov.: 2 neue Fehler, 2 weiterhin fehlerhaft, 1 sporadisch", message["Subject"])
        said = body(message, "plain")
        for words in ("Neu (2)", "Am längsten fehlerhaft (2)", "18 Läufe, seit 12. Nov. 2026", "Woche davor: 7 von 7",
                      "Überblick: 23.–29. Nov. 2026"):
            self.assertIn(words, said)

    def test_same_site_and_time_give_the_same_bytes(self):
        first, second = (run("mail", "--digest", "week", "--site", "site", *WHO, "--now", NOW, cwd=self.place).stdout
                         for _ in range(2))
        self.assertEqual(first, second)
        self.assertIn(b"Subject:", first)

    def test_digest_changes_no_file_and_reads_a_damaged_site_as_far_as_it_goes(self):
        site = self.folder / "site"
        shutil.copytree(self.place / "site", site)
        before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
        whole, _ = DigestTest.digest(self)
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in site.rglob("*")})
        (site / "shop/history/2026-11.json.gz").unlink()
        self.assertEqual(whole["Subject"], DigestTest.digest(self)[0]["Subject"])
        (site / "pay/runs/2026-11-29-0312/data.json.gz").write_bytes(b"broken")
        _, report = DigestTest.digest(self, "week", "--project", "pay")
        self.assertEqual(["2026-11-29-0312 can’t be read"], lists(report)["Runs"])
        self.assertEqual("warning", report["verdict"]["urgency"])

    def test_address_of_the_call_is_that_of_all_links(self):
        message, _ = self.digest("week", "--base-url", "https://other.example/")
        for kind in ("plain", "html"):
            self.assertIn("https://other.example/shop/runs/2026-11-29-0312/index.html#m", body(message, kind))
            self.assertNotIn(BASE, body(message, kind))

    def test_mail_is_made_only_for_findings_if_asked(self):
        quiet = ("mail", "--digest", "week", "--site", "site", *WHO, "--now", NOW, "--only-if", "findings", "--project", "pay")
        result = run(*quiet, cwd=self.place)
        self.assertStatus(DONE, result)
        self.assertEqual(b"", result.stdout)
        self.digest("week", "--project", "shop", "--only-if", "findings")

    def test_stable_subject_and_own_subject(self):
        self.assertEqual("shop: Digest", self.digest("week", "--project", "shop", "--stable-subject")[0]["Subject"])
        own = self.digest("week", "--project", "shop", "--subject", "{{title}} / {{numbers}}")[0]["Subject"]
        self.assertEqual("shop: 23–29 Nov 2026 / 4 errors", own)

    def test_gate_judges_the_open_failures(self):
        self.digest("week", "--project", "shop", "--fail-on", "error", status=FOUND)
        self.digest("week", "--project", "pay", "--fail-on", "warning")


class Edges(DigestTest):
    def test_days_begin_at_midnight_in_the_zone_of_the_project(self):
        for when in ("2026-10-29T23:59", "2026-10-30T00:01", "2026-11-22T23:59", "2026-11-23T00:01", "2026-11-28T23:59",
                     "2026-11-29T00:01"):
            self.publish("shop", when + ":00")
        for length, runs, before in (("day", 1, 1), ("week", 3, 1), ("month", 5, 1)):
            with self.subTest(length=length):
                _, report = self.digest(length, now="2026-11-29T11:00:00Z")
                self.assertEqual(str(runs), facts(report)["Runs"])
                self.assertEqual(f"0 of {before} (0%)", facts(report)[f"{length.capitalize()} before"])
        # Another zone has other days, and what ran after the time of the report does not count.
        _, report = self.digest("day", "--time-zone", "UTC", now="2026-11-28T23:30:00Z")
        self.assertEqual("2", facts(report)["Runs"])
        _, report = self.digest("day", now="2026-11-28T23:00:30Z")
        self.assertEqual("0", facts(report)["Runs"])

    def test_month_after_a_long_one_begins_with_its_first_day(self):
        for when in ("2026-02-28T23:59", "2026-03-01T00:01"):
            self.publish("shop", when + ":00")
        _, report = self.digest("month", now="2026-03-31T12:00:00+02:00")
        self.assertEqual("1", facts(report)["Runs"])
        self.assertEqual("shop: 1–31 Mar 2026", report["title"])

    def test_project_without_a_run_is_named_and_never_green(self):
        self.publish("docs", "2026-11-12T03:00:00")
        message, report = self.digest("week", "--project", "docs")
        self.assertEqual("docs: 23–29 Nov: no run in this period", message["Subject"])
        self.assertEqual("warning", report["verdict"]["urgency"])
        self.assertEqual(["Last run: 12 Nov 2026"], texts(report, "No run in this period"))
        self.publish("shop", "2026-11-28T03:00:00")
        message, report = self.digest()
        self.assertEqual("2 projects: 23–29 Nov: 1 project without a run", message["Subject"])
        self.assertEqual(["docs: No run in this period"], lists(report)["Runs"])
        self.assertEqual("warning", report["verdict"]["urgency"])

    def test_bad_runs_of_one_project_are_in_the_subject_of_several(self):
        old = junit({"a.old": [0]})
        for day in (10, 26, 27):
            self.publish("aa", f"2026-11-{day}T03:00:00", text=old.replace('tests="2"', f'tests="{day}"'))
        for status in ("failed", "canceled"):
            publish(self.folder, "bb", "2026-11-28T03:00:00", junit({}, more=("b.b",)), "--run-status", status, "--run", "1")
            message, report = self.digest()
            self.assertIn(f"bb: Run {status}", message["Subject"])
        publish(self.folder, "bb", "2026-11-28T03:00:00", '<testsuites><testsuite name="s"/></testsuites>', "--run", "1")
        message, report = self.digest()
        self.assertRegex(message["Subject"], "bb: .*No test was run")

    def test_a_week_of_failed_runs_with_a_good_end_is_not_only_clear(self):
        for day in range(23, 28):
            self.publish("shop", f"2026-11-{day}T03:00:00", "shop.a")
        self.publish("shop", "2026-11-28T03:00:00")
        message, _ = self.digest("week", "--project", "shop")
        self.assertEqual("shop: 23–29 Nov: 5 failed runs, All clear", message["Subject"])

    def test_job_that_has_stopped_is_never_green(self):
        publish(self.folder, "shop", "2026-11-26T03:00:00", junit({}, more=("shop.a",)), "--stale-after", "36h")
        message, report = self.digest("week", "--project", "shop")
        self.assertEqual("shop: 23–29 Nov: last run: 26 Nov 2026", message["Subject"])
        self.assertEqual("warning", report["verdict"]["urgency"])
        _, report = self.digest("week", "--project", "shop", now="2026-11-27T02:00:00+01:00")
        self.assertEqual("success", report["verdict"]["urgency"])

    def test_empty_site_is_not_green(self):
        (self.folder / "site").mkdir()
        message, report = self.digest()
        self.assertEqual("0 projects: 23–29 Nov: no runs yet", message["Subject"])
        self.assertEqual("warning", report["verdict"]["urgency"])

    def test_run_without_a_report_at_the_end_is_an_error_with_the_last_known_failures(self):
        self.publish("shop", "2026-11-20T03:00:00", "shop.a")
        self.publish("shop", "2026-11-27T03:00:00", "shop.a", "shop.b")
        result = run("publish", "--site", "site", "--project", "shop", "--missing", "The disk is full", "--now",
                     "2026-11-28T03:00:00+01:00", "--time-zone", ZONE, cwd=self.folder)
        self.assertStatus(DONE, result)
        message, report = self.digest()
        self.assertEqual("shop: 23–29 Nov: no report from this run, 1 new error, 1 still failing", message["Subject"])
        self.assertEqual(["The disk is full"], texts(report, "No report from this run"))
        self.assertEqual((["shop.b"], ["shop.a"]), (lists(report)["New"], lists(report)["Failing longest"]))
        self.assertEqual("2 of 2 (100%)", facts(report)["Failed runs"])

    def test_warning_that_became_an_error_is_more_urgent(self):
        for day, urgency in ((20, "warning"), (27, "error")):
            night = {"version": 1, "run": {"status": "completed"}, "messages": [
                {"urgency": urgency, "title": "Unused name", "location": {"file": "a.py", "line": 3}},
                {"urgency": "warning", "title": "Long line", "location": {"file": "b.py", "line": 4}}]}
            self.publish("lint", f"2026-11-{day}T03:00:00", text=json.dumps(night))
        message, report = self.digest()
        self.assertEqual("lint: 23–29 Nov: 1 more urgent", message["Subject"])
        self.assertEqual({"More urgent": ["Unused name"], "Unchanged": ["1 warning unchanged"]}, lists(report))

    def test_what_the_last_run_did_not_check_is_no_success(self):
        self.publish("shop", "2026-11-20T03:00:00", "shop.a", "other.b")
        self.publish("shop", "2026-11-28T03:00:00", text=junit({}, more=("shop.a",)))
        message, report = self.digest()
        self.assertEqual("shop: 23–29 Nov: 1 not run or not checked", message["Subject"])
        self.assertEqual(["other.b"], lists(report)["Not run or not checked"])
        self.assertEqual(["last seen 20 Nov 2026"], texts(report, "other.b"))
        self.assertEqual("warning", report["verdict"]["urgency"])

    def test_run_of_a_branch_is_not_counted(self):
        for commit, titles in (("a" * 40, []), ("b" * 40, ["Broken on the branch"])):
            night = {"version": 1, "run": {"status": "completed", "commit": commit},
                     "messages": [{"urgency": "error", "title": title} for title in titles]}
            self.write("commits.txt", f"{commit}\n{'a' * 40}\n")
            publish(self.folder, "shop", f"2026-11-2{6 + len(titles)}T03:00:00", json.dumps(night),
                    *("--baseline-commits", "commits.txt") * len(titles))
        message, report = self.digest()
        self.assertEqual("shop: 23–29 Nov: all clear", message["Subject"])
        self.assertEqual("1", facts(report)["Runs"])
        self.assertIn("1 run of a branch is not counted", report["summary"])

    def test_table_of_many_projects_begins_with_the_worst_and_counts_the_rest(self):
        for number in range(4):
            self.publish(f"p{number}", "2026-11-28T03:00:00", *["shop.a"] * (number == 2))
        message, report = self.digest("week", "--top", "2")
        self.assertIn("| p2 | 1 of 1 | 1 |\n| p0 | 0 of 1 | 0 |\n\nand 2 more", report["summary"])
        self.assertEqual("4 projects: 23–29 Nov: 1 new error", message["Subject"])
        self.assertEqual(["p0: All clear", "p1: All clear", "p3: All clear"], lists(report)["All clear"])

    def test_known_failure_is_counted_apart(self):
        self.publish("shop", "2026-11-28T03:00:00", "shop.a", "shop.b")
        self.write("known.json", json.dumps({"known": [{"text": "shop.a", "reason": "Waits for the vendor"}]}))
        message, report = self.digest("week", "--known", "known.json")
        self.assertEqual("shop: 23–29 Nov: 1 new error", message["Subject"])
        self.assertEqual({"New": ["shop.b"]}, lists(report))
        self.assertEqual("1", facts(report)["Known"])

    def test_wrong_calls_are_refused_with_the_remedy(self):
        self.publish("shop", "2026-11-28T03:00:00")
        site = ("--digest", "week", "--site", "site")
        for arguments, *words in (
                ((*site, "night.xml"), "unexpected-argument", "'--digest' reads a site and no input: 'night.xml'"),
                (("--digest", "week"), "'--site' is missing", "--site public"),
                ((*site, "--project", "shpo"), "no project 'shpo'", "did you mean 'shop'?"),
                (("--digest", "week", "--site", "other"), "there is no site in 'other'"),
                ((*site, "--only-if", "changed"), "'--digest' and '--only-if changed' don't go together"),
                ((*site, "--fail-on", "new-error"), "'--digest' and '--fail-on new-error' don't go together"),
                ((*site, "--baseline", "night.xml"), "'--digest' and '--baseline' don't go together"),
                ((*site, "--baseline-commits", "night.xml"), "'--digest' and '--baseline-commits' don't go together"),
                ((*site, "--brief"), "'--digest' and '--brief' don't go together"),
                (("--digest", "year", "--site", "site"), "day, week, month"),
                (("night.xml", "--site", "site", "--project", "shop", "--project", "pay"), "'--project' is given twice")):
            with self.subTest(arguments=arguments):
                said = self.refused(*arguments)
                for word in words:
                    self.assertIn(word, said)

    def test_settings_of_the_nightly_mail_do_not_disturb(self):
        self.publish("shop", "2026-11-28T03:00:00", "shop.a")
        self.write("tidemark.json", json.dumps({
            "inputs": ["absent.xml"], "mailOnlyIf": "changed", "failOn": ["new-error"], "threshold": ["coverage >= 80"],
            "mailBrief": True, "project": "shop"}))
        message, report = self.digest()
        self.assertEqual("shop: 23–29 Nov: 1 new error", message["Subject"])
        self.assertEqual({"New": ["shop.a"]}, lists(report))
        self.assertIn("shop.a", body(message, "plain"))
