"""README.md and docs/: every command in them runs as it stands, every link leads somewhere, every option is known."""
import re
import unittest

import documents
import support


class CommandsTest(documents.ReaderTest):
    """Each page's commands."""

    def test_readme_leads_to_a_page_a_mail_and_a_site(self):
        folder = self.follow(documents.README)
        page = (folder / "night.html").read_text()
        self.assertIn("test_upload.test_resumes", page)
        self.assertIn("Harbor nightly", page)
        self.assertIn("Subject: Report: 1 new error, 1 error fixed", (folder / "night.eml").read_text())
        runs = sorted(path.name for path in (folder / "public/harbor/runs").iterdir())
        self.assertEqual(["2026-11-20-0209", "2026-11-21-0209"], runs)
        self.assertIn("harbor/index.html", (folder / "public/index.html").read_text())

    def test_page_of_sites_leads_to_a_whole_site(self):
        folder = self.follow(documents.DOCS / "sites.md")
        names = sorted(path.name for path in (folder / "public/core/runs").iterdir())
        self.assertEqual(["1482", "2026-11-19-0300", "2026-11-20-0312"], names)
        self.assertIn('href="docs/index.html"', (folder / "public/index.html").read_text())

    def test_guide_of_templates_changes_look_and_words(self):
        folder = self.follow(documents.DOCS / "guide-template.md")
        page = (folder / "report/index.html").read_text()
        for part in ("--color-accent-fill:#7a1fa2", '<img class="logo" src="data:image/svg+xml', "Findings (30)", "#nightly"):
            self.assertTrue(part in page, part)
        self.assertTrue("#7a1fa2" in (folder / "quiet.html").read_text(), "the settings are in force")


def follows(page):
    return lambda test: test.follow(page)


# test_template_recipes follows the recipes.
for page in documents.PAGES:
    if page.stem not in ("README", "sites", "guide-template", "recipes") and any(block.is_command for block in documents.blocks(page)):
        setattr(CommandsTest, f"test_commands_of_{page.stem.replace('-', '_')}", follows(page))


class DocumentsTest(unittest.TestCase):
    def test_readme_is_short(self):
        self.assertLessEqual(len(documents.README.read_text().splitlines()), 150)

    def test_pictures_are_small(self):
        for path in (support.repository / "Examples/pictures").glob("*.png"):
            self.assertLess(path.stat().st_size, 150_000, path.name)

    def test_every_page_is_in_the_table_of_contents(self):
        contents = (documents.DOCS / "README.md").read_text()
        for path in documents.DOCS.glob("*.md"):
            if path.name != "README.md":
                self.assertIn(f"({path.name})", contents)

    def test_links_lead_to_files_and_headings(self):
        for page in [*documents.PAGES, *documents.DOCS.glob("internals/*.md"), *support.repository.glob("*.md"),
                     *support.repository.glob("T*/README.md")]:
            for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, heading = target.partition("#")
                file = page.parent / name if name else page
                self.assertTrue(file.exists(), f"{page.name}: {target}")
                if heading:
                    self.assertIn(heading, anchors(file), f"{page.name}: {target}")

    def test_every_recipe_is_described(self):
        hosting = (documents.DOCS / "hosting.md").read_text()
        for path in sorted((support.repository / "Examples/publish").iterdir()):
            self.assertIn(f"(../Examples/publish/{path.name})", hosting)

    def test_every_option_in_the_text_is_known(self):
        commands = re.findall(r"^  (\w+)  ", support.run("help").stdout.decode(), re.M)
        known = {name: set(re.findall(r"--[a-z-]+", support.run("help", name).stdout.decode())) for name in commands}
        everywhere = set().union(*known.values(), {"--version", "--verbose", "--licenses", "--help"})
        for page in documents.PAGES:
            for code in re.findall(r"`([^`\n]+)`", page.read_text()):
                words = re.match(r"(?:build/)?tidemark (\w+)", code)
                options = re.findall(r"(?:^| )(--[a-z-]+)", code)
                allowed = known.get(words[1], set()) | everywhere & {"--help"} if words else everywhere
                # Custom properties of styles look like options.
                if (words or code.startswith("--")) and not re.match(r"--(color|font|sign)-?", code):
                    self.assertLessEqual(set(options), allowed, f"{page.name}: {code}")

    def test_only_commands_that_need_more_are_not_run(self):
        reasons = [(page.name, block.not_run) for page in documents.PAGES for block in documents.blocks(page) if block.not_run]
        for page, reason in reasons:
            named = re.findall(r"test_\w+", reason)
            self.assertTrue(named, f"{page}: '{reason}' names no test that runs it")
            for name in named:
                self.assertTrue((support.repository / f"Tests/EndToEnd/{name}.py").is_file(), f"{page}: {name}")


def without_code(text):
    """The text without fenced blocks and code spans, in which a bracket is no link."""
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    return re.sub(r"`[^`\n]+`", "", text)


def anchors(page):
    """The ids that GitHub gives the headings of a page, and those that the page sets itself."""
    found = set(re.findall(r'<a id="([^"]+)"></a>', page.read_text()))
    for heading in re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", page.read_text())):
        words = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower())
        found.add(words.strip().replace(" ", "-"))
    return found


if __name__ == "__main__":
    unittest.main()
