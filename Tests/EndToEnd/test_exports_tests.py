"""Reports as JUnit XML, CTRF and OpenMetrics text, read by other programs: nothing is lost, and nothing becomes green."""
import collections
import json
import xml.etree.ElementTree as xml

import junitparser
import prometheus_client.openmetrics.parser
import prometheus_client.parser
import support
from support import DONE, repository, run

NOW = ("--now", "2026-11-20T03:12:00Z")
# The suites of problems of a run, which are no tests of the inputs.
OF_RUN = {"Run", "Incomplete results", "Files not read"}
# Reports whose tests are compared with those of a second round trip only, since Tidemark understands their tool: a test that
# could not be started is an error (ctest), the output says more than "Failed" (go) or "collection failure" (pytest), an error of
# a suite is a test (nested), and the element of a control character, which XML forbids, is read by Tidemark alone (control).
OTHER_DIALECTS = {"junit-check.xml", "junit-control.xml", "junit-ctest.xml", "junit-go.xml", "junit-linter.xml",
                  "junit-nested.xml", "junit-pytest.xml"}
Case = collections.namedtuple("Case", "name class_name status message text")


def cases(root, of_run=False):
    """The tests of a JUnit file, without the problems of its run; `of_run` selects only those."""
    found = []

    def visit(element, suite):
        for child in element:
            if child.tag in ("testsuite", "testsuites"):
                visit(child, child.get("name"))
            elif child.tag == "testcase" and (suite in OF_RUN) == of_run:
                found.append(case(child))
    visit(root, root.get("name"))
    return found


def case(element):
    status, message, text = "passed", "", ""
    for kind in ("error", "failure", "skipped", "flakyFailure", "flakyError", "warning"):
        problem = element.find(kind)
        if problem is not None:
            status = "flaky" if kind.startswith("flaky") else kind
            message, text = problem.get("message") or "", "".join(problem.itertext())
            break
    return Case(element.get("name") or "", element.get("classname") or "", status, message, text)


def decided(report):
    """What a report decides: the verdict with its counts, the status and the numbers of tests."""
    facts = {fact["title"]: fact.get("number") for fact in report.get("run", {}).get("facts", [])}
    return (report["verdict"]["text"], report["verdict"]["urgency"], report["verdict"]["counts"],
            report.get("run", {}).get("status"),
            {name: facts.get(name) for name in ("Tests", "Passed", "Failed", "Errors", "Skipped", "Flaky", "Todo")})


class Exports(support.ProgramTest):
    def rendered(self, target, *arguments):
        return self.render(*arguments, "--to", target, *NOW, "--details-limit=0", cwd=self.folder)

    def report(self, *arguments):
        return json.loads(self.rendered("json", *arguments))

    def junit(self, *arguments, name="written.xml"):
        """Writes JUnit XML and checks its totals; returns its root."""
        path = self.write(name, self.rendered("junit", *arguments))
        root = xml.parse(path).getroot()
        for suite in (root, *root.iter("testsuite")):
            tests = list(suite.iter("testcase"))
            self.assertEqual(len(tests), int(suite.get("tests")))
            for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(sum(test.find(kind) is not None for test in tests), int(suite.get(attribute)))
        return root

    def test_junit_files_survive_a_round_trip(self):
        files = sorted((repository / "Tests/Reports").glob("junit-*.xml"))
        self.assertGreater(len(files), 12)
        for path in files:
            with self.subTest(path.name):
                once = self.junit(path, name="once.xml")
                twice = self.junit("once.xml", name="twice.xml")
                self.assertEqual([test[:4] for test in cases(once)], [test[:4] for test in cases(twice)])
                if path.name in OTHER_DIALECTS:
                    continue
                given = cases(xml.parse(path).getroot())
                self.assertCountEqual(
                    [test[:3] for test in given if test.status != "error"],
                    [test[:3] for test in cases(once) if test.status != "error"])
                texts = {test[:3]: test.message + test.text for test in cases(once)}
                for test in given:
                    for word in test.message.split():
                        self.assertIn(word, texts.get(test[:3], ""))
                before, after = self.report(path), self.report("once.xml")
                if not cases(once, of_run=True) and before.get("run", {}).get("status") == "completed":
                    self.assertEqual(decided(before), decided(after))
                else:
                    self.assertIn(after["verdict"]["urgency"], ("error", "warning", "neutral"))

    def test_other_programs_read_junit(self):
        self.rendered_hostile()
        path = self.folder / "written.xml"
        self.junit("hostile.json")
        read = junitparser.JUnitXml.fromfile(str(path))
        self.assertEqual((3, 1, 1), (read.tests, read.failures, read.skipped))
        failed = [test for suite in read for test in suite if not test.is_passed and not test.is_skipped]
        self.assertEqual(["]]> & <b> ␀"], [test.name for test in failed])
        self.assertEqual("a\nb\tc", failed[0].result[0].message)
        self.assertEqual(b"x" * 1_000_000 in path.read_bytes(), True)

    def rendered_hostile(self):
        """A dataset with values that the formats cannot hold as they are."""
        self.write("hostile.json", json.dumps({
            "version": 1, "project": 'a"b\\c', "now": "2026-11-20T03:12:00Z",
            "run": {"status": "completed", "facts": [{"title": 'Size "x\\y"\nz', "value": "3", "number": 3}]},
            "messages": [
                {"urgency": "error", "title": "]]> & <b> \0", "text": "a\nb\tc", "textFormat": "plain",
                 "details": "x" * 1_000_000, "location": {"file": "a.c", "line": 3}},
                {"urgency": "warning", "title": "lone \ud800 half", "category": 'q"\\'},
                {"urgency": "neutral", "title": "\u202e\u200b\ufffe"}],
            "timeline": {"entries": [{"title": "Freeze", "time": "2026-11-21"}]}}))

    def test_metrics_are_valid_for_both_formats(self):
        self.rendered_hostile()
        text = self.rendered("openmetrics", "hostile.json").decode()
        families = list(prometheus_client.openmetrics.parser.text_string_to_metric_families(text))
        others = list(prometheus_client.parser.text_string_to_metric_families(text))

        def samples(found):
            return {(sample.name, *sorted(sample.labels.items())): sample.value
                    for family in found for sample in family.samples}
        self.assertEqual(samples(families), samples(others))
        self.assertTrue(all(sample.timestamp is None for family in families for sample in family.samples))
        project = ("project", 'a"b\\c')
        self.assertEqual(1, samples(families)["tidemark_messages", project, ("urgency", "error")])
        self.assertEqual(3, samples(families)["tidemark_fact", ("fact", 'Size "x\\y"\nz'), project])
        self.assertEqual(1, samples(families)["tidemark_run_completed", project])

    def test_every_example_has_valid_metrics_with_the_counts_of_the_report(self):
        for name, path in support.examples().items():
            with self.subTest(name):
                text = self.rendered("openmetrics", path).decode()
                counts = {sample.labels["urgency"]: int(sample.value)
                          for family in prometheus_client.openmetrics.parser.text_string_to_metric_families(text)
                          for sample in family.samples if sample.name == "tidemark_messages" and sample.value}
                self.assertEqual(self.report(path)["verdict"]["counts"], counts)

    def test_ctrf_counts_what_junit_lists(self):
        for path in sorted((repository / "Tests/Reports").glob("junit-*.xml")):
            with self.subTest(path.name):
                results = json.loads(self.rendered("ctrf", path))["results"]
                root = self.junit(path)
                names = collections.Counter(test.get("name") for test in root.iter("testcase"))
                self.assertEqual(names, collections.Counter(test["name"] for test in results["tests"]))
                summary = results["summary"]
                self.assertEqual(int(root.get("tests")), summary["tests"])
                self.assertEqual(int(root.get("failures")) + int(root.get("errors")), summary["failed"])
                found = collections.Counter(test["status"] for test in results["tests"])
                for status in ("passed", "failed", "skipped", "pending", "other"):
                    self.assertEqual(found[status], summary[status])

    def test_ctrf_is_read_again(self):
        path = repository / "Tests/Reports/junit-plain.xml"
        self.write("again.ctrf.json", self.rendered("ctrf", path))
        self.assertEqual(self.report(path)["verdict"]["counts"], self.report("again.ctrf.json")["verdict"]["counts"])

    def test_nothing_incomplete_is_green(self):
        self.write("cut.json", '{"version": 1, "messages": [], "run": {"status": "canceled", "reason": "out of time"}}')
        self.write("tests.xml", '<testsuite name="s" tests="3"><testcase name="a"/></testsuite>')
        (self.folder / "unread").mkdir()
        self.write("unread/tests.xml", '<testsuite name="s"><testcase name="a"/></testsuite>')
        self.write("unread/other.xml", "<unknown-report/>")
        for arguments in (("cut.json",), ("tests.xml", "cut.json"), ("unread/",)):
            with self.subTest(arguments):
                before = self.report(*arguments)["verdict"]["urgency"]
                self.junit(*arguments)
                problems = cases(xml.parse(self.folder / "written.xml").getroot(), of_run=True)
                self.assertIn("error", {problem.status for problem in problems}, before)
                summary = json.loads(self.rendered("ctrf", *arguments))["results"]["summary"]
                self.assertGreater(summary["failed"], 0)

    def test_the_same_input_gives_the_same_bytes(self):
        path = support.examples()["nightly"]
        for target in ("junit", "ctrf", "openmetrics"):
            self.assertEqual(self.rendered(target, path), self.rendered(target, path))

    def test_secrets_are_hidden(self):
        token = "ghp_" + "0123456789abcdefghij" + "ABCDEFGHIJ012345"
        self.write("secret.xml", f'<testsuite name="s {token}"><testcase classname="c {token}" name="uses {token}"/>'
                   f'<testcase name="b"><skipped message="no {token}"/></testcase>'
                   f'<testcase name="c"><failure message="no {token}">{token}</failure></testcase></testsuite>')
        for target in ("junit", "ctrf", "openmetrics"):
            self.assertNotIn(token.encode(), self.rendered(target, "secret.xml"))

    def test_endings_select_the_target(self):
        path = repository / "Tests/Reports/junit-plain.xml"
        for name, begin in (("a.xml", b"<?xml"), ("a.ctrf.json", b"{"), ("a.prom", b"# HELP tidemark_")):
            self.assertStatus(DONE, run("render", path, "-o", name, *NOW, cwd=self.folder))
            self.assertTrue((self.folder / name).read_bytes().startswith(begin), name)

    def test_the_reports_of_several_machines_become_one_file_with_all_tests(self):
        for shard, test in (("a", "adds"), ("b", "pays")):
            (self.folder / "shards" / shard).mkdir(parents=True)
            self.write(f"shards/{shard}/junit.xml", f'<testsuite name="s" tests="1"><testcase classname="C" name="{test}"/></testsuite>')
        result = run("convert", "shards/**/*.xml", "--to", "junit", "-o", "all.xml", cwd=self.folder)
        self.assertStatus(DONE, result)
        found = cases(xml.parse(self.folder / "all.xml").getroot())
        self.assertEqual([("adds", "passed"), ("pays", "passed")], sorted((case.name, case.status) for case in found))
