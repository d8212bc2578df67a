"""Banners as lines: what a line shows, what opens it, and what one that leaves changes."""
from browser import BrowserTest, night, rules
from test_browser_banners import CELLS, STALE, UPLOAD, banner, box


class Lines(BrowserTest):
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
