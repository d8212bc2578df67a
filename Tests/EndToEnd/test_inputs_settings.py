"""Inputs: settings and the environment name inputs and their options."""
import json

import support
from support import DONE, INPUT, USAGE
from test_inputs import NOW, InputsTest


class Settings(InputsTest):
    def settings(self, text):
        self.write("tidemark.json", text)

    def test_inputs_stand_in_the_settings(self):
        self.settings('{"inputs": [{"path": "res/**/*.xml", "from": "junit", "category": "Unit tests"},\n"lint.json"]}')
        report = self.report()
        self.assertEqual({"Unit tests", "ESLint"}, {section["title"] for section in report["sections"]})
        self.assertIn("settings in force: inputs", self.said)
        self.assertEqual(["Hello"], self.titles(self.report("nightly.json")))
        self.assertNotIn("inputs", self.said)
        self.assertEqual("missing", self.report("--missing", "no report")["run"]["status"])
        self.refused("--no-settings", status=USAGE)
        result = self.call("--site", "site", "--project", "core", *NOW, command="publish")
        self.assertStatus(DONE, result)
        self.assertStatus(DONE, self.call("--site", "site", "--index", command="publish"))
        self.assertStatus(DONE, self.call(command="themes"))

    def test_wrong_inputs_are_said_at_their_line(self):
        (self.folder / "out").symlink_to("/etc")
        for text, part in (
            ('{"inputs":\n["absent.xml"]}', "tidemark.json:2:2: error: there is no file 'absent.xml'"),
            ('{"inputs":\n["*.sarif"]}', "tidemark.json:2:2: error: no file matches"),
        ):
            self.settings(text)
            self.assertIn(part, self.refused())
        for text, part in (
            ('{"baseline": "junit:../x.xml"}', "[path-outside]"),
            ('{"inputs":\n[{"path": "a", "frm": "x"}]}', "tidemark.json:2:16: error: unknown key 'frm'"),
            ('{"inputs":\n[{"path": "a",\n"from": "junt"}]}', "did you mean 'junit'?"),
            ('{"inputs": [{"from": "junit"}]}', "[bad-input]"), ('{"inputs": "res"}', "[wrong-type]"),
            ('{"inputs": ["../res"]}', "[path-outside]"), ('{"inputs": ["/etc/*.xml"]}', "[path-outside]"),
            ('{"inputs": ["-"]}', "[bad-input]"), ('{"inputs": ["junit:../res"]}', "[path-outside]"),
            ('{"inputs": ["junit:/etc/*.xml"]}', "[path-outside]"), ('{"inputs": ["out/*.xml"]}', "[path-outside]"),
        ):
            with self.subTest(text=text):
                self.settings(text)
                self.assertIn(part, self.refused(status=USAGE))

    def test_options_stand_in_the_settings_and_the_environment(self):
        self.settings('{"category": "Unit", "include": ["passed"], "severity": ["note=neutral"]}')
        self.assertEqual(["Unit"], [section["title"] for section in self.report("res")["sections"]])
        self.settings("{}")
        environment = support.plain_environment(TIDEMARK_CATEGORY="Env", TIDEMARK_INPUT_FORMAT="junit")
        self.assertEqual(["Env"], [section["title"] for section in self.report("res", environment=environment)["sections"]])

    def test_batch_takes_the_same_inputs(self):
        (self.folder / "lists").mkdir()
        self.write("lists/runs.json", json.dumps([
            {"project": "core", "inputs": ["../res", "eslint:../lint.json"]},
            {"project": "web", "inputs": [{"path": "../res/**/*.xml", "category": "Web"}]}]))
        self.assertStatus(DONE, self.call("--site", "site", "--batch", "lists/runs.json", *NOW, command="publish"))
        latest = json.loads((self.folder / "site/core/latest.json").read_text())
        self.assertEqual({"error": 1, "warning": 1}, latest["night"]["counts"])
        self.assertIn("Web", (self.folder / "site/web/index.html").read_text())
        self.write("lists/runs.json", '[{"project": "core",\n"inputs": [{"path": "x", "kind": 1}]}]')
        result = self.call("--site", "site", "--batch", "lists/runs.json", command="publish")
        self.assertStatus(INPUT, result)
        self.assertIn(b"lists/runs.json:2:", result.stderr)

    def test_mail_and_publish_take_reports(self):
        mail = self.call("res", "--from", "a@example.org", "--to", "b@example.org", "--input-format", "junit", *NOW,
                         command="mail")
        self.assertStatus(DONE, mail)
        self.assertIn(b"A.two", mail.stdout)
        for command in (["res", "lint.json", "--each"], ["**/TEST-*.xml"]):
            self.assertStatus(DONE, self.call(*command, "--site", "site", "--project", "core", *NOW, command="publish"))
