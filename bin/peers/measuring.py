"""Measures processes, and says figures in words."""
import dataclasses
import os
import pathlib
import platform
import resource
import select
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEMORY = pathlib.Path("/dev/shm")


class Failure(Exception):
    """Why something could not be measured."""


@dataclasses.dataclass
class Usage:
    """What one or more processes took: seconds of time and of processors, and the bytes of the largest one."""
    wall: float = 0
    cpu: float = 0
    peak: int = 0


def run(commands, limit, statuses=(0,)):
    """Runs commands one after the other; returns what they took together."""
    total, begun = Usage(), time.perf_counter()
    for command in commands:
        command = [str(word) for word in command]
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise Failure(f"not run: {error}") from None
        # Waiting for a file descriptor costs nothing, and leaves the resources for wait4.
        watch = os.pidfd_open(process.pid)
        is_late = not select.select([watch], [], [], limit)[0]
        if is_late:
            process.kill()
        os.close(watch)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if is_late:
            raise Failure(f"stopped after {limit:.0f} s")
        if process.returncode not in statuses:
            raise Failure(f"{pathlib.Path(command[0]).name} failed with status {process.returncode}")
        total.cpu += used.ru_utime + used.ru_stime
        total.peak = max(total.peak, used.ru_maxrss * 1024)
    total.wall = time.perf_counter() - begun
    return total


def folder_in_memory(needed):
    """A folder without a disk behind it if there is one with so many bytes free, else one in build/."""
    if MEMORY.is_mount() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > needed:
        return MEMORY / f"tidemark-bench-{os.getpid()}"
    return ROOT / "build/bench"


def machine():
    """The machine in one line, with its load, which falsifies times."""
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = next(int(line.split()[1]) / 2**20 for line in open("/proc/meminfo") if line.startswith("MemTotal"))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}; load {os.getloadavg()[0]:.1f}"


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def amount(value):
    return f"{value / 1e6:.1f} MB" if value >= 1e5 else f"{value / 1e3:.1f} kB"


def memory(value):
    """A process begins with the peak of the one that started it, so that a smaller one is not seen."""
    least = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return amount(value) if value > least else f"< {amount(least)}"
