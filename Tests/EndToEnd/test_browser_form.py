"""The form "Sort and filter" (F5)."""
from browser import address, axe, focused, rules, shot
from test_browser_filters import MESSAGES, Page, report


class SortAndFilterForm(Page):
    @rules("F5")
    def test_the_form_says_how_many_results_there_would_be_and_applies_at_once(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size=size, touch=size == "compact", baseline=report(MESSAGES[:2]))
                form = self.open_form(page)
                self.eventually(self.assertEqual, ["Sort by", "Group by", "Category", "Urgency", "Change", "File"],
                                form.locator("legend").all_inner_texts)
                form.get_by_label("Warning").check()
                form.get_by_label("Error").check()
                form.get_by_label("Tests").check()
                form.get_by_text("Results: 3").wait_for()
                self.eventually(self.assertTrue, form.get_by_role("status").filter(has_text="Results: 3").is_visible, "it is announced")
                self.eventually(self.assertEqual, 7, lambda: len(self.titles(page)), "nothing changes before it is applied")
                form.get_by_label("File", exact=True).last.fill("Sources/**")
                form.get_by_text("Results: 2").wait_for()
                self.assertEqual([], axe(page, ".dialog"))
                shot(page, f"sort-and-filter-{size}")
                form.get_by_role("button", name="Apply").click()
                self.shows(page, "Index 9 fails", "Index 10 fails")
                self.eventually(self.assertIn, "Filters", lambda: focused(page))
                self.eventually(self.assertEqual, "Filters 4", lambda: self.counter(page))

    @rules("F5")
    def test_reset_empties_the_form_and_cancel_leaves_the_list_as_it_was(self):
        page = self.open(report(), query="?urgency=error&sort=title")
        form = self.open_form(page)
        self.eventually(self.assertTrue, form.get_by_label("Error").is_checked)
        form.get_by_role("button", name="Reset").click()
        form.get_by_text("Results: 7").wait_for()
        self.eventually(self.assertFalse, form.get_by_label("Error").is_checked)
        page.keyboard.press("Escape")
        self.shows(page, "Index 9 fails", "Index 10 fails")
        page.locator("dialog").wait_for(state="detached")
        form = self.open_form(page)
        self.eventually(self.assertTrue, form.get_by_label("Error").is_checked, "what was not applied is forgotten")
        form.get_by_role("button", name="Reset").click()
        form.get_by_role("button", name="Apply").click()
        self.shows(page, *[message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])])
        self.eventually(self.assertNotIn, "?", lambda: address(page))

    @rules("F5")
    def test_enter_in_the_field_for_files_applies_the_form(self):
        page = self.open(report())
        form = self.open_form(page)
        form.get_by_label("File", exact=True).last.fill("*.md, *.txt")
        page.keyboard.press("Enter")
        self.shows(page, "Spelling of 'recieve'")
        self.eventually(self.assertIn, "✓ File (2)", lambda: self.chips(page))
        self.open_form(page).get_by_label("File", exact=True).last.fill("*.md")
        page.keyboard.press("Enter")
        self.eventually(self.assertIn, "✓ File: *.md", lambda: self.chips(page))
