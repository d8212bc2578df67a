"""What was not read is not green: files in folders, patterns and archives that may be reports."""
import gzip
import io
import json
import os
import random
import tarfile
import zipfile

import support
from browser import rules
from support import DONE, FOUND, INPUT, run

NOW = ("--now", "2026-11-20T03:12:00Z")
OK = '<testsuite name="s"><testcase name="ok"/></testsuite>'
BAD = '<testsuite name="s"><testcase name="bad"><failure message="m"/></testcase></testsuite>'
BANDIT = '{"errors": [], "results": [], "metrics": {}}'


class UnreadTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "res").mkdir()
        self.write("res/ok.xml", OK)

    def report(self, *arguments, status=DONE):
        result = run("render", *arguments, "--to", "json", *NOW, cwd=self.folder)
        self.assertStatus(status, result)
        self.said = result.stderr.decode()
        return json.loads(result.stdout)

    def unread(self, report):
        return [item["path"] for item in report.get("unread", [])]


class Neighbours(UnreadTest):
    def test_what_may_be_a_report_is_named_and_not_green(self):
        cases = {
            "bandit.json": BANDIT, "unknown.json": '{"findings": [1]}', "audit.json": '{"auditReportVersion": 2}',
            "odd.xml": "<odd-report/>", "server.xml": "<html><body>500</body></html>",
            "table.csv": "a,b\n1,2\n", "build.log": "start\nERROR: disk full\n", "gcc.txt": "a.c:1:2: error: x\n",
            "log.jsonl": '{"level": "error", "message": "x"}\n', "lint": "[", "empty.json": "[]", "packed.json.zst": "\u0001",
            "lz4.xml.lz4": "\u0004\u0022M\u0018", "named.xml.br": "\u0001\u0002x", "named.xml.Z": "\u0001\u0002x",
        }
        for name, text in cases.items():
            with self.subTest(name):
                path = self.folder / "res" / name
                path.write_bytes(b"\x28\xb5\x2f\xfd" if name.endswith("zst") else text.encode())
                report = self.report("res")
                self.assertEqual([f"res/{name}"], self.unread(report))
                self.assertEqual("neutral", report["verdict"]["urgency"])
                self.assertEqual("Nothing found in what was read; 1 file was not read", report["verdict"]["text"])
                path.unlink()

    def test_reports_of_other_formats_are_not_read_where_a_format_is_asked_for(self):
        self.write("res/lint.xml", "<checkstyle/>")
        for words in (["junit:res"], ["res", "--from", "junit"]):
            with self.subTest(words):
                report = self.report(*words, "--fail-on", "error", status=FOUND)
                self.assertEqual(["res/lint.xml"], self.unread(report))
                self.assertEqual("neutral", report["verdict"]["urgency"])
        for words in (["checkstyle:res"], ["--ignore", "lint.xml"]):
            with self.subTest(words):
                self.assertEqual("All clear", self.report("junit:res", *words)["verdict"]["text"])

    def test_what_is_damaged_is_not_read_where_a_format_is_asked_for(self):
        self.write("res/notes.json", '{"a": 1}')
        self.assertEqual("All clear", self.report("junit:res")["verdict"]["text"])
        (self.folder / "res/lost.xml").write_bytes(bytes(512))
        report = self.report("junit:res")
        self.assertEqual(["res/lost.xml"], self.unread(report))
        self.assertEqual("neutral", report["verdict"]["urgency"])

    def test_an_empty_file_that_is_named_as_a_report_is_not_green(self):
        for name in ("findings.csv", "job.jsonl", "a.tap", "b.xml", "c.json"):
            with self.subTest(name):
                self.write(f"res/{name}", "")
                result = run("render", "res", *NOW, cwd=self.folder)
                self.assertStatus(INPUT, result)
                self.assertIn(b"[empty-input]", result.stderr)
                (self.folder / "res" / name).unlink()

    def test_what_can_be_no_report_is_left_out_with_a_note(self):
        self.write("res/package.json", '{"name": "x", "version": "1", "scripts": {}}')
        self.write("res/pom.xml", "<project/>")
        self.write("res/README.md", "error: not a log\n")
        (self.folder / "res/shot.png").write_bytes(b"\x89PNG\r\n")
        report = self.report("res")
        self.assertEqual("All clear", report["verdict"]["text"])
        self.assertIn("unrecognized-files", self.said)

    def test_a_table_in_a_folder_is_read(self):
        self.write("res/found.csv", "severity,title\nerror,Broken\n")
        self.assertEqual({"error": 1}, self.report("res")["verdict"]["counts"])

    def test_zeros_of_a_power_loss_are_not_green(self):
        (self.folder / "res/TEST-bad.xml").write_bytes(bytes(64))
        self.assertEqual(["res/TEST-bad.xml"], self.unread(self.report("res")))

    def test_a_file_that_another_operand_reads_is_read(self):
        self.write("res/build.log", "a.c:1:2: error: x\nmore\nmore\nmore\nmore\n")
        report = self.report("res", "lines:./res/build.log")
        self.assertEqual([], self.unread(report))
        self.assertEqual({"error": 1}, report["verdict"]["counts"])

    def test_a_file_that_two_operands_lead_to_is_named_once(self):
        self.write("res/bandit.json", BANDIT)
        self.assertEqual(["res/bandit.json"], self.unread(self.report("res", "res/*", f"{self.folder}/res/")))
        self.assertEqual(1, self.said.count("[unread-report]"))

    def test_a_folder_whose_name_is_not_utf8_is_not_green(self):
        folder = os.fsencode(self.folder / "res") + b"/sub\xe9"
        os.mkdir(folder)
        with open(folder + b"/bad.xml", "w", encoding="ascii") as file:
            file.write(BAD)
        self.assertEqual(1, len(self.report("res")["unread"]))


class Links(UnreadTest):
    def test_links_within_the_root_are_followed(self):
        (self.folder / "real/deep").mkdir(parents=True)
        self.write("real/bad.xml", BAD)
        self.write("real/deep/worse.xml", BAD.replace("bad", "worse"))
        os.symlink("../real/bad.xml", self.folder / "res/bad.xml")
        os.symlink("../real/deep", self.folder / "res/deep")
        self.assertEqual({"error": 2}, self.report("res")["verdict"]["counts"])

    def test_other_links_are_not_read(self):
        os.symlink("/etc/hostname", self.folder / "res/out.xml")
        os.symlink(".", self.folder / "res/loop")
        os.symlink("gone.xml", self.folder / "res/nowhere.xml")
        self.assertEqual(["res/loop", "res/nowhere.xml", "res/out.xml"], self.unread(self.report("res")))

    def test_a_linked_folder_that_a_pattern_would_search_is_not_read(self):
        os.symlink("/etc", self.folder / "res/outside")
        self.assertEqual(["res/outside"], self.unread(self.report("res/**/*.xml")))
        self.assertEqual([], self.unread(self.report("res/*.xml")))


class Options(UnreadTest):
    def setUp(self):
        super().setUp()
        self.write("res/bandit.json", BANDIT)

    def test_ignored_files_are_taken_out_with_a_note(self):
        for pattern in ("bandit.json", "res/*.json", "*.json"):
            with self.subTest(pattern):
                self.assertEqual("All clear", self.report("res", "--ignore", pattern)["verdict"]["text"])
                self.assertIn("1 file is left out by '--ignore'", self.said)

    def test_gates_are_met(self):
        result = run("render", "res", "--fail-on", "error", "-o", "out.html", *NOW, cwd=self.folder)
        self.assertEqual(1, result.returncode)
        self.assertIn("1 file was not read", result.stderr.decode())

    def test_broken_reports_make_it_an_error(self):
        report = self.report("res", "--broken", "report")
        self.assertEqual("failed", report["run"]["status"])
        self.assertEqual({"error": 1}, report["verdict"]["counts"])

    def test_a_dataset_keeps_it(self):
        self.assertStatus(DONE, run("convert", "res", "-o", "night.json", cwd=self.folder))
        self.assertEqual(["res/bandit.json"], self.unread(self.report("night.json")))


class Archives(UnreadTest):
    def zip(self, name, files):
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in files.items():
                archive.writestr(path, text)

    def test_reports_in_a_zip_are_read_by_name(self):
        self.zip("res/all.zip", {"TEST-a.xml": BAD, "lint/bandit.json": BANDIT, "../../x.xml": BAD, "a.png": "x"})
        for operand in ("res", "res/all.zip"):
            report = self.report(operand)
            self.assertEqual({"error": 1}, report["verdict"]["counts"])
            self.assertEqual(["res/all.zip/../../x.xml", "res/all.zip/lint/bandit.json"], self.unread(report))

    def test_reports_in_a_tar_are_read(self):
        with tarfile.open(self.folder / "res/all.tar.gz", "w:gz") as archive:
            member = tarfile.TarInfo("out/TEST-a.xml")
            member.size = len(BAD)
            archive.addfile(member, io.BytesIO(BAD.encode()))
        self.assertEqual({"error": 1}, self.report("res")["verdict"]["counts"])

    def test_a_hostile_header_of_a_tar_is_no_crash(self):
        for text in (b"2 x\n", b"3 x", b"99999999999999999999 path=a\n", b"-4 path=a\n", b"12 path=a", b" path=a\n"):
            with self.subTest(text):
                header = bytearray(512)
                header[0:1], header[124:135], header[156:157], header[257:263] = b"p", b"%011o" % len(text), b"x", b"ustar\0"
                (self.folder / "res/bad.tar").write_bytes(bytes(header) + text.ljust(512, b"\0") + bytes(1024))
                self.assertEqual(["res/bad.tar"], self.unread(self.report("res")))

    def test_a_cut_archive_is_not_green(self):
        self.zip("res/all.zip", {"TEST-a.xml": BAD})
        whole = (self.folder / "res/all.zip").read_bytes()
        for size in (4, len(whole) // 2, len(whole) - 30):
            (self.folder / "res/all.zip").write_bytes(whole[:size])
            self.assertEqual(["res/all.zip"], self.unread(self.report("res")))


class Each(UnreadTest):
    def publish(self, *arguments, status=DONE):
        result = run("publish", *arguments, "--each", "--site", "site", "--project", "p", cwd=self.folder)
        self.assertStatus(status, result)
        self.said = result.stderr.decode()
        runs = sorted((self.folder / "site/p/runs").iterdir())
        # A page also shows the verdicts of earlier runs.
        return ["bandit.json" in (folder / "index.html").read_text() for folder in runs]

    def report(self, path, day):
        self.write(path, f'<testsuite name="s" timestamp="2026-11-{day}T03:00:00"><testcase name="ok"/></testsuite>')

    @rules("I3")
    def test_each_run_has_what_was_not_read_on_the_way_to_it_alone(self):
        for folder, day in (("a", 20), ("b", 21)):
            (self.folder / folder).mkdir()
            self.report(f"{folder}/ok.xml", day)
        self.write("a/bandit.json", BANDIT)
        self.assertEqual([True, False], self.publish("a", "b"))

    @rules("I3")
    def test_a_run_has_what_was_not_read_behind_more_than_are_listed(self):
        for folder, day in (("a", 20), ("b", 21)):
            (self.folder / folder).mkdir()
            self.report(f"{folder}/ok.xml", day)
        for number in range(301):
            self.write(f"a/{number}.json", BANDIT)
        self.write("b/bandit.json", BANDIT)
        self.assertEqual([False, True], self.publish("a", "b"))

    @rules("I3")
    def test_what_was_not_read_beside_several_runs_is_in_each_of_them_and_meets_the_gate(self):
        (self.folder / "a").mkdir()
        self.report("a/one.xml", 20)
        self.report("a/two.xml", 21)
        self.write("a/bandit.json", BANDIT)
        self.assertEqual([True, True], self.publish("a"))
        self.assertIn("unread-report", self.said)
        self.publish("a", "--fail-on", "error", status=FOUND)


class Packed(UnreadTest):
    def test_a_packed_log_that_is_cut_off_far_behind_its_beginning_is_not_read(self):
        chance = random.Random(1)
        whole = gzip.compress("".join(f"step {chance.random()} done\n" for _ in range(50_000)).encode())
        self.write("res/whole.log.gz", whole)
        self.write("res/cut.log.gz", whole[:len(whole) // 2])
        self.assertEqual(["res/cut.log.gz"], self.unread(self.report("res")))
        self.report("res", "--fail-on", "error", status=FOUND)


class Published(UnreadTest):
    def test_missing_leaves_a_published_report_and_says_so(self):
        options = ("--site", "site", "--project", "a", "--run", "7", *NOW)
        self.assertStatus(DONE, run("publish", "res/ok.xml", *options, cwd=self.folder))
        self.write("cut.xml", "<testsuite>")
        for threshold, status in ((), DONE), (("--fail-on", "error"), FOUND):
            result = run("publish", "cut.xml", "--missing", "it crashed", *options, *threshold, cwd=self.folder)
            self.assertStatus(status, result)
            self.assertIn(b"has a report already", result.stderr)
            self.assertIn(b"nothing was published", result.stderr)
            self.assertNotIn(b"published without a report", result.stderr)
