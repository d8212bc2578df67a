"""Short mails: what is new is named, the rest is counted."""
import html
import re

import support
from mail_support import MailTest, body
from support import USAGE, run

URL = "https://ci.example.org/7/"
URGENCIES = ("error", "warning", "information")


def words(text):
    """What a reader sees of HTML, in one line."""
    text = re.sub(r"(?s)<head>.*?</head>|<!--.*?-->", "", text)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


class Digests(MailTest):
    def messages(self, numbers):
        return [{"urgency": URGENCIES[n % 3], "category": f"Part {n % 4}", "title": f"Check {n:03} failed",
                 "location": {"file": f"Sources/File{n}.swift", "line": n + 1}} for n in numbers]

    def night(self, name, numbers, **members):
        return self.dataset(name, url=URL, summary="What the *author* says.", messages=self.messages(numbers), **members)

    def parts(self, *arguments, **more):
        message = self.message(*arguments, "--attach", "none", "--group-beyond", "0", **more)
        return [words(body(message, "html").split("</div>", 1)[1]), " ".join(body(message, "plain").split())]

    def test_long_mail_names_what_is_new_and_counts_the_rest(self):
        old, new = self.night("old.json", range(60)), self.night("new.json", range(3, 64))
        for text in self.parts(new, "--baseline", old):
            places = [text.find(part) for part in (
                "2 new", "What the", "New", "Check 063 failed", "Sources/File63.swift:64", "Check 060 failed", "Fixed",
                "Check 000 failed", "57 old: 19 errors, 19 warnings, 19 notes", "Sent after every run")]
            self.assertNotIn(-1, places, text)
            self.assertEqual(sorted(places), places, text)
            for number in (4, 30, 59):
                self.assertNotIn(f"Check {number:03} failed", text)

    def test_counts_and_names_come_to_the_whole(self):
        old, new = self.night("old.json", range(60)), self.night("new.json", range(10, 85))
        for text in self.parts(new, "--baseline", old, "--top", "4"):
            told, = re.findall(r"50 old:((?: [\d,]+ \w+,?)+)", text)
            counts = [int(n) for n in re.findall(r"(\d+) (?:errors?|warnings?|notes?)\b", told)]
            self.assertEqual(50, sum(counts), told)
            self.assertEqual(4 + 4, len(set(re.findall(r"Check \d+ failed", text))))
            self.assertIn("and 21 more", text)

    def test_number_of_messages_decides_unless_it_is_said(self):
        for count, arguments, is_short in ((29, (), False), (30, (), True), (31, (), True), (31, ("--brief=false",), False),
                                           (2, ("--brief",), True), (5, ("--top", "3"), True), (2, (), False),
                                           (31, ("--top", "3", "--brief=false"), False)):
            with self.subTest(count=count, arguments=arguments):
                for text in self.parts(self.night("n.json", range(count)), *arguments):
                    self.assertEqual(is_short, len(re.findall(r"Part \d( |:)", text)) > 0 and f"Messages ({count})" in text
                                     and "Part 0 (" not in text, text)

    def test_without_a_baseline_the_worst_are_named(self):
        for text in self.parts(self.night("n.json", range(60)), "--top", "5"):
            self.assertEqual([f"Check {n:03} failed" for n in (0, 12, 24, 36, 48)], re.findall(r"Check \d+ failed", text))
            self.assertIn("and 15 more", text)
            self.assertIn("Messages (60)", text)

    def test_messages_alike_are_named_once(self):
        messages = [{"urgency": "error", "category": "Style", "title": f"Line {n} is too long",
                     "location": {"file": f"a{n}.py", "line": n + 1}} for n in range(40)]
        path = self.dataset(messages=messages, url=URL)
        text = " ".join(body(self.message(path, "--attach", "none"), "plain").split())
        self.assertRegex(text, r"Error: Line .{0,12}too long ×40")
        self.assertIn("Style: 40 errors", text)
        self.assertLess(len(re.findall("too long", text)), 4)

    def test_every_named_message_has_a_link_to_its_place_on_the_page(self):
        old, new = self.night("old.json", range(60)), self.night("new.json", range(3, 64))
        for arguments in ((), ("--brief=false", "--group-beyond", "0")):
            content = self.mail(new, "--baseline", old, "--html-only", *arguments, who=()).decode()
            linked = set(re.findall(r'<a[^>]*href="https://ci.example.org/7/#m(\d+)"[^>]*>(?:<b[^>]*>[^<]*</b>&nbsp;<span[^>]*>)?Check (\d+) failed', content))
            # Fixed messages have no anchor on the page.
            named = set(re.findall(r">Check (\d+) failed", content)) - {"000", "001", "002"}
            self.assertEqual(named, {check for _, check in linked})
            page = self.render(new, "--baseline", old, "--group-beyond", "0").decode()
            for anchor, check in linked:
                self.assertRegex(page, rf'id="m{anchor}"', check)
            self.assertEqual({(str(int(check) - 2), check) for check in named}, linked)

    def test_alert_is_named_whatever_is_new(self):
        alert = [{"kind": "alert", "urgency": "error", "title": "Certificate expires"}]
        old = self.dataset("old.json", messages=alert + self.messages(range(40)))
        new = self.dataset("new.json", messages=alert + self.messages(range(41)))
        for text in self.parts(new, "--baseline", old):
            self.assertIn("Certificate expires", text)

    def test_long_addresses_shorten_the_lists_before_anything_fails(self):
        messages = [{**message, "location": {"file": "x" * 900, "line": 1, "url": "https://example.org/" + "y" * 1_900}}
                    for message in self.messages(range(0, 180, 3))]
        path = self.dataset(url="https://ci.example.org/" + "z" * 1_500, messages=messages)
        message = self.message(path, "--attach", "none", "--top", "30", "--group-beyond", "0")
        content = message.get_body(("html",)).get_payload(decode=True)
        self.assertLessEqual(len(content), 80 << 10)
        self.assertIn("60 errors", content.decode())

    def test_ten_thousand_messages_are_a_page_of_text(self):
        path = self.night("n.json", range(10_000))
        text = body(self.message(path, "--attach", "none", "--group-beyond", "0"), "plain")
        self.assertLess(len(text.split("\n")), 60)
        self.assertIn("Messages (10,000)", text)

    def test_report_without_messages_stays_whole(self):
        for arguments in ((), ("--brief",)):
            for text in self.parts(self.dataset(messages=[]), *arguments):
                self.assertIn("All clear", text)

    def test_short_mail_is_in_the_language_of_its_report(self):
        path = self.night("n.json", range(40))
        for locale, footer in (("de", "Wird nach jedem Lauf gesendet"), ("ar", "تُرسل بعد كل تشغيل"), ("ja", "実行のたびに送信されます")):
            for text in self.parts(path, "--locale", locale, "--list-unsubscribe", "https://example.org/stop"):
                self.assertIn(footer, text)
                self.assertNotIn("Unsubscribe", text)

    def test_footer_says_why_the_mail_came_and_how_it_stops(self):
        addresses = ("mailto:stop@example.org?subject=stop", "https://example.org/stop?a=1&b=2")
        options = [word for address in addresses for word in ("--list-unsubscribe", address)]
        message = self.message(self.night("n.json", range(3)), *options)
        self.assertEqual(", ".join(f"<{address}>" for address in addresses), message["List-Unsubscribe"])
        self.assertEqual("List-Unsubscribe=One-Click", message["List-Unsubscribe-Post"])
        for kind in ("plain", "html"):
            content = html.unescape(body(message, kind))
            for part in ("Sent after every run", "Unsubscribe", *addresses, "Tidemark "):
                self.assertIn(part, content)
        path = self.night("n.json", range(3))
        self.assertIn("Sent when this report has news", body(self.message(path, "--only-if", "findings"), "plain"))

    def test_threads_are_those_of_a_project_or_a_month_or_none(self):
        def root(*arguments, **members):
            return self.message(self.dataset(project="Core", **members), *arguments)["References"]
        project = root("--thread", "project")
        self.assertIsNotNone(project)
        self.assertEqual(project, root("--thread", "project", now="2026-12-20T03:12:00+01:00"))
        self.assertNotEqual(project, root("--thread", "month"))
        self.assertEqual(root("--thread", "month"), root("--thread", "month", now="2026-11-01T03:12:00+01:00"))
        self.assertNotEqual(root("--thread", "month"), root("--thread", "month", now="2026-12-01T03:12:00+01:00"))
        self.assertIsNone(root("--thread", "none"))
        other = ("--from", "someone@else.example", "--to", "team@example.org")
        self.assertEqual(project, self.message(self.dataset(project="Core"), "--thread", "project", who=other)["References"])
        result = run("mail", self.dataset(), "--from", "a@example.org", "--to", "b@example.org", "--thread", "year")
        self.assertStatus(USAGE, result)

    def test_hidden_recipients_reach_the_program_and_no_file(self):
        sent, copy = self.folder / "sent.eml", self.folder / "copy.eml"
        program = self.write("sendmail", f"#!/bin/sh\nprintf '%s ' \"$@\" > {self.folder}/words\ncat > {sent}\n")
        program.chmod(0o755)
        hidden = ("--bcc", "Boss <boss@example.org>, audit@example.org")
        self.mail(self.dataset(), *hidden, "--send", "--sendmail", f"{program} -t", "-o", copy, "--attach", "none")
        self.assertIn(b"\nBcc: Boss <boss@example.org>, audit@example.org\n", sent.read_bytes())
        self.assertNotIn(b"boss@", copy.read_bytes())
        self.assertNotIn("boss@", (self.folder / "words").read_text())
        identity = re.search(rb"Message-ID: \S+", copy.read_bytes()).group()
        self.assertIn(identity, sent.read_bytes())
        for arguments, words in (((), "--send"), (("--send", "--sendmail", f"{program} -i"), "does not read recipients"),
                                 (("--send", "--bcc", "nobody"), "has no '@'")):
            with self.subTest(arguments):
                result = run("mail", self.dataset(), "--from", "a@example.org", "--to", "b@example.org", *hidden, *arguments)
                self.assertStatus(USAGE, result)
                self.assertIn(words, result.stderr.decode())

    def test_wrong_numbers_are_refused(self):
        for number in ("0", "-1", "x", "1.5"):
            with self.subTest(number):
                result = run("mail", self.dataset(), "--from", "a@example.org", "--to", "b@example.org", f"--top={number}")
                self.assertStatus(USAGE, result)

    def test_template_changes_the_short_form(self):
        folder = self.folder / "mine"
        (folder / "components").mkdir(parents=True)
        (folder / "base").write_text("default\n")
        (folder / "components/digest.mail").write_text(
            '{{#digest}}<p class="line">{{#still}}{{titleWithCount}}:{{#counts}} {{title}}={{count}}{{/counts}}{{/still}}</p>{{/digest}}\n')
        (folder / "components/footer.mail").write_text('<p class="small">Ours</p>\n')
        content = words(self.mail(self.night("n.json", range(40)), "--template", f"{folder}/", "--html-only", who=()).decode())
        self.assertIn("Messages (40): Part 0=10 Part 1=10 Part 2=10 Part 3=10", content)
        self.assertTrue(content.endswith("Ours"), content)
