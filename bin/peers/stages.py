#!/usr/bin/env python3
"""Counts the instructions of each stage of a report by callgrind: reading, composing, rendering, writing, and the rest.

Counts are the same each time, on a busy machine too, and say where a change has made a difference; they are no
times: memory, disks and the kernel are left out, so that writing is next to nothing. A stage is what one function
and all that it calls take, writing left out of rendering, which calls it. What is handed to other threads stands
in a row of its own: of a dataset, these are slices of rendering, and how many depends on the moment; only the sum
of both rows can be compared. The processor that valgrind imitates has no instructions for SHA-256, whose place
ordinary ones take.

Needs valgrind, and a build of the program with symbols, which takes minutes and is made in .build/symbols unless
--program names one.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from goals import DATASETS, OUTPUTS
from measuring import HERE, ROOT, amount, folder_in_memory, machine, machine_in_words, print_json, tell

# Functions as `swift demangle --simplified` writes them, whether specialized or not.
STAGES = {
    "reading": r"ReportPipeline\.read\(_:\)",
    "composing": r"static ReportPipeline\.compose\(_:_:strictness:\)",
    "rendering": r"ReportRenderer\.render\(_:to:\)",
    "threads": r"(?:@objc )?closure #\d+ in static Workers\.start\(_:isElsewhere:\)",
    "writing": r"OutputFile\.(?:write\(_:\)|commit\(\))",
}
WITHIN = {"rendering": "writing"}
PREFIX = r"(?:specialized |generic specialization <.*> of )?"


class Profile:
    """What callgrind wrote: the calls between functions, and the instructions of them all."""

    def __init__(self, path):
        self.calls, self.total = {}, 0
        caller = callee = ""
        is_call = False
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("fn="):
                    caller = line[3:].rstrip("\n")
                elif line.startswith("cfn="):
                    callee = line[4:].rstrip("\n")
                elif line.startswith("calls="):
                    is_call = True
                elif line[0].isdigit() and len(words := line.split()) == 2:
                    if is_call:
                        pair = caller, callee
                        self.calls[pair] = self.calls.get(pair, 0) + int(words[1])
                    else:
                        self.total += int(words[1])
                    is_call = False

    def stages(self):
        """Instructions by stage."""
        names = list({name for pair in self.calls for name in pair})
        # A recursive function has a mark behind its name.
        plain = "\n".join(re.sub(r"'\d+$", "", name) for name in names)
        demangled = subprocess.run(["swift", "demangle", "--simplified"], input=plain, capture_output=True, text=True, check=True)
        stage_of = {}
        for name, readable in zip(names, demangled.stdout.split("\n")):
            stage_of[name] = next((stage for stage, pattern in STAGES.items() if re.fullmatch(PREFIX + pattern, readable)), None)
        found = dict.fromkeys(STAGES, 0)
        for (caller, callee), cost in self.calls.items():
            # What a function of a stage calls of the same stage is counted already.
            if (stage := stage_of[callee]) and stage_of[caller] != stage:
                found[stage] += cost
        # A machine of one core has no other threads.
        for missing in (stage for stage, cost in found.items() if cost == 0 and stage != "threads"):
            sys.exit(f"stages.py: the program has no function for {missing}: has it symbols, or has the function another name now?")
        for stage, inner in WITHIN.items():
            found[stage] -= found[inner]
        return {**found, "the rest": self.total - sum(found.values())}


def count(options, dataset, output, work):
    """One run under callgrind."""
    path, profile = work / f"{dataset}.json", work / "profile"
    if not path.exists():
        subprocess.run([sys.executable, HERE / "dataset.py", str(options.messages), path, work / "words.md", dataset], check=True)
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--compress-strings=no", "--compress-pos=no",
               "--dump-line=no", options.program, "render", path, "--to", output, "-o", work / "out", "--quiet"]
    said = subprocess.run(command, capture_output=True, text=True)
    if said.returncode:
        sys.exit(f"stages.py: valgrind ended with {said.returncode}: {said.stderr[-500:]}")
    return Profile(profile).stages(), path.stat().st_size


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --stages", allow_abbrev=False, description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--datasets", default=",".join(DATASETS), help="(default: %(default)s)")
    parser.add_argument("--outputs", default="page", help=f"some of {','.join(OUTPUTS)} (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the counts for machines")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="a program with symbols (default: build one)")
    options = parser.parse_args()
    datasets, outputs = options.datasets.split(","), options.outputs.split(",")
    if options.messages < 1 or set(datasets) - set(DATASETS) or set(outputs) - set(OUTPUTS):
        parser.error(f"messages start at 1; datasets are {', '.join(DATASETS)}, outputs {', '.join(OUTPUTS)}")
    if not options.program:
        parser.error("--program names a program with symbols")
    options.program = options.program.resolve()
    results = []
    with tempfile.TemporaryDirectory(prefix="tidemark-stages-", dir=folder_in_memory(options.messages * 4_000).parent) as work:
        for dataset in datasets:
            for output in outputs:
                tell(options, f"\rcounting {dataset}, {output}\033[K")
                stages, size = count(options, dataset, output, pathlib.Path(work))
                results.append({"dataset": dataset, "output": output, "input_bytes": size, "stages": stages})
    tell(options, "\r\033[K")
    if options.json:
        print_json({"machine": machine(), "messages": options.messages, "results": results})
        return
    print(machine_in_words(machine()))
    for one in results:
        total = sum(one["stages"].values())
        print(f"\n{options.messages:,} messages, {one['dataset']}, to {one['output']}: {total / 1e6:,.1f} million instructions, "
              f"{amount(one['input_bytes'])} of JSON")
        for stage, number in one["stages"].items():
            print(f"  {stage:<10} {number / 1e6:>10,.2f} million {number / total:>6.1%} {number / one['input_bytes']:>8.2f} a byte of JSON")


if __name__ == "__main__":
    main()
