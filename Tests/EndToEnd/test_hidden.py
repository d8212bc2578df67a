"""Characters that hide or deceive, and lines that a job's runner would obey: none of them leaves the program."""
import copy
import email
import email.policy
import html
import json
import re
import unicodedata

import support
from support import DONE, run
from test_growth import BASE, paths, replaced

HIDDEN = [0x07, 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x115F, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202E, 0x2060, 0x2066, 0x2068, 0x2069, 0x206A,
          0x206F, 0x3164, 0xFDD0, 0xFEFF, 0xFFF9, 0xFFFB, 0xFFFE, 0xFFFF, 0x1D173, 0x1FFFE, 0xE0001, 0xE0041, 0xE007F, 0xF0000, 0x10FFFF]
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
LEGITIMATE = ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
              "\u0915\u094d\u200d\u0937", "1\ufe0f\u20e3", SCOTLAND]
# The program's own characters for direction: isolates around values, and marks at lines of text.
ISOLATES, MARKS = {0x2068, 0x2069}, {0x200E, 0x200F}
COMMANDS = ["::stop-commands::x", "::add-mask::e", "  ::error::x", "##[error]x", "a ##vso[task.complete]b", "##teamcity[x]"]
OBEYED = re.compile(r"^[\s\u2066-\u2069\ufeff]*(\x1b\[[0-9;]*m[\s]*)*::|##[A-Za-z]*\[", re.MULTILINE)


def worded(words):
    """A dataset that says these words wherever it may say any."""
    free = {"title", "subtitle", "summary", "reason", "commit", "branch", "value", "text", "details", "file", "description", "fingerprint", "project"}
    dataset = copy.deepcopy(BASE)
    for path, kind in list(paths(BASE)):
        if kind == "string" and path[-1] in free or path[-2:-1] == ("attributes",):
            dataset = replaced(dataset, path, lambda old: f"{old} {words}")
    return dataset


def raw(text, own):
    """Characters of a text that nobody can see, or that do what nobody sees."""
    for sequence in LEGITIMATE:
        text = text.replace(sequence, "")
    return {f"U+{ord(letter):04X}" for letter in text if letter not in "\n\r\t\xad" and ord(letter) not in own
            and (unicodedata.category(letter) in ("Cc", "Cf", "Cn", "Co", "Zl", "Zp") or letter in "\u115f\u3164\ufe0f\U000e0100")}


class Hidden(support.ProgramTest):
    WORDS = "x" + "x".join(map(chr, HIDDEN)) + "x"
    FORMATS = {}

    def dataset(self, words):
        return self.write("d.json", json.dumps({**worded(words), **self.FORMATS}))

    def outputs(self, words, *more):
        """Everything that is made of a dataset, by name, as text."""
        path = self.dataset(words)
        found = {}
        for target in ("page", "markdown", "text", "json"):
            found[target] = self.render(path, "--to", target, "--output", "-", *more).decode()
        self.assertStatus(DONE, run("publish", path, "--site", self.folder / "site", "--project", "p", "--base-url", "https://a.example/"))
        for name in ("p/feed.xml", "p/badge.svg", "p/latest.json", "p/index.html", "index.html", "sitemap.xml"):
            if (self.folder / "site" / name).exists():
                found[name] = (self.folder / "site" / name).read_text()
        result = run("mail", path, "--from", "a@b.example", "--to", "a@b.example", "--output", "-", "--attach", "page,json")
        self.assertStatus(DONE, result)
        message = email.message_from_bytes(result.stdout, policy=email.policy.default)
        found["headers"] = "\n".join(str(message[name]) for name in ("Subject", "From", "List-Id") if message[name])
        for part in message.walk():
            if not part.is_multipart():
                found["mail " + part.get_content_type() + str(part.get_filename() or "")] = (
                    str(part.get_filename()) + part.get_payload(decode=True).decode())
        return found

    def test_no_output_has_hidden_characters(self):
        for name, text in self.outputs(self.WORDS).items():
            with self.subTest(name):
                text = html.unescape(text) if "html" in name else text
                own = set() if "json" in name else ISOLATES | (MARKS if "text" in name else set())
                self.assertEqual(set(), raw(text, own))
                if "sitemap" not in name and not re.search("badge|latest|front|headers|index", name):
                    for sign in (r"\u202e", r"\u2066") if "json" in name else ("\u27e8U+202E\u27e9", "\u27e8U+2066\u27e9"):
                        self.assertIn(sign, text)

    def test_bidirectional_isolates_end_with_their_lines(self):
        path = self.dataset("\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd " * 20 + "\u2068 \u2067 \u2069")
        for columns in ("30", "80"):
            for line in self.render(path, "--to", "text", "--columns", columns, "--output", "-").decode().splitlines():
                depth = 0
                for letter in line:
                    depth += letter in "\u2066\u2067\u2068"
                    depth -= letter == "\u2069"
                    self.assertGreaterEqual(depth, 0, line)
                self.assertEqual(0, depth, line)

    def test_joiners_of_scripts_and_emoji_are_kept(self):
        words = " ".join(LEGITIMATE)
        for name, text in self.outputs(words).items():
            if name in ("page", "markdown", "text", "json", "p/feed.xml", "headers"):
                with self.subTest(name):
                    for sequence in LEGITIMATE:
                        self.assertIn(sequence, text)

    def test_json_keeps_hidden_characters_as_given(self):
        said = json.loads(self.render(self.dataset(self.WORDS), "--to", "json", "--output", "-"))
        self.assertEqual("T " + self.WORDS, said["title"])

    def test_diagnostics_have_no_hidden_characters(self):
        path = self.write("d\u202e\x9b\u200b.json", json.dumps({**BASE, "zz" + self.WORDS: 1, "locale": "q" + self.WORDS}))
        for form in ("text", "github", "json"):
            result = run("render", path, "--format", form, "--output", "-")
            self.assertNotEqual(DONE, result.returncode)
            self.assertEqual(set(), raw(result.stderr.decode(), set()), form)

    def test_no_output_line_is_a_command_to_a_ci_runner(self):
        for command in COMMANDS:
            words = f"{command}\n{command}\n\n    {command}\n\n- {command}\n\n`{command}`"
            for columns in ("20", "80"):
                for more in ([], ["--ascii"], ["--color", "always"]):
                    text = self.render(self.dataset(words), "--to", "text", "--columns", columns, *more, "--output", "-").decode()
                    self.assertNotRegex(text, OBEYED)
            self.assertNotIn("##[", self.render(self.dataset(words), "--to", "json", "--output", "-").decode())

    def test_no_diagnostic_is_a_command_to_a_ci_runner(self):
        for command in COMMANDS:
            path = self.write("d.json", json.dumps({**BASE, command: 1, "locale": command, "messages": [{"urgency": command, "title": "x"}]}))
            path.rename(self.folder / (command.strip() + ".json"))
            result = run("render", command.strip() + ".json", "--output", "-", cwd=self.folder)
            self.assertTrue(result.stderr)
            self.assertNotRegex(result.stderr.decode(), OBEYED)
            github = run("render", command.strip() + ".json", "--format", "github", "--output", "-", cwd=self.folder).stderr.decode()
            for line in github.splitlines():
                self.assertRegex(line, r"^::(error|warning|notice) [^:]*::")
                self.assertNotRegex(line[2:], OBEYED)


class HiddenInLogs(Hidden):
    FORMATS = {"textFormat": "plain", "detailsFormat": "log"}


class HiddenInPlainDetails(Hidden):
    FORMATS = {"textFormat": "log", "detailsFormat": "plain"}
