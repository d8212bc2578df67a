"""bin/bench measures Tidemark and its peers with the same files, and says what could not be measured."""
import pathlib
import subprocess
import sys

import support

BENCH = support.repository / "bin/peers/bench.py"


class Bench(support.ProgramTest):
    def rows(self, *options, status=0):
        folder = pathlib.Path(self.folder) / "files"
        result = subprocess.run([sys.executable, "-B", BENCH, "--scale", "1000", "--runs", "1", "--folder", folder, *options],
                                capture_output=True, text=True, timeout=120)
        self.assertEqual(status, result.returncode, result.stderr)
        self.assertFalse(folder.exists(), "files are left behind")
        lines = [line for line in result.stdout.splitlines() if line.startswith("|")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]

    def test_start_and_publishing_are_measured(self):
        rows = self.rows("--only", "start,publish", "--program", support.program)
        self.assertEqual([["30 messages", "Tidemark"], ["a run of 30 messages, published", "Tidemark"]], [row[:2] for row in rows])
        for row in rows:
            self.assertEqual(7, len(row))
            self.assertRegex(row[2], r"^\d+\.\d+ ms$")
            self.assertRegex(row[5], r"^0\.\d MB$")
            self.assertRegex(row[6], r" m?s$")

    def test_program_that_is_missing_is_a_row_and_a_failure(self):
        rows = self.rows("--only", "junit", "--program", support.program, "--python", "/nonexistent/python", status=1)
        self.assertEqual([["100 failures in JUnit XML", "Tidemark"], ["", "junit2html"]], [row[:2] for row in rows])
        self.assertIn("No such file", rows[1][2])

    def test_program_that_fails_is_a_row_and_a_failure(self):
        rows = self.rows("--only", "start", "--program", "/bin/false", status=1)
        self.assertEqual("false failed with status 1", rows[0][2])

    def test_unknown_measurement_is_refused(self):
        result = subprocess.run([sys.executable, "-B", BENCH, "--only", "nonsense"], capture_output=True, text=True, timeout=60)
        self.assertEqual(2, result.returncode)
        self.assertIn("measurements are junit, sarif", result.stderr)
