"""What to look at first: the causes that several failed tests have in common."""
import json
import re

import oracle_leads
import support
from browser import rules
from support import run

NOW = ("--now", "2026-11-20T03:12:00Z")
REPORTS = support.repository / "Tests/EndToEnd/leads"
TARGETS = ("page", "markdown", "text", "slack", "teams")
TITLE = "What to look at first"


def failure(name, message, trace=""):
    return f'<testcase classname="tests.test_a" name="{name}"><failure message="{message}">{trace}</failure></testcase>'


def trace(test, line, error, raised="src/sums.py:4"):
    return f"""def {test}():
&gt;       assert add(1)

tests/test_a.py:{line}:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

    def add(a):
&gt;       return a + b
E       {error}

{raised}: TypeError"""


def junit(*cases):
    return f'<testsuites><testsuite name="s">{"".join(cases)}</testsuite></testsuites>'


class Leads(support.ProgramTest):
    def rendered(self, target, *cases, more=()):
        (self.folder / "new.xml").write_text(junit(*cases))
        result = run("render", "new.xml", "--to", target, "--output", "-", *more, *NOW, cwd=self.folder)
        return result.stdout.decode()

    def leads(self, *cases, more=()):
        return json.loads(self.rendered("json", *cases, more=more)).get("leads")

    @staticmethod
    def sums(count, start=0):
        error = "TypeError: unsupported operand: 'int' and 'str'"
        return [failure(f"test_{number}", error, trace(f"test_{number}", 10 + number, error))
                for number in range(start, start + count)]

    @rules("M18")
    def test_pairs_of_failures_have_one_cause_as_an_independent_reader_finds(self):
        for path in sorted(REPORTS.iterdir()):
            with self.subTest(report=path.name):
                result = run("render", path, "--to", "json", "--output", "-", *NOW)
                report = json.loads(result.stdout)
                messages = [message for section in report["sections"] for message in section["messages"]]
                told = {re.sub(r"^\[\w+\] ", "", message["title"]).split("›")[-1].split(".", 1)[-1].strip(): message.get("lead")
                        for message in messages}
                expected = oracle_leads.failures(path)
                found = [next(lead for title, lead in told.items() if title == name or title.endswith(name))
                         for name, _ in expected]
                self.assertEqual(len(messages), len(expected))
                self.assertEqual(oracle_leads.pairs([key for _, key in expected]), oracle_leads.pairs(found))

    @rules("M18")
    def test_every_output_has_the_cause_its_place_and_a_test(self):
        for target in TARGETS:
            text = self.rendered(target, *self.sums(5), failure("test_other", "no luck today"))
            text = re.sub("<wbr>", "", text).replace("&#39;", "'").replace("&#x27;", "'").replace("\\", "")
            self.assertIn(TITLE, text, target)
            self.assertIn("5 tests", text, target)
            self.assertIn("sums.py:4", text, target)
            self.assertIn("and 4 more", text, target)
            self.assertIn("1 other failure", text.replace("\xa0", " "), target)
            for number in range(5):
                if target in ("page", "markdown", "text"):
                    self.assertIn(f"test_{number}", text, target)
        self.assertIn("5 tests: TypeError: unsupported operand: 'int' and 'str' - src/sums.py:4 test_a.test_0 and 4 more",
                      " ".join(self.rendered("text", *self.sums(5)).split()))

    @rules("M18")
    def test_a_mail_has_it(self):
        (self.folder / "new.xml").write_text(junit(*self.sums(5)))
        mail = run("mail", "new.xml", "--from", "a@example.org", "--to", "b@example.org", *NOW, cwd=self.folder)
        self.assertIn(TITLE.encode(), mail.stdout)
        self.assertIn(b"5 tests", mail.stdout)

    @rules("M18")
    def test_three_failures_and_failures_with_nothing_in_common_have_no_list(self):
        self.assertIsNone(self.leads(*self.sums(3)))
        self.assertIsNone(self.leads(*(failure(f"test_{word}", f"{word} is not here") for word in ("one", "two", "six", "ten"))))
        self.assertIsNotNone(self.leads(*self.sums(4)))

    @rules("M18")
    def test_a_parameterized_test_is_one_line_with_its_name(self):
        cases = [failure(f"test_tax[{number}-de]", f"AssertionError: assert {number} == 7",
                         trace("test_tax", 9, f"AssertionError: assert {number} == 7", "tests/test_a.py:9")) for number in range(6)]
        lead, = self.leads(*cases)["items"]
        self.assertEqual(("test_a.test_tax", 6, 0), (lead["name"], lead["count"], lead["otherTests"]))
        self.assertEqual("AssertionError: assert … == 7", lead["cause"])
        self.assertIn("    test_a.test_tax\n", self.rendered("text", *cases))

    @rules("M18")
    def test_the_largest_cause_is_first_and_others_are_counted(self):
        cases = []
        for size in range(2, 9):
            error = f"ValueError: shape {'abcdefghi'[size] * 3}"
            cases += [failure(f"test_{size}_{number}", error, trace("t", number, error, f"src/shape.py:{size}"))
                      for number in range(size)]
        leads = self.leads(*cases)
        self.assertEqual([8, 7, 6, 5, 4], [lead["count"] for lead in leads["items"]])
        self.assertEqual(5, leads["others"])

    @rules("M18", "N1")
    def test_it_says_what_is_new(self):
        (self.folder / "old.xml").write_text(junit(*self.sums(2)))
        more = ("--baseline", "old.xml")
        lead, = self.leads(*self.sums(5), more=more)["items"]
        self.assertEqual(3, lead["new"])
        self.assertIn("sums.py:4 - 3 new\n", self.rendered("text", *self.sums(5), more=more))
        self.assertIn("sums.py:4 - New\n", self.rendered("text", *self.sums(5, start=5), more=more))

    @rules("M18")
    def test_a_missing_service_is_one_cause(self):
        error = "OperationalError: server at db-{}, port 5432 failed: Connection refused"
        cases = [failure(f"test_{number}", error.format(number),
                         trace("t", number, error.format(number), f"tests/test_a.py:{number + 1}")) for number in range(3)]
        cases += [failure(f"test_b{number}", "ConnectError: localhost:6379: Connection refused") for number in range(2)]
        self.assertEqual([3, 2], [lead["count"] for lead in self.leads(*cases)["items"]])

    @rules("M18")
    def test_a_missing_service_has_no_line_and_no_owner(self):
        error = "redis.exceptions.ConnectionError: Error 111 connecting to 127.0.0.1:6379. 111."
        cases = [failure(f"test_{number}", error, trace("t", number, error, "src/store.py:4")) for number in range(5)]
        (self.folder / "CODEOWNERS").write_text("* @store\n")
        (self.folder / "src").mkdir()
        (self.folder / "src/store.py").write_text("")
        more = ("--root", ".")
        lead, = self.leads(*cases, more=more)["items"]
        self.assertEqual("Connection refused: port 6379", lead["cause"])
        self.assertNotIn("location", lead)
        self.assertNotIn("owner", lead)
        self.assertIn("5 tests: Connection refused: port 6379\n", self.rendered("text", *cases, more=more))

    @rules("M18", "M15")
    def test_a_long_section_groups_failures_by_the_same_cause(self):
        cases = [*self.sums(15), *(failure(f"test_{letter}", f"{letter * 3} is not here") for letter in "abcdefghij")]
        report = json.loads(self.rendered("json", *cases))
        section, = report["sections"]
        self.assertEqual([("lead", 15)], [(group["likeness"], group["count"]) for group in section["groups"]])
        self.assertEqual(15, sum(message.get("lead") == 1 for message in section["messages"]))

    @rules("M18")
    def test_only_failed_tests_count(self):
        lines = "".join(f"src/a.c:{number}:1: error: unknown type name 'x'\n" for number in range(6))
        (self.folder / "build.log").write_text(lines)
        report = json.loads(run("render", "build.log", "--to", "json", "--output", "-", *NOW, cwd=self.folder).stdout)
        self.assertEqual(6, report["verdict"]["counts"]["error"])
        self.assertNotIn("leads", report)

    @rules("M18")
    def test_a_cause_is_text(self):
        attack = "&lt;img src=x onerror=alert(1)&gt; [a](javascript:b) is not **c**"
        cases = [failure(f"test_{number}", attack) for number in range(5)]
        self.assertNotIn("<img src=x", self.rendered("page", *cases))
        self.assertNotIn("[a](javascript:b)", self.rendered("markdown", *cases))
