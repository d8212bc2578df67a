"""The layout that a template gives a page, and the template and theme that a site remembers."""
import json

import lxml.html
import support

NIGHT = support.repository / "Examples/nightly/nightly.json"
PARTS = {"banners": ".//*[contains(concat(' ', @class, ' '), ' banners ')]", "facts": ".//dl[contains(@class, 'facts')]",
         "preview": ".//*[contains(@class, 'preview')]", "timeline": ".//*[@id='part-timeline']"}


class LayoutTest(support.ProgramTest):
    def template(self, layout):
        """A template whose report.md is the built-in one with another header."""
        text = (support.repository / "Templates/default/report.md").read_text(encoding="utf-8")
        header, rest = text.split("\n---\n", 1)
        self.assertTrue(header.startswith("---\nlayout: "), "the built-in report.md says its layout")
        (self.folder / "mine").mkdir(exist_ok=True)
        self.write("mine/report.md", f"---\nlayout: {layout}\n---\n{rest}")
        return self.folder / "mine"

    def page(self, layout):
        out = self.folder / "page.html"
        self.render(NIGHT, "--template", self.template(layout), "--to", "page", "-o", out)
        return lxml.html.document_fromstring(out.read_text(encoding="utf-8"))

    def order(self, element):
        """The names of the parts below an element, in their order."""
        places = {place: number for number, place in enumerate(element.iter())}
        found = {}
        for name, path in PARTS.items():
            hits = element.xpath(path)
            if hits:
                found[name] = places[hits[0]]
        return sorted(found, key=found.get)

    def column(self, page):
        columns = page.xpath("//*[@class='column']")
        return self.order(columns[0]) if columns else None

    def test_the_built_in_layout_is_the_same_as_its_header_says(self):
        page = self.page("side-column")
        self.assertEqual(["banners", "facts", "preview", "timeline"], self.column(page))
        self.assertEqual("two", page.xpath("//main")[0].get("class"))

    def test_a_layout_chooses_the_parts_of_the_column_and_their_order(self):
        page = self.page("side-column timeline, facts")
        self.assertEqual(["timeline", "facts"], self.column(page))
        # The others keep a place in the report.
        self.assertEqual({"banners", "preview", "timeline", "facts"}, set(self.order(page)))

    def test_one_column_has_the_order_of_the_document(self):
        page = self.page("one-column")
        self.assertIsNone(self.column(page))
        self.assertIsNone(page.xpath("//main")[0].get("class"))
        # The heading of the timeline has another id outside of the column.
        self.assertEqual(["banners", "facts", "preview"], self.order(page))
        self.assertEqual(1, len(page.xpath("//*[@class='timeline' or starts-with(@class, 'timeline ')]")))

    def test_other_targets_are_the_same_with_any_layout(self):
        def text(*more):
            return self.render(NIGHT, "--to", "text,markdown", "-o", self.folder / "out", *more) and b"" or [
                (self.folder / "out" / name).read_bytes() for name in ("report.txt", "report.md")]

        usual = text()
        for layout in ("one-column", "side-column facts"):
            self.assertEqual(usual, text("--template", self.template(layout)), layout)

    def test_mistakes_in_the_header_are_errors_with_their_place(self):
        for layout, place, words in [
                ("two-columns", "2:9", "no layout is called 'two-columns'"),
                ("side-colum", "2:9", "did you mean 'side-column'?"),
                ("side-column facts fcats", "2:27", "the side column has no part 'fcats'"),
                ("side-column facts, facts", "2:28", "the part 'facts' is named twice"),
                ("one-column facts", "2:20", "one-column has no parts at its side")]:
            with self.subTest(layout):
                result = support.run("render", NIGHT, "--template", self.template(layout), "--to", "page", "-o",
                                     self.folder / "page.html")
                self.assertStatus(support.INPUT, result)
                said = result.stderr.decode()
                self.assertIn(words, said)
                self.assertIn(f"report.md:{place}", said)

    def test_a_column_that_the_document_does_not_include_is_an_error(self):
        (self.folder / "bare").mkdir()
        self.write("bare/report.md", "---\nlayout: side-column facts\n---\n# {{title}}\n\n{{> sections}}\n")
        result = support.run("render", NIGHT, "--template", self.folder / "bare", "--to", "page", "-o", self.folder / "page.html")
        self.assertStatus(support.INPUT, result)
        self.assertIn("report.md does not include its side column", result.stderr.decode())

    def test_dashes_at_the_beginning_without_keys_are_a_line(self):
        (self.folder / "ruled").mkdir()
        self.write("ruled/report.md", "---\n\n# {{title}}\n\n---\n\n{{> sections}}\n")
        text = self.render(NIGHT, "--template", self.folder / "ruled", "--to", "markdown")
        self.assertEqual("___", text.decode().split("\n")[0])


class SiteLookTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "mine/page").mkdir(parents=True)
        self.write("mine/page/99-own.css", "body { --own-mark: 1; outline: var(--own-mark); }\n")

    def publish(self, number, *arguments, status=support.DONE, cwd=None):
        night = {"version": 1, "project": "core", "now": f"2026-11-{number:02}T03:00:00Z",
                 "messages": [{"title": f"Error {number}", "urgency": "error"}],
                 "run": {"finished": f"2026-11-{number:02}T03:00:00Z"}}
        self.write("night.json", json.dumps(night))
        result = support.run("publish", "night.json", "--site", "site", *arguments, cwd=cwd or self.folder)
        self.assertStatus(status, result)
        return result.stderr.decode()

    def look(self):
        path = self.folder / "site/look.json"
        return json.loads(path.read_text()) if path.exists() else None

    def is_own(self, number):
        """Whether a run has the style of the own template."""
        page = (self.folder / f"site/core/runs/2026-11-{number:02}-0300/index.html").read_text(encoding="utf-8")
        sheets = lxml.html.document_fromstring(page).xpath("//link[@rel='stylesheet']/@href")
        folder = self.folder / f"site/core/runs/2026-11-{number:02}-0300"
        return any("--own-mark" in (folder / sheet).resolve().read_text(encoding="utf-8") for sheet in sheets)

    def test_a_site_uses_the_template_and_theme_of_its_first_page(self):
        self.publish(1, "--template", "mine/", "--theme", "plain")
        self.assertEqual({"version": 1, "template": "mine/", "theme": "plain"}, self.look())
        self.assertTrue(self.is_own(1))
        self.publish(2)
        self.assertTrue(self.is_own(2))
        self.publish(3, "--template", "default")
        self.assertEqual({"version": 1, "template": "default", "theme": "plain"}, self.look())
        self.publish(4)
        self.assertFalse(self.is_own(3) or self.is_own(4))

    def test_a_site_without_a_choice_remembers_nothing(self):
        self.publish(1)
        self.assertIsNone(self.look())

    def test_a_missing_folder_is_a_warning_and_the_run_is_published(self):
        self.publish(1, "--template", "mine/")
        (self.folder / "mine").rename(self.folder / "gone")
        said = self.publish(2)
        self.assertIn("forgotten-look", said)
        self.assertIn("site/look.json", said)
        self.assertFalse(self.is_own(2))
        (self.folder / "gone").rename(self.folder / "mine")
        self.publish(3)
        self.assertTrue(self.is_own(3), "the site remembers it still")

    def test_a_damaged_file_loses_no_run(self):
        self.publish(1, "--template", "mine/")
        for number, damage in enumerate([b"", b"{", b"[]", b'{"version":1,"template":7}',
                                         b'{"version":1,"template":"../mine/"}', b'{"version":1,"theme":"/etc"}'], 2):
            (self.folder / "site/look.json").write_bytes(damage)
            self.assertIn("damaged-look", self.publish(number), damage)
            self.assertFalse(self.is_own(number))
        self.publish(9, "--template", "mine/")
        self.assertEqual("mine/", self.look()["template"])

    def test_a_folder_outside_of_the_working_folder_is_not_remembered(self):
        self.publish(1, "--template", str(self.folder / "mine"))
        self.assertEqual(None, (self.look() or {}).get("template"))
        (self.folder / "link").symlink_to("/", target_is_directory=True)
        (self.folder / "site/look.json").write_text('{"version":1,"template":"link/etc"}')
        self.assertIn("forgotten-look", self.publish(2))
