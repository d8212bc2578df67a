#!/usr/bin/env python3
"""Publishes night after night for years, and prints what a night costs at the end of some of them.

Each night has about thirty messages, most of them the night before's. It is published into a site that keeps
everything and into one with --keep 365, a process each. Printed are medians over a window of nights: wall time,
processor time (user and system), how many times that of the first nights, and how many times that of the same
nights in a site begun with them, measured in turn, so that a busy moment of the machine meets both.
"""
import argparse
import datetime
import json
import os
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import time

import dataset
from measuring import ROOT, amount, machine, machine_in_words, print_json, seconds, tell

FIRST_NIGHT = datetime.date(2016, 11, 1)
KEPT = 365
SITES = {"all": [], f"keep {KEPT}": ["--keep", str(KEPT)]}


class Project:
    """What a project's nights find: what stays, what is fixed, what is new, and what comes and goes."""

    def __init__(self, seed="years"):
        self.chance = random.Random(seed)
        self.made = 0
        self.open = [self.message() for _ in range(26)]
        self.restless = [self.message() for _ in range(8)]

    def message(self):
        self.made += 1
        message = dataset.message(self.made, self.chance)
        del message["time"]
        return message

    def night(self, number):
        chance = self.chance
        self.open = [message for message in self.open if chance.random() > 0.05]
        # As many come as go, so that the tenth year is like the first.
        self.open += [self.message() for _ in range(sum(chance.random() < 0.05 for _ in range(26)))]
        self.open += [self.message()] if len(self.open) < 22 else []
        shown = self.open[:32] + [message for message in self.restless if chance.random() < 0.5]
        for message in shown:
            message["location"]["line"] += chance.random() < 0.1
        day = FIRST_NIGHT + datetime.timedelta(days=number)
        minutes = chance.randint(80, 140)
        end = datetime.datetime.combine(day, datetime.time(3, 9))
        return {
            "version": 1, "project": "harbor", "title": "Harbor nightly build", "subtitle": f"main @ {chance.randrange(1 << 28):07x}",
            "now": f"{day}T03:12:00Z", "timeZone": "Europe/Berlin",
            "run": {"status": "failed" if chance.random() < 0.02 else "completed",
                    "started": (end - datetime.timedelta(minutes=minutes)).isoformat() + "Z", "finished": end.isoformat() + "Z"},
            "categories": [{"id": key, "title": title} for key, title in dataset.CATEGORIES],
            "messages": [] if chance.random() < 0.01 else shown}


def publish(program, night, site, more):
    """Wall time and processor time of one process."""
    command = [str(program), "publish", str(night), "--site", str(site), "--base-url", "https://example.org/r/",
               "--stale-after", "36h", "--quiet", *more]
    begun = time.perf_counter()
    child = os.posix_spawn(program, command, os.environ)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - begun
    if status:
        sys.exit(f"years.py: '{' '.join(command)}' ended with {os.waitstatus_to_exitcode(status)}")
    return wall, used.ru_utime + used.ru_stime


def sizes(site):
    """How many bytes there are beside the nights and in them, and in the largest pages of lists."""
    found = {"runs": 0, "rest": 0, "files": 0, "archive": 0, "front": (site / "index.html").stat().st_size}
    for folder, _, names in os.walk(site):
        for name in names:
            size = os.stat(os.path.join(folder, name)).st_size
            found["files"] += 1
            found["runs" if "/runs/" in folder else "rest"] += size
            if folder.endswith("/archive"):
                found["archive"] = max(found["archive"], size)
    return found


def measure(options, work):
    """Publishes all nights; gives back the figures at the end of the first nights and of some years."""
    program, night = options.program.resolve(), work / "night.json"
    last = options.years * 365
    ends = sorted({1 + options.window, *(year * 365 for year in (1, 2, 5, 10, options.years) if year <= options.years)})
    costs = {name: [] for name in [*SITES, "fresh"]}
    project, results = Project(), []
    for number in range(1, last + 1):
        night.write_text(json.dumps(project.night(number)))
        end = next(end for end in ends if end >= number)
        for name, more in SITES.items():
            costs[name].append(publish(program, night, work / name.replace(" ", "-"), more))
        if number >= end - options.window:
            cost = publish(program, night, work / "fresh", [])
            # The first one in a site finds nothing there.
            if number > end - options.window:
                costs["fresh"].append(cost)
        if number == end:
            results += [{"night": number, "site": name, **medians(costs[name], options.window),
                         "fresh": medians(costs["fresh"], options.window), **sizes(work / name.replace(" ", "-"))}
                        for name in SITES]
            costs["fresh"] = []
            shutil.rmtree(work / "fresh")
        if number % 25 == 0:
            tell(options, f"\rnight {number:,} of {last:,}: {costs['all'][-1][0] * 1000:.1f} ms\033[K")
    tell(options, "\r\033[K")
    for one in results:
        first = next(other for other in results if other["site"] == one["site"])
        for key in ("wall", "cpu"):
            one[f"{key}_by_first"] = one[key] / first[key]
            one[f"{key}_by_fresh"] = one[key] / one["fresh"][key]
        nights = one["night"] - first["night"]
        one["rest_a_night"] = (one["rest"] - first["rest"]) / nights if nights else None
        # Where nights are taken away, their number is the one that is kept.
        one["runs_a_night"] = one["runs"] / (min(one["night"], KEPT) if one["site"] != "all" else one["night"])
    return results


def medians(costs, window):
    return dict(zip(("wall", "cpu"), map(statistics.median, zip(*costs[-window:]))))


def show(results, options):
    print(f"Medians of {options.window} nights up to each; wall and processor time, the ratios of each")
    print(f"  {'site':<9} {'night':>6} {'wall':>9} {'cpu':>9} {'x first':>12} {'x fresh':>12} {'a night':>9} {'beside':>9} "
          f"{'all beside':>11} {'archive':>9} {'front':>8} {'files':>7}")
    for one in sorted(results, key=lambda one: (one["site"] != "all", one["night"])):
        beside = "-" if one["rest_a_night"] is None else f"{one['rest_a_night']:,.0f} B"
        by_first, by_fresh = (f"{one['wall_by_' + what]:.2f} {one['cpu_by_' + what]:.2f}" for what in ("first", "fresh"))
        print(f"  {one['site']:<9} {one['night']:>6,} {seconds(one['wall']):>9} {seconds(one['cpu']):>9} {by_first:>12} {by_fresh:>12} "
              f"{amount(one['runs_a_night']):>9} {beside:>9} {amount(one['rest']):>11} {amount(one['archive']):>9} "
              f"{amount(one['front']):>8} {one['files']:>7,}")
    print("a night: bytes of its own folder; beside: bytes that each night since the first ones has added to the rest")


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --years", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("years", nargs="?", type=int, default=10, help="how many years (default: 10)")
    parser.add_argument("--window", type=int, default=30, metavar="NIGHTS", help="nights that a median is of (default: 30)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR",
                        help="where the sites go, and stay (default: a temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the figures for machines")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not 1 <= options.years <= 100 or not 2 <= options.window <= 180:
        parser.error("years are 1 to 100, and a window has 2 to 180 nights")
    if options.folder and options.folder.exists() and any(options.folder.iterdir()):
        parser.error(f"{options.folder} is not empty")
    with tempfile.TemporaryDirectory(prefix="tidemark-years-") as temporary:
        work = options.folder or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        results = measure(options, work)
    about = machine()
    if options.json:
        print_json({"machine": about, "results": results})
    else:
        print(machine_in_words(about))
        show(results, options)


if __name__ == "__main__":
    main()
