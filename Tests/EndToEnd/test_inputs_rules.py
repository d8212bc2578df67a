"""What a reader can rely on in the reports of tools (docs/report-rules.md, I), and `convert`."""
import re
import subprocess

import support
from browser import rules
from support import DONE, INPUT, USAGE
from test_inputs import ESLINT, NOW, InputsTest, junit


class Rules(InputsTest):
    def setUp(self):
        super().setUp()
        self.write("last.xml", junit("A", "one", ("two", "boom"), ("old", "bang")))

    @rules("I1", "I2")
    def test_what_failed_is_listed_and_what_passed_is_counted(self):
        report = self.report("res", "lint.json")
        self.assertEqual(["A.two", "Missing semicolon"], self.titles(report))
        self.assertEqual({"Tests": 3, "Passed": 2, "Failed": 1}, self.facts(report))
        self.assertEqual(3, len(self.titles(self.report("res", "--include", "passed"))))

    @rules("I3")
    def test_what_is_incomplete_is_never_well(self):
        cases = {"claims.xml": '<testsuite tests="3" failures="2"/>', "none.xml": "<testsuites/>",
                 "plan.tap": "TAP version 13\n1..3\nok 1\nok 2\n", "end.json": '{"Action":"run","Package":"p","Test":"T"}\n'}
        for name, content in cases.items():
            with self.subTest(name=name):
                self.write(name, content)
                for target in ("text", "page", "mail", "markdown"):
                    shown = self.call(name, "--to", target, *NOW)
                    self.assertStatus(DONE, shown)
                    self.assertNotIn(b"All clear", shown.stdout)
        self.write("cut.xml", junit("A", "one")[:60])
        self.assertIn("cut.xml:", self.refused("cut.xml"))

    @rules("I3")
    def test_report_in_a_folder_that_is_not_read_is_a_warning(self):
        for name in ("a", "b", "c", "d"):
            self.write(f"res/{name}.cunit", f'<CUNIT_TEST_LIST_REPORT id="{name}"/>')
        self.write("res/audit.json", '{"auditReportVersion": 2}')
        self.report("res")
        self.assertIn("warning: 4 files may hold a report and can't be read: 'res/a.cunit', 'res/b.cunit', 'res/c.cunit' and 1 more, "
                      "CUnit XML [unread-report]", self.said)
        self.assertIn("help: it is not read", self.said)
        self.assertIn("warning: a file may hold a report and can't be read: 'res/audit.json', JSON with 'auditReportVersion' [unread-report]", self.said)
        self.refused("res", "--strict")
        self.assertIn("'res/audit.json'", self.refused("res/*.json"))

    @rules("I3")
    def test_device_without_an_end_is_refused(self):
        for name in ("/dev/zero", "lines:/dev/zero", "/dev/urandom"):
            with self.subTest(name=name):
                self.assertIn("is a device, which may have no end", self.refused(name))
        with open("/dev/zero", "rb") as zero:
            result = subprocess.run([str(support.program), "render", "lines:-", *NOW], stdin=zero,
                                    capture_output=True, timeout=20)
            self.assertStatus(INPUT, result)
            self.assertIn(b"is a device", result.stderr)
        self.assertIn("[empty-input]", self.refused("/dev/null"))
        self.write("zeros.xml", "\0" * 100_000)
        self.assertIn("it looks like a file of zeros", self.refused("zeros.xml"))

    @rules("I4")
    @rules("I3")
    def test_every_target_says_how_many_findings_are_left_out(self):
        self.write("left.json", ESLINT)
        for option, word in (("--min-level=error", "Left out"), ("--skip-rule=semi", "Suppressed")):
            for target in ("page", "mail", "markdown", "text", "json"):
                with self.subTest(option=option, target=target):
                    result = self.call("left.json", option, "--to", target, *NOW)
                    self.assertStatus(DONE, result)
                    self.assertIn(word.encode(), result.stdout)
        result = self.call("left.json", "--min-level=error", "--to", "text", "--locale", "de", *NOW)
        self.assertIn("Ausgelassen: 1", result.stdout.decode())

    def test_options_of_sections_and_paths_make_nothing_new(self):
        self.write("new.xml", junit("A", "one", ("two", "boom"), "old"))
        for options in ((), ("--category", "suite"), ("--category", "Unit tests"), ("--root", "src"), ("--details-limit", "100"),
                        ("--locale", "de")):
            with self.subTest(options=options):
                report = self.report("new.xml", "--baseline", "last.xml", *options)
                changes = [message["change"] for section in report["sections"] for message in section["messages"]]
                self.assertEqual(["still"], changes)
                self.assertEqual(1, len(report["comparison"]["fixedMessages"]))

    @rules("I5")
    def test_values_are_shown_as_they_are(self):
        self.write("odd.xml", '<testsuite><testcase name="__init__ got *args"><failure message="a_b_c [x](y) `z` &lt;b&gt;">'
                              "&#x1b;[31mred&#x1b;[0m  two</failure></testcase></testsuite>")
        text = self.call("odd.xml", "--to", "text", *NOW).stdout.decode()
        for value in ("__init__ got *args", "a_b_c [x](y) `z` <b>", "red  two"):
            self.assertIn(value, text)
        page = self.call("odd.xml", "--to", "page", *NOW).stdout.decode()
        # Code in a title and colours are elements around the words.
        words = re.sub("<[^>]*>", "", page)
        self.assertIn("a_b_c [x](y) `z` &lt;b&gt;", words)
        self.assertIn("red  two", words)

    @rules("I6")
    def test_no_target_shows_a_key(self):
        token = "ghp_" + "a1B2c3D4e" * 4
        self.write("key.xml", f'<testsuite><testcase name="t"><failure message="got {token}">{token}</failure></testcase></testsuite>')
        for target in ("text", "page", "mail", "markdown", "json"):
            shown = self.call("key.xml", "--to", target, *NOW)
            self.assertStatus(DONE, shown)
            self.assertNotIn(token.encode(), shown.stdout)

    @rules("I7")
    def test_a_file_that_cannot_be_read_ends_the_call_or_is_told(self):
        self.write("broken.xml", "<testsuite><testcase>")
        self.assertIn("broken.xml:1:", self.refused("broken.xml", "res"))
        report = self.report("broken.xml", "res", "--broken", "report")
        self.assertEqual("failed", report["run"]["status"])
        self.assertIn("broken.xml can’t be read", self.titles(report))


class Convert(InputsTest):
    def test_converting_again_gives_the_same_bytes(self):
        first = self.call("res", "lint.json", "nightly.json", "--include", "all", command="convert")
        self.assertStatus(DONE, first)
        self.write("all.json", first.stdout)
        again = self.call("all.json", "-o", "out/again.json", command="convert")
        self.assertStatus(DONE, again)
        self.assertEqual(first.stdout, (self.folder / "out/again.json").read_bytes())
        self.assertEqual(b"", again.stdout)

    def test_dataset_of_reports_gives_their_report(self):
        self.write("all.json", self.call("res", "lint.json", command="convert").stdout)
        direct, converted = self.report("res", "lint.json"), self.report("all.json")
        self.assertEqual(sorted(self.titles(direct)), sorted(self.titles(converted)))
        self.assertEqual(self.facts(direct), self.facts(converted))
        changes = self.report("res", "lint.json", "--baseline", "all.json")["comparison"]
        self.assertEqual((0, 0, 2), (changes["new"], changes["fixed"], changes["still"]))

    def test_examples_convert_to_themselves(self):
        for name, path in support.examples().items():
            with self.subTest(example=name):
                self.write("once.json", self.call(path, command="convert").stdout)
                twice = self.call("once.json", command="convert")
                self.assertStatus(DONE, twice)
                self.assertEqual((self.folder / "once.json").read_bytes(), twice.stdout)

    def test_no_input_is_overwritten(self):
        before = (self.folder / "nightly.json").read_bytes()
        for inputs in (["nightly.json"], ["."], ["*.json"]):
            self.refused(*inputs, "-o", "nightly.json", command="render", status=USAGE)
            self.assertStatus(USAGE, self.call(*inputs, "-o", "nightly.json", command="convert"))
        self.assertEqual(before, (self.folder / "nightly.json").read_bytes())

    def test_report_beside_its_inputs_is_not_read_again(self):
        for name, target in (("report.json", "json"), ("index.html", "page"), ("report.md", "markdown")):
            self.assertStatus(DONE, self.call("res", "--to", target, "-o", f"res/{name}", *NOW))
        self.assertEqual(3, self.facts(self.report("res"))["Tests"])
        self.assertIn("it looks like a report of this program", self.refused("res/report.json"))

    def test_wrong_calls(self):
        self.assertStatus(USAGE, self.call(command="convert"))
        self.assertStatus(INPUT, self.call("absent.xml", command="convert"))
        self.write("plain", "x")
        self.assertStatus(support.OUTPUT, self.call("res", "-o", "plain/x.json", command="convert"))
