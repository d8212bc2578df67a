"""Which run a file is: one answer in every command, whatever the clock does between two of them."""
import datetime
import json
import os
import pathlib
import re
import subprocess

import documents
import support
from mail_support import attachments, body, parsed
from support import DONE, FOUND, INPUT, USAGE
from test_publish_truths import TruthTest

WHO = ("--from", "a@example.org", "--to", "b@example.org")
BASE = "https://example.org/r/"


def epoch(text):
    return int(datetime.datetime.fromisoformat(text).timestamp())


class FakeClock(TruthTest):
    """The whole run of docs/sites.md, command by command, on a clock that jumps after each of them."""

    def setUp(self):
        super().setUp()
        self.write("tidemark.json", json.dumps({
            "site": "site", "project": "core", "mailFrom": "a@example.org", "mailTo": "b@example.org", "baseUrl": BASE,
            "timeZone": "Europe/Berlin"}))
        self.block = documents.block_named(documents.DOCS / "sites.md", "whole-night.sh")
        tools = self.folder / "tools"
        tools.mkdir()
        tool = tools / "tidemark"
        tool.write_text(f"""#!/bin/sh
            export SOURCE_DATE_EPOCH=$(cat {self.folder}/clock)
            echo $((SOURCE_DATE_EPOCH + JUMP)) > {self.folder}/clock
            exec {pathlib.Path(support.program).resolve()} "$@"\n""")
        tool.chmod(0o755)
        self.path = f"{tools}:{os.environ['PATH']}"

    def night(self, start, jump, content, block=None):
        self.write("clock", str(start))
        job = self.write("nightly.sh", "#!/bin/sh\n" + (
            f"cat > nightly.json <<'END'\n{content}\nEND\n" if content is not None else "exit 9\n"))
        job.chmod(0o755)
        sent = self.folder / "mail.eml"
        sent.unlink(missing_ok=True)
        result = subprocess.run(
            ["sh", "-c", block or self.block], cwd=self.folder, capture_output=True, timeout=120,
            env=support.plain_environment(PATH=self.path, JUMP=str(jump), TIDEMARK_MAIL_SENDMAIL="tee mail.eml"))
        self.assertIn(result.returncode, (DONE, FOUND), result.stderr)
        return parsed(sent.read_bytes()) if sent.exists() else None

    def linked(self, mail):
        """The files of the site that a mail leads to, in its bodies and in the attached page."""
        texts = [body(mail, "plain"), body(mail, "html"), *map(str, attachments(mail).values())]
        return {found for text in texts for found in re.findall(rf"{BASE}([^\s\"<>#]+)", text)}

    def report(self, start, *titles, dated):
        run = {"status": "completed"}
        if dated:
            run["finished"] = datetime.datetime.fromtimestamp(start - 60, datetime.timezone.utc).isoformat()
        return json.dumps({"version": 1, "title": "Nightly build 1482", "run": run,
                           "messages": [{"urgency": "error", "title": title} for title in titles]})

    def play(self, start, jump, dated):
        nights = [["a"], None, None, ["a"], ["a"], ["a", "b"], "{"]
        for number, titles in enumerate(nights):
            begin = start + number * 86_400
            content = titles if titles is None or isinstance(titles, str) else self.report(begin, *titles, dated=dated)
            mail = self.night(begin, jump, content)
            self.assertEqual(number + 1, len(self.runs()), "a second run, or none")
            night = self.latest()["night"]
            if number == 4:
                self.assertIsNone(mail, "nothing has changed")
                continue
            self.assertEqual(number == 3, "run completed again" in mail["Subject"], mail["Subject"])
            self.assertEqual({f"core/runs/{night['id']}/index.html"}, self.linked(mail))
            self.assertTrue((self.folder / "site/core/runs" / night["id"] / "index.html").is_file())
            self.assertEqual("core <core.example.org>", mail["List-Id"])
            self.assertEqual({}, attachments(mail), "the page has an address")
            if night.get("status") == "missing":
                self.assertIn("core", mail["Subject"])
                self.assertNotIn("1482", mail["Subject"])
            self.assertEqual(number == 5, "1 new" in mail["Subject"], mail["Subject"])
        self.assertWhole()

    def test_same_run_when_a_minute_passes_between_two_commands(self):
        self.play(epoch("2026-11-20T02:12:00Z"), 60, dated=False)

    def test_same_run_when_an_hour_passes_between_two_commands(self):
        self.play(epoch("2026-11-20T02:12:00Z"), 3_600, dated=False)

    def test_same_run_when_midnight_passes_between_two_commands(self):
        self.play(epoch("2026-11-20T22:59:30Z"), 60, dated=False)

    def test_same_run_when_hours_and_midnight_pass_between_two_commands(self):
        self.play(epoch("2026-11-20T02:12:00Z"), 75_000, dated=False)

    def test_same_run_when_clocks_are_set_back_between_two_commands(self):
        self.play(epoch("2026-10-25T00:30:00Z"), 3_600, dated=False)

    def test_same_run_when_clocks_are_set_forward_between_two_commands(self):
        self.play(epoch("2026-03-29T00:30:00Z"), 3_600, dated=False)

    def test_same_run_for_a_report_with_a_finish_time(self):
        self.play(epoch("2026-11-20T22:59:30Z"), 3_600, dated=True)

    def test_mail_before_publishing_links_to_the_page_to_come(self):
        lines = self.block.splitlines()
        place = next(place for place, line in enumerate(lines) if "tidemark mail" in line)
        lines.insert(place - 1, lines.pop(place))
        for number, titles in enumerate([["a"], None, ["a", "b"]]):
            for dated in (False, True):
                begin = epoch("2026-11-20T22:59:30Z") + (2 * number + dated) * 86_400
                content = titles and self.report(begin, *titles, f"x{number}{dated}", dated=dated)
                mail = self.night(begin, 3_600, content, "\n".join(lines))
                for link in self.linked(mail):
                    self.assertTrue((self.folder / "site" / link).is_file(), link)
        self.assertEqual(6, len(self.runs()))
        self.assertWhole()


class Names(TruthTest):
    def test_same_report_under_another_name_is_reported_and_not_compared(self):
        self.publish(self.at("2026-01-01", "a"))
        night = self.at("2026-01-02", "a", "b")
        self.publish(night)
        for number in (17, "zz"):
            result = self.publish(night, "--run", number)
            self.assertIn(b"same report as run ", result.stderr)
        self.assertIn(b"[same-report]", result.stderr)
        self.assertIn(b"run 2026-01-02-0300", self.publish(night, "--run", "y").stderr + result.stderr)
        for name in ("17", "zz", "y"):
            run = json.loads((self.folder / "site/core/runs" / name / "run.json").read_bytes())
            self.assertEqual((1, 1), (run["new"], run["still"]), f"'{name}' was compared with itself")
        gate = support.run("render", night, "--site", self.folder / "site", "--run", "zzz", "--to", "text",
                           "--fail-on", "new-error")
        self.assertStatus(FOUND, gate)
        self.assertIn(b"[same-report]", gate.stderr)
        # The next night is compared as usual.
        self.publish(self.at("2026-01-03", "a", "b"))
        self.assertEqual(0, self.latest()["night"]["new"])
        self.assertWhole()

    def test_two_reports_of_one_second_by_the_clock_are_two_runs(self):
        environment = support.plain_environment(SOURCE_DATE_EPOCH="1795000000")
        for name, titles in (("1", "a"), ("2", "ab"), ("3", "abc")):
            self.write(f"{name}.json", json.dumps({"version": 1, "run": {"status": "completed"}, "messages": [
                {"urgency": "error", "title": title} for title in titles]}))
        for name in ("1", "2", "2"):
            support.run("publish", f"{name}.json", "--site", "site", "--project", "core", cwd=self.folder, environment=environment)
        self.assertEqual(["2026-11-18-1106", "2026-11-18-1106-2"], self.nights())
        self.assertEqual(1, self.latest()["night"]["new"])
        for name in ("2", "3"):
            found = support.run("render", f"{name}.json", "--site", "site", "--project", "core", "--to", "json", "-o", "-",
                                cwd=self.folder, environment=environment)
            self.assertEqual(1, json.loads(found.stdout)["comparison"]["new"], name)
        # A time that is given names the run.
        for name in ("1", "2"):
            support.run("publish", f"{name}.json", "--site", "site", "--project", "core", "--now", "2026-11-19T03:00:00Z",
                        cwd=self.folder, environment=environment)
        self.assertEqual(3, len(self.nights()))
        self.assertWhole()

    def test_run_without_a_finish_time_is_identified_by_its_start(self):
        night = self.at(None, "a", run={"status": "failed", "started": "2026-01-01T02:00:00Z"})
        for hour in (3, 9):
            self.publish(night, "--now", f"2026-01-01T0{hour}:00:00Z")
        self.assertEqual(["2026-01-01-0300"], self.nights())

    def test_equal_quiet_runs_are_no_copies(self):
        night = self.at(None, "a")
        for day in (1, 2):
            result = self.publish(night, "--now", f"2026-01-0{day}T03:00:00Z", "--run", f"n{day}")
        self.assertNotIn(b"same-report", result.stderr)
        self.assertEqual((0, 1), (self.latest()["night"]["new"], self.latest()["night"]["still"]))

    def test_no_mail_links_to_an_expired_run(self):
        old = self.at("2026-01-01", "a")
        self.publish(old, "--base-url", BASE)
        for day in ("02", "03"):
            self.publish(self.at(f"2026-01-{day}", "a"), "--keep", 2)
        result = support.run("mail", old, "--site", self.folder / "site", *WHO, "--text-only")
        self.assertStatus(DONE, result)
        self.assertIn(f"{BASE}core/index.html".encode(), result.stdout)


class Inputs(TruthTest):
    def test_inputs_of_two_times_are_refused_and_can_be_published_separately(self):
        nights = self.at("2026-01-01", "a"), self.at("2026-01-02", "a", "b")
        result = self.publish(*nights, status=USAGE)
        self.assertIn(b"[several-times]", result.stderr)
        self.assertIn(b"--each", result.stderr)
        self.assertFalse((self.folder / "site/core/runs").exists())
        mail = support.run("mail", *nights, "--site", self.folder / "site", *WHO)
        self.assertIn(b"[several-times]", mail.stderr)
        self.publish(*nights, "--each")
        self.assertEqual(["2026-01-01-0300", "2026-01-02-0300"], self.nights())
        self.assertEqual(1, self.latest()["night"]["new"])
        self.publish(*nights, "--now", "2026-01-03T03:00:00Z")
        self.assertEqual(3, self.latest()["night"]["counts"]["error"])
        self.publish(*nights, "--each", "--run", "x", status=USAGE)
        self.assertWhole()

    def test_inputs_of_one_time_are_one_run(self):
        self.publish(self.at("2026-01-01T03:00:00Z", "a", name="a.json"), self.at("2026-01-01T04:00:00+01:00", "b", name="b.json"),
                     self.at(None, "c", name="c.json"))
        self.assertEqual({"error": 3}, self.latest()["night"]["counts"])

    def test_inputs_after_an_unreadable_one_are_published(self):
        self.publish(self.write("bad.json", "{"), self.at("2026-01-02", "a"), "--each", status=INPUT)
        self.assertEqual(["2026-01-02-0300"], self.nights())
        self.assertTrue((self.folder / "site/index.html").is_file())

    def test_repeated_input_is_read_once(self):
        night = self.at("2026-01-01", "a")
        link = self.folder / "link.json"
        link.symlink_to(night)
        result = self.publish(night, night, link)
        self.assertEqual(2, result.stderr.count(b"[input-twice]"))
        self.assertEqual({"error": 1}, self.latest()["night"]["counts"])
        result = self.publish(night, night, "--each")
        self.assertIn(b"[input-twice]", result.stderr)


class Baseline(support.ProgramTest):
    def gate(self, *arguments, **variables):
        return support.run("render", self.night, "--to", "text", *arguments, cwd=self.folder,
                           environment=support.plain_environment(**variables))

    def setUp(self):
        super().setUp()
        self.night = self.write("night.json", json.dumps({
            "version": 1, "now": "2026-01-01T03:00:00Z", "messages": [{"urgency": "error", "title": "a"}]}))

    def test_optional_baseline_may_be_absent_on_a_first_run(self):
        first = self.gate("--baseline", "last.json", "--baseline-optional", "--fail-on", "new-error", "--sort", "change")
        self.assertStatus(FOUND, first)
        self.assertIn(b"[no-baseline]", first.stderr)
        # No line is an error; the gate's line has the number of errors in the report.
        self.assertNotRegex(first.stderr, rb"(?m)^(\S+: )?error: ")
        self.assertIn(b": 1 new error:", first.stderr)
        self.write("last.json", self.night.read_bytes())
        self.assertStatus(DONE, self.gate("--baseline", "last.json", "--baseline-optional", "--fail-on", "new-error"))
        self.write("last.json", "{")
        broken = self.gate("--baseline", "last.json", "--baseline-optional", "--fail-on", "new-error")
        self.assertStatus(FOUND, broken)
        self.assertIn(b"[unread-baseline]", broken.stderr)
        self.assertStatus(INPUT, self.gate("--baseline", "none.json"))

    def test_empty_value_unsets_the_baseline(self):
        self.write("tidemark.json", json.dumps({"baseline": "none.json", "failOn": "error"}))
        self.assertStatus(INPUT, self.gate())
        self.assertStatus(FOUND, self.gate("--baseline", ""))
        self.assertStatus(FOUND, self.gate(TIDEMARK_BASELINE=""))
        self.assertStatus(DONE, self.gate("--baseline=", "--fail-on", "none"))
        self.assertStatus(DONE, self.gate("--baseline", "", TIDEMARK_FAIL_ON=""))
        (self.folder / "tidemark.json").unlink()
        result = support.run("publish", self.night, "--site", self.folder / "site", "--project", "core", "--fail-on", "none")
        self.assertStatus(DONE, result)


class Smallest(support.ProgramTest):
    def test_smallest_dataset_of_the_documents_makes_the_same_bytes_at_any_time(self):
        night = self.write("nightly.json", documents.block_named(documents.DOCS / "dataset.md", "nightly.json"))
        for words in (("render",), ("render", "--to", "text"), ("render", "--to", "json"), ("mail", *WHO)):
            made = set()
            for clock in ("1795166000", "1795269600", None):
                more = {"SOURCE_DATE_EPOCH": clock} if clock else {}
                result = support.run(*words, night, environment=support.plain_environment(**more))
                self.assertStatus(DONE, result)
                made.add(result.stdout)
            self.assertEqual(1, len(made), words)


del TruthTest      # its tests, if it has any, are run where it stands
