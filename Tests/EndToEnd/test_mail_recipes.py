"""The recipes of Examples/mail, as far as their own programs can judge them."""
import re
import shlex
import shutil
import subprocess
import unittest

import support
from mail_support import MailTest
from support import DONE, plain_environment, run

folder = support.repository / "Examples/mail"


class Recipes(MailTest):
    def commands(self):
        """Every command line that runs the program, with the file it is in."""
        for path in sorted(folder.iterdir()):
            for line in path.read_text().splitlines():
                if found := re.search(r"(?:^|[ /=])tidemark (mail [^&]*)", line):
                    yield path.name, shlex.split(found.group(1))

    def test_every_command_is_understood(self):
        found = list(self.commands())
        self.assertEqual(["crontab", "github.yml", "gitlab.yml", "nightly-mail.service"], sorted(name for name, _ in found))
        shutil.copy(support.examples()["nightly"], self.folder / "nightly.json")
        shutil.copy(support.examples()["nightly"].with_name("previous.json"), self.folder / "last.json")
        taken = self.folder / "taken"
        script = self.write("sendmail", f"#!/bin/sh\ncat > {taken}\n")
        script.chmod(0o755)
        for name, words in found:
            with self.subTest(name):
                taken.unlink(missing_ok=True)
                result = run(*words, cwd=self.folder, environment=plain_environment(
                    TIDEMARK_MAIL_FROM="Nightly build <ci@example.org>", TIDEMARK_MAIL_TO="team@example.org",
                    TIDEMARK_MAIL_SEND="true", TIDEMARK_MAIL_SENDMAIL=str(script), TIDEMARK_BASELINE="last.json"))
                self.assertStatus(DONE, result)
                self.assertIn(b"12 new", taken.read_bytes())

    @unittest.skipUnless(shutil.which("msmtp"), "msmtp is not installed")
    def test_msmtp_knows_its_options(self):
        for name in ("github.yml", "gitlab.yml"):
            text = " ".join((folder / name).read_text().split())
            words = shlex.split(re.search(r"(msmtp --host.*? -t)\b", text).group(1))
            result = subprocess.run([*words[:1], "--pretend", *words[1:]], input=b"From: a@example.org\nTo: b@example.org\n\nx\n",
                                    capture_output=True, timeout=20, env=plain_environment(SMTP_PASSWORD="x", HOME=str(self.folder)))
            self.assertEqual(0, result.returncode, result.stderr)
            self.assertIn(b"smtp.example.org", result.stdout)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_finds_nothing_wrong(self):
        for name in ("nightly-mail.service", "nightly-mail.timer"):
            text = (folder / name).read_text().replace("/usr/local/bin/tidemark", str(support.program))
            text = text.replace("/srv/nightly", str(self.folder))
            self.write(name, text)
        units = [self.folder / "nightly-mail.service", self.folder / "nightly-mail.timer"]
        result = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True,
                                timeout=60, env=plain_environment())
        about = [line for line in result.stderr.splitlines() if "nightly-mail" in line]
        self.assertEqual([], about)
        calendar = re.search(r"OnCalendar=(.*)", (folder / "nightly-mail.timer").read_text()).group(1)
        result = subprocess.run(["systemd-analyze", "calendar", calendar], capture_output=True, text=True, timeout=60)
        self.assertEqual(0, result.returncode, result.stderr)

    def test_the_crontab_has_lines_that_cron_reads(self):
        lines = (folder / "crontab").read_text().splitlines()
        jobs = [line for line in lines if line and not line.startswith("#") and "=" not in line.split()[0]]
        self.assertEqual(1, len(jobs))
        self.assertRegex(jobs[0], r"^(\S+\s+){5}\S")
        self.assertNotIn("%", jobs[0], "cron takes it for the end of a line")
        if shutil.which("crontab"):
            result = subprocess.run(["crontab", "-n", folder / "crontab"], capture_output=True, text=True, timeout=30)
            self.assertIn("successfully checked", result.stdout + result.stderr)
        readme = (support.repository / "README.md").read_text()
        self.assertIn(jobs[0].replace("/usr/local/bin/", ""), readme)
