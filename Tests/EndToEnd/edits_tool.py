"""A small linter for source code in any language. Its rules check single lines, so each finding belongs to a line."""
import collections
import re
import zlib

# A rule: its urgency, the pattern of a finding, and its title in two versions of the tool. `{name}` is the captured text,
# and `{count}` a number that changes when the line is edited.
Rule = collections.namedtuple("Rule", "urgency pattern title later")
RULES = {
    "long-line": Rule("information", r"^.{88}(.+)", "Line too long ({count} > 88)", "This line has {count} columns, of at most 88"),
    "note": Rule("information", r"\b((?:TODO|FIXME|XXX|HACK|NOTE)\b.{0,40})", "Resolve this note: {name}", "Note `{name}` is open"),
    "call": Rule("warning", r"\b([A-Za-z_]\w{2,})\(", "Call of `{name}` is discouraged", "`{name}` should not be called here"),
    "arguments": Rule("warning", r"\(((?:[^(),]+,){3,}[^(),]+)\)", "Too many arguments ({count} > 3)", "{count} arguments are too many"),
    "number": Rule("information", r"(?<![\w.#])([2-9]\d|\d{3,})(?![\w.])", "Magic value {name} in code", "Name the constant {name}"),
    "line-end": Rule("information", r"(&&|\|\||[+\\?|])$", "Line ends with `{name}`", "Put the operator `{name}` on the next line"),
    "compare": Rule("warning", r"([=!]=\s*(?:true|false|null|None|nil|NULL|0|\"\"|''))(?!\w)", "Comparison with a constant: {name}",
                    "Prefer a truth value to `{name}`"),
    "keyword": Rule("error", r"\b(goto|eval|try|assert|global|exit|exec|unsafe|static)\b", "Use of `{name}` detected", "Found {name}"),
    "short-name": Rule("information", r"(?<![\w.])([a-z])\s*:?=[^=]", "Name `{name}` is too short", "Choose a longer name than '{name}'"),
    "unused": Rule("warning", r"\b([A-Za-z_]\w{2,})\s*:?=[^=]", "`{name}` is assigned to but never used", "Unused variable {name}"),
    "dead-code": Rule("warning", r"^\s*(?:#|//)\s*(\w+.*[();={}])\s*$", "Commented-out code", "Remove code in comments"),
    "spaces": Rule("information", r"\S( {2,})\S", "Several spaces in a row", "Use one space"),
    "quotes": Rule("information", r"('[^'\"\\]{5,}')", "Use double quotes", "Single quotes are not allowed"),
    "import": Rule("warning", r"^\s*(?:#\s*)?(?:\w+ )?(?:import|include|require|use|from|source)\s+[<\"']?([\w./:-]{3,})",
                   "`{name}` is imported but unused", "Unused import: {name}"),
    "long-part": Rule("warning", r"^\s*(?:[a-z]+ )*(?:def|func|function|fn|sub|class|struct|enum)\s+(\w+)",
                      "`{name}` has {count} lines (> 25)", "{count} lines are too many for `{name}`"),
}
PATTERNS = {rule: re.compile(RULES[rule].pattern) for rule in RULES}
LONGEST_PART = 25
# These rules report one of so many names.
SPARSE = {"call": 12, "unused": 12, "import": 4}
# The number of lines above and below a finding in its context.
AROUND = 1

# A finding: its rule, its column, the values of its title, and the file and index of its line.
Finding = collections.namedtuple("Finding", "rule column name count file index")


class Linter:
    """A linter with some of the rules. The rules in `later` have the titles of the later version; those in `louder` are errors."""

    def __init__(self, dice):
        self.salt = dice.randrange(1 << 30)
        self.on = set(dice.sample(sorted(RULES), dice.randint(5, 9)))
        self.later, self.louder = set(), set()
        self.known = {}

    def is_chosen(self, name, share):
        """Whether a rule reports a name, as it does with one of `share` names."""
        return zlib.crc32(f"{self.salt} {name}".encode()) % share == 0

    def line(self, text):
        """The findings of a line: (rule, column, name, count)."""
        if text not in self.known:
            self.known[text] = [
                (rule, match.start(1) + 1, match[1], match[1].count(",") + 1 if rule == "arguments" else len(text))
                for rule, pattern in PATTERNS.items() if rule in self.on for match in pattern.finditer(text)
                if rule not in SPARSE or self.is_chosen(match[1], SPARSE[rule])]
        return self.known[text]

    def switch(self, rule):
        """Switches a rule on or off."""
        self.on ^= {rule}
        self.known.clear()

    def findings(self, files):
        """The findings in {file: lines}, in the order of their places."""
        found = []
        for file, lines in sorted(files.items()):
            of_lines = [self.line(line.text) for line in lines]
            ends = [index for index, of_line in enumerate(of_lines) if any(one[0] == "long-part" for one in of_line)] + [len(lines)]
            sizes = {begin: end - begin for begin, end in zip(ends, ends[1:])}
            for index, of_line in enumerate(of_lines):
                for rule, column, name, count in of_line:
                    if rule == "long-part":
                        count = sizes[index]
                    if rule != "long-part" or count > LONGEST_PART:
                        found.append(Finding(rule, column, name, count, file, index))
        return found

    def messages(self, findings, files, has_context):
        """Findings as the messages of a dataset; their ids are their indices."""
        for number, one in enumerate(findings):
            rule, lines = RULES[one.rule], files[one.file]
            place = {"file": one.file, "line": one.index + 1, "column": one.column}
            if has_context:
                place["context"] = [lines[i].text if 0 <= i < len(lines) else ""
                                    for i in range(one.index - AROUND, one.index + AROUND + 1)]
            yield {"id": str(number), "urgency": "error" if one.rule in self.louder else rule.urgency, "category": "lint",
                   "title": (rule.later if one.rule in self.later else rule.title).format(name=one.name, count=one.count),
                   "location": place, "link": {"title": one.rule}}
