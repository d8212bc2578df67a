"""What is new when people have worked on the files: nights of a linter over sources that are edited."""
import json
import re
import unittest

import support
from browser import rules

SOURCE = """import os
import sys

def load(path):
    assert path
    return open(path).read()

def check(values):
    assert values
    assert len(values) == 7
    for value in values:
        assert value.name in os.environ
    return True

def store(path, values):
    assert path
    open(path, "w").write(str(values))
""".splitlines()


def lint(files, has_context):
    """A linter that does not like `assert`, unused `sys` and lines longer than 32."""
    messages = []
    for file, lines in files.items():
        for number, line in enumerate(lines, 1):
            found = [("S101", "Use of assert")] if line.strip().startswith("assert") else []
            found += [("F401", "`sys` is not used")] if line == "import sys" else []
            found += [("E501", f"Line too long ({len(line)} > 32)")] if len(line) > 32 else []
            for rule, title in found:
                place = {"file": file, "line": number}
                if has_context:
                    place["context"] = [lines[i] if 0 <= i < len(lines) else "" for i in range(number - 3, number + 2)]
                messages.append({"id": f"{file}:{line.strip()}:{rule}", "urgency": "warning", "title": title,
                                 "category": "Lint", "link": {"title": rule}, "location": place})
    return {"version": 1, "title": "Lint", "run": {"status": "completed"}, "messages": messages}


class MatchingTest(support.ProgramTest):
    def compare(self, before, now):
        """The report of the second run, in JSON."""
        for name, dataset in (("old.json", before), ("new.json", now)):
            (self.folder / name).write_text(json.dumps(dataset))
        result = support.run("render", self.folder / "new.json", "--baseline", self.folder / "old.json", "--to", "json",
                             "-o", "-")
        self.assertStatus(support.DONE, result)
        return result.stdout

    def compared(self, before, now):
        """The ids of new and of fixed messages."""
        report = json.loads(self.compare(before, now))
        new = [m["id"] for section in report["sections"] for m in section["messages"] if m["change"] == "new"]
        return new, [m["id"] for m in report["comparison"]["fixedMessages"]]

    @rules("N3")
    def test_only_what_was_added_is_new_and_only_what_was_removed_is_fixed(self):
        moved = SOURCE[:2] + ["", "def first(one):", "    assert one", ""] + SOURCE[2:]
        fixed = [line for line in moved if line not in ("import sys", "    assert len(values) == 7")]
        longer = [line.replace("os.environ", "os.environ or value.age") for line in fixed]
        nights = [({"a.py": SOURCE}, [], []), ({"a.py": moved}, ["a.py:assert one:S101"], []),
                  ({"a.py": fixed}, [], ["a.py:import sys:F401", "a.py:assert len(values) == 7:S101"]),
                  ({"a.py": longer}, [], []), ({"lib/b.py": longer}, [], []),
                  ({"lib/b.py": [], "c.py": longer[:3] + longer}, [], [])]
        for (before, _, _), (now, new, gone) in zip(nights, nights[1:]):
            with self.subTest(files=list(now)):
                self.assertEqual((new, gone), self.compared(lint(before, True), lint(now, True)))
                # Without lines, the number of added findings is known, but not which ones.
                found = self.compared(lint(before, False), lint(now, False))
                self.assertEqual((len(new), len(gone)), tuple(map(len, found)))

    @rules("N3")
    def test_no_target_shows_the_context(self):
        dataset = lint({"a.py": SOURCE}, True)
        (self.folder / "one.json").write_text(json.dumps(dataset))
        for target in ("page", "mail", "markdown", "text", "json"):
            result = support.run("render", self.folder / "one.json", "--to", target, "-o", "-")
            self.assertStatus(support.DONE, result)
            self.assertNotIn(b"return", re.sub(rb"<(script|style).*?</\1>", b"", result.stdout, flags=re.S), target)

    @rules("N3")
    def test_hostile_runs_take_linear_time(self):
        count = 100_000
        kinds = {
            "all equal": lambda i, side: {"file": "a", "line": 1},
            "equal lines": lambda i, side: {"file": "a", "line": i + 1, "context": ["x", "the same long line of code", "x"]},
            "all renamed": lambda i, side: {"file": f"{side}/{i // 2}", "line": i % 2 + 1},
            "reversed": lambda i, side: {"file": "a", "line": 2 * i + 1 if side == "old" else 2 * (count - i) + 5},
        }
        for kind, place in kinds.items():
            def run(side):
                return {"version": 1, "messages": [{"urgency": "warning", "title": "same", "location": place(i, side)}
                                                   for i in range(count)]}
            with self.subTest(kind=kind):
                start = support.processor_seconds()
                self.compare(run("old"), run("new"))
                # Takes a few seconds on any machine; quadratic time would take hours.
                self.assertLess(support.processor_seconds() - start, 60)

    @rules("N1")
    def test_new_and_since_never_stand_on_one_message(self):
        site = self.folder / "site"
        for day, asserts in enumerate((1, 1, 3), 1):
            night = {"version": 1, "title": "Lint", "project": "core", "now": f"2026-11-2{day}T03:00:00Z",
                     "run": {"status": "completed"},
                     "messages": [{"urgency": "error", "title": "Use of assert", "location": {"file": "a.py", "line": 5 * place}}
                                  for place in range(1, asserts + 1)]}
            (self.folder / "night.json").write_text(json.dumps(night))
            self.assertStatus(support.DONE, support.run("publish", self.folder / "night.json", "--site", site,
                                                        "--base-url", "https://e.org/"))
        result = support.run("render", self.folder / "night.json", "--site", site, "--to", "json,page", "-o", f"{self.folder}/out/")
        self.assertStatus(support.DONE, result)
        report = json.loads((self.folder / "out/report.json").read_text())
        told = [(m["change"], m["history"]["since"], m["history"]["runs"]) for s in report["sections"] for m in s["messages"]]
        self.assertEqual([("new", "2026-11-23", 1), ("new", "2026-11-23", 1), ("still", "2026-11-21", 3)], told)
        for page in (self.folder / "out/index.html", site / "core/index.html"):
            messages = page.read_text().partition('id="messages"')[2].partition('class="column"')[0]
            self.assertEqual(1, messages.count("3 runs, since 21 Nov 2026"), page)


if __name__ == "__main__":
    unittest.main()
