"""What must never become a mail, and what is said then."""
import json

import support
from mail_support import MailTest, SENDER, WHO, body, parsed
from support import DONE, INPUT, OUTPUT, USAGE, plain_environment, run

CONTROLS = ["\r\nBcc: thief@example.com", "\nBcc: thief@example.com", "\rBcc: thief@example.com",
            "\x1b[31m", "\x7f", "\x85Bcc: thief@example.com", "\u2028Bcc: thief@example.com"]


class Injections(MailTest):
    def assertRefused(self, result, name):
        self.assertStatus(USAGE, result)
        self.assertEqual(b"", result.stdout)
        self.assertIn(name.encode(), result.stderr)
        self.assertNotRegex(result.stderr, rb"(?m)^Bcc|\x1b")

    def test_header_injections_from_the_command_line_are_errors(self):
        path = self.dataset()
        for control in CONTROLS:
            for option, value in (("--from", "A{} <a@example.org>"), ("--to", "b@example.org{}"), ("--cc", "C{} <c@example.org>"),
                                  ("--reply-to", "r@example.org{}"), ("--subject", "Night{}"),
                                  ("--list-unsubscribe", "mailto:x@example.org{}")):
                with self.subTest(option=option, control=control):
                    who = [word for pair in zip(WHO[::2], WHO[1::2]) if pair[0] != option for word in pair]
                    self.assertRefused(run("mail", path, *who, option, value.format(control)), option)

    def test_header_injections_from_settings_and_environment_are_errors(self):
        path = self.dataset()
        keys = {"mailFrom": "a@example.org{}", "mailTo": "b@example.org{}", "mailSubject": "x{}", "mailCc": "c@example.org{}"}
        for key, value in keys.items():
            for control in [*CONTROLS, "\0"]:
                with self.subTest(key=key, control=control):
                    settings = {"mailFrom": SENDER, "mailTo": "team@example.org", key: value.format(control)}
                    self.write("tidemark.json", json.dumps(settings))
                    self.assertRefused(run("mail", path, cwd=self.folder), key)
        (self.folder / "tidemark.json").unlink()
        result = run("mail", path, *WHO, environment=plain_environment(TIDEMARK_MAIL_CC="c@example.org\nBcc: x@example.org"))
        self.assertRefused(result, "TIDEMARK_MAIL_CC")

    def test_line_breaks_from_a_dataset_are_shown_as_signs(self):
        for control in [*CONTROLS, "\0", "\u202e"]:
            with self.subTest(control=control):
                title = f"Night{control}"
                path = self.dataset(title=title, project=title, subtitle=title, url="https://example.org/\r\nBcc:x",
                                    messages=[{"urgency": "error", "title": title, "text": title}])
                for more in ((), ("--stable-subject",), ("--subject", "{{{title}}} {{subtitle}} {{project}} {{&title}}")):
                    raw = self.mail(path, "--attach", "page,text,json", *more)
                    self.assertNotRegex(raw, rb"[^\r\n\x20-\x7e]")
                    message = parsed(raw)
                    for part in message.walk():
                        self.assertIsNone(part["Bcc"], raw[:2000])
                    self.assertNotRegex(str(message["Subject"]), r"[\x00-\x1f\x7f-\x9f\u2028\u202e]")
                    self.assertNotRegex(body(message, "plain"), r"[\x00-\x08\x0b-\x1f\x7f]")


class Mistakes(MailTest):
    def test_wrong_usage_has_its_own_status_and_message(self):
        path = self.dataset()
        cases = {
            ("mail",): "INPUT", ("mail", path): "--from", ("mail", path, "--from", "a@example.org"): "--to",
            ("mail", path, "--to", "b@example.org"): "--from",
            ("mail", path, *WHO, "--from", "a@example.org, b@example.org"): "one sender",
            ("mail", path, *WHO, "--cc", "ann"): "no '@'", ("mail", path, *WHO, "--to", "Team: a@example.org;"): "groups",
            ("mail", path, *WHO, "--cc", "a@bücher.example"): "xn--", ("mail", path, *WHO, "--attach", "pdf"): "page",
            ("mail", path, *WHO, "--attach", "none,page"): "attach", ("mail", path, *WHO, "--only-if", "new"): "--baseline",
            ("mail", path, *WHO, "--only-if", "chnged"): "changed", ("mail", path, *WHO, "--subjct", "x"): "--subject",
            ("mail", path, *WHO, "--subject", "x", "--stable-subject"): "--stable-subject",
            ("mail", path, *WHO, "--html-only", "--text-only"): "--text-only",
            ("mail", path, *WHO, "--html-only", "--send"): "--send", ("mail", path, *WHO, "--width", "wide"): "compact",
            ("mail", path, *WHO, "--send", "--sendmail", "'msmtp -t"): "quote",
            ("mail", path, *WHO, "--send", "--send-limit", "soon"): "seconds",
            ("mail", path, *WHO, "--list-unsubscribe", "stop@example.org"): "mailto:",
            ("mail", path, *WHO, "--list-unsubscribe", "mailto:"): "mailto:",
            ("mail", path, *WHO, "--list-unsubscribe", "mailto:stop?subject=x"): "no '@'",
            ("mail", path, *WHO, "--to", "mailto:a@example.org"): "leave it out",
            ("mail", path, *WHO, "--to", "\u202eA <a@example.org>"): "U+202E",
            ("mail", path, *WHO, "--subject", "{{#title}"): "--subject", ("mail", path, *WHO, "--to", ""): "--to",
            ("mail", path, *WHO, "--fail-on", "new-error"): "--baseline",
        }
        for arguments, words in cases.items():
            with self.subTest(arguments[2:]):
                result = run(*arguments)
                self.assertStatus(USAGE, result)
                self.assertEqual(b"", result.stdout)
                self.assertIn(words, result.stderr.decode())

    def test_empty_setting_counts_as_absent(self):
        path = self.dataset()
        usual = run("mail", path, *WHO).stdout
        for words in (("--subject", ""), ("--attach", ""), ("--only-if", ""), ("--baseline", ""), ("--site", "")):
            result = run("mail", path, *WHO, *words)
            self.assertStatus(support.DONE, result)
            self.assertEqual(usual, result.stdout, words)

    def test_sendmail_without_send_is_a_warning(self):
        path = self.dataset(project="core")
        result = run("mail", path, *WHO, "--sendmail", "false")
        self.assertStatus(support.DONE, result)
        self.assertIn(b"--send'", result.stderr)
        self.assertIn(b"Subject:", result.stdout)
        self.assertEqual(b"", run("mail", path, *WHO, "--sendmail", "false", "--send=false").stderr)

    def test_huge_reason_and_many_facts_still_make_a_mail(self):
        for facts in ([], [{"title": "k" * 100, "value": "v" * 1000}] * 500):
            path = self.dataset(run={"status": "failed", "reason": "Segmentation fault. " * 20_000, "facts": facts})
            message = parsed(run("mail", path, *WHO, "--attach", "none").stdout)
            self.assertLessEqual(len(message.get_body(("html",)).get_payload(decode=True)), 80 << 10)
            for kind in ("plain", "html"):
                self.assertIn("Segmentation fault.", body(message, kind))
                self.assertEqual(bool(facts), "and 480 more" in body(message, kind))

    def test_wrong_dataset_makes_no_mail(self):
        for content in (b"", b'{"version": 1}', b'{"version": 1, "messages": [{"urgency": "eror", "title": "x"}]}'):
            out = self.folder / "night.eml"
            result = run("mail", self.write("wrong.json", content), *WHO, "-o", out)
            self.assertStatus(INPUT, result)
            self.assertFalse(out.exists())

    def test_a_file_that_cannot_be_written_is_status_4(self):
        self.assertStatus(OUTPUT, run("mail", self.dataset(), *WHO, "-o", "/proc/night.eml"))
        self.assertStatus(OUTPUT, run("mail", self.dataset(), *WHO, "-o", "/dev/full"))

    def test_an_input_is_never_written_over(self):
        path = self.dataset()
        before = path.read_bytes()
        self.assertStatus(USAGE, run("mail", path, *WHO, "-o", path))
        self.assertEqual(before, path.read_bytes())

    def test_subject_with_an_unknown_name_is_a_warning_and_is_sent(self):
        result = run("mail", self.dataset(), *WHO, "--subject", "{{titel}} x")
        self.assertStatus(DONE, result)
        self.assertIn(b"did you mean 'title'?", result.stderr)
        self.assertStatus(USAGE, run("mail", self.dataset(), *WHO, "--subject", "{{titel}} x", "--strict"))

    def test_sendmail_program_is_not_read_from_a_settings_file(self):
        mark = self.folder / "ran"
        self.write("tidemark.json", json.dumps({"mailSend": True, "mailSendmail": f"touch {mark}"}))
        result = run("mail", self.dataset(), *WHO, cwd=self.folder)
        self.assertStatus(DONE, result)
        self.assertIn(b"mailSendmail", result.stderr)
        self.assertTrue(result.stdout)
        self.assertFalse(mark.exists())

    def test_settings_and_environment_supply_missing_options(self):
        path = self.dataset()
        self.write("tidemark.json", json.dumps({"mailFrom": "a@example.org", "mailTo": ["b@example.org", "c@example.org"],
                                                "mailAttach": "none", "to": ["page"], "output": "never.html"}))
        result = run("mail", path, cwd=self.folder, environment=plain_environment(TIDEMARK_MAIL_FROM="E <e@example.org>"))
        self.assertStatus(DONE, result)
        message = parsed(result.stdout)
        self.assertEqual("E <e@example.org>", message["From"])
        self.assertEqual("b@example.org, c@example.org", message["To"])
        self.assertEqual("multipart/alternative", message.get_content_type())
        self.assertFalse((self.folder / "never.html").exists())


class Occasions(MailTest):
    def night(self, name, *titles, status="completed", urgency="error"):
        return self.dataset(name, run={"status": status}, messages=[{"urgency": urgency, "title": title} for title in titles])

    def test_condition_decides_whether_a_mail_is_made(self):
        old, same = self.night("old.json", "a", "b"), self.night("same.json", "a", "b")
        fixed, new = self.night("fixed.json", "a"), self.night("new.json", "a", "b", "c")
        failed, calm = self.night("failed.json", "a", "b", status="failed"), self.night("calm.json", "a", urgency="information")
        cases = [
            (same, "always", True), (same, "changed", False), (same, "new", False), (same, "findings", True),
            (fixed, "changed", True), (fixed, "new", False), (new, "changed", True), (new, "new", True),
            (failed, "changed", True), (failed, "new", True), (calm, "findings", False),
        ]
        for path, occasion, isMade in cases:
            with self.subTest(path=path.name, occasion=occasion):
                out = self.folder / "night.eml"
                result = run("mail", path, *WHO, "--baseline", old, "--only-if", occasion, "-o", out)
                self.assertStatus(DONE, result)
                self.assertEqual(isMade, out.exists())
                if not isMade:
                    self.assertRegex(result.stderr, rb"^note: no mail: .*\n$")
                out.unlink(missing_ok=True)

    def test_gate_applies_when_no_mail_is_made(self):
        old = self.night("old.json", "a")
        result = run("mail", old, *WHO, "--baseline", old, "--only-if", "new", "--fail-on", "error")
        self.assertStatus(support.FOUND, result)
        self.assertEqual(b"", result.stdout)
