"""The page that compares any two runs of a site, and what a run says of its inputs and commits."""
import json

from support import DONE, USAGE
from test_publish_truths import TruthTest

DAYS = [f"2026-11-{day}" for day in (17, 18, 19, 20)]
NAMES = [f"{day}-0300" for day in DAYS]


class Comparing(TruthTest):
    def setUp(self):
        super().setUp()
        for number, day in enumerate(DAYS):
            self.publish(self.at(day, *"abcdef"[number:number + 3]))

    def compare(self, before, after, expected=DONE):
        return self.publish("--project", "core", "--compare", before, after, status=expected)

    def page(self, *parts):
        return self.folder.joinpath("site", "core", *parts).read_text()

    def test_any_two_runs_are_compared_and_nothing_else_changes(self):
        before = self.files()
        self.compare(NAMES[0], NAMES[3])
        after = self.files()
        page = f"core/compare/{NAMES[0]}~{NAMES[3]}.html"
        self.assertEqual({page, "core/index.html", *(f"core/runs/{name}/index.html" for name in (NAMES[0], NAMES[3]))},
                         {name for name in after if after[name] != before.get(name)})
        verdict = r'id="verdict">.*<a href="#new">3\snew errors</a></h2>\s+<p class="signs"><a href="#fixed">3\sfixed</a> </p>'
        self.assertRegex(self.page("compare", f"{NAMES[0]}~{NAMES[3]}.html"), verdict)
        for place, root in (("runs/" + NAMES[0], "../../"), ("runs/" + NAMES[3], "../../"), ("", "")):
            self.assertIn(f'href="{root}compare/{NAMES[0]}~{NAMES[3]}.html"', self.page(place, "index.html"))
        self.assertWhole()
        self.compare(NAMES[0], NAMES[3])
        self.assertEqual(after, self.files(), "the same page again")

    def test_comparison_goes_with_either_of_its_runs(self):
        self.compare(NAMES[0], NAMES[3])
        self.compare(NAMES[2], NAMES[3])
        self.publish(self.at("2026-11-21", "z"), "--keep", 3)
        self.assertEqual([f"{NAMES[2]}~{NAMES[3]}.html"], [path.name for path in (self.folder / "site/core/compare").iterdir()])
        self.assertNotIn(NAMES[0], self.page("runs", NAMES[3], "index.html"))
        self.assertWhole()
        self.publish(self.at(DAYS[3], "other"), "--run", NAMES[3])
        self.assertEqual([], list((self.folder / "site/core").glob("compare/*")), "it was of another report")
        self.assertWhole()

    def test_comparisons_outlive_a_rebuild(self):
        self.compare(NAMES[1], NAMES[2])
        files = self.files()
        self.publish("--project", "core", "--rebuild")
        self.assertEqual(files, self.files())

    def test_slips_are_refused(self):
        for names in ((NAMES[0], "x"), ("x", NAMES[0]), (NAMES[0], NAMES[0]), (NAMES[0], "../" + NAMES[1])):
            with self.subTest(names=names):
                files = self.files()
                self.compare(*names, USAGE)
                self.assertEqual(files, self.files())


class Origins(TruthTest):
    def test_facts_and_messages_say_their_inputs(self):
        names = []
        for number in range(6):
            (self.folder / f"part{number}").mkdir()
            names.append(self.write(f"part{number}/r.json", json.dumps({
                "version": 1, "project": "core", "messages": [{"urgency": "error", "title": f"m{number}", "details": "d" * (number % 2)}],
                "run": {"status": "completed", "facts": [{"title": "Lines", "value": f"{number} kB", "number": number},
                                                         {"title": "Coverage", "value": f"{number} %", "number": number}]}})))
        report = json.loads(self.render(*names, "--to", "json", "--now", "2026-11-20T03:00:00Z"))
        facts = {fact["title"]: fact for fact in report["run"]["facts"]}
        self.assertEqual("15 kB", facts["Lines"]["value"])
        self.assertEqual("0 %, 1 %, 2 %, and 3 more", facts["Coverage"]["value"])
        for fact in facts.values():
            self.assertEqual([f"part{number}/r.json" for number in range(6)], [origin["input"] for origin in fact["origins"]])
        messages = [message for section in report["sections"] for message in section["messages"]]
        self.assertEqual({f"m{number}": f"part{number}/r.json" for number in range(6)},
                         {message["title"]: message["input"] for message in messages})
        page = self.render(*names, "--to", "page", "--now", "2026-11-20T03:00:00Z").decode()
        self.assertEqual(2, page.count("<summary>6 inputs</summary>"))
        self.assertEqual(6, page.count("<p data-input>"))


class Commits(TruthTest):
    def test_commits_are_links_by_dataset_option_and_setting(self):
        new, old = "3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4", "v1.2"
        templates = "https://git.example/c/{commit}", "https://git.example/d/{from}...{to}"
        run = {"status": "completed", "commit": new}
        last = self.write("last.json", json.dumps({"version": 1, "messages": [], "run": {"status": "completed", "commit": old}}))
        own = self.write("own.json", json.dumps({
            "version": 1, "messages": [], "run": {**run, "commitURL": templates[0], "compareURL": templates[1]}}))
        plain = self.write("plain.json", json.dumps({"version": 1, "messages": [], "run": run}))
        now = "--now", "2026-11-20T03:00:00Z", "--baseline", last, "--to", "page"
        page = self.render(own, *now)
        self.assertIn(f'<a href="https://git.example/c/{new}"><bdi>3f2c1ab</bdi></a>'.encode(), page)
        self.assertIn(f'<a href="https://git.example/d/{old}...{new}"><bdi>v1.2…3f2c1ab</bdi></a>'.encode(), page)
        self.assertEqual(page, self.render(plain, *now, "--commit-url", templates[0], "--compare-url", templates[1]))
        self.write("tidemark.json", json.dumps({"commitUrl": templates[0], "compareUrl": templates[1]}))
        self.assertEqual(page, self.render(plain, *now, cwd=self.folder))
        self.assertNotIn(b"git.example", self.render(plain, *now))
