"""Nightly truths: what goes, what comes late, what is said of it, and whose site it is."""
import json
import os
import pathlib
import shutil
import subprocess
import xml.etree.ElementTree as xml

import documents
import support
from test_publish import SiteTest


class TruthTest(SiteTest):
    def at(self, when, *titles, name=None, project="core", urgency="error", status="completed", **more):
        """A night of its own time; without a time it is the clock's."""
        dataset = {"version": 1, "project": project, "run": {"status": status},
                   "messages": [{"urgency": urgency, "title": title} for title in titles], **more}
        if when:
            dataset["now"] = when if "T" in when else when + "T03:00:00Z"
        return self.write(name or f"night-{project}-{when}.json", json.dumps(dataset))

    def latest(self, project="core"):
        return json.loads((self.folder / "site" / project / "latest.json").read_bytes())

    def runs(self, project="core"):
        return sorted(path.name for path in (self.folder / "site" / project / "runs").iterdir())


class Pruning(TruthTest):
    def test_retention_may_remove_the_neighbour_of_the_new_run(self):
        for day in range(1, 5):
            self.publish(self.at(f"2026-01-0{day}", "a"), "--keep", 1)
            self.assertEqual(self.nights(), self.runs())
        self.publish("--rebuild")
        self.assertEqual(["2026-01-04-0300"], self.nights())
        self.assertWhole()

    def test_retention_removes_runs_behind_a_gap(self):
        for day in ("2026-01-01", "2026-01-02", "2026-03-20", "2026-03-21"):
            self.publish(self.at(day, "a"), "--keep-days", 14)
        self.assertEqual(["2026-03-20-0300", "2026-03-21-0300"], self.runs())
        self.assertWhole()

    def test_retention_counts_a_late_run(self):
        for day in ("01", "03", "02"):
            self.publish(self.at(f"2026-01-{day}", "a"), "--keep", 2)
        self.assertEqual(["2026-01-02-0300", "2026-01-03-0300"], self.runs())
        self.assertWhole()

    def test_gate_judges_a_run_that_is_too_old_to_keep(self):
        for day in ("02", "03"):
            self.publish(self.at(f"2026-01-{day}"), "--keep", 2)
        result = self.publish(self.at("2026-01-01", "a"), "--keep", 2, "--fail-on", "error", status=support.FOUND)
        self.assertIn(b"[too-old]", result.stderr)


class Times(TruthTest):
    def test_times_of_a_batch_are_those_of_its_runs(self):
        entries = [{"project": "core", "inputs": [str(self.at(None, f"t{day}", name=f"{day}.json"))],
                    "now": f"2026-01-0{day}T03:00:00Z"} for day in (1, 2)]
        self.publish("--batch", self.write("nights.json", json.dumps(entries)))
        self.assertEqual(["2026-01-01-0300", "2026-01-02-0300"], self.nights())

    def test_two_reports_in_a_minute_are_two_runs(self):
        for second in (10, 50):
            self.publish(self.at(f"2026-01-01T03:00:{second}Z", f"at {second}"))
        self.assertEqual(["2026-01-01-0300", "2026-01-01-0300-2"], self.nights())
        before = self.files()
        for second in (10, 50):
            self.publish(self.at(f"2026-01-01T03:00:{second}Z", f"at {second}"))
        self.assertEqual(before, self.files())

    def test_publishing_again_without_a_time_keeps_one_run(self):
        night = self.at(None, "a")
        self.publish(night, "--now", "2026-01-01T03:00:00Z")
        again = self.publish(night, "--now", "2026-01-01T03:05:00Z")
        self.assertIn(b"[run-exists]", again.stderr)
        self.assertEqual(1, len(self.nights()))
        gate = support.run("render", night, "--site", self.folder / "site", "--to", "text", "--fail-on", "new-error",
                           "--now", "2026-01-01T03:06:00Z")
        self.assertStatus(support.FOUND, gate)
        self.publish(night, "--now", "2026-01-02T03:00:00Z")
        self.assertEqual(2, len(self.nights()))

    def test_impossible_dates_are_refused(self):
        self.publish(self.at("2026-01-01"))
        before = self.files()
        result = support.run("publish", self.at("9999-12-31T23:59:59-12:00"), "--site", self.folder / "site",
                             "--time-zone", "UTC")
        self.assertStatus(support.INPUT, result)
        self.assertEqual(before, self.files())


class Words(TruthTest):
    def test_project_keeps_its_title_when_a_run_comes_late(self):
        for day in ("02", "03"):
            self.publish(self.at(f"2026-01-{day}", "a", locale="de"))
        self.publish(self.at("2026-01-01", "a", locale="en"))
        page = (self.folder / "site/core/index.html").read_text()
        self.assertRegex(page, '<html [^>]*lang="de"')
        self.assertIn("Alle Projekte", page)
        self.assertNotIn("All projects", page)
        self.assertIn('<html lang="de"', (self.folder / "site/core/archive/index.html").read_text())

    def test_summary_says_what_has_become_worse(self):
        self.publish(self.at("2026-01-01", "a", urgency="warning"))
        result = self.publish(self.at("2026-01-02", "a"), "--fail-on", "new-error", status=support.FOUND)
        self.assertIn(b"1 worsened error", result.stderr)
        self.assertIn("<bdi>1 more urgent</bdi>", (self.folder / "site/index.html").read_text())

    def test_badge_is_valid_xml_for_any_text(self):
        self.publish("--project", "core", "--missing", "a\x01\x0b\ufffe]]><b>&", "--now", "2026-01-01T03:00:00Z")
        xml.parse(self.folder / "site/core/badge.svg")

    def test_missing_run_is_sent_by_mail(self):
        self.publish(self.at("2026-01-01", title="Nightly build"))
        result = support.run("mail", self.folder / "none.json", "--missing", "no disk", "--site", self.folder / "site",
                             "--project", "core", "--now", "2026-01-02T03:00:00Z", "--only-if", "changed",
                             "--from", "a@example.org", "--to", "b@example.org")
        self.assertStatus(support.DONE, result)
        self.assertIn(b"Nightly build", result.stdout)
        self.assertIn(b"no disk", result.stdout)


class Memory(TruthTest):
    BASE = ("--base-url", "https://example.org/r")

    def test_due_times_without_a_unit_are_refused(self):
        for wrong in ("36", "36H", "36 h", "36hours", "1.5d", "0h", "-2d", "tomorrow"):
            with self.subTest(wrong):
                result = self.publish(self.at("2026-01-01", "a"), f"--stale-after={wrong}", status=support.USAGE)
                self.assertIn(b"it is written as 36h or 8d, or never", result.stderr)
        self.publish(self.at("2026-01-01", "a"), "--stale-after", "never")

    def test_base_url_and_due_time_survive_a_lost_index(self):
        for day in ("01", "02", "03"):
            self.publish(self.at(f"2026-01-{day}", "a"), *self.BASE, "--stale-after", "36h", "--keep", 2)
        names = [line for line in (self.folder / "site/core/feed.xml").read_text().split("\n") if "<id>" in line]
        (self.folder / "site/core/history/project.json").write_bytes(b"")
        self.publish(self.at("2026-01-04", "a"))
        feed = (self.folder / "site/core/feed.xml").read_text()
        self.assertIn("2026-01-04-0300", feed)
        for name in names:
            self.assertIn(name, feed)
        self.assertEqual("2026-01-05T15:00:00+00:00", self.latest()["staleAfter"])

    def test_due_time_can_be_unset(self):
        self.publish(self.at("2026-01-01"), "--stale-after", "36h")
        self.publish("--rebuild")
        self.assertIn("staleAfter", self.latest())
        self.publish(self.at("2026-01-02"))
        self.assertEqual("2026-01-03T15:00:00+00:00", self.latest()["staleAfter"])
        self.publish(self.at("2026-01-02"), "--stale-after", "never")
        self.assertNotIn("staleAfter", self.latest())

    def test_links_follow_a_run_that_moves(self):
        self.publish(self.at("2026-01-01", "m", "z"), "--run", "x")
        self.publish(self.at("2026-01-02", "z"), "--run", "y")
        self.publish(self.at("2026-01-03", "m", "z"), "--run", "x")
        for day, run, titles in (("02", "y", "z"), ("03", "x", "mz")):
            self.publish(self.at(f"2026-01-{day}", *titles), "--run", run, site="straight")
        self.assertEqual(self.files("straight")["core/runs/x/seen.json.gz"], self.files()["core/runs/x/seen.json.gz"])
        self.assertEqual(self.files("straight")["core/runs/y/seen.json.gz"], self.files()["core/runs/y/seen.json.gz"])

    def test_missing_run_has_no_data_of_an_earlier_report(self):
        self.publish(self.at("2026-01-01", "precious"), "--run", "n1")
        site = self.folder / "site/core"
        (site / "runs/n1/index.html").unlink()
        (site / "history/unfinished").touch()
        self.publish("--project", "core", "--missing", "no input", "--run", "n1", "--now", "2026-01-01T03:00:00Z")
        self.assertIn("precious", (site / "runs/n1/index.html").read_text())

    def test_pending_repairs_survive_a_failing_run(self):
        for day in ("01", "02"):
            self.publish(self.at(f"2026-01-{day}", "a"))
        site = self.folder / "site/core"
        for run in self.runs():
            (site / "runs" / run / "run.json").unlink()
        (site / "history/unfinished").touch()
        # The template stops the program before or after the first repair.
        result = support.run("publish", self.at("2026-01-03"), "--site", self.folder / "site", "--template", self.broken())
        self.assertNotEqual(support.DONE, result.returncode)
        self.assertTrue((site / "history/unfinished").exists())
        self.publish(self.at("2026-01-03", "a"))
        self.assertEqual(3, len(self.nights()))
        self.assertWhole()

    def broken(self):
        folder = self.folder / "template"
        result = support.run("templates", "export", "default", folder)
        self.assertStatus(support.DONE, result)
        shell = folder / "page/shell.html"
        shell.write_text(shell.read_text().replace("{{{above}}}", "").replace("{{{below}}}", ""))
        return folder

    def test_no_page_has_a_dead_link(self):
        self.publish(self.at("2026-01-01", "a"))
        before = self.files()
        result = support.run("publish", self.at("2026-01-02", "a"), "--site", self.folder / "site",
                             "--template", self.broken())
        self.assertStatus(support.USAGE, result)
        self.assertIn(b"{{{above}}}", result.stderr)
        self.assertEqual(before, self.files())

    def test_text_after_the_end_of_a_page_is_no_damage(self):
        folder = self.broken()
        shutil.rmtree(folder / "page")
        shutil.copytree(support.repository / "Templates/default/page", folder / "page")
        shell = folder / "page/shell.html"
        shell.write_text(shell.read_text() + "<!-- by us -->\n")
        self.publish(self.at("2026-01-01", "a"), "--template", folder)
        result = self.publish("--rebuild", "--template", folder)
        self.assertEqual(b"", result.stderr)


class Folders(TruthTest):
    def test_foreign_folders_are_left_alone(self):
        (self.folder / "site").mkdir()
        (self.folder / "site/index.html").write_text("home")
        result = self.publish(self.at("2026-01-01"), status=support.USAGE)
        self.assertIn(b"[foreign-page]", result.stderr)
        self.assertEqual(["index.html"], [path.name for path in (self.folder / "site").iterdir()])

    def test_missing_folders_are_not_created(self):
        self.publish("--rebuild", site="nowhere", status=support.USAGE)
        self.publish("--index", site="nowhere", status=support.USAGE)
        self.assertFalse((self.folder / "nowhere").exists())
        self.publish(self.at("2026-01-01"))
        result = self.publish("--rebuild", "--project", "cor", status=support.USAGE)
        self.assertIn(b"did you mean 'core'", result.stderr)
        self.assertFalse((self.folder / "site/cor").exists())

    def test_similar_project_names_are_reported(self):
        self.publish(self.at("2026-01-01", project="invoices"))
        result = self.publish(self.at("2026-01-02", project="invioces"))
        self.assertIn(b"did you mean 'invoices'", result.stderr)
        self.assertEqual(b"", self.publish(self.at("2026-01-03", project="handbook")).stderr)

    def test_wrong_folder_from_the_environment_is_reported(self):
        result = support.run("publish", self.at("2026-01-01"), "--site", self.folder / "site",
                             environment=support.plain_environment(TIDEMARK_PROJCT="x"))
        self.assertStatus(support.USAGE, result)
        self.assertIn(b"did you mean 'TIDEMARK_PROJECT'", result.stderr)


class Titles(TruthTest):
    def test_title_with_a_run_number_belongs_to_that_run_alone(self):
        for day, number in (("01", 1481), ("02", 1482)):
            night = self.write(f"night-{number}.json", json.dumps({
                "version": 1, "title": f"Nightly build {number}", "now": f"2026-01-{day}T03:00:00Z",
                "messages": [{"urgency": "error", "title": "a"}]}))
            self.publish(night, "--project", "core", "--base-url", "https://example.org/r/")
        site = self.folder / "site"
        self.assertEqual("Nightly build", self.latest()["title"])
        self.assertIn("Nightly build 1481", (site / "core/runs/2026-01-01-0300/index.html").read_text())
        for page in ("index.html", "core/archive/index.html", "core/archive/2026-01.html"):
            text = (site / page).read_text()
            self.assertIn("Nightly build", text)
            self.assertNotIn("1482", text, page)
        self.assertIn("<title>Nightly build</title>", (site / "core/feed.xml").read_text().replace("<title type=\"text\">", "<title>"))


class WholeNight(TruthTest):
    """The commands that docs/sites.md gives for a whole run, as they stand there."""

    def run_night(self, content, now):
        block = documents.block_named(documents.DOCS / "sites.md", "whole-night.sh")
        job = self.write("nightly.sh", "#!/bin/sh\n" + (f"cat > nightly.json <<'END'\n{content}\nEND\n" if content else "exit 9\n"))
        job.chmod(0o755)
        (self.folder / "mail.eml").unlink(missing_ok=True)
        (self.folder / "bin").mkdir(exist_ok=True)
        if not (self.folder / "bin/tidemark").exists():
            (self.folder / "bin/tidemark").symlink_to(pathlib.Path(support.program).resolve())
        environment = support.plain_environment(
            PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", TIDEMARK_MAIL_SENDMAIL="tee mail.eml", TIDEMARK_NOW=now)
        result = subprocess.run(["sh", "-c", block], cwd=self.folder, env=environment, capture_output=True, timeout=120)
        sent = self.folder / "mail.eml"
        return result.returncode, sent.read_text() if sent.exists() else None

    def test_whole_night_reports_changes_crashes_and_quiet_runs(self):
        self.write("tidemark.json", json.dumps({
            "site": "site", "project": "core", "mailFrom": "a@example.org", "mailTo": "b@example.org",
            "baseUrl": "https://example.org/r"}))
        report = json.dumps({"version": 1, "title": "Nightly", "run": {"status": "completed"},
                             "messages": [{"urgency": "error", "title": "first"}]})
        status, mail = self.run_night(report, "2026-01-01T03:00:00Z")
        self.assertEqual(support.FOUND, status)
        self.assertIn("first", mail)
        self.assertIn("https://example.org/r/core/runs/2026-01-01-0300/", mail.replace("=\n", ""))
        # Yesterday's report still exists, and the job writes none.
        status, mail = self.run_night(None, "2026-01-02T03:00:00Z")
        self.assertEqual(support.FOUND, status)
        self.assertIn("The job left no report", mail.replace("=\n", ""))
        self.assertEqual("missing", self.latest()["night"]["status"])
        # The job works again: nothing is new, but the run is no longer missing.
        status, mail = self.run_night(report, "2026-01-03T03:00:00Z")
        self.assertEqual(support.DONE, status)
        self.assertIn("run completed again", mail.split("\n\n")[0].replace("\n", ""))
        status, mail = self.run_night(report, "2026-01-04T03:00:00Z")
        self.assertEqual((support.DONE, None), (status, mail))
        self.assertEqual(4, len(self.nights()))
        self.assertWhole()
