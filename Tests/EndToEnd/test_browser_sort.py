"""Sorting by several criteria on a page (O1 to O4)."""
import re

from browser import address, drag, focused, night, rendered, rules, shot
from test_browser_filters import Page, report


class SortByCriteria(Page):
    def names(self, page):
        return page.locator(".criteria > li bdi").all_inner_texts()

    @rules("O1")
    def test_a_chosen_criterion_has_a_handle_and_keeps_its_place(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size=size)
                form = self.open_form(page)
                self.eventually(self.assertEqual, "Sort by", form.locator("legend").first.inner_text)
                before = self.names(page)
                self.assertEqual(["Urgency", "Time", "Category", "Title", "File"], before)
                self.eventually(self.assertFalse, form.get_by_role("button", name="Move Title", exact=True).is_visible)
                form.get_by_role("checkbox", name="Title").check()
                self.eventually(self.assertTrue, form.get_by_role("button", name="Move Title", exact=True).is_visible)
                form.get_by_role("checkbox", name="Urgency").uncheck()
                self.eventually(self.assertFalse, form.get_by_role("button", name="Move Urgency", exact=True).is_visible)
                self.eventually(self.assertEqual, before, lambda: self.names(page))
                shot(page, f"sort-criteria-{size}")

    @rules("O1")
    def test_a_handle_is_dragged_by_mouse_and_by_finger(self):
        for size, touch in (("regular", False), ("compact", True)):
            with self.subTest(size=size):
                page = self.open(report(), size=size, touch=touch)
                self.open_form(page)
                self.still(page)
                self.choose_sort(page, "urgency", "time", "title")
                title, urgency = (page.locator(f".criteria > li:has([value={key}])") for key in ("title", "urgency"))
                start, end = title.locator(".drag").bounding_box(), urgency.bounding_box()
                drag(page, (start["x"] + 16, start["y"] + 16), (start["x"] + 16, end["y"] + 4), touch=touch)
                self.eventually(self.assertEqual, ["Title", "Urgency", "Time", "Category", "File"], lambda: self.names(page))
                self.eventually(self.assertTrue, title.locator("input").is_checked)
                page.get_by_text("Title: place 1 of 5").wait_for(state="attached")
                page.get_by_role("button", name="Apply").click()
                self.chip(page, "Sort by (3)").wait_for()
                self.eventually(self.assertRegex, lambda: address(page), r"\?sort=title:asc,urgency:desc,time:desc$")
                # Sections are sorted by their first message.
                self.shows(page, "Archive kept", "Package grew", "Guide was built", "Spelling of 'recieve'",
                           "Index 9 fails", "Index 10 fails", "Slow test")

    @rules("O1")
    def test_a_long_press_takes_a_criterion(self):
        page = self.open(report(), size="compact", touch=True)
        self.open_form(page)
        self.still(page)
        first, second = (page.locator(f".criteria > li:has([value={key}])").bounding_box() for key in ("urgency", "time"))
        drag(page, (first["x"] + 90, first["y"] + 20), (first["x"] + 90, second["y"] + second["height"] - 4), touch=True,
             hold=page.locator(".criteria .taken").wait_for)
        self.eventually(self.assertEqual, ["Time", "Urgency"], lambda: self.names(page)[:2])
        self.eventually(self.assertTrue, page.locator(".criteria [value=urgency]").is_checked, "a drag is no click")

    @rules("O1")
    def test_keys_and_buttons_move_a_criterion(self):
        page = self.open(report())
        form = self.open_form(page)
        handle = form.get_by_role("button", name="Move Time", exact=True)
        handle.focus()
        page.keyboard.press("ArrowUp")
        self.eventually(self.assertEqual, ["Time", "Urgency"], lambda: self.names(page)[:2])
        self.eventually(self.assertIn, "Move Time", lambda: focused(page))
        page.get_by_text("Time: place 1 of 5").wait_for(state="attached")
        page.keyboard.press("ArrowDown")
        self.eventually(self.assertEqual, ["Urgency", "Time"], lambda: self.names(page)[:2])
        form.get_by_role("button", name="Move down: Urgency").click()
        self.eventually(self.assertEqual, ["Time", "Urgency"], lambda: self.names(page)[:2])
        self.eventually(self.assertIn, "Move down: Urgency", lambda: focused(page))
        form.get_by_role("button", name="Move up: Urgency").click()
        self.eventually(self.assertEqual, ["Urgency", "Time"], lambda: self.names(page)[:2])

    @rules("O2")
    def test_a_direction_toggles_in_words_of_its_context(self):
        page = self.open(report())
        form = self.open_form(page)
        form.get_by_role("button", name="Highest first").click()
        form.get_by_role("button", name="Lowest first").click()
        form.get_by_role("button", name="Newest first").click()
        self.choose_sort(page, "time", "title")
        self.eventually(self.assertEqual, ["A to Z", "Oldest first"], lambda: sorted(
            words for words in page.locator(".criteria .turn:visible").all_inner_texts()))
        form.get_by_role("button", name="Apply").click()
        page.locator("li[data-key]:visible", has_text="Slow test").wait_for()
        self.shows(page, "Slow test", "Index 10 fails", "Index 9 fails", "Archive kept", "Package grew", "Guide was built",
                   "Spelling of 'recieve'")
        self.eventually(self.assertRegex, lambda: address(page), r"\?sort=time:asc,title:asc$")

    @rules("O3")
    def test_without_a_criterion_the_help_becomes_an_error_and_the_order_stays(self):
        page = self.open(report(), size="compact", query="?sort=title")
        before = self.titles(page)
        form = self.open_form(page)
        help = form.locator(".help")
        self.eventually(self.assertIn, "Later criteria break ties", help.inner_text)
        self.still(page)
        place, top = help.bounding_box()["y"], page.locator(".dialog").bounding_box()["y"]
        self.choose_sort(page)
        self.eventually(self.assertEqual, "Choose at least one criterion.", help.inner_text)
        self.eventually(self.assertAlmostEqual, place - top,
                        lambda: help.bounding_box()["y"] - page.locator(".dialog").bounding_box()["y"], delta=1)
        form.get_by_role("button", name="Apply").click()
        self.eventually(self.assertTrue, form.is_visible, "it can't be applied")
        self.eventually(self.assertIn, "input", lambda: focused(page))
        shot(page, "sort-error-compact")
        form.get_by_role("button", name="Cancel").click()
        self.eventually(self.assertEqual, before, lambda: self.titles(page))

    @rules("O1", "F3")
    def test_the_chip_of_the_sort_opens_it_alone(self):
        page = self.open(report(), query="?sort=title")
        self.chip(page, "Sort by: Title: A to Z").click()
        view = page.get_by_role("dialog", name="Sort by")
        self.eventually(self.assertFalse, view.get_by_label("Error").is_visible)
        view.get_by_role("button", name="A to Z").click()
        view.get_by_role("button", name="Apply").click()
        self.shows(page, "Spelling of 'recieve'", "Guide was built", "Slow test", "Index 10 fails", "Index 9 fails",
                   "Package grew", "Archive kept")


class SameOrder(Page):
    MIXED = ["item 10", "Item 9", "item 010", "", "Ärger", "ärger 2", "zebra", "Straße", "STRASSE", "straẞe", "σίγμας", "ΣΊΓΜΑΣ", "naïve",
             "ﬁsh", "😀 smile", "０ wide", "Istanbul", "İstanbul", "ılık", "a-b", "a b", "a.b", "v1.10", "v1.9", "v1.09", "v1.9.1",
             "00", "0", "", "<b>bold</b>", "A & B", "a &amp; b", "K elvin", "100000000000000000000", "99999999999999999999", "\ue000 own"]

    def dataset(self):
        urgencies = ["error", "warning", "information"]
        messages = []
        for number, title in enumerate(self.MIXED):
            made = {"urgency": urgencies[number % 3], "title": title, "text": f"number {number}", "category": ["b 10", "B 9", None][number % 4 % 3]}
            if not title:
                del made["title"]
            if made["category"] is None:
                del made["category"]
            if number % 5:
                made["location"] = {"file": f"Sources/{self.MIXED[-number] or 'x'}.swift", "line": number % 3 + 1}
            if number % 7:
                made["time"] = ["2026-11-20", "2026-11-19T23:00:00-01:00", "2026-11-20T00:00:00+01:00", "2026-11-20T00:30:00"][number % 4]
            messages.append(made)
        return night(messages)

    @rules("O4")
    def test_a_page_sorts_as_the_command_line_does(self):
        dataset = self.dataset()
        # Some messages were less urgent before, and some more.
        before = night([{**message, "urgency": "warning"} for message in dataset["messages"][::2]])
        for keys in ("urgency:asc", "urgency", "title", "title:desc", "file", "file:desc,title", "time", "time:asc", "time:asc,title:desc", "urgency:asc,title",
                     "category", "category:desc,title", "title,category", "change", "change:desc,file", "urgency,change,time,title,file"):
            with self.subTest(sort=keys):
                path = rendered(dataset, before, ("--sort", keys))
                wanted = [re.sub(r"\s+", " ", text) for text in self.texts(self.open(path))]
                page = self.open(rendered(dataset, before), query=f"?sort={keys}")
                self.eventually(self.assertEqual, wanted, lambda: self.texts(page))

    @rules("O4")
    def test_default_sort_restores_the_order_of_sections(self):
        dataset = self.dataset()
        wanted = [re.sub(r"\s+", " ", text) for text in self.texts(self.open(rendered(dataset)))]
        page = self.open(rendered(dataset, None, ("--sort", "title:desc")), query="?sort=urgency:desc,time:desc")
        self.eventually(self.assertEqual, wanted, lambda: self.texts(page))

    def texts(self, page):
        """Sections and messages in order; a message by its text, which is its own."""
        return page.evaluate("""[...document.querySelectorAll('section[data-position]')].flatMap(section => [section.querySelector('h3').textContent,
          ...[...section.querySelectorAll('li[data-key] [data-rest] > [dir]')].map(text => text.textContent)]).map(text => text.replace(/\\s+/g, ' '))""")


class Groups(Page):
    """Grouped by category, file, owner or not at all (F8)."""
    MESSAGES = [
        {"urgency": "warning", "category": "lint", "title": "Unused import", "location": {"file": "b.swift", "line": 1}, "time": "2026-11-20T01:00:00Z"},
        {"urgency": "warning", "category": "lint", "title": "Long line", "location": {"file": "a.swift", "line": 9}, "time": "2026-11-20T02:00:00Z"},
        {"urgency": "error", "category": "tests", "title": "A test fails", "location": {"file": "a.swift", "line": 2}, "time": "2026-11-20T01:30:00Z"},
        {"urgency": "error", "category": "tests", "title": "Another test", "time": "2026-11-20T01:10:00Z"},
        {"urgency": "information", "category": "tests", "title": "All ran", "time": "2026-11-20T03:00:00Z"},
    ]

    def groups(self, page):
        return page.evaluate("""[...document.querySelectorAll('#messages > section')].filter(one => one.checkVisibility()).map(section => [
          section.querySelector('h3').textContent.replace(/\\s+/g, ' ').trim(),
          ...[...section.querySelectorAll('li[data-key] h4')].filter(one => one.checkVisibility()).map(one => one.textContent.trim())])""")

    FILES = [["a.swift 2", "A test fails", "Long line"], ["Other 2", "Another test", "All ran"], ["b.swift 1", "Unused import"]]
    FLAT = [["Messages 5", "A test fails", "Another test", "Long line", "Unused import", "All ran"]]

    @rules("F8")
    def test_the_list_is_grouped_by_file_or_not_at_all_and_sorted_as_it_is_seen(self):
        for size in ("regular", (1000, 800)):
            with self.subTest(size=size):
                page = self.open(night(self.MESSAGES), size=size)
                usual = self.groups(page)
                choice = page.get_by_role("combobox", name="Group by")
                self.assertEqual(["Category", "File", "None"], choice.locator("option").all_inner_texts())
                choice.select_option("file")
                self.eventually(self.assertEqual, self.FILES, lambda: self.groups(page))
                self.eventually(self.assertRegex, lambda: address(page), r"\?group=file$")
                choice.select_option("none")
                self.eventually(self.assertEqual, self.FLAT, lambda: self.groups(page))
                page.go_back()
                self.eventually(self.assertEqual, self.FILES, lambda: self.groups(page))
                page.go_back()
                self.eventually(self.assertEqual, usual, lambda: self.groups(page))
                self.eventually(self.assertEqual, "category", choice.input_value)

    @rules("F8")
    def test_on_a_phone_the_form_has_the_choice_of_groups(self):
        page = self.open(night(self.MESSAGES), size="compact")
        self.assertFalse(page.get_by_role("combobox", name="Group by").is_visible())
        self.chip(page, "Filters").click()
        form = page.get_by_role("dialog", name="Sort and filter")
        form.get_by_label("Group by").last.select_option("file")
        form.get_by_role("button", name="Apply").click()
        self.eventually(self.assertEqual, self.FILES, lambda: self.groups(page))

    @rules("F8", "F7")
    def test_the_address_says_the_grouping_with_sort_and_filter(self):
        page = self.open(night(self.MESSAGES), query="?group=none&sort=title:asc")
        self.eventually(self.assertEqual, ["A test fails", "All ran", "Another test", "Long line", "Unused import"],
                        lambda: self.groups(page)[0][1:])
        page = self.open(night(self.MESSAGES), query="?group=file&urgency=warning&sort=time:asc")
        self.eventually(self.assertEqual, [["b.swift 1", "Unused import"], ["a.swift 1 of 2", "Long line"]], lambda: self.groups(page))
        page.locator("#messages summary", has_text="a.swift").first.click()
        self.eventually(self.assertEqual, [["b.swift 1", "Unused import"], ["a.swift 1 of 2"]], lambda: self.groups(page), "it folds")
        page = self.open(night(self.MESSAGES), query="?group=nonsense")
        self.eventually(self.assertEqual, ["tests 3", "lint 2"], lambda: [group[0] for group in self.groups(page)])

    @rules("F8", "M9")
    def test_messages_are_cleared_linked_to_and_found_in_any_grouping(self):
        page = self.open(night([*self.MESSAGES, *({"title": f"More {at}", "category": "lint"} for at in range(1500))]), query="?group=file")
        self.eventually(self.assertEqual, self.FILES[0], lambda: self.groups(page)[0])
        cell = page.locator("li[data-key]", has_text="Long line")
        cell.hover()
        cell.locator("[data-clear]").click()
        self.eventually(self.assertEqual, ["a.swift 1 of 2", "A test fails"], lambda: self.groups(page)[0])
        page.locator("#search").fill("More 1499")
        self.eventually(self.assertEqual, [["Other 1 of 1,502", "More 1499"]], lambda: self.groups(page))
        page.evaluate("location.hash = 'm3'")
        page.locator("#m3.here").wait_for()
        self.eventually(self.assertEqual, "file", page.get_by_role("combobox", name="Group by").input_value)

    @rules("F8")
    def test_owners_group_where_there_are_some(self):
        page = self.open(night([{"title": title, "owner": owner} for title, owner in (("One", "Nadia"), ("Two", "Omar"), ("Three", "Nadia"))]))
        choice = page.get_by_role("combobox", name="Group by")
        self.assertEqual(["Category", "Owner", "None"], choice.locator("option").all_inner_texts())
        choice.select_option("owner")
        self.eventually(self.assertEqual, [["Nadia 2", "One", "Three"], ["Omar 1", "Two"]], lambda: self.groups(page))
