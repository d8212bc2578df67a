"""The schemas of what the program reads and writes, against what it reads and writes."""
import json
import os

import jsonschema

import support
from support import DONE, FOUND, run

SCHEMAS = {name: support.repository / path for name, path in {
    "report": "docs/schemas/report.schema.json", "latest": "docs/schemas/latest.schema.json",
    "settings": "docs/schemas/settings.schema.json", "dataset": "Examples/dataset.schema.json",
}.items()}


def schema(name):
    return json.loads(SCHEMAS[name].read_text())


# The common path of a record that several fields have, by field.
ALIKE = {
    **dict.fromkeys(("messages", "fixedMessages", "removedMessages", "unseenMessages", "goneMessages", "alerts", "banners"), "message."),
    **dict.fromkeys(("slower", "slowest", "flaky", "longest"), "tests."), "history": "history.", "steps": "steps.", "counts": "counts.",
}


def fields(rule, root):
    """The path of each field of a schema: `verdict.kind`, `message.title`."""
    found = set()

    def visit(rule, path):
        if "$ref" in rule:
            rule = root["$defs"][rule["$ref"].split("/")[-1]]
        for key, inner in rule.get("properties", {}).items():
            if path + key not in found:
                found.add(path + key)
                visit(inner, ALIKE.get(key, f"{path}{key}."))
        if "items" in rule:
            visit(rule["items"], path)

    visit(rule, "")
    return found


def keys(value, path=""):
    """The path of each field of a document, in the same words."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield path + key
            yield from keys(inner, ALIKE.get(key, f"{path}{key}."))
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, path)


class Schemas(support.ProgramTest):
    def reports(self):
        """Reports in JSON: those of the snapshots, of the examples, of all reports of tools, and of a site."""
        for cases in sorted((support.repository / "Tests/Snapshots").glob("*/cases")):
            for line in cases.read_text().splitlines():
                words = line.split(": ", 1)[-1].split()
                if not line.startswith(("#", " ")) and "--to" in words and "json" in words[words.index("--to") + 1]:
                    if "-o" in words:
                        del words[words.index("-o"):words.index("-o") + 2]
                    words[words.index("--to") + 1] = "json"
                    yield run(*words, cwd=cases.parent)
        for dataset in support.examples().values():
            yield run("render", dataset, "--to", "json", "--show-source", "--time-zone", "UTC")
        reports = sorted((support.repository / "Tests/Reports").iterdir())
        yield run("render", *reports, "--broken", "report", "--to", "json", "--include", "all",
                  "--now", "2026-11-20T12:00:00Z")
        yield self.of_two_inputs()
        yield from self.of_a_site()
        yield from self.of_tools()
        yield from self.of_gaps()
        yield from self.of_leads()
        change = self.write("change.diff", "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -3 +3 @@\n-old\n+new\n")
        yield from self.of_a_branch("render", "--to", "json", "--diff", change)

    def of_two_inputs(self):
        """A report with all that a dataset can hold, and with addresses of two datasets."""
        commit = {"finished": "2026-11-20T03:00:00Z", "commit": "3f2c1ab", "commitURL": "https://a.example.org/c/{commit}"}
        commit["properties"] = {"build": 41, "stage": "beta"}
        commit["facts"] = [{"title": "p95", "value": "262 ms", "number": 262, "unit": "ms", "better": "lower"}]
        entry = {"time": "2026-11-20T01:00:00Z", "title": "Built", "url": "log.html", "properties": {"by": "Ann"}}
        message = {
            "urgency": "error", "title": "Odd", "properties": {"ticket": "OPS-1"}, "link": {"title": "Log", "url": "log.html"},
            "location": {"file": "x.c", "line": 2, "context": ["one", "two", "three"]},
            "testLocation": {"file": "t.c", "line": 9, "column": 3, "url": "t.html", "context": ["four"]},
            "attachments": [
                {"title": "Shot", "path": "shot.png", "type": "image/png", "role": "actual"},
                {"title": "More", "url": "more.txt"}],
        }
        self.write("shot.png", (support.repository / "Examples/pictures/phone.png").read_bytes())
        first = {"version": 1, "title": "A", "url": "https://a.example.org/", "run": commit, "messages": [message],
                 "timeline": {"entries": [entry]}}
        second = {**first, "url": "https://b.example.org/", "summary": "See [it](it.html)."}
        return run("render", self.write("a.json", json.dumps(first)), self.write("b.json", json.dumps(second)),
                   "--to", "json", "--show-source")

    def of_gaps(self):
        """Reports of what was not read and is not shown, of tests that came and went, and of a finding that is given twice."""
        run_ = {"unread": [{"path": f"{number}.xml", "reason": "it is cut off", "help": "write it again"} for number in range(400)],
                "shortfalls": [{"input": f"{number}.xml", "text": "3 tests counted, 1 in the report"} for number in range(400)]}
        gaps = self.write("gaps.json", json.dumps({"version": 1, "title": "Gaps", "run": run_, "messages": []}))
        yield run("render", gaps, "--to", "json")

        def junit(*names):
            cases = "".join(f'<testcase classname="{name.split(".")[0]}" name="{name.split(".")[1]}">'
                            f'{"<failure/>" if "fails" in name else ""}</testcase>' for name in names)
            return f'<testsuite name="s" tests="{len(names)}">{cases}</testsuite>'

        before = self.write("before.xml", junit("A.stays", "A.moves", "A.leaves", "A.fails", "B.stays too"))
        after = self.write("after.xml", junit("A.stays", "A.comes", "B.moves", "B.stays too"))
        yield run("render", after, "--baseline", before, "--to", "json", "--now", "2026-11-20T12:00:00Z")
        self.write("more.xml", junit("M.one", "M.two"))
        for day, inputs in enumerate((["before.xml", "more.xml"], ["before.xml"], ["before.xml"]), 1):
            where = (*inputs, "--site", "parts", "--project", "parts", "--now", f"2026-11-2{day}T12:00:00Z")
            yield run("render", *where, "--to", "json", cwd=self.folder)
            self.assertStatus(DONE, run("publish", *where, cwd=self.folder))
        finding = {"description": "Unused", "check_name": "unused", "fingerprint": "f", "severity": "major",
                   "location": {"path": "a.c", "lines": {"begin": 3}}}
        yield run("render", "--from", "codequality", self.write("quality.json", json.dumps([finding, finding])), "--to", "json",
                  "--now", "2026-11-20T12:00:00Z")

    def of_leads(self):
        """Reports of a site with four failures of one cause and one owner."""
        place = {"file": "x.ts", "line": 2, "column": 3, "url": "https://example.org/x.ts#L2"}
        failures = [{"urgency": "error", "title": f"Fails {number}", "fingerprint": f"test:{number}", "owner": "@team",
                     "location": place} for number in range(4)]
        for day in (1, 2):
            path = self.write("leads.json", json.dumps({"version": 1, "title": "Leads", "now": f"2026-11-0{day}T03:00:00Z",
                                                        "messages": failures}))
            where = (path, "--site", self.folder / "leads", "--project", "leads")
            self.assertIn(run("publish", *where).returncode, (DONE, FOUND))
        yield run("render", *where, "--to", "json")
        log = self.write("log", "\0" + "\0".join(["a" * 40, "b" * 40, "1793934000", "Ann", "Mend x"]) + "\0\n\nx.ts\n")
        before = self.write("before.json", json.dumps({"version": 1, "title": "Leads", "now": "2026-11-01T03:00:00Z", "messages": []}))
        yield run("render", path, "--baseline", before, "--commits", log, "--now", "2026-11-07T03:00:00Z", "--to", "json")

    def of_a_branch(self, *words):
        """Calls for the run of a branch with a failure that a site does not have."""
        site = ("--site", self.folder / "branch", "--project", "branch")
        commits = ["a" * 40, "b" * 40]
        for number, failures in enumerate(([], [{"urgency": "error", "title": "Fails", "location": {"file": "x.c", "line": 3}}])):
            path = self.write("branch.json", json.dumps({
                "version": 1, "title": "Branch", "now": f"2026-11-0{number + 1}T03:00:00Z", "messages": failures,
                "run": {"status": "completed", "commit": commits[number]}}))
            if not number:
                self.assertStatus(DONE, run("publish", path, *site))
        listed = self.write("commits.txt", "".join(f"{commit}\n" for commit in reversed(commits)))
        command, *rest = words
        yield run(command, path, *site, "--baseline-commits", listed, *rest)

    def of_tools(self):
        """Reports of runs that look at less and less, until what they do not look for is forgotten."""
        site = self.folder / "tools"
        coverage = {"files": [{"file": "x", "covered": 1, "lines": 2}], "otherFiles": 3, "changed": {
            "covered": 1, "lines": 3, "otherFiles": 1,
            "files": [{"file": "x", "covered": 0, "lines": 1, "missed": [{"first": 1, "last": 1}]}]}}
        for time, scope in (("2026-01-01", [{"kind": "finding", "categories": ["a", "b"], "files": ["x", "y"]}]),
                            *((time, [{"kind": "finding", "categories": ["a"], "files": ["x"]}])
                              for time in ("2026-01-02", "2026-01-03", "2026-06-01"))):
            dataset = {
                "version": 1, "title": "Tools", "url": "https://ci.example.org/", "now": f"{time}T03:00:00Z",
                "run": {"status": "completed", "coverage": coverage}, "scope": scope, "categories": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}],
                "messages": [{"urgency": "error", "title": "In y", "category": "b", "location": {"file": "y"}}][: len(scope[0]["files"]) - 1],
            }
            path = self.write("tools.json", json.dumps(dataset))
            result = run("publish", path, "--site", site, "--project", "tools", "--base-url", "https://example.org/r/")
            self.assertStatus(DONE, result)
            yield run("render", path, "--to", "json", "--site", site, "--project", "tools")

    def of_a_site(self):
        """Reports that are compared with a site of five runs: one test comes and goes, one becomes slow."""
        site = self.folder / "public"
        for day in range(1, 8):
            count = 90 - 30 * (day == 7)
            dataset = {
                "version": 1, "title": "Night", "now": f"2026-11-{day:02}T03:00:00Z",
                "run": {"status": "failed" if day == 3 else "completed",
                        "facts": [{"kind": "tests", "title": "Tests", "value": str(count), "number": count},
                                  {"kind": "environment", "title": "Python", "value": f"3.12.{day}"}]},
                "scope": [{"categories": ["", "nightly"][: 2 - (day == 7)]}],
                "durations": [{"test": "slow", "seconds": 1 if day < 6 else 30}],
                "known": [{"reason": "Ordered", "owner": "team", "link": "https://example.org/1", "until": "2026-11-05",
                           "fingerprint": "old"},
                          {"reason": "Unused", "text": "Nothing of the kind"},
                          {"reason": "Accepted", "fingerprint": "accepted"}],
                "messages": [
                    {"urgency": "warning", "title": "Old", "fingerprint": "old"},
                    {"urgency": "warning", "title": "Accepted", "fingerprint": "accepted"},
                    *([{"urgency": "error", "title": "Intermittent", "fingerprint": "flaky"}] if day % 2 else []),
                    {"urgency": "information", "title": f"Passing {day}"},
                    {"urgency": "error", "title": "Of the night", "category": "nightly"},
                    {"urgency": ("error", "warning")[day % 2], "title": "Moves", "fingerprint": "moves"},
                ],
            }
            path = self.write("night.json", json.dumps(dataset))
            result = run("publish", path, "--site", site, "--project", "core", "--stale-after", "36h",
                         "--base-url", "https://example.org/r/")
            self.assertIn(result.returncode, (DONE, FOUND), result.stderr)
            yield run("render", path, "--to", "json", "--site", site, "--project", "core")
        run("publish", "--site", site, "--project", "core", "--missing", "no disk", "--run", "last",
            "--now", "2026-11-09T03:00:00Z")

    def check(self, name, text, what):
        document = json.loads(text)
        problems = [f"{error.json_path}: {error.message[:300]}" for error in
                    jsonschema.Draft202012Validator(schema(name)).iter_errors(document)]
        self.assertEqual([], problems, what)
        return document

    def test_schemas_are_valid_and_have_ids_of_their_own(self):
        ids = set()
        for name in SCHEMAS:
            jsonschema.Draft202012Validator.check_schema(schema(name))
            ids.add(schema(name)["$id"])
        self.assertEqual(len(SCHEMAS), len(ids))

    def test_every_report_is_valid_and_no_field_is_invented(self):
        unseen = fields(schema("report"), schema("report"))
        count = 0
        for result in self.reports():
            if result.returncode not in (DONE, FOUND):
                continue                         # what is refused
            document = self.check("report", result.stdout, result.args)
            unseen -= set(keys(document))
            count += 1
        self.assertGreater(count, 100)
        self.assertEqual(set(), unseen)

    def test_latest_of_a_site_is_valid(self):
        for result in self.of_a_site():
            self.assertIn(result.returncode, (DONE, FOUND), result.stderr)
            latest = self.folder / "public/core/latest.json"
            document = self.check("latest", latest.read_text(), "latest.json")
            self.assertEqual("core", document["project"])
        self.check("latest", latest.read_text(), "latest.json")
        for result in self.of_a_branch("publish"):
            self.assertStatus(DONE, result)
            night = self.check("latest", (self.folder / "branch/branch/latest.json").read_text(), "latest.json")["night"]
            self.assertEqual(("b" * 40, "2026-11-01-0300"), (night["commit"], night["base"]))
        run("publish", support.examples()["nightly"], "--site", self.folder / "public", "--project", "other")
        self.check("latest", (self.folder / "public/other/latest.json").read_text(), "latest.json")

    def test_settings_files_are_valid_and_wrong_ones_are_not(self):
        self.assertEqual(SCHEMAS["settings"].read_bytes(), run("settings", "--schema").stdout)
        for path in (support.repository / "Examples").rglob("tidemark.json"):
            self.check("settings", path.read_text(), path)
        good = {"$schema": "s.json", "timeZone": "UTC", "to": ["page", "text"], "budget": "64k", "columns": 90, "ascii": True,
                "filter": ["urgency=error"], "inputs": ["a.xml", {"path": "b", "from": "junit"}], "failOn": "error"}
        self.check("settings", json.dumps(good), "good")
        self.write("tidemark.json", json.dumps(good))
        self.assertStatus(DONE, run("settings", cwd=self.folder))
        validator = jsonschema.Draft202012Validator(schema("settings"))
        for wrong in ({"timezone": "UTC"}, {"ascii": "perhaps"}, {"failOn": "errors"}, {"failOn": "error,wors"}, {"failOn": ["errors"]}, {"sendmail": "sh"},
                      {"mailSend": True}, {"config": "x.json"}, {"inputs": "a.xml"}, {"to": ["html"]}, []):
            with self.subTest(wrong=wrong):
                self.assertFalse(validator.is_valid(wrong))

    def test_datasets_that_are_converted_are_valid(self):
        for dataset in support.examples().values():
            result = run("convert", dataset)
            self.assertStatus(DONE, result)
            self.check("dataset", result.stdout, dataset)
