#!/usr/bin/env python3
"""Measures what people wait for: Tidemark beside what they would use instead, each with the same file.

junit    100,000 failures in JUnit XML to a page; beside junit2html
sarif    100,000 results in SARIF to a page; beside sarif-tools
robot    10,000 tests of Robot Framework to a page; beside rebot
history  90 runs of 2,000 tests of Robot Framework to a site; beside robotdashboard
pytest   10,000 tests that pytest runs, and their page; beside pytest-html
million  1,000,000 messages to a page
start    30 messages to a page: a process that begins and ends
publish  one more run of 30 messages in a site of 20 runs
build    the program from its sources

Prints a table in Markdown with medians: time, time of the processors, memory of the largest process, size of the page,
and when it answers in Chromium. Each round runs every program once, so that a busy moment of the machine meets all.
The files are in memory if it has the room. Exit status: 1 if something could not be measured.
"""
import argparse
import dataclasses
import pathlib
import shutil
import statistics
import sys

import browser
import dataset
import inputs
from measuring import ROOT, Failure, amount, folder_in_memory, machine, memory, run, seconds

ROOM = 3 << 30              # bytes that all files of the largest measurement take
RUNS_BEFORE = 20            # of a site into which another run is published
BUILD = 'source bin/support.sh && swift build "${release_options[@]}" --scratch-path "$1"'


@dataclasses.dataclass
class Work:
    """What one program does in each round."""
    program: str
    commands: list
    page: pathlib.Path | None = None
    statuses: tuple = (0,)
    before: object = None       # What is called before each round.


class Measurements:
    """The measurements by their names: each makes its files and returns a title and the work of each program."""

    def __init__(self, options):
        self.options, self.folder = options, options.folder
        self.bin = pathlib.Path(options.python).parent

    def count(self, whole):
        return max(whole // self.options.scale, 1)

    def render(self, path):
        page = self.folder / "tidemark.html"
        return Work("Tidemark", [[self.options.program, "render", path, "-o", page, "--quiet"]], page)

    def junit(self):
        path, page, count = self.folder / "report.xml", self.folder / "peer.html", self.count(100_000)
        inputs.write_junit(path, count)
        return f"{count:,} failures in JUnit XML", [self.render(path), Work("junit2html", [[self.bin / "junit2html", path, page]], page)]

    def sarif(self):
        path, page, count = self.folder / "report.sarif", self.folder / "peer.html", self.count(100_000)
        inputs.write_sarif(path, count)
        return f"{count:,} results in SARIF", [
            self.render(path), Work("sarif-tools", [[self.bin / "sarif", "html", "--output", page, path]], page)]

    def robot(self):
        path, page, count = self.folder / "output.xml", self.folder / "peer.html", self.count(10_000)
        inputs.write_robot(path, count)
        command = [self.bin / "rebot", "--nostatusrc", "--report", "NONE", "--log", page, path]
        return f"{count:,} tests of Robot Framework", [self.render(path), Work("rebot", [command], page)]

    def history(self):
        runs, count, days = self.count(90), self.count(2_000), self.folder / "days"
        days.mkdir()
        for day in range(runs):
            inputs.write_robot(days / f"output-{day:02}.xml", count, day)
        site, page, stored = self.folder / "site", self.folder / "peer.html", self.folder / "stored.db"
        publish = [self.options.program, "publish", *sorted(days.iterdir()), "--each", "--site", site, "--project", "harbor", "--quiet"]
        peer = [self.bin / "robotdashboard", "-f", days, "-d", stored, "-n", page, "-l", "false", "--offlinedependencies"]
        return f"{runs} runs of {count:,} tests", [
            Work("Tidemark", [publish], site / "harbor/index.html", before=lambda: shutil.rmtree(site, ignore_errors=True)),
            Work("robotdashboard", [peer], page, before=lambda: stored.unlink(missing_ok=True))]

    def pytest(self):
        path, page, count = self.folder / "test_numbers.py", self.folder / "peer.html", self.count(10_000)
        inputs.write_tests(path, count)
        pytest, report = [self.options.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", path], self.folder / "report.xml"
        ours = self.render(report)
        ours.commands.insert(0, [*pytest, f"--junit-xml={report}"])
        return f"{count:,} tests of pytest, run and reported", [
            dataclasses.replace(ours, program="pytest + Tidemark", statuses=(0, 1)),
            Work("pytest + pytest-html", [[*pytest, f"--html={page}", "--self-contained-html"]], page, statuses=(0, 1))]

    def million(self):
        path, count = self.folder / "dataset.json", self.count(1_000_000)
        dataset.main(count, path)
        return f"{count:,} messages", [self.render(path)]

    def start(self):
        path = self.folder / "dataset.json"
        dataset.main(30, path)
        return "30 messages", [self.render(path)]

    def publish(self):
        nights, site = iter(inputs.write_nights(self.folder, RUNS_BEFORE + self.options.runs_of["publish"] + 1)), self.folder / "site"

        def command():
            return [self.options.program, "publish", next(nights), "--site", site, "--project", "harbor", "--quiet"]

        run([command() for _ in range(RUNS_BEFORE)], self.options.limit)
        work = Work("Tidemark", [], site / "harbor/index.html")
        work.before = lambda: work.commands.__setitem__(slice(None), [command()])
        return "a run of 30 messages, published", [work]

    def build(self):
        target = self.folder / "build"
        command = ["bash", "-c", BUILD, ROOT / "bin/bench", target]
        return "a build from the sources", [Work("swift", [command], before=lambda: shutil.rmtree(target, ignore_errors=True))]


RUNS = {"junit": 3, "sarif": 3, "robot": 3, "history": 1, "pytest": 3, "million": 3, "start": 21, "publish": 21, "build": 1}


def measured(work, usages, limit):
    """The row of a program behind its name."""
    row = [seconds(statistics.median(one.wall for one in usages)), seconds(statistics.median(one.cpu for one in usages)),
           memory(statistics.median(one.peak for one in usages))]
    if work.page is None:
        return [*row, "", ""]
    if not work.page.exists():
        raise Failure("it wrote no page")
    took = browser.answers(work.page, limit)
    return [*row, amount(work.page.stat().st_size), f"not in {limit:.0f} s" if took is None else seconds(took)]


def measure(name, options):
    """Prints the rows of one measurement; returns whether everything was measured."""
    options.folder.mkdir(parents=True)
    try:
        title, works = getattr(Measurements(options), name)()
        usages, failures = {work.program: [] for work in works}, {}
        for _ in range(options.runs_of[name]):
            for work in works:
                if work.program in failures:
                    continue
                try:
                    if work.before:
                        work.before()
                    usages[work.program].append(run(work.commands, options.limit, work.statuses))
                except Failure as failure:
                    failures[work.program] = str(failure)
        for work in works:
            try:
                row = [failures[work.program]] if work.program in failures else measured(work, usages[work.program], options.limit)
            except Failure as failure:
                failures[work.program] = str(failure)
                row = [str(failure)]
            print(f"| {title} | {work.program} | " + " | ".join(row + [""] * (5 - len(row))) + " |", flush=True)
            title = ""
        return not failures
    finally:
        shutil.rmtree(options.folder)


def main():
    parser = argparse.ArgumentParser(prog="bin/bench", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default=",".join(RUNS), metavar="NAMES", help="some of these, with commas between them")
    parser.add_argument("--runs", type=int, metavar="N", help="rounds (default: what the median of each needs)")
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide the numbers of tests and messages by N")
    parser.add_argument("--limit", type=float, default=1_800, metavar="SECONDS", help="stop a slower program (default: 1800)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR", help="a new folder for the files (default: in memory)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="measure this program (default: build one)")
    parser.add_argument("--python", default=sys.executable, help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.only.split(",")
    if set(names) - set(RUNS) or min(options.scale, options.runs or 1) < 1:
        parser.error("measurements are " + ", ".join(RUNS) + "; runs and the scale start at 1")
    options.program = (options.program or ROOT / "build/tidemark").resolve()
    options.folder = options.folder or folder_in_memory(ROOM)
    options.runs_of = {name: options.runs or RUNS[name] for name in names}
    print(machine(), end="\n\n")
    print("| what | program | time | processors | memory | page | answers after |\n|---|---|---:|---:|---:|---:|---:|", flush=True)
    done = [measure(name, options) for name in names]
    sys.exit(0 if all(done) else 1)


if __name__ == "__main__":
    main()
