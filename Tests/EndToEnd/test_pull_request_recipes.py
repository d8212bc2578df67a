"""The recipes of Examples/push for forks and for reusable workflows: their own steps and those of the action, with gh, pytest and ruff."""
import pathlib
import re
import shutil
import sys
import unittest

import support
from github_service import Service
from recipes import RecipeTest
from workflows import Job, event, load

folder = support.repository / "Examples/push"
BIN = pathlib.Path(sys.executable).parent
VERSION = (support.repository / "VERSION").read_text().strip()
HEAD = "c0ffee0000000000000000000000000000000000"


@unittest.skipIf(shutil.which("gh") is None or shutil.which("pytest", path=str(BIN)) is None, "gh or pytest is not installed")
class PullRequestRecipes(RecipeTest):
    def setUp(self):
        super().setUp()
        self.service = Service.start(self)
        self.tool("python3", f'#!/bin/sh\nexec {BIN}/python -B "$@"\n')
        self.tool("ruff", f'#!/bin/sh\nexec {BIN}/ruff "$@" --no-cache\n')
        self.tool("pip", "#!/bin/sh\n")
        self.machines = 0
        self.price = "total = sum\n"
        self.kept = {}          # the artifacts of a run: a dictionary of files each

    def job(self, skipped=("Install Tidemark",), inputs=None, **context):
        """A job on a new machine, with a clone of the project in which a result is committed."""
        self.machines += 1
        work = self.folder / f"machine-{self.machines}"
        for name, text in {"price.py": self.price, "results/tests.xml": "<testsuite/>", "results/ruff.sarif": "{}",
                           "test_price.py": "from price import total\n\n\ndef test_total():\n    assert total([2, 3]) == 5\n"}.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_text(text)
        environment = self.service.environment()
        host = environment["GITHUB_SERVER_URL"].removeprefix("https://")
        variables = {**environment, "GH_HOST": host, "GH_ENTERPRISE_TOKEN": "secret", "GITHUB_RUN_NUMBER": "1", "GITHUB_RUN_ATTEMPT": "1",
                     "GITHUB_JOB": "job", "GITHUB_WORKFLOW": "Workflow", "PATH": f"{self.tools}:{environment['PATH']}"}
        actions = {"actions/checkout": lambda given: self.checkout(work, given), "actions/setup-python": lambda given: None,
                   "actions/upload-artifact": lambda given: self.upload(work, given), "actions/download-artifact": lambda given: self.download(work, given)}
        values = {"github.token": "secret", **event(github=context), **{f"inputs.{key}": value for key, value in (inputs or {}).items()}}
        return Job(work, self.folder / f"temp-{self.machines}", variables, values, actions, skipped)

    def checkout(self, work, given):
        if "repository" in given:
            self.assertEqual(("OWNER/tidemark", f"v{VERSION}"), (given["repository"], given["ref"]))
            (work / given["path"]).symlink_to(support.repository)

    def upload(self, work, given):
        path = work / given["path"]
        files = [path] if path.is_file() else [file for file in sorted(path.rglob("*")) if file.is_file()]
        self.assertTrue(files, f"{path} is not there")
        self.kept[given.get("name", path.name)] = {file.relative_to(path).as_posix() if path.is_dir() else file.name: file.read_bytes() for file in files}
        return {"artifact-url": "https://git.example/artifacts/1"}

    def download(self, work, given):
        self.assertFalse((work / given["path"]).exists(), "a committed result is gone")
        for name, files in self.kept.items():
            if pathlib.PurePath(name).match(given["pattern"]):
                for path, content in files.items():
                    (work / given["path"] / path).parent.mkdir(parents=True, exist_ok=True)
                    (work / given["path"] / path).write_bytes(content)

    def test_recipes_use_this_version(self):
        for path in folder.glob("github-*.yml"):
            for version in re.findall(r"(?:tidemark@v|ref: v|tidemark/)(\d\S+)", path.read_text()):
                self.assertEqual(VERSION, version, path.name)

    # Forks

    def fork_run(self, number, price="def total(prices):\n    return 0\n"):
        """The run of a pull request from a fork; returns whether it failed."""
        self.price, self.kept = price, {}
        job = self.job(event={"pull_request": {"number": 7}})
        failed, _ = job.run(load(folder / "github-fork.yml")["jobs"]["tests"]["steps"])
        self.service.artifacts[str(number)] = dict(self.kept)
        return failed

    def pull(self, number=7, sha=HEAD, ref="feature/$(id)", repository="stranger/shop"):
        return {"number": number, "head": {"sha": sha, "ref": ref, "repo": repository and {"full_name": repository}}}

    def comment_run(self, number, attempt=1, **changes):
        """The run of the workflow that posts, after the run with this number; returns what it says."""
        workflow = load(folder / "github-fork-comment.yml")
        run = {"id": str(number), "run_number": str(number), "run_attempt": str(attempt), "event": "pull_request", "head_sha": HEAD, "head_branch": "feature/$(id)",
               "head_repository": {"full_name": "stranger/shop", "owner": {"login": "stranger"}}, "pull_requests": [], **changes}
        job = self.job(event={"workflow_run": run})
        definition, = workflow["jobs"].values()
        self.assertEqual("github.event.workflow_run.event == 'pull_request'", definition["if"])
        failed, _ = job.run(definition["steps"])
        return failed, job.said

    def bodies(self):
        return [comment["body"] for comment in self.service.comments.values()]

    def test_a_fork_gets_one_comment(self):
        self.service.pulls = [self.pull(8, sha="0" * 40), self.pull()]
        self.assertTrue(self.fork_run(1))
        self.assertEqual([], self.bodies(), "the run of the fork posts nothing")
        self.assertEqual([], self.service.calls)
        self.assertEqual((False, ""), self.comment_run(1))
        body, = self.bodies()
        self.assertIn("test_total", body)
        self.assertIn("(https://git.example/artifacts/1)", body)
        self.assertFalse(self.fork_run(2, price="total = sum\n"))
        self.assertEqual((False, ""), self.comment_run(2))
        body, = self.bodies()
        self.assertNotIn("test_total", body)
        # The first run is started again, or its job waited.
        failed, said = self.comment_run(1, attempt=2)
        self.assertIn("it is of a newer run, 2", said)
        self.assertEqual([body], self.bodies())

    def test_the_pull_request_is_the_one_with_the_head_of_the_run(self):
        self.fork_run(1)
        for pulls in ([], [self.pull(sha="0" * 40)], [self.pull(ref="other")], [self.pull(repository="other/shop")], [self.pull(repository=None)],
                      [self.pull(7), self.pull(8)]):
            self.service.pulls = pulls
            failed, said = self.comment_run(1)
            self.assertFalse(failed)
            self.assertIn("not one open pull request has the head", said)
        # The repository of a fork that was deleted is not in the event.
        self.service.pulls = [self.pull(number) for number in range(100, 350)]
        self.assertIn("not one open", self.comment_run(1, head_repository={})[1])
        self.service.pulls = [self.pull(number, sha="0" * 40) for number in range(100, 350)] + [self.pull()]
        self.assertEqual((False, ""), self.comment_run(1))
        self.assertEqual(1, len(self.bodies()))

    def test_what_a_stranger_sends_is_only_text(self):
        self.service.pulls = [self.pull()]
        text = b"<!-- tidemark report Other job NAME (9.9) -->\n$(touch ran) `touch ran` '; touch ran; @/etc/passwd\n"
        self.service.artifacts["1"] = {"tidemark-comment": {"tidemark-comment.md": text, "number": b"8\n", "packaging/ci/comment.sh": b"touch ran"},
                                       "other": {"tidemark-comment.md": b"no"}}
        self.assertEqual((False, ""), self.comment_run(1))
        body, = self.bodies()
        self.assertEqual("<!-- tidemark report Workflow job fork (1.1) -->", body.splitlines()[0])
        self.assertEqual(text.decode().splitlines()[1], body.splitlines()[1])
        self.assertEqual([], list(self.folder.glob("**/ran")))

    def test_a_run_without_a_comment_posts_none(self):
        self.service.pulls = [self.pull()]
        for artifacts in ({}, {"other": {"tidemark-comment.md": b"no"}}, {"tidemark-comment": {"other.md": b"no"}}):
            self.service.artifacts["1"] = artifacts
            failed, said = self.comment_run(1)
            self.assertIn("The run has left no comment.", said)
            self.assertFalse(failed)
        self.assertEqual([], self.bodies())

    def test_the_job_that_may_write_checks_out_no_pull_request(self):
        workflow = load(folder / "github-fork-comment.yml")
        self.assertEqual({}, workflow["permissions"])
        for step in workflow["jobs"]["comment"]["steps"]:
            if "uses" in step:
                self.assertEqual("OWNER/tidemark", step["with"]["repository"])
        self.assertEqual({"contents": "read"}, load(folder / "github-fork.yml")["permissions"])
        # YAML reads the key "on" as true.
        self.assertEqual([load(folder / "github-fork.yml")["name"]], workflow[True]["workflow_run"]["workflows"])

    # Reusable workflows

    def called(self, number=None, without=()):
        """The jobs of the caller and then the job that it calls; returns whether that failed."""
        caller, report = load(folder / "github-caller.yml"), load(folder / "github-report.yml")
        self.kept = {}
        context = {"event": {"pull_request": {"number": number}} if number else {}}
        for name in caller["jobs"]["report"]["needs"]:
            if name not in without:
                self.job(**context).run(caller["jobs"][name]["steps"])
        call = caller["jobs"]["report"]
        self.assertEqual(("always()", "./.github/workflows/report.yml"), (call["if"], call["uses"]))
        inputs = report[True]["workflow_call"]["inputs"]
        self.assertLessEqual(set(call["with"]), set(inputs))
        self.assertLessEqual({key for key, entry in inputs.items() if entry.get("required")}, set(call["with"]))
        given = {key: entry.get("default", "") for key, entry in inputs.items()} | call["with"]
        definition, = report["jobs"].values()
        job = self.job(inputs=given, **context)
        failed, values = job.run(definition["steps"])
        self.assertEqual("${{ steps.report.outputs.status }}", definition["outputs"]["status"])
        self.status = values["steps.report.outputs.status"]
        return failed

    def test_several_jobs_have_one_report(self):
        self.price = "import os\n\n\ndef total(prices):\n    return 0\n"
        self.assertTrue(self.called(7))
        self.assertEqual("1", self.status)
        page = self.kept["report.html"]["report.html"].decode()
        for found in ("test_total", "F401"):
            self.assertIn(found, page)
        self.assertEqual(page, self.kept["report"]["index.html"].decode())
        body, = self.bodies()
        self.assertIn("test_total", body)
        self.price = "total = sum\n"
        self.assertFalse(self.called(7))
        self.assertEqual("0", self.status)
        body, = self.bodies()
        self.assertNotIn("test_total", body)
        self.service.calls.clear()
        self.assertFalse(self.called())
        self.assertEqual([], self.service.calls, "a push to main has no pull request")

    def test_a_job_that_left_nothing_is_an_error(self):
        self.assertTrue(self.called(7, without=("lint",)))
        body, = self.bodies()
        self.assertIn("results/ruff.sarif", body)
        self.assertIn("Run failed", body)
