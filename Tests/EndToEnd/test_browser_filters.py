"""The filter feedback bar, as people use it (F1 to F7, M7)."""
from browser import BrowserTest, address, dismiss, focused, night, rules, shot

MESSAGES = [
    {"urgency": "error", "category": "tests", "title": "Index 10 fails", "time": "2026-11-20T02:00:00+01:00",
     "location": {"file": "Sources/Index/Index.swift", "line": 12}},
    {"urgency": "error", "category": "tests", "title": "Index 9 fails", "time": "2026-11-20T02:05:00+01:00",
     "location": {"file": "Sources/Index/Block.swift", "line": 3}},
    {"urgency": "warning", "category": "tests", "title": "Slow test", "time": "2026-11-20T01:00:00+01:00"},
    {"urgency": "warning", "category": "docs", "title": "Spelling of 'recieve'", "text": "In the chapter on accounts",
     "location": {"file": "Guide/accounts.md", "line": 19}},
    {"urgency": "information", "category": "docs", "title": "Guide was built", "text": "412 pages"},
    {"urgency": "information", "category": "size", "title": "Package grew", "text": "By 2 % & 3 kB"},
    {"urgency": "neutral", "category": "size", "title": "Archive kept"},
]
LETTERS = [{"category": letter, "title": f"In {letter}"} for letter in "abcdef"]
CATEGORIES = [{"id": "tests", "title": "Tests"}, {"id": "docs", "title": "Guide"}, {"id": "size", "title": "Size"}]


def report(messages=MESSAGES, **more):
    """A night with few messages, for which fast filters are offered all the same."""
    return night(messages, categories=CATEGORIES, **{"filters": {"threshold": 1}, **more})


def settings(fast, **more):
    return {"filters": {"fast": fast, "threshold": 1, **more}}


class Page(BrowserTest):
    """What the tests of sort, filter and search read off a page."""

    def chips(self, page, where=".messages .feedback"):
        """The words of the bar's chips in order, a check mark before those that carry one."""
        return page.eval_on_selector_all(f"{where} .chip:not([data-chip=''], [data-chip=group], [data-chip$='-'])", """chips => chips.filter(chip => chip.checkVisibility()).map(chip => {
          const mark = chip.querySelector('.i');
          return (mark && getComputedStyle(mark).display !== 'none' ? '✓ ' : '') + chip.innerText.replace(/\\s+/g, ' ').trim(); })""")

    def counter(self, page):
        """The words of the chip that opens the form."""
        return " ".join(page.locator(".messages .feedback > :first-child[data-chip='']").inner_text().split())

    def titles(self, page):
        return page.eval_on_selector_all("li[data-key] h4", "all => all.filter(one => one.checkVisibility()).map(one => one.querySelector('.ti').textContent.trim())")

    def found(self, page):
        return page.locator(".messages > .found > span").inner_text()

    def chip(self, page, words, where=".messages .feedback"):
        return page.locator(f"{where} .chip", has_text=words).first

    def shows(self, page, *titles):
        """Waits until these messages are shown, in this order."""
        self.eventually(self.assertEqual, [*titles], lambda: self.titles(page))

    def open_form(self, page):
        self.chip(page, "Filters").click()
        return page.get_by_role("dialog", name="Sort and filter")

    def choose_sort(self, page, *keys):
        """In the open form: these criteria alone."""
        for row in page.locator(".criteria > li").all():
            row.locator("input").set_checked(row.locator("input").get_attribute("value") in keys)


class FeedbackBar(Page):
    @rules("F1")
    def test_chips_stand_in_the_order_of_what_matters_what_is_in_force_and_what_opens_more(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size=size, query="?urgency=neutral,warning&file=Sources/**,Guide/*&sort=time")
                self.eventually(self.assertEqual, [
                    "✓ Sort by: Newest first", "✓ Warning 1", "✓ Neutral 0", "✓ File (2)", "Error 2", "Information 0",
                    "Tests 0", "Guide 1", "Size 0"], lambda: self.chips(page))
                self.assertEqual("Filters 4", self.counter(page))
                boxes = [box.bounding_box() for box in page.locator(".feedback .chip:visible, #search").all()]
                self.assertEqual(1, len({box["y"] + box["height"] / 2 for box in boxes}), "all stand in one row")
                self.eventually(self.assertLess, boxes[0]["y"], lambda: page.locator(".messages > .found").bounding_box()["y"])

    @rules("F1")
    def test_the_default_sort_has_no_chip_and_the_counter_only_stands_where_the_dataset_wants_it(self):
        page = self.open(report(**settings(["urgency"], counter=False)), query="?sort=urgency:desc,time:desc")
        self.eventually(self.assertEqual, ["Error 2", "Warning 2", "Information 2", "Neutral 1"], lambda: self.chips(page))
        self.assertEqual(0, page.locator(".feedback [data-chip='']").count())
        page = self.open(report(), arguments=("--sort", "title"))
        self.eventually(self.assertNotIn, "Sort by", lambda: " ".join(self.chips(page)))

    @rules("F2")
    def test_a_fast_filter_moves_left_when_it_is_chosen_and_back_when_it_is_chosen_again(self):
        page = self.open(report(), size="compact", touch=True)
        self.chip(page, "Warning").tap()
        self.shows(page, "Slow test", "Spelling of 'recieve'")
        self.eventually(self.assertEqual, "Messages shown: 2 of 7", lambda: self.found(page))
        self.eventually(self.assertEqual, ["✓ Warning 2", "Error 2", "Information 2"], lambda: self.chips(page)[:3])
        self.chip(page, "Neutral").tap()
        self.eventually(self.assertEqual, ["✓ Warning 2", "✓ Neutral 1", "Error 2", "Information 2"], lambda: self.chips(page)[:4])
        self.chip(page, "Error").tap()
        self.eventually(self.assertEqual, ["✓ Error 2", "✓ Warning 2", "✓ Neutral 1"], lambda: self.chips(page)[:3])
        for words in ("Error", "Neutral", "Warning"):
            self.chip(page, words).tap()
        self.shows(page, *[message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])])
        self.eventually(self.assertEqual, ["Error 2", "Warning 2", "Information 2", "Neutral 1"], lambda: self.chips(page)[:4])
        self.eventually(self.assertEqual, "", lambda: self.found(page))

    @rules("F2")
    def test_the_focus_stays_on_the_chip_that_moved(self):
        page = self.open(report())
        page.locator("#search").focus()
        page.get_by_role("checkbox", name="Neutral 1").focus()
        page.keyboard.press("Space")
        self.shows(page, "Archive kept")
        self.eventually(self.assertIn, "Neutral", lambda: focused(page))
        self.eventually(self.assertEqual, "✓ Neutral 1", lambda: self.chips(page)[0])
        page.keyboard.press("Space")
        self.eventually(self.assertIn, "Neutral", lambda: focused(page))

    @rules("F2")
    def test_an_active_filter_that_is_not_fast_goes_when_it_is_chosen(self):
        page = self.open(report(), query="?file=Guide/*")
        self.shows(page, "Spelling of 'recieve'")
        self.chip(page, "File: Guide/*").focus()
        page.keyboard.press("Enter")
        self.shows(page, *[message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])])
        self.eventually(self.assertNotIn, "File", lambda: " ".join(self.chips(page)))
        self.eventually(self.assertIn, "Error", lambda: focused(page), "the next chip in this place has the focus")

    @rules("F3")
    def test_a_chip_with_choices_opens_a_selection_view(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(night(LETTERS), size=size, query="?category=a,B")
                chip = self.chip(page, "Category (2)")
                self.eventually(self.assertEqual, "dialog", lambda: chip.get_attribute("aria-haspopup"))
                arrow = page.evaluate("chip => getComputedStyle(chip, '::after').content", chip.element_handle())
                self.assertEqual('""', arrow, "a chip with choices carries an arrow")
                chip.click()
                view = page.get_by_role("dialog", name="Category")
                self.eventually(self.assertEqual, [f"{letter} 1" for letter in "ABCDEF"], lambda: [
                    label.replace("\n", " ") for label in view.locator("label:visible").all_inner_texts()])
                self.still(page)
                box = view.bounding_box()
                width, height = page.viewport_size["width"], page.viewport_size["height"]
                if size == "compact":
                    self.assertEqual((0, width, height), (box["x"], box["width"], round(box["y"] + box["height"])))
                else:
                    self.assertAlmostEqual(width / 2, box["x"] + box["width"] / 2, delta=1)
                    self.assertLess(box["y"] + box["height"], height)
                shot(page, f"selection-view-{size}")
                view.get_by_role("checkbox", name="b 1").uncheck()
                view.get_by_role("button", name="Apply").click()
                self.shows(page, "In a")
                self.eventually(self.assertEqual, ["✓ a"], lambda: self.chips(page))

    @rules("F4")
    def test_chip_of_an_ambiguous_value_has_its_label(self):
        page = self.open(report(), baseline=report(MESSAGES[:2]), query="?file=*.md&change=new")
        chips = self.chips(page)
        self.assertEqual(["✓ New 1", "✓ File: *.md", "Error 0"], chips[:3])
        self.assertIn("Unchanged 0", chips)
        page = self.open(report(**settings([])), baseline=report(MESSAGES[:2]), query="?urgency=error&change=new,still")
        self.eventually(self.assertEqual, ["✓ Error", "✓ Change (2)"], lambda: self.chips(page)[:2])

    @rules("F6")
    def test_button_of_the_form_stays_without_fast_filters(self):
        page = self.open(report(**settings([])))
        self.eventually(self.assertEqual, "Filters", lambda: self.counter(page))
        page = self.open(report(**settings(["category"], counter=False)))
        self.eventually(self.assertEqual, ["Tests 3", "Guide 2", "Size 2"], lambda: self.chips(page))
        self.assertEqual(0, page.locator(".feedback [data-chip='']").count(), "a dataset may do without it")
        page = self.open(report(**settings([])), query="?urgency=error")
        self.eventually(self.assertEqual, "✓ Error", lambda: self.chips(page)[0])

    @rules("F6")
    def test_a_row_that_is_too_long_scrolls_sideways_and_shows_that_there_is_more(self):
        for language in ("en", "ar"):
            with self.subTest(language=language):
                page = self.open(report(locale=language), size="compact", baseline=report(MESSAGES[:2]))
                bar = page.locator(".messages .strip")
                fade = "bar => ['before', 'after'].map(end => Math.round(parseFloat(getComputedStyle(bar).getPropertyValue('--fade-' + end))) + 'px')"
                self.eventually(self.assertEqual, ["0px", "48px"], lambda: bar.evaluate(fade), "it fades at its end")
                self.eventually(self.assertEqual, 360,
                                lambda: page.evaluate("document.documentElement.scrollWidth"), "the page itself does not")
                bar.evaluate("bar => bar.scrollLeft = document.documentElement.dir === 'rtl' ? -5000 : 5000")
                self.eventually(self.assertTrue, lambda: bar.evaluate(fade) in (["48px", "0px"], ["48px", "1px"]), "it fades at its beginning")
                self.eventually(self.assertTrue, page.locator(".messages .strip .chip").last.is_visible)
                for name in ("[name=change][value=new]", "[name=urgency][value=error]"):
                    bar.evaluate("bar => bar.scrollLeft = 0")
                    box = page.locator(f".messages .chip:has({name})").bounding_box()
                    self.assertTrue(0 <= box["x"] and box["x"] + box["width"] <= 360, f"{name} is in sight first: {box}")
                shot(page, f"filter-bar-scrolled-{language}")

    @rules("F6")
    def test_chips_scroll_beside_what_opens_more_and_never_under_it(self):
        for example, width, height in (("nightly", 1280, 800), ("nightly", 768, 800), ("rtl", 1280, 400)):
            with self.subTest(example=example, width=width):
                page = self.open(example, (width, height))
                dismiss(page)
                page.evaluate("document.querySelector('#messages section:last-of-type').scrollIntoView()")
                page.locator(".finder[data-stuck]").wait_for()
                for chip in page.locator(".finder .chip").all():
                    hit = chip.evaluate("""chip => {
                      chip.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                      const { left, right, top, bottom } = chip.getBoundingClientRect();
                      return [left + 4, (left + right) / 2, right - 4].every(x => chip.contains(document.elementFromPoint(x, (top + bottom) / 2))); }""")
                    self.assertTrue(hit, chip.inner_text())
                self.assertEqual({32}, {box["height"] for box in (chip.bounding_box() for chip in page.locator(".finder .chip").all())}, "one line")

    @rules("F6")
    def test_wrapped_chips_stand_in_rows_under_a_title(self):
        page = self.open(report(**settings(["urgency"], wrapped=True)), size="compact")
        boxes = [chip.bounding_box() for chip in page.locator(".messages .feedback .chip:visible").all()]
        self.assertGreater(len({box["y"] for box in boxes}), 1)
        title = page.locator(".messages .group")
        self.assertEqual("Filter by", title.inner_text())
        self.assertLess(title.bounding_box()["y"], boxes[0]["y"])
        self.assertTrue(all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes))

    @rules("F6", "M7")
    def test_up_to_five_categories_are_chips_and_more_are_one_with_a_choice(self):
        for letters, chips in (("abcde", ["a 1", "b 1", "c 1", "d 1", "e 1"]), ("abcdef", ["Category"])):
            with self.subTest(letters=letters):
                page = self.open(night([{"category": letter, "title": letter} for letter in letters]))
                self.eventually(self.assertEqual, chips, lambda: self.chips(page))
                self.eventually(self.assertFalse, page.locator(".filter").is_visible if len(letters) < 6 else lambda: False)
        self.chip(page, "Category").click()
        page.get_by_role("dialog").get_by_role("checkbox", name="c 1").check()
        page.get_by_role("button", name="Apply").click()
        self.shows(page, "c")
        self.eventually(self.assertEqual, ["✓ c"], lambda: self.chips(page))
        page.get_by_role("button", name="Reset: Category").click()
        self.eventually(self.assertEqual, ["Category"], lambda: self.chips(page))
        self.shows(page, *"abcdef")

    @rules("F6")
    def test_without_fast_filters_chips_appear_when_the_reader_chooses_a_filter(self):
        page = self.open(report(**settings([])))
        self.eventually(self.assertEqual, "Filters", lambda: self.counter(page))
        self.assertEqual([], self.chips(page))
        form = self.open_form(page)
        form.get_by_role("checkbox", name="Tests").check()
        form.get_by_role("checkbox", name="Guide").check()
        form.get_by_role("checkbox", name="Warning").check()
        self.choose_sort(page, "title")
        form.get_by_role("button", name="Apply").click()
        self.eventually(self.assertEqual, ["✓ Sort by: Title: A to Z", "✓ Category (2)", "✓ Warning"], lambda: self.chips(page))
        self.assertEqual("Filters 3", self.counter(page))
        for name in ("Sort by", "Category"):
            page.get_by_role("button", name=f"Reset: {name}").click()
            self.eventually(self.assertNotIn, name, lambda: " ".join(self.chips(page)))
        self.chip(page, "Warning").click()
        self.eventually(self.assertEqual, [], lambda: self.chips(page))
        self.shows(page, *[message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])])

    @rules("M7", "F2")
    def test_all_shows_all_categories_again(self):
        page = self.open(report())
        self.eventually(self.assertNotIn, "All", lambda: self.chips(page))
        self.chip(page, "Guide").click()
        self.shows(page, "Spelling of 'recieve'", "Guide was built")
        self.eventually(self.assertEqual, ["✓ Guide 2", "Error 0", "Warning 1", "Information 1", "Neutral 0", "All", "Tests 3", "Size 2"],
                        lambda: self.chips(page))
        self.chip(page, "All").click()
        self.eventually(self.assertEqual, ["Tests 3", "Guide 2", "Size 2"], lambda: self.chips(page)[-3:])

    @rules("F6")
    def test_one_line_holds_what_filters_and_stays_at_the_top_with_the_verdict(self):
        many = [{"category": "abc"[at % 3], "urgency": ["error", "warning"][at % 2], "title": f"Finding {at}"} for at in range(60)]
        for size in ("narrowest", "compact", "regular", (390, 844)):
            with self.subTest(size=size):
                page = self.open(night(many, filters={"threshold": 1}), size=size, baseline=night(many[:20]))
                bar = page.locator(".messages > .finder")
                verdict = bar.get_by_role("link")
                self.eventually(self.assertEqual, 44, lambda: bar.bounding_box()["height"])
                self.eventually(self.assertFalse, verdict.is_visible)
                page.evaluate("document.querySelector('section[data-position] li:last-of-type').scrollIntoView()")
                self.eventually(self.assertTrue, verdict.is_visible)
                self.assertEqual((0, 44), (bar.bounding_box()["y"], round(bar.bounding_box()["height"])))
                self.assertEqual("30 errors, 20 new", verdict.inner_text())
                stuck = page.evaluate("""() => [...document.querySelectorAll('main *')].filter(node =>
                  getComputedStyle(node).position === 'sticky' && !node.closest('.finder .feedback, nav') && node.checkVisibility()).map(node => node.className)""")
                self.assertEqual(["finder"], stuck, "beside links at its side nothing else is sticky")
                strip = bar.locator(".strip").bounding_box()
                new = self.chip(page, "New").bounding_box()
                if size != "narrowest":
                    self.assertLessEqual(new["x"] + new["width"], strip["x"] + strip["width"])
                for words in ("New", "Error"):
                    box = self.chip(page, words).bounding_box()
                    if size != "narrowest":
                        self.assertLessEqual(box["x"] + box["width"], page.viewport_size["width"], words)
                self.assertEqual(page.viewport_size["width"], page.evaluate("document.documentElement.scrollWidth"))
                page.locator("#search").focus()
                self.eventually(self.assertGreater, lambda: page.locator("#search").bounding_box()["width"], 120)

    @rules("F2")
    def test_a_chip_counts_what_it_would_show_given_search_and_the_other_filters(self):
        page = self.open(report(), query="?text=index")
        self.eventually(self.assertEqual, ["Error 2", "Warning 0", "Information 0", "Neutral 0", "Tests 2", "Guide 0", "Size 0"],
                        lambda: self.chips(page)[:7])
        page.locator("#search").fill("")
        self.chip(page, "Guide").click()
        self.eventually(self.assertEqual, ["✓ Guide 2", "Error 0", "Warning 1", "Information 1", "Neutral 0", "All", "Tests 3", "Size 2"],
                        lambda: self.chips(page))
        self.chip(page, "Warning").click()
        self.shows(page, "Spelling of 'recieve'")

    @rules("F7")
    def test_the_url_says_what_is_shown_and_a_reload_shows_it_again(self):
        page = self.open(report(), query="?from=mail&urgency=nonsense", fragment="section-1")
        self.chip(page, "Warning").click()
        self.chip(page, "Error").click()
        self.chip(page, "Tests").click()
        self.shows(page, "Index 9 fails", "Index 10 fails", "Slow test")
        self.eventually(self.assertIn, "?from=mail&category=Tests&urgency=warning,error#section-1", lambda: address(page))
        self.reload(page)
        self.shows(page, "Index 9 fails", "Index 10 fails", "Slow test")
        self.eventually(self.assertIn, "✓ Tests 3", lambda: self.chips(page))
        self.eventually(self.assertEqual, "Messages shown: 3 of 7", lambda: self.found(page))
        self.eventually(self.assertEqual, "Messages (7)", page.locator("h2", has_text="Messages").inner_text, "the total stays")

    @rules("F7", "M7")
    def test_a_link_has_the_same_meaning_as_the_filters_of_the_command_line(self):
        for query, titles in {
            "?category=TESTS": ["Index 9 fails", "Index 10 fails", "Slow test"],
            "?file=*.swift": ["Index 9 fails", "Index 10 fails"],
            "?file=Sources/*": [],
            "?file=Sources/**": ["Index 9 fails", "Index 10 fails"],
            "?file=**/[IB]*.swift": ["Index 9 fails", "Index 10 fails"],
            "?file=**/[!B]*.swift,accounts.md": ["Index 10 fails", "Spelling of 'recieve'"],
            "?text=ACCOUNTS,412": ["Spelling of 'recieve'", "Guide was built"],
            "?urgency=error&text=9": ["Index 9 fails"],
            "?sort=title:asc&urgency=error": ["Index 9 fails", "Index 10 fails"],
            "?sort=title:desc&urgency=error": ["Index 10 fails", "Index 9 fails"],
        }.items():
            with self.subTest(query=query):
                self.shows(self.open(report(), query=query), *titles)

    @rules("F7")
    def test_unknown_values_in_the_address_are_ignored(self):
        everything = [message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])]
        for query in ("?sort=change,size&urgency=grave&category=&tense=soon", "?urgency=%E0%A4%A&file=%00&text=,,", "?sort=&=&&urgency"):
            with self.subTest(query=query):
                page = self.open(report(timeline=["One"]), query=query)
                if "file" in query:
                    self.shows(page)
                else:
                    self.shows(page, *everything)
                self.chip(page, "Error").click()
                self.open_form(page)
                page.keyboard.press("Escape")

    @rules("F7")
    def test_filters_work_in_a_sandbox_without_an_address(self):
        page = self.open(report(), csp="sandbox allow-scripts", query="?urgency=warning")
        self.shows(page, "Slow test", "Spelling of 'recieve'")
        self.chip(page, "Error").click()
        self.shows(page, "Index 9 fails", "Index 10 fails", "Slow test", "Spelling of 'recieve'")
        self.open_form(page).get_by_role("button", name="Cancel").click()

    @rules("F7")
    def test_empty_result_is_said_with_a_reset(self):
        page = self.open(report(), query="?urgency=error&category=size")
        self.shows(page)
        self.eventually(self.assertEqual, "No messages match the filter", lambda: self.found(page))
        page.locator(".found").get_by_role("button", name="Reset").click()
        self.eventually(self.assertEqual, 7, lambda: len(self.titles(page)))
        self.eventually(self.assertIn, "search", lambda: focused(page))
        self.eventually(self.assertNotIn, "?", lambda: address(page))

    @rules("M7")
    def test_two_categories_with_one_title_are_told_apart(self):
        twins = [{"id": "a", "title": "Checks"}, {"id": "b", "title": "Checks"}]
        page = self.open(night([{"category": "a", "title": "One"}, {"category": "b", "title": "Two"}, {"category": "a", "title": "Three"}], categories=twins))
        page.get_by_role("checkbox", name="Checks").nth(1).click()
        self.shows(page, "Two")
        self.reload(page)
        self.shows(page, "Two")
