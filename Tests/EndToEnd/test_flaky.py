"""Tests that come and go: in every output with their last runs, and behind a gate that leaves them out."""
import csv
import html
import json
import re

import mail_support
import support
from browser import rules
from support import DONE, FOUND, USAGE, run

SLOW, BROKEN = "TimeoutError: no answer after 30 s", "TypeError: cart is null"
SIGNS, WORDS = "✖✔✖✔✔✖", "Last runs: 3 of 6 (50%)"


def junit(*failed):
    cases = "".join(f'<testcase classname="shop" name="{name}">'
                    + "".join(f'<failure message="{cause}"/>' for test, cause in failed if test == name)
                    + "</testcase>" for name in ("test_pays", "test_ships", "test_sums"))
    return f'<testsuites><testsuite name="s">{cases}</testsuite></testsuites>'


class FlakyTest(support.ProgramTest):
    GATE = ("--fail-on", "new-error,-flaky")

    def setUp(self):
        super().setUp()
        self.day = 0

    def call(self, command, text, *arguments, status=DONE):
        self.write("night.xml", text)
        result = run(command, "night.xml", "--site", "site", "--project", "shop", "--now",
                     f"2026-11-{self.day:02}T03:00:00Z", *arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def publish(self, *failed, gate=GATE, status=DONE):
        self.day += 1
        return self.call("publish", junit(*failed), *gate, status=status).stderr.decode()

    def learn(self):
        """Nights after which a test is known to come and go."""
        for failed in (True, False, True, False, False):
            self.publish(*[("test_pays", SLOW)] * failed, status=FOUND if failed else DONE)

    def rendered(self, target, *arguments, failed=(("test_pays", SLOW),), status=DONE):
        self.day += 1
        try:
            return self.call("render", junit(*failed), "--to", target, *arguments, status=status)
        finally:
            self.day -= 1


class Outputs(FlakyTest):
    @rules("R8")
    def test_every_output_says_what_comes_and_goes(self):
        self.learn()
        said = f"Intermittent {SIGNS} {WORDS}"
        rows = list(csv.DictReader(self.rendered("csv").stdout.decode().splitlines()))
        self.assertRegex(rows[0]["flaky"], r"^0\.\d+$")
        for target in ("markdown", "text", "slack", "teams"):
            text = re.sub(r"\s+", " ", self.rendered(target).stdout.decode().replace("\\(", "(").replace("\\)", ")"))
            self.assertIn(said, text, target)
        page = self.rendered("page", failed=[("test_pays", SLOW), ("test_ships", BROKEN)]).stdout.decode()
        self.assertIn('data-change="flaky">Intermittent</span>', page)
        self.assertIn(f'role="img" aria-label="{WORDS}">{SIGNS}</span>', page)
        mail = html.unescape(self.rendered("mail").stdout.decode())
        self.assertIn("Intermittent ✕✓✕✓✓✕ " + WORDS, mail)
        history = json.loads(self.rendered("json").stdout)["sections"][0]["messages"][0]["history"]
        self.assertEqual((True, 0.5), (history["comesAndGoes"], history["rate"]))

    @rules("R8")
    def test_signs_are_ascii_where_the_text_is(self):
        self.learn()
        text = self.rendered("text", "--ascii").stdout
        self.assertIn(b"Intermittent x+x++x Last runs: 3 of 6 (50%)", re.sub(rb"\s+", b" ", text))
        self.assertTrue(text.isascii())

    @rules("R8")
    def test_what_comes_and_goes_is_listed_in_a_night_without_it(self):
        self.learn()
        self.publish(("test_pays", SLOW))
        for target in ("markdown", "text", "mail", "page"):
            text = self.rendered(target, failed=()).stdout.decode()
            self.assertIn("Intermittent", text, target)
            self.assertIn("Last runs: 3 of 7 (43%)", re.sub(r"\s+", " ", text.replace("\\", "")), target)

    @rules("R8")
    def test_a_test_that_only_failed_does_not_come_and_go(self):
        for _ in range(6):
            self.publish(("test_pays", SLOW), gate=())
        for target in ("markdown", "text", "page", "mail", "slack"):
            self.assertNotIn("Intermittent", self.rendered(target).stdout.decode())


class Gate(FlakyTest):
    @rules("R8")
    def test_it_does_not_count_and_is_listed_with_an_entry_that_ends(self):
        self.learn()
        said = self.publish(("test_pays", SLOW))
        self.assertIn("note: 1 failed test comes and goes and does not count: [flaky-left-out]\n", said)
        self.assertIn(f"  - shop.test_pays (failed in 3 of the last 6 runs)\n    {SLOW}\n", said)
        entry = json.loads(re.search(r"known\.json: (\{.*\})", said)[1])
        self.assertEqual(("error", "2026-12-04"), (entry["urgency"], entry["until"]))
        # Without the word it counts, unless it is accepted.
        self.rendered("text", "--fail-on", "error", status=FOUND)
        self.write("known.json", json.dumps({"known": [entry]}))
        self.rendered("text", "--fail-on", "error")

    @rules("R8")
    def test_another_test_and_another_cause_count_at_once(self):
        self.learn()
        result = self.rendered("text", *self.GATE, failed=[("test_pays", SLOW), ("test_ships", SLOW)], status=FOUND)
        self.assertIn(b"is met: 1 new error: [fail-on-met]\n  - shop.test_ships", result.stderr)
        result = self.rendered("text", *self.GATE, failed=[("test_pays", BROKEN)], status=FOUND)
        self.assertIn(b"is met: 1 returned error", result.stderr)
        self.assertIn(BROKEN.encode(), result.stderr)

    @rules("R8")
    def test_the_third_failure_in_a_row_counts_once(self):
        self.learn()
        for night, status in enumerate((DONE, DONE, FOUND, DONE), 1):
            said = self.publish(("test_pays", SLOW), status=status)
            self.assertEqual(night == 3, "is met: 1 no longer flaky error:" in said, said)
            self.assertEqual(night < 3, "[flaky-left-out]" in said, said)

    @rules("R8")
    def test_another_cause_in_the_second_night_counts(self):
        self.learn()
        self.publish(("test_pays", SLOW))
        self.assertIn("no longer flaky error", self.publish(("test_pays", BROKEN), status=FOUND))

    @rules("R8")
    def test_only_a_site_knows_it(self):
        self.write("night.xml", junit())
        result = run("render", "night.xml", "--baseline", "night.xml", "--to", "text", *self.GATE, cwd=self.folder)
        self.assertStatus(USAGE, result)
        self.assertIn(b"'--fail-on -flaky' needs a site", result.stderr)

    @rules("R8")
    def test_a_mail_lists_it_behind_the_same_gate(self):
        self.learn()
        self.day += 1
        result = self.call("mail", junit(("test_pays", SLOW)), *mail_support.WHO, *self.GATE)
        self.assertIn(b"[flaky-left-out]", result.stderr)
