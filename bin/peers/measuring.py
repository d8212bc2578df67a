"""What all measurements share: one process measured, the machine, figures in words."""
import json
import os
import pathlib
import platform
import resource
import select
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MEMORY = pathlib.Path("/dev/shm")


class Peer:
    """One command to measure; `output` is the file that it writes, if any."""

    def __init__(self, name, command, output=None, to_output=False, status=0):
        self.name, self.command, self.output = name, [str(word) for word in command], output
        # Whether standard output is the output; and the exit status that is right.
        self.to_output, self.status = to_output, status

    def measure(self, limit):
        """Runs once; returns the figures, or a word about why there are none."""
        if self.output:
            self.output.unlink(missing_ok=True)
        sink = os.open(self.output if self.to_output else os.devnull, os.O_WRONLY | os.O_CREAT, 0o644)
        begun = time.perf_counter()
        # A failure that is asked for is not shown.
        errors = subprocess.DEVNULL if self.status else None
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=sink, stderr=errors)
        os.close(sink)
        # Waiting on a file descriptor costs nothing while it runs, and keeps the resources for wait4.
        watch = os.pidfd_open(process.pid)
        if not select.select([watch], [], [], limit)[0]:
            process.kill()
        os.close(watch)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -9 and wall >= limit:
            return f"stopped after {limit:.0f} s"
        if process.returncode != self.status:
            return f"failed with status {process.returncode}"
        size = self.output.stat().st_size if self.output and self.output.exists() else 0
        if self.output and size == 0:
            return "wrote nothing"
        return {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * 1024, "output": size}


def floor():
    """A process starts with the memory peak of the one that started it: less than ours can't be seen."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def folder_in_memory(needed):
    """A folder that no disk is behind if the machine has one with so many bytes free, else one in build/."""
    if MEMORY.is_mount() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > needed:
        return MEMORY / f"tidemark-bench-{os.getpid()}"
    return ROOT / "build/bench"


def machine():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = next(int(line.split()[1]) * 1024 for line in open("/proc/meminfo") if line.startswith("MemTotal"))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_bytes": memory, "system": system, "kernel": platform.release(),
            "load": os.getloadavg()[0]}


def machine_in_words(about):
    return (f"{about['cpu']}, {about['cores']} cores, {about['memory_bytes'] / 2**30:.0f} GiB, {about['system']}; "
            f"load {about['load']:.1f}")


def print_json(value):
    json.dump(value, sys.stdout, indent=2)
    print()


def tell(options, words):
    if sys.stderr.isatty() and not options.json:
        print(words, end="", file=sys.stderr, flush=True)


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def amount(value):
    return f"{value / 1e6:.1f} MB" if value >= 1e5 else f"{value / 1e3:.1f} kB"
