"""The detail view (M4 to M6, M10 to M12): "View details" brings the messages over the page."""
from browser import BrowserTest, address, drag, focused, night, rules

VIEW = ".part:popover-open"
OPENER = "#overview > .btn"
SIZES = ("compact", "regular")


def report(count=40, **more):
    return night([{"title": f"Finding {number}", "text": "Something to look at.", "category": "ab"[number % 2]}
                  for number in range(count)], categories=[{"id": "a", "title": "Tests"}, {"id": "b", "title": "Lint"}],
                 timeline=["Code freeze"], **more)


class DetailView(BrowserTest):
    def view(self, page, act="click"):
        getattr(page.locator(OPENER), act)()
        page.locator(VIEW).wait_for()
        self.settle(page)
        return page.locator(VIEW)

    def gone(self, page):
        page.locator("[popover]").first.wait_for(state="detached")

    def grip(self, page):
        return page.locator(f"{VIEW} .grip")

    @rules("M4")
    def test_overview_has_one_action(self):
        for size in SIZES:
            page = self.open(report(), size)
            self.assertEqual(["View details"], page.locator("#overview :is(a, button):visible").all_inner_texts())

    @rules("M4", "M5")
    def test_view_details_leads_to_the_sections_without_script(self):
        page = self.open(report(), "compact", script=False)
        page.locator(OPENER).click()
        self.eventually(self.assertRegex, lambda: address(page), r"#messages$")
        self.eventually(self.assertLess, lambda: page.locator("#messages").bounding_box()["y"], 200)

    @rules("M5")
    def test_compact_detail_view_is_a_sheet_at_the_bottom_edge(self):
        page = self.open(report(), "compact", touch=True, calm=True)
        box = self.view(page, "tap").bounding_box()
        self.assertEqual((0, page.viewport_size["width"]), (box["x"], box["width"]))
        self.assertAlmostEqual(page.viewport_size["height"], box["y"] + box["height"], delta=1)
        self.assertGreater(box["y"], 100, "some of the page is seen")
        for one in page.locator(f"{VIEW} .top > button").all():
            self.eventually(self.assertGreaterEqual, lambda: one.bounding_box()["height"], 44)

    @rules("M5")
    def test_regular_detail_view_is_a_popover_inside_the_window(self):
        page = self.open(report(), calm=True)
        box = self.view(page).bounding_box()
        at = page.locator("#overview").bounding_box()
        self.assertAlmostEqual(at["x"], box["x"], delta=1)
        self.assertAlmostEqual(at["width"], box["width"], delta=1)
        self.assertLess(abs(box["y"] - at["y"] - at["height"]), 12)
        self.assertLessEqual(box["y"] + box["height"], page.viewport_size["height"])
        self.eventually(self.assertFalse, self.grip(page).is_visible)

    @rules("M5")
    def test_regular_detail_view_is_above_the_overview_without_room_below(self):
        page = self.open({**report(), "summary": "\n\n".join(["Words."] * 3)}, (1280, 700), calm=True)
        page.evaluate("document.querySelector('#overview').style.marginBlockStart = '400px'")
        box = self.view(page).bounding_box()
        at = page.locator("#overview").bounding_box()
        self.assertLessEqual(box["y"] + box["height"], at["y"])
        self.assertGreaterEqual(box["y"], 0)

    @rules("M5")
    def test_detail_view_is_the_element_of_the_page_and_returns_to_its_place(self):
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open(report(), size, calm=True)
                page.evaluate("window.before = document.querySelector('#messages')")
                html = page.locator("main").inner_html()
                height = page.evaluate("document.documentElement.scrollHeight")
                self.view(page)
                self.eventually(self.assertTrue, lambda: page.evaluate("document.querySelector('.part:popover-open').contains(before)"))
                self.eventually(self.assertEqual, 1, page.locator("#messages").count)
                self.eventually(self.assertEqual, height,
                                lambda: page.evaluate("document.documentElement.scrollHeight"), "its place is kept")
                page.keyboard.press("Escape")
                self.gone(page)
                # An attribute that is empty and one that is not there are the same.
                self.eventually(self.assertEqual, html, lambda: page.locator("main").inner_html().replace(' style=""', ""))
                self.eventually(self.assertEqual, height, lambda: page.evaluate("document.documentElement.scrollHeight"))

    @rules("M6")
    def test_the_header_says_title_and_total_and_stays_in_sight(self):
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open(report(), size, calm=True)
                view = self.view(page)
                self.eventually(self.assertEqual, 1, page.get_by_role("dialog", name="Messages (40)").count)
                page.locator(f"{VIEW} .filter .chip", has_text="Lint").click()
                view.evaluate("node => node.scrollTo(0, 600)")
                self.settle(page)
                header = view.get_by_role("heading", name="Messages (40)")
                self.eventually(self.assertTrue, header.is_visible, "the total, whatever the filter shows")
                self.eventually(self.assertLess, lambda: header.bounding_box()["y"] - view.bounding_box()["y"], 60)
                self.eventually(self.assertTrue, view.get_by_role("button", name="Close").is_visible)

    @rules("M10")
    def test_the_list_scrolls_inside_under_the_headers_of_its_categories(self):
        for size in SIZES:
            with self.subTest(size=size):
                page = self.open(report(), size, calm=True)
                view = self.view(page)
                box = view.bounding_box()
                page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 20)
                page.mouse.wheel(0, 500)
                self.eventually(self.assertGreater, lambda: view.evaluate("node => node.scrollTop"), 400)
                self.eventually(self.assertEqual, 0, lambda: page.evaluate("scrollY"))
                self.still(page)
                top = page.locator(f"{VIEW} > .top").bounding_box()
                header = page.locator(f"{VIEW} .hd").first.bounding_box()
                self.assertAlmostEqual(top["y"] + top["height"], header["y"], delta=2)

    @rules("M10")
    def test_the_handle_expands_and_minimizes_by_click_and_by_keyboard(self):
        page = self.open(report(), "compact", calm=True)
        view = self.view(page)
        small = view.bounding_box()["height"]
        grip = page.get_by_role("button", name="Expand")
        grip.click()
        self.eventually(self.assertGreater, lambda: view.bounding_box()["height"], small + 100)
        page.get_by_role("button", name="Minimize").click()
        self.eventually(self.assertEqual, small, lambda: view.bounding_box()["height"])
        grip.focus()
        page.keyboard.press("Enter")
        self.eventually(self.assertGreater, lambda: view.bounding_box()["height"], small + 100)
        large = view.bounding_box()["height"]
        page.keyboard.press("ArrowDown")
        self.eventually(self.assertEqual, small, lambda: view.bounding_box()["height"])
        page.keyboard.press("ArrowUp")
        self.eventually(self.assertEqual, large, lambda: view.bounding_box()["height"])
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        self.gone(page)
        self.eventually(self.assertEqual, 'a "View details"', lambda: focused(page))

    @rules("M10")
    def test_the_handle_is_dragged_by_mouse_and_finger(self):
        for touch in (False, True):
            with self.subTest(touch=touch):
                page = self.open(report(), "compact", touch=touch, calm=True)
                view = self.view(page)
                small = view.bounding_box()["height"]

                def pull(way):
                    box = self.grip(page).bounding_box()
                    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                    drag(page, (x, y), (x, y + way), touch=touch)
                    self.still(page)

                pull(-150)
                self.eventually(self.assertGreater, lambda: view.bounding_box()["height"], small + 100)
                pull(150)
                self.eventually(self.assertEqual, small, lambda: view.bounding_box()["height"])
                pull(15)
                self.eventually(self.assertEqual, small, lambda: view.bounding_box()["height"], "a little way is none")
                pull(small - 20)
                self.gone(page)

    @rules("M10")
    def test_a_handle_follows_the_finger(self):
        page = self.open(report(), "compact", touch=True, calm=True)
        top = self.view(page).bounding_box()["y"]
        box = self.grip(page).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drag(page, (x, y), (x, y + 60), touch=True, release=False)
        self.eventually(self.assertAlmostEqual, top + 60, lambda: page.locator(VIEW).bounding_box()["y"], delta=2)

    @rules("M10")
    def test_the_lists_of_a_long_report_are_filled_while_one_scrolls_in_the_sheet(self):
        page = self.open(report(2500), "compact", calm=True)
        self.view(page)
        for way in (3000, 20000, 60000):
            page.locator(VIEW).evaluate("(node, way) => node.scrollTop = way", way)
            box = page.locator(VIEW).bounding_box()
            self.eventually(self.assertTrue, lambda: page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('li[data-key], .hd')",
                                          [box["width"] / 2, box["y"] + box["height"] - 60]), f"at {way} it is blank")

    @rules("M11")
    def test_close_escape_and_a_click_outside_close_it_and_the_focus_returns(self):
        for size, touch in (("compact", True), ("compact", False), ("regular", False)):
            for way in ("close", "escape", "outside"):
                with self.subTest(size=size, touch=touch, way=way):
                    page = self.open(report(), size, touch=touch, calm=True)
                    view = self.view(page, "tap" if touch else "click")
                    self.eventually(self.assertEqual, 'button "Close"', lambda: focused(page))
                    if way == "close":
                        button = view.get_by_role("button", name="Close")
                        button.tap() if touch else button.click()
                    elif way == "escape":
                        page.keyboard.press("Escape")
                    elif touch:
                        page.touchscreen.tap(20, 40)
                    else:
                        page.mouse.click(20, 40)
                    self.gone(page)
                    self.eventually(self.assertEqual, 'a "View details"', lambda: focused(page))

    @rules("M11")
    def test_compact_page_behind_is_inert_and_does_not_scroll(self):
        page = self.open(report(), "compact", calm=True)
        page.evaluate("scrollTo(0, 30)")
        self.view(page)
        for _ in range(12):
            page.keyboard.press("Shift+Tab")
            self.eventually(self.assertTrue, lambda: page.evaluate("document.activeElement === document.body || "
                                          "!!document.activeElement.closest('.part:popover-open')"))
        page.mouse.move(180, 60)
        page.mouse.wheel(0, 500)
        self.still(page)
        self.eventually(self.assertEqual, 30, lambda: page.evaluate("scrollY"))
        page.keyboard.press("Escape")
        self.gone(page)
        self.eventually(self.assertEqual, 30, lambda: page.evaluate("scrollY"))
        self.eventually(self.assertEqual, 0, page.locator("[inert]").count)

    @rules("M11")
    def test_details_and_actions_open_on_top_and_leave_the_view_open(self):
        messages = [{"title": "A broken test", "details": "The log.", "actions": [
            {"title": "Retry", "url": "https://a.example"}, {"title": "Ignore", "url": "https://b.example"}]}, "A slow test"]
        for size in SIZES:
            for opener in (".d:has(> .p) > summary", ".d:has(> .sheet) > summary"):
                with self.subTest(size=size, opener=opener):
                    page = self.open(night(messages), size, calm=True)
                    self.view(page)
                    page.locator(f"{VIEW} {opener}").click()
                    box = page.locator("dialog[open]").bounding_box()
                    self.eventually(self.assertTrue,
                                    lambda: page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('dialog')",
                                                  [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]))
                    page.keyboard.press("Escape")
                    page.locator("dialog").first.wait_for(state="detached")
                    self.eventually(self.assertTrue, page.locator(VIEW).is_visible, "one Escape closes one thing")
                    page.keyboard.press("Escape")
                    self.gone(page)

    @rules("M11")
    def test_link_out_of_the_detail_view_closes_it(self):
        page = self.open(night([{"title": "One", "text": "See [the plan](#timeline)."}, "Two"], timeline=["Code freeze"]),
                         "compact", calm=True)
        self.view(page).get_by_role("link", name="the plan").click()
        page.wait_for_url("**#timeline")
        self.gone(page)

    @rules("M12")
    def test_compact_the_overview_folds_and_reappears(self):
        page = self.open(report(), "compact", calm=True)
        self.view(page)
        self.eventually(self.assertFalse, page.locator("#overview .v").is_visible)
        page.keyboard.press("Escape")
        self.gone(page)
        self.eventually(self.assertTrue, page.locator("#overview .v").is_visible)
        page = self.open(report(), "regular", calm=True)
        self.view(page)
        self.eventually(self.assertTrue, page.locator("#overview .v").is_visible, "regular it stays")

    @rules("M5", "M12")
    def test_widened_window_turns_the_sheet_into_a_popover(self):
        page = self.open(report(), "compact", calm=True)
        view = self.view(page)
        page.set_viewport_size({"width": 1280, "height": 900})
        self.settle(page)
        at = page.locator("#overview").bounding_box()
        self.eventually(self.assertAlmostEqual, at["width"], lambda: view.bounding_box()["width"], delta=1)
        self.eventually(self.assertEqual, 0, page.locator("[inert]").count)
        self.eventually(self.assertTrue, page.locator("#overview .v").is_visible)

    @rules("M5")
    def test_detail_view_returns_to_the_page_before_printing(self):
        page = self.open(report())
        self.view(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 0, page.locator("[popover]").count)
        self.eventually(self.assertTrue, page.locator("#messages").is_visible)
