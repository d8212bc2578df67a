"""The recipe of Examples/publish for Slurm: a cluster of one node on this machine, in a folder of its own."""
import json
import os
import shutil
import socket
import subprocess
import time
import unittest

import support
from support import plain_environment
from recipes import RecipeTest, folder

PARTS = 40
KILLED, STOPPED = 17, 23        # parts that are cut off while they publish
# Daemons are not on everybody's path.
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
MISSING = [name for name in ("munged", "slurmctld", "slurmd", "sbatch", "strace") if not shutil.which(name, path=PATH)]

# A node has more processors than there are here, and nothing is measured or limited by control groups.
CONFIGURATION = """
ClusterName=tidemark
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
# What is requeued waits until its credential has expired.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
JobRequeue=0
KillWait=1
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=nights Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)}")
class Slurm(RecipeTest):
    # What a part writes is not there before it begins.
    unready = (*RecipeTest.unready, FileNotFoundError)

    def setUp(self):
        super().setUp()
        self.cluster = self.folder / "cluster"
        for name in ("state", "spool"):
            (self.cluster / name).mkdir(parents=True)
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        (self.cluster / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.cluster, user=user, host=socket.gethostname().partition(".")[0],
            controller=support.free_port(), node=support.free_port()))
        key = self.cluster / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.environment = plain_environment(PATH=f"{self.tools}:{PATH}", HOME=str(self.folder),
                                             SLURM_CONF=str(self.cluster / "slurm.conf"))
        # It would have the folder of its socket open to all users.
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.cluster}/munge.socket",
                   f"--pid-file={self.cluster}/munged.pid", f"--seed-file={self.cluster}/munged.seed",
                   f"--log-file={self.cluster}/munged.log")
        self.eventually(self.assertTrue, (self.cluster / "munge.socket").exists)
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D")
        self.eventually(self.assertEqual, "idle", lambda: self.ask("sinfo", "--noheader", "--format=%T"))

    def start(self, *command):
        with open(self.cluster / f"{command[0]}.out", "wb") as said:
            process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self.addCleanup(self.stop, process)

    def stop(self, process):
        process.terminate()
        try:
            process.wait(support.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60).stdout.strip()

    def requeue(self, part):
        # The numbers of jobs say nothing about each other: a part takes one of its own when it begins.
        jobs = set(self.ask("squeue", "--noheader", "--array", "--states=all", "--name=nights", "--format=%F").split())
        self.assertEqual(1, len(jobs), jobs)
        result = subprocess.run(["scontrol", "requeue", f"{jobs.pop()}_{part}"], env=self.environment,
                                capture_output=True, text=True, timeout=60)
        self.assertEqual((0, ""), (result.returncode, result.stderr))

    def states(self):
        """What becomes of each part, and of the job after them."""
        rows = self.ask("squeue", "--noheader", "--array", "--states=all", "--format=%j %K %T").splitlines()
        return {(name, part): state for name, part, state in map(str.split, rows)}

    def assertBecome(self, expected):
        """Waits for these states longer than for one act: so many parts take their time on a busy machine."""
        end = time.monotonic() + 4 * support.PATIENCE
        while (found := self.states()) != expected and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(expected, found)

    def test_parts_that_are_cut_off_and_requeued_make_the_same_site(self):
        manifest = self.write("nights.json", json.dumps([
            {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
            for number in range(2) for project in range(60)]))
        # One is killed by the system while it publishes, the other hangs; the second time both are let through.
        self.tool("tidemark", f"""#!/bin/sh
            case $SLURM_ARRAY_TASK_ID in {KILLED}) signal=KILL ;; {STOPPED}) signal=STOP ;; esac
            if [ "$signal" ] && mkdir {self.folder}/cut-off-$SLURM_ARRAY_TASK_ID 2> /dev/null; then
              exec strace -f -o {self.folder}/trace-$signal -e trace=renameat -e inject=renameat:signal=$signal:when=9 {support.program} "$@"
            fi
            exec {support.program} "$@"\n""")
        result = subprocess.run(["sh", str(folder / "slurm.sh")], cwd=self.folder, capture_output=True, timeout=60,
                                stdin=subprocess.DEVNULL, env={**self.environment, "PARTS": str(PARTS), "SITE": "site"})
        self.assertStatus(0, result)

        expected = {("nights", str(part)): "COMPLETED" for part in range(1, PARTS + 1)}
        cut_off = {("nights", str(KILLED)): "FAILED", ("nights", str(STOPPED)): "RUNNING"}
        first_page = ("nights-index", "N/A")
        self.assertBecome({**expected, **cut_off, first_page: "PENDING"})
        self.eventually(self.assertIn, "stopped by SIGSTOP", (self.folder / "trace-STOP").read_text)
        self.assertFalse((self.folder / "site/index.html").exists())
        for part in (KILLED, STOPPED):
            self.requeue(part)
        self.assertBecome({**expected, first_page: "COMPLETED"})
        self.same_as_one_batch("site", manifest)
        # Only what was cut off says anything: which of its runs were there already. That depends on its threads.
        said = {path.stem.partition("_")[2]: path.read_text() for path in self.folder.glob("slurm-*_*.out")}
        self.assertEqual(PARTS, len(said))
        for part, words in said.items():
            again = r"(note: the run '2026-09-0[12]-0312' exists already and stays as it is \[run-exists\]\n)*"
            self.assertRegex(words, rf"^{again}$" if part in (str(KILLED), str(STOPPED)) else "^$")


del RecipeTest      # its own tests are elsewhere
