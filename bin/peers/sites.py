"""Measures sites for the goals of bin/bench: a run, a batch, the page of all projects, and ten years of runs."""
import json
import os
import shutil
import statistics

from fleet import Call, Reports
from measuring import ROOT, tell
from years import Project, publish

RUNS, PROJECTS, MANY, YEARS = 20, 1_000, 10_000, 3_650


class Nights:
    """The reports of one project, a file each."""

    def __init__(self, folder, seed):
        self.folder, self.project, self.made = folder, Project(seed), 0
        folder.mkdir(parents=True)

    def next(self):
        self.made += 1
        path = self.folder / f"{self.made}.json"
        path.write_text(json.dumps(self.project.night(self.made)))
        return path


def measure(options, work):
    """The figures of the groups that are asked for, by name."""
    found, scale, rounds = {}, options.scale, options.runs or 3
    program = options.program.resolve()
    groups = {
        "publish": lambda: publishing(program, work, rounds),
        "batch": lambda: batch(program, work, rounds, PROJECTS // scale),
        "index": lambda: index(program, work, rounds, MANY // scale, options),
        "years": lambda: years(program, work, YEARS // scale, options)}
    for group, measures in groups.items():
        if group in options.goals:
            tell(options, f"\rsites: {group}\033[K")
            work.mkdir(parents=True, exist_ok=True)
            found |= measures()
            shutil.rmtree(work)
    tell(options, "\r\033[K")
    return found


def publishing(program, work, rounds):
    """A run, its files in memory and on a disk in turn; the first ones make the sites."""
    disk = ROOT / "build" / f"bench-disk-{os.getpid()}"
    nights, costs = Nights(work / "nights", "publish"), {"publish_s": [], "publish_disk_s": []}
    try:
        for number in range(RUNS + rounds):
            night = nights.next()
            for name, site in (("publish_s", work / "site"), ("publish_disk_s", disk)):
                costs[name].append(publish(program, night, site, [])[0])
    finally:
        shutil.rmtree(disk, ignore_errors=True)
    return {name: statistics.median(taken[3:]) for name, taken in costs.items()}


def batch(program, work, rounds, projects):
    """Two nights of all projects in new sites."""
    reports, nights = Reports(work / "reports", "batch"), []
    lists = [reports.batch(night, projects) for night in range(2)]
    for _ in range(rounds):
        calls = [Call(program, work / "site", "--batch", path) for path in lists]
        nights.append([(call.wall, call.cpu / call.wall) for call in calls])
        shutil.rmtree(work / "site")
    medians = [[statistics.median(values) for values in zip(*night)] for night in zip(*nights)]
    wall, cores = max(medians)
    return {"batch_s": wall, "batch_cores": cores, "batch_nights": medians}


def index(program, work, rounds, projects, options):
    """The page of all projects in a site that has so many, and a run into it."""
    reports, site = Reports(work / "reports", "index"), work / "site"
    Call(program, site, "--batch", reports.batch(0, projects))
    made, seen = [], []
    for _ in range(rounds + 1):
        for page in site.glob("index~*.html"):
            page.unlink()
        made.append(Call(program, site, "--index").wall)
        seen.append(Call(program, site, "--index").wall)
    nights = Nights(work / "nights", "index")
    runs = [publish(program, nights.next(), site, [])[0] for _ in range(rounds + 1)]
    return {"index_bytes": (site / "index.html").stat().st_size,
            "index_made_s": statistics.median(made[1:]), "index_s": statistics.median(seen[1:]),
            "index_publish_s": statistics.median(runs[1:])}


def years(program, work, runs, options):
    """The last runs of a site of so many, each beside the second run of a new site with the same reports."""
    nights, old, new = Nights(work / "nights", "years"), work / "old", work / "new"
    last, second, before = [], [], None
    for number in range(1, runs + 1):
        night = nights.next()
        cost, _ = publish(program, night, old, [])
        if number > runs - RUNS and before:
            publish(program, before, new, [])
            second.append(publish(program, night, new, [])[0])
            last.append(cost)
            shutil.rmtree(new)
        if before:
            before.unlink()
        before = night
        if number % 25 == 0:
            tell(options, f"\rsites: run {number:,} of {runs:,}\033[K")
    return {"years_last_s": statistics.median(last), "years_second_s": statistics.median(second),
            "years_times": statistics.median(last) / statistics.median(second)}
