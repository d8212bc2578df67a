#!/usr/bin/env python3
"""Measures how long the reports of other tools take to become a page, beside programs that read the same file.

Printed are medians of wall time, processor time (user and system), peak memory and the size of the output.

Reports: passing   JUnit XML, a million test cases of which one in a hundred fails
         failing   JUnit XML, 100,000 test cases that all fail
         findings  SARIF, 100,000 results
         output    JUnit XML, one failing test with 1 GB of output in one line, read from a pipe
Peers:   junit2html for JUnit XML, sarif-tools for SARIF
"""
import argparse
import json
import os
import pathlib
import statistics
import sys
import threading

from measuring import ROOT, Peer, amount, floor, machine, print_json, seconds, tell

REPORTS = ["passing", "failing", "findings", "output"]
OUTPUT_BYTES = 1_000_000_000


def write_cases(path, count, failing):
    """JUnit XML in which one of `failing` test cases fails."""
    with open(path, "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
        for suite in range(0, count, 1_000):
            numbers = range(suite, min(suite + 1_000, count))
            out.write(f'<testsuite name="suite{suite // 1_000}" tests="{len(numbers)}">\n')
            for number in numbers:
                head = f'<testcase classname="suite{suite // 1_000}.Case{number % 50}" name="test{number}"'
                if number % failing:
                    out.write(f"{head} />\n")
                else:
                    out.write(f'{head}><failure message="expected {number}, got {number + 1}">line {number % 400} '
                              "of the test</failure></testcase>\n")
            out.write("</testsuite>\n")
        out.write("</testsuites>\n")


def write_findings(path, count):
    rules = [{"id": f"R{number:03}", "name": f"rule-{number}", "shortDescription": {"text": f"What rule {number} is about"},
              "helpUri": f"https://example.org/rules/{number}"} for number in range(200)]
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Linter", "rules": ' + json.dumps(rules) + '}}, "results": [\n')
        for number in range(count):
            result = {"ruleId": f"R{number % 200:03}", "ruleIndex": number % 200, "level": ("error", "warning", "note")[number % 3],
                      "message": {"text": f"The value of 'count{number}' is never read."},
                      "locations": [{"physicalLocation": {"artifactLocation": {"uri": f"Sources/module{number % 90}/file{number % 700}.c"},
                                                          "region": {"startLine": number % 900 + 1, "startColumn": number % 70 + 1}}}]}
            out.write(json.dumps(result) + (",\n" if number + 1 < count else "\n"))
        out.write("]}]}\n")


def feed_output(path):
    """Writes a report with a long line into a pipe that a program reads."""
    with open(path, "wb") as out:
        out.write(b'<testsuite name="long"><testcase classname="a.B" name="c"><failure message="no"/><system-out>')
        piece = b"all work and no play " * 50_000
        for _ in range(OUTPUT_BYTES // len(piece)):
            out.write(piece)
        out.write(b"</system-out></testcase></testsuite>\n")


def programs(report, options):
    """The file of a report, and the programs that read it."""
    work = options.folder
    work.mkdir(parents=True, exist_ok=True)
    path = work / {"passing": "passing.xml", "failing": "failing.xml", "findings": "findings.sarif", "output": "output.xml"}[report]
    path.unlink(missing_ok=True)
    if report == "findings":
        write_findings(path, 100_000)
        bin_folder = pathlib.Path(options.python).parent
        peer = Peer("sarif-tools", [bin_folder / "sarif", "html", "--output", work / "peer.html", path], work / "peer.html")
    elif report == "output":
        os.mkfifo(path)
        peer = None
    else:
        write_cases(path, *((1_000_000, 100) if report == "passing" else (100_000, 1)))
        # It builds its page of 1,000,000 cases for minutes.
        peer = None if report == "passing" else Peer(
            "junit2html", [options.python, "-I", "-m", "junit2htmlreport", path, work / "peer.html"], work / "peer.html")
    page = work / "tidemark.html"
    text = work / "tidemark.txt"
    found = [Peer("tidemark", [options.program, "render", path, "-o", page, "--quiet"], page),
             Peer("tidemark text", [options.program, "render", path, "-o", text, "--quiet"], text)]
    return path, found + ([peer] if peer else [])


def measure(report, options):
    path, peers = programs(report, options)
    size = OUTPUT_BYTES if report == "output" else path.stat().st_size
    figures = {peer.name: [] for peer in peers}
    failed = {}
    for number in range(options.runs):
        for peer in peers:
            if report == "output":
                threading.Thread(target=feed_output, args=(path,), daemon=True).start()
            outcome = peer.measure(options.limit)
            if isinstance(outcome, str):
                failed[peer.name] = outcome
            else:
                figures[peer.name].append(outcome)
            tell(options, f"\r{report}, round {number + 1}: {peer.name}\033[K")
    tell(options, "\r\033[K")
    path.unlink()
    results = [{"report": report, "peer": name, "input_bytes": size,
                **{key: statistics.median(one[key] for one in found) for key in found[0]}}
               for name, found in figures.items() if found]
    return size, results, failed


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --reports", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default=",".join(REPORTS), help="the reports (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="rounds (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="give up on a slower run (default: 120)")
    parser.add_argument("--json", action="store_true", help="print the figures for machines")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/bench", metavar="DIR",
                        help="where the files go (default: build/bench)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    parser.add_argument("--python", default=sys.executable, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.program = options.program.resolve()
    names = options.only.split(",")
    if set(names) - set(REPORTS) or options.runs < 1:
        parser.error("reports are " + ", ".join(REPORTS) + "; runs start at 1")
    every, wrong = [], False
    for name in names:
        size, results, failed = measure(name, options)
        every += results
        wrong |= any(not why.startswith("stopped") for why in failed.values())
        if options.json:
            continue
        print(f"\n{name}: {amount(size)}")
        print(f"  {'program':<14} {'wall':>10} {'cpu':>10} {'peak':>11} {'output':>10}")
        for one in results:
            peak = amount(one["peak"]) if one["peak"] > floor() else f"< {floor() / 1e6:.0f} MB"
            print(f"  {one['peer']:<14} {seconds(one['wall']):>10} {seconds(one['cpu']):>10} {peak:>11} {amount(one['output']):>10}")
        for program, why in failed.items():
            print(f"  {program:<14} {why}")
        sys.stdout.flush()
    if options.json:
        print_json({"machine": machine(), "results": every})
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
