#!/usr/bin/env python3
"""Runs the tests of the program from outside, and says how many passed.

    run.py --program build/tidemark [--mutations N] [--only NAME]

Exit status: 0 when nothing failed, 1 otherwise. What was skipped is said aloud.
"""
import argparse
import pathlib
import sys
import unittest

import support


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", default="build/tidemark", help="the program under test")
    parser.add_argument("--mutations", type=int, default=1000, help="how many damaged datasets are tried")
    parser.add_argument("--only", default="", help="run only the tests whose name contains this")
    options = parser.parse_args()
    support.program = pathlib.Path(options.program).resolve()
    support.mutations = options.mutations
    if not support.program.is_file():
        sys.exit(f"run.py: there is no program at {support.program}")

    found = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent), pattern="test_*.py")
    suite = unittest.TestSuite(test for test in flat(found) if options.only in test.id())
    result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(suite)
    for test, why in result.skipped:
        print(f"skipped: {test.id()}: {why}")
    # A test with several failed subtests is one failed test.
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    passed = result.testsRun - failed - len(result.skipped)
    skipped = f", {len(result.skipped)} skipped" if result.skipped else ""
    print(f"{max(passed, 0)} passed, {failed} failed{skipped}")
    sys.exit(1 if failed or result.testsRun == 0 else 0)


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


if __name__ == "__main__":
    main()
