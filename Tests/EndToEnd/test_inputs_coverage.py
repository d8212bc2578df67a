"""Coverage as facts with a trend, and the test reports of .NET and Robot Framework side by side."""
import json
import subprocess
import sys

import support
from browser import rules
from support import DONE, run

NOW = "2026-11-{:02}T03:12:00Z"


def cobertura(covered, lines=1000):
    return f'<coverage lines-valid="{lines}" lines-covered="{covered}" line-rate="0"><packages/></coverage>'


def lcov(files):
    """The record of each file: its lines and their hits."""
    return "".join(f"SF:{name}\n" + "".join(f"DA:{line},{hits}\n" for line, hits in lines.items()) + "end_of_record\n"
                   for name, lines in files.items())


CLASS = ('<coverage><packages><package><classes><class filename="src/a.py"><lines><line number="2" hits="1"/>'
         '<line number="3" hits="0"/><line number="4" hits="1"/></lines></class></classes></package></packages></coverage>')


def trx(*tests):
    results = "".join(f'<UnitTestResult testId="{name}" testName="{name}" outcome="{outcome}"/>' for name, outcome in tests)
    definitions = "".join(f'<UnitTest id="{name}" storage="a.dll"><TestMethod className="N.C"/></UnitTest>' for name, _ in tests)
    return ('<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">'
            f'<Results>{results}</Results><TestDefinitions>{definitions}</TestDefinitions></TestRun>')


def robot(*tests):
    cases = "".join(f'<test name="{name}"><status status="{status}">why</status></test>' for name, status in tests)
    return f'<robot generator="Robot 7.1"><suite name="S">{cases}<status status="PASS"/></suite></robot>'


class Coverage(support.ProgramTest):
    def night(self, day, covered, *arguments):
        (self.folder / "results").mkdir(exist_ok=True)
        self.write("results/unit.trx", trx(("moors", "Passed"), ("sinks", "Failed")))
        self.write("coverage.xml", cobertura(covered))
        result = run("publish", "results", "coverage.xml", "--site", "public", "--project", "harbor", "--now", NOW.format(day),
                     *arguments, cwd=self.folder)
        self.assertStatus(DONE, result)

    def test_coverage_has_a_trend_and_leaves_the_run_completed(self):
        for day, covered in ((18, 800), (19, 805), (20, 834)):
            self.night(day, covered)
        shown = run("render", "results", "coverage.xml", "--site", "public", "--project", "harbor", "--to", "json",
                    "--now", NOW.format(21), cwd=self.folder)
        self.assertStatus(DONE, shown)
        report = json.loads(shown.stdout)
        self.assertEqual("completed", report["run"]["status"])
        facts = {fact["title"]: fact for fact in report["run"]["facts"]}
        self.assertEqual(("83.4%", 83.4), (facts["Coverage"]["value"], facts["Coverage"]["number"]))
        self.assertEqual(2, facts["Tests"]["number"])
        values = [[fact["value"] for fact in night["facts"] if fact["title"] == "Coverage"] for night in report["trend"]["runs"]]
        self.assertEqual([["80.0%"], ["80.5%"], ["83.4%"], ["83.4%"]], values)

    def test_page_says_how_coverage_has_changed(self):
        self.night(19, 800)
        self.night(20, 834)
        pages = [path.read_text() for path in (self.folder / "public/harbor").rglob("*.html")]
        self.assertTrue(any("Coverage" in page and "+3.4" in page for page in pages))

    def test_folders_are_facts_on_demand(self):
        self.write("lcov.info", "SF:src/api/a.c\nDA:1,1\nDA:2,0\nend_of_record\nSF:src/core/b.c\nDA:1,3\nend_of_record\n")
        self.write("tidemark.json", json.dumps({"inputs": [{"path": "lcov.info", "category": "folder:2"}]}))
        result = run("render", "--to", "text", "-o", "-", cwd=self.folder)
        self.assertStatus(DONE, result)
        text = result.stdout.decode()
        for line in ("Coverage: 66.6%", "Coverage src/api: 50.0%", "Coverage src/core: 100.0%"):
            self.assertIn(line, text)
        german = run("render", "--to", "text", "--locale", "de", "-o", "-", cwd=self.folder).stdout.decode()
        self.assertIn("Abdeckung src/api: 50,0 %", german)

    def test_coverage_alone_is_not_well(self):
        self.write("coverage.xml", cobertura(1000))
        text = run("render", "coverage.xml", "--to", "text", "-o", "-", cwd=self.folder).stdout
        self.assertIn(b"100.0%", text)
        self.assertNotIn(b"All clear", text)

    def test_converted_coverage_is_the_same_fact(self):
        self.write("coverage.xml", cobertura(834))
        first = run("convert", "coverage.xml", "-o", "first.json", cwd=self.folder)
        self.assertStatus(DONE, first)
        second = run("convert", "first.json", "-o", "second.json", cwd=self.folder)
        self.assertStatus(DONE, second)
        texts = [json.loads((self.folder / name).read_text()) for name in ("first.json", "second.json")]
        self.assertEqual(texts[0]["run"]["facts"], texts[1]["run"]["facts"])
        self.assertEqual("83.4 %", texts[1]["run"]["facts"][0]["value"])


class CoverageByFile(support.ProgramTest):
    @rules("R10")
    def test_lines_of_several_reports_count_once(self):
        (self.folder / "a.info").write_text(lcov({"src/a.py": {1: 1, 2: 0, 3: 0}}))
        (self.folder / "b.xml").write_text(CLASS)
        result = run("render", "a.info", "b.xml", "--to", "json", "-o", "-", "--now", NOW.format(20), cwd=self.folder)
        self.assertStatus(DONE, result)
        report = json.loads(result.stdout)
        self.assertEqual([{"file": "src/a.py", "covered": 3, "lines": 4, "percent": 75}], report["run"]["coverage"]["files"])
        self.assertEqual(75, report["run"]["facts"][0]["number"])

    @rules("R10")
    def test_long_tables_end_with_a_count(self):
        files = {f"src/{folder:02}/{number:02}.py": {1: 0, 2: 1} for folder in range(25) for number in range(12)}
        (self.folder / "lcov.info").write_text(lcov(files))
        result = run("render", "lcov.info", "--to", "page,text,json", "-o", "out", "--now", NOW.format(20), cwd=self.folder)
        self.assertStatus(DONE, result)
        page = (self.folder / "out/index.html").read_text()
        self.assertEqual(200, page.count('.py</bdi></th>'))
        self.assertEqual(20, page.count('<th scope="row">and 2 more</th>'))
        self.assertIn('<th scope="row">and 60 more</th>', page)
        self.assertIn("and 295 more", (self.folder / "out/report.txt").read_text())
        self.assertEqual(300, len(json.loads((self.folder / "out/report.json").read_text())["run"]["coverage"]["files"]))


class DotNetAndRobot(support.ProgramTest):
    def test_reports_of_all_formats_in_a_folder_add_up_in_any_order(self):
        (self.folder / "res").mkdir()
        self.write("res/a.trx", trx(("p", "Passed"), ("f", "Failed")))
        self.write("res/b.xml", '<test-run><test-suite type="Assembly" name="a.dll"><test-case name="m" fullname="N.C.m" '
                                'result="Failed"/></test-suite></test-run>')
        self.write("res/c.xml", '<assemblies><assembly name="a.dll"><collection><test name="N.C.t" type="N.C" result="Skip"/>'
                                '</collection></assembly></assemblies>')
        self.write("res/output.xml", robot(("r", "FAIL")))
        files = sorted(path.name for path in (self.folder / "res").iterdir())
        seen = []
        for inputs in (["res"], [f"res/{name}" for name in reversed(files)]):
            result = run("render", *inputs, "--to", "json", "--now", NOW.format(20), cwd=self.folder)
            self.assertStatus(DONE, result)
            self.assertEqual(b"", result.stderr)
            report = json.loads(result.stdout)
            seen.append({fact["title"]: fact["number"] for fact in report["run"]["facts"] if "number" in fact})
            self.assertEqual(["C.f", "C.m", "r"], sorted(message["title"] for section in report["sections"] for message in section["messages"]))
        self.assertEqual({"Tests": 5, "Passed": 1, "Failed": 3, "Skipped": 1}, seen[0])
        self.assertEqual(seen[0], seen[1])

    def test_memory_does_not_grow_with_the_keywords_of_robot(self):
        keyword = '<kw name="Log">' + f'<msg level="INFO">{"x" * 900}</msg><status status="PASS"/></kw>'
        with (self.folder / "output.xml").open("w") as file:
            file.write('<robot generator="Robot 7.1"><suite name="S">')
            for number in range(300):
                file.write(f'<test name="t{number}">{keyword * 200}<status status="PASS"/></test>')
            file.write('<status status="PASS"/></suite></robot>')
        self.assertGreater((self.folder / "output.xml").stat().st_size, 50_000_000)
        # A child inherits the peak memory of its parent, so a small process starts it.
        measured = subprocess.run(
            [sys.executable, "-IS", "-c", "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
             support.program, "render", "output.xml", "--to", "text", "-o", "out.txt"],
            cwd=self.folder, check=True, capture_output=True, timeout=120)
        self.assertIn("Passed: 300", (self.folder / "out.txt").read_text())
        self.assertLess(int(measured.stdout) * 1024, 30_000_000)
