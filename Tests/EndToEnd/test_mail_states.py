"""What the mails of a project's nights say: subject, causes, links, copies for owners, attachments."""
import html
import json
import re

import mail_support
import support
from mail_support import WHO, body, parsed
from browser import rules
from support import DONE, USAGE, run

TRACE = "\n".join(["Traceback (most recent call last):", *(f"  line {n} of the trace" for n in range(1, 9)), "ValueError: bad sum"])


class Nights(mail_support.MailTest):
    """Nights of one project, published to a site and mailed."""

    def night(self, name, messages, day, **members):
        return self.dataset(name, project="shop", title="Nightly build", messages=messages,
                            now=f"2026-11-{day:02}T03:00:00Z", **members)

    def publish(self, day, messages=(), **members):
        path = self.night("published.json", list(messages), day, **members)
        self.assertStatus(DONE, run("publish", path, "--site", "site", "--run", str(day), "--base-url", "https://r.example/", "-q",
                                    cwd=self.folder))

    def mailed(self, day, messages=(), *arguments, **members):
        path = self.night("mailed.json", list(messages), day, **members)
        return self.message(path, "--site", "site", "--run", str(day), *arguments, cwd=self.folder)

    def broken(self, *names, urgency="error", **members):
        return [{"urgency": urgency, "title": f"{name} is broken", "fingerprint": name, **members} for name in names]

    @rules("N5")
    def test_the_subject_is_the_project_and_its_state(self):
        for day in range(1, 11):
            self.publish(day)
        subject = lambda *arguments, **members: self.mailed(*arguments, **members)["Subject"]
        self.assertEqual("shop: all clear", subject(11))
        self.assertEqual("shop: 1 new error, first in 11 runs", subject(11, self.broken("Cart")))
        self.publish(11, self.broken("Cart"))
        self.assertEqual("shop: 1 new error, 1 old", subject(12, self.broken("Cart", "Login")))
        self.assertEqual("shop: still failing, 2 runs", subject(12, self.broken("Cart")))
        self.assertEqual("shop: fixed", subject(12))
        self.assertEqual("shop: 2 new warnings, 1 error fixed", subject(12, self.broken("A", "B", urgency="warning")))
        self.assertEqual("shop: run failed, 1 error", subject(12, self.broken("Cart"), run={"status": "failed"}))
        missing = run("mail", "--missing", "No disk", "--site", "site", "--project", "shop", "--run", "12", *WHO,
                      "--now", "2026-11-12T03:00:00Z", cwd=self.folder)
        self.assertEqual("shop: no report, the last had errors on 11 Nov", parsed(missing.stdout)["Subject"])
        self.assertIn("Last report: 11 Nov, 1 new error", body(parsed(missing.stdout), "plain"))
        # The log of the job says more of a missing report than any page.
        service = support.plain_environment(GITHUB_ACTIONS="true", GITHUB_SERVER_URL="https://forge.example",
                                            GITHUB_REPOSITORY="harbor/shop", GITHUB_RUN_ID="77")
        arguments = ("mail", "--missing", "No disk", "--ci", "--site", "site", "--project", "shop", "--run", "12", *WHO)
        there = parsed(run(*arguments, "--url", "https://r.example/12/", cwd=self.folder, environment=service).stdout)
        self.assertIn("\n  Open the job:\n    https://forge.example/harbor/shop/actions/runs/77\n", body(there, "plain"))
        self.assertIn('<a href="https://forge.example/harbor/shop/actions/runs/77"', body(there, "html"))
        alone = parsed(run("mail", "--missing", "No disk", "--ci", *WHO, cwd=self.folder, environment=service).stdout)
        self.assertEqual(1, body(alone, "plain").count("https://forge.example/harbor/shop/actions/runs/77"))
        for day in (12, 13):
            self.publish(day, self.broken("Cart"))
        self.assertEqual("shop: still failing, 4 runs", subject(14, self.broken("Cart")))
        self.assertEqual("shop: weiterhin fehlerhaft, 4 Läufe", subject(14, self.broken("Cart"), "--locale", "de"))

    @rules("N5")
    def test_a_run_that_checked_less_is_not_called_fixed(self):
        self.publish(1, self.broken("Cart"))
        for status in ("failed", "canceled"):
            subject = self.mailed(2, run={"status": status})["Subject"]
            self.assertEqual(f"shop: run {status}, 1 not checked", subject)
        night = self.night("open.json", [], 2)
        content = json.loads(night.read_text())
        del content["run"]
        night.write_text(json.dumps(content))
        self.assertEqual("shop: 1 error fixed", self.message(night, "--site", "site", cwd=self.folder)["Subject"])

    def missing(self, day):
        result = run("mail", "--missing", "No disk", "--site", "site", "--project", "shop", "--run", str(day), *WHO,
                     "--now", f"2026-11-{day:02}T03:00:00Z", cwd=self.folder)
        self.assertStatus(DONE, result)
        return parsed(result.stdout)

    @rules("N5")
    def test_runs_with_an_unknown_result_are_neither_good_nor_bad(self):
        for day, status in ((1, "failed"), (2, "canceled")):
            self.publish(day, run={"status": status})
            self.assertEqual(f"shop: no report, last report: {day} Nov", self.missing(3)["Subject"])
        for day in range(3, 14):
            self.publish(day, run={"status": "canceled"})
        self.assertNotIn("first in", self.mailed(14, self.broken("Cart"))["Subject"])
        self.publish(14, self.broken("Cart"))
        self.publish(15, run={"status": "canceled"})
        missing = run("publish", "--missing", "No disk", "--site", "site", "--project", "shop", "--run", "16",
                      "--now", "2026-11-16T03:00:00Z", cwd=self.folder)
        self.assertStatus(DONE, missing)
        self.assertIn("still failing, 2 runs", self.mailed(17, self.broken("Cart"))["Subject"])

    @rules("N5")
    def test_another_baseline_than_the_sites_has_no_numbers_of_runs(self):
        for day in range(1, 12):
            self.publish(day)
        old = self.dataset("old.json", messages=self.broken("Old"))
        subject = self.mailed(12, self.broken("Cart"), "--baseline", old)["Subject"]
        self.assertNotIn("first in", subject)

    def test_the_page_is_attached_while_only_the_address_of_the_project_is_known(self):
        self.publish(1)
        self.write("t.xml", '<testsuites><testsuite name="s"><testcase classname="c" name="n"/></testsuite></testsuites>')
        result = run("mail", "t.xml", "--site", "site", "--project", "shop", *WHO, cwd=self.folder)
        self.assertStatus(DONE, result)
        self.assertIn(b"[no-run]", result.stderr)
        self.assertEqual(1, len(list(parsed(result.stdout).iter_attachments())))

    def test_a_quiet_mail_counts_known_messages_and_says_its_filter(self):
        known = self.write("known.json", json.dumps({"known": [{"text": "Cart", "reason": "Known"}]}))
        messages = self.broken("Cart", "Login")
        self.publish(1, messages)
        text = body(self.mailed(2, messages, "--known", known), "plain")
        self.assertIn("1 known", text)
        text = body(self.mailed(2, messages, "--filter", "urgency=error"), "plain")
        self.assertIn("Filtered by", text)

    def test_a_failed_run_does_not_look_green_beside_its_subject(self):
        facts = [{"title": "Passed", "kind": "passed", "value": "13", "number": 13}]
        self.publish(1, run={"status": "completed", "facts": facts})
        content = body(self.mailed(2, run={"status": "failed", "facts": facts}), "html")
        hidden = re.search(r'max-height:0[^>]*>(.*?)</div>', content, re.S)[1]
        self.assertNotIn("Passed", hidden)
        self.assertIn("failed", hidden)

    def test_an_error_that_is_still_there_is_named_before_a_fixed_one(self):
        self.publish(1, self.broken("Cart", "Login"))
        message = self.mailed(2, self.broken("Cart"))
        self.assertEqual("shop: 1 error unchanged, 1 error fixed", message["Subject"])
        hidden = re.search(r'max-height:0[^>]*>(.*?)</div>', body(message, "html"), re.S)[1]
        self.assertTrue(hidden.startswith("Cart is broken"), hidden)

    def test_a_given_address_leads_elsewhere_than_to_the_site(self):
        self.publish(1)
        text = body(self.mailed(2, self.broken("Cart"), "--url", "https://ci.example/7"), "plain")
        self.assertIn("https://ci.example/7", text)
        self.assertNotIn("r.example", text)

    def test_a_reason_for_a_missing_report_wins_over_broken_inputs(self):
        result = run("mail", "absent.xml", "--missing", "No disk", "--broken", "report", *WHO, "--project", "shop", cwd=self.folder)
        self.assertStatus(DONE, result)
        self.assertEqual("shop: no report", parsed(result.stdout)["Subject"])
        self.assertIn("No disk", body(parsed(result.stdout), "plain"))

    def test_a_long_name_of_a_project_leaves_room_for_the_state(self):
        path = self.dataset(project="p" * 90, messages=self.broken("Cart"))
        subject = self.message(path)["Subject"]
        self.assertRegex(subject, r"^p{39}…: 1 error$")

    def test_new_errors_have_their_causes_and_the_first_one_its_details(self):
        self.publish(1)
        first = self.broken("Cart", cause="bad sum", details=TRACE, detailsFormat="log")
        second = self.broken("Login", text="The *server* does not answer.", details="never shown")
        message = self.mailed(2, first + second)
        for kind in ("plain", "html"):
            said = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body(message, kind))).split())
            self.assertIn("bad sum", said)
            self.assertIn("The server does not answer.", said)
            self.assertIn("line 4 of the trace", said)
            self.assertNotIn("line 5 of the trace", said)
            self.assertNotIn("never shown", said)
        long = self.mailed(3, self.broken("Cart", details="x" * 100_000, detailsFormat="log") + second)
        self.assertLess(len(body(long, "html")), 30_000)

    def test_a_quiet_night_fits_a_screen(self):
        old = self.broken(*(f"Test {n}" for n in range(7))) + self.broken(*(f"Style {n} of x" for n in range(1_500)), urgency="warning")
        self.publish(1, old)
        text = body(self.mailed(2, old), "plain")
        self.assertIn("1,507 old: 7 errors, 1,500 warnings", text)
        self.assertEqual(5, len(re.findall(r"Test \d is broken", text)))
        self.assertIn("and 2 more", text)
        self.assertLess(text.count("\n"), 30)

    def test_groups_of_news_lead_to_the_page_with_them_alone(self):
        self.publish(1)
        news = [{"urgency": "warning", "title": "LongMethod", "text": f"Method {n} is long", "category": "Style",
                 "location": {"file": f"src/f{n}.c", "line": n + 1}} for n in range(49)]
        content = body(self.mailed(2, news), "html")
        self.assertRegex(content, r'href="https://r\.example/shop/runs/2/index\.html\?change=new&amp;text=LongMethod#messages"[^>]*>and 46 more</a>')

    def test_low_urgencies_do_not_lengthen_the_list_of_what_is_wrong(self):
        self.publish(1)
        notes = self.broken("One", "Two", urgency="information")
        text = body(self.mailed(2, self.broken("Cart") + notes), "plain")
        self.assertIn("New (3)", text)
        self.assertNotIn("One is broken", text)
        self.assertIn("and 2 more", text)
        self.assertIn("One is broken", body(self.mailed(2, notes), "plain"))

    def test_nothing_is_attached_if_the_report_has_an_address(self):
        self.publish(1)
        names = lambda *arguments: len(list(self.mailed(2, self.broken("Cart"), *arguments).iter_attachments()))
        self.assertEqual(0, names())
        self.assertEqual(1, names("--attach", "page"))
        alone = self.message(self.dataset(messages=self.broken("Cart")))
        self.assertEqual(1, len(list(alone.iter_attachments())))
        for kind in ("plain", "html"):
            self.assertIn("The whole report is attached.", body(alone, kind))
            self.assertNotIn("attached", body(self.mailed(2, self.broken("Cart")), kind))
        # The address of a job is not that of a report.
        job = {"GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://git.example", "GITHUB_REPOSITORY": "a/b", "GITHUB_RUN_ID": "7"}
        hosted = self.message(self.dataset(messages=self.broken("Cart")), "--ci", environment=support.plain_environment(**job))
        self.assertEqual(1, len(list(hosted.iter_attachments())))


class Owners(mail_support.MailTest):
    def copies(self, messages, table, *arguments, before=()):
        owners = self.write("owners.txt", table)
        old = self.dataset("old.json", messages=list(before))
        result = run("mail", self.dataset(messages=messages), "--baseline", old, *WHO, "--cc-owners", owners, *arguments)
        return result, parsed(result.stdout) if result.stdout else None

    def test_owners_of_what_is_new_get_a_copy(self):
        message = lambda name, owner, urgency="error": {"urgency": urgency, "title": name, "owner": owner}
        table = ("# teams\n@acme/cart  cart@example.org, Ada Lovelace <ada@example.org>\n\n@ACME/stock stock@example.org\n"
                 "@old old@example.org\n@notes notes@example.org\n@team team@example.org\n")
        old = [message("Old", "@old")]
        result, mail = self.copies([*old, message("New", "@acme/cart, @acme/stock"), message("Note", "@notes", "information"),
                                    message("Other", "@nobody"), message("Mine", "@team", "warning")], table, "--cc", "Boss <boss@example.org>",
                                   before=old)
        self.assertStatus(DONE, result)
        self.assertEqual(["boss@example.org", "cart@example.org", "ada@example.org", "stock@example.org"],
                         [address.addr_spec for address in mail["Cc"].addresses])
        self.assertEqual("Ada Lovelace", mail["Cc"].addresses[2].display_name)
        self.assertRegex(result.stderr.decode(), r"note: no copy for '@nobody' \[unknown-owner\]")
        result, mail = self.copies(old, table, before=old)
        self.assertIsNone(mail["Cc"])
        content = run("mail", self.dataset(messages=old), *WHO, "--cc-owners", self.folder / "owners.txt")
        self.assertNotIn(b"\nCc:", content.stdout)
        self.assertIn(b"no earlier report tells what is new", content.stderr)
        _, mail = self.copies([message("New", "Ada Lovelace"), message("Other", "@a")],
                              '\ufeff@a a@example.org\n"Ada Lovelace" ada@example.org, ADA@example.org\n')
        self.assertEqual({"a@example.org", "ada@example.org"}, {address.addr_spec for address in mail["Cc"].addresses})
        self.assertEqual(2, len(mail["Cc"].addresses))
        result, mail = self.copies([{"urgency": "error", "title": "Nobody's"}], table)
        self.assertIsNone(mail["Cc"])
        self.assertIn(b"no new error or warning has an owner", result.stderr)

    def test_a_wrong_table_is_an_error_with_its_line(self):
        for table, line in (("@a\n", 1), ("# c\n@a nobody\n", 2), ("@a a@example.org\n@b b@example.org\x00x\n", 2)):
            result, _ = self.copies([], table)
            self.assertStatus(USAGE, result)
            self.assertRegex(result.stderr.decode(), rf"owners\.txt:{line}:1: error: .*\[wrong-owner-address\]", table)
        result = run("mail", self.dataset(), *WHO, "--cc-owners", self.folder / "absent")
        self.assertStatus(USAGE, result)
        self.assertIn(b"[unreadable-file]", result.stderr)

    def test_a_settings_file_cannot_name_the_table(self):
        self.write("tidemark.json", json.dumps({"mailCcOwners": "owners.txt"}))
        result = run("mail", self.dataset(), *WHO, cwd=self.folder)
        self.assertIn(b"mailCcOwners", result.stderr)
        self.assertNotIn(b"\nCc:", result.stdout)
