#!/usr/bin/env python3
"""Writes bin/link-order.txt: the functions and variables that ordinary runs use, which the linker puts beside one another.

A start reads the pages of the program that it uses: fewer of them where these stand together. What is not in
the list, or whose name has changed since, is only placed among what is seldom used; so the list is written again when
much has changed, and not with each change.

Needs valgrind, and a build of the program with symbols, which takes minutes and is made in .build/symbols unless
--program names one.
"""
import argparse
import bisect
import pathlib
import re
import subprocess
import sys
import tempfile

from goals import DATASETS, OUTPUTS
from measuring import HERE, ROOT, folder_in_memory, tell

ORDER = ROOT / "bin/link-order.txt"
HEADING = "# Made by 'bin/bench --order': the functions and variables that ordinary runs use."
# What valgrind calls a function without a symbol, and names of its own.
NAMELESS = re.compile(r"0x[0-9a-f]+$|\?\?\?|\(below main\)")


def runs(work):
    """Ordinary runs as what they are for and their arguments: each output of few and of more messages, each example, a
    site's first nights, and a list of runs."""
    datasets = []
    for name in DATASETS:
        for count in "30", "400":
            datasets.append(work / f"{name}-{count}.json")
            subprocess.run([sys.executable, HERE / "dataset.py", count, datasets[-1], work / "words.md", name], check=True)
    for path in datasets:
        for output in OUTPUTS:
            yield output, ["render", path, "--to", output, "-o", work / "out"]
    for example in sorted(ROOT.glob("Examples/*/*.json")):
        if example.stem == example.parent.name:
            yield "page", ["render", example, "--to", "page", "-o", work / "out"]
            yield "check", ["check", example]
    for night, path in enumerate(datasets):
        yield "publish", ["publish", path, "--site", work / "site", "--project", "one", "--run", f"run-{night}"]
    batch = work / "batch.json"
    batch.write_text('[{"project": "one", "inputs": ["plain-30.json"]}, {"project": "two", "inputs": ["rich-30.json"]}]')
    yield "publish", ["publish", "--batch", batch, "--site", work / "site"]


def functions_used(program, arguments, profile):
    """The names of the functions, as the linker knows them, that one run calls."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--compress-strings=no", "--demangle=no",
               program, *arguments, "--quiet"]
    check(arguments, subprocess.run(command, capture_output=True, text=True), profile)
    with open(profile, encoding="utf-8", errors="replace") as lines:
        # A recursive function has a mark behind its name.
        names = {re.sub(r"'\d+$", "", line.split("=", 1)[1].rstrip("\n")) for line in lines if line.startswith(("fn=", "cfn="))}
    profile.unlink()
    return {name for name in names if not NAMELESS.match(name)}


def variables_used(program, arguments, trace):
    """The names of the variables that begin as zero and that one run reads or writes."""
    command = ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={trace}", program, *arguments, "--quiet"]
    check(arguments, subprocess.run(command, capture_output=True, text=True), trace)
    start, addresses = None, set()
    with open(trace, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith((" L ", " S ", " M ")):
                addresses.add(int(line[3:line.index(",")], 16))
            elif start is None and line.startswith("I "):
                start = int(line[2:line.index(",")], 16)
    trace.unlink()
    listed = subprocess.run(["nm", "--print-size", program], capture_output=True, text=True, check=True).stdout
    symbols = [line.split() for line in listed.splitlines()]
    # The program may be loaded anywhere, and begins there.
    base = start - next(int(words[0], 16) for words in symbols if words[-1] == "_start")
    variables = sorted((base + int(words[0], 16), int(words[1], 16), words[3]) for words in symbols if len(words) == 4 and words[2] in "bB")
    starts = [address for address, _, _ in variables]
    names = set()
    for address in addresses:
        place = bisect.bisect_right(starts, address) - 1
        if place >= 0 and address < variables[place][0] + variables[place][1]:
            names.add(variables[place][2])
    return names


def check(arguments, said, result):
    # 1: the report has something new, or is worse than asked.
    if said.returncode not in (0, 1) or not result.exists():
        sys.exit(f"order.py: {' '.join(map(str, arguments))} ended with {said.returncode}: {said.stderr[-500:]}")


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --order", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="a program with symbols (default: build one)")
    options = parser.parse_args()
    if not options.program:
        parser.error("--program names a program with symbols")
    users, traced = {}, set()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory(prefix="tidemark-order-", dir=folder_in_memory(100_000_000).parent) as work:
        for purpose, arguments in runs(pathlib.Path(work)):
            tell(options, f"\rrunning {arguments[0]} {pathlib.Path(arguments[1]).name}\033[K")
            names = functions_used(program, arguments, pathlib.Path(work) / "profile")
            # Once for each purpose: a trace has a line for each access.
            if purpose not in traced:
                traced.add(purpose)
                names |= variables_used(program, arguments, pathlib.Path(work) / "trace")
            for name in names:
                users.setdefault(name, set()).add(purpose)
    tell(options, "\r\033[K")
    before = {line for line in ORDER.read_text().splitlines() if not line.startswith("#")} if ORDER.exists() else set()
    # Those that most need come first, so that each finds its own near to one another.
    names = sorted(users, key=lambda name: (-len(users[name]), name))
    ORDER.write_text("\n".join([HEADING, *names]) + "\n")
    print(f"{ORDER.relative_to(ROOT)}: {len(names)} names, {len(users.keys() - before)} added "
          f"and {len(before - users.keys())} removed")


if __name__ == "__main__":
    main()
