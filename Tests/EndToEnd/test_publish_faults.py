"""Each system call of a publisher fails once: the site is as it was before or as it is to be, and what is said is true.

TIDEMARK_ALL_FAULTS=1 tries every call with every error (some minutes); otherwise a fixed sample is taken.
"""
import collections
import concurrent.futures
import itertools
import math
import os
import re
import shutil
import subprocess

import support
from test_publish_safety import BASE, SafetyTest, works

ERRORS = ("EIO", "ESTALE", "EINTR", "ENOSPC", "EMFILE", "EACCES")
# The number of evenly distributed faults to try, unless all are tried.
SAMPLE = 160
# Calls for memory, threads and the end of the process. No program can handle their failure.
NO_FILE = {"execve", "exit", "exit_group", "mmap", "munmap", "mprotect", "mremap", "brk", "madvise", "futex", "arch_prctl",
           "set_tid_address", "set_robust_list", "rseq", "prlimit64", "getrandom", "rt_sigreturn", "sigaltstack", "rt_sigaction",
           "gettid", "restart_syscall"}
TRACER = ["strace", "-f", "-qq"]


class Faults(SafetyTest):
    def setUp(self):
        super().setUp()
        if not works(*TRACER, "-o", "/dev/null", "-e", "inject=fsync:error=EIO:when=99", str(support.program), "help"):
            self.skipTest("strace may not look on here")
        # A run expires, so that publishing removes files. Its style goes, and another one comes.
        self.words = ["publish", str(self.night(4)), *BASE, "--keep", "4", "--theme", "contrast"]
        self.begin(site="before", themes=["plain"])
        self.copy("before", "calm")
        self.publish(*self.words[1:], site="calm")
        self.before, self.calm = self.files("before"), self.files("calm")
        self.all = bool(os.environ.get("TIDEMARK_ALL_FAULTS"))

    def count(self, *words):
        """How often each system call is made."""
        log = self.folder / "trace"
        subprocess.run([*TRACER, "-o", str(log), str(support.program), *words], check=True, capture_output=True,
                       stdin=subprocess.DEVNULL, env=support.plain_environment())
        calls = re.findall(r"^\d+\s+(\w+)\(", log.read_text(errors="replace"), re.MULTILINE)
        return collections.Counter(calls)

    def faults(self):
        """Which call fails, the how-manieth of its kind, and how."""
        # The loader's calls before the program starts do not belong to the program.
        loading = self.count("--version")
        calls = self.count(*self.words, "--site", str(self.copy("before", "counted")))
        found = [(call, number, error) for call, total in sorted(calls.items()) if call not in NO_FILE
                 for number in range(loading[call] + 1, total + 1) for error in ERRORS]
        self.assertGreater(len(found), 2000)
        if self.all:
            return found
        # A stride that is coprime to the number of errors covers all errors.
        step = next(step for step in itertools.count(len(found) // SAMPLE) if math.gcd(step, len(ERRORS)) == 1)
        return found[::step]

    def publish_with(self, fault, number, site):
        return subprocess.run(
            [*TRACER, "-o", "/dev/null", "-e", f"inject={fault}:when={number}", str(support.program), *self.words,
             "--site", str(site)], capture_output=True, timeout=120, stdin=subprocess.DEVNULL, env=support.plain_environment())

    @staticmethod
    def front(files):
        """The files that join the projects."""
        return {name: digest for name, digest in files.items() if "/" not in name}

    def verdict(self, result, name):
        """What is wrong with what a fault has led to; nothing when all is well."""
        said = result.stderr.decode("utf-8", "replace")
        files = self.files(name)
        if "[leftover]" in said:
            files = {file: digest for file, digest in files.items() if ".tidemark-" not in file and not file.endswith("unfinished")}
        front, project = (self.front(files), {file: digest for file, digest in files.items() if "/" in file})
        if result.returncode not in range(5):
            return f"ended with {result.returncode}"
        if result.returncode == support.DONE:
            return None if files == self.calm else "says that all is done, and it is not"
        if "error: " not in said:
            return "says no reason"
        if files == self.before:
            return None if "[front-page-left]" not in said else "says that the run is published, and it is not"
        is_published = project == {file: digest for file, digest in self.calm.items() if "/" in file}
        if is_published and front in (self.front(self.before), self.front(self.calm)):
            return None if "[front-page-left]" in said else "does not say that the run is published"
        return "is neither as before nor as it is to be: " + ", ".join(sorted(
            file for file in files.keys() | self.before.keys() | self.calm.keys()
            if files.get(file) not in (self.before.get(file), self.calm.get(file)) or file not in self.calm) or files)[:300]

    def attempt(self, fault):
        call, number, error = fault
        name = f"site-{call}-{number}-{error}"
        site = self.copy("before", name)
        result = self.publish_with(f"{call}:error={error}", number, site)
        wrong = self.verdict(result, name)
        if wrong is None and result.returncode != support.DONE:
            again = support.run(*self.words, "--site", site)
            if again.returncode != support.DONE or self.files(name) != self.calm:
                wrong = f"is not mended by the next ({again.returncode}): {again.stderr.decode()}"
        shutil.rmtree(site)
        return fault, result, wrong

    def test_single_system_call_fault_leaves_the_site_old_or_new(self):
        faults = self.faults()
        met, statuses = 0, collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(2) as crew:
            for fault, result, wrong in crew.map(self.attempt, faults):
                statuses[result.returncode] += 1
                met += result.returncode != support.DONE
                with self.subTest(fault=fault):
                    self.assertIsNone(wrong, result.stderr.decode("utf-8", "replace"))
        if self.all:
            print(f"{len(faults)} faults: {dict(statuses)}", flush=True)
        self.assertGreater(met, len(faults) // 10, "hardly any fault was met: the test proves nothing")

    def test_lasting_system_call_fault_is_reported_and_loses_no_run(self):
        kept = set(self.nights(site="before")[1:])
        for call in ("fsync", "/^rename", "/^unlink", "write", "openat", "/stat|statx", "flock", "read"):
            for number in (2, 5, 12, 13, 14):
                with self.subTest(call=call, number=number):
                    site = self.copy("before", "site")
                    loaded = sum(total for name, total in self.count("--version").items()
                                 if re.search(call.removeprefix("/"), name)) if call in ("openat", "/stat|statx", "read") else 0
                    result = self.publish_with(f"{call}:error=EIO", f"{loaded + number}+", site)
                    self.assertIn(result.returncode, range(5), result.stderr)
                    if result.returncode == support.DONE:
                        # Files that could not be removed are reported, and no link leads to them.
                        self.assertTrue(b"[leftover]" in result.stderr or self.files() == self.calm, result.stderr)
                    self.publish(*self.words[1:])
                    self.assertTrue(kept <= set(self.nights()), result.stderr)
                    self.assertWhole()
                    self.assertEqual(self.calm, self.files(), result.stderr)
