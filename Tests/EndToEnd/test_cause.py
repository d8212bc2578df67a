"""Why a test failed: one line below its name, in every output."""
import email
import email.policy
import json
import re

import support
from browser import rules
from support import DONE, FOUND, run

NOW = ("--now", "2026-11-20T03:12:00Z")
CAUSE = "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
TRACE = f"""def test_adds():
&gt;       assert add(1, "2") == 3

tests/test_sum.py:12:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

    def add(a, b):
&gt;       return a + b
E       {CAUSE}

src/sums.py:4: TypeError"""
FAILED = f'<testcase classname="tests.test_sum" name="test_adds"><failure message="{CAUSE}">{TRACE}</failure></testcase>'
# PHPUnit begins with the name of the test.
APART = "Failed asserting that 500 matches expected 200."
PHPUNIT = f"""<testcase name="testPays" class="ShopTest" classname="ShopTest">
<failure type="PHPUnit\\Framework\\ExpectationFailedException">ShopTest::testPays
{APART}

/app/tests/ShopTest.php:9</failure></testcase>"""
PASSED = '<testcase classname="tests.test_sum" name="test_ok"/>'
TARGETS = ("page", "markdown", "text", "json", "csv", "slack", "teams")


def junit(*cases):
    return f'<testsuites><testsuite name="s">{"".join(cases)}</testsuite></testsuites>'


class Cause(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "old.xml").write_text(junit(PASSED))
        (self.folder / "new.xml").write_text(junit(PASSED, FAILED, PHPUNIT))

    def rendered(self, target, *arguments):
        result = run("render", "new.xml", "--baseline", "old.xml", "--to", target, *NOW, *arguments, cwd=self.folder)
        text = result.stdout.decode().replace("&#39;", "'").replace("&#x27;", "'")
        return text.replace("\\'", "'").replace("\\(", "(").replace("\\)", ")"), result

    @rules("M16", "N4")
    def test_every_output_says_why_a_new_failure_failed(self):
        for target in TARGETS:
            text, _ = self.rendered(target)
            self.assertIn(CAUSE, text, target)
            self.assertIn(APART.rstrip("."), text, target)
        mail = run("mail", "new.xml", "--baseline", "old.xml", "--from", "a@example.org", "--to", "b@example.org", *NOW, cwd=self.folder)
        self.assertStatus(DONE, mail)
        self.assertIn(b"unsupported operand", mail.stdout)

    @rules("M16")
    def test_the_list_of_changes_has_it_below_the_name(self):
        text, _ = self.rendered("text")
        self.assertIn(f"test_sum.test_adds - src/sums.py:4\n    {CAUSE}\n", text)
        markdown, _ = self.rendered("markdown")
        self.assertRegex(markdown, r"- ✖ Error: \[ShopTest\.testPays\]\(#[\w-]+\) · .*\\\n  Failed asserting")

    @rules("M16")
    def test_an_annotation_says_why_the_test_failed(self):
        _, result = self.rendered("text", "--fail-on", "new-error", "--format", "github")
        self.assertEqual(FOUND, result.returncode)
        said = result.stderr.decode()
        self.assertIn(f"::error file=src/sums.py,line=4,title=new error::test_sum.test_adds: {CAUSE}\n", said)
        _, result = self.rendered("text", "--fail-on", "new-error")
        self.assertIn(f"  - src/sums.py:4: test_sum.test_adds (new error)\n    {CAUSE}\n", result.stderr.decode())

    @rules("M16")
    def test_a_mail_shows_the_trace_from_its_cause_on(self):
        mail = run("mail", "new.xml", "--baseline", "old.xml", "--from", "a@example.org", "--to", "b@example.org", *NOW, cwd=self.folder)
        message = email.message_from_bytes(mail.stdout, policy=email.policy.default)
        html = message.get_body(("html",)).get_content()
        self.assertIn("return a + b", html)
        self.assertNotIn("def test_adds", html)

    @rules("M16")
    def test_a_cause_is_text(self):
        attack = "&lt;img src=x onerror=alert(1)&gt; [a](javascript:b) **c** &#10;::error::d"
        (self.folder / "new.xml").write_text(junit(
            *(f'<testcase name="{name}"><failure message="{attack}">x</failure></testcase>' for name in "ab")))
        page, _ = self.rendered("page")
        self.assertIn('<span class="why" data-aside dir="auto">&lt;img src=x', page)
        self.assertNotIn("<img src=x", page)
        markdown, _ = self.rendered("markdown")
        self.assertNotIn("[a](javascript:b)", markdown)
        _, result = self.rendered("text", "--fail-on", "new-error", "--format", "github")
        self.assertEqual(["fail-on-met", "new error", "new error"], re.findall("^::.*?title=(.*?)::", result.stderr.decode(), re.M))

    @rules("M16", "I6")
    def test_no_secret_is_in_a_cause(self):
        failure = '<testcase name="a"><failure message="login with password=hunter2secret failed">x</failure></testcase>'
        (self.folder / "new.xml").write_text(junit(failure))
        for target in TARGETS:
            self.assertNotIn("hunter2secret", self.rendered(target)[0], target)
        self.assertIn("cause", json.loads(self.rendered("json")[0])["sections"][0]["messages"][0])

    @rules("M16")
    def test_a_key_and_its_value_in_two_lines_are_hidden(self):
        failure = '<testcase name="{}"><failure message="Error:&#10;password:&#10;hunter2secretvalue">x</failure></testcase>'
        (self.folder / "new.xml").write_text(junit(failure.format("a"), failure.format("b")))
        said = self.rendered("slack")[0] + self.rendered("text", "--fail-on", "new-error")[1].stderr.decode()
        self.assertNotIn("hunter2secretvalue", said)

    @rules("M15", "M16")
    def test_long_causes_with_other_values_are_one_group(self):
        cause = "request {} to the pricing server of the shop was refused because the price of the article in the cart is not " \
                "the price of the article in the catalogue of today, which the server read at night"
        cases = (f'<testcase name="t{number}"><failure message="{cause.format("1" * (number % 9 + 1))}">x</failure></testcase>'
                 for number in range(30))
        (self.folder / "new.xml").write_text(junit(*cases))
        section, = json.loads(self.rendered("json")[0])["sections"]
        self.assertEqual([30], [group["count"] for group in section["groups"]])

    @rules("M16")
    def test_a_cause_is_said_once(self):
        long = "the answer of the server has no field with the name of the customer, although the contract of the service " \
               "says that each answer has one and the server is of the version of the contract"
        spaces = "expected  two    spaces"
        (self.folder / "new.xml").write_text(junit(
            *(f'<testcase name="t{number}"><failure message="{text}">x</failure></testcase>'
              for number, text in enumerate((long, spaces)))))
        text = run("render", "new.xml", "--to", "text", *NOW, cwd=self.folder).stdout.decode()
        self.assertEqual(1, text.count("the answer of the server"))
        self.assertEqual(1, " ".join(text.split()).count("expected two spaces"))

    @rules("M16")
    def test_a_dataset_can_have_causes(self):
        messages = [{"urgency": "error", "title": title, "cause": cause} for title, cause in
                    (("first", "expected 1,\n got 2"), ("second", "  "), ("third", "third"), ("fourth", "x" * 1000))]
        (self.folder / "new.json").write_text(json.dumps({"version": 1, "messages": messages}))
        report = json.loads(run("render", "new.json", "--to", "json", *NOW, cwd=self.folder).stdout)
        causes = [message.get("cause") for message in report["sections"][0]["messages"]]
        self.assertEqual(["expected 1, got 2", None, "third", "x" * 159 + "…"], causes)
        (self.folder / "old.json").write_text('{"version": 1, "messages": []}')
        text = run("render", "new.json", "--baseline", "old.json", "--to", "text", *NOW, cwd=self.folder).stdout.decode()
        self.assertIn("✖ Error: first\n    expected 1, got 2\n  ✖ Error: second\n  ✖ Error: third\n  ✖ Error: fourth\n    xx", text)

    @rules("M16")
    def test_a_page_folds_the_lines_before_the_failure(self):
        source = "".join(f"    line {number}\n" for number in range(20))
        trace = f"def test_adds():\n{source}&gt;       return a + b\nE       {CAUSE}\n\nsrc/sums.py:4: TypeError"
        (self.folder / "new.xml").write_text(junit(
            f'<testcase name="long"><failure message="{CAUSE}">{trace}</failure></testcase>',
            f'<testcase name="short"><failure message="{CAUSE}">def test_adds():\n&gt;       return a + b\nE       {CAUSE}</failure></testcase>'))
        page = run("render", "new.xml", "--to", "page", *NOW, cwd=self.folder).stdout.decode()
        before, rest = re.search(r'<details class="before"><summary[^>]*>Lines before \(21\)</summary>(.*?)</details>(.*?)</div>', page, re.S).groups()
        self.assertIn("def test_adds", before)
        self.assertIn("line 19", before)
        self.assertNotIn("return a + b", before)
        self.assertRegex(rest, r"^<pre[^>]*><code[^>]*>&gt;       return a \+ b")
        # A short trace is shown whole.
        self.assertEqual(1, page.count('<details class="before">'))
        text = run("render", "new.xml", "--to", "text", *NOW, cwd=self.folder).stdout.decode()
        self.assertIn("line 0", text)

    @rules("M16", "M14")
    def test_cut_details_begin_at_the_failure(self):
        source = "".join(f"    line {number} of the fixture of the test\n" for number in range(200))
        failure = f'<failure message="{CAUSE}">def test():\n{source}&gt;       return a + b\nE       {CAUSE}\n\nend</failure>'
        (self.folder / "new.xml").write_text(junit(*(f'<testcase name="t{number}">{failure}</testcase>' for number in range(9))))
        text = run("render", "new.xml", "--to", "markdown", "--budget", "8000", *NOW, cwd=self.folder).stdout.decode()
        self.assertIn("return a + b", text)
        self.assertNotIn("line 0 of", text)

    @rules("M17")
    def test_compared_values_are_aligned_or_a_difference(self):
        long = "one&#10;two&#10;three"
        (self.folder / "new.xml").write_text(junit(
            '<testcase name="short"><failure message="status ==&gt; expected: &lt;200&gt; but was: &lt;500&gt;">at a.B.c(B.java:3)</failure></testcase>',
            f'<testcase name="long"><failure message="expected: &lt;{long}&gt; but was: &lt;{long.replace("two", "2")}&gt;">x</failure></testcase>'))
        text = run("render", "new.xml", "--to", "text", *NOW, cwd=self.folder).stdout.decode()
        self.assertRegex(text, r"\n +Expected: 200\n +Actual:   500\n")
        self.assertRegex(text, r"\n +- Expected\n +\+ Actual\n\n +one\n +- two\n +\+ 2\n +three\n")
        for target in ("page", "markdown"):
            output = run("render", "new.xml", "--to", target, *NOW, cwd=self.folder).stdout.decode()
            self.assertIn("Actual:   500", output, target)
            self.assertIn("- two", output, target)
        mail = run("mail", "new.xml", "--from", "a@example.org", "--to", "b@example.org", *NOW, cwd=self.folder)
        html = email.message_from_bytes(mail.stdout, policy=email.policy.default).get_body(("html",)).get_content()
        self.assertIn("Actual:   500", html.replace("&nbsp;", " "))
        messages = json.loads(run("render", "new.xml", "--to", "json", *NOW, cwd=self.folder).stdout)["sections"][0]["messages"]
        self.assertEqual([("200", "500"), ("one\ntwo\nthree", "one\n2\nthree")],
                         sorted((message["expected"], message["actual"]) for message in messages))

    @rules("M17")
    def test_values_that_the_details_show_are_not_repeated(self):
        (self.folder / "new.xml").write_text(junit(
            FAILED, '<testcase name="lines"><failure message="Expected: 200&#10;Actual: 500">x</failure></testcase>'))
        messages = json.loads(run("render", "new.xml", "--to", "json", *NOW, cwd=self.folder).stdout)["sections"][0]["messages"]
        self.assertEqual([], [message for message in messages if "expected" in message])

    @rules("M17", "I6")
    def test_no_secret_is_in_a_compared_value(self):
        tests = [{"title": "a", "fullTitle": "a", "err": {
            "message": "no", "stack": "no", "expected": "password=hunter2secret", "actual": "token=hunter2secret x"}}]
        (self.folder / "mocha.json").write_text(json.dumps({
            "stats": {"suites": 1, "tests": 1, "passes": 0, "pending": 0, "failures": 1}, "tests": tests,
            "pending": [], "failures": tests, "passes": []}))
        output = run("render", "mocha.json", "--to", "json", *NOW, cwd=self.folder).stdout.decode()
        self.assertIn('"expected"', output)
        self.assertNotIn("hunter2secret", output)

    @rules("M16")
    def test_a_preheader_and_a_feed_have_it(self):
        mail = run("mail", "new.xml", "--baseline", "old.xml", "--from", "a@example.org", "--to", "b@example.org", *NOW, cwd=self.folder)
        html = email.message_from_bytes(mail.stdout, policy=email.policy.default).get_body(("html",)).get_content()
        self.assertIn(f"test_sum.test_adds: {CAUSE[:40]}", html.replace("&#39;", "'")[:html.index("<table")])
        for name, hour in (("old.xml", "02"), ("new.xml", "03")):
            self.assertStatus(DONE, run(
                "publish", name, "--site", "site", "--project", "core", "--base-url", "https://example.org/",
                "--now", f"2026-11-20T{hour}:12:00Z", cwd=self.folder))
        feed = (self.folder / "site/core/feed.xml").read_text()
        self.assertIn(f"test_sum.test_adds: {CAUSE}", feed.replace("&#39;", "'"))
        self.assertIn(f"ShopTest.testPays: {APART}", feed)
