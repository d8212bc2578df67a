"""The way to the messages (M4 to M6, M10 to M12): "View details" scrolls to them, and on compact brings them as a sheet."""
from browser import BrowserTest, address, axe, drag, focused, night, rules

VIEW = ".part[role=dialog]"
OPENER = "#overview > .btn"
SIZES = ("compact", "regular")
FOLDER = "Sort and filter"


def report(count=40, **more):
    return night([{"title": f"Finding {number}", "text": "Something to look at.", "category": "ab"[number % 2],
                   "details": "```\nOne line of a log.\n```"} for number in range(count)],
                 categories=[{"id": "a", "title": "Tests"}, {"id": "b", "title": "Lint"}], timeline=["Code freeze"], **more)


class DetailTest(BrowserTest):
    def view(self, page, act="click"):
        getattr(page.locator(OPENER), act)()
        page.locator(VIEW).wait_for()
        self.settle(page)
        return page.locator(VIEW)

    def gone(self, page):
        page.locator(VIEW).wait_for(state="detached")


class TheWayThere(DetailTest):
    @rules("M4")
    def test_overview_has_one_action_and_its_words_lead_to_what_they_count(self):
        for size in SIZES:
            page = self.open(report(), size, baseline=report(30))
            self.assertEqual(["View details"], page.locator("#overview :is(.btn, button):visible").all_inner_texts())
            self.assertEqual(["10\u00a0new", "30\u00a0unchanged"], page.locator("#overview a:not(.btn):visible").all_inner_texts())

    @rules("M4", "M5")
    def test_view_details_leads_to_the_sections_without_script(self):
        page = self.open(report(), "compact", script=False)
        page.locator(OPENER).click()
        self.eventually(self.assertRegex, lambda: address(page), r"#messages$")
        self.eventually(self.assertLess, lambda: page.locator("#messages").bounding_box()["y"], 200)

    @rules("M4", "M5")
    def test_regular_page_scrolls_to_the_heading_which_has_the_focus_and_back_returns(self):
        for act in ("click", "press"):
            with self.subTest(act=act):
                page = self.open({**report(), "summary": "\n\n".join(["Words."] * 30)}, calm=True)
                if act == "click":
                    page.locator(OPENER).click()
                else:
                    page.locator(OPENER).press("Enter")
                self.eventually(self.assertIn, 'h2#part-1 "Messages (40)"', lambda: focused(page))
                heading = page.get_by_role("heading", name="Messages (40)")
                self.eventually(self.assertLess, lambda: heading.bounding_box()["y"], 200)
                self.assertGreaterEqual(heading.bounding_box()["y"], 0)
                self.eventually(self.assertRegex, lambda: address(page), r"#messages$")
                self.eventually(self.assertEqual, 0, page.locator("dialog, [role=dialog], [inert]").count)
                page.go_back()
                self.eventually(self.assertNotIn, "#", lambda: address(page))
                self.eventually(self.assertEqual, 0, lambda: page.evaluate("scrollY"))

    @rules("M10")
    def test_it_takes_little_of_what_the_page_took_to_lay_out(self):
        # Compares the processor time for style and layout with that of the whole page. A popover of
        # the messages would take several times as long.
        for count in (300, 5000):
            for size in SIZES:
                with self.subTest(count=count, size=size):
                    page = self.open(report(count), size, calm=True)
                    client = page.context.new_cdp_session(page)
                    client.send("Performance.enable")

                    def cost(act):
                        def spent():
                            found = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
                            return found["RecalcStyleDuration"] + found["LayoutDuration"]
                        before = spent()
                        page.evaluate(f"() => {{ {act}; document.body.getBoundingClientRect(); }}")
                        return spent() - before

                    whole, opening = [], []
                    for turn in range(15):
                        whole.append(cost(f"document.documentElement.style.fontSize = '{101 + turn}%'"))
                        self.settle(page)
                        opening.append(cost(f"document.querySelector('{OPENER}').click()"))
                        page.keyboard.press("Escape")
                        self.settle(page)
                        # Five turns, and more if other programs disturb the measurement.
                        if turn >= 4 and min(opening) < min(whole) / 2:
                            break
                    self.assertLess(min(opening), min(whole) / 2)


class Sheet(DetailTest):
    def grip(self, page):
        return page.locator(f"{VIEW} .grip")

    @rules("M5")
    def test_compact_messages_open_as_a_sheet_of_nine_tenths_of_the_height(self):
        page = self.open(report(), "compact", touch=True, calm=True)
        box = self.view(page, "tap").bounding_box()
        height = page.viewport_size["height"]
        self.assertEqual((0, page.viewport_size["width"]), (box["x"], box["width"]))
        self.assertAlmostEqual(height, box["y"] + box["height"], delta=1)
        self.assertGreaterEqual(box["height"], height * 0.9)
        self.assertGreater(box["y"], 24, "some of the page is seen")
        for one in page.locator(f"{VIEW} > .ledge > button").all():
            self.eventually(self.assertGreaterEqual, lambda: one.bounding_box()["height"], 44)

    @rules("M5")
    def test_it_shows_no_fewer_messages_than_the_page_behind_it(self):
        whole = """() => [...document.querySelectorAll('li[data-key]')].filter(cell => {
          const { left, top, bottom, height } = cell.getBoundingClientRect();
          return height && top >= 0 && bottom <= innerHeight && [top + 2, bottom - 2].every(y => cell.contains(document.elementFromPoint(left + 40, y)));
        }).length"""
        for size in ((360, 740), (390, 844), (320, 640)):
            page = self.open(report(), size, calm=True)
            before = page.evaluate(whole)
            self.view(page)
            self.assertGreater(page.evaluate(whole), max(before, 5), size)

    @rules("M12")
    def test_search_and_filters_are_folded_until_they_are_asked_for(self):
        page = self.open(report(), "compact", calm=True)
        search = page.get_by_role("searchbox", name="Search messages")
        self.eventually(self.assertTrue, search.is_visible)
        view = self.view(page)
        self.eventually(self.assertFalse, search.is_visible)
        folder = view.get_by_role("button", name=FOLDER, exact=True).first
        self.assertEqual("false", folder.get_attribute("aria-expanded"))
        folder.click()
        self.eventually(self.assertTrue, search.is_visible)
        self.assertEqual("true", folder.get_attribute("aria-expanded"))
        folder.click()
        self.eventually(self.assertFalse, search.is_visible)
        page.keyboard.press("Escape")
        self.gone(page)
        self.eventually(self.assertTrue, search.is_visible)

    @rules("M5")
    def test_sheet_is_the_element_of_the_page_and_returns_to_its_place(self):
        page = self.open(report(), "compact", calm=True)
        page.evaluate("window.before = document.querySelector('#messages')")
        # The single copy link follows the pointer. An empty attribute equals a missing one, and
        # `aria-expanded` is set only after the first folding.
        content = lambda: page.locator("main").evaluate("""main => { document.querySelector('.linker')?.remove();
          return main.innerHTML.replaceAll(/ (style=""|aria-expanded="false")/g, ''); }""")  # noqa: E731
        html = content()
        height = page.evaluate("document.documentElement.scrollHeight")
        self.view(page)
        self.eventually(self.assertTrue, lambda: page.evaluate("document.querySelector('.part[role=dialog]').contains(before)"))
        self.eventually(self.assertEqual, 1, page.locator("#messages").count)
        self.eventually(self.assertEqual, height, lambda: page.evaluate("document.documentElement.scrollHeight"), "its place is kept")
        page.keyboard.press("Escape")
        self.gone(page)
        self.eventually(self.assertEqual, html, content)
        self.eventually(self.assertEqual, height, lambda: page.evaluate("document.documentElement.scrollHeight"))

    @rules("M6")
    def test_the_header_says_title_and_total_and_stays_in_sight(self):
        page = self.open(report(), "compact", calm=True, query="category=Lint")
        view = self.view(page)
        self.eventually(self.assertEqual, 1, page.get_by_role("dialog", name="Messages (40)").count)
        view.evaluate("node => node.scrollTo(0, 600)")
        self.settle(page)
        header = view.get_by_role("heading", name="Messages (40)")
        self.eventually(self.assertTrue, header.is_visible, "the total, whatever the filter shows")
        self.eventually(self.assertLess, lambda: header.bounding_box()["y"] - view.bounding_box()["y"], 60)
        self.eventually(self.assertTrue, view.get_by_role("button", name="Close").is_visible)

    @rules("M10")
    def test_the_list_scrolls_inside_under_its_header(self):
        page = self.open(report(), "compact", calm=True)
        view = self.view(page)
        box = view.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 20)
        page.mouse.wheel(0, 500)
        self.eventually(self.assertGreater, lambda: view.evaluate("node => node.scrollTop"), 400)
        self.eventually(self.assertEqual, 0, lambda: page.evaluate("scrollY"))
        self.still(page)
        self.assertAlmostEqual(box["y"], page.locator(f"{VIEW} > h2").bounding_box()["y"], delta=2)

    @rules("M10")
    def test_the_handle_makes_it_high_and_low_and_closes_it_when_dragged_far_down(self):
        for touch in (False, True):
            with self.subTest(touch=touch):
                page = self.open(report(), "compact", touch=touch, calm=True)
                top = self.view(page).bounding_box()["y"]

                def pull(way):
                    box = self.grip(page).bounding_box()
                    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                    drag(page, (x, y), (x, y + way), touch=touch)
                    self.still(page)

                for way, place in ((60, top), (-40, 0), (60, top)):
                    pull(way)
                    self.eventually(self.assertEqual, place, lambda: page.locator(VIEW).bounding_box()["y"], f"pulled by {way}")
                pull(400)
                self.gone(page)
                self.eventually(self.assertEqual, 'a "View details"', lambda: focused(page))

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
    def test_close_escape_back_and_a_click_outside_close_it_and_the_focus_returns(self):
        for touch in (True, False):
            for way in ("close", "escape", "outside", "back"):
                with self.subTest(touch=touch, way=way):
                    page = self.open(report(), "compact", touch=touch, calm=True)
                    view = self.view(page, "tap" if touch else "click")
                    self.eventually(self.assertEqual, 'button "Close"', lambda: focused(page))
                    if way == "close":
                        button = view.get_by_role("button", name="Close")
                        button.tap() if touch else button.click()
                    elif way == "escape":
                        page.keyboard.press("Escape")
                    elif way == "back":
                        page.go_back()
                    elif touch:
                        page.touchscreen.tap(20, 20)
                    else:
                        page.mouse.click(20, 20)
                    self.gone(page)
                    self.eventually(self.assertEqual, 'a "View details"', lambda: focused(page))
                    self.assertIn("/", address(page), "the report is still there")

    @rules("M11")
    def test_page_behind_is_inert_and_does_not_scroll(self):
        page = self.open(report(), "compact", calm=True)
        page.evaluate("scrollTo(0, 30)")
        self.view(page)
        for _ in range(12):
            page.keyboard.press("Shift+Tab")
            self.eventually(self.assertTrue, lambda: page.evaluate("document.activeElement === document.body || "
                                          "!!document.activeElement.closest('.part[role=dialog]')"))
        page.mouse.move(180, 20)
        page.mouse.wheel(0, 500)
        self.still(page)
        self.eventually(self.assertEqual, 30, lambda: page.evaluate("scrollY"))
        page.keyboard.press("Escape")
        self.gone(page)
        self.eventually(self.assertEqual, 30, lambda: page.evaluate("scrollY"))
        self.eventually(self.assertEqual, 0, page.locator("[inert]").count)

    @rules("M11")
    def test_details_and_actions_open_on_top_and_leave_the_sheet_open(self):
        messages = [{"title": "A broken test", "details": "The log.", "actions": [
            {"title": "Retry", "url": "https://a.example"}, {"title": "Ignore", "url": "https://b.example"}]}, "A slow test"]
        for opener in (".d:has(> .p) > summary", ".d:has(> .sheet) > summary"):
            with self.subTest(opener=opener):
                page = self.open(night(messages), "compact", calm=True)
                self.view(page)
                page.locator(f"{VIEW} [data-row] > summary").first.click()
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
    def test_link_out_of_the_sheet_closes_it(self):
        page = self.open(night([{"title": "One", "text": "See [the plan](#timeline)."}, "Two"], timeline=["Code freeze"]),
                         "compact", calm=True)
        view = self.view(page)
        view.locator("[data-row] > summary").first.click()
        view.get_by_role("link", name="the plan").click()
        page.wait_for_url("**#timeline")
        self.gone(page)

    @rules("M5", "M12")
    def test_widened_window_needs_no_sheet(self):
        page = self.open(report(), "compact", calm=True)
        self.view(page)
        page.set_viewport_size({"width": 1280, "height": 900})
        self.gone(page)
        self.eventually(self.assertEqual, 0, page.locator("[inert]").count)
        self.eventually(self.assertTrue, page.locator("#overview .v").is_visible)

    @rules("M5")
    def test_sheet_returns_to_the_page_before_printing(self):
        page = self.open(report(), "compact")
        self.view(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 0, page.locator(VIEW).count)
        self.eventually(self.assertTrue, page.locator("#messages").is_visible)

    @rules("M5")
    def test_axe_finds_no_fault_in_the_sheet(self):
        for look in ({}, {"scheme": "dark"}, {"forced": True}):
            with self.subTest(**look):
                page = self.open(report(), "compact", calm=True, **look)
                self.view(page)
                self.assertEqual([], axe(page))


class Popover(DetailTest):
    """On regular, where the dataset wants it."""

    def opened(self, size="regular", **more):
        page = self.open(report(detailsView="popover", **more), size, calm=True)
        return page, self.view(page)

    @rules("M5")
    def test_it_opens_below_the_link_with_heading_filters_and_a_way_out(self):
        for size in ("regular", (700, 900)):
            with self.subTest(size=size):
                page, view = self.opened(size)
                box, link = view.bounding_box(), page.locator(OPENER).bounding_box()
                self.assertGreaterEqual(box["y"], link["y"] + link["height"])
                self.assertLessEqual(box["y"] + box["height"], page.viewport_size["height"])
                self.assertLess(box["width"], page.viewport_size["width"])
                self.assertEqual("Messages (40)", view.locator("h2").inner_text())
                self.eventually(self.assertEqual, 'button "Close"', lambda: focused(page))
                view.get_by_role("button", name=FOLDER).click()
                self.eventually(self.assertTrue, view.get_by_role("searchbox").is_visible)
                self.assertEqual([], axe(page))

    @rules("M5", "M11")
    def test_close_escape_back_and_a_click_outside_close_it(self):
        for way in ("close", "escape", "outside", "back"):
            with self.subTest(way=way):
                page, view = self.opened()
                page.evaluate("scrollTo(0, 30)")
                before = page.evaluate("scrollY")
                if way == "close":
                    view.get_by_role("button", name="Close").click()
                elif way == "escape":
                    page.keyboard.press("Escape")
                elif way == "outside":
                    page.mouse.click(5, 5)
                else:
                    page.go_back()
                self.gone(page)
                self.eventually(self.assertEqual, 'a "View details"', lambda: focused(page))
                self.eventually(self.assertEqual, before, lambda: page.evaluate("scrollY"))
                self.assertEqual(0, page.locator("[inert]").count())

    @rules("M5", "V1")
    def test_a_row_opens_in_it_and_its_details_above_it(self):
        page, view = self.opened()
        view.locator("[data-row] > summary").first.click()
        self.eventually(self.assertTrue, view.locator("[data-rest]").first.is_visible)
        view.locator(".d:has(> .p) > summary").first.click()
        self.eventually(self.assertEqual, 1, page.locator("dialog:modal").count)
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertTrue, view.is_visible)

    @rules("M5")
    def test_a_narrow_window_has_no_popover(self):
        page, view = self.opened()
        page.set_viewport_size({"width": 390, "height": 844})
        self.gone(page)
        self.assertAlmostEqual(390, self.view(page).bounding_box()["width"], delta=1)
