#!/usr/bin/env python3
"""Measures whole processes side by side: Tidemark and what people use instead, on the same messages.

Each round runs every peer once, in turn, so that a busy moment of the machine meets all of them.
Printed are medians: wall time, processor time (user and system), peak memory, size of the output.

Peers: tidemark   the dataset to one page
       cmark      the words of the messages alone, as one Markdown file: no JSON, no template
       minijinja  a Python script with json, cmarkgfm and minijinja
       jinja2     the same with Jinja2
       markdown   the same with Jinja2 and Python-Markdown
       hugo       a site whose data file is the dataset, one page with markdownify
"""
import argparse
import json
import os
import pathlib
import platform
import resource
import select
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SIZES = [30, 1_000, 10_000, 100_000, 1_000_000]
ROUNDS = {30: 21, 1_000: 11, 10_000: 5, 100_000: 3, 1_000_000: 1}
PEERS = ["tidemark", "cmark", "minijinja", "jinja2", "markdown", "hugo"]


class Peer:
    """One command to measure, with the files it reads and writes."""

    def __init__(self, name, work, python, program):
        script = [python, "-I", str(HERE / "script.py")]
        dataset, words, out = str(work / "dataset.json"), str(work / "words.md"), work / f"{name}.html"
        self.name, self.output, self.to_output = name, out, False
        if name == "tidemark":
            self.command = [str(program), "render", dataset, "-o", str(out)]
        elif name == "cmark":
            self.command, self.to_output = ["cmark", words], True
        elif name == "hugo":
            site = work / "site"
            self.output = site / "public/index.html"
            # Its own cache and time limits are for sites on a server, not for a measurement.
            self.command = ["hugo", "--quiet", "--source", str(site), "--destination", str(site / "public"),
                            "--ignoreCache", "--cleanDestinationDir"]
        else:
            engine, markdown = {"minijinja": ("minijinja", "cmarkgfm"), "jinja2": ("jinja2", "cmarkgfm"),
                                "markdown": ("jinja2", "markdown")}[name]
            self.command = [*script, engine, markdown, dataset, str(out)]

    def version(self, python):
        packages = {"minijinja": ["minijinja", "cmarkgfm"], "jinja2": ["jinja2", "cmarkgfm"],
                    "markdown": ["jinja2", "markdown"]}
        if self.name in packages:
            code = ("import sys, importlib.metadata as m; print('Python', sys.version.split()[0], *"
                    "(f'{p} {m.version(p)}' for p in sys.argv[1:]))")
            command = [python, "-I", "-c", code, *packages[self.name]]
        else:
            command = [self.command[0], "version" if self.name == "hugo" else "--version"]
        said = subprocess.run(command, capture_output=True, text=True)
        return " ".join(said.stdout.split("\n")[0].split()[:6]) if said.returncode == 0 else None

    def measure(self, limit):
        """Runs once; returns the figures, or a word about why there are none."""
        self.output.unlink(missing_ok=True)
        sink = os.open(self.output if self.to_output else os.devnull, os.O_WRONLY | os.O_CREAT, 0o644)
        begun = time.perf_counter()
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=sink)
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
        if process.returncode != 0:
            return f"failed with status {process.returncode}"
        size = self.output.stat().st_size if self.output.exists() else 0
        if size == 0:
            return "wrote nothing"
        return {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * 1024, "output": size}


def machine():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = next(int(line.split()[1]) * 1024 for line in open("/proc/meminfo") if line.startswith("MemTotal"))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_bytes": memory, "system": system, "kernel": platform.release()}


def measure_size(size, names, work, options, expected):
    """All rounds of one size; returns results and the peers that were left out, with the reason."""
    folder = work / str(size)
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, HERE / "dataset.py", str(size), folder / "dataset.json", folder / "words.md"], check=True)
    peers, left_out = [], {}
    for name in names:
        if expected.get(name, 0) > options.limit:
            left_out[name] = f"skipped: would take too long (about {expected[name]:.0f} s, limit {options.limit:.0f} s)"
        else:
            peers.append(Peer(name, folder, options.python, options.program))
    if any(peer.name == "hugo" for peer in peers):
        subprocess.run([sys.executable, HERE / "hugo_site.py", folder / "dataset.json", folder / "site"], check=True)
    rounds = options.runs or ROUNDS.get(size, 5)
    figures = {peer.name: [] for peer in peers}
    for number in range(rounds + (1 if size <= 1_000 else 0)):
        for peer in peers[number % len(peers):] + peers[:number % len(peers)]:
            if peer.name in left_out:
                continue
            outcome = peer.measure(options.limit)
            if isinstance(outcome, str):
                left_out[peer.name] = outcome
            else:
                figures[peer.name].append(outcome)
                tell(options, f"\r{size:>9,} messages, round {number + 1}: {peer.name} {outcome['wall']:.3f} s\033[K")
    tell(options, "\r\033[K")
    results = []
    for name in names:
        if not figures.get(name) or name in left_out:
            continue
        # The first round of the small sizes warms the file cache and is not counted.
        counted = figures[name][1:] if len(figures[name]) > rounds else figures[name]
        median = {key: statistics.median(one[key] for one in counted) for key in counted[0]}
        results.append({
            "size": size, "peer": name, "runs": len(counted), "wall_s": median["wall"],
            "wall_min_s": min(one["wall"] for one in counted), "cpu_s": median["cpu"], "peak_bytes": int(median["peak"]),
            "output_bytes": int(median["output"]), "input_bytes": (folder / "dataset.json").stat().st_size,
            "words_bytes": (folder / "words.md").stat().st_size})
    if not options.keep:
        shutil.rmtree(folder)
    elif not options.json:
        print(f"Kept in {folder}")
    return results, left_out


def tell(options, words):
    if sys.stderr.isatty() and not options.json:
        print(words, end="", file=sys.stderr, flush=True)


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def amount(value):
    return f"{value / 1e6:.1f} MB" if value >= 1e5 else f"{value / 1e3:.1f} kB"


def floor():
    """A process starts with the memory peak of the one that started it: less than ours can't be seen."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def print_size(size, results, left_out, yardstick):
    one = next(iter(results), None)
    about = f": {amount(one['input_bytes'])} of JSON, {amount(one['words_bytes'])} of words" if one else ""
    print(f"\n{size:,} messages{about}")
    base = next((result for result in results if result["peer"] == yardstick), None)
    print(f"  {'peer':<10} {'wall':>10} {'x ' + yardstick:>11} {'cpu':>10} {'x cpu':>6} {'peak':>11} {'x input':>8} {'output':>9}  runs")
    for result in results:
        # On a busy machine the ratio of processor times is the truer one.
        ratio, cpu = (f"{result[key] / base[key]:.2f}" if base and base[key] else "-" for key in ("wall_s", "cpu_s"))
        seen = result["peak_bytes"] > floor()
        peak = amount(result["peak_bytes"]) if seen else f"< {floor() / 1e6:.0f} MB"
        times = f"{result['peak_bytes'] / result['input_bytes']:.1f}" if seen else "-"
        print(f"  {result['peer']:<10} {seconds(result['wall_s']):>10} {ratio:>11} {seconds(result['cpu_s']):>10} {cpu:>6} "
              f"{peak:>11} {times:>8} {amount(result['output_bytes']):>9}  {result['runs']}")
    for name, why in left_out.items():
        print(f"  {name:<10} {why}")
    sys.stdout.flush()


def growth(results):
    """For each peer, how time and memory grow from one size to the next."""
    found = []
    for name in PEERS:
        own = [result for result in results if result["peer"] == name]
        for small, large in zip(own, own[1:]):
            found.append({"peer": name, "from": small["size"], "to": large["size"],
                          "wall": large["wall_s"] / small["wall_s"], "peak": large["peak_bytes"] / small["peak_bytes"]})
    return found


def main():
    parser = argparse.ArgumentParser(prog="bin/bench", allow_abbrev=False, description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--browser", action="store_true",
                        help="measure a page of many messages in Chromium instead: see bin/bench --browser --help")
    parser.add_argument("--years", metavar="N",
                        help="publish every night of some years instead: see bin/bench --years --help")
    parser.add_argument("--reports", action="store_true",
                        help="measure reports of other tools instead: see bin/bench --reports --help")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of messages (default: %(default)s)")
    parser.add_argument("--runs", type=int, help="rounds of every size (default: 21 for 30 messages down to 1 for a million)")
    parser.add_argument("--only", default=",".join(PEERS), help="the peers to run (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="give up on a slower run (default: 120)")
    parser.add_argument("--json", action="store_true", help="print the figures for machines")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/bench", metavar="DIR",
                        help="where the files go; /dev/shm leaves the disk out (default: build/bench)")
    parser.add_argument("--keep", action="store_true", help="keep the datasets and outputs")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    parser.add_argument("--python", default=sys.executable, help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        sizes = sorted({int(size.replace("_", "")) for size in options.sizes.split(",")})
    except ValueError:
        parser.error(f"--sizes wants numbers with commas between them, not '{options.sizes}'")
    names = [name for name in PEERS if name in options.only.split(",")]
    unknown = set(options.only.split(",")) - set(PEERS)
    if unknown or min(sizes) < 1 or (options.runs is not None and options.runs < 1):
        parser.error(f"unknown peer {', '.join(sorted(unknown))}" if unknown else "sizes and runs start at 1")

    work = options.folder
    versions, missing = {}, {}
    for name in names:
        try:
            versions[name] = Peer(name, work, options.python, options.program).version(options.python)
        except OSError as error:
            missing[name] = f"not run: {error}"
            continue
        if not versions[name]:
            missing[name] = "not run: it does not tell its version, so it does not work"
    names = [name for name in names if name not in missing]
    about = machine()
    if not options.json:
        print(f"{about['cpu']}, {about['cores']} cores, {about['memory_bytes'] / 2**30:.0f} GiB, {about['system']}")
        for name in names:
            print(f"  {name:<10} {versions[name]}")
        for name, why in missing.items():
            print(f"  {name:<10} {why}")

    every, left_out_everywhere, last = [], {}, {}
    yardstick = "cmark" if "cmark" in names else (names or ["-"])[0]
    for size in sizes:
        # A peer takes at least in proportion longer than it took for the size before.
        expected = {name: wall * size / before for name, (before, wall) in last.items() if before >= 1_000}
        results, left_out = measure_size(size, names, work, options, expected)
        every += results
        last.update({result["peer"]: (size, result["wall_s"]) for result in results})
        last.update({name: (size, float("inf")) for name, why in left_out.items() if why.startswith("stopped")})
        left_out_everywhere[size] = left_out
        if not options.json:
            print_size(size, results, left_out, yardstick)
    if options.json:
        json.dump({"machine": about, "versions": versions, "missing": missing, "results": every, "growth": growth(every),
                   "left_out": left_out_everywhere}, sys.stdout, indent=2)
        print()
    else:
        print("\nGrowth (times as long, times the memory)")
        for one in growth(every):
            print(f"  {one['peer']:<10} {one['from']:>9,} to {one['to']:>9,}: {one['wall']:>6.1f} x time {one['peak']:>6.1f} x memory")
    failed = [f"{name} {why}" for left in left_out_everywhere.values() for name, why in left.items()
              if why.startswith(("failed", "wrote"))]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
