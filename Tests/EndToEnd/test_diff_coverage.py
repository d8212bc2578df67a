"""The coverage of the lines that a diff changes: in every output, and as an independent reader counts it."""
import json
import random
import re
import shutil
import subprocess
import unittest

import support
from browser import rules
from support import DONE, USAGE, run
from test_inputs_coverage import lcov

NOW = ("--now", "2026-11-20T03:12:00Z")
FORMATS = ("lcov", "cobertura", "jacoco")
DIFFS = 12


def cobertura(files):
    classes = "".join(
        f'<class name="c" filename="{name}"><methods/><lines>'
        + "".join(f'<line number="{line}" hits="{hits}"/>' for line, hits in lines.items()) + "</lines></class>"
        for name, lines in files.items())
    return f'<coverage line-rate="0"><packages><package name="p"><classes>{classes}</classes></package></packages></coverage>'


def jacoco(files):
    packages, missed, covered = "", 0, 0
    for name, lines in files.items():
        folder, _, file = name.rpartition("/")
        packages += f'<package name="{folder}"><sourcefile name="{file}">' + "".join(
            f'<line nr="{line}" mi="{1 - min(hits, 1)}" ci="{min(hits, 1)}" mb="0" cb="0"/>' for line, hits in lines.items()
        ) + "</sourcefile></package>"
        missed += sum(hits == 0 for hits in lines.values())
        covered += sum(hits > 0 for hits in lines.values())
    return f'<report name="r">{packages}<counter type="LINE" missed="{missed}" covered="{covered}"/></report>'


REPORTS = {"lcov": lcov, "cobertura": cobertura, "jacoco": jacoco}


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class DiffCoverage(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.work.mkdir()
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.email", "ada@example.org")
        self.git("config", "user.name", "Ada")

    def git(self, *arguments):
        result = subprocess.run(["git", *arguments], cwd=self.work, capture_output=True, env=support.plain_environment(),
                                check=True, timeout=60)
        return result.stdout

    def commit(self, files):
        for name, lines in files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(line + "\n" for line in lines))
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def report(self, *arguments, **more):
        result = run("render", *arguments, "--to", "json", "-o", "-", *NOW, cwd=self.work, **more)
        self.assertStatus(DONE, result)
        return json.loads(result.stdout), result.stderr.decode()

    def added_lines(self):
        """The changed lines by file, from the headers of a diff without context."""
        found, name = {}, None
        for line in self.git("diff", "-U0", "HEAD~1", "HEAD").decode().splitlines():
            if line.startswith("diff --git "):
                name = line.rpartition(" b/")[2]
            if header := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
                start, count = int(header[1]), int(header[2] or 1)
                found.setdefault(name, set()).update(range(start, start + count))
        return found

    @rules("R10")
    def test_changed_lines_are_counted_as_an_independent_reader_counts_them(self):
        chance = random.Random(34)
        names = ["src/app/a.py", "src/app/b.py", "lib/a.py", "new/c.py", "d e.py"]
        files = {name: [f"{name} {number}" for number in range(chance.randrange(5, 60))] for name in names if name != "new/c.py"}
        self.commit(files)
        counted = 0
        for number in range(DIFFS):
            for name in chance.sample(names, 3):
                lines = files.setdefault(name, [])
                for _ in range(chance.randrange(1, 6)):
                    at = chance.randrange(len(lines) + 1)
                    new = [f"{number} {chance.random()}" for _ in range(chance.randrange(4))]
                    lines[at:at + chance.randrange(3)] = new
                # Lines that look like the header of a diff.
                lines[0:1] = ["++ b/evil", "-- a/evil"][:chance.randrange(1, 3)]
            files[names[0]].append(f"last {number}")
            self.commit(files)
            covered = {name: {line: chance.choice((0, 0, 1, 7)) for line in range(1, len(lines) + 1) if chance.random() < 0.7}
                       for name, lines in files.items()}
            covered = {name: lines for name, lines in covered.items() if lines}
            expected = {}
            whole = 0
            for name, lines in self.added_lines().items():
                measured = [line for line in sorted(lines) if line in covered.get(name, {})]
                whole += len(measured)
                if missed := [line for line in measured if covered[name][line] == 0]:
                    expected[name] = missed
            (self.work / "x.diff").write_bytes(self.git("diff", f"-U{number % 5}", "HEAD~1", "HEAD"))
            for form in FORMATS:
                # The sources of Java are in a folder that its report does not name.
                inner = {name.removeprefix("src/"): lines for name, lines in covered.items()} if form == "jacoco" else covered
                (self.work / "report").write_text(REPORTS[form](inner))
                report, _ = self.report("report", "--diff", "x.diff")
                changed = report["run"]["coverage"]["changed"]
                found = {file["file"]: [line for part in file["missed"] for line in range(part["first"], part["last"] + 1)]
                         for file in changed["files"]}
                self.assertEqual(expected, found, (number, form))
                self.assertEqual(whole, changed["lines"])
                self.assertEqual(whole - sum(map(len, expected.values())), changed["covered"])
                counted += 1
        self.assertEqual(DIFFS * len(FORMATS), counted)

    def example(self):
        self.commit({"src/a.py": ["one"]})
        self.commit({"src/a.py": [str(number) for number in range(1, 26)]})
        hits = {line: int(line not in (10, 11, 12, 20)) for line in range(1, 26)}
        (self.work / "lcov.info").write_text(lcov({"src/a.py": hits, "src/<b>|*.py": {1: 0, 2: 1}, "b/c.py": {1: 1}}))
        (self.work / "x.diff").write_bytes(self.git("diff", "HEAD~1", "HEAD"))

    @rules("R10")
    def test_every_output_has_the_changed_lines_and_the_files(self):
        self.example()
        result = run("render", "lcov.info", "--diff", "x.diff", "--to", "page,markdown,text,json,mail", "-o", "out", *NOW, cwd=self.work)
        self.assertStatus(DONE, result)
        texts = {path.name: path.read_text() for path in (self.work / "out").iterdir()}
        self.assertIn("84.0% (21 of 25)", texts["report.txt"])
        self.assertRegex(texts["report.txt"], r"src/a\.py: +10–12, 20")
        self.assertRegex(texts["report.txt"], r"src/a\.py: +84\.0% \(21 of 25\)")
        self.assertIn("src/a.py: 10–12, 20", texts["report.md"])
        self.assertIn("<summary>Coverage by file (3)</summary>", texts["report.md"])
        self.assertIn("<bdi>src/a.py</bdi>: <bdi>10–12, 20</bdi>", texts["index.html"])
        self.assertNotIn("<b>|", texts["index.html"])
        rows = re.findall(r'<tr(?: class="f")?><th scope="row"><bdi>(.*?)</bdi></th><td>(.*?)</td><td>(.*?)</td>', texts["index.html"])
        self.assertEqual([("src", "81.4%", "5"), ("a.py", "84.0%", "4"), ("&lt;b&gt;|*.py", "50.0%", "1"),
                          ("b", "100.0%", "0"), ("c.py", "100.0%", "0")], rows)
        report = json.loads(texts["report.json"])
        facts = {fact["title"]: fact["value"] for fact in report["run"]["facts"]}
        self.assertEqual("84.0% (21 of 25)", facts["Changed lines covered"])

    @rules("R10")
    def test_a_dataset_keeps_the_coverage(self):
        self.example()
        self.assertStatus(DONE, run("convert", "lcov.info", "--diff", "x.diff", "-o", "kept.json", cwd=self.work))
        kept, _ = self.report("kept.json")
        direct, _ = self.report("lcov.info", "--diff", "x.diff")
        self.assertEqual(direct["run"]["coverage"], kept["run"]["coverage"])
        facts = [[(fact["title"], fact["value"]) for fact in report["run"]["facts"]] for report in (direct, kept)]
        self.assertEqual(facts[0], facts[1])

    @rules("R10")
    def test_the_diff_can_come_from_standard_input(self):
        self.example()
        report, _ = self.report("lcov.info", "--diff", "-", input=(self.work / "x.diff").read_bytes())
        self.assertEqual(25, report["run"]["coverage"]["changed"]["lines"])
        self.assertStatus(USAGE, run("render", "-", "--diff", "-", "--to", "json", input=b"", cwd=self.work))

    @rules("R10", "I7")
    def test_any_other_file_is_refused_with_the_command(self):
        self.example()
        whole = (self.work / "x.diff").read_bytes()
        for text in (b"{}", whole[:-20], b"\xff\0" * 50, b"--- a/x\n+++ b/x\n@@ -1 +1,99999999 @@\n+x\n"):
            (self.work / "other.diff").write_bytes(text)
            result = run("render", "lcov.info", "--diff", "other.diff", "--to", "json", cwd=self.work)
            self.assertStatus(USAGE, result)
            self.assertIn(b"git diff origin/main...HEAD", result.stderr)
            self.assertIn(b"[bad-diff]", result.stderr)
        self.assertStatus(USAGE, run("render", "lcov.info", "--diff", "absent.diff", "--to", "json", cwd=self.work))

    @rules("R10")
    def test_ambiguous_paths_are_said_and_do_not_count(self):
        self.commit({"a.py": ["one"]})
        self.commit({"a.py": ["two"]})
        (self.work / "lcov.info").write_text(lcov({"/x/a.py": {1: 0}, "/y/a.py": {1: 1}}))
        (self.work / "x.diff").write_bytes(self.git("diff", "HEAD~1", "HEAD"))
        report, said = self.report("lcov.info", "--diff", "x.diff")
        self.assertEqual(0, report["run"]["coverage"]["changed"]["lines"])
        self.assertIn("[ambiguous-path]", said)
        self.assertIn("'/x/a.py' or '/y/a.py'", said)
