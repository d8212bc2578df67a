"""Folders of Allure results: one report of many files, of any kind, with steps on the page."""
import json
import os
import shutil
import struct
import tarfile
import time
import uuid
import zipfile
import zlib

import support
from support import DONE, run

FAILED = 3          # an input could not be read


def picture():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 4, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress((b"\0" + b"\x20" * 24) * 4)) + chunk(b"IEND", b""))


class Allure(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.results = self.folder / "allure-results"
        self.results.mkdir()
        self.start = 1_795_963_821_000

    def put(self, name, value):
        content = value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()
        (self.results / name).write_bytes(content)
        return self.results / name

    def result(self, name, status="passed", file=None, **more):
        """Writes a result; later ones start later."""
        self.start += 1000
        number = more.pop("uuid", None) or str(uuid.uuid4())
        value = {"uuid": number, "name": name, "fullName": f"shop#{name}", "historyId": f"h-{name}", "status": status, "stage": "finished",
                 "labels": [{"name": "suite", "value": "shop"}], "start": self.start, "stop": self.start + 500, **more}
        if status in ("failed", "broken") and "statusDetails" not in more:
            value["statusDetails"] = {"message": f"{name} is bad", "trace": f"at {name}"}
        self.put(file or f"{number}-result.json", value)
        return number

    def container(self, children, befores=(), afters=(), name=None):
        number = name or str(uuid.uuid4())
        self.put(f"{number}-container.json", {"uuid": number, "children": children, "befores": [*befores], "afters": [*afters]})

    def report(self, *inputs, status=DONE, **more):
        result = run("render", *(inputs or ["allure-results"]), "--to", "json", cwd=self.folder, **more)
        self.assertStatus(status, result)
        self.said = result.stderr.decode()
        return json.loads(result.stdout) if result.stdout else None

    def facts(self, report):
        words = ("Tests", "Passed", "Failed", "Errors", "Skipped", "Flaky")
        facts = {fact["title"]: int(fact["value"].replace(",", "")) for fact in report["run"]["facts"] if fact["title"] in words}
        return {word.lower(): facts[word] for word in words if word in facts}

    def messages(self, report):
        return [message for section in report["sections"] for message in section["messages"]]

    def some(self):
        """A passed, a failed, a flaky and a skipped test, with a fixture and a file."""
        self.result("a")
        failed = self.result("b", "failed", steps=[{"name": "one", "status": "passed"}, {"name": "two", "status": "failed", "attachments": [
            {"name": "shot", "source": "s-attachment.png", "type": "image/png"}, {"name": "log", "source": "t-attachment.log", "type": "text/plain"}]}])
        self.result("c", "failed")
        self.result("c")
        self.result("d", "skipped", statusDetails={"message": "no printer"})
        self.put("s-attachment.png", picture())
        self.put("t-attachment.log", "x.c:3: error: it looks like a compiler\n")
        self.put("x-attachment.xml", "<testsuite tests='1'><testcase name='z'><failure/></testcase></testsuite>")
        self.container([failed], befores=[{"name": "set up", "status": "passed", "steps": [{"name": "connect", "status": "passed"}]}])
        self.put("environment.properties", "# a comment\nos = Linux\nStand: stage\npassword = hunter2hunter2\n")
        self.put("executor.json", {"name": "CI", "buildName": "shop #41", "buildUrl": "https://ci.example/41"})
        return {"tests": 4, "passed": 2, "failed": 1, "skipped": 1, "flaky": 1}

    def test_a_folder_a_pattern_files_and_an_archive_are_the_same_report(self):
        counts = self.some()
        with zipfile.ZipFile(self.folder / "r.zip", "w") as archive, tarfile.open(self.folder / "r.tgz", "w:gz") as tar:
            for path in sorted(self.results.iterdir()):
                archive.write(path, f"allure-results/{path.name}")
                tar.add(path, f"allure-results/{path.name}")
        files = sorted(str(path) for path in self.results.iterdir())
        for inputs in (["allure-results"], ["allure-results/*"], ["allure-results/*-result.json"], ["allure:allure-results"], files,
                       [file for file in files if file.endswith("-result.json")], ["r.zip"], ["r.tgz"], ["allure-results", "allure-results/*", *(f"allure-results/{path.name}" for path in self.results.iterdir())]):
            report = self.report(*inputs)
            self.assertEqual(counts, self.facts(report), inputs)
            self.assertEqual("", self.said, inputs)
            self.assertEqual("completed", report["run"]["status"])
            self.assertEqual(2, len(self.messages(report)), inputs)
            self.assertEqual(["set up", "one", "two"], [step["title"] for step in self.messages(report)[0]["steps"]], inputs)
        facts = {fact["title"]: fact["value"] for fact in report["run"]["facts"]}
        self.assertEqual(("Linux", "stage", "‹redacted›"), (facts["System"], facts["Stand"], facts["password"]))
        self.assertEqual("https://ci.example/41", report["url"])

    def test_a_copy_of_a_folder_counts_once(self):
        counts = self.some()
        shutil.copytree(self.results, self.folder / "copy")
        self.assertEqual(counts, self.facts(self.report("allure-results", "copy")))
        self.assertIn("duplicate-input", self.said)

    def test_the_page_has_steps_with_pictures_and_files(self):
        self.some()
        result = run("render", "allure-results", "-o", "page.html", cwd=self.folder)
        self.assertStatus(DONE, result)
        page = (self.folder / "page.html").read_text()
        self.assertEqual(1, page.count('class="steps"'))
        self.assertIn("data:image/png;base64,", page)
        self.assertIn('href="./allure-results/t-attachment.log"', page)
        self.assertIn("<details open><summary><span class=\"vh\">Failed", page)

    def test_the_last_try_counts_in_the_order_of_the_starts(self):
        for number, status in enumerate(("passed", "failed", "failed")):
            self.result("a", status, file=f"{number:08x}-1-result.json")
        for number, status in enumerate(("failed", "broken", "passed")):
            self.result("b", status, file=f"{9 - number:08x}-2-result.json")
        report = self.report()
        self.assertEqual({"tests": 2, "passed": 1, "failed": 1, "flaky": 1}, self.facts(report))
        self.assertEqual(["shop › a", "shop › b"], [message["title"] for message in self.messages(report)])
        self.assertTrue(self.messages(report)[1]["text"].startswith("Failed in 2 of 3 tries"))

    def test_parameters_and_equal_uuids_make_no_try(self):
        for value in "123":
            self.result("a", uuid="same", file=f"{value}-result.json", historyId=f"h{value}", parameters=[{"name": "n", "value": value}])
        # Without an id of the history, the name and the parameters count; excluded ones do not.
        for value in "12":
            self.result("b", historyId=None, parameters=[{"name": "n", "value": "1"}, {"name": "t", "value": value, "excluded": True}])
        self.assertEqual({"tests": 4, "passed": 4}, self.facts(self.report()))

    def test_a_copied_file_is_no_try(self):
        number = self.result("a", "failed")
        shutil.copy(self.results / f"{number}-result.json", self.results / "copy-result.json")
        report = self.report()
        self.assertEqual({"tests": 1, "failed": 1}, self.facts(report))
        self.assertEqual("a is bad", self.messages(report)[0]["text"])

    def test_a_failed_fixture_is_said(self):
        broken = {"name": "tear down", "status": "broken", "statusDetails": {"message": "still in use"}, "steps": [{"name": "stop", "status": "broken"}]}
        passed = self.result("a")
        self.container([passed, passed, "unknown"], afters=[broken])
        report = self.report()
        self.assertEqual([("error", "shop › tear down", "still in use")],
                         [(message["urgency"], message["title"], message["text"]) for message in self.messages(report)])
        # A failed test shows it among its own steps.
        failed = self.result("b", "broken")
        self.container([failed], befores=[{**broken, "name": "set up"}])
        report = self.report()
        self.assertEqual(["shop › b", "shop › tear down"], sorted(message["title"] for message in self.messages(report)))
        # Without any result, the fixtures are all there is.
        for path in self.results.glob("*-result.json"):
            path.unlink()
        result = run("render", "allure-results", "--to", "json", cwd=self.folder)
        self.assertNotIn(b"All clear", result.stdout)

    def test_nothing_is_silently_green(self):
        result = run("render", "allure-results", "--to", "text", cwd=self.folder)
        self.assertEqual(FAILED, result.returncode)
        self.assertIn(b"no report is in 'allure-results'", result.stderr)
        self.result("a", None)
        self.result("b", "sleeping")
        report = self.report()
        self.assertEqual({"tests": 2, "skipped": 2}, self.facts(report))
        self.assertNotIn("status", report["run"])
        self.assertFalse(report["verdict"]["kind"] == "allClear" and report["verdict"].get("urgency") == "success")

    def test_a_damaged_file_is_an_error_and_the_others_are_read_on_demand(self):
        self.result("good")
        for content in (b"", b"{", b'{"uuid": "x", "name": "y", "status": "pas', b"\0" * 100, b"[]", b"null", b"\xff\xfe\x00",
                        b'{"steps": ' + b'[{"steps": ' * 10_000):
            path = self.put("0c8d7a1e-0000-result.json", content)
            result = run("render", "allure-results", "--to", "json", cwd=self.folder)
            self.assertEqual(FAILED, result.returncode, content[:40])
            self.assertIn(path.name.encode(), result.stderr)
            report = self.report("allure-results", "--missing", "lost")
            self.assertEqual({"tests": 1, "passed": 1}, self.facts(report), content[:40])
            self.assertEqual("failed", report["run"]["status"])
            self.assertEqual(1, len(self.messages(report)))
            self.assertIn(path.name, self.messages(report)[0]["title"])

    def test_files_outside_of_the_folder_are_never_read(self):
        self.write("secret.txt", "top secret words")
        (self.results / "link-attachment.txt").symlink_to("../secret.txt")
        os.mkfifo(self.results / "pipe-attachment.txt")
        sources = ["../secret.txt", str(self.folder / "secret.txt"), "a/../../secret.txt", "link-attachment.txt", "pipe-attachment.txt", "..",
                   "/dev/zero", "file:///etc/passwd", "\\\\host\\share", "gone-attachment.txt", ""]
        files = [{"name": f"n{number}", "source": source} for number, source in enumerate(sources)]
        self.result("a", "failed", attachments=files, steps=[{"name": "s", "status": "failed", "attachments": files}])
        result = run("publish", "allure-results", "--site", "site", "--project", "shop", cwd=self.folder)
        self.assertStatus(DONE, result)
        for path in (self.folder / "site").rglob("*"):
            if path.is_file():
                self.assertNotIn(b"top secret words", path.read_bytes(), path)
        self.assertIn(b"unread-attachment", result.stderr)

    def test_devices_pipes_and_links_are_no_results(self):
        self.result("a")
        os.mkfifo(self.results / "11111111-pipe-result.json")
        (self.results / "22222222-zero-result.json").symlink_to("/dev/zero")
        (self.results / "33333333-loop-result.json").symlink_to("33333333-loop-result.json")
        started = time.monotonic()
        report = self.report()
        self.assertEqual({"tests": 1, "passed": 1}, self.facts(report))
        self.assertEqual(3, len(report["unread"]))
        self.assertLess(time.monotonic() - started, 30)

    def test_many_steps_and_files_stay_usable(self):
        files = [{"name": f"n{number}", "source": f"{number}-attachment.txt"} for number in range(10_000)]
        steps = [{"name": f"p{number}", "status": "passed"} for number in range(5_000)] + [{"name": "bad", "status": "failed", "attachments": files}]
        deep = {"name": "end", "status": "failed"}
        for number in range(200):
            deep = {"name": f"d{number}", "status": "failed", "steps": [deep]}
        self.result("a", "failed", attachments=files, steps=steps)
        self.result("b", "failed", steps=[deep])
        report = self.report()
        first, second = sorted(self.messages(report), key=lambda message: message["title"])
        self.assertEqual(4_001, first["stepsLeftOut"])
        self.assertEqual("bad", first["steps"][-1]["title"])
        self.assertEqual(100, len(first["steps"][-1]["attachments"]))
        titles = []
        steps = second["steps"]
        while steps:
            titles.append(steps[0]["title"])
            steps = steps[0].get("steps")
        self.assertEqual((32, "d199", "end"), (len(titles), titles[0], titles[-1]))
        page = run("render", "allure-results", "--to", "page", cwd=self.folder).stdout
        self.assertIn(b"4,001 more steps are not shown", page)
        self.assertLess(len(page), 2_000_000)

    def test_a_container_may_name_itself_and_anything(self):
        self.result("a")
        self.container(["c", "c", "x", None, 3, {}], name="c", befores=[None, 3, {"name": "f"}, {"status": "passed"}])
        self.put("d-container.json", {"uuid": "d", "children": None, "befores": {}, "afters": 3})
        self.assertEqual({"tests": 1, "passed": 1}, self.facts(self.report()))

    def test_categories_sort_failures(self):
        self.put("categories.json", [
            {"name": "Network", "matchedStatuses": ["broken"], "messageRegex": "(?i).*socket.*"},
            {"name": "Hostile", "messageRegex": "(a*)*b"}, {"name": "Unread", "messageRegex": "(?=x).*"},
            {"name": "Product", "matchedStatuses": ["failed"], "traceRegex": ".*at x.*"}])
        self.result("x", "failed")
        self.result("y", "failed")
        self.result("z", "broken", statusDetails={"message": "no Socket\nat all"})
        report = self.report()
        self.assertEqual({"Product": ["shop › x"], "Network": ["shop › z"], "Tests": ["shop › y"]},
                         {section["title"]: [message["title"] for message in section["messages"]] for section in report["sections"]})
        self.assertIn("the pattern of the category 'Unread' is not read", self.said)

    def test_errors_outside_of_tests_fail_the_run(self):
        self.result("a")
        self.put("x-globals.json", {"errors": [{"message": "no browser", "trace": "at start"}]})
        report = self.report()
        self.assertEqual(("failed", ["no browser"]), (report["run"]["status"], [message["title"] for message in self.messages(report)]))

    def test_other_reports_in_the_folder_are_read_too(self):
        self.result("a")
        self.put("junit.xml", "<testsuite name='s' tests='1'><testcase name='z'/></testsuite>")
        self.put("jest-result.json", {"numTotalTests": 1, "testResults": [{"name": "/w/a.test.js", "status": "passed", "message": "",
            "assertionResults": [{"title": "t", "fullName": "t", "status": "passed", "ancestorTitles": []}]}], "success": True})
        self.assertEqual({"tests": 3, "passed": 3}, self.facts(self.report()))
        # A single result is not the whole folder.
        one = next(self.results.glob("*-*-*-*-*-result.json"))
        self.assertEqual({"tests": 1, "passed": 1}, self.facts(self.report(str(one))))

    def test_twenty_thousand_results_are_read_in_seconds(self):
        for number in range(20_000):
            self.put(f"{number:08x}-result.json", {"uuid": str(number), "name": f"t{number}", "historyId": str(number), "labels": [],
                "status": "failed" if number % 1000 == 0 else "passed", "start": self.start + number, "stop": self.start + number + 1})
        started = time.monotonic()
        self.assertEqual({"tests": 20_000, "passed": 19_980, "failed": 20}, self.facts(self.report()))
        self.assertLess(time.monotonic() - started, 60)
