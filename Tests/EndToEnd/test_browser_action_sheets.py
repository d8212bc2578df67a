"""Action sheets (S1 to S5) by mouse, keyboard and touch."""
import json

from browser import BrowserTest, address, drag, focused, night, point, rules

OPEN = "dialog[open]"
OPENER = "li[data-key] .d:has(> .sheet) > summary"
ACTIONS = [{"title": "Retry", "url": "#overview"}, {"title": "Ask the Team"},
           {"title": "Delete", "url": "https://ci.example/delete", "role": "destructive"}]


def report(actions=ACTIONS, before=0, title="A broken test"):
    return night([*(f"Finding {number}" for number in range(before)),
                  {"title": title, "text": "It fails.", "actions": actions}, "A slow test"])


class ActionSheets(BrowserTest):
    def open(self, *arguments, **more):
        """A page whose rows are open."""
        page = super().open(*arguments, **more)
        page.evaluate("for (const row of document.querySelectorAll('details[data-row]')) row.open = true")
        return page

    def sheet(self, page, act="click"):
        getattr(page.locator(OPENER), act)()
        page.locator(OPEN).wait_for()
        return page.locator(OPEN)

    def titles(self, sheet):
        return [words.strip() for words in sheet.locator(".btn").all_inner_texts()]

    @rules("S1")
    def test_one_action_is_in_the_message_and_several_are_in_a_sheet(self):
        page = self.open(report(ACTIONS[:1]))
        self.eventually(self.assertEqual, 0, page.locator(OPENER).count)
        self.eventually(self.assertTrue, page.locator("li[data-key] [data-rest] > a.btn", has_text="Retry").is_visible)
        page = self.open(report())
        self.eventually(self.assertEqual, 0, page.locator("li[data-key] a.btn:visible").count)
        self.eventually(self.assertEqual, 4, lambda: len(self.titles(self.sheet(page))))

    @rules("S2")
    def test_compact_sheet_is_at_the_bottom_edge_at_full_width(self):
        page = self.open(report(), "compact", touch=True, calm=True)
        box = self.sheet(page, "tap").bounding_box()
        self.assertEqual(0, box["x"])
        self.assertEqual(page.viewport_size["width"], box["width"])
        self.assertAlmostEqual(page.viewport_size["height"], box["y"] + box["height"], delta=1)
        for one in page.locator(f"{OPEN} .btn").all():
            self.eventually(self.assertGreaterEqual, lambda: one.bounding_box()["height"], 44)

    @rules("S2")
    def test_regular_sheet_is_a_popover_at_its_button(self):
        page = self.open(report(), calm=True)
        box = self.sheet(page).bounding_box()
        at = page.locator(OPENER).bounding_box()
        self.assertAlmostEqual(at["x"], box["x"], delta=1)
        self.assertLess(abs(box["y"] - at["y"] - at["height"]), 12)
        self.assertLess(box["width"], 400)

    @rules("S2")
    def test_popover_is_above_its_button_without_room_below(self):
        page = self.open(report(before=30), calm=True)
        page.locator(OPENER).evaluate("node => scrollTo(0, scrollY + node.getBoundingClientRect().bottom - innerHeight + 60)")
        box = self.sheet(page).bounding_box()
        at = page.locator(OPENER).bounding_box()
        self.assertLess(box["y"] + box["height"], at["y"] + 1)
        self.assertGreaterEqual(box["y"], 0)

    @rules("S2")
    def test_right_to_left_popover_is_at_the_other_edge_of_its_button(self):
        page = self.open({**report(), "locale": "ar"}, calm=True)
        box = self.sheet(page).bounding_box()
        at = page.locator(OPENER).bounding_box()
        self.assertAlmostEqual(at["x"] + at["width"], box["x"] + box["width"], delta=1)

    @rules("S3")
    def test_destructive_action_is_red_and_first_and_cancel_is_last(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size, calm=True)
                sheet = self.sheet(page)
                self.eventually(self.assertEqual, ["Delete", "Retry", "Ask the Team", "Cancel"], lambda: self.titles(sheet))
                tops = [one.bounding_box()["y"] for one in sheet.locator(".btn").all()]
                self.assertEqual(sorted(tops), tops)
                red = sheet.locator(".btn", has_text="Delete").evaluate(
                    "node => getComputedStyle(node).color.match(/\\d+/g).map(Number)")
                self.assertGreater(red[0], 2 * max(red[1:]))
                height, shown = sheet.evaluate("node => [node.scrollHeight, node.clientHeight]")
                self.assertLessEqual(height, shown, "it does not scroll")

    @rules("S3")
    def test_sheet_is_named_after_its_message_and_takes_the_focus(self):
        page = self.open(report())
        page.locator(OPENER).focus()
        page.keyboard.press("Enter")
        self.eventually(self.assertEqual, 1, page.get_by_role("dialog", name="Actions: A broken test").count)
        self.eventually(self.assertEqual, 'a "Delete"', lambda: focused(page))

    @rules("S4")
    def test_choosing_an_action_closes_the_sheet_and_follows_the_link(self):
        page = self.open(report(), "compact")
        self.sheet(page).get_by_role("link", name="Retry").click()
        page.wait_for_url("**#overview")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)

    @rules("S4")
    def test_action_without_a_link_is_text(self):
        page = self.open(report())
        sheet = self.sheet(page)
        self.eventually(self.assertTrue, sheet.get_by_text("Ask the Team").is_visible)
        self.eventually(self.assertEqual, 0, sheet.get_by_role("link", name="Ask the Team").count)
        sheet.get_by_text("Ask the Team").click()
        self.eventually(self.assertEqual, 1, page.locator(OPEN).count)

    @rules("S4")
    def test_cancel_escape_and_a_click_outside_close_the_sheet(self):
        for size, touch in (("compact", True), ("regular", False)):
            for way in ("cancel", "escape", "outside"):
                with self.subTest(size=size, way=way):
                    page = self.open(report(), size, touch=touch, calm=True)
                    sheet = self.sheet(page)
                    if way == "cancel":
                        sheet.get_by_role("button", name="Cancel").click()
                    elif way == "escape":
                        page.keyboard.press("Escape")
                    elif touch:
                        page.touchscreen.tap(20, 20)
                    else:
                        page.mouse.click(20, 20)
                    page.locator("dialog").first.wait_for(state="detached")
                    self.eventually(self.assertIn, "Actions", lambda: focused(page), "the focus is back where it was")

    @rules("S4")
    def test_selection_that_ends_outside_does_not_close_the_sheet(self):
        page = self.open(report(), calm=True)
        words = self.sheet(page).get_by_text("Ask the Team")
        drag(page, words, (20, 20))
        self.eventually(self.assertEqual, 1, page.locator(OPEN).count)

    @rules("S4", "M10")
    def test_dragging_down_closes_the_sheet(self):
        for touch in (False, True):
            with self.subTest(touch=touch):
                page = self.open(report(), "compact", touch=touch, calm=True)
                self.sheet(page)
                box = page.locator(f"{OPEN} .grip").bounding_box()
                middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                drag(page, middle, (middle[0], middle[1] + 20), touch=touch)
                self.eventually(self.assertEqual, 1, page.locator(OPEN).count, "a little way is no farewell")
                drag(page, middle, (middle[0], page.viewport_size["height"] - 5), touch=touch)
                page.locator("dialog").first.wait_for(state="detached")

    @rules("S1", "S3")
    def test_actions_open_in_place_without_script(self):
        page = self.open(report(), script=False)
        page.locator(OPENER).click()
        self.eventually(self.assertEqual, ["Delete", "Retry", "Ask the Team"], page.locator("li[data-key] .sheet .btn:visible").all_inner_texts)

    @rules("S3")
    def test_many_actions_scroll_and_cancel_stays_visible(self):
        actions = [{"title": f"Retry on machine {number}", "url": "#overview"} for number in range(30)]
        for size in ((1280, 900), (390, 844), (480, 320)):
            for kind in ("message", "alert"):
                with self.subTest(size=size, kind=kind):
                    data = report(actions)
                    data["messages"][0]["kind"] = kind
                    page = self.open(data, size, calm=True)
                    sheet = self.sheet(page) if kind == "message" else page.locator(OPEN)
                    cancel = sheet.get_by_role("button", name="Cancel")
                    for choice in (sheet.get_by_text("machine 0"), sheet.get_by_text("machine 29")):
                        choice.scroll_into_view_if_needed()
                        for one in (cancel, choice):
                            middle = point(page, one)
                            self.eventually(self.assertTrue,
                                            lambda: one.evaluate("(node, [x, y]) => node.contains(document.elementFromPoint(x, y))", middle))
                    box = cancel.bounding_box()
                    self.assertLessEqual(box["y"] + box["height"], size[1])

    @rules("A4", "S3")
    def test_destructive_action_asks_first_and_cancel_is_the_default(self):
        for actions in (ACTIONS, ACTIONS[2:]):
            with self.subTest(actions=len(actions)):
                page = self.open(report(actions), calm=True)
                page.route("https://ci.example/**", lambda route: route.fulfill(body="gone"))
                start = page.url
                def choose():
                    if len(actions) > 1:
                        self.sheet(page)
                    page.locator("a:visible", has_text="Delete").click()
                    asked = page.get_by_role("alertdialog", name="Delete")
                    asked.wait_for()
                    return asked
                asked = choose()
                self.eventually(self.assertIn, "A broken test", asked.inner_text)
                self.eventually(self.assertEqual, 'button "Cancel"', lambda: focused(page))
                self.eventually(self.assertEqual, ["Cancel", "Delete"],
                                lambda: [one.strip() for one in asked.locator(".btn").all_inner_texts()])
                page.keyboard.press("Enter")
                page.locator("dialog").first.wait_for(state="detached")
                self.eventually(self.assertEqual, start, lambda: address(page))
                self.eventually(self.assertIn, "Actions" if len(actions) > 1 else "Delete",
                                lambda: focused(page), "the focus is back where it was")
                choose().get_by_role("link", name="Delete").click()
                page.wait_for_url("https://ci.example/delete")

    @rules("A4", "S3")
    def test_confirmation_has_the_whole_title_or_none(self):
        title = "What the simulator of the second lane has left behind " * 4 + "in the end"
        page = self.open(report(ACTIONS[2:], title=title), size="compact", calm=True)
        page.locator("a:visible", has_text="Delete").click()
        words = page.locator("#ask-text")
        self.eventually(self.assertEqual, title, words.inner_text)
        self.eventually(self.assertTrue, lambda: words.evaluate("node => node.scrollHeight <= node.clientHeight + 1"), "it is cut")
        page = self.open(night([{"kind": "alert", "text": "It fails.", "actions": ACTIONS[2:]}, "One"]), baseline=night(["One"]), calm=True)
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        page.locator("a:visible", has_text="Delete").click()
        self.eventually(self.assertEqual, "", page.locator("#ask-text").text_content)

    @rules("S5")
    def test_in_markdown_and_text_the_actions_are_links_without_cancel(self):
        dataset = self.write("night.json", json.dumps(report([*ACTIONS, {"title": "Cancel", "role": "cancel"}])))
        for name in ("report.md", "report.txt"):
            self.render(dataset, "-o", self.folder / name)
            words = (self.folder / name).read_text(encoding="utf-8")
            self.assertLess(words.index("https://ci.example/delete"), words.index("Ask the Team"))
            self.assertNotIn("Cancel", words)

    @rules("S3", "V3")
    def test_actions_are_in_place_when_printed(self):
        page = self.open(report(), script=False)
        page.emulate_media(media="print")
        self.eventually(self.assertEqual, ["Delete", "Retry", "Ask the Team"], page.locator("li[data-key] .sheet .btn:visible").all_inner_texts)
