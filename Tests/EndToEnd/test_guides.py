"""The jobs of docs/guide-job.md, night after night as a team lives with them: pytest and ruff, Gradle, and a backup."""
import html
import json
import os
import pathlib
import re
import shutil
import sys
import time
import unittest

import documents
import support
from mail_support import parsed
from support import DONE, FOUND
from recipes import RecipeTest

GUIDE = documents.DOCS / "guide-job.md"


def scripts():
    """The scripts night.sh, in their order: Python, Gradle, backup."""
    return [block.text for block in documents.blocks(GUIDE) if block.name == "night.sh"]


class JobTest(RecipeTest):
    script = ""

    def setUp(self):
        super().setUp()
        self.place = self.folder / "shop"
        self.place.mkdir()
        # Each night starts in this folder and must not change it.
        self.home = self.folder / "home"
        (self.home / "results").mkdir(parents=True)
        self.put("tidemark.json", documents.block_named(GUIDE, "tidemark.json"))
        self.put("night.sh", self.script)
        self.nights = 0

    def put(self, name, text):
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def night(self, status=DONE):
        """A night; returns what the site says of it. Its mail, if any, is `self.mail`."""
        sent = self.folder / "sent.eml"
        sent.unlink(missing_ok=True)
        self.nights += 1
        result = self.shell("sh ../shop/night.sh", self.home, status, TIDEMARK_MAIL_SENDMAIL=f"tee {sent}",
                            SOURCE_DATE_EPOCH=str(1_795_000_000 + 86_400 * self.nights))
        self.assertEqual([self.home / "results"], list(self.home.rglob("*")))
        self.mail = parsed(sent.read_bytes())["Subject"] if sent.exists() else None
        return json.loads((self.place / "public/shop/latest.json").read_text())["night"]


@unittest.skipIf(shutil.which("pytest", path=str(pathlib.Path(sys.executable).parent)) is None, "pytest is not installed")
class Python(JobTest):
    script = scripts()[0]

    def setUp(self):
        super().setUp()
        bin = pathlib.Path(sys.executable).parent
        # The test's nights are only seconds apart.
        self.tool("python3", f'''#!/bin/sh
{bin}/python -B "$@"; status=$?
time=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
sed -i "s/timestamp=\\"[^\\"]*\\"/timestamp=\\"$time\\"/" results/tests.xml
exit $status
''')
        self.tool("ruff", f'#!/bin/sh\nexec {bin}/ruff "$@" --no-cache\n')
        self.put("shop/__init__.py", "")
        self.price("total = sum\n")
        self.cases("def test_total():\n    assert total([2, 3]) == 5\n")

    def price(self, text):
        self.put("shop/price.py", text)

    def cases(self, text):
        self.put("tests/test_price.py", f"from shop.price import total\n\n\n{text}")

    def test_nights_of_a_project(self):
        self.night()
        self.price("import os\n\n\ndef total(prices):\n    return sum(prices) + 1\n")
        self.night(FOUND)
        self.assertIn("1 new error, 1 new warning", self.mail)
        self.night()
        self.assertIsNone(self.mail, "what was there yesterday is no news")
        self.price("total = sum\n")
        self.night()
        self.assertIn(": fixed", self.mail)

    def test_project_that_cannot_be_tested_is_no_success(self):
        self.night()
        self.price("def total(:\n")
        self.assertEqual("failed", self.night(FOUND)["status"])
        self.assertIn("run failed", self.mail)
        shutil.rmtree(self.place / "tests")
        self.assertEqual("failed", self.night(FOUND)["status"])

    def test_tool_that_is_not_there_is_never_a_success(self):
        self.night()
        for tool, status, file in (("ruff", 127, "ruff.sarif"), ("python3", 1, "tests.xml")):
            # Python exits with 1 without pytest, too. A second such night is not green either.
            self.tool(tool, f"#!/bin/sh\nexit {status}\n")
            for _ in range(2):
                latest = self.night(FOUND)
                self.assertEqual(("failed", "error"), (latest["status"], latest["urgency"]))
                self.assertIn(file, (self.place / "public/shop/index.html").read_text())

    def test_night_is_that_of_the_whole_project_wherever_it_is_started(self):
        self.price("import os\n\n\ndef total(prices):\n    return sum(prices)\n")
        self.home = self.place / "tests"
        self.shell("mkdir results && touch results/theirs", self.home)
        self.shell("sh ../night.sh", self.home, TIDEMARK_MAIL_SENDMAIL="tee mail.eml", SOURCE_DATE_EPOCH="1795000000")
        latest = json.loads((self.place / "public/shop/latest.json").read_text())["night"]
        self.assertEqual({"warning": 1}, latest["counts"])
        self.assertTrue((self.home / "results/theirs").is_file())

    def test_test_that_failed_and_is_removed_is_counted(self):
        self.cases("def test_total():\n    assert total([2, 3]) == 6\n")
        self.night(FOUND)
        self.cases("def test_sum():\n    assert total([2, 3]) == 5\n")
        self.night()
        self.assertIn("1 test removed (1 failed), 1 test added", self.mail)

    def test_steps_end_as_the_guide_says(self):
        steps, = [block.text for block in documents.blocks(GUIDE) if block.text.endswith("\nsh night.sh\n")]
        variables = {"TIDEMARK_MAIL_SENDMAIL": "tee mail.eml", "SOURCE_DATE_EPOCH": "1795000000"}
        self.price("import os\n\n\ndef total(prices):\n    return sum(prices) + 1\n")
        for step in steps.splitlines():
            result = self.shell(step, self.place, FOUND, **variables)
        self.assertIn(b"'--fail-on new-error' is met", result.stderr, "a night says why it ends with 1")
        self.shell("sh night.sh", self.place, support.OUTPUT, **{**variables, "TIDEMARK_MAIL_SENDMAIL": "false"})
        self.price("total = sum\n")
        shutil.rmtree(self.place / "public")
        for step in steps.splitlines():
            self.shell(step, self.place, **variables)
        self.assertTrue((self.place / "night.html").is_file())

    def test_what_is_there_is_accepted(self):
        self.price("import os\n\n\ndef total(prices):\n    return sum(prices) + 1\n")
        self.night(FOUND)
        accept, = [block.text for block in documents.blocks(GUIDE) if "--accept-all" in block.text]
        self.shell(accept, self.place)
        self.assertEqual({}, self.night()["counts"])
        self.assertIn("2 known", self.place.joinpath("public/shop/index.html").read_text().replace("\xa0", " "))


CASE = '<testcase name="{name}()" classname="shop.{suite}" time="0.02">{failure}</testcase>'
FAILURE = ('<failure message="expected: &lt;0&gt; but was: &lt;-1&gt;" type="AssertionFailedError">'
           "at shop.PriceTest.empty(PriceTest.java:9)</failure>")


class Gradle(JobTest):
    script = scripts()[1]

    def build(self, **modules):
        """What `./gradlew test` does: for each module the name of its test that fails, "" for none, or None where it does not
        compile."""
        lines = ["#!/bin/sh"]
        for module, failing in modules.items():
            suite = f"{module.title()}Test"
            if failing is None:
                lines.append(f"echo '{self.place}/{module}/src/main/java/shop/Price.java:3: error: cannot find symbol'")
                lines += self.wrong(module, "compileJava", "Compilation failed; see the compiler error output for details.")
                continue
            cases = "".join(CASE.format(name=name, suite=suite, failure=FAILURE if name == failing else "")
                            for name in ("empty", "total"))
            self.put(f"xml/{module}.xml", f'<testsuite name="shop.{suite}" tests="2">{cases}</testsuite>')
            lines.append(f"mkdir -p {module}/build/test-results/test")
            lines.append(f"cp xml/{module}.xml {module}/build/test-results/test/TEST-shop.{suite}.xml")
            if failing:
                lines += self.wrong(module, "test", "There were failing tests. See the report at: file:///x.html")
        lines.append("echo 'BUILD FAILED in 9s'; exit 1" if any(name != "" for name in modules.values()) else "echo 'BUILD SUCCESSFUL in 9s'")
        self.put("gradlew", "\n".join(lines) + "\n").chmod(0o755)

    def wrong(self, module, task, why):
        """How Gradle says what has failed."""
        return ["echo '* What went wrong:'", f"echo \"Execution failed for task ':{module}:{task}'.\"", f"echo '> {why}'"]

    def test_process_that_is_killed_is_never_a_success(self):
        self.build(app="", lib="")
        self.night()
        script = (self.place / "gradlew").read_text()
        for end in ("\n".join([*self.wrong("lib", "test", "Process 'Gradle Test Executor 3' finished with non-zero exit value 137"),
                               "echo 'BUILD FAILED in 9s'"]),
                    "echo '* What went wrong:'\necho 'Gradle build daemon disappeared unexpectedly'", "true"):
            self.put("gradlew", script.replace("echo 'BUILD SUCCESSFUL in 9s'", end))
            self.assertEqual("failed", self.night(FOUND)["status"], end)

    def test_nights_of_a_build(self):
        self.build(app="", lib="")
        self.night()
        self.build(app="empty", lib="total")
        self.night(FOUND)
        self.assertIn("2 new errors", self.mail)
        self.build(app=None, lib="total")
        self.night(FOUND)
        self.assertRegex(self.mail, "run failed.* 1 new error, 1 old, 1 not run")
        self.assertNotIn("fixed", self.mail)
        self.assertIn("cannot find symbol", (self.place / "public/shop/index.html").read_text())
        self.build(app="", lib="")
        self.night()
        self.assertIn(": fixed", self.mail)

    def test_results_of_the_night_before_are_not_those_of_this_one(self):
        self.build(app="", lib="")
        self.night()
        self.put("gradlew", "#!/bin/sh\nexit 1\n")
        self.assertEqual("failed", self.night(FOUND)["status"])
        self.assertIn("run failed", self.mail)


class Backup(JobTest):
    script = scripts()[2]
    invocation = "4f1d0c3b5a6947e8b2d1c0ffee000001"

    def setUp(self):
        super().setUp()
        self.backups = self.folder / "backup"
        self.put("backup-ages.sh", documents.block_named(GUIDE, "backup-ages.sh"))
        self.put("night.sh", self.script.replace("/srv/backup web mail db", f"{self.backups} web db"))
        for name in ("db", "web"):
            (self.backups / name).mkdir(parents=True)
            self.archive(name)
        self.job("success", ("6", "starting"))

    def archive(self, name, days=0, file="latest.tar.gz", text="x"):
        """Writes an archive as many days old, and a minute."""
        path = self.backups / name / file
        path.write_text(text)
        written = time.time() - days * 86_400 - 60
        os.utime(path, (written, written))

    def job(self, result, *lines, state="inactive", hours=1, end=0):
        """What systemd says of the service, which ended so many hours ago, and what it logged: pairs of a priority and a
        text. Each is a run of its own. `journalctl` ends with `end`."""
        self.invocation = f"{int(self.invocation, 16) + 1:032x}"
        ended = "" if hours is None else time.strftime("%a %Y-%m-%d %H:%M:%S %Z", time.localtime(time.time() - hours * 3600))
        self.tool("systemctl", f"""#!/bin/sh
echo 'Result={result}\nInvocationID={self.invocation if ended else ""}\nActiveState={state}\nInactiveEnterTimestamp={ended}'
""")
        with self.put("logged", self.logged()).open("a") as journal:
            for priority, text in lines:
                journal.write(json.dumps({
                    "__REALTIME_TIMESTAMP": "1795000000000000", "_SYSTEMD_UNIT": "backup.service", "PRIORITY": priority,
                    "_SYSTEMD_INVOCATION_ID": self.invocation, "SYSLOG_IDENTIFIER": "backup", "MESSAGE": text}) + "\n")
        self.tool("journalctl", f"""#!/bin/sh
[ "$1 $2 $4" = "-o json +" ] && [ "$3" = "_SYSTEMD_$5" ] || exit 1
grep "${{5#*=}}" {self.place}/logged
exit {end}
""")

    def logged(self):
        path = self.place / "logged"
        return path.read_text() if path.exists() else ""

    def page(self):
        """The text of the last run's page, without its tags: a long path has some within."""
        return html.unescape(re.sub("<[^>]*>", "", (self.place / "public/shop/index.html").read_text()))

    def runs(self):
        return {path.name for path in (self.place / "public/shop/runs").iterdir()}

    def assert_failed(self, *texts):
        latest = self.night(FOUND)
        self.assertEqual(("failed", "error"), (latest["status"], latest["urgency"]))
        for text in texts:
            self.assertIn(text, self.page())

    def test_nights_of_a_backup(self):
        self.assertEqual({}, self.night()["counts"])
        self.archive("db", 1)
        self.job("success", ("6", "starting"), ("4", "3 files of web vanished"))
        self.night()
        self.assertIn("2 new warnings", self.mail)
        self.archive("db", 5)
        self.job("success", ("6", "starting"))
        self.night(FOUND)
        self.assertIn("1 more urgent", self.mail)
        self.assertIn("db: the newest archive is older than 5 × 24 hours", self.page())

    def test_machine_without_an_archive_is_an_error(self):
        self.night()
        (self.backups / "web/latest.tar.gz").unlink()
        self.night(FOUND)
        self.assertIn("web has no backup", self.page())
        for folder, name, status in (("web", "web", DONE), (".", "db", FOUND)):
            self.job("success", ("6", "starting"))
            shutil.rmtree(self.backups / folder)
            self.assertEqual("error", self.night(status)["urgency"])
            self.assertIn(f"{name}: can't read {self.backups}/{name}, or it is not there", self.page())
            self.assertNotIn("fixed", self.mail or "")

    def test_file_that_is_no_archive_of_tonight_does_not_count(self):
        self.archive("web", 4)
        self.archive("web", file="empty.tar.gz", text="")
        self.archive("web", file="lock")
        self.archive("web", file="next.tar.gz.part")
        self.archive("web", -400, file="future.tar.gz")
        self.night(FOUND)
        self.assertIn("web: the newest archive is older than 4 × 24 hours", self.page())

    def test_folder_that_cannot_be_read_is_an_error_of_its_own(self):
        # Root can read every folder, so the error is simulated.
        self.tool("find", "#!/bin/sh\necho 1795000000.0\nexit 1\n")
        self.night(FOUND)
        self.assertIn(f"read {self.backups}/web, or it is not there", self.page())

    def test_run_without_the_names_of_machines_has_failed(self):
        self.put("night.sh", (self.place / "night.sh").read_text().replace(" web db >>", " >>"))
        self.assert_failed("The ages of the archives are not known")

    def test_service_that_failed_is_a_run_that_failed(self):
        self.archive("db", 2)
        self.job("exit-code", ("6", "starting"), ("3", "Failed to start"), state="failed")
        self.assert_failed("backup.service ended with 'exit-code'", "Failed to start")
        sections = re.findall("<h3><bdi data-title>(.+?)</bdi>", (self.place / "public/shop/index.html").read_text())
        self.assertEqual(["Archives", "Job", "backup"], sorted(sections), "no two of one name")
        self.archive("db")
        self.job("success", ("6", "starting"))
        self.assertEqual({}, self.night()["counts"], "last night's failure is not tonight's")
        self.assertIn(": fixed", self.mail)

    def test_service_that_did_not_run_or_has_not_ended_is_a_run_that_failed(self):
        self.night()
        for text, state, hours in (("has not ended", "activating", 23), ("has not ended", "active", None),
                                   ("did not run in the last 24 hours", "inactive", 25),
                                   ("did not run in the last 24 hours", "failed", None)):
            self.job("success", ("6", "starting"), state=state, hours=hours)
            self.assert_failed(f"backup.service {text}")
            self.assertNotIn(self.invocation, self.runs(), "it must not take the place of that backup's own report")

    def test_systemd_that_cannot_be_asked_is_a_run_that_failed(self):
        self.tool("systemctl", "#!/bin/sh\nexit 1\n")
        self.assert_failed("systemctl could not ask systemd")
        self.assertNotIn("has not ended", self.page())

    def test_journal_that_cannot_be_read_is_a_run_that_failed(self):
        self.job("success")
        self.assert_failed("The journal has no line of backup.service")
        self.job("success", ("6", "starting"), end=137)
        self.assert_failed("The journal could not be read")

    def test_backup_is_a_run_of_its_own(self):
        self.night()
        runs = {self.invocation}
        self.job("success", ("6", "starting"))
        self.nights -= 1
        self.night()
        runs.add(self.invocation)
        self.assertEqual(runs, self.runs())


if __name__ == "__main__":
    unittest.main()
