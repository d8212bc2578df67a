"""Errors that help: every problem of a file in one run, each at its place, and the old output as it was."""
import json
import re

import support
from support import INPUT, run

# ⟦ marks the beginning of each wrong value.
MISTAKES = """{
  "version": 1,
  "title": "Ten mistakes",
  "timeZone": "Europe/Berlin",
  "categories": [{ "id": "tests", "title": "Tests — Prüfungen" }],
  "messages": [
    { "urgency": ⟦"eror", "title": "A word misspelt", "category": "tests" },
    { "urgency": "error", "kind": ⟦"baner", "title": "A kind that is none" },
    { "urgency": "error", "title": ⟦42 },
    {
      "urgency": "warning",
      "title": "→ 日本語 🌊", "time": ⟦"2026-13-45T10:00:00Z"
    },
    { "urgency": "warning", "title": "Progress", "kind": "progress", "progress": { "done": ⟦"many", "of": 100 } },
    ⟦"not a message",
    { "urgency": "error", "title": "Place", "location": { "file": "A.swift", "line": ⟦"twelve" } }
  ],
  "timeline": {
    "order": ⟦"upwards",
    "entries": [
      { "time": "2026-11-20", "title": "One", "status": ⟦"finished" },
      { "time": "2026-11-21", "title": "Two", "statuses": [{ "text": "Approved", "tone": ⟦"posItive" }] }
    ]
  }
}
"""
LINE = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning): (?P<words>.+) "
                  r"\[(?P<id>[a-z0-9-]+)\]$", re.MULTILINE)


def places(marked):
    """The text without its marks, and the line and column (in scalars, from 1) of each mark."""
    found = []
    for number, line in enumerate(marked.split("\n"), 1):
        while "⟦" in line:
            found.append((number, line.index("⟦") + 1))
            line = line.replace("⟦", "", 1)
    return marked.replace("⟦", ""), found


class TenMistakes(support.ProgramTest):
    def setUp(self):
        super().setUp()
        text, self.places = places(MISTAKES)
        self.assertEqual(10, len(self.places))
        self.dataset = self.write("mistakes.json", text)

    def test_ten_mistakes_are_ten_diagnostics_with_their_lines(self):
        result = run("render", "mistakes.json", "--to", "text", cwd=self.folder)
        self.assertStatus(INPUT, result)
        said = result.stderr.decode()
        found = [(int(m["line"]), int(m["column"])) for m in LINE.finditer(said)]
        self.assertEqual(self.places, sorted(found), said)
        self.assertTrue(all(m["file"] == "mistakes.json" and m["severity"] == "error" for m in LINE.finditer(said)))
        self.assertIn("'error'?", said)
        self.assertIn("'positive'?", said)

    def test_mistakes_on_standard_input_are_the_same(self):
        result = run("render", "-", "--to", "text", input=self.dataset.read_bytes())
        self.assertStatus(INPUT, result)
        found = [(int(m["line"]), int(m["column"])) for m in LINE.finditer(result.stderr.decode())]
        self.assertEqual(self.places, sorted(found))

    def test_mistakes_leave_the_old_output_as_it_was(self):
        for target, name in support.TARGETS.items():
            old = self.write(name, "old " + name)
            self.assertStatus(INPUT, run("render", self.dataset, "--to", target, "-o", old))
            self.assertEqual(b"old " + name.encode(), old.read_bytes())
        self.assertStatus(INPUT, run("render", self.dataset, "--to", "page,markdown,text", "-o", self.folder))
        for name in support.TARGETS.values():
            self.assertEqual(b"old " + name.encode(), (self.folder / name).read_bytes())

    def test_mistakes_are_reported_in_json(self):
        result = run("render", self.dataset, "--to", "text", "--format", "json")
        self.assertStatus(INPUT, result)
        said = result.stderr.decode()
        try:
            parsed = json.loads(said)
        except ValueError:                       # one object a line is as good
            parsed = [json.loads(line) for line in said.splitlines()]
        found = parsed if isinstance(parsed, list) else parsed["diagnostics"]
        self.assertEqual(10, len(found))
        result = run("render", self.dataset, "--to", "text", "--format", "github")
        self.assertEqual(10, sum(line.startswith(b"::error ") for line in result.stderr.splitlines()))


class UnknownKeys(support.ProgramTest):
    text, places = places(
        '{ "version": 1, "title": "T", ⟦"mesages": [],\n'
        '  "messages": [{ "urgency": "error", ⟦"titel": "x", "title": "y" }] }')

    def test_unknown_keys_are_warnings_with_a_suggestion(self):
        dataset = self.write("keys.json", self.text)
        result = run("render", dataset, "--to", "text")
        self.assertStatus(support.DONE, result)
        said = result.stderr.decode()
        found = [(m["severity"], int(m["line"]), int(m["column"])) for m in LINE.finditer(said)]
        self.assertEqual([("warning", *place) for place in self.places], sorted(found), said)
        self.assertIn("'messages'?", said)
        self.assertIn("'title'?", said)

    def test_unknown_keys_are_errors_when_strict(self):
        dataset = self.write("keys.json", self.text)
        self.assertStatus(INPUT, run("render", dataset, "--to", "text", "--strict"))
