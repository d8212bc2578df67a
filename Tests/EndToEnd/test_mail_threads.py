"""Mails shown as one conversation: an episode of runs with errors, and nothing that hides a red night."""
import shutil

from mail_support import MailTest, WHO, parsed
from support import DONE, FOUND, plain_environment, run

ERROR = {"urgency": "error", "title": "x"}
WARNING = {"urgency": "warning", "title": "y"}
NIGHTS = {"red": [ERROR], "yellow": [WARNING], "green": []}


class Episodes(MailTest):
    def roots(self, nights, *arguments, publishes_first=False):
        """The root of the conversation that the mail of each night belongs to."""
        roots, site = [], self.folder / "site"
        for day, night in enumerate(nights, 1):
            now = f"2026-11-{day:02}T03:12:00+01:00"
            status = "failed" if night == "failed" else "completed"
            path = self.dataset(project="core", now=now, run={"status": status, "finished": now}, messages=NIGHTS.get(night, []))
            publish = ("publish", path, "--site", site, "--project", "core")
            if publishes_first:
                self.assertIn(run(*publish).returncode, (DONE, FOUND))
            result = run("mail", path, *WHO, "--site", site, "--project", "core", *arguments)
            self.assertIn(result.returncode, (DONE, FOUND), result.stderr)
            message = parsed(result.stdout)
            self.assertEqual(message["References"], message["In-Reply-To"])
            roots.append(message["References"])
            if not publishes_first:
                self.assertIn(run(*publish).returncode, (DONE, FOUND))
        return roots

    def test_an_episode_is_the_red_nights_and_the_green_one_that_ends_it(self):
        for publishes_first in (False, True):
            roots = self.roots(["green", "green", "red", "red", "green", "green", "red", "green"], publishes_first=publishes_first)
            self.assertEqual([None, None, roots[2], roots[2], roots[2], None, roots[6], roots[6]], roots)
            self.assertIsNotNone(roots[2])
            self.assertNotIn(roots[6], (None, roots[2]))
            shutil.rmtree(self.folder / "site")

    def test_warnings_neither_begin_nor_end_an_episode_and_a_red_night_after_them_is_another_one(self):
        roots = self.roots(["yellow", "red", "yellow", "yellow", "green", "yellow", "red", "yellow", "red"])
        self.assertEqual([None, roots[1], roots[1], roots[1], roots[1], None, roots[6], roots[6], roots[8]], roots)
        self.assertEqual(3, len({roots[1], roots[6], roots[8]}))

    def test_a_run_that_failed_is_a_red_night(self):
        roots = self.roots(["green", "failed", "red", "green"])
        self.assertEqual([None, roots[1], roots[1], roots[1]], roots)
        self.assertIsNotNone(roots[1])

    def test_without_a_site_a_mail_stands_alone(self):
        self.assertIsNone(self.message(self.dataset(project="core", messages=[ERROR]))["References"])

    def test_without_project_and_repository_a_mail_belongs_to_no_other_and_says_so(self):
        log = self.write("build.log", "a.c:1:2: error: missing semicolon\n")
        github = plain_environment(GITHUB_ACTIONS="true", GITHUB_SERVER_URL="https://github.com", GITHUB_REPOSITORY="team/core")
        for more, has_thread in (((), False), (("--project", "api"), True), (("--ci",), True)):
            for thread in ("project", "month"):
                result = run("mail", log, *WHO, "--thread", thread, *more,
                             environment=github)
                self.assertIn(result.returncode, (DONE, FOUND), result.stderr)
                self.assertEqual(has_thread, parsed(result.stdout)["References"] is not None, (more, thread))
                self.assertEqual(not has_thread, b"[no-thread]" in result.stderr, (more, thread))
        result = run("mail", log, *WHO, "--thread", "none")
        self.assertNotIn(b"[no-thread]", result.stderr)
