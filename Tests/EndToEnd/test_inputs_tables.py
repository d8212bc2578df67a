"""Reports in JSON and tables: one call reads what the tools of a whole company write."""
import base64
import json
import re

import support
from support import DONE, INPUT, run
from test_attachments import png
from test_inputs import NOW, junit

PLAYWRIGHT = {"config": {}, "suites": [{"title": "shop.spec.ts", "specs": [{"title": "opens", "tests": [
    {"projectName": "chromium", "status": "unexpected", "results": [{"status": "failed", "errors": [{"message": "no picture"}],
     "attachments": [{"name": "shop-actual", "path": "shots/shop-actual.png"}, {"name": "shop-diff", "path": "/etc/hostname"}]}]}]}]}],
    "stats": {"expected": 0, "unexpected": 1, "flaky": 0, "skipped": 0}}
DBT = {"metadata": {"dbt_schema_version": "v6"}, "args": {"which": "build"}, "results": [
    {"unique_id": "model.shop.orders", "status": "success", "execution_time": 2},
    {"unique_id": "test.shop.late", "status": "warn", "failures": 2, "execution_time": 1}]}
TRIVY = {"SchemaVersion": 2, "ArtifactName": "shop", "Results": [{"Target": "go.sum", "Vulnerabilities": [
    {"VulnerabilityID": "CVE-2026-1", "PkgName": "tls", "InstalledVersion": "1", "FixedVersion": "2", "Severity": "HIGH"}]}]}
CERTIFICATES = "Host,State,Days\na.example,ok,90\nb.example,expiring,9\nc.example,expired,-1\n"
CUCUMBER = [{"keyword": "Feature", "name": "Login", "uri": "login.feature", "elements": [{"name": "fails", "steps": [
    {"name": "x", "result": {"status": "failed", "error_message": "no"}, "embeddings": [{"mime_type": "image/png", "data": ""}]}]}]}]
MAPPED = ("--map", "title=Host,urgency=State", "--map-value", "ok=success,expiring=warning,expired=error")


class Tables(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "in/surefire").mkdir(parents=True)
        self.write("in/surefire/TEST-a.xml", junit("A", "one", ("two", "boom")))
        for name, report in (("e2e.json", PLAYWRIGHT), ("dbt.json", DBT), ("trivy.json", TRIVY)):
            self.write("in/" + name, json.dumps(report))
        self.write("certificates.csv", CERTIFICATES)

    def call(self, command, *arguments, status=DONE):
        result = run(command, *arguments, *(NOW if command == "render" else ()), cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def test_night_of_a_company_in_one_call(self):
        inputs = ("in", "certificates.csv", *MAPPED)
        report = json.loads(self.call("render", *inputs, "--to", "json").stdout)
        found = {section["title"]: sorted(message["title"] for message in section["messages"]) for section in report["sections"]}
        self.assertEqual({"Tests": ["A.two", "[chromium] opens", "late"], "Trivy": ["CVE-2026-1 tls 1 → 2"],
                          "certificates": ["b.example", "c.example"]}, found)
        facts = {fact["title"]: fact.get("number") for fact in report["run"]["facts"]}
        self.assertEqual((6, 4, 2), (facts["Tests"], facts["Passed"], facts["Failed"]))
        # Each message names its input.
        page = self.call("render", *inputs, "--to", "page").stdout.decode()
        for name in ("e2e.json", "dbt.json", "trivy.json", "certificates.csv"):
            self.assertIn(name, page)
        for target in ("markdown", "text", "mail"):
            shown = self.call("render", *inputs, "--to", target).stdout.decode()
            self.assertIn("CVE-2026-1", shown)
            self.assertNotIn("All clear", shown)

    def test_unknown_words_are_refused_all_at_once(self):
        said = self.call("render", "certificates.csv", *MAPPED[:2], status=INPUT).stderr.decode()
        self.assertIn("certificates.csv:3:1: error: the column 'State' has words that are no known severity: "
                      "'expiring', 'expired' [unknown-severity]", said)
        self.assertIn("--map-value 'expiring=URGENCY,expired=URGENCY'", said)

    def test_tables_of_other_names_need_their_format(self):
        self.write("certificates.txt", CERTIFICATES)
        self.assertIn(b"looks like CSV", self.call("render", "certificates.txt", *MAPPED, status=INPUT).stderr)
        for arguments in (("csv:certificates.txt",), ("certificates.txt", "--from", "csv")):
            self.assertIn(b"c.example", self.call("render", *arguments, *MAPPED, "--to", "text").stdout)

    def test_convert_keeps_all_messages(self):
        self.call("convert", "in", "certificates.csv", *MAPPED, "-o", "run.json")
        first = (self.folder / "run.json").read_bytes()
        self.call("convert", "run.json", "-o", "again.json")
        one, two = json.loads(first), json.loads((self.folder / "again.json").read_bytes())
        self.assertEqual([[message.get(key) for key in ("title", "urgency", "fingerprint")] for message in one["messages"]],
                         [[message.get(key) for key in ("title", "urgency", "fingerprint")] for message in two["messages"]])
        self.assertEqual(6, len(one["messages"]))

    def test_pictures_of_playwright_and_cucumber_stand_on_the_page(self):
        picture = png(12, 10)
        (self.folder / "in/shots").mkdir()
        (self.folder / "in/shots/shop-actual.png").write_bytes(picture)
        embedded = png(20, 8)
        report = json.loads(json.dumps(CUCUMBER))
        report[0]["elements"][0]["steps"][0]["embeddings"][0]["data"] = base64.b64encode(embedded).decode()
        self.write("in/cucumber.json", json.dumps(report))
        page = self.call("render", "in/e2e.json", "in/cucumber.json", "--to", "page").stdout.decode()
        shown = re.findall(r'data-shot="?(\w*)"?.*?<img src="data:image/png;base64,([^"]+)"', page)
        self.assertEqual({embedded, picture}, {base64.b64decode(data) for data in re.findall(r'<img src="data:image/png;base64,([^"]+)"', page)})
        self.assertIn("actual", [role for role, _ in shown])
        # A path outside of the report's folder is only shown; its file is not read.
        self.assertIn("/etc/hostname", page)
        self.assertNotIn(open("/etc/hostname").read().strip() + "\n", page)
