"""Never falsely green: inputs of all formats that must not be, each named for what it is, and mutations of reports in
which a failing element stays. `NEVER_GREEN_MUTATIONS=20000` says how many; `NEVER_GREEN_REPORTS=FOLDER` takes real ones."""
import concurrent.futures
import json
import os
import pathlib
import random
import re

import never_green
import support
from browser import rules
from support import DONE, INPUT, run

MUTATIONS = int(os.environ.get("NEVER_GREEN_MUTATIONS", 300))
WORKERS = 4
NOW = "2026-11-20T03:12:00Z"


def is_green(*inputs, cwd):
    """Whether a report of inputs is; None if there is none."""
    found = run("render", *inputs, "--to", "json", "-o", "-", "--now", NOW, cwd=cwd)
    if found.returncode not in (DONE, INPUT):
        raise AssertionError(f"status {found.returncode}: {found.stderr[-300:]!r}")
    if found.returncode == INPUT:
        return None
    report = json.loads(found.stdout)
    return report["verdict"]["urgency"] == "success" or report["verdict"]["text"].startswith("All clear")


class NeverGreen(support.ProgramTest):
    def greens(self, inputs):
        """The names of those of [(name, file, data)] that give a green report."""
        def judge(number, name, file, data):
            folder = self.folder / str(number)
            folder.mkdir()
            (folder / file).write_bytes(data if isinstance(data, bytes) else data.encode())
            return name if is_green(file, cwd=folder) else None
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            found = pool.map(lambda numbered: judge(numbered[0], *numbered[1]), enumerate(inputs))
            return [name for name in found if name]

    @rules("I3")
    def test_whole_reports_are_green(self):
        whole = [(name, *report) for name, report in never_green.WHOLE.items()]
        self.assertEqual([name for name, *_ in whole], self.greens(whole))

    @rules("I3")
    def test_a_damaged_report_is_not(self):
        self.assertEqual([], self.greens(never_green.damaged()))

    @rules("I3")
    def test_a_claim_that_is_not_shown_is_not(self):
        self.assertEqual([], self.greens(never_green.CLAIMS))

    @rules("I3")
    def test_a_tool_that_was_killed_is_not(self):
        self.assertEqual([], self.greens(never_green.KILLED))

    @rules("I3")
    def test_two_reports_in_one_file_are_not(self):
        self.assertEqual([], self.greens(never_green.joined()))

    @rules("I3")
    def test_a_folder_in_which_something_is_not_read_is_not(self):
        neighbors = {
            "bandit.json": b'{"results": [{"test_id": "B101", "issue_severity": "HIGH", "issue_text": "t", "filename": "a.py", "line_number": 1}], "metrics": {}}',
            "findings.csv": b"file,line,severity,message\na.c,3,error,no\n",
            "npm-audit.json": b'{"auditReportVersion": 2, "vulnerabilities": {"a": {"severity": "high"}}}',
            "empty.xml": b"", "nul.xml": bytes(512), "cut.xml": b"<testsuite><testcase",
            "nessus.xml": b"<NessusClientData_v2><Report name='r'><ReportItem severity='4'/></Report></NessusClientData_v2>",
            "cppunit.xml": b"<TestRun><FailedTests><FailedTest id='1'><Name>t</Name></FailedTest></FailedTests></TestRun>",
            "errors.log": b"a.c:1:2: error: no\nmake: *** [Makefile:5: b] Error 1\n",
        }
        green = []
        for name, data in neighbors.items():
            folder = self.folder / name.split(".")[0]
            folder.mkdir()
            (folder / "junit.xml").write_text(never_green.JUNIT)
            (folder / name).write_bytes(data)
            if is_green(folder.name, cwd=self.folder):
                green.append(name)
        self.assertEqual([], green)

    @rules("I3")
    def test_a_link_that_is_not_followed_is_not(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "r.xml").write_text('<testsuite name="s"><testcase name="f"><failure/></testcase></testsuite>')
        links = {"broken": "nowhere.xml", "out": outside / "r.xml", "loop": "loop.xml"}
        green = []
        for name, target in links.items():
            folder = self.folder / name
            folder.mkdir()
            (folder / "junit.xml").write_text(never_green.JUNIT)
            (folder / f"{name}.xml").symlink_to(target)
            if is_green(name, "--root", name, cwd=self.folder):
                green.append(name)
        self.assertEqual([], green)


# MARK: Mutations

STRANGE = [b"\0", b"\xff", b'"', b"\\", b"<", b">", b"&", b"{", b"}", b"[", b"]", b",", b":", b"\n", b" ", b"0", b"null",
           b"true", b"<a>", b"</a>", b"<a/>", b"ok 9\n", b"{}", b"[]", b"passed", b"99999999999999999999", b"\xe2\x80\xae"]


def mutate(chance, data, kept):
    """A report that is changed outside of a range of its bytes once to four times."""
    before, element, behind = data[:kept[0]], data[kept[0]:kept[1]], data[kept[1]:]
    for _ in range(chance.randint(1, 4)):
        first = chance.random() < len(before) / (len(before) + len(behind) or 1)
        part = changed(chance, before if first else behind)
        before, behind = (part, behind) if first else (before, part)
    return before + element + behind


def changed(chance, part):
    if not part:
        return chance.choice(STRANGE)
    place = chance.randrange(len(part))
    length = chance.choice((1, 2, 8, 64))
    return chance.choice((
        lambda: part[:place] + part[place + length:],
        lambda: part[:place] + bytes([part[place] ^ 1 << chance.randrange(8)]) + part[place + 1:],
        lambda: part[:place] + chance.choice(STRANGE) + part[place:],
        lambda: part[:place] + part[place:place + length] * 2 + part[place + length:],
        lambda: part[:place],
        lambda: part[place:],
    ))()


# Patterns for failed elements of real reports.
ELEMENTS = [re.compile(pattern, re.DOTALL) for pattern in (
    rb"<testcase\b[^<]*>\s*<(?:failure|error)\b(?:(?!</testcase>).)*</testcase>",
    rb'<test-case\b[^>]*result="(?:Failed|Failure|Error)"(?:(?!</test-case>).)*</test-case>',
    rb'<test\b[^>]*result="Fail"(?:(?!</test>).)*</test>',
    rb'<UnitTestResult\b[^>]*outcome="(?:Failed|Error)"(?:(?!</UnitTestResult>).)*</UnitTestResult>',
    rb'<error\b[^>]*severity="error"[^>]*/>',
    rb"^not ok\b(?![^\n]*#)[^\n]*\n",
)]


def real_reports(folder):
    """Reports with a failing element: name, data, where it stands."""
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and path.stat().st_size < 200_000 and "hostile" not in path.parts:
            data = path.read_bytes()
            found = next((match for pattern in ELEMENTS if (match := pattern.search(data))), None)
            if found:
                yield path.name, data, found.span()


class Mutations(support.ProgramTest):
    @rules("I3")
    def test_a_report_in_which_a_failing_element_stays_is_never_green(self):
        reports = []
        for file, marked in never_green.FAILING.values():
            begin = len(marked[:marked.index("«")].encode())
            element = marked[marked.index("«") + 1:marked.index("»")].encode()
            reports.append((file, marked.replace("«", "").replace("»", "").encode(), (begin, begin + len(element))))
        if folder := os.environ.get("NEVER_GREEN_REPORTS"):
            reports = list(real_reports(folder))
        for file, data, kept in reports:
            (self.folder / file).write_bytes(data)
        def judge(number):
            chance = random.Random(f"tidemark {number}")
            file, data, kept = reports[number % len(reports)]
            folder = self.folder / str(number)
            folder.mkdir()
            mutated = mutate(chance, data, kept)
            (folder / file).write_bytes(mutated)
            green = is_green(file, cwd=folder)
            (folder / file).unlink()
            folder.rmdir()
            return (number, file, mutated[:2_000]) if green else None
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            green = [found for found in pool.map(judge, range(MUTATIONS)) if found]
        self.assertEqual([], green[:20], f"{len(green)} of {MUTATIONS}")
