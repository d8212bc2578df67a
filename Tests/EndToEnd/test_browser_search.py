"""Search of messages, and filter and search of the timeline."""
from browser import address, axe, night, rules, shot
from test_browser_filters import MESSAGES, Page, report


def marked(page):
    """The words that are highlighted, in order."""
    return page.evaluate("[...(CSS.highlights.get('hit') || [])].map(range => range.startContainer.data?.slice(range.startOffset, range.endOffset))")


class Search(Page):
    @rules("F2", "F7")
    def test_words_are_found_in_title_text_file_details_and_category(self):
        messages = [*MESSAGES, {"urgency": "neutral", "category": "size", "title": "Log", "details": "line one\n\nSignal 11"}]
        for typed, titles in {
            "recieve": ["Spelling of 'recieve'"],
            "CHAPTER": ["Spelling of 'recieve'"],
            "block.swift": ["Index 9 fails"],
            "guide built": ["Guide was built"],
            "signal": ["Log"],
            "2 % & 3": ["Package grew"],
            "class": [], "amp": [], "href": [], "details": [], "error": [],
        }.items():
            with self.subTest(typed=typed):
                page = self.open(report(messages))
                page.get_by_role("searchbox", name="Search messages").press_sequentially(typed)
                self.shows(page, *titles)

    @rules("F2")
    def test_hits_are_counted_marked_and_cleared_by_escape(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size=size)
                page.locator("#search").press_sequentially("index fails")
                self.shows(page, "Index 9 fails", "Index 10 fails")
                self.eventually(self.assertEqual, "Messages shown: 2 of 7", lambda: self.found(page))
                page.get_by_text("Messages shown: 2 of 7").last.wait_for(state="attached")
                self.eventually(self.assertEqual, {"Index", "fails"}, lambda: set(marked(page)))
                self.eventually(self.assertRegex, lambda: address(page), r"\?text=index\+fails$")
                shot(page, f"search-{size}")
                page.keyboard.press("Escape")
                self.eventually(self.assertEqual, "", page.locator("#search").input_value)
                self.shows(page, *[message["title"] for message in (MESSAGES[1], MESSAGES[0], *MESSAGES[2:])])
                self.eventually(self.assertEqual, [], lambda: marked(page))

    @rules("F2")
    def test_a_closed_message_shows_the_line_in_which_something_is_found(self):
        log = "first line\n\n    before\n    the disk was full at 98 %\n    after"
        page = self.open(report([*MESSAGES, {"urgency": "error", "category": "size", "title": "Upload stopped", "details": log}],
                                timeline=["The disk is replaced"]), (1000, 900))
        page.locator("#search").fill("DISK upload")
        self.shows(page, "Upload stopped")
        line = page.locator("#messages [data-hit]")
        self.eventually(self.assertEqual, "the disk was full at 98 %", lambda: line.inner_text().strip())
        self.eventually(self.assertEqual, ["Upload", "disk", "disk"], lambda: marked(page), "the timeline is left alone")
        page.locator("#messages [data-row] > summary", has_text="Upload stopped").click()
        self.eventually(self.assertFalse, line.is_visible)
        page.locator("#search").fill("upload")
        self.eventually(self.assertEqual, 0, line.count, "what the row says is not said again")
        page.locator("#search").fill("")
        self.eventually(self.assertEqual, 0, page.locator("[data-hit]").count)

    @rules("F2")
    def test_a_short_list_has_no_search_unless_something_is_looked_for(self):
        page = self.open(night(["One", "Two", "Three"]))
        self.eventually(self.assertEqual, 0, page.locator("#search").count)
        page = self.open(night(["One", "Two", "Three"]), query="?text=two")
        self.eventually(self.assertEqual, "two", page.locator("#search").input_value)
        self.shows(page, "Two")

    @rules("F7")
    def test_messages_not_yet_rendered_are_found_and_marked(self):
        messages = [{"urgency": "warning", "category": "a", "title": f"Message {number} of a long night", "text": f"**bold** {number % 7} & more"}
                    for number in range(2500)]
        page = self.open(night(messages))
        page.locator("#search").fill("message 2431 bold")
        self.shows(page, "Message 2431 of a long night")
        self.eventually(self.assertEqual, ["Message", "2431", "bold", "bold"], lambda: marked(page), "in the line below the title, too")
        page.locator("#search").fill("2431 strong")
        page.get_by_text("No messages match the filter").first.wait_for()

    @rules("F7")
    def test_search_works_in_a_sandbox_and_in_other_scripts(self):
        page = self.open(night(["ÄRGER mit Öl", "מסר", "Two", "Three", "Four"]), csp="sandbox allow-scripts")
        page.locator("#search").fill("ärger öl")
        self.shows(page, "ÄRGER mit Öl")
        page.locator("#search").fill("מסר")
        self.shows(page, "מסר")

    @rules("F7")
    def test_a_page_that_the_command_line_filtered_is_filtered_further(self):
        page = self.open(report(), arguments=("--filter", "urgency=error,warning"), query="?text=index")
        self.shows(page, "Index 9 fails", "Index 10 fails")
        self.eventually(self.assertIn, "Filtered by", page.locator(".note:visible").first.inner_text)
        self.eventually(self.assertEqual, "Messages shown: 2 of 4", lambda: self.found(page))


def plan(**more):
    entries = [{"time": f"2026-11-{day:02}", "title": f"Step {day}", "description": "Written by Nadia" if day % 2 else "",
                "status": "completed" if day < 20 else "inProgress" if day == 20 else "open"} for day in range(15, 26)]
    return {"entries": entries, **more}


class Timeline(Page):
    def entries(self, page):
        return page.locator("li[data-tense][id]:visible .t").all_inner_texts()

    def now_is_before(self, page):
        """The title of the entry below the now indicator."""
        return page.evaluate("""(() => {
          const all = [...document.querySelectorAll('[data-component=now-indicator], li[data-tense][id]')].filter(one => one.checkVisibility());
          return all[all.findIndex(one => one.matches('[data-component=now-indicator]')) + 1]?.querySelector('.t').textContent.trim() ?? null; })()""")

    @rules("T9")
    def test_the_timeline_is_filtered_by_tense_and_status(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(night(timeline=plan()), size=size)
                self.eventually(self.assertEqual, ["Past", "Current", "Future", "Open", "In progress", "Completed"],
                                lambda: self.chips(page, ".tools > .feedback"))
                self.chip(page, "Future", ".tools > .feedback").click()
                self.eventually(self.assertEqual, [f"Step {day}" for day in range(21, 26)], lambda: self.entries(page))
                self.eventually(self.assertEqual, "Entries shown: 5 of 11", page.locator(".tools > .found > span").inner_text)
                self.eventually(self.assertRegex, lambda: address(page), r"\?tense=future$")
                self.eventually(self.assertEqual, "Step 21", lambda: self.now_is_before(page))
                self.eventually(self.assertFalse,
                                lambda: any(box.is_visible() for box in page.locator(".g:not(:has(li[data-tense][id]:not([hidden])))").all()))
                self.assertEqual([], axe(page, ".tools"))
                shot(page, f"timeline-filter-{size}")
                self.reload(page)
                self.eventually(self.assertEqual, 5, lambda: len(self.entries(page)))
                self.chip(page, "Completed", ".tools > .feedback").click()
                self.eventually(self.assertEqual, [], lambda: self.entries(page))
                page.locator(".tools").get_by_role("button", name="Reset").click()
                self.eventually(self.assertEqual, 11, lambda: len(self.entries(page)))
                self.eventually(self.assertEqual, "Step 20", lambda: self.now_is_before(page))

    @rules("T9")
    def test_the_timeline_is_searched(self):
        page = self.open(night(timeline=plan()))
        field = page.get_by_role("searchbox", name="Search the timeline")
        field.press_sequentially("nadia")
        page.get_by_text("Entries shown: 6 of 11").first.wait_for()
        self.eventually(self.assertEqual, [f"Step {day}" for day in range(15, 26, 2)], lambda: self.entries(page))
        self.eventually(self.assertEqual, "Step 21", lambda: self.now_is_before(page))
        self.eventually(self.assertEqual, {"Nadia"}, lambda: set(marked(page)))
        self.eventually(self.assertRegex, lambda: address(page), r"\?find=nadia$")
        field.press("Escape")
        self.eventually(self.assertEqual, 11, lambda: len(self.entries(page)))

    @rules("T9", "T4")
    def test_the_now_indicator_keeps_its_place_from_either_side(self):
        page = self.open(night(timeline=plan(order="descending")), query="?status=open,completed")
        self.eventually(self.assertEqual, "Step 19", lambda: self.now_is_before(page), "below the nearest of the future ones")
        page = self.open(night(timeline=plan()), query="?status=completed")
        self.eventually(self.assertIsNone, lambda: self.now_is_before(page), "after the last where all are past")

    @rules("T9")
    def test_a_short_timeline_has_no_filter_unless_one_is_in_force(self):
        short = plan()["entries"][3:8]
        page = self.open(night(timeline=short))
        self.eventually(self.assertEqual, 0, page.locator(".tools").count)
        page = self.open(night(timeline=short), query="?tense=current")
        self.eventually(self.assertEqual, ["Step 20"], lambda: self.entries(page))
