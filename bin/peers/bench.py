#!/usr/bin/env python3
"""Measures whole processes side by side: Tidemark and what people use instead, on the same messages; then sites.
Prints the medians, and the goals beside them: which are met, and by how much the others are missed.

Each round runs every peer once, in turn, so that a busy moment of the machine meets all of them. Printed are medians:
wall time, processor time (user and system), peak memory, size of the output. Files are in memory (/dev/shm) if it
has the room, so that no disk is measured.

Datasets: plain    titles and sentences without Markdown
          rich     with emphasis, code, links and logs
Outputs:  page, text, markdown, json, mail; 'reading' reads the dataset and makes nothing
Peers:    tidemark   the dataset to each output
          cmark      the words of the messages alone, as one Markdown file: no JSON, no template
          minijinja  a Python script with json, cmarkgfm and minijinja
          jinja2     the same with Jinja2
          markdown   the same with Jinja2 and Python-Markdown
          hugo       a site whose data file is the dataset, one page with markdownify
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys

import goals
import sites
from goals import ours, scaled
from measuring import (HERE, MEMORY, ROOT, Peer, amount, floor, folder_in_memory, machine, machine_in_words, print_json,
                       seconds, tell)

SIZES = [30, 10_000, goals.LARGE, goals.LARGEST]
ROUNDS = {30: 21, 1_000: 11, 10_000: 5, goals.LARGE: 5, goals.LARGEST: 3}
PEERS = ["tidemark", "cmark", "minijinja", "jinja2", "markdown", "hugo"]
ROOM = 4_000            # bytes of memory for each message: the dataset, its outputs, and a large peer
EPILOG = f"""Goals, at 100,000 messages where no number is said, for each dataset:
{goals.in_words()}
Ratios are those of medians of wall time, which a busy machine falsifies: see the load in the first line. A missed goal
is no failure: the exit status is 1 only when something could not be measured. The whole takes half an hour;
bin/bench --goals start,page two minutes, and bin/bench --quick shows in one minute whether everything can be measured.
Goals of a page in a browser: bin/bench --browser. Instructions of each stage: bin/bench --stages."""


# The engine and the Markdown of the scripts.
SCRIPTS = {"minijinja": ("minijinja", "cmarkgfm"), "jinja2": ("jinja2", "cmarkgfm"), "markdown": ("jinja2", "markdown")}


def peer(name, work, options):
    dataset, out = work / "dataset.json", work / f"{name.replace(' ', '-')}.out"
    if name == ours("reading"):
        # Refused at its last byte, when all of it has been read.
        return Peer(name, [options.program, "render", work / "cut.json", "--to", "json", "-o", out], status=3)
    if name.startswith("tidemark"):
        return Peer(name, [options.program, "render", dataset, "--to", name.partition(" ")[2] or "page", "-o", out], out)
    if name == "cmark":
        return Peer(name, ["cmark", work / "words.md"], out, to_output=True)
    if name == "hugo":
        # Its own cache and time limits are for sites on a server, not for a measurement.
        return Peer(name, ["hugo", "--quiet", "--source", work / "site", "--destination", work / "site/public", "--ignoreCache",
                           "--cleanDestinationDir"], work / "site/public/index.html")
    return Peer(name, [options.python, "-I", HERE / "script.py", *SCRIPTS[name], dataset, out], out)


def version(peer, options):
    if peer.name in SCRIPTS:
        code = ("import sys, importlib.metadata as m; print('Python', sys.version.split()[0], *"
                "(f'{p} {m.version(p)}' for p in sys.argv[1:]))")
        command = [options.python, "-I", "-c", code, *dict.fromkeys(SCRIPTS[peer.name])]
    else:
        command = [peer.command[0], "version" if peer.name == "hugo" else "--version"]
    said = subprocess.run(command, capture_output=True, text=True)
    return " ".join(said.stdout.split("\n")[0].split()[:6]) if said.returncode == 0 else None


def make_dataset(dataset, size, folder, peers):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, HERE / "dataset.py", str(size), folder / "dataset.json", folder / "words.md", dataset], check=True)
    if "hugo" in peers:
        subprocess.run([sys.executable, HERE / "hugo_site.py", folder / "dataset.json", folder / "site"], check=True)
    if ours("reading") in peers:
        shutil.copyfile(folder / "dataset.json", folder / "cut.json")
        with open(folder / "cut.json", "r+b") as file:
            file.truncate((folder / "dataset.json").stat().st_size - len("}\n"))


def measure_size(dataset, size, names, work, options, expected):
    """All rounds of one size; returns results and the peers that were left out, with the reason."""
    folder = work / f"{dataset}-{size}"
    peers, left_out = [], {}
    for name in names:
        if expected.get(name, 0) > options.limit:
            left_out[name] = f"skipped: would take too long (about {expected[name]:.0f} s, limit {options.limit:.0f} s)"
        else:
            peers.append(peer(name, folder, options))
    make_dataset(dataset, size, folder, [one.name for one in peers])
    rounds = options.runs or ROUNDS.get(size, 5)
    figures = {one.name: [] for one in peers}
    for number in range(rounds + (1 if size <= 1_000 else 0)):
        for one in peers[number % len(peers):] + peers[:number % len(peers)]:
            if one.name in left_out:
                continue
            outcome = one.measure(options.limit)
            if isinstance(outcome, str):
                left_out[one.name] = outcome
            else:
                figures[one.name].append(outcome)
                tell(options, f"\r{size:>9,} messages, {dataset}, round {number + 1}: {one.name} {outcome['wall']:.3f} s\033[K")
    tell(options, "\r\033[K")
    results = []
    for name in names:
        if not figures.get(name) or name in left_out:
            continue
        # The first round of the small sizes warms the file cache and is not counted.
        counted = figures[name][1:] if len(figures[name]) > rounds else figures[name]
        median = {key: statistics.median(one[key] for one in counted) for key in counted[0]}
        results.append({
            "dataset": dataset, "size": size, "peer": name, "runs": len(counted), "wall_s": median["wall"],
            "wall_min_s": min(one["wall"] for one in counted), "cpu_s": median["cpu"], "peak_bytes": int(median["peak"]),
            "output_bytes": int(median["output"]), "input_bytes": (folder / "dataset.json").stat().st_size,
            "words_bytes": (folder / "words.md").stat().st_size})
    if not options.keep:
        shutil.rmtree(folder)
    elif not options.json:
        print(f"Kept in {folder}")
    return results, left_out


def print_size(dataset, size, results, left_out, yardstick):
    one = next(iter(results), None)
    about = f": {amount(one['input_bytes'])} of JSON, {amount(one['words_bytes'])} of words" if one else ""
    print(f"\n{size:,} messages, {dataset} ({goals.DATASETS[dataset]}){about}")
    base = next((result for result in results if result["peer"] == yardstick), None)
    print(f"  {'peer':<17} {'wall':>10} {'x ' + yardstick:>11} {'cpu':>10} {'x cpu':>6} {'peak':>11} {'x input':>8} {'output':>9}  runs")
    for result in results:
        # On a busy machine the ratio of processor times is the truer one.
        ratio, cpu = (f"{result[key] / base[key]:.2f}" if base and base[key] else "-" for key in ("wall_s", "cpu_s"))
        seen = result["peak_bytes"] > floor()
        peak = amount(result["peak_bytes"]) if seen else f"< {floor() / 1e6:.0f} MB"
        times = f"{result['peak_bytes'] / result['input_bytes']:.1f}" if seen else "-"
        print(f"  {result['peer']:<17} {seconds(result['wall_s']):>10} {ratio:>11} {seconds(result['cpu_s']):>10} {cpu:>6} "
              f"{peak:>11} {times:>8} {amount(result['output_bytes']):>9}  {result['runs']}")
    for name, why in left_out.items():
        print(f"  {name:<17} {why}")
    sys.stdout.flush()


def growth(results):
    """For each peer and dataset, how time and memory grow from one size to the next; below, starting is most of it."""
    found = []
    for key in dict.fromkeys((result["dataset"], result["peer"]) for result in results):
        own = [result for result in results if (result["dataset"], result["peer"]) == key and result["size"] >= 1_000]
        for small, large in zip(own, own[1:]):
            found.append({"dataset": key[0], "peer": key[1], "from": small["size"], "to": large["size"],
                          "wall": large["wall_s"] / small["wall_s"], "peak": large["peak_bytes"] / small["peak_bytes"]})
    return found


def plan(options):
    """What is measured of each size: what was asked for, or what the goals that were asked for need."""
    sizes = {}
    for group in options.goals:
        for size, (outputs, peers) in goals.NEEDS[group].items():
            sizes.setdefault(scaled(size, options.scale), []).extend([*map(ours, outputs), *peers])
    if options.all:
        mine = [*map(ours, options.outputs), ours("reading")] if "tidemark" in options.only else []
        others = [name for name in options.only if name != "tidemark"]
        sizes = {scaled(size, options.scale): [*mine, *others] for size in options.sizes}
    order = [*map(ours, goals.OUTPUTS), ours("reading"), *PEERS[1:]]
    return {size: [name for name in order if name in sizes[size]] for size in sorted(sizes)}


def measure_messages(options, sizes, work):
    """Every size of every dataset; returns results, growth, and what was left out."""
    every, left_out_everywhere = [], []
    for dataset in options.datasets:
        last = {}
        for size, names in sizes.items():
            # A peer takes at least in proportion longer than it took for the size before.
            expected = {name: wall * size / before for name, (before, wall) in last.items() if before >= 1_000}
            results, left_out = measure_size(dataset, size, names, work, options, expected)
            every += results
            last.update({result["peer"]: (size, result["wall_s"]) for result in results})
            last.update({name: (size, float("inf")) for name, why in left_out.items() if why.startswith("stopped")})
            left_out_everywhere += [{"dataset": dataset, "size": size, "peer": name, "why": why} for name, why in left_out.items()]
            if not options.json:
                print_size(dataset, size, results, left_out, "cmark" if "cmark" in names else names[0])
    return every, left_out_everywhere


def find_peers(options, sizes, work):
    """The versions of the peers that are there, and why the others are not run; `sizes` keeps those that are."""
    versions, missing = {}, {}
    for name in dict.fromkeys("tidemark" if name.startswith("tidemark") else name for names in sizes.values() for name in names):
        try:
            versions[name] = version(peer(name, work, options), options)
        except OSError as error:
            missing[name] = f"not run: {error}"
            continue
        if not versions[name]:
            missing[name] = "not run: it does not tell its version, so it does not work"
            del versions[name]
    for size in sizes:
        sizes[size] = [name for name in sizes[size] if name.split()[0] not in missing]
    return versions, missing


def chosen(names):
    """A type of an option: some of the names, with commas between them."""
    def parse(text):
        unknown = set(text.split(",")) - set(names)
        if unknown:
            raise argparse.ArgumentTypeError(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
        return [name for name in names if name in text.split(",")]
    return parse


def numbers(text):
    try:
        found = sorted({int(size.replace("_", "")) for size in text.split(",")})
    except ValueError:
        found = [0]
    if found[0] < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not numbers from 1 on with commas between them")
    return found


def parse():
    parser = argparse.ArgumentParser(prog="bin/bench", allow_abbrev=False, description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawTextHelpFormatter)
    for name, metavar, what in (("browser", None, "measure a page of many messages in Chromium"),
                                ("years", "N", "publish every night of some years"),
                                ("fleet", None, "reckon what a million projects cost"),
                                ("reports", None, "measure reports of other tools"),
                                ("stages", None, "count the instructions of each stage"),
                                ("order", None, "write the order in which the program is linked")):
        parser.add_argument(f"--{name}", **({"metavar": metavar} if metavar else {"action": "store_true"}),
                            help=f"{what} instead: see bin/bench --{name} --help")
    parser.add_argument("--goals", type=chosen(goals.NEEDS), metavar="GROUP,…",
                        help=f"measure no more than these goals need: {', '.join(goals.NEEDS)}")
    parser.add_argument("--quick", dest="scale", action="store_const", const=100, default=1,
                        help="a hundredth of the messages, projects and runs: tries what can be measured, and judges nothing")
    for name, values, what in (("datasets", list(goals.DATASETS), ""), ("outputs", goals.OUTPUTS, "of Tidemark "),
                               ("only", PEERS, "the peers to run ")):
        parser.add_argument(f"--{name}", type=chosen(values), metavar="NAME,…", help=f"{what}(default: {','.join(values)})")
    parser.add_argument("--sizes", type=numbers, metavar="N,…", help=f"numbers of messages (default: {','.join(map(str, SIZES))})")
    parser.add_argument("--runs", type=int, help="rounds of every size (default: 21 for 30 messages down to 3 for a million)")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="give up on a slower run (default: 120)")
    parser.add_argument("--json", action="store_true", help="print figures and goals for machines")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR",
                        help=f"where the files go (default: one in {MEMORY} if it has the room, else build/bench)")
    parser.add_argument("--keep", action="store_true", help="keep the datasets and outputs")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    parser.add_argument("--python", default=sys.executable, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.runs is not None and options.runs < 1:
        parser.error("runs start at 1")
    # Who asks for some of the messages asks neither for sites nor for what else the goals need.
    options.asked = asked = options.goals is None and any((options.datasets, options.sizes, options.outputs, options.only))
    options.all = options.goals is None
    options.goals = options.goals or [group for group in goals.NEEDS if not (asked and group in goals.SITES)]
    options.datasets, options.sizes = options.datasets or list(goals.DATASETS), options.sizes or SIZES
    options.outputs, options.only = options.outputs or goals.OUTPUTS, options.only or PEERS
    return options


def main():
    options = parse()
    sizes = plan(options)
    work = options.folder or folder_in_memory(ROOM * max(sizes, default=0))
    versions, missing = find_peers(options, sizes, work)
    about = machine()
    if not options.json:
        print(machine_in_words(about))
        for name, version in versions.items():
            print(f"  {name:<10} {version}")
        for name, why in missing.items():
            print(f"  {name:<10} {why}")
    try:
        results, left_out = measure_messages(options, sizes, work)
        found = {} if "tidemark" in missing else sites.measure(options, work / "sites")
    finally:
        if not options.keep and not options.folder:
            shutil.rmtree(work, ignore_errors=True)
    judged = goals.judged(goals.Figures(results, found, options.scale), options.goals)
    if options.asked:
        judged = [one for one in judged if one["value"] is not None]
    if options.json:
        print_json({"machine": about, "versions": versions, "missing": missing, "results": results, "growth": growth(results),
                    "left_out": left_out, "sites": found, "goals": judged})
    else:
        grown = growth(results)
        if grown:
            print("\nGrowth (times as long, times the memory)")
        for one in grown:
            print(f"  {one['dataset']:<6} {one['peer']:<17} {one['from']:>9,} to {one['to']:>9,}: "
                  f"{one['wall']:>6.1f} x time {one['peak']:>6.1f} x memory")
        goals.print_goals(judged, options.scale == 1)
    sys.exit(1 if any(one["why"].startswith(("failed", "wrote")) for one in left_out) else 0)


if __name__ == "__main__":
    main()
