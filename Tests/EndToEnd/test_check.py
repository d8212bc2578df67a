"""`check` from outside: its formats, its exit statuses, and the project's own files."""
import json
import re

import support
from support import DONE, FOUND, INPUT, USAGE, examples, repository, run

BROKEN_RULE = """{ "version": 1, "messages": [
  { "urgency": "error", "title": "Informations are missing", "location": { "file": "a b.c", "line": 3 },
    "actions": [{ "title": "Yes", "url": "https://ci.example/" }] }
] }
"""


class Checks(support.ProgramTest):
    def check(self, *arguments, **more):
        return run("check", *arguments, cwd=self.folder, **more)

    def ids(self, result):
        return [one["id"] for one in json.loads(result.stdout)]

    def test_the_examples_keep_the_guidelines(self):
        # The gallery also shows texts that are too long.
        shown = {"gallery": {"long-entry", "long-summary", "long-title", "missing-place", "too-many-choices"}}
        for name, dataset in examples().items():
            with self.subTest(name):
                result = self.check(dataset, "--format", "json")
                self.assertEqual(shown.get(name, set()), set(self.ids(result)))
                self.assertStatus(FOUND if name in shown else DONE, result)
        previous = repository / "Examples/nightly/previous.json"
        self.assertStatus(DONE, self.check(previous))

    def test_the_examples_of_each_rule_do_what_their_page_says(self):
        pages = [path for path in (repository / "docs/guidelines").glob("*.md") if path.stem != "README"]
        self.assertGreater(len(pages), 20)
        for page in pages:
            bad, good = re.findall(r"```json\n(.*?)\n```", page.read_text(), re.DOTALL)
            with self.subTest(page.stem):
                result = self.check("-", "--format", "json", input=bad.encode())
                self.assertEqual([page.stem], self.ids(result))
                self.assertStatus(FOUND, result)
                self.assertStatus(DONE, self.check("-", input=good.encode()))

    def test_findings_are_written_to_standard_output_in_four_formats(self):
        self.write("night.json", BROKEN_RULE)
        text = self.check("night.json")
        self.assertStatus(FOUND, text)
        self.assertEqual(b"", text.stderr)
        lines = text.stdout.decode().splitlines()
        self.assertIn("night.json:2:3: warning: the action 'Yes' does not name its effect [yes-or-no]", lines)
        self.assertEqual("2 warnings; checked 1 input, settings, template and theme", lines[-1])
        self.assertEqual(["uncountable-plural", "yes-or-no"], self.ids(self.check("night.json", "--format", "json")))
        github = self.check("night.json", "--format", "github").stdout.decode()
        self.assertIn("::warning file=night.json,line=2,col=3,title=yes-or-no::", github)
        self.assertEqual(b"", self.check("night.json", "--quiet").stdout)

    def test_sarif_names_rules_and_places_and_can_be_rendered(self):
        self.write("a night.json", BROKEN_RULE)
        result = self.check("a night.json", "--format", "sarif")
        self.assertStatus(FOUND, result)
        job = json.loads(result.stdout)
        self.assertEqual("2.1.0", job["version"])
        found = job["runs"][0]
        self.assertEqual(["uncountable-plural", "yes-or-no"], [rule["id"] for rule in found["tool"]["driver"]["rules"]])
        self.assertEqual(["warning"] * 2, [one["level"] for one in found["results"]])
        place = found["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual("a%20night.json", place["artifactLocation"]["uri"])
        self.assertEqual({"startLine": 2, "startColumn": 3}, place["region"])
        page = self.render("-", "--to", "text", input=result.stdout).decode()
        self.assertIn("2 warnings", page)

    def test_sarif_is_a_format_of_every_command(self):
        result = run("render", "none.json", "--format", "sarif", cwd=self.folder)
        self.assertStatus(INPUT, result)
        self.assertEqual("unreadable-file", json.loads(result.stderr)["runs"][0]["results"][0]["ruleId"])

    def test_rules_can_be_skipped_by_option_settings_and_environment(self):
        self.write("night.json", BROKEN_RULE)
        both = "yes-or-no,uncountable-plural"
        self.assertStatus(DONE, self.check("night.json", "--skip", both))
        self.assertStatus(DONE, self.check("night.json", "--skip", "yes-or-no", "--skip", "uncountable-plural"))
        self.assertStatus(DONE, self.check("night.json", environment=support.plain_environment(
            TIDEMARK_CHECK_SKIP="yes-or-no;uncountable-plural")))
        self.write("tidemark.json", json.dumps({"checkSkip": both.split(",")}))
        self.assertStatus(DONE, self.check("night.json"))
        wrong = self.check("night.json", "--skip", "yes-or-not", "--no-settings")
        self.assertStatus(USAGE, wrong)
        self.assertIn(b"did you mean 'yes-or-no'?", wrong.stdout)
        self.assertIn(b"1 error; inputs and template are checked when this is mended", wrong.stdout)

    def test_skipped_warnings_hide_no_others(self):
        many = [{"urgency": "success", "title": f"Fine {number}", "nonsense": 1} for number in range(200)]
        many.append({"urgency": "success", "title": "Fine", "time": "2026-11-20T03:12:00", "linkk": 1})
        self.write("night.json", json.dumps({"version": 1, "categories": [{"id": "a", "title": "A"}],
                                             "messages": many + [{"urgency": "success", "title": "B", "category": "b"}]}))
        result = self.check("night.json", "--skip", "unknown-key")
        self.assertStatus(FOUND, result)
        self.assertIn(b"[unknown-category]", result.stdout)
        self.assertNotIn(b"more problem", result.stdout)

    def test_what_is_not_shown_is_counted(self):
        many = [{"urgency": "success", "title": f"Fine {number}", "nonsense": 1} for number in range(1_200)]
        self.write("night.json", json.dumps({"version": 1, "messages": many}))
        result = self.check("night.json")
        self.assertStatus(FOUND, result)
        self.assertTrue(result.stdout.decode().splitlines()[-1].startswith("1000 warnings, 200 more problems; "))
        self.assertStatus(DONE, self.check("night.json", "--skip", "unknown-key"))

    def test_an_error_is_never_skipped_and_has_the_usual_status(self):
        self.write("night.json", '{ "version": 1, "messages": [ { "urgency": "eror", "title": "A" } ] }')
        result = self.check("night.json", "--skip", "yes-or-no", "--format", "json")
        self.assertStatus(INPUT, result)
        self.assertEqual(["unknown-urgency"], self.ids(result))
        self.assertStatus(USAGE, self.check("night.json", "--nonsense"))
        self.assertStatus(USAGE, self.check("night.json", "--theme", "nonsense"))

    def test_settings_of_all_commands_are_checked(self):
        self.write("tidemark.json", json.dumps({"mailTo": "nobody at all", "keep": "many", "nonsense": 1}))
        result = self.check("--format", "json")
        self.assertStatus(USAGE, result)
        found = self.ids(result)
        self.assertIn("unknown-key", found)
        self.assertGreaterEqual(found.count("bad-value"), 1)
        self.assertStatus(DONE, self.check("--no-settings"))

    def test_a_template_is_checked_without_any_input(self):
        parts = self.folder / "mine/components"
        parts.mkdir(parents=True)
        (self.folder / "mine/report.md").write_text("# {{title}}\n\n{{> tabel}}\n")
        for form in ("page", "mail", "markdown", "text"):
            (parts / f"verdict.{form}").write_text("{{verdct}}")
        (self.folder / "mine/site").mkdir()
        (self.folder / "mine/site/archive.page").write_text("<p>{{nonsense}}</p>")
        result = self.check("--template", "mine/", "--format", "json")
        self.assertStatus(INPUT, result)
        found = json.loads(result.stdout)
        places = {(one["id"], one["file"].removeprefix("./")) for one in found}
        self.assertIn(("unknown-partial", "mine/report.md"), places)
        for form in ("page", "mail", "markdown", "text"):
            self.assertIn(("unknown-name", f"mine/components/verdict.{form}"), places)
        self.assertIn(("unknown-name", "mine/site/archive.page"), places)

    def test_a_template_is_checked_though_the_input_is_broken(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/report.md").write_text("# {{titel}}\n")
        self.write("night.json", "{ nonsense")
        result = self.check("night.json", "--template", "mine/", "--format", "json")
        self.assertStatus(INPUT, result)
        self.assertIn("unknown-name", self.ids(result))

    def test_strict_and_one_target(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/report.md").write_text("# {{title}}\n\n{{> tabel}}\n")
        usual = self.check("--template", "mine/", "--to", "markdown", "--format", "json")
        self.assertStatus(FOUND, usual)
        self.assertEqual({"warning", "note"}, {one["severity"] for one in json.loads(usual.stdout)})
        strict = self.check("--template", "mine/", "--to", "markdown", "--format", "json", "--strict")
        self.assertStatus(FOUND, strict)
        self.assertEqual({"error", "note"}, {one["severity"] for one in json.loads(strict.stdout)})
        shown = [one["summary"] for one in json.loads(usual.stdout) if one["id"] == "shown-components"]
        self.assertEqual(["Markdown shows no component"], shown)

    def test_the_contrast_of_a_theme_is_checked(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine/tokens.json").write_text(json.dumps(
            {"color": {"$type": "color", "light": {"text": {"default": {"$value": "#eeeeee"}}}}}))
        result = self.check("--theme", "mine/", "--format", "json")
        self.assertStatus(FOUND, result)
        self.assertIn("low-contrast", self.ids(result))
        self.assertNotIn("low-contrast", self.ids(self.check("--theme", "mine/", "--format", "json", "--skip", "low-contrast")))

    def test_reports_of_tools_are_not_held_to_the_guidelines(self):
        self.write("a.xml", '<testsuite name="s" tests="1" failures="1"><testcase classname="c" name="ERROR IN THE TEST">'
                            '<failure message="More informations"/></testcase></testsuite>')
        self.assertStatus(DONE, self.check("a.xml"))

    def test_nothing_is_written(self):
        self.write("night.json", BROKEN_RULE)
        self.check("night.json")
        self.assertEqual(["night.json"], [path.name for path in self.folder.iterdir()])
