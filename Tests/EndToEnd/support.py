"""What the end-to-end tests share: the program under test, the examples, a folder to work in."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

repository = pathlib.Path(__file__).resolve().parents[2]
program = repository / "build/tidemark"      # set by run.py
mutations = 1000                             # set by run.py

DONE, FOUND, USAGE, INPUT, OUTPUT = 0, 1, 2, 3, 4
# A folder whose templates are read over the built-in ones: tries a template without a build.
template = os.environ.get("TIDEMARK_TEMPLATE")
TARGETS = {"page": "index.html", "markdown": "report.md", "text": "report.txt"}


def examples():
    """The dataset of each example, by name."""
    found = {}
    for folder in sorted((repository / "Examples").iterdir()):
        for ending in ("json", "json5"):
            dataset = folder / f"{folder.name}.{ending}"
            if dataset.is_file():
                found[folder.name] = dataset
    return found


def plain_environment(**more):
    """An environment with nothing in it that a person may have set."""
    base = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TZ": "UTC", "LANG": "C"}
    if "TZDIR" in os.environ:
        base["TZDIR"] = os.environ["TZDIR"]
    return {**base, **more}


def run(*arguments, input=None, cwd=None, environment=None, timeout=30, **more):
    """Runs the program and returns what it said, as bytes."""
    words = [*map(str, arguments)]
    if template and words[:1] == ["render"] and "--template" not in words:
        words += ["--template", str(pathlib.Path(template).resolve())]
    return subprocess.run(
        [str(program), *words], input=input, capture_output="stdout" not in more,
        stdin=None if input is not None else subprocess.DEVNULL, cwd=cwd,
        env=environment or plain_environment(), timeout=timeout, **more)


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own that is gone afterwards."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assertStatus(self, expected, result):
        words = (result.stderr or b"").decode("utf-8", "replace").strip()
        self.assertEqual(expected, result.returncode, f"unexpected exit status; it said: {words[:2000]}")

    def render(self, *arguments, **more):
        """Renders and expects success; returns standard output."""
        result = run("render", *arguments, **more)
        self.assertStatus(DONE, result)
        return result.stdout
