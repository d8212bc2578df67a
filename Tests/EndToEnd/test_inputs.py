"""Inputs: files, folders, patterns, standard input, mixed formats, what is refused, and `convert`."""
import gzip
import io
import itertools
import json
import os
import tarfile
import zipfile

import support
from browser import rules
from support import DONE, FOUND, INPUT, USAGE, run

NOW = ("--now", "2026-11-20T03:12:00Z")
ESLINT = '[{"filePath": "a.js", "messages": [{"ruleId": "semi", "severity": 1, "line": 2, "message": "Missing semicolon"}]}]'


def junit(name, *cases):
    """A report of JUnit: each case is a name, or a name and why it failed."""
    lines = [f'<testsuite name="{name}" tests="{len(cases)}">']
    for case in cases:
        if isinstance(case, str):
            lines.append(f'<testcase classname="tests.{name}" name="{case}"/>')
        else:
            lines.append(f'<testcase classname="tests.{name}" name="{case[0]}"><failure message="{case[1]}">at x</failure></testcase>')
    return "\n".join(lines) + "\n</testsuite>\n"


class InputsTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "res/sub").mkdir(parents=True)
        self.write("res/TEST-a.xml", junit("A", "one", ("two", "boom")))
        self.write("res/sub/TEST-b.xml", junit("B", "three"))
        self.write("lint.json", ESLINT)
        self.write("nightly.json", '{"version": 1, "title": "Night", "messages": [{"urgency": "information", "title": "Hello"}]}')

    def call(self, *arguments, command="render", **more):
        return run(command, *arguments, cwd=self.folder, **more)

    def report(self, *inputs, **more):
        result = self.call(*inputs, "--to", "json", *NOW, **more)
        self.assertStatus(DONE, result)
        self.said = result.stderr.decode()
        return json.loads(result.stdout)

    def titles(self, report):
        return [message["title"] for section in report["sections"] for message in section["messages"]]

    def facts(self, report):
        return {fact["title"]: fact["number"] for fact in report["run"]["facts"] if "number" in fact}

    def refused(self, *inputs, status=INPUT, **more):
        result = self.call(*inputs, *NOW, **more)
        self.assertStatus(status, result)
        self.assertEqual(b"", result.stdout)
        return result.stderr.decode()


class Finding(InputsTest):
    def test_folder_is_searched_in_the_order_of_its_paths(self):
        (self.folder / "res/.hidden").mkdir()
        (self.folder / "res/node_modules").mkdir()
        self.write("res/.hidden/TEST-h.xml", junit("H", "hidden"))
        self.write("res/node_modules/TEST-n.xml", junit("N", "foreign"))
        (self.folder / "res/link.xml").symlink_to(self.folder / "lint.json")
        (self.folder / "res/around").symlink_to(self.folder / "res")
        os.mkfifo(self.folder / "res/pipe.xml")
        self.assertEqual({"Tests": 3, "Passed": 2, "Failed": 1}, self.facts(self.report("res")))
        self.assertIn("can't be read: 'res/around', the link leads to a folder around it [unread-report]\n", self.said)
        self.assertIn("can't be read: 'res/.hidden/TEST-h.xml', a hidden report [unread-report]\n", self.said)
        self.assertIn("can't be read: 'res/pipe.xml', a pipe, a socket or a device [unread-report]\n", self.said)
        self.assertEqual(3, self.said.count("can't be read"))
        self.assertIn("2 folders are not searched: 'res/.hidden', 'res/node_modules' [unrecognized-files]", self.said)
        converted = json.loads(self.call("res", "--include", "all", command="convert").stdout)
        self.assertEqual(["A.one", "A.two", "Missing semicolon", "B.three"], [message["title"] for message in converted["messages"]])

    def test_what_a_folder_holds_beside_reports_is_one_note(self):
        self.write("res/failsafe-summary.xml", "<failsafe-summary><completed>2</completed></failsafe-summary>")
        self.write("res/index.html", "<html></html>")
        self.write("res/notes.txt", "not a report\n")
        self.write("res/package.json", '{"name": "x", "version": "1.0.0", "scripts": {}}')
        self.write("res/.gitkeep", "")
        self.report("res")
        self.assertIn("4 files are not recognized and left out: 'res/index.html', 'res/notes.txt', "
                      "'res/package.json' and 1 more [unrecognized-files]", self.said)

    def test_a_missing_report_takes_nothing_from_the_others(self):
        self.write("cut.json", '{"version": 1, "messages": [{"ti')
        for name in ("absent.json", "cut.json"):
            with self.subTest(name):
                report = self.report("res", name, "--missing", "left none")
                self.assertEqual({"Tests": 3, "Passed": 2, "Failed": 1}, self.facts(report))
                self.assertEqual("failed", report["run"]["status"])
                self.assertEqual([f"{name} can’t be read", "A.two"], sorted(self.titles(report), reverse=True))
        self.assertEqual("missing", self.report("absent.json", "cut.json", "--missing", "left none")["run"]["status"])

    def test_hidden_files_that_are_no_reports_are_passed_over(self):
        for name in (".settings.json", ".cache/a.json", ".git/config", ".git/objects/aa/b.xml", ".tool/lib/data/junit.xml"):
            (self.folder / "res" / name).parent.mkdir(parents=True, exist_ok=True)
            self.write(f"res/{name}", junit("D", "deep") if name.endswith(".xml") else '{"a": 1}')
        self.report("res")
        self.assertNotIn("unread-report", self.said)
        self.assertIn("3 folders are not searched: 'res/.cache', 'res/.git', 'res/.tool' [unrecognized-files]", self.said)

    def test_archive_that_unpacks_to_blanks_is_not_read(self):
        blanks = b" " * (40 << 20)
        with zipfile.ZipFile(self.folder / "res/bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("b.xml", blanks)
        with tarfile.open(self.folder / "res/bomb.tar.gz", "w:gz") as archive:
            member = tarfile.TarInfo("b.xml")
            member.size = len(blanks)
            archive.addfile(member, io.BytesIO(blanks))
        self.report("res")
        for name in ("res/bomb.tar.gz", "res/bomb.zip/b.xml"):
            self.assertIn(f"can't be read: '{name}', the archive unpacks to too much [unread-report]", self.said)

    def test_hidden_files_of_an_archive_are_named(self):
        with zipfile.ZipFile(self.folder / "res/r.zip", "w") as archive:
            archive.writestr(".hidden/b.xml", junit("H", "hidden"))
        self.report("res")
        self.assertIn("1 file is not recognized and left out: 'res/r.zip/.hidden/b.xml' [unrecognized-files]", self.said)

    def test_pattern_is_matched_as_by_a_shell(self):
        self.assertEqual(3, self.facts(self.report("**/TEST-*.xml"))["Tests"])
        self.assertEqual(2, self.facts(self.report("res/TEST-?.xml"))["Tests"])
        self.assertEqual(1, self.facts(self.report("res/*/TEST-[ab].xml"))["Tests"])
        self.assertEqual(2, self.facts(self.report("./res/*.xml"))["Tests"])
        self.assertEqual(2, self.facts(self.report(f"{self.folder}/res/*.xml"))["Tests"])
        self.assertIn("no file matches 'TEST-*.xml'", self.refused("TEST-*.xml"))

    def test_pattern_with_a_slash_at_its_end_means_folders(self):
        self.write("res/notes.txt", "not a report\n")
        self.assertEqual(3, self.facts(self.report("re?/"))["Tests"])
        self.assertIn("[unrecognized-files]", self.said)
        self.assertEqual(1, self.facts(self.report("**/sub/"))["Tests"])
        self.assertIn("no file matches '**/none/'", self.refused("**/none/"))

    def test_formats_are_mixed_and_packed(self):
        self.write("res/sub/TEST-b.xml.gz", gzip.compress(junit("C", "four").encode()))
        report = self.report("res", "lint.json", "nightly.json")
        self.assertEqual(4, self.facts(report)["Tests"])
        self.assertEqual({"A.two", "Missing semicolon", "Hello"}, set(self.titles(report)))
        self.assertEqual("Night", report["title"])

    def test_every_order_has_the_same_totals(self):
        seen = set()
        for order in itertools.permutations(["res/TEST-a.xml", "res/sub", "lint.json", "nightly.json"]):
            report = self.report(*order)
            seen.add(json.dumps([self.facts(report), report["verdict"]["counts"], sorted(self.titles(report)),
                                 report["run"].get("status")], sort_keys=True))
        self.assertEqual(1, len(seen))

    def test_standard_input_is_read_by_its_content(self):
        report = self.report("-", input=junit("A", ("two", "boom")).encode())
        self.assertEqual(["A.two"], self.titles(report))
        report = self.report("eslint:-", input=b"[]")
        self.assertEqual([], self.titles(report))
        self.refused("-", "junit:-", status=USAGE, input=b"")

    def test_format_before_a_colon(self):
        self.report("junit:res/TEST-a.xml", "eslint:lint.json")
        self.write("junit:odd.xml", ESLINT)
        self.assertEqual(["Missing semicolon"], self.titles(self.report("junit:odd.xml")))
        self.assertIn("did you mean 'junit:res/TEST-a.xml'?", self.refused("junti:res/TEST-a.xml"))
        self.refused("sarif:res/TEST-a.xml")
        self.refused("res/TEST-a.xml", "--from", "sarif")

    def test_same_file_and_same_bytes_are_read_once(self):
        self.write("res/copy.xml", (self.folder / "res/TEST-a.xml").read_text())
        self.assertEqual(3, self.facts(self.report("res", "res/TEST-*.xml"))["Tests"])
        self.assertIn("[duplicate-input]", self.said)
        self.assertIn("[input-twice]", self.said)
        for number in range(20):
            self.write(f"res/copy{number}.xml", (self.folder / "res/TEST-a.xml").read_text())
        self.report("res")
        self.assertEqual(1, self.said.count("[duplicate-input]"))
        self.assertIn("20 more", self.said)
        big = junit("L", *[f"long{number}" for number in range(3_000)])
        self.write("one.xml", big)
        self.write("two.xml", big)
        self.write("three.xml", big.replace("long2999", "wide2999"))
        self.assertEqual(6_000, self.facts(self.report("one.xml", "two.xml", "three.xml"))["Tests"])

    def test_format_that_is_given_once_counts(self):
        self.write("log.txt", "all is quiet\na.c:3:1: error: broken\n")
        for inputs in (["log.txt", "lines:log.txt"], ["lines:log.txt", "log.txt"], ["lines:log.txt", "./log.txt"]):
            with self.subTest(inputs=inputs):
                self.assertEqual(["broken"], self.titles(self.report(*inputs)))
                self.assertIn("[input-twice]", self.said)
        self.write("copy.txt", (self.folder / "log.txt").read_text())
        self.assertEqual(["broken"], self.titles(self.report("copy.txt", "lines:log.txt")))

    def test_pipe_is_read_when_it_is_named(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        if not (child := os.fork()):
            pipe.write_text(junit("A", ("two", "boom")))
            os._exit(0)
        self.assertEqual(["A.two"], self.titles(self.report("pipe")))
        os.waitpid(child, 0)

    def test_hostile_names_are_read_and_shown_harmless(self):
        folder = self.folder / "odd"
        folder.mkdir()
        for name in ("-o.xml", "a\nerror: b.xml", "*.xml", "\x1b[31m.xml"):
            (folder / name).write_text(junit("A" + str(len(name)), ("two", "boom")))
        self.assertEqual(4, self.facts(self.report("odd"))["Tests"])
        self.assertEqual(1, self.facts(self.report("odd/-o.xml"))["Tests"])
        self.assertEqual(1, self.facts(self.report("odd/*.xml"))["Tests"], "a file of that name comes first")
        (folder / "a\nerror: b.xml").write_text("<testsuite>")
        (folder / "\x1b[31m.xml").write_text("<html/>")
        said = self.refused("odd")
        self.assertNotIn("\x1b", said)
        self.assertFalse([line for line in said.splitlines() if line.startswith("error: b.xml")])
        with open(os.fsencode(folder) + b"/\xff.xml", "w", encoding="ascii") as file:
            file.write(junit("Z", "z"))
        (folder / "a\nerror: b.xml").unlink()
        self.assertIn("its name is not UTF-8", self.refused("odd"))

    def test_five_thousand_files_are_read_fast(self):
        for folder in range(50):
            (self.folder / f"many/{folder}").mkdir(parents=True)
            for number in range(100):
                self.write(f"many/{folder}/TEST-{number}.xml", junit(f"S{folder}.{number:02}", ("two", "boom")))
        begin = support.processor_seconds()
        self.assertEqual({"Tests": 5_000, "Failed": 5_000}, self.facts(self.report("many")))
        self.assertLess(support.processor_seconds() - begin, 20, "the debug program needs a few seconds")


class Silence(InputsTest):
    """Nothing looks well because nothing was read."""

    def test_folder_and_pattern_without_a_match(self):
        (self.folder / "empty").mkdir()
        (self.folder / "other").mkdir()
        self.write("other/notes.txt", "x")
        for inputs in (["empty"], ["other"], ["*.sarif"], ["none/**/*.xml"], ["res", "empty"], ["other/*.txt"],
                       ["res", "--from", "eslint"]):
            with self.subTest(inputs=inputs):
                self.assertIn("[no-match]", self.refused(*inputs))

    def test_empty_and_cut_files_in_a_folder(self):
        for content in ("", " \n", '<?xml version="1.0"?>', '{"vers', '{"$schema": "x", "versi'):
            with self.subTest(content=content):
                self.write("res/TEST-c.xml", content)
                self.assertIn("res/TEST-c.xml", self.refused("res"))
        (self.folder / "res/TEST-c.xml").unlink()
        packed = gzip.compress(os.urandom(900).hex().join(["<testsuite><!--", "--></testsuite>"]).encode())
        for content in (packed[:-9], packed[:12], b"\xff\xfe\x00\x00<\x00\x00\x00"):
            with self.subTest(content=content[:20]):
                self.write("res/TEST-c.xml.gz", content)
                self.assertIn("res/TEST-c.xml.gz", self.refused("res"))

    def test_report_without_tests_is_not_all_clear(self):
        for content in ("<testsuites/>", '<testsuite name="x" tests="0"/>', '<testsuite tests="3" failures="2"/>'):
            self.write("no.xml", content)
            text = self.call("no.xml", "--to", "text", *NOW).stdout.decode()
            self.assertNotIn("All clear", text)
            self.assertIn("Tests: 0", text)
        self.write("ctrf.json", '{"results": {"tool": {"name": "x"}, "summary": {"tests": 0}, "tests": []}}')
        self.assertNotIn("All clear", self.call("ctrf.json", "--to", "text", *NOW).stdout.decode())
        self.write("runs.sarif", '{"version": "2.1.0", "runs": []}')
        self.assertNotIn("All clear", self.call("runs.sarif", "--to", "text", *NOW).stdout.decode())

    def test_passing_tests_are_all_clear(self):
        self.assertIn("All clear", self.call("res/sub", "--to", "text", *NOW).stdout.decode())


class Refusing(InputsTest):
    def test_errors_of_all_files_are_said_at_once(self):
        self.write("cut.xml", "<testsuite><testcase")
        self.write("page.html", "<html>502</html>")
        self.write("empty.xml", "")
        self.write("packed.gz", gzip.compress(b"<testsuite/>" * 4_000)[:-40])
        said = self.refused("cut.xml", "page.html", "empty.xml", "packed.gz", "absent.xml", "res", "*.sarif")
        for part in ("cut.xml:1:", "page.html:1:1: error: no format is recognized", "it looks like a web page",
                     "empty.xml: error: the file is empty", "packed.gz: error: the gzip file is damaged or cut off",
                     "can't read 'absent.xml'", "no file matches '*.sarif'"):
            self.assertIn(part, said)

    def test_broken_inputs_are_reported_if_asked(self):
        self.write("cut.xml", "<testsuite>\n<testcase")
        self.write("empty.xml", "")
        self.write("half.json", '{"version": 1, "title": "Half", "messages": [{"urgency": "error", "title": "Lost"}')
        report = self.report("cut.xml", "empty.xml", "half.json", "absent.xml", "res", "--broken", "report")
        self.assertEqual({"A.two", *(f"{name} can’t be read" for name in ("cut.xml", "empty.xml", "half.json", "absent.xml"))}, set(self.titles(report)))
        self.assertEqual("failed", report["run"]["status"])
        self.assertEqual(3, self.facts(report)["Tests"])
        broken = next(section for section in report["sections"] if section["title"] == "Input")
        self.assertEqual(4, len(broken["messages"]))
        self.assertIn("cut.xml:2:", self.said)
        self.assertNotIn("error:", self.said)
        good = self.report("res/sub", "cut.xml", "--broken", "report")
        self.assertEqual("failed", good["run"]["status"])
        self.assertEqual("error", good["verdict"]["urgency"])

    @rules("I3", "I7")
    def test_junit_xml_that_ends_in_the_middle_is_read_up_to_there(self):
        cases = ('<testcase classname="A" name="one"/>', '<testcase classname="A" name="two"><failure message="no"/></testcase>',
                 '<testcase classname="A" name="three"><failure mess')
        self.write("cut.xml", '<testsuite name="s" tests="9">' + "".join(cases))
        for more in ((), ("--broken", "report")):
            report = self.report("cut.xml", *more)
            self.assertEqual(["A.two"], self.titles(report))
            self.assertIn("warning: the file ends in the middle: 2 tests before it are read", self.said)
            self.assertIn("The file ends in the middle; tests before it: 2", json.dumps(report))
        self.write("cut.xml", '<testsuite name="s" tests="9">' + cases[0] + cases[2])
        report = self.report("cut.xml")
        self.assertEqual(([], "neutral"), (self.titles(report), report["verdict"]["urgency"]))
        self.assertStatus(FOUND, self.call("cut.xml", "--to", "text", "--fail-on", "error", *NOW))
        self.assertIn("truncated-file", self.refused("cut.xml", "--broken", "refuse"))
        self.assertIn("truncated-file", self.refused("cut.xml", "--strict"))
        # As a baseline it is refused, because tests that it lacks would be new.
        self.write("whole.xml", '<testsuite name="s">' + cases[0] + "</testsuite>")
        refusal = self.refused("whole.xml", "--baseline", "cut.xml")
        self.assertIn("truncated-file", refusal)
        self.assertIn("error: the baseline 'cut.xml' can't be read [unread-baseline]", refusal)

    def test_missing_takes_the_place_of_inputs_that_cannot_be_read(self):
        self.write("cut.xml", "<testsuite>")
        self.assertEqual("missing", self.report("cut.xml", "--missing", "the job crashed")["run"]["status"])
        self.assertEqual("missing", self.report("*.sarif", "--missing", "no results")["run"]["status"])

    def test_missing_alone_says_that_the_inputs_of_the_settings_are_not_read(self):
        self.write("tidemark.json", '{ "inputs": ["res"] }')
        self.assertEqual("missing", self.report("--missing", "no results")["run"]["status"])
        self.assertIn("[inputs-not-read]", self.said)
        self.assertEqual(3, self.facts(self.report("--min-level", "error"))["Tests"])
        self.assertNotIn("[inputs-not-read]", self.said)
        result = self.call("--missing", "no results", "--site", "site", "--project", "a", command="publish")
        self.assertIn(b"[inputs-not-read]", result.stderr)

    def test_every_format_is_listed(self):
        for command, option in (("render", "--from"), ("mail", "--input-format"), ("publish", "--from"),
                                ("convert", "--from")):
            result = self.call(option, "list", command=command)
            self.assertStatus(DONE, result)
            for name in (b"junit ", b"sarif ", b"dataset "):
                self.assertIn(b"\n" + name, b"\n" + result.stdout)
        self.assertIn("auto", self.refused("res", "--from", "pdf", status=USAGE))

    def test_wrong_format_is_said_with_the_nearest(self):
        self.assertIn("did you mean 'junit'?", self.refused("res", "--from", "junitt", status=USAGE))
        self.assertIn("valid values: auto, ics, junit", self.refused("res", "--from", "pdf", status=USAGE))

    def test_wrong_values_are_usage(self):
        for option, value in (("--category", "folder:0"), ("--include", "none"), ("--min-level", "info"),
                              ("--severity", "note"), ("--severity", "note=loud"), ("--map", "titel=A"), ("--map-value", "P1=loud"), ("--details-limit", "-1"),
                              ("--run-status", "done"), ("--retries", "all"), ("--path", "src"), ("--broken", "skip")):
            with self.subTest(option=option, value=value):
                self.assertIn(option, self.refused("res", f"{option}={value}", status=USAGE))


class Options(InputsTest):
    def sections(self, *arguments):
        return [section["title"] for section in self.report(*arguments)["sections"]]

    def test_options_change_what_is_imported(self):
        self.assertEqual(["Unit"], self.sections("res", "--category", "Unit"))
        self.assertIn("A.one", self.titles(self.report("res", "--include", "passed")))
        self.assertEqual([], self.titles(self.report("lint.json", "--min-level", "error")))
        self.assertIn("1 finding is below '--min-level' and left out [left-out]", self.said)
        self.assertEqual({"error": 1}, self.counts("lint.json", "--severity", "eslint:warning=error"))
        self.assertEqual(1, self.facts(self.report("lint.json", "--skip-rule", "semi"))["Suppressed"])
        self.assertEqual("failed", self.report("lint.json", "--run-status", "failed")["run"]["status"])
        self.write("twice.xml", junit("A", ("two", "boom"), "two"))
        self.assertEqual(1, self.facts(self.report("twice.xml", "--retries", "by-name"))["Flaky"])

    def counts(self, *arguments):
        return {key: value for key, value in self.report(*arguments)["verdict"]["counts"].items() if value}

    def test_paths_lose_the_working_folder_or_the_root(self):
        for arguments, path in (([], "src/a.js"), (["--root", "src"], "a.js"), (["--root", f"{self.folder}/src/"], "a.js"),
                                (["--path", f"{self.folder}/=lib/"], "lib/src/a.js")):
            with self.subTest(arguments=arguments):
                self.write("lint.json", ESLINT.replace("a.js", f"{self.folder}/src/a.js"))
                message = self.report("lint.json", *arguments)["sections"][0]["messages"][0]
                self.assertEqual(path, message["location"]["file"])

    def test_baseline_is_any_input(self):
        self.write("last.xml", junit("A", ("two", "boom"), ("old", "gone")))
        (self.folder / "last").mkdir()
        self.write("last/TEST-a.xml", junit("A", ("two", "boom"), ("old", "gone")))
        for baseline in ("last.xml", "junit:last.xml", "last", "last/*.xml"):
            changes = self.report("res", "--baseline", baseline)["comparison"]
            self.assertEqual((0, 0, 1, 1), tuple(changes[key] for key in ("fixed", "unseen", "removed", "still")), baseline)
        (self.folder / "last/notes.txt").write_text("nothing")
        self.assertIn(b"'last/notes.txt' [unrecognized-files]", self.call("res", "--baseline", "last", *NOW).stderr)
        whole = self.call("res", "--baseline", "last", "--complete", "--to", "json", *NOW)
        changes = json.loads(whole.stdout)["comparison"]
        self.assertEqual((0, 0, 1, 1), tuple(changes[key] for key in ("fixed", "unseen", "removed", "still")))
        self.assertStatus(DONE, self.call("res", "--baseline", "none/", "--baseline-optional", *NOW))
        self.assertStatus(DONE, self.call("res", "--baseline", "none.xml", "--baseline-optional", *NOW))
        self.refused("res", "--baseline", "none.xml")
        self.refused("res", "--baseline", "nothing-*.xml")
