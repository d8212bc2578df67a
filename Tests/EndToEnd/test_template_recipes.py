"""docs/recipes.md: each recipe has the effect that it promises, and a picture of it."""
import base64
import re
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree

import lxml.html

import documents
import support
from mail_support import body, parsed

PAGE = documents.DOCS / "recipes.md"
PICTURES = support.repository / "Examples/pictures/recipes"
RECIPES = re.findall(r"(?m)^## (\d+ .*)$", PAGE.read_text())
SVG = "{http://www.w3.org/2000/svg}svg"


def style(page):
    return "\n".join(element.text for element in page.iter("style"))


def properties(css):
    """The custom properties of each `:root` rule, in their order."""
    return [dict(re.findall(r"(--[\w-]+):\s*([^;}]+)", rule)) for rule in re.findall(r":root\s*\{([^}]*)\}", css)]


class RecipesTest(documents.ReaderTest):
    def made(self, number):
        """The folder after one recipe."""
        recipe, = [recipe for recipe in RECIPES if recipe.startswith(f"{number} ")]
        return self.follow(PAGE, recipe)

    def page(self, number, name):
        return lxml.html.parse(str(self.made(number) / name)).getroot()

    def test_1_words_are_those_of_the_team(self):
        page = self.page(1, "words.html")
        verdict = page.get_element_by_id("verdict").text_content()
        self.assertIn("7 blockers", verdict.replace("\N{NO-BREAK SPACE}", " "))
        self.assertIn("Open the report", [link.text_content().strip() for link in page.iter("a")])
        self.assertNotIn("7\N{NO-BREAK SPACE}errors", page.text_content())

    def test_2_colours_of_both_schemes_change_and_those_of_urgencies_stay(self):
        light, dark = properties(style(self.page(2, "colours.html")))[:2]
        built_in = properties(self.plain_style())[0]
        self.assertEqual(("#00695c", "#5cc2b2"), (light["--color-accent-fill"], dark["--color-accent-fill"]))
        self.assertEqual("#f6f2ea", light["--color-canvas"])
        self.assertEqual(built_in["--color-error-fill"], light["--color-error-fill"])

    def plain_style(self):
        return style(lxml.html.fromstring(self.render(support.examples()["nightly"]).decode()))

    def test_3_logo_has_a_colour_for_each_scheme(self):
        logo, = self.page(3, "logo.html").xpath("//main/img[starts-with(@src, 'data:image/svg+xml')]")
        root = ElementTree.fromstring(base64.b64decode(logo.get("src").partition("base64,")[2]))
        colours = re.findall("fill: (#[0-9a-f]+)", root.findtext("{*}style"))
        self.assertEqual((SVG, ["#7a1fa2", "#e2b3f5"]), (root.tag, colours))

    def test_4_page_contains_the_font_and_uses_it_first(self):
        font = b"wOF2" + bytes(range(64))
        folder = self.reader / "fonts/fonts"
        folder.mkdir(parents=True)
        (folder / "Acme-400.woff2").write_bytes(font)
        css = style(self.page(4, "fonts.html"))
        face, = re.findall(r"@font-face\s*\{([^}]*)\}", css)
        self.assertRegex(face, r"font-family:\s*\"?Acme\b")
        self.assertIn(base64.b64encode(font).decode(), face)
        self.assertRegex(properties(css)[0]["--font-family-text"], r"^\"?Acme\b.*,\s*serif$")

    def test_5_timeline_shows_the_icon(self):
        page = self.page(5, "icons.html")
        symbol = page.get_element_by_id("icon-rocket")
        self.assertEqual(1, len(symbol.findall("path")))
        entry, = page.xpath("//*[@id='timeline']//*[@data-component='timeline-entry'][.//use[@href='#icon-rocket']]")
        self.assertIn("Launch", entry.text_content())

    def test_6_last_icon_is_a_picture_that_the_policy_allows(self):
        page = self.page(6, "favicon.html")
        scheme, _, picture = page.xpath("//link[@rel='icon']")[-1].get("href").partition(",")
        self.assertEqual("data:image/svg+xml", scheme)
        root = ElementTree.fromstring(urllib.parse.unquote(picture))
        self.assertEqual((SVG, "#00695c"), (root.tag, root[0].get("fill")))
        policy, = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        self.assertRegex(policy, r"img-src [^;]*data:")

    def test_7_rules_for_paper_follow_the_built_in_ones_and_match(self):
        page = self.page(7, "paper.html")
        css = style(page)
        self.assertGreater(re.search(r"break-before:\s*page", css).start(), css.rindex("attr(data-report)"))
        self.assertRegex(css, r"@page\s*\{\s*size:\s*A4;\s*margin:\s*20mm")
        self.assertEqual(4, len(page.xpath("//*[@data-component='section']/following-sibling::*[1][@data-component='section']")))
        self.assertEqual(1, len(page.xpath("//section[*[@id='timeline']]")))

    def test_8_facts_precede_messages_and_the_timeline_is_beside_them(self):
        page = self.page(8, "order.html")
        places = [element for element in page.find(".//main").iter() if element.tag == "dl" or element.get("id") in ("verdict", "messages", "timeline")]
        self.assertEqual(["verdict", None, "messages", "timeline"], [element.get("id") for element in places])
        self.assertEqual([], page.xpath("//*[@class='column']//dl"))
        self.assertEqual(1, len(page.xpath("//*[@class='column']//*[@id='timeline']")))
        self.assertEqual(1, len(page.xpath("//main//*[@id='messages']/ancestor::section")), "a part of two columns")

    def test_9_table_has_a_row_for_each_deployment(self):
        rows = [["billing", "4.1.1", "14", "✖ Error"], ["search", "4.2.1", "6", "✔ Success"], ["accounts", "2.9.0", "5", "✔ Success"]]
        page = self.page(9, "deployments/index.html")
        table, = page.xpath("//table[.//th[.='Release']]")
        self.assertEqual(rows, [[cell.text_content() for cell in row.iter("td")] for row in table.iter("tr") if row.find("td") is not None])
        markdown = (self.reader / "deployments/report.md").read_text()
        self.assertIn(["| " + " | ".join(row) + " |" for row in rows], [re.findall(r"(?m)^\| \w+ \| \d.*$", markdown)])

    def test_10_front_page_has_a_tile_for_each_project_and_loads_itself_again(self):
        page = self.page(10, "wall-site/index.html")
        tiles = [(tile.findtext(".//bdi"), tile.get("data-mark")) for tile in page.xpath("//li[@data-mark]")]
        self.assertEqual([("Harbor nightly build", "error"), ("Backup of the photo archive", "warning"),
                          ("Lantern nightly checks", "success")], tiles)
        self.assertEqual(["300"], page.xpath("//meta[@http-equiv='refresh']/@content"))
        self.assertIn(".wall li", style(page))

    def test_11_both_parts_of_the_mail_end_with_the_company(self):
        mail = parsed((self.made(11) / "legal.eml").read_bytes())
        last = lxml.html.fromstring(body(mail, "html")).xpath("//p")[-1].text_content()
        self.assertTrue(last.startswith("Harbor Ltd, 1 Quay Street"), last)
        self.assertTrue(body(mail, "plain").rstrip().endswith("Confidential: for the named recipients only."))
        self.assertIn("Tidemark", body(mail, "plain").rstrip().splitlines()[-3], "the built-in footer is above it")

    def test_12_list_has_a_box_for_each_error_below_the_verdict(self):
        lines = (self.made(12) / "todo.md").read_text().splitlines()
        boxes = [line for line in lines if line.startswith("- [ ] ")]
        self.assertEqual(7, len(boxes))
        self.assertIn("- [ ] Signing certificate about to expire", boxes)
        self.assertIn("> **✖ 7 errors** ", "\n".join(lines))
        self.assertEqual("Errors of commit `3f2c1ab`:", lines[lines.index(boxes[0]) - 2])


class PicturesTest(unittest.TestCase):
    def test_every_recipe_has_a_test(self):
        tested = {int(name.split("_")[1]) for name in dir(RecipesTest) if re.match(r"test_\d+_", name)}
        self.assertEqual(list(range(1, len(RECIPES) + 1)), [int(recipe.split()[0]) for recipe in RECIPES])
        self.assertEqual(tested, {int(recipe.split()[0]) for recipe in RECIPES})

    def test_every_recipe_has_files_a_command_and_a_small_picture(self):
        parts = re.split(r"(?m)^## \d+ ", PAGE.read_text())[1:]
        shown = [re.findall(r"!\[(.+)\]\(\.\./Examples/pictures/recipes/(\w+\.png)\)", part) for part in parts]
        blocks = documents.blocks(PAGE)
        for recipe, pictures in zip(RECIPES, shown):
            with self.subTest(recipe):
                (words, _), = pictures
                self.assertGreater(len(words.split()), 4)
                mine = [block for block in blocks if block.heading == recipe]
                self.assertTrue(any(block.name for block in mine))
                self.assertEqual(1, sum(block.is_command for block in mine))
        sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
        self.assertEqual(set(sizes), {name for pictures in shown for _, name in pictures})
        self.assertLessEqual(max(sizes.values()), 40_000)
        self.assertLessEqual(sum(sizes.values()), 400_000)


if __name__ == "__main__":
    unittest.main()
