"""Writes the files that are measured: the same ones for the same numbers."""
import datetime
import json

import dataset

FIRST_DAY = datetime.datetime(2026, 8, 1, 3)


def write_junit(path, count):
    """JUnit XML in which every test fails."""
    with open(path, "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
        for first in range(0, count, 1_000):
            name, numbers = f"suite{first // 1_000}", range(first, min(first + 1_000, count))
            out.write(f'<testsuite name="{name}" tests="{len(numbers)}" failures="{len(numbers)}">\n')
            for number in numbers:
                out.write(f'<testcase classname="{name}.Case{number % 50}" name="test{number}">'
                          f'<failure message="expected {number}, got {number + 1}">line {number % 400} of the test</failure></testcase>\n')
            out.write("</testsuite>\n")
        out.write("</testsuites>\n")


def write_sarif(path, count):
    rules = [{"id": f"R{number:03}", "name": f"rule-{number}", "shortDescription": {"text": f"What rule {number} is about"},
              "helpUri": f"https://example.org/rules/{number}"} for number in range(200)]
    head = {"tool": {"driver": {"name": "Linter", "rules": rules}}}
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"version": "2.1.0", "runs": [' + json.dumps(head)[:-1] + ', "results": [\n')
        for number in range(count):
            result = {"ruleId": f"R{number % 200:03}", "ruleIndex": number % 200, "level": ("error", "warning", "note")[number % 3],
                      "message": {"text": f"The value of 'count{number}' is never read."},
                      "locations": [{"physicalLocation": {
                          "artifactLocation": {"uri": f"Sources/module{number % 90}/file{number % 700}.c"},
                          "region": {"startLine": number % 900 + 1, "startColumn": number % 70 + 1}}}]}
            out.write(json.dumps(result) + (",\n" if number + 1 < count else "\n"))
        out.write("]}]}\n")


def write_robot(path, count, day=0):
    """The output of Robot Framework: one test in twenty fails, others from day to day."""
    start = FIRST_DAY + datetime.timedelta(days=day)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<robot generator="Robot 7.5 (Python 3.11 on linux)" '
                  f'generated="{start.isoformat()}" rpa="false" schemaversion="5">\n<suite id="s1" name="Harbor">\n')
        for suite in range(0, count, 100):
            key = f"s1-s{suite // 100 + 1}"
            out.write(f'<suite id="{key}" name="Suite {suite // 100}" source="/harbor/suite{suite // 100}.robot">\n')
            for number in range(suite, min(suite + 100, count)):
                time = (start + datetime.timedelta(milliseconds=20 * number)).isoformat()
                fails = (number * 7 + day * 3) % 20 == 0
                status = f'<status status="{"FAIL" if fails else "PASS"}" start="{time}" elapsed="0.02"'
                words = f"{number} != {number + 1}" if fails else f"{number} is as expected"
                out.write(f'<test id="{key}-t{number - suite + 1}" name="Test {number}" line="{number - suite + 5}">\n'
                          f'<kw name="Should Be Equal" owner="BuiltIn"><arg>{number}</arg>'
                          f'<msg time="{time}" level="{"FAIL" if fails else "INFO"}">{words}</msg>{status}/></kw>\n'
                          f'{status}>{words if fails else ""}</status>\n</test>\n')
            out.write(f'<status status="FAIL" start="{start.isoformat()}" elapsed="2"/>\n</suite>\n')
        out.write(f'<status status="FAIL" start="{start.isoformat()}" elapsed="200"/>\n</suite>\n<errors/>\n</robot>\n')


def write_tests(path, count):
    """Tests for pytest, of which one in ten fails."""
    path.write_text("import pytest\n\n\n"
                    f"@pytest.mark.parametrize('number', range({count}))\n"
                    "def test_number(number):\n    assert number % 10, 'ends with a zero'\n")


def write_nights(folder, count):
    """Datasets of 30 messages each, most of which the one before has, too; returns their paths."""
    dataset.main(40, folder / "forty.json")
    whole, paths = json.loads((folder / "forty.json").read_text()), []
    for night in range(count):
        day = FIRST_DAY + datetime.timedelta(days=night)
        messages = [message for number, message in enumerate(whole["messages"]) if (number + night) % 4]
        paths.append(folder / f"night-{night}.json")
        paths[-1].write_text(json.dumps(whole | {"now": f"{day.isoformat()}Z", "messages": messages}))
    return paths
