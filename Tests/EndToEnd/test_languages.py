"""The words of each language: counts in the plural forms of CLDR, as Babel knows them, and the parents of tags."""
import json
import re

import babel
import babel.numbers
import support

FOLDER = support.repository / "Templates/strings"
TAGS = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem not in ("en-us",))
# The number of messages of each urgency in two reports.
REPORTS = [{"error": 1, "warning": 2, "success": 3, "information": 5, "neutral": 11},
           {"error": 21, "warning": 101, "success": 1_000}]
NUMBERS = [0, 1, 2, 3, 5, 11, 21, 101, 1_000]


class LanguagesTest(support.ProgramTest):
    def language(self, tag):
        return babel.Locale.parse(tag.replace("zh-hans", "zh-Hans").replace("zh-hant", "zh-Hant").replace("pt-br", "pt-BR"), sep="-")

    def form(self, forms, tag, number):
        """The phrase for a number: that of Babel's plural category, else `other`."""
        category = self.language(tag).plural_form(number)
        # Babel does not know the least number of digits before the first separator.
        groups = number >= 10 ** (2 + json.loads((FOLDER / f"facts/{tag}.json").read_text(encoding="utf-8"))["numbers"]["minimumGrouping"])
        said = babel.numbers.format_decimal(number, locale=self.language(tag), numbering_system="latn", group_separator=groups)
        return forms.get(category, forms["other"]).replace("{count}", said)

    def test_each_language_counts_in_the_forms_of_cldr(self):
        reports = []
        for number, counts in enumerate(REPORTS):
            messages = [{"urgency": urgency, "title": f"{urgency} {place}"} for urgency, count in counts.items() for place in range(count)]
            reports.append((counts, self.write(f"{number}.json", json.dumps({"version": 1, "messages": messages, "groupBy": "none"}))))
        for tag in TAGS:
            words = json.loads((FOLDER / f"{tag}.json").read_text(encoding="utf-8"))["counts"]
            for counts, path in reports:
                with self.subTest(tag, counts=counts):
                    verdict = json.loads(self.render(path, "--to", "json", "--locale", tag))["verdict"]
                    # Marks around parts of another direction are no words.
                    text = re.sub("[\u2066-\u2069\u200e\u200f\u061c]", "", verdict["text"])
                    for urgency, number in {**counts, "messages": sum(counts.values())}.items():
                        self.assertIn(self.form(words[urgency], tag, number), text)

    def test_each_phrase_has_the_form_of_every_number(self):
        for tag in TAGS:
            counts = json.loads((FOLDER / f"{tag}.json").read_text(encoding="utf-8"))["counts"]
            needed = {self.language(tag).plural_form(number) for number in NUMBERS}
            for key, forms in counts.items():
                with self.subTest(f"{tag}: {key}"):
                    self.assertLessEqual(needed, set(forms))
                    self.assertLessEqual(set(forms), set(self.language(tag).plural_form.tags) | {"other"})

    def test_nothing_is_clear_in_every_language(self):
        path = self.write("none.json", json.dumps({"version": 1, "run": {"status": "completed"}, "messages": []}))
        for tag in TAGS:
            words = json.loads((FOLDER / f"{tag}.json").read_text(encoding="utf-8"))["strings"]
            with self.subTest(tag):
                self.assertEqual(words["allClear"], json.loads(self.render(path, "--to", "json", "--locale", tag))["verdict"]["text"])

    def test_a_tag_without_words_has_those_of_its_parent(self):
        path = self.write("one.json", json.dumps({"version": 1, "messages": [{"urgency": "error", "title": "A"}]}))
        for tag, expected in [("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"),
                              ("zh-Hant-HK", "zh-Hant"), ("pt", "pt-BR"), ("pt-PT", "pt-BR"), ("de-AT", "de"), ("en-GB", "en"), ("EN-us", "en-US"),
                              ("ru-BY", "ru")]:
            with self.subTest(tag):
                result = support.run("render", path, "--to", "json", "--locale", tag)
                self.assertStatus(support.DONE, result)
                self.assertEqual(expected, json.loads(result.stdout)["locale"])
                self.assertEqual(b"", result.stderr)

    def test_a_language_without_words_is_english_with_a_warning(self):
        path = self.write("one.json", json.dumps({"version": 1, "messages": [{"urgency": "error", "title": "A"}]}))
        result = support.run("render", path, "--to", "json", "--locale", "tlh")
        self.assertStatus(support.DONE, result)
        self.assertEqual("en", json.loads(result.stdout)["locale"])
        self.assertIn(b"[unknown-locale]", result.stderr)
        self.assertStatus(support.USAGE, support.run("render", path, "--to", "json", "--locale", "d!e"))

    def test_a_new_language_begins_with_a_copy(self):
        def export(*words, status=support.DONE):
            result = support.run("templates", "export", "words", *words, cwd=self.folder)
            self.assertStatus(status, result)
            return result

        export("nb")
        facts = json.loads((self.folder / "words-nb/strings/facts/nb.json").read_text(encoding="utf-8"))
        self.assertEqual(("nb", "nb"), (facts["locale"], facts["name"]))
        self.assertNotIn("source", facts)
        path = self.folder / "words-nb/strings/nb.json"
        words = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(json.loads((FOLDER / "en.json").read_text(encoding="utf-8")), words)
        words["counts"]["error"] = {"one": "{count} feil", "other": "{count} feil"}
        path.write_text(json.dumps(words), encoding="utf-8")
        night = self.write("night.json", json.dumps({"version": 1, "messages": [
            {"urgency": "error", "title": "A"}, {"urgency": "error", "title": "B"}, {"urgency": "warning", "title": "C"}]}))
        for tag in ("nb", "nb-NO"):
            result = support.run("render", night, "--to", "json", "--template", "words-nb/", "--locale", tag, cwd=self.folder)
            self.assertStatus(support.DONE, result)
            self.assertEqual(b"", result.stderr)
            report = json.loads(result.stdout)
            self.assertEqual(("nb", "3 messages: 2 feil, 1 warning"), (report["locale"], report["verdict"]["text"]))
        # The words of a language that exists are its own; another call leaves the files as they are.
        export("zh-TW", "mine")
        self.assertIn("錯誤", (self.folder / "mine/strings/zh-tw.json").read_text(encoding="utf-8"))
        self.assertEqual("zh-TW", json.loads((self.folder / "mine/strings/facts/zh-tw.json").read_text(encoding="utf-8"))["locale"])
        self.assertIn(b"file-exists", export("nb", status=support.OUTPUT).stderr)
        self.assertIn(b"malformed locale", export("n!", status=support.USAGE).stderr)
        self.assertIn(b"TAG is missing", export(status=support.USAGE).stderr)

    def test_a_verdict_of_each_language_is_a_snapshot(self):
        cases = (support.repository / "Tests/Snapshots/languages/cases").read_text(encoding="utf-8")
        recorded = set(re.findall(r"^verdict-(\S+):", cases, re.MULTILINE))
        self.assertEqual({*TAGS, "en-us"}, recorded)
