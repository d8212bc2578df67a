"""The timeline as people use it: its axis and its words, the way to now, what opens, and where it stands."""
from browser import BrowserTest, axe, drag, focused, night, rules, shot

NOW = "2026-11-20T12:00:00+01:00"


def entry(time, title, **more):
    return {"time": time, "title": title, **more}


# Three weeks with now in the last one: long enough to scroll at any size.
WEEKS = [entry(f"2026-11-{day:02}T09:00:00+01:00", f"Step {day}", description="Said in a few words.")
         for day in range(2, 20)] + [
    entry("2026-11-20", "Code freeze", status="inProgress", statuses=[{"text": "Twelve strings open", "tone": "critical"}]),
    entry("2026-11-21T10:00:00+01:00", "Release", milestone="end", status="open"),
]
PLAN = night(messages=[f"Message {number}" for number in range(40)], now=NOW,
             timeline={"title": "Road to the release", "groupBy": "week", "entries": WEEKS})
ALONE = night(now=NOW, timeline={"title": "Road to the release", "groupBy": "week", "entries": WEEKS})
WORDS = "So much is said about it that no cell could hold it, "
CELLS = night(now=NOW, timeline=[
    entry("2026-11-18", "Review", milestone="start", status="completed", details="## Decisions\n\nThe *index* stays."),
    entry("2026-11-19", "Beta", url="#timeline", description="Published to testers."),
    entry("2026-11-20", WORDS * 3 + "the title ends", status="inProgress", description=WORDS * 6 + "the description ends",
          details="The log says nothing.", statuses=[{"text": f"Status {number}"} for number in (1, 2, 3)],
          attributes=[f"Attribute {number}" for number in (1, 2, 3)]),
    entry("2026-11-21", WORDS * 3 + "the short one ends", status="open", description=WORDS * 6 + "its description ends"),
])
JUMP = "Jump to now"


def visible(page, locator):
    """Whether some of it is inside the window and of all that scrolls around it."""
    return locator.evaluate("""node => {
      const box = node.getBoundingClientRect();
      let [top, bottom] = [0, innerHeight];
      for (let at = node.parentElement; at; at = at.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
        const around = at.getBoundingClientRect();
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
      return box.bottom > top + 1 && box.top < bottom - 1; }""")


class TheAxis(BrowserTest):
    @rules("T1", "T6")
    def test_times_are_before_their_cells_in_order(self):
        for script in (True, False):
            for size in ("compact", "regular"):
                page = self.open(ALONE, size, script=script)
                rows = page.locator("li[data-tense][id]").evaluate_all("""rows => rows.map(row => {
                  const [when, cell] = ['.when', '.cell'].map(part => row.querySelector(part).getBoundingClientRect());
                  return [when.right <= cell.left, row.getBoundingClientRect().top, row.querySelector('.t').innerText]; })""")
                self.assertTrue(all(before for before, _, _ in rows))
                self.assertEqual(sorted(top for _, top, _ in rows), [top for _, top, _ in rows])
                self.assertEqual(["Step 2", "Step 3"], [title for _, _, title in rows][:2])
                lines = page.locator("li[data-tense][id] > .node").evaluate_all("""nodes => nodes.map(node => ['::before', '::after'].map(half => {
                  const style = getComputedStyle(node, half); return style.content === 'none' ? '' : style.backgroundColor; }))""")
                self.assertEqual(["", ""], [lines[0][0], lines[-1][1]], "no line leads out of the axis")
                self.assertNotEqual(lines[0][1], lines[-1][0], "past and future have a colour each")

    @rules("T3", "T6")
    def test_tense_is_said_in_words_and_seen(self):
        page = self.open(ALONE, "compact")
        said = page.locator("li[data-tense][id] .when").all_inner_texts()
        for title, word, at in (("Step 19", "past", -3), ("Code freeze", "current", -2), ("Release", "future", -1)):
            self.assertIn(word, said[at], title)
        cell = lambda title: page.locator("li[data-tense][id]", has_text=title).locator(".cell").evaluate(  # noqa: E731
            "cell => getComputedStyle(cell).backgroundColor")
        self.assertNotEqual(cell("Step 19"), cell("Code freeze"))
        self.assertEqual(cell("Step 19"), cell("Release"))

    @rules("T5")
    def test_the_shape_and_the_sign_of_a_node_say_what_it_is(self):
        page = self.open(CELLS)
        rows = page.locator("li[data-tense][id]").evaluate_all("""rows => rows.map(row => {
          const sign = row.querySelector('.node > svg');
          return [getComputedStyle(sign).rotate, sign.querySelector('use')?.getAttribute('href') ?? '']; })""")
        self.assertEqual([["45deg", "#icon-status-completed"], ["none", ""], ["none", "#icon-status-inProgress"],
                          ["none", "#icon-status-open"]], rows)

    @rules("T2")
    def test_header_of_a_unit_sticks_while_its_entries_scroll(self):
        for size, script in (("compact", True), ("compact", False), ("regular", True)):
            page = self.open(ALONE, size, script=script)
            page.locator("li[data-tense][id]", has_text="Step 15").evaluate("row => row.scrollIntoView({block: 'center'})")
            header = page.locator(".g > h3", has_text="Week 46")
            self.eventually(self.assertAlmostEqual, 0, lambda: header.bounding_box()["y"], delta=1)

    @rules("T4")
    def test_now_indicator_is_above_the_current_entry(self):
        page = self.open(PLAN, "compact")
        self.assertEqual(1, page.locator("[data-component=now-indicator]").count())
        self.assertEqual("Code freeze", page.locator("[data-component=now-indicator] + li[data-tense][id] .t").inner_text())


class TheWayToNow(BrowserTest):
    @rules("T4")
    def test_button_leads_to_now_while_it_is_out_of_sight(self):
        for size, touch in (("compact", True), ("regular", False)):
            with self.subTest(size=size):
                page = self.open(ALONE, size, touch=touch, calm=True)
                page.locator("li[data-tense][id]").first.scroll_into_view_if_needed()
                jump = page.get_by_role("button", name=JUMP)
                jump.wait_for()
                if touch:
                    self.eventually(self.assertGreaterEqual, lambda: jump.bounding_box()["height"], 44)
                    jump.tap()
                else:
                    jump.click()
                self.eventually(self.assertTrue, lambda: visible(page, page.locator("[data-component=now-indicator]")))
                self.eventually(self.assertTrue, lambda: focused(page).startswith('li#now "Now: 20 Nov 2026'), lambda: focused(page))
                jump.wait_for(state="hidden")

    @rules("T4", "T2")
    def test_button_to_now_stays_in_the_row_of_the_unit(self):
        page = self.open(ALONE, "compact", calm=True)
        page.locator("li[data-tense][id]", has_text="Step 15").evaluate("row => row.scrollIntoView({block: 'center'})")
        button = page.get_by_role("button", name=JUMP).bounding_box()
        header = page.locator(".g > h3", has_text="Week 46").bounding_box()
        self.assertGreaterEqual(button["y"], header["y"])
        self.assertLessEqual(button["y"] + button["height"], header["y"] + header["height"])

    @rules("T4")
    def test_button_to_now_is_absent_without_script(self):
        page = self.open(PLAN, "compact", script=False)
        self.assertEqual(0, page.get_by_role("button", name=JUMP).count())
        self.assertTrue(page.locator("[data-component=now-indicator]").is_visible())


class WhatACellSays(BrowserTest):
    def press(self, page, row, touch):
        """In the cell's upper corner, where no word is."""
        cell = row.locator(".cell")
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        place = (box["x"] + box["width"] - 3, box["y"] + 3)
        (page.touchscreen.tap if touch else page.mouse.click)(*place)

    @rules("T7")
    def test_cell_is_cut_and_the_rest_opens(self):
        for script in (True, False):
            page = self.open(CELLS, "compact", script=script)
            row = page.locator("li[data-tense][id]").last
            lines = "node => Math.round(node.clientHeight / parseFloat(getComputedStyle(node).lineHeight))"
            self.eventually(self.assertEqual, [2, 3], lambda: [row.locator(part).evaluate(lines) for part in (".t", ".x")])
            row.locator(".more > summary").click()
            # The script receives the toggle event only after the disclosure has opened.
            page.locator(".js .cell.full, :root:not(.js) .cell").first.wait_for()
            self.eventually(self.assertGreater, lambda: row.locator(".x").evaluate(lines), 3)
            long = page.locator("li[data-tense][id]").nth(2)
            self.eventually(self.assertEqual, [2, 2], lambda: [long.locator(f"{part}:visible").count() for part in (".st", ".at")])

    @rules("T8", "V1")
    def test_click_anywhere_in_a_cell_opens_its_details(self):
        for size, touch in (("compact", True), ("regular", False)):
            with self.subTest(size=size):
                page = self.open(CELLS, size, touch=touch)
                self.press(page, page.locator("li[data-tense][id]").first, touch)
                view = page.get_by_role("dialog", name="Review")
                view.wait_for()
                self.eventually(self.assertIn, "The index stays.", view.inner_text)
                page.keyboard.press("Escape")
                page.locator("dialog").wait_for(state="detached")
                self.eventually(self.assertIn, "Details", lambda: focused(page))

    @rules("T8")
    def test_keyboard_opens_details_of_an_entry(self):
        page = self.open(CELLS)
        page.locator("li[data-tense][id]").first.locator(".d > summary").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name="Review").wait_for()

    @rules("T8")
    def test_click_anywhere_in_a_cell_follows_its_link(self):
        for touch, script in ((False, True), (True, True), (False, False)):
            page = self.open(CELLS, "compact" if touch else "regular", touch=touch, script=script)
            self.press(page, page.locator("li[data-tense][id]").nth(1), touch)
            page.wait_for_url("**#timeline")

    @rules("T7", "T8")
    def test_view_has_the_whole_text_that_the_cell_cuts(self):
        page = self.open(CELLS, "compact", calm=True)
        self.press(page, page.locator("li[data-tense][id]").nth(2), False)
        view = page.locator("dialog")
        view.wait_for()
        words = view.inner_text()
        for end in ("the title ends", "the description ends", "Status 3", "Attribute 3", "The log says nothing.",
                    "Friday, 20 November 2026"):
            self.assertIn(end, words)
        self.eventually(self.assertTrue, lambda: all(view.locator(".st, .at, .x").evaluate_all(
            "nodes => nodes.map(node => node.scrollHeight <= node.clientHeight + 1 || getComputedStyle(node).overflow === 'visible')")))
        shot(page, "timeline-view-compact")
        page.keyboard.press("Escape")
        view.wait_for(state="detached")
        # The page behind the view has not changed.
        self.eventually(self.assertEqual, 2, page.locator("li[data-tense][id]").nth(2).locator(".st:visible").count)

    @rules("T8", "V3")
    def test_details_of_an_entry_open_in_place_without_script(self):
        page = self.open(CELLS, "compact", script=False)
        self.press(page, page.locator("li[data-tense][id]").first, False)
        self.eventually(self.assertTrue, page.locator("li[data-tense][id]").first.get_by_text("The index stays.").is_visible)


class WhereItStands(BrowserTest):
    @rules("T10")
    def test_compact_preview_opens_the_timeline_as_a_sheet(self):
        for touch in (True, False):
            with self.subTest(touch=touch):
                page = self.open(PLAN, "compact", touch=touch, calm=True)
                page.evaluate("window.one = document.querySelector('#timeline')")
                height = page.evaluate("document.documentElement.scrollHeight")
                strip = page.locator("[data-component=timeline-preview]")
                strip.tap() if touch else strip.click()
                sheet = page.get_by_role("dialog", name="Road to the release")
                sheet.wait_for()
                box = sheet.bounding_box()
                self.assertEqual([0, 360, 740], [box["x"], box["width"], box["y"] + box["height"]])
                self.eventually(self.assertTrue, lambda: page.evaluate("document.querySelector('dialog').contains(one) && "
                                              "document.querySelectorAll('#timeline').length === 1"), "the same one, not a copy")
                self.eventually(self.assertTrue, lambda: visible(page, page.locator("[data-component=now-indicator]")), "it opens at now")
                self.eventually(self.assertIn, "Now", lambda: focused(page))
                shot(page, "timeline-sheet-compact")
                page.keyboard.press("Escape")
                page.locator("dialog").wait_for(state="detached")
                self.eventually(self.assertTrue, lambda: page.evaluate("document.querySelector('.part > #timeline') === one"))
                self.eventually(self.assertEqual, height, lambda: page.evaluate("document.documentElement.scrollHeight"))
                self.eventually(self.assertTrue, lambda: focused(page).startswith("a "), "the focus is back on the strip")

    @rules("T10", "T2", "T4")
    def test_sheet_has_sticky_units_and_a_button_to_now(self):
        page = self.open(PLAN, "compact", calm=True)
        page.locator("[data-component=timeline-preview]").click()
        inside = page.locator("dialog .inside")
        inside.evaluate("box => box.scrollTop = 700")
        top = inside.bounding_box()["y"]
        headers = [header.bounding_box()["y"] for header in page.locator(".g > h3").all()]
        self.assertTrue(any(abs(header - top) <= 1 for header in headers), (top, headers))
        page.get_by_role("button", name=JUMP).click()
        self.eventually(self.assertTrue, lambda: visible(page, page.locator("[data-component=now-indicator]")))

    @rules("T10")
    def test_the_sheet_closes_by_its_button_a_click_outside_and_a_drag(self):
        page = self.open(PLAN, "compact", touch=True, calm=True)
        sheet = page.locator("dialog")
        for close in (lambda: sheet.get_by_role("button", name="Done").tap(),
                      lambda: page.touchscreen.tap(180, 10),
                      lambda: drag(page, "dialog .grip", (180, 735), touch=True)):
            page.locator("[data-component=timeline-preview]").tap()
            sheet.wait_for()
            close()
            sheet.wait_for(state="detached")
            self.eventually(self.assertTrue, page.locator(".part > #timeline").count)

    @rules("T10", "P6")
    def test_preview_links_to_the_timeline_on_regular_and_without_script(self):
        for size, script in (("regular", True), ("compact", False)):
            page = self.open(PLAN, size, script=script)
            page.locator("[data-component=timeline-preview]").click()
            page.wait_for_url("**#now")
            self.eventually(self.assertTrue, lambda: visible(page, page.locator("#timeline")))
            self.eventually(self.assertEqual, 0, page.locator("dialog").count)

    @rules("T10")
    def test_compact_timeline_is_below_the_messages(self):
        page = self.open(PLAN, "compact", script=False)
        messages, timeline = (page.locator(part).bounding_box() for part in ("#messages", "#timeline"))
        self.assertGreater(timeline["y"], messages["y"] + messages["height"])
        self.assertEqual(messages["x"], timeline["x"])

    @rules("T10", "P6")
    def test_see_all_leads_to_now_in_every_layout(self):
        for size in ("compact", (700, 900), (1280, 900), (1600, 900)):
            for script in (True, False):
                with self.subTest(size=size, script=script):
                    page = self.open(PLAN, size, script=script, calm=True)
                    page.locator("[data-component=timeline-preview]").click()
                    now = page.locator("[data-component=now-indicator]")
                    self.eventually(self.assertTrue, lambda: visible(page, now))
                    self.eventually(self.assertTrue, lambda: now.evaluate("""now => {
                      const { left, top } = now.getBoundingClientRect();
                      return now.contains(document.elementFromPoint(left + 120, top + 8)); }"""), "nothing that sticks covers it")
                    if script:
                        self.eventually(self.assertIn, "Now: 20 Nov 2026", lambda: focused(page))

    @rules("T10")
    def test_wide_timeline_is_beside_the_messages_in_a_column_that_scrolls(self):
        for width in (1280, 1600):
            with self.subTest(width=width):
                page = self.open(PLAN, (width, 900), calm=True)
                messages, timeline = (page.locator(part).bounding_box() for part in ("#messages", "#timeline"))
                self.assertGreater(timeline["x"], messages["x"] + messages["width"])
                page.mouse.move(timeline["x"] + 40, 600)
                page.mouse.wheel(0, 300)
                self.eventually(self.assertAlmostEqual, 300, lambda: page.locator(".column").evaluate("box => box.scrollTop"), delta=2)
                self.assertEqual(0, page.evaluate("scrollY"))
                # Scrolling the column reaches the whole timeline.
                last = page.locator("li[data-tense][id]").last
                last.scroll_into_view_if_needed()
                self.eventually(self.assertTrue, lambda: visible(page, last))
                shot(page, f"timeline-beside-{width}")

    @rules("T10")
    def test_heading_of_the_timeline_has_the_number_of_its_entries(self):
        for script in (True, False):
            page = self.open(PLAN, script=script)
            self.eventually(self.assertEqual, 1, page.get_by_role("heading", name="Road to the release (20)", exact=True).count)

    @rules("T10")
    def test_printed_and_low_windows_show_the_whole_timeline(self):
        for size, media in (((1280, 900), "print"), ((1280, 500), "screen")):
            page = self.open(PLAN, size)
            page.emulate_media(media=media)
            self.eventually(self.assertTrue,
                            lambda: page.locator("#timeline").evaluate("box => box.scrollHeight <= box.clientHeight + 1"))

    @rules("T10")
    def test_timeline_without_messages_is_centred(self):
        page = self.open(ALONE, (1600, 900))
        box = page.locator("#timeline").bounding_box()
        self.assertAlmostEqual(800, box["x"] + box["width"] / 2, delta=10)

    @rules("T10")
    def test_axe_finds_no_fault_in_sheets_and_views_of_the_timeline(self):
        for size, look in (("compact", {}), ("compact", {"scheme": "dark"}), ("regular", {"forced": True}), ("regular", {"scheme": "dark"})):
            for opener in ("[data-component=timeline-preview]", "li[data-tense][id] .d > summary", ".menu > .btn"):
                with self.subTest(size=size, opener=opener, **look):
                    page = self.open(night(messages=["One", "Two", "Three"], now=NOW, timeline=WEEKS + CELLS["timeline"]["entries"]),
                                     size, calm=True, **look)
                    page.locator(opener).first.click()
                    self.settle(page)
                    self.assertEqual([], axe(page))

    @rules("T10", "T1")
    def test_right_to_left_timeline_is_mirrored(self):
        page = self.open("rtl", "regular", calm=True)
        page.keyboard.press("Escape")
        row = page.locator("li[data-tense][id]").first
        self.eventually(self.assertGreater, lambda: row.locator(".when").bounding_box()["x"],
                        lambda: row.locator(".cell").bounding_box()["x"])
        shot(page, "timeline-rtl-regular", full_page=True)
