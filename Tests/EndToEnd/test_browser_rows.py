"""Rows that open in place, sections that fold, links to them, and how high all of it is."""
from browser import BrowserTest, night, rules, shot, unfold
from menu import choose

WORDS = "The index lost a block while the snapshot was written. "
PLACE = {"file": "Sources/Storage/BlockIndexTests.swift", "line": 214, "column": 5}
MESSAGES = [
    {"title": "BlockIndexTests.reopensAfterPowerLoss", "urgency": "error", "category": "Tests", "location": PLACE, "owner": "@storage",
     "time": "2026-11-20T02:14:00+01:00", "text": "It **fails**."},
    {"title": "Nothing more to say", "category": "Tests", "location": {"file": "README.md"}},
    {"title": "Found the day before", "category": "Tests", "time": "2026-11-19T23:40:00+01:00"},
    {"text": "Only a text, and no title.", "category": "Lint"},
    {"urgency": "neutral", "category": "Lint", "title": "The last one"},
]
ROWS = "[data-row]"


def many(sections, each, **more):
    """Messages as reports have them: names of tests, which are long, and findings, which have a place."""
    kinds = [{"title": "org.example.storage.BlockIndexTests.reopensAfterPowerLossAndReadsEveryBlockAgain", "text": WORDS},
             {"title": "'count' is never read", "text": WORDS}, {"title": "Line is longer than 100 characters"}]
    return night([{**kinds[(at + place) % 3], "category": f"Part {place:02}", "urgency": ("error", "warning")[at % 2],
                   "location": {"file": f"Sources/Part{place}/File{at}.swift", "line": at + 1}, **more}
                  for place in range(sections) for at in range(each)])


class Rows(BrowserTest):
    @rules("M9")
    def test_a_message_is_a_row_that_opens_in_place(self):
        for script in (True, False):
            # With script, a row of a wide page opens beside the list.
            for size in ("compact", (1000, 900) if script else "regular"):
                with self.subTest(script=script, size=size):
                    page = self.open(night(MESSAGES), size, script=script)
                    row = page.locator("#m1 > details[data-row]")
                    self.assertEqual("Error BlockIndexTests.reopensAfterPowerLoss BlockIn…Tests.swift:214 @storage 02:14",
                                     " ".join(row.locator("summary").first.evaluate("""one => [...one.children]
                                       .map(part => part.textContent.trim()).join(' ')""").split()))
                    self.assertFalse(row.locator("[data-rest]").is_visible())
                    row.locator("summary").first.click()
                    self.eventually(self.assertTrue, row.locator("[data-rest]").is_visible)
                    self.assertIn("It fails.", row.locator("[data-rest]").inner_text())
                    self.assertIn("Sources/Storage/BlockIndexTests.swift:214:5", row.locator("[data-rest]").inner_text())
                    page.context.close()

    @rules("M9")
    def test_a_row_with_nothing_to_open_is_no_disclosure(self):
        page = self.open(night(MESSAGES))
        self.assertEqual(["details", "details", "div", "details", "div"],
                         page.locator("li[data-key]").evaluate_all("all => all.map(one => one.firstElementChild.localName)"))
        self.assertEqual(["Only a text, and no title.", "The last one"], page.locator("section[data-position]").nth(1).locator("h4").all_inner_texts())

    @rules("M9")
    def test_a_time_of_another_day_is_a_date_and_whole_where_it_opens(self):
        page = self.open(night(MESSAGES))
        unfold(page)
        cell = page.locator("li[data-key]", has_text="Found the day before")
        self.assertEqual("19 Nov", cell.locator("time").inner_text())
        self.assertIn("23:40", cell.locator("[data-rest]").inner_text())

    @rules("M9", "M10")
    def test_rows_are_a_line_on_a_desk_and_two_on_a_phone(self):
        for size, most in (((1280, 800), 40), ((390, 844), 20 * 844 / 300)):
            with self.subTest(size=size):
                page = self.open(many(6, 50), size, arguments=("--group-beyond", "0"))
                self.assertEqual(300, page.locator("li[data-key]").count())
                tops, heights = page.locator("li[data-key]").evaluate_all("""all => [
                  new Set(all.map(one => one.querySelector('h4').getBoundingClientRect().left)).size, all.map(one => one.offsetHeight)]""")
                self.assertEqual(1, tops, "titles begin in one column")
                self.assertLessEqual(max(heights), most + 2)
                height = page.locator("#messages").bounding_box()["height"]
                self.assertLess(height / 300, most, f"{height / 300} px for each of 300 messages, headings included")
                page.context.close()

    @rules("M9")
    def test_a_place_keeps_its_line_and_a_title_its_change(self):
        page = self.open(many(1, 9), (700, 800), baseline=night(["Other"]), arguments=("--group-beyond", "0"), query="?group=category")
        for cell in page.locator("li[data-key]").all():
            name, whole = cell.locator("[data-place] > bdi").bounding_box(), cell.locator("[data-place]").bounding_box()
            self.assertLess(name["x"] + name["width"] + 6, whole["x"] + whole["width"])
            badge, title = cell.locator(".c").bounding_box(), cell.locator(".ti").bounding_box()
            self.assertLess(title["x"] + title["width"], badge["x"] + 1)
            self.assertLess(badge["x"] + badge["width"], whole["x"])
            self.assertEqual("New", cell.locator(".c").inner_text())

    @rules("M9")
    def test_comfortable_rows_show_the_text_and_are_remembered(self):
        page = self.open(many(2, 3), arguments=("--group-beyond", "0"))
        text = page.locator("li[data-key] [data-rest] > [dir]").first
        self.assertFalse(text.is_visible())
        choose(page, "Comfortable")
        text.wait_for()
        self.eventually(self.assertGreater, lambda: text.bounding_box()["height"], 10)
        self.reload(page)
        self.eventually(self.assertEqual, "true", lambda: page.locator(".menu [aria-pressed]").get_attribute("aria-pressed"))
        self.assertGreater(text.bounding_box()["height"], 10)
        choose(page, "Comfortable")
        self.eventually(self.assertFalse, lambda: page.evaluate("document.documentElement.classList.contains('comfortable')"))

    @rules("M9", "M10")
    def test_chromium_says_every_title_as_a_heading(self):
        page = self.open(many(3, 10), arguments=("--group-beyond", "0"))
        client = page.context.new_cdp_session(page)
        client.send("Accessibility.enable")
        nodes = client.send("Accessibility.getFullAXTree")["nodes"]
        levels = [next(each["value"]["value"] for each in node["properties"] if each["name"] == "level")
                  for node in nodes if node.get("role", {}).get("value") == "heading" and not node["ignored"]]
        self.assertEqual(30, levels.count(4))
        self.assertEqual(3, levels.count(3))

    @rules("M14")
    def test_paper_shows_what_every_row_holds(self):
        for script in (True, False):
            page = self.open(many(2, 6), script=script, arguments=("--group-beyond", "0"))
            page.locator("[data-fold] > summary").first.click()
            page.emulate_media(media="print")
            for text in page.locator("li[data-key] [data-rest] > [dir]").all():
                self.eventually(self.assertGreater, lambda: text.bounding_box()["height"], 8)
            page.context.close()


class Sections(BrowserTest):
    @rules("M8")
    def test_sections_fold_without_script(self):
        page = self.open(many(3, 4), script=False, arguments=("--group-beyond", "0"))
        page.locator("[data-fold] > summary").first.click()
        self.eventually(self.assertEqual, 8, page.locator("li[data-key]:visible").count)

    @rules("M8")
    def test_one_button_folds_all_sections_and_unfolds_them(self):
        page = self.open(many(3, 4), arguments=("--group-beyond", "0"))
        choose(page, "Collapse all")
        self.eventually(self.assertEqual, 0, page.locator("li[data-key]:visible").count)
        choose(page, "Expand all")
        self.eventually(self.assertEqual, 12, page.locator("li[data-key]:visible").count)
        page.locator("[data-fold] > summary").nth(1).click()
        self.eventually(self.assertEqual, 8, page.locator("li[data-key]:visible").count)
        choose(page, "Collapse all")
        self.eventually(self.assertEqual, 0, page.locator("li[data-key]:visible").count)

    @rules("M8", "M14")
    def test_a_link_opens_the_section_and_the_row(self):
        page = self.open(many(3, 4), arguments=("--group-beyond", "0"))
        choose(page, "Collapse all")
        page.evaluate("location.hash = 'm7'")
        self.eventually(self.assertTrue, page.locator("#m7").is_visible)
        self.eventually(self.assertEqual, 1, page.locator("[data-fold][open]").count)
        self.eventually(self.assertTrue, lambda: page.locator("#m7 > [data-row]").evaluate("row => row.open"))

    @rules("M8")
    def test_clear_keeps_its_place_beside_long_titles(self):
        title = "A category of a name that is much longer than a header has room for"
        for width, percent in ((320, 100), (390, 100), (390, 200), (1280, 100)):
            with self.subTest(width=width, percent=percent):
                page = self.open(night([{"title": "One", "category": title}, {"title": "Two", "category": "Short"}]), (width, 800))
                page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
                ends = []
                for section in page.locator("section[data-position]").all():
                    clear, heading = section.get_by_role("button", name="Clear: ").bounding_box(), section.locator("h3").bounding_box()
                    badge = section.locator("h3 .n").bounding_box()
                    words = section.get_by_role("button", name="Clear: ").evaluate(
                        "one => { const range = new Range(); range.selectNodeContents(one); return range.getClientRects().length; }")
                    self.assertEqual(1, words, "it is in one line")
                    # If letters are large in relation to the width, it has a line of its own.
                    self.assertTrue(heading["x"] + heading["width"] <= clear["x"] + 0.5 or clear["y"] + clear["height"] <= heading["y"] + 0.5)
                    self.assertLess(heading["y"], badge["y"] + badge["height"] / 2)
                    self.assertLess(badge["y"] + badge["height"] / 2, heading["y"] + heading["height"])
                    ends.append(round(clear["x"] + clear["width"]))
                self.assertEqual(1, len(set(ends)))
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    @rules("M10")
    def test_the_scroll_bar_is_right_for_sections_with_groups(self):
        alike = [{"title": f"'v{at}' breaks no-var", "category": f"Part {place:02}", "link": {"title": "no-var"},
                  "location": {"file": f"src/f{at % 9}.js", "line": at + 1}} for place in range(15) for at in range(12)]
        for source in (many(15, 2), many(2, 250), night(alike)):
            for size in ("compact", "regular"):
                page = self.open(source, size)
                said = page.evaluate("document.documentElement.scrollHeight")
                page.evaluate("for (const list of document.querySelectorAll('[data-rows]')) list.style.contentVisibility = 'visible'")
                true = page.evaluate("document.documentElement.scrollHeight")
                self.assertLess(abs(said - true), 0.1 * true, f"{said} px are said, {true} px there are")
                page.context.close()


class Side(BrowserTest):
    TIMELINE = [{"time": f"2026-11-{day}", "title": f"Step {day}"} for day in range(10, 20)]
    COLUMNS = """() => ['.side', '.messages > section', '.timeline'].map(name => {
      const found = document.querySelector(name);
      if (!found?.checkVisibility()) return null;
      const {left, right} = found.getBoundingClientRect();
      return [Math.round(left), Math.round(right)]; })"""

    @rules("M7")
    def test_links_to_sections_stand_beside_the_list_where_there_is_room(self):
        for script in (True, False):
            for timeline in (None, self.TIMELINE):
                for width in (390, 1090, 1120, 1280, 1600):
                    with self.subTest(script=script, timeline=bool(timeline), width=width):
                        page = self.open({**many(4, 5), **({"timeline": {"entries": timeline}} if timeline else {})}, (width, 800), script=script,
                                         arguments=("--group-beyond", "0"))
                        side, sections, line = page.evaluate(self.COLUMNS)
                        self.assertEqual(width >= 1100 and not timeline, bool(side))
                        if side:
                            self.assertLessEqual(side[1], sections[0])
                            self.assertGreaterEqual(sections[1] - sections[0], 600)
                        if timeline and width >= 1120:
                            self.assertLessEqual(sections[1], line[0])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                        page.context.close()

    @rules("M7")
    def test_a_link_leads_to_its_section_and_says_urgency_and_count(self):
        for script in (True, False):
            page = self.open(many(8, 20), script=script, arguments=("--group-beyond", "0"))
            link = page.locator(".side a", has_text="Part 06")
            self.assertEqual("Error Part 06 20", " ".join(link.text_content().split()))
            link.click()
            self.eventually(self.assertLess, lambda: abs(page.locator("section[data-position]", has=page.get_by_role("heading", name="Part 06"))
                                                         .bounding_box()["y"] - 60), 90)
            self.assertLess(0, page.locator(".side a").first.bounding_box()["y"], "it stays in sight")
            shot(page, f"side-{script}")
            page.context.close()

    @rules("M7", "M8")
    def test_links_follow_what_is_shown(self):
        page = self.open(many(4, 5), arguments=("--group-beyond", "0"))
        page.locator("section[data-position]").nth(1).get_by_role("button", name="Clear: ").click()
        self.eventually(self.assertEqual, 3, page.locator(".side a:visible").count)
        page.locator("#search").fill("File0")
        self.eventually(self.assertEqual, ["1 of 5"] * 3, lambda: page.locator(".side a:visible .n").all_inner_texts())
