"""Which failures have one cause, worked out from the reports and docs/report-rules.md (M18), and from nothing of the
program: reads JUnit XML, Robot Framework, CTRF and Playwright's JSON, and finds the line that raised each error by the
conventions of the languages."""
import itertools
import json
import re
import xml.etree.ElementTree as ElementTree

# Paths and classes of libraries.
FOREIGN = re.compile(
    r"site-packages|dist-packages|node_modules|node:|/usr/|/lib/python|/gems/|^<|"
    r"^(java|javax|jdk|sun|org\.junit|org\.opentest4j|org\.hamcrest|org\.assertj|org\.springframework|junit)\.")
PYTHON = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+), in ', re.M)
PYTEST = re.compile(r"^(?P<file>[\w./-]+\.py):(?P<line>\d+): ?\w*\s*$", re.M)
JAVA = re.compile(r"^\s*at (?:[\w.@-]+/)?(?P<name>[\w.$<>]+)\((?P<file>\w+\.(?:java|kt|scala|groovy)):(?P<line>\d+)\)", re.M)
NODE = re.compile(r"^\s*at (?:.* \()?(?P<file>[^\s()]+\.[cm]?[jt]sx?):(?P<line>\d+):\d+\)?$", re.M)
DOTNET = re.compile(r"^\s*at (?P<name>[\w.]+)\(.*\) in (?P<file>.+):line (?P<line>\d+)$", re.M)
RUBY = re.compile(r"^(?P<file>\S+\.rb):(?P<line>\d+):in ", re.M)
PHP = re.compile(r"^(?P<file>/\S+\.php):(?P<line>\d+)$", re.M)
GO = re.compile(r"^\s*(?P<file>\w+_test\.go):(?P<line>\d+): ", re.M)
# The innermost frame comes first in each of these.
INNERMOST_FIRST = (JAVA, NODE, DOTNET, RUBY, PHP, GO)
CHAIN = re.compile(r"^(?:Caused by: |During handling of the above|The above exception was)", re.M)
VALUE = re.compile(r""""[^"]*"|'[^']*'|(?<![\w.])[0-9]\S*|/\S+/\S*|\b[0-9a-f]{8,}\b""")
REFUSED = re.compile(r"connection refused|ECONNREFUSED|\bErr(?:no|or) 111\b", re.I)
PORT = re.compile(r"(?::|port[ =]|', )(\d{2,5})\b")
# What a cause quotes, except for names of types.
QUOTED = re.compile(r"'(?!(?:NoneType|int|str)')([^']+)'")
MISSING = re.compile(r"no such table|could not resolve host|ENOTFOUND|No module named|fixture '\w+' not found", re.I)


def own(pattern, text):
    return [match for match in pattern.finditer(text)
            if not FOREIGN.search(match["file"]) and not FOREIGN.search(match.groupdict().get("name") or "")]


def frame(text):
    """File and line of the own line that raised the last error; None if the text names none."""
    parts = CHAIN.split(text)
    for part in reversed(parts):
        if found := own(PYTEST, part) or own(PYTHON, part):
            return found[-1]["file"].rsplit("/", 1)[-1], int(found[-1]["line"])
        for pattern in INNERMOST_FIRST:
            if found := own(pattern, part):
                return found[0]["file"].rsplit("/", 1)[-1], int(found[0]["line"])
    return None


def raised_type(text):
    """The type of the last error, unless it only says that an assertion failed."""
    types = re.findall(r"^(?:E\s+|Caused by: |)([A-Za-z_][\w.\\$]*(?:Error|Exception))\b", text, re.M)
    name = re.split(r"[.\\$]", types[-1])[-1] if types else ""
    return "" if name == "Error" or re.search("Assert|Expectation|Comparison", name) else name


def key(message, details):
    whole = f"{message}\n{details}"
    for line in whole.splitlines():
        ports = PORT.findall(re.sub(r"\w+\.go:\d+: ", "", line))
        if ports and REFUSED.search(line):
            return "refused", ports[-1]
    if MISSING.search(whole):
        return "missing", message
    if place := frame(whole):
        kind = raised_type(whole)
        # Each test has lines of its own.
        if re.search("test|spec", place[0], re.I) and max(map(len, QUOTED.findall(message)), default=0) >= (3 if kind else 8):
            return "raised by tests", message
        return "raised", kind, place
    words = VALUE.sub("#", " ".join(message.split()))
    return ("said", words) if len(re.findall(r"[^\W\d_]{2,}", words)) > 1 else None


def failures(path):
    """The key of the cause of each failed test, in the order of the report."""
    if path.suffix == ".json":
        return list(of_json(json.loads(path.read_bytes())))
    root = ElementTree.parse(path).getroot()
    return list(of_robot(root) if root.tag == "robot" else of_junit(root))


def of_junit(root):
    for case in root.iter("testcase"):
        if (failure := case.find("failure")) is None and (failure := case.find("error")) is None:
            continue
        text = failure.text or ""
        yield case.get("name"), key(failure.get("message") or next(iter(text.strip().splitlines()), ""), text)


def of_robot(root):
    for case in root.iter("test"):
        status = case.find("status")
        if status.get("status") == "FAIL":
            yield case.get("name"), key((status.text or "").strip(), "")


def of_json(value):
    for test in value.get("results", {}).get("tests", ()):
        if test["status"] == "failed":
            yield test["name"], key(test.get("message") or "", test.get("trace") or "")
    for suite in value.get("suites", ()):
        for spec in suite["specs"]:
            for test in spec["tests"]:
                error = test["results"][-1].get("error")
                if test["status"] == "unexpected" and error:
                    yield spec["title"], key(error["message"], error["stack"])


def pairs(keys):
    """For each pair of failures, whether they have one cause."""
    return [one is not None and one == other for one, other in itertools.combinations(keys, 2)]
