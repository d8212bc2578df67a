"""The comment of a pull request is posted once and then replaced: the script of the action, with gh and a service that keeps state."""
import json
import os
import shutil
import subprocess
import unittest

import support
from github_service import Service
from support import run


@unittest.skipUnless(shutil.which("gh"), "gh is not installed")
class Posting(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.service = Service.start(self)
        self.number = 0

    def push(self, title="Broken", **changes):
        """What the action does with the report of a push; returns what the script says."""
        self.number += 1
        data = {"version": 1, "title": f"Checks of {title}", "messages": [{"urgency": "error", "title": title}]}
        self.write("data.json", json.dumps(data))
        comment = self.folder / "comment.md"
        self.assertStatus(0, run("render", "data.json", "--to", "comment", "-o", comment, cwd=self.folder))
        variables = {"COMMENT": str(comment), "PULL_REQUEST": "7", "NAME": "night", "GITHUB_WORKFLOW": "Tests", "GITHUB_JOB": "all",
                     "GITHUB_RUN_NUMBER": str(self.number), "GITHUB_RUN_ATTEMPT": "1",
                     **self.service.environment(), **changes}
        result = subprocess.run([support.repository / "packaging/ci/comment.sh"], capture_output=True, text=True, timeout=60, cwd=self.folder,
                                env=support.plain_environment(**variables))
        self.assertEqual(0, result.returncode, result.stderr)
        return result.stdout + result.stderr

    def bodies(self):
        return [comment["body"] for comment in self.service.comments.values()]

    def test_twenty_pushes_leave_one_comment_with_the_last_report(self):
        for number in range(20):
            self.assertEqual("", self.push(f"Broken {number}"))
        body, = self.bodies()
        self.assertIn("Broken 19", body)
        self.assertNotIn("Broken 18", body)
        self.assertEqual(["POST"] + 19 * ["PATCH"], [method for method, _ in self.service.calls if method != "GET"])

    def test_other_comments_stay_as_they_are(self):
        others = [f"Comment {number}" for number in range(250)]
        for body in others:
            self.service.add(body)
        self.push("Of the shop")
        self.push("Of the bank", GITHUB_WORKFLOW="Bank")
        # A job of a matrix, whose name could end the marker or the command that writes it.
        hostile = "--><b> & /../$(id)"
        self.push("On Windows", NAME=hostile)
        self.push("Again of the shop")
        self.push("Again on Windows", NAME=hostile)
        self.assertEqual(others, self.bodies()[:250])
        shop, bank, windows = self.bodies()[250:]
        self.assertIn("Again on Windows", windows)
        self.assertRegex(windows, r"^<!-- [A-Za-z0-9_ ]+ \(5\.1\) -->\n")
        self.assertIn("Again of the shop", shop)
        self.assertIn("Of the bank", bank)

    def test_a_copy_of_the_marker_by_someone_else_is_no_comment_of_the_job(self):
        self.push("First")
        marker = self.bodies()[0].splitlines()[0]
        self.service.comments.clear()
        self.service.add(f"{marker}\nAll clear")
        for kind in (("github-actions[bot]", "Bot"), ("team-robot", "User")):
            self.service.poster = kind
            for number in range(2):
                self.push(f"Broken {number}")
        self.assertEqual([f"{marker}\nAll clear"], self.bodies()[:1])
        self.assertEqual(2, len(self.bodies()), "the comment of the bot is replaced by that of the other login, too")

    def test_an_older_run_that_ends_later_leaves_the_comment_of_a_newer_one(self):
        # Numbers, not words: 9 is before 10.
        self.push("Tenth", GITHUB_RUN_NUMBER="10", GITHUB_RUN_ATTEMPT="2")
        for number, attempt in (("9", "1"), ("9", "3"), ("10", "1")):
            said = self.push("Older", GITHUB_RUN_NUMBER=number, GITHUB_RUN_ATTEMPT=attempt)
            self.assertEqual("::notice title=Tidemark::The comment is not replaced: it is of a newer run, 10.\n", said)
            self.assertIn("Tenth", self.bodies()[0])
        # Another job of the same run has a comment of its own.
        self.assertEqual("", self.push("Other", GITHUB_JOB="other", GITHUB_RUN_NUMBER="9"))
        for number, attempt in (("10", "2"), ("10", "10"), ("11", "1"), ("100", "1")):
            self.assertEqual("", self.push(f"Run {number}.{attempt}", GITHUB_RUN_NUMBER=number, GITHUB_RUN_ATTEMPT=attempt))
            self.assertIn(f"Run {number}.{attempt}", self.bodies()[0])
        # A job that posts for another run gives the number of that run.
        self.assertIn("newer run, 100", self.push("For another", RUN="99.1", GITHUB_RUN_NUMBER="500"))
        self.assertEqual(2, len(self.bodies()))

    def test_what_a_service_refuses_is_a_warning(self):
        for refused in (401, 403, 404, 500):
            self.service.refuses = refused
            self.assertIn("::warning title=Tidemark::The comment could not be posted:", self.push())
        self.service.refuses = 0
        self.assertIn("pull-requests: write", self.push(GH_TOKEN="wrong"))
        self.assertEqual([], self.bodies())
        # A comment that can't be replaced is not posted again.
        self.push()
        self.service.comments[1000]["id"] = 999
        self.assertIn("::warning", self.push())
        self.assertEqual(1, len(self.bodies()))

    def test_without_gh_it_says_so(self):
        (self.folder / "bin").mkdir()
        for name in ("bash", "head", "env", "sed"):
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        self.assertIn("gh is not installed", self.push(PATH=str(self.folder / "bin")))
