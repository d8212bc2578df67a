"""More threads than processors: the outputs are the same to the byte, and little is lost by it.

The program asks the system how many processors there are. Here it is told other numbers: another file is mounted
over the system's, for its process alone.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

import support
from test_publish_safety import works

ONLINE = pathlib.Path("/sys/devices/system/cpu/online")
WAYS = [["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]]
SCRIPT = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
# The limit for the processor time of eight threads, as a multiple of that of two.
TIME = 1.5
MESSAGES = 20_000


def message(number):
    return {"urgency": ("error", "warning", "information")[number % 3], "category": f"c{number % 3}",
            "title": f"Segment {number * 7919 % 10007} was *lost* {'again ' * (number % 5)}",
            "text": f"The {number}th of them & all that `came` after it, <see> below.",
            "location": {"file": f"Sources/Part{number % 97}/File{number % 211}.swift", "line": number % 900 + 1}}


def two_processors():
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def threads_of(process):
    """How many threads run in a process: those that have ended may still be listed."""
    found = 0
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        # The state follows the name in parentheses.
        with contextlib.suppress(OSError):
            found += (task / "stat").read_text().rpartition(") ")[2][:1] not in "XZ"
    return found


class Threads(support.ProgramTest):
    def setUp(self):
        super().setUp()
        asked = [sys.executable, "-c", "import os; print(os.sysconf('SC_NPROCESSORS_ONLN'))"]
        self.way = next((way for way in WAYS if works(*way, "true") and
                         subprocess.run(self.told(way, 3, asked), capture_output=True).stdout == b"3\n"), None)
        if not self.way:
            self.skipTest("the number of processors can't be changed here")
        self.dataset = self.folder / "many.json"
        self.dataset.write_text(json.dumps({
            "version": 1, "title": "Many", "now": "2026-11-20T03:12:00Z", "timeZone": "UTC", "locale": "en",
            "categories": [{"id": f"c{number}", "title": f"Part {number}"} for number in range(3)],
            "messages": [message(number) for number in range(MESSAGES)]}))

    def told(self, way, processors, command):
        """A command that is told of so many processors."""
        told = self.folder / f"online-{processors}"
        told.write_text(f"0-{processors - 1}\n")
        return [*way, "sh", "-c", SCRIPT, "sh", told, ONLINE, *command]

    def render(self, processors, target, **more):
        """The output, the processor's time, and the most threads seen at once."""
        out, said = self.folder / "out", self.folder / "said"
        command = self.told(self.way, processors, [support.program, "render", self.dataset, "--to", target, "-o", out])
        before = support.processor_seconds()
        with open(said, "wb") as errors:
            child = subprocess.Popen(command, env=support.plain_environment(), stdin=subprocess.DEVNULL, stderr=errors, **more)
        threads, end = 0, time.monotonic() + 4 * support.PATIENCE
        try:
            while child.poll() is None:
                self.assertLess(time.monotonic(), end, "it does not end")
                with contextlib.suppress(OSError):
                    threads = max(threads, threads_of(child.pid))
                time.sleep(0.0005)
        finally:
            child.kill()
            child.wait()
        self.assertEqual((0, b""), (child.returncode, said.read_bytes()))
        return out.read_bytes(), support.processor_seconds() - before, threads

    def test_outputs_are_the_same_by_any_number_of_threads(self):
        for target in ("page", "text", "markdown", "json", "mail"):
            expected = None
            for processors in (1, 2, 3, 8, 64):
                with self.subTest(target=target, processors=processors):
                    output, _, _ = self.render(processors, target)
                    expected = expected or output
                    self.assertTrue(output == expected, "another output")

    def test_as_many_threads_as_processors_and_no_more_than_eight(self):
        for processors, expected in {1: 1, 2: 2, 8: 8, 64: 8}.items():
            with self.subTest(processors=processors):
                # On a busy machine one thread may end before the last one starts.
                most = 0
                for _ in range(20):
                    most = max(most, self.render(processors, "page")[2])
                    self.assertLessEqual(most, expected)
                    if most == expected:
                        break
                self.assertEqual(expected, most)

    def test_little_is_lost_by_threads_that_wait_for_a_processor(self):
        for _ in range(3):
            # In turn, so that a busy moment affects both.
            taken = [[self.render(processors, "page", preexec_fn=two_processors)[1] for processors in (2, 8)] for _ in range(3)]
            few, many = (min(times) for times in zip(*taken))
            if many <= few * TIME:
                return
        self.fail(f"{many:.3f} s of processor with eight threads, {few:.3f} s with two")
