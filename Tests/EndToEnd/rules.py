#!/usr/bin/env python3
"""Keeps Tests/RULES.md: which test shows which rule of docs/report-rules.md.

    rules.py            checks that the table is as the tests say, and that no rule is without a test
    rules.py --write    writes it

A test says which rules it shows by `@rules("M8", "M9")` of browser.py. Exit status: 0 when all is well, 1 otherwise.
"""
import argparse
import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RULES = HERE.parents[1] / "docs/report-rules.md"
TABLE = HERE.parent / "RULES.md"
# The existing rules: a letter, and the number of its last rule.
LAST = {"M": 19, "B": 9, "A": 8, "S": 5, "V": 4, "T": 10, "P": 6, "O": 4, "F": 9, "N": 10, "K": 4, "R": 13, "I": 7}
EXPECTED = [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]

HEAD = """# Which test shows which rule

Each rule of [docs/report-rules.md](../docs/report-rules.md) and its tests in `Tests/EndToEnd`.
`Tests/EndToEnd/rules.py --write` writes this page. `bin/test` fails if a rule has no test or this page is out of date.
"""


def described():
    """The names of the rules in docs/report-rules.md by their ids, and the headings of their parts by letter."""
    names, parts = {}, {}
    part = rule = ""
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif anchor := re.fullmatch(r'<a id="([A-Z]\d+)"></a>', line):
            rule = anchor[1]
        elif line.startswith("### ") and rule:
            names[rule] = line.removeprefix("### ")
            parts.setdefault(rule[0], part)
            rule = ""
    return names, parts


def tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def carried():
    """The names of the tests by the rules that they carry, and what can't be read."""
    found, faults = {}, []
    for test in tests(unittest.TestLoader().discover(str(HERE), pattern="test_*.py")):
        name = test.id()
        if "_FailedTest" in name:
            faults.append(f"{name.rsplit('.', 1)[-1]} can't be imported")
            continue
        for rule in getattr(getattr(test, test._testMethodName), "rules", ()):
            found.setdefault(rule, set()).add(name)
    return found, faults


def table(found, rule_names, parts):
    lines = [HEAD]
    for letter, last in LAST.items():
        lines += [f"## {parts.get(letter, letter)}", "", "| rule | tests |", "|---|---|"]
        for number in range(1, last + 1):
            rule = f"{letter}{number}"
            names = sorted(found.get(rule, ()))
            lines.append(f"| {rule} {rule_names.get(rule, '')} | {'<br>'.join(f'`{name}`' for name in names) or 'none'} |")
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write Tests/RULES.md")
    options = parser.parse_args()
    known, parts = described()
    found, faults = carried()
    faults += [f"docs/report-rules.md lacks {rule}" for rule in EXPECTED if rule not in known]
    faults += [f"docs/report-rules.md has a rule {rule} that rules.py does not know" for rule in known if rule not in EXPECTED]
    faults += [f"{name} carries {rule}, which is no rule" for rule in sorted(found) if rule not in EXPECTED
               for name in sorted(found[rule])]
    faults += [f"no test shows {rule}" for rule in EXPECTED if rule not in found]
    made = table(found, known, parts)
    if options.write:
        TABLE.write_text(made, encoding="utf-8")
    elif not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != made:
        faults.append("Tests/RULES.md is not what the tests say: run Tests/EndToEnd/rules.py --write")
    for fault in faults:
        print(f"rules.py: {fault}")
    print(f"{sum(rule in found for rule in EXPECTED)} of {len(EXPECTED)} rules are shown by "
          f"{len(set().union(*found.values()))} tests")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
