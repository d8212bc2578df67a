"""Findings for other programs: SARIF, GitLab's Code Quality and CSV, compared by code of their own with the inputs."""
import collections
import csv
import io
import json
import urllib.parse

import jsonschema

import support
from support import DONE, FOUND, USAGE, run
from test_inputs import junit

NOW = ("--now", "2026-11-20T03:12:00Z")
COMPLETE = {"executionSuccessful": True}

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
# The parts of SARIF 2.1.0 that are written, as its specification describes them. Other members are an error.
SARIF = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {"$schema": {"type": "string"}, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": {
        "type": "object", "required": ["tool", "results"], "additionalProperties": False,
        "properties": {
            "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {"driver": {
                "type": "object", "required": ["name"], "additionalProperties": False,
                "properties": {"name": {"const": "Tidemark"}, "rules": {"type": "array", "uniqueItems": True, "items": {
                    "type": "object", "required": ["id"], "additionalProperties": False,
                    "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "properties": {"type": "object"},
                                   "helpUri": {"type": "string", "pattern": "^[a-z][a-z0-9+.-]*:"}}}}}}}},
            "invocations": {"type": "array", "items": {
                "type": "object", "required": ["executionSuccessful"], "additionalProperties": False,
                "properties": {"executionSuccessful": {"type": "boolean"}, "exitCodeDescription": {"type": "string"},
                               "properties": {"type": "object"},
                               "toolExecutionNotifications": {"type": "array", "items": {
                                   "type": "object", "required": ["message"], "additionalProperties": False,
                                   "properties": {"message": TEXT, "descriptor": {"type": "object", "required": ["id"]},
                                                  "level": {"enum": ["none", "note", "warning", "error"]}}}}}}},
            "properties": {"type": "object"},
            "results": {"type": "array", "items": {
                "type": "object", "required": ["message"], "additionalProperties": False,
                # Only a failure has a level.
                "if": {"required": ["kind"]}, "then": {"properties": {"level": {"const": "none"}}},
                "properties": {
                    "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": 0}, "message": TEXT,
                    "kind": {"enum": ["pass", "informational"]}, "level": {"enum": ["none", "note", "warning", "error"]},
                    "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
                    "occurrenceCount": {"type": "integer", "minimum": 1}, "properties": {"type": "object"},
                    "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
                    "suppressions": {"type": "array", "uniqueItems": True, "items": {
                        "type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["inSource", "external"]}}}},
                    "relatedLocations": {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {
                        "message": TEXT, "physicalLocation": {"type": "object", "required": ["artifactLocation"]}}}},
                    "locations": {"type": "array", "items": {"type": "object", "properties": {"physicalLocation": {
                        "type": "object", "required": ["artifactLocation"],
                        "properties": {"artifactLocation": {"type": "object", "required": ["uri"], "properties": {
                            "uri": {"type": "string", "pattern": "^[A-Za-z0-9/._~:%-]*$"}}},
                            "region": {"type": "object", "additionalProperties": False, "required": ["startLine"], "properties": {
                                "startLine": {"type": "integer", "minimum": 1},
                                "startColumn": {"type": "integer", "minimum": 1}}}}}}}}}}}}}}}}


def rules_of(run):
    return run["tool"]["driver"].get("rules", [])


def filled(text, arguments):
    for number, argument in enumerate(arguments):
        text = text.replace("{%d}" % number, argument)
    return text.replace("{{", "{").replace("}}", "}")


def finding(run, result):
    """What a result says: level, rule, place and message."""
    rule = {}
    if result.get("ruleIndex", -1) >= 0:
        rule = rules_of(run)[result["ruleIndex"]]
    else:
        rule = next((rule for rule in rules_of(run) if rule["id"] == result.get("ruleId")), {})
    level = result.get("level", rule.get("defaultConfiguration", {}).get("level", "warning"))
    place = result.get("locations", [{}])[0].get("physicalLocation", {})
    region = place.get("region", {})
    message = result["message"]
    text = message.get("text") or rule.get("messageStrings", {}).get(message.get("id"), {}).get("text", "")
    uri = urllib.parse.unquote(place.get("artifactLocation", {}).get("uri", ""))
    # The rule that stands for a category is no rule of the message.
    name = None if rule.get("properties", {}).get("tidemark", {}).get("isCategory") else result.get("ruleId") or rule.get("id")
    return (level, name, uri, region.get("startLine"), region.get("startColumn"),
            " ".join(filled(text, message.get("arguments", [])).split()))


def findings(log):
    return collections.Counter(finding(run, result) for run in log["runs"] for result in run["results"]
                               if result.get("baselineState") != "absent" and not result.get("suppressions"))


def result(level, text, file=None, line=None, column=None, rule="R1", **more):
    region = {key: value for key, value in (("startLine", line), ("startColumn", column)) if value}
    place = {"artifactLocation": {"uri": file}, **({"region": region} if region else {})}
    return {"ruleId": rule, "level": level, "message": {"text": text},
            **({"locations": [{"physicalLocation": place}]} if file else {}), **more}


def sarif(*results, invocation=COMPLETE, name="Lint"):
    rules = [{"id": "R1", "name": "first", "helpUri": "https://lint.example/R1"}, {"id": "R2"}]
    return json.dumps({"version": "2.1.0", "runs": [
        {"tool": {"driver": {"name": name, "rules": rules}}, "invocations": [invocation], "results": list(results)}]})


RICH = sarif(
    result("error", "Leak of [a](https://a.example) and {{braces}}", "src/a%20b.c", 3, 7, fingerprints={"a/v1": "one"}),
    result("warning", "Two lines\nof text", "src/b.c", 9, rule="R2"),
    result("note", "A file", "src/%C3%BC.c"), result("none", "Nowhere"),
    result("error", "\u0000\u001b[31m\u202e ]]> \\[x\\] ##[error]", "a:b.c", 1), result("warning", "long " * 2_000, "src/c.c", 2),
    result("error", "Suppressed", "src/a.c", 1, suppressions=[{"kind": "inSource"}]),
    result("error", "Same", "src/a.c", 1), result("error", "Same", "src/a.c", 1, occurrenceCount=2))


class ExportsFindings(support.ProgramTest):
    def call(self, *arguments, status=DONE):
        result = run(*arguments, *(NOW if arguments[0] == "render" else ()), cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def sarif(self, *arguments):
        log = json.loads(self.call("render", *arguments, "--to", "sarif").stdout)
        jsonschema.validate(log, SARIF)
        return log

    def report(self, *arguments):
        return json.loads(self.call("render", *arguments, "--locale", "en", "--to", "json").stdout)

    def counts(self, report):
        return report["verdict"]["counts"], report["verdict"]["kind"], report["verdict"]["text"]

    def assertReadsAlike(self, *inputs):
        """Rendering the written file gives the same verdict, counts and messages."""
        log = self.sarif(*inputs)
        self.write("out.sarif", json.dumps(log))
        before, after = self.report(*inputs), self.report("out.sarif")
        self.assertEqual(self.counts(before), self.counts(after))
        # A second round changes nothing.
        self.assertEqual(findings(log), findings(self.sarif("out.sarif")))
        return log

    def test_a_log_of_sarif_survives_sarif(self):
        self.write("rich.sarif", RICH)
        log = self.assertReadsAlike("rich.sarif")
        given, written = findings(json.loads(RICH)), findings(log)
        kept = {(found[:5]): found[5] for found in written}
        self.assertEqual(sum(given.values()) - 1, sum(written.values()))
        for level, rule, *place, text in given:
            self.assertIn((level, rule, *place), kept)
        self.assertEqual(3, next(result for result in log["runs"][0]["results"]
                                 if result["message"]["text"] == "Same")["occurrenceCount"])
        texts = " ".join(kept.values())
        for part in ("Leak of a (https://a.example) and {braces}", "Two lines of text", "long " * 2_000):
            self.assertIn(" ".join(part.split()), texts)
        self.assertEqual("https://lint.example/R1", next(
            rule["helpUri"] for rule in log["runs"][0]["tool"]["driver"]["rules"] if rule["id"] == "R1"))

    def test_reports_of_other_tools_are_read_back_alike(self):
        self.write("junit.xml", junit("A", "one", ("two", "boom"), ("three", "boom")))
        self.write("eslint.json", json.dumps([{"filePath": "a.js", "messages": [
            {"severity": 2, "ruleId": "no-undef", "message": "x is not defined", "line": 3, "column": 1}]}]))
        self.write("made.json", json.dumps({"version": 1, "run": {"status": "completed"}, "messages": [
            {"urgency": word, "title": word, "text": "*Markdown* [a](b)", "category": "c"}
            for word in ("error", "warning", "information", "success", "neutral")] * 2}))
        for inputs in (["junit.xml"], ["eslint.json"], ["made.json"], ["junit.xml", "eslint.json", "made.json"]):
            with self.subTest(inputs=inputs):
                self.assertReadsAlike(*inputs)
        for name, dataset in support.examples().items():
            with self.subTest(example=name):
                self.assertReadsAlike(dataset)

    def test_an_incomplete_report_never_looks_clean(self):
        (self.folder / "in").mkdir()
        self.write("in/clean.sarif", sarif())
        self.write("in/report.json", '{"issues": [{"severity": "high"}]}')
        self.write("none.xml", junit("A"))
        self.write("some.csv", "severity,title\n")
        self.write("failed.sarif", sarif(invocation={"executionSuccessful": False, "exitCodeDescription": "killed"}))
        for inputs in (["in"], ["none.xml"], ["some.csv"], ["failed.sarif"]):
            with self.subTest(inputs=inputs):
                log = self.sarif(*inputs)
                invocation = log["runs"][0]["invocations"][0]
                self.assertFalse(invocation["executionSuccessful"])
                self.assertTrue(invocation["toolExecutionNotifications"])
                self.write("out.sarif", json.dumps(log))
                verdict = self.report("out.sarif")["verdict"]
                self.assertNotEqual("allClear", verdict["kind"])
                self.assertNotEqual("success", verdict["urgency"])
                result = self.call("render", *inputs, "--to", "codequality")
                self.assertIn(b"[looks-complete]", result.stderr)
                strict = run("render", *inputs, "--to", "codequality", "--strict", *NOW, cwd=self.folder)
                self.assertNotEqual((DONE, b"[]\n"), (strict.returncode, strict.stdout))
        self.write("clean.sarif", sarif())
        self.assertTrue(self.sarif("clean.sarif")["runs"][0]["invocations"][0]["executionSuccessful"])
        self.assertEqual(b"", self.call("render", "clean.sarif", "--to", "codequality").stderr)

    def test_changes_and_known_issues_are_states_of_results(self):
        self.write("old.sarif", sarif(result("error", "Fixed", "a.c", 1), result("error", "Still", "b.c", 1)))
        self.write("new.sarif", sarif(result("error", "Still", "b.c", 1), result("error", "New", "c.c", 1),
                                      result("error", "Known", "d.c", 1)))
        self.write("known.json", json.dumps({"known": [{"file": "d.c", "reason": "accepted"}]}))
        log = self.sarif("new.sarif", "--baseline", "old.sarif", "--known", "known.json")
        states = {found["message"]["text"]: found.get("baselineState") for found in log["runs"][0]["results"]}
        self.assertEqual({"Fixed": "absent", "Still": "unchanged", "New": "new", "Known": None}, states)
        known = next(found for found in log["runs"][0]["results"] if found["message"]["text"] == "Known")
        self.assertEqual(("external", "accepted"), (known["suppressions"][0]["kind"], known["suppressions"][0]["justification"]))
        # The fingerprint survives: the written file as the baseline finds no change.
        self.write("out.sarif", json.dumps(log))
        comparison = self.report("new.sarif", "--known", "known.json", "--baseline", "out.sarif")["comparison"]
        self.assertEqual((0, 2), (comparison["new"], comparison["still"]))

    def test_shards_are_merged_by_convert(self):
        for number in (1, 2):
            self.write(f"{number}.sarif", sarif(result("error", f"Leak {number}", "a.c", number), result("warning", "Both", "b.c", 1)))
        written = self.call("convert", "1.sarif", "2.sarif", "--to", "sarif").stdout
        self.assertEqual(written, self.call("convert", "1.sarif", "2.sarif", "--to", "sarif").stdout)
        log = json.loads(written)
        jsonschema.validate(log, SARIF)
        self.assertEqual(["Both", "Leak 1", "Leak 2"], sorted(found[5] for found in findings(log)))
        self.call("convert", "1.sarif", "--to", "csv", "-o", "out/all.csv")
        self.call("convert", "1.sarif", "-o", "out/again.csv")
        self.assertEqual((self.folder / "out/all.csv").read_bytes(), (self.folder / "out/again.csv").read_bytes())
        self.assertEqual(3, len((self.folder / "out/all.csv").read_text().splitlines()))
        self.assertIn("messages", json.loads(self.call("convert", "1.sarif").stdout))
        self.call("convert", "1.sarif", "--to", "page", status=USAGE)

    def test_names_of_files_choose_the_format_and_gates_hold(self):
        self.write("rich.sarif", RICH)
        self.call("render", "rich.sarif", "-o", "report.sarif", "--fail-on", "error", status=FOUND)
        jsonschema.validate(json.loads((self.folder / "report.sarif").read_text()), SARIF)
        self.call("render", "rich.sarif", "-o", "report.csv")
        self.call("render", "rich.sarif", "--to", "sarif,codequality,csv", "-o", "all/")
        self.assertEqual(["gl-code-quality-report.json", "report.csv", "report.sarif"],
                         sorted(path.name for path in (self.folder / "all").iterdir()))
        self.assertEqual((self.folder / "all/report.sarif").read_bytes(), (self.folder / "report.sarif").read_bytes())
        few = self.sarif("rich.sarif", "--min-level", "error", "--filter", "file=src/*")
        self.assertEqual({"error"}, {found["level"] for found in few["runs"][0]["results"]})

    def test_code_quality_has_each_place_once(self):
        self.write("rich.sarif", RICH)
        result = self.call("render", "rich.sarif", "--to", "codequality")
        issues = json.loads(result.stdout)
        self.assertEqual(len(issues), len({issue["fingerprint"] for issue in issues}))
        self.assertEqual({"critical", "major", "info"}, {issue["severity"] for issue in issues})
        for issue in issues:
            self.assertTrue(issue["description"] and issue["check_name"] and issue["location"]["path"])
            self.assertGreaterEqual(issue["location"]["lines"]["begin"], 1)
        self.assertIn(b"1 message without a place", result.stderr)
        self.write("gl.json", json.dumps(issues))
        again = self.report("gl.json")["verdict"]["counts"]
        self.assertEqual((3, 2), (again["error"], again["warning"]))

    def test_tables_are_read_by_other_readers_and_run_no_formula(self):
        titles = ["=HYPERLINK(1)", "+1", "-Wunused", "@x", "\t=1", 'say "no", then\ngo', "plain"]
        self.write("made.json", json.dumps({"version": 1, "run": {"status": "completed"}, "messages": [
            {"urgency": "error", "title": "t", "text": title, "location": {"file": title.strip(), "line": 2}} for title in titles]}))
        text = self.call("render", "made.json", "--to", "csv").stdout.decode()
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual(len(titles), len(rows))
        for title, row in zip(titles, rows):
            for cell in row.values():
                self.assertNotIn(cell.lstrip()[:1], tuple("=+-@"))
            self.assertTrue(row["text"].lstrip("'").strip().startswith(title.strip()[:2]))
        self.write("table.csv", text)
        report = self.report("table.csv", "--from", "csv")
        self.assertEqual(len(titles), report["verdict"]["counts"]["error"])
        texts = [message.get("text") for section in report["sections"] for message in section["messages"]]
        self.assertIn("-Wunused", texts)

    def test_secrets_stay_hidden(self):
        token = "ghp_" + "x8Kq2Zr7Lw4Vn9Tb5Yc3Mf6Hd1Js0Pg8Ra2E"
        self.write("junit.xml", junit("A", ("two", f"boom {token}")))
        for target in ("sarif", "codequality", "csv"):
            self.assertNotIn(token.encode(), self.call("render", "junit.xml", "--to", target).stdout)
