#!/usr/bin/env python3
"""Runs the tests of the program from outside, and says how many passed.

    run.py --program build/tidemark [--part NAME] [--mutations N] [--only NAME] [--jobs N]

Several processes run side by side, each with one module, or with several that share a browser; what one has to say is
printed when it ends.
What fails in a browser beside other modules is tried once more when all others are done, since a page may be drawn
late on a busy machine. A test that passes then is named as unsteady, and is to be mended. Where more than three fail,
none is tried again.
All else has one try. Exit status: 0 when nothing failed, 1 otherwise. What was skipped is said aloud.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import unittest

import junit
import support

# Modules that take minutes start first, the longest first, so that the run does not wait for them at the end. Each has a
# process of its own.
LONGEST = ("test_browser_accessibility", "test_growth", "test_browser_site", "test_publish_safety", "test_publish_bucket",
           "test_publish_bucket_lock", "test_publish_many", "test_publish_spark")
# Recipes for clusters, packages, mail programs or a bucket: a separate part, because they are slow.
RECIPES = {"test_library", "test_mail_delivery", "test_mail_engines", "test_mail_recipes", "test_packages", "test_packages_services",
           "test_publish_bucket", "test_publish_bucket_lock", "test_publish_parts", "test_publish_served", "test_publish_slurm",
           "test_publish_spark"}
# The modules that wait for an engine to draw, and how many of their failed tests are retried.
ENGINES, MOST_UNSTEADY = ("test_browser_", "test_engines"), 3
# A folder in memory for tests: otherwise half of a publish is waiting for a disk.
MEMORY, ROOM = pathlib.Path("/dev/shm"), 4 << 30


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", default="build/tidemark", help="the program under test")
    parser.add_argument("--mutations", type=int, default=1000, help="how many damaged inputs are tried; from 10000 on every growth")
    parser.add_argument("--thorough", action="store_true", help="kill writers more often and compare more random values")
    parser.add_argument("--only", default="", help="run only the tests whose name contains this")
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) * 2,
                        help="how many modules run at once; as half of their time is waiting, two for each processor")
    parser.add_argument("--results", help="a folder for the results as JUnit XML, a file for each module")
    parser.add_argument("--part", default="all", choices=("all", "usual", "recipes"),
                        help="run only the recipes for clusters, packages, mail programs and buckets, or all but them")
    parser.add_argument("--module", default="", help="run only the tests of this module, or of several with commas between them")
    options = parser.parse_args()
    # Background processes ignore these signals, and the program under test would inherit that.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Child processes inherit it. A value that the user has set has precedence.
    if "TMPDIR" not in os.environ and has_memory():
        os.environ["TMPDIR"] = str(MEMORY)
    support.program = pathlib.Path(options.program).resolve()
    support.mutations, support.thorough = options.mutations, options.thorough
    if not support.program.is_file():
        sys.exit(f"run.py: there is no program at {support.program}")

    # Only these modules are loaded, because it takes a second to load all.
    names = options.module.split(",") if options.module else sorted(path.stem for path in pathlib.Path(__file__).parent.glob("test_*.py"))
    tests = [test for test in flat(unittest.defaultTestLoader.loadTestsFromNames(names)) if options.only in test.id()]
    if options.part != "all":
        tests = [test for test in tests if (module(test) in RECIPES) == (options.part == "recipes")]
    modules = {module(test) for test in tests}
    if options.jobs > 1 and len(modules) > 1:
        passed, failed, skipped = side_by_side(bundles(modules, options.jobs), options)
    else:
        passed, failed, skipped = run(tests, options.results)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed + skipped else 0)


def has_memory():
    """Whether folders may be in memory: there is room, and programs that tests write may be run there."""
    if not MEMORY.is_mount() or not os.access(MEMORY, os.W_OK | os.X_OK):
        return False
    about = os.statvfs(MEMORY)
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    available = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    return not about.f_flag & os.ST_NOEXEC and min(about.f_bavail * about.f_frsize, available) >= ROOM


def run(tests, results=None):
    """Runs tests here, one after the other."""
    runner = unittest.TextTestRunner(verbosity=2, stream=sys.stdout, resultclass=junit.Result)
    result = runner.run(unittest.TestSuite(tests))
    if results:
        result.write(pathlib.Path(results))
    for test, why in result.skipped:
        print(f"skipped: {test.id()}: {why}")
    # A test with several failed subtests is one failed test.
    failed = sorted({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    for name in failed:
        print(f"failed: {name}")
    return max(result.testsRun - len(failed) - len(result.skipped), 0), len(failed), len(result.skipped)


def bundles(modules, jobs):
    """The modules of each process, those that take longest first: a process starts each browser only once."""
    alone = [name for name in LONGEST if name in modules]
    others = sorted(modules - {*LONGEST}, key=size, reverse=True)
    engines, pages, rest = [], [[] for _ in range(jobs)], []
    for name in others:
        if name.startswith("test_engines"):
            engines.append(name)
        elif name.startswith("test_browser_"):
            min(pages, key=lambda bundle: sum(map(size, bundle))).append(name)
        else:
            rest.append([name])
    return [bundle for bundle in ([[name] for name in alone] + [engines] + pages + rest) if bundle]


def side_by_side(bundles, options):
    """Runs each bundle of modules in a process of its own, in this order."""
    def start(names, only=options.only, results=options.results):
        name = ",".join(names)
        words = [sys.executable, "-B", __file__, "--program", options.program, "--mutations", str(options.mutations),
                 "--only", only, "--module", name, "--jobs", "1"] + ["--thorough"] * options.thorough
        if results:
            words += ["--results", results]
        return name, subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    totals, failed = [0, 0, 0], []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as crew:
        for end in concurrent.futures.as_completed([crew.submit(start, names) for names in bundles]):
            name, ended = end.result()
            body, counts = said(ended)
            print(body, flush=True)
            if counts is None:
                print(f"{name} ended with {ended.returncode} and without a result")
            failed += re.findall(r"^failed: (\S+)$", body, re.MULTILINE)
            totals = [total + count for total, count in zip(totals, counts or (0, 1, 0))]
    late = [name for name in failed if name.startswith(ENGINES)]
    if len(late) <= MOST_UNSTEADY:
        for name in late:
            _, ended = start([name.partition(".")[0]], only=name, results=None)
            body, counts = said(ended)
            print(body, flush=True)
            if counts is not None and counts[0] and not counts[1]:
                print(f"unsteady: {name} failed beside other modules and passed alone")
                totals = [totals[0] + 1, totals[1] - 1, totals[2]]
                if options.results:
                    junit.mark_unsteady(pathlib.Path(options.results), name)
    return totals


def said(ended):
    """What a process has printed, and its counts of passed, failed and skipped; None without them."""
    text = ended.stdout.decode("utf-8", "replace").rstrip()
    body, _, last = text.rpartition("\n")
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", last)
    return (body, [int(count) for count in counts.groups("0")]) if counts else (text, None)


def module(test):
    """The module of a test; of one that could not be loaded, too."""
    return test.id().rpartition(".")[2] if isinstance(test, unittest.loader._FailedTest) else type(test).__module__


def size(name):
    path = pathlib.Path(__file__).parent / f"{name}.py"
    return path.stat().st_size if path.is_file() else 0


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


if __name__ == "__main__":
    main()
