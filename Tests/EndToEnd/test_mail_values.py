"""No value of a dataset keeps a mail back: each string in turn is huge, blank or hostile."""
import copy
import json
import multiprocessing

import support
from mail_support import MailTest, WHO, parsed
from support import DONE, FOUND, run

NIGHT = {
    "version": 1, "title": "Night", "subtitle": "Of the build", "project": "core", "url": "https://example.org/n/1",
    "now": "2026-11-20T03:12:00Z", "summary": "All **well**", "categories": [{"id": "t", "title": "Tests"}],
    "run": {"status": "failed", "reason": "Lost power", "branch": "main", "commit": "abc",
            "facts": [{"title": "Tests", "value": "12"}]},
    "messages": [
        {"urgency": "error", "category": "t", "title": "Broke", "text": "It *broke*", "details": "- log", "fingerprint": "f",
         "location": {"file": "a.c", "line": 1, "url": "https://example.org/a"}, "link": {"title": "Log", "url": "https://example.org/l"},
         "actions": [{"title": "Retry", "url": "https://example.org/r"}, {"title": "Stop", "url": "https://example.org/s"}]},
        {"urgency": "warning", "title": "Slow", "text": "Took long", "id": "slow"},
        {"kind": "offline", "urgency": "warning", "title": "Stale", "text": "No data", "time": "2026-11-19T03:12:00Z"},
        {"kind": "alert", "urgency": "error", "title": "Disk", "text": "Full", "actions": [{"title": "Free", "url": "https://example.org/f"}]},
    ],
    "timeline": {"title": "Road", "entries": [
        {"start": "2026-11-19", "title": "Before", "description": "words", "url": "https://example.org/b",
         "statuses": [{"text": "late", "tone": "negative"}], "attributes": ["Ann"]},
        {"start": "2026-11-21", "title": "After", "details": "more"}]},
}
# Fields that allow only fixed words or a format. Any other value must be reported as an error.
CLOSED = {"urgency", "kind", "status", "tone", "now", "time", "start", "id", "fingerprint"}
VALUES = {
    "huge": "word " * 16_000, "one word": "w" * 80_000, "two megabytes": "word " * 420_000, "blank": "   ", "empty": "",
    "wide": "\U0001F468\u200d\U0001F469\u200d\U0001F467" * 8_000, "accents": "e" + "\u0301" * 60_000, "lines": "line\n" * 20_000,
    "markup": "<table><tr><td>" * 4_000, "Markdown": "> " * 3_000 + "*a*b" * 3_000, "templates": "{{{title}}}{{> run}}" * 2_000,
    "controls": "\x1b[2J\x00\x07\u202e\u2066\ufffe" * 4_000, "header": "x\r\nBcc: thief@example.com\r\n\r\n" * 4_000,
    "fences": "```\n" * 9_000, "private": "\ue000\U000f0000" * 9_000, "address": "https://example.org/" + "p" * 90_000,
}


def places(value, path=()):
    """The path of every string that is free."""
    if isinstance(value, dict):
        for key, member in value.items():
            if key not in CLOSED:
                yield from places(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from places(member, (*path, index))
    elif isinstance(value, str):
        yield path


def spoiled(path, word):
    night = copy.deepcopy(NIGHT)
    record = night
    for step in path[:-1]:
        record = record[step]
    record[path[-1]] = word
    return json.dumps(night).encode()


def attempt(case):
    path, name, arguments = case
    result = run("mail", "-", *WHO, "--attach", "none", *arguments, input=spoiled(path, VALUES[name]), timeout=120)
    return case, result.returncode, result.stdout, result.stderr[:500].decode("utf-8", "replace")


class Values(MailTest):
    def attempts(self, cases):
        with multiprocessing.get_context("fork").Pool(2) as pool:
            for (path, name, arguments), status, raw, said in pool.imap_unordered(attempt, cases, chunksize=4):
                with self.subTest(path=path, value=name, arguments=arguments):
                    if status == support.INPUT and "]\n" in said and not raw:
                        # The reader refuses such values: an invalid address, an empty title.
                        self.assertRegex(said, r"(?m)^-:\d+:\d+: error: ")
                        continue
                    self.assertIn(status, (DONE, FOUND), said)
                    message = parsed(raw)
                    self.assertTrue(message["Subject"].strip())
                    self.assertIsNone(message["Bcc"])
                    html = message.get_body(("html",)).get_payload(decode=True)
                    self.assertLessEqual(len(html), 80 << 10)
                    self.assertIn("Run failed", message.get_body(("plain",)).get_content())

    def test_any_value_of_any_field_still_makes_a_mail(self):
        self.attempts([(path, name, ()) for path in places(NIGHT) for name in VALUES])

    def test_any_value_in_a_subject_still_makes_a_mail(self):
        self.attempts([((field,), name, ("--subject", template)) for field in ("title", "subtitle", "project")
                       for name in VALUES for template in ("{{%s}}" % field, "{{{%s}}}" % field)])
        self.attempts([((field,), name, ("--stable-subject",)) for field in ("title", "project") for name in VALUES])

    def test_values_that_leave_a_subject_blank_are_warnings(self):
        path = self.dataset(title="  ")
        result = run("mail", path, *WHO, "--subject", "{{title}}", "--strict")
        self.assertStatus(DONE, result)
        self.assertRegex(result.stderr, rb"note: .* blank .*\[empty-subject\]")
        self.assertEqual("Report: all clear", parsed(result.stdout)["Subject"])
        self.assertStatus(support.USAGE, run("mail", path, *WHO, "--subject", "  "))

    def test_address_too_long_for_a_mail_is_a_warning(self):
        result = run("mail", self.dataset(url="https://example.org/" + "p" * 90_000), *WHO, "--attach", "none")
        self.assertStatus(DONE, result)
        self.assertIn(b"[long-url]", result.stderr)
