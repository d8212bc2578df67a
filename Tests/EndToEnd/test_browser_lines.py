"""What is a line until it is opened: banners, alerts and, on a phone, the facts beside the list."""
from browser import BrowserTest, night, rules
from test_browser_banners import CELLS, STALE, UPLOAD, banner, box


class BannerLines(BrowserTest):
    def page(self, *banners, position="embedded", **options):
        return self.open(night([*banners, *CELLS], bannerPosition=position), **options)

    @rules("B1", "B3")
    def test_a_banner_is_a_line_with_its_link_and_its_bar_opens_the_rest(self):
        plain = {**STALE, "text": "Nothing was sent.", "persistence": "dismissible", "title": "Coverage is old, and so are the maps of it"}
        for size in ((320, 640), (390, 844), (800, 900), "regular"):
            with self.subTest(size=size):
                page = self.page(plain, UPLOAD, size=size)
                one = banner(page, "Coverage")
                self.assertAlmostEqual(44, one.bounding_box()["height"], delta=1)
                self.assertEqual(one.get_attribute("aria-label"), plain["title"])
                link, cross = (one.get_by_role(*role).bounding_box() for role in (("link",), ("button",)))
                self.assertLessEqual(link["x"] + link["width"], cross["x"] + 1)
                self.assertLess(one.locator(".x").bounding_box()["height"], 2)
                one.locator(".bar .t").click()
                self.eventually(self.assertGreater, lambda: one.locator(".x").bounding_box()["height"], 16)
                one.locator(".bar .t").click()
                self.eventually(self.assertAlmostEqual, 44, lambda: one.bounding_box()["height"], delta=1)

    @rules("B3")
    def test_focus_of_the_keyboard_opens_the_rest(self):
        page = self.page({**STALE, "text": "Nothing was sent."})
        page.keyboard.press("Tab")
        page.get_by_role("link", name="Service status").focus()
        self.eventually(self.assertGreater, lambda: box(page, "div[data-kind] .x")["height"], 16)

    @rules("B1")
    def test_print_shows_all_of_a_banner(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.page({**STALE, "text": "Nothing was sent. " * 20}, size=size)
                page.emulate_media(media="print")
                for part in (".what", ".w", ".t", ".x"):
                    shown = page.locator(f".banner {part}").evaluate("it => [it.offsetHeight, it.scrollHeight - it.clientHeight, getComputedStyle(it).fontSize]")
                    self.assertGreater(shown[0], 10, part)
                    self.assertLessEqual(shown[1], 1, part)
                    self.assertNotEqual("0px", shown[2], part)

    @rules("B4")
    def test_a_banner_that_leaves_makes_no_lines_at_the_top_of_the_others(self):
        timed = {**STALE, "title": "Maps are old", "persistence": "timed", "seconds": 5}
        page = self.page(UPLOAD, STALE, timed, position="overlapping", size=(390, 800), clock=True)
        self.assertEqual(0, page.locator(".banners.over").count(), "three lines would cover more than 15 %")
        place = banner(page, "Uploading").bounding_box()["y"]
        page.clock.run_for(10_000)
        banner(page, "Maps").wait_for(state="hidden")
        self.eventually(self.assertEqual, 0, page.locator(".banners.over").count)
        self.assertGreater(place, 140)
        self.assertAlmostEqual(place, banner(page, "Uploading").bounding_box()["y"], delta=60)


class OnlyMessage(BrowserTest):
    @rules("B1")
    def test_the_message_of_a_report_of_one_is_whole(self):
        one = {"title": "The index lost a block " * 6, "text": "It was written twice. " * 20}
        for script in (True, False):
            with self.subTest(script=script):
                page = self.open(night([one]), size="compact", script=script)
                for part in (".bar > .t", ".rest > .x"):
                    self.assertLessEqual(page.locator(part).evaluate("it => it.scrollHeight - it.clientHeight"), 1, part)
                self.assertEqual(0, page.locator(".more:visible").count())


class AlertLines(BrowserTest):
    LONG = {"kind": "alert", "urgency": "error", "title": "Disk almost full", "actions": [
        {"title": "Ignore", "url": "https://ci.example/ignore"}, {"title": "Add Space", "url": "https://ci.example/add"}],
        "text": "The build machine has 2 GB left.\n\n- The next night fails.\n- So does the one after it.\n\n" + "It needs more room. " * 20}

    def page(self, *alerts, **options):
        # An address of a place opens no dialog.
        return self.open(night([*(alerts or [self.LONG]), *CELLS]), fragment="overview", **options)

    def hidden(self, page):
        return page.locator(".alert .x").evaluate("it => it.scrollHeight - it.clientHeight")

    @rules("B1", "A8")
    def test_an_alert_is_a_line_that_a_click_opens_and_closes(self):
        for size, most in (((320, 640), 60), ("compact", 45), ((800, 900), 45), ("regular", 45)):
            with self.subTest(size=size):
                page = self.page(size=size)
                height = lambda: box(page, ".alerts")["height"]  # noqa: E731
                self.assertLessEqual(44, height() + 1)
                self.assertLessEqual(height(), most)
                self.assertEqual(["Add Space"], page.locator(".alert .btn:visible").all_inner_texts(), "one button, the likely one")
                page.locator(".alerts h2").click()
                self.eventually(self.assertLessEqual, lambda: self.hidden(page), 1)
                self.assertGreater(box(page, ".alert .x")["height"], 60)
                self.assertEqual(2, page.locator(".alert .btn:visible").count())
                self.assertEqual("Show less", page.locator(".alert .more > summary").inner_text())
                page.locator(".alerts h2").click()
                self.eventually(self.assertLessEqual, height, most)

    @rules("B1")
    def test_long_titles_take_one_line_on_regular_and_two_on_compact(self):
        long = {**self.LONG, "title": "The disk of the build machine in the second hall is almost full again " * 2}
        for size, most in (("narrowest", 2), ("compact", 2), ("regular", 1)):
            with self.subTest(size=size):
                page = self.page(long, {**long, "title": "Another"}, size=size)
                for title in page.locator(".alerts h2").all():
                    self.assertLessEqual(title.evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)"), most + 0.1)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)

    @rules("B1", "A8")
    def test_the_keyboard_opens_an_alert(self):
        page = self.page()
        page.keyboard.press("Tab")
        page.locator(".alert .more > summary").focus()
        self.eventually(self.assertEqual, 2, page.locator(".alert .btn:visible").count)
        page.keyboard.press("Enter")
        self.eventually(self.assertLessEqual, lambda: self.hidden(page), 1)

    @rules("B1", "A8")
    def test_an_alert_is_whole_without_script_and_in_print(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page(script=script, size="compact")
                if script:
                    page.emulate_media(media="print")
                self.eventually(self.assertLessEqual, lambda: self.hidden(page), 1)
                self.assertGreater(box(page, ".alert .x")["height"], 60)
                self.assertEqual(2, page.locator(".alert .btn:visible").count())
                self.assertEqual(0, page.locator(".alert .more:visible").count())


class FactLines(BrowserTest):
    FACTS = [{"title": f"Fact {n}", "value": f"Value {n}"} for n in range(8)]

    @rules("B5")
    def test_facts_beside_a_list_are_folded_on_compact(self):
        for script in (True, False):
            for size in ((320, 640), "compact", "regular"):
                with self.subTest(script=script, size=size):
                    page = self.open(night(CELLS, run={"status": "completed", "facts": self.FACTS}), size=size, script=script)
                    value = page.locator(".facts dd", has_text="Value 7")
                    self.assertEqual(size == "regular", value.is_visible())
                    if size != "regular":
                        page.get_by_text("More about this run").last.click()
                        self.eventually(self.assertTrue, value.is_visible)
                    page.emulate_media(media="print")
                    self.eventually(self.assertTrue, value.is_visible)
