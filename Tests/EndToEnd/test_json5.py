"""Datasets in JSON5 as no program writes them, read by this program and by an independent reader of JSON5: comments
that look like messages, keys and texts in every form, and pieces of the reader that end anywhere."""
import json
import random

import json5
import support
from support import DONE, INPUT

SEED = "tidemark json5"
SMALL, DAMAGED, LARGE = 60, 120, 2
URGENCIES = ("error", "warning", "success", "information", "neutral")
SPACES = ("", "", "", " ", "\n", "\r\n", "\t", "  ", "\u00a0", "\u2028", "\n\n")
# Contents of comments: texts that could be mistaken for parts of the dataset.
GHOST = '{"urgency": "error", "title": "ghost"}'
COMMENTS = (
    f"was: {GHOST}, {GHOST}", f"was: {GHOST} {GHOST}", f"}}, {GHOST}, {{", "} {", "}, {", "]}", "]", "[{", '"', "'", "\\", "// see", "{{{",
    '"title": "ghost",', "title: 'ghost'", '", "urgency": "error", "title": "ghost"', "\u00e4\u4e2d\U0001F40C", "", "*", "* /", "/ *")
LINE_COMMENTS = COMMENTS + ("/*", "*/", "/* see #12", "*/ end", "https://a.example/*")
BLOCK_COMMENTS = COMMENTS + ("//", "a\nb", "\r\n// was\n", f"\n{GHOST},\n{GHOST}\n")
WORDS = (
    "disk", "is full", "}, {", "} {", "// no comment", "/* none */", "'", '"', "\\", "\n", "\t", "\u00e9", "\u4e2d\u6587", "\U0001F40C", "a" * 70, "],",
    f", {GHOST}", "\u2028", "\u0007", "&amp;", "0x1F")
ESCAPES = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", "'": "\\'", '"': '\\"', "\u0007": "\\x07"}


class Writer:
    """Writes values in a form that is chosen anew each time."""

    def __init__(self, chance, comments=0.3):
        self.chance = chance
        self.comments = comments

    def gap(self):
        """White space and comments, or nothing."""
        text = self.chance.choice(SPACES)
        while self.chance.random() < self.comments:
            if self.chance.random() < 0.5:
                text += "// " + self.chance.choice(LINE_COMMENTS) + self.chance.choice(("\n", "\r\n", "\u2028"))
            else:
                text += "/* " + self.chance.choice(BLOCK_COMMENTS) + " */"
            text += self.chance.choice(SPACES)
        return text

    def key(self, name):
        form = self.chance.randrange(6)
        if form == 0:
            return name
        if form == 1:
            return f"'{name}'"
        if form == 2:
            place = self.chance.randrange(len(name))
            return f'"{name[:place]}\\u{ord(name[place]):04x}{name[place + 1:]}"'
        return f'"{name}"'

    def string(self, text):
        quote = self.chance.choice("\"\"\"'")
        written = ""
        for character in text:
            chance = self.chance.random()
            if character in "\n\t\\\u0007" or character == quote or chance < 0.02 and character in ESCAPES:
                written += ESCAPES[character]
            elif chance < 0.03:
                written += "".join(f"\\u{unit:04X}" for unit in units(character))
            elif chance < 0.04 and ord(character) < 256:
                written += f"\\x{ord(character):02x}"
            elif chance < 0.05:
                written += self.chance.choice(("\\\n", "\\\r\n")) + character
            else:
                written += character
        return quote + written + quote

    def number(self, value):
        return self.chance.choice((str(value), f"+{value}", f"0x{value:X}", f"{value}.", f"{value}.0", f"{value}e0", f"{value}0e-1"))

    def value(self, value):
        if isinstance(value, dict):
            return self.joined("{", [self.key(name) + self.gap() + ":" + self.gap() + self.value(held) for name, held in value.items()], "}")
        if isinstance(value, list):
            return self.joined("[", [self.value(held) for held in value], "]")
        return self.string(value) if isinstance(value, str) else self.number(value)

    def joined(self, start, parts, end):
        text = start + self.gap()
        for index, part in enumerate(parts):
            text += part + self.gap()
            if index + 1 < len(parts) or self.chance.random() < 0.3:
                text += "," + self.gap()
        return text + end


def units(character):
    data = character.encode("utf-16-be")
    return [int.from_bytes(data[index:index + 2], "big") for index in range(0, len(data), 2)]


def words(chance, most):
    return "".join(chance.choice(WORDS) for _ in range(chance.randint(1, most)))


def message(chance, number):
    made = {"urgency": chance.choice(URGENCIES), "title": f"n{number} {words(chance, 3)}"}
    if chance.random() < 0.5:
        made["text"] = words(chance, 8)
    if chance.random() < 0.3:
        made["category"] = f"c{number % 3}"
    if chance.random() < 0.3:
        made["location"] = {"file": f"src/{number % 7}.c", "line": number + 1}
    members = list(made.items())
    chance.shuffle(members)
    return dict(members)


def dataset(chance, count, comments=0.3):
    """The text of a dataset."""
    writer = Writer(chance, comments)
    return writer.gap() + writer.value({"version": 1, "messages": [message(chance, number) for number in range(count)]}) + writer.gap()


def shown(messages):
    """What a message says, as both readers hand it over."""
    keys = ("urgency", "title", "text", "category", "location")
    made = [{key: joined(found[key]) for key in keys if found.get(key)} for found in messages]
    for found in made:
        if "location" in found:
            found["location"] = {key: joined(held) for key, held in found["location"].items() if key in ("file", "line")}
    return made


def joined(value):
    """A text whose surrogates, which Python's reader leaves apart, are characters."""
    return value.encode("utf-16", "surrogatepass").decode("utf-16") if isinstance(value, str) else value


class IndependentReader(support.ProgramTest):
    def read(self, text, name="d.json5"):
        """The status, and the messages of the dataset that `convert` makes."""
        path = self.folder / name
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        result = support.run("convert", f"dataset:{path}")
        messages = json.loads(result.stdout)["messages"] if result.returncode == DONE else None
        return result.returncode, messages, result.stderr.decode()

    def compare(self, text, why):
        status, messages, said = self.read(text)
        self.assertEqual((DONE, ""), (status, said), why)
        self.assertEqual(shown(json5.loads(text)["messages"]), shown(messages), why)

    def test_datasets_are_read_as_an_independent_reader_reads_them(self):
        for number in range(SMALL):
            self.compare(dataset(random.Random(f"{SEED} {number}"), 12), f"dataset {number}")

    def test_long_datasets_are_read_alike_wherever_a_piece_of_them_ends(self):
        for number in range(LARGE):
            chance = random.Random(f"{SEED} large {number}")
            # Several windows of 128 KiB. The texts are equal except for their comments.
            plain = [message(chance, index) for index in range(1_500)]
            text = '{"version": 1, "messages": [' + ",\n".join(
                json.dumps(made, ensure_ascii=index % 2 == 0) + (f" // was: {GHOST}, {GHOST} /*" if chance.random() < 0.5 else "")
                + (f"\n/* was: }}, {GHOST} */" if chance.random() < 0.1 else "\n") for index, made in enumerate(plain)) + "]}"
            self.compare(text, f"dataset {number}")

    def test_what_an_independent_reader_refuses_is_refused(self):
        refused = 0
        for number in range(DAMAGED):
            chance = random.Random(f"{SEED} damaged {number}")
            text = dataset(chance, 3)
            place = chance.randrange(len(text))
            if chance.random() < 0.5:
                text = text[:place] + text[place + chance.choice((1, 2, 8)):]
            else:
                text = text[:place] + chance.choice(("{", "}", "[", "]", ",", ":", '"', "'", "/*", "//", "*/", "\\", "\n", "0", "a")) + text[place:]
            try:
                expected = json5.loads(text)
            except (ValueError, RecursionError):
                refused += 1
                self.assertEqual(INPUT, self.read(text)[0], f"dataset {number}: {text}")
                continue
            status, messages, _ = self.read(text)
            # The program refuses more than JSON5 does: repeated keys and unknown urgencies.
            if status == DONE and isinstance(expected, dict) and isinstance(expected.get("messages"), list):
                self.assertEqual(shown(expected["messages"]), shown(messages), f"dataset {number}: {text}")
        self.assertGreater(refused, DAMAGED // 4)
