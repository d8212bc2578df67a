"""What the end-to-end tests share: the program under test, the examples, a folder to work in."""
import contextlib
import os
import pathlib
import random
import resource
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

repository = pathlib.Path(__file__).resolve().parents[2]
program = repository / "build/tidemark"      # set by run.py
mutations = 1000                             # set by run.py
thorough = False                             # set by run.py

# The seconds that a test waits for an expected event. It is long because busy machines are slow.
PATIENCE = 60

DONE, FOUND, USAGE, INPUT, OUTPUT = 0, 1, 2, 3, 4
# A folder with templates that override the built-in ones, to try a template without a build.
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


def run(*arguments, input=None, cwd=None, environment=None, timeout=120, **more):
    """Runs the program and returns what it said, as bytes."""
    words = [*map(str, arguments)]
    if template and words[:1] == ["render"] and "--template" not in words:
        words += ["--template", str(pathlib.Path(template).resolve())]
    return subprocess.run(
        [str(program), *words], input=input, capture_output="stdout" not in more,
        stdin=None if input is not None else subprocess.DEVNULL, cwd=cwd,
        env=environment or plain_environment(), timeout=timeout, **more)


def free_port():
    """A free port for a server that is started later, below the range that the system assigns by itself."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def processor_seconds():
    """What the processes that have ended took of the processor's time, which a busy machine changes little."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own that is gone afterwards."""

    # The errors after which `eventually` retries: reading a missing element raises an error, too.
    unready = (AssertionError, TypeError)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def eventually(self, assertion, *values, **named):
        """Repeats an assertion until it holds; fails as it does when it never holds.

        A value that can be called is read again for each try:
        `self.eventually(self.assertEqual, "Done", button.inner_text)`.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return assertion(*(value() if callable(value) else value for value in values), **named)
            except self.unready:
                if time.monotonic() > end:
                    raise
            time.sleep(0.05)

    def assertStatus(self, expected, result):
        words = (result.stderr or b"").decode("utf-8", "replace").strip()
        self.assertEqual(expected, result.returncode, f"unexpected exit status; it said: {words[:2000]}")

    def render(self, *arguments, **more):
        """Renders and expects success; returns standard output."""
        result = run("render", *arguments, **more)
        self.assertStatus(DONE, result)
        return result.stdout
