#!/usr/bin/env python3
"""Reckons what a fleet of projects costs: a million of them with a run a night for a year, on a hundred workers.

The unit costs are measured first, with the program: what a run takes and leaves behind, and what the page of all
projects takes by their number. Everything else is computed from these. Then a site of the size --check is published
for real, from other reports than those that were measured, and stands beside what was computed for it.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from measuring import ROOT, floor, machine, machine_in_words, print_json, tell
from years import Project

VARIANTS = 20           # different projects; the others repeat their reports
SAMPLE = 40             # projects of the measured site
NIGHTS = 35             # of which the last ones are measured, after the turn of a month
FRONTS = (100, 300, 1_000, 3_000, 10_000)
LISTED_AT_ONCE = 300    # projects that stand on the first page itself; more have index pages
LISTED = 1_000          # objects in an answer of a bucket
LIST_LIMIT = 8 << 20    # bytes of the largest list that --batch reads
LATENCY = 0.001         # seconds that a file server takes for a call
# What a file server is asked for: each is a round trip where nothing is cached.
ASKED = {"open": ("openat", "open"), "make": ("mkdir", "mkdirat"), "rename": ("rename", "renameat", "renameat2"),
         "remove": ("unlink", "unlinkat", "rmdir"), "sync": ("fsync", "fdatasync"), "lock": ("flock",),
         "look": ("newfstatat", "fstatat64", "stat", "lstat", "statx", "readlink", "readlinkat")}


class Reports:
    """The reports of the nights, a few different projects that all others repeat."""

    def __init__(self, folder, seed):
        self.folder, self.projects, self.made = folder, [Project(f"{seed} {number}") for number in range(VARIANTS)], 0
        folder.mkdir(parents=True)

    def batch(self, night, projects):
        """The list of one night's runs; nights are asked for in their order."""
        if night == self.made:
            self.made += 1
            for number, project in enumerate(self.projects):
                (self.folder / f"{number}-{night}.json").write_text(json.dumps(project.night(night)))
        path = self.folder / f"nights-{night}-{projects}.json"
        path.write_text(json.dumps([{"project": name(number), "inputs": [f"{number % VARIANTS}-{night}.json"]}
                                    for number in range(projects)]))
        return path


def name(number):
    """Ten projects a team, so that the first page has its groups."""
    return f"team{number // 10:05}-part{number % 10}"


class Call:
    """One call of `publish`: wall time, processor time and peak memory."""

    def __init__(self, program, site, *words):
        command = [str(program), "publish", "--site", str(site), "--quiet", *map(str, words)]
        begun = time.perf_counter()
        child = os.posix_spawn(program, command, os.environ)
        _, status, used = os.wait4(child, 0)
        self.wall = time.perf_counter() - begun
        self.cpu = used.ru_utime + used.ru_stime
        # A peak below this process's own can't be seen.
        self.peak = used.ru_maxrss * 1024 if used.ru_maxrss * 1024 > floor() * 1.05 else None
        if status:
            sys.exit(f"fleet.py: '{' '.join(command)}' ended with {os.waitstatus_to_exitcode(status)}")


def calls(program, site, *words):
    """How often a call of `publish` asks the file system for each thing; None without strace."""
    if not shutil.which("strace"):
        return None
    with tempfile.NamedTemporaryFile("r") as counts:
        command = ["strace", "-f", "-c", "-o", counts.name, str(program), "publish", "--site", str(site), "--quiet"]
        if subprocess.run([*command, *map(str, words)], stdin=subprocess.DEVNULL).returncode:
            return None
        # % time, seconds, usecs a call, calls, errors if there are any, name
        found = {row[-1]: int(row[3]) for row in map(str.split, counts) if len(row) >= 5 and re.fullmatch(r"\d+", row[3])}
    return {what: sum(found.get(call, 0) for call in names) for what, names in ASKED.items()}


class Sizes:
    """Bytes, files and folders of a site: in its runs, beside them, and which file is which."""

    def __init__(self, site):
        self.bytes, self.files, self.folders, self.known = collections.Counter(), collections.Counter(), 0, {}
        ahead = [(str(site), "rest")]
        while ahead:
            folder, where = ahead.pop()
            for entry in os.scandir(folder):
                if entry.is_dir():
                    self.folders += 1
                    ahead.append((entry.path, "runs" if entry.name == "runs" else where))
                    continue
                about = entry.stat()
                kind = "front" if folder == str(site) else where
                self.bytes[kind] += about.st_size
                self.files[kind] += 1
                self.known[entry.path] = (about.st_ino, about.st_mtime_ns, about.st_size)

    def changed_since(self, before):
        """Files that another one has not, and their bytes: what would be put into a bucket."""
        new = [size for path, (inode, when, size) in self.known.items() if before.known.get(path, ())[:2] != (inode, when)]
        return len(new), sum(new)


def measure(options, work):
    """The unit costs."""
    program, site, reports = options.program, work / "sample", Reports(work / "sample-reports", "measured")
    cpu, before, units = [], None, {}
    for night in range(NIGHTS):
        tell(options, f"\rmeasuring a run: night {night + 1} of {NIGHTS}\033[K")
        batch = reports.batch(night, SAMPLE)
        if night == NIGHTS - 1:
            before = Sizes(site)
        call = Call(program, site, "--batch", batch, "--shard", "1/1")
        cpu.append(call.cpu / SAMPLE)
        if night == 0:
            # Until a site has a first page, each run looks through its whole folder.
            Call(program, site, "--index")
            first = Sizes(site)
    last = Sizes(site)
    units["run_cpu"] = statistics.median(cpu[-10:])
    units["run_bytes"], units["run_files"] = last.bytes["runs"] / SAMPLE / NIGHTS, last.files["runs"] / SAMPLE / NIGHTS
    # What a project has beside its runs from its first night on, and what each night adds to it.
    for key, of in (("bytes", lambda sizes: sizes.bytes["rest"]), ("files", lambda sizes: sizes.files["rest"])):
        units[f"more_{key}"] = (of(last) - of(first)) / SAMPLE / (NIGHTS - 1)
        units[f"project_{key}"] = of(first) / SAMPLE - units[f"more_{key}"]
    units["project_folders"] = (last.folders - SAMPLE * NIGHTS) / SAMPLE
    units["put_files"], units["put_bytes"] = (value / SAMPLE for value in last.changed_since(before))
    asked = calls(program, site, "--batch", reports.batch(NIGHTS, SAMPLE), "--shard", "1/1")
    units["run_calls"] = asked and {what: count / SAMPLE for what, count in asked.items()}
    units.update(front(options, work, site))
    shutil.rmtree(site)
    units["list_cpu"], units["list_bytes"] = listing(options, work, reports)
    return units


def front(options, work, sample):
    """The first page and the index pages by the number of projects: straight lines through what was measured, one for
    sites whose first page lists all projects, one for larger ones.

    They need a file of each project and look for others. A copy of these with another name is a project to them.
    """
    site, made, points = work / "front", 0, []
    shutil.copytree(sample, site, ignore=shutil.ignore_patterns("team*"))
    known = sorted(path.parent for path in sample.glob("*/latest.json"))
    for projects in FRONTS:
        tell(options, f"\rmeasuring the first page: {projects:,} projects\033[K")
        for number in range(made, projects):
            project, copy = known[number % len(known)], site / name(number)
            # Of the project's page it asks no more than whether it is there.
            copy.mkdir()
            (copy / "index.html").touch()
            for file in ("latest.json", "history/project.json", "archive/index.html"):
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                (copy / file).write_text((project / file).read_text().replace(f'"{project.name}"', f'"{copy.name}"'))
        made = projects
        for page in site.glob("index~*.html"):
            page.unlink()
        tries = [Call(options.program, site, "--index") for _ in range(3)]
        rows = sum(map(listed, [site / "index.html"] if projects <= LISTED_AT_ONCE else
                       # The pages of changed and failing projects list them once more.
                       (path for path in site.glob("index~*.html") if path.name.count("~") == 1)))
        if rows != projects:
            sys.exit(f"fleet.py: the pages of {projects:,} projects have not as many rows")
        pages = sizes_of_index(site)
        # The first of the calls makes every page, the others see that nothing has changed.
        points.append({"projects": projects, "made_cpu": tries[0].cpu, "cpu": statistics.median(call.cpu for call in tries[1:]),
                       "peak": tries[0].peak, "bytes": sum(pages), "pages": len(pages), "largest": max(pages)})
    asked = calls(options.program, site, "--index")
    shutil.rmtree(site)
    found = {"front_points": points, "front_calls": asked and sum(asked.values()) / FRONTS[-1]}
    for what in ("made_cpu", "cpu", "peak", "bytes", "pages"):
        lines = []
        for some in (points[:2], points[2:]):
            seen = [(point["projects"], point[what]) for point in some if point[what]]
            slope, start = statistics.linear_regression(*zip(*seen)) if len(seen) > 1 else (math.nan, math.nan)
            lines.append((start, slope))
        found[f"front_{what}"] = lines
    return found


def sizes_of_index(site):
    """The sizes of the first page and of all index pages."""
    return [path.stat().st_size for path in [site / "index.html", *site.glob("index~*.html")]]


def listed(path):
    """The projects that a page lists. Line by line: a large page in memory would hide how much the program takes."""
    with open(path, "rb") as page:
        return sum(line.count(b'class="project"') for line in page)


def listing(options, work, reports):
    """What a part of a batch takes for each entry of the list that is another part's, and the bytes of an entry."""
    entries, part, site = 100_000, "1/10000", work / "listing"
    tell(options, f"\rmeasuring a list of {entries:,} runs\033[K")
    path = reports.batch(0, entries)
    Call(options.program, site, "--batch", path, "--shard", part)
    # Without its own runs, a part has nothing to do but to read.
    path.write_text(json.dumps([entry for entry in json.loads(path.read_text()) if not (site / entry["project"]).exists()]))
    cost = statistics.median(Call(options.program, site, "--batch", path, "--shard", part).cpu for _ in range(3))
    shutil.rmtree(site)
    return cost / entries, path.stat().st_size / entries


def line(units, what, projects):
    start, slope = units[f"front_{what}"][projects > LISTED_AT_ONCE]
    return start + slope * projects


def reckon(units, projects, runs, workers):
    """What a fleet costs, from the unit costs."""
    kept = projects * runs
    files = kept * units["run_files"] + projects * (units["project_files"] + units["more_files"] * runs)
    size = kept * units["run_bytes"] + projects * (units["project_bytes"] + units["more_bytes"] * runs)
    own = projects * units["run_cpu"] / workers
    listed = min(projects, LIST_LIMIT / units["list_bytes"])
    return {
        "projects": projects, "runs": runs, "workers": workers, "bytes": size + line(units, "bytes", projects),
        "files": files, "folders": kept + projects * units["project_folders"],
        "night_cpu": projects * units["run_cpu"], "worker_cpu": own, "list_cpu": listed * units["list_cpu"],
        "list_files": math.ceil(projects / listed),
        "front_made_cpu": line(units, "made_cpu", projects), "front_cpu": line(units, "cpu", projects),
        "front_bytes": line(units, "bytes", projects), "front_pages": round(line(units, "pages", projects)),
        "front_peak": line(units, "peak", projects),
        "puts": projects * units["put_files"], "put_bytes": projects * units["put_bytes"], "lists": math.ceil(files / LISTED),
        "calls": units["run_calls"] and {what: projects * count for what, count in units["run_calls"].items()},
        "front_calls": units["front_calls"] and projects * units["front_calls"]}


def check(options, work, units, projects, runs):
    """Publishes a site of this size; returns what was measured beside what was computed."""
    expected = reckon(units, projects, runs, 1)
    space = shutil.disk_usage(work).free
    if expected["bytes"] * 1.1 > space:
        sys.exit(f"fleet.py: {projects:,} x {runs} takes {amount(expected['bytes'])}, and {work} has {amount(space)} free: "
                 "use --check with less or --folder")
    site, reports, cpu, wall = work / "check", Reports(work / "check-reports", "checked"), [], []
    for night in range(runs):
        call = Call(options.program, site, "--batch", reports.batch(night, projects), "--shard", "1/1")
        cpu.append(call.cpu)
        index = Call(options.program, site, "--index")
        wall.append(call.wall + index.wall)
        tell(options, f"\rchecking: night {night + 1} of {runs}, {call.wall:.0f} s\033[K")
    sizes = Sizes(site)
    found = {"bytes": sum(sizes.bytes.values()), "files": sizes.files["runs"] + sizes.files["rest"], "folders": sizes.folders,
             "night_cpu": cpu[-1], "front_made_cpu": index.cpu, "front_peak": index.peak,
             "front_bytes": sum(sizes_of_index(site)), "front_pages": len(sizes_of_index(site))}
    return {"projects": projects, "runs": runs, "wall": sum(wall), "cpu": cpu,
            "figures": {what: {"computed": expected[what], "measured": value} for what, value in found.items()}}


def amount(value):
    if value is None or math.isnan(value):
        return "-"
    for unit, size in (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value < 1000 * size else f"{value / size:,.0f} {unit}"
    return f"{value / 1e3:.1f} kB"


def duration(value):
    if value < 1:
        return f"{value * 1000:.1f} ms"
    return f"{value:.1f} s" if value < 600 else f"{value / 60:.0f} min" if value < 36_000 else f"{value / 3600:.0f} h"


def count(value):
    return f"{value:,.1f}" if value < 100 else f"{float(f'{value:.3g}'):,.0f}"


SHOWN = {"bytes": amount, "files": count, "folders": count, "night_cpu": duration, "front_made_cpu": duration,
         "front_peak": amount, "front_bytes": amount, "front_pages": count}
WORDS = {"bytes": "the site", "files": "files", "folders": "folders", "night_cpu": "a night, all runs",
         "front_made_cpu": "index, time", "front_peak": "index, memory", "front_bytes": "index", "front_pages": "its pages"}


def show(units, plan, checked):
    print(f"A run of 30 messages, measured ({SAMPLE} projects, night {NIGHTS})")
    print(f"  processor {duration(units['run_cpu'])}, its folder {amount(units['run_bytes'])} in {count(units['run_files'])} files; "
          f"beside it {amount(units['more_bytes'])} a run")
    print(f"  a project has {amount(units['project_bytes'])} in {count(units['project_files'])} files beside its runs")
    print(f"  it changes {count(units['put_files'])} files of {amount(units['put_bytes'])}")
    if units["run_calls"]:
        print("  calls: " + ", ".join(f"{what} {count(number)}" for what, number in units["run_calls"].items()))
    print(f"  an entry of the list has {units['list_bytes']:.0f} bytes and takes each part {units['list_cpu'] * 1e6:.2f} us")
    print("The index of all projects, measured: its pages, the largest, made anew, unchanged")
    for point in units["front_points"]:
        print(f"  {point['projects']:>6,} projects {amount(point['bytes']):>9} in {point['pages']:>3} {amount(point['largest']):>9} "
              f"{duration(point['made_cpu']):>9} {duration(point['cpu']):>9}  {amount(point['peak'])} of memory")
    print(f"{plan['projects']:,} projects x {plan['runs']:,} runs on {plan['workers']:,} workers of one core, computed")
    print(f"  the site            {amount(plan['bytes'])} in {count(plan['files'])} files and {count(plan['folders'])} folders")
    print(f"  a night             {duration(plan['night_cpu'])} of processor, {duration(plan['worker_cpu'])} a worker")
    print(f"  its list            {plan['list_files']:,} of at most {LIST_LIMIT >> 20} MB; reading one takes a part {duration(plan['list_cpu'])}")
    if plan["calls"]:
        asked = sum(plan["calls"].values())
        print(f"  a file server       {count(asked)} calls, {count(plan['calls']['sync'])} of them to sync; "
              f"at 1 ms each {duration(asked * LATENCY / plan['workers'])} a worker")
    print(f"  a bucket            {count(plan['puts'])} puts of {amount(plan['put_bytes'])}; one listing {count(plan['lists'])} requests")
    print(f"  the index           {amount(plan['front_bytes'])} in {count(plan['front_pages'])} pages; "
          f"{duration(plan['front_made_cpu'])}, {duration(plan['front_cpu'])} where none has changed, "
          f"{amount(plan['front_peak'])} of memory"
          + (f", {count(plan['front_calls'])} calls, at 1 ms each {duration(plan['front_calls'] * LATENCY)}" if plan["front_calls"] else ""))
    if not checked:
        return
    print(f"{checked['projects']:,} projects x {checked['runs']} runs published for real in {duration(checked['wall'])}")
    print(f"  {'':<20} {'computed':>12} {'measured':>12} {'ratio':>6}")
    for what, pair in checked["figures"].items():
        shown = SHOWN[what]
        print(f"  {WORDS[what]:<20} {shown(pair['computed']):>12} {shown(pair['measured']):>12} "
              + (f"{pair['measured'] / pair['computed']:>6.2f}" if pair["measured"] else f"{'-':>6}"))


def size(text):
    found = re.fullmatch(r"([1-9]\d{0,6})x([1-9]\d{0,3})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is not like 1000x30, projects and runs of each")
    return int(found[1]), int(found[2])


def positive(text):
    if not re.fullmatch(r"[1-9]\d{0,9}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --fleet", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--projects", type=positive, default=1_000_000, help="projects of the fleet (default: 1000000)")
    parser.add_argument("--runs", type=positive, default=365, help="runs of each that are kept (default: 365)")
    parser.add_argument("--workers", type=positive, default=100, help="cores that publish (default: 100)")
    parser.add_argument("--check", type=size, default=(200, 20), metavar="PROJECTSxRUNS",
                        help="what is published for real (default: 200x20, 0.9 GB;\n"
                             "10000x30 takes 70 GB and 45 minutes of processor)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR",
                        help="where the sites go; /dev/shm leaves the disk out (default: a temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the figures for machines")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.program = options.program.resolve()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tidemark-fleet-", dir=options.folder) as temporary:
        work = pathlib.Path(temporary)
        units = measure(options, work)
        plan = reckon(units, options.projects, options.runs, options.workers)
        checked = check(options, work, units, *options.check)
    tell(options, "\r\033[K")
    about = machine()
    if options.json:
        print_json({"machine": about, "units": units, "plan": plan, "check": checked})
        return
    print(machine_in_words(about))
    show(units, plan, checked)


if __name__ == "__main__":
    main()
