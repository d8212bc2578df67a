"""The recipe of Examples/publish for Spark: three executors on this machine, of which one is killed.

Its package has 440 MB: SPARK=0 bin/test does without, as it does where the package can't be installed.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

import support
from support import plain_environment
from recipes import RecipeTest, folder

PARTS = 12
KILLED = 9          # a part whose executor is killed while it publishes
TOOLS = support.repository / ".cache/spark-venv/bin"


@unittest.skipUnless(os.environ.get("SPARK") == "1", "Spark is not installed, or SPARK=0 leaves it out")
class Spark(RecipeTest):
    def setUp(self):
        super().setUp()
        (self.tools / "sleep").unlink()
        for tool in ("java", "strace"):
            self.assertTrue(shutil.which(tool), f"{tool} is not installed")

    def submit(self, *arguments):
        said = open(self.folder / "spark.log", "wb")
        self.addCleanup(said.close)
        process = subprocess.Popen(
            [TOOLS / "spark-submit", "--master", "local-cluster[3,1,512]", "--driver-memory", "512m",
             "--conf", "spark.executor.memory=512m", "--conf", "spark.ui.enabled=false", folder / "spark.py", *arguments],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True,
            env=plain_environment(PATH=f"{self.tools}:{os.environ['PATH']}", HOME=str(self.folder), SPARK_TEST=str(self.folder),
                                  SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=str(TOOLS / "python")))
        self.addCleanup(process.wait)
        self.addCleanup(self.end_all)
        return process

    def processes(self):
        """The command of each process that the job has started, and the process that started it."""
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"SPARK_TEST={self.folder}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
                    yield int(place.name), ((place / "cmdline").read_bytes().decode(), parent)

    def end(self, processes):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def end_all(self):
        self.end([process for process, _ in self.processes()])

    def wait_for_stop(self, job):
        """Waits for a part to be stopped; four virtual machines need their time to start."""
        end = time.monotonic() + 180
        trace = self.folder / "trace"
        while not (trace.exists() and "stopped by SIGSTOP" in trace.read_text()):
            self.assertIsNone(job.poll(), (self.folder / "spark.log").read_text()[-2000:])
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def kill_executor(self):
        """Kills the executor of the part that is stopped, with all that it has started, as a cluster does."""
        found = dict(self.processes())
        lost, = [process for process, (command, _) in found.items() if "strace" in command and f"{KILLED}/{PARTS}" in command]
        while "CoarseGrainedExecutorBackend" not in found[lost][0]:
            lost = found[lost][1]
        ahead = {lost}
        while more := {process for process, (_, parent) in found.items() if parent in ahead} - ahead:
            ahead |= more
        self.end(sorted(ahead))

    def test_part_of_a_killed_executor_is_done_by_another(self):
        manifest = self.write("nights.json", json.dumps([
            {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
            for number in range(2) for project in range(30)]))
        self.tool("tidemark", f"""#!/bin/sh
            case " $* " in *" {KILLED}/{PARTS} "*)
              if mkdir {self.folder}/begun 2> /dev/null; then
                exec strace -f -o {self.folder}/trace -e trace=renameat -e inject=renameat:signal=STOP:when=9 {support.program} "$@"
              fi
            esac
            exec {support.program} "$@"\n""")
        job = self.submit("--parts", str(PARTS), "--site", "site")
        self.wait_for_stop(job)
        self.kill_executor()
        self.assertEqual(0, job.wait(180), (self.folder / "spark.log").read_text()[-2000:])
        self.same_as_one_batch("site", manifest)
        said = (self.folder / "spark.log").read_text()
        self.assertIn("note: the run '2026-09-01-0312' exists already and stays as it is", said)
        self.assertIn("Lost task", said)

    def test_status_is_the_worst_of_all_parts(self):
        self.write("bad.json", "{")
        self.write("nights.json", json.dumps([{"project": "zz", "inputs": ["bad.json"]}, *(
            {"project": f"p{project}", "inputs": [str(self.night(0, f"p{project}"))]} for project in range(6))]))
        job = self.submit("--parts", "4")
        self.assertEqual(3, job.wait(180), (self.folder / "spark.log").read_text()[-2000:])
        self.assertEqual(6, (self.folder / "public/index.html").read_text().count('class="project"'))


del RecipeTest      # its own tests are elsewhere
