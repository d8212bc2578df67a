"""The first screen: verdict, alerts, summary and what broke, without scrolling."""
from browser import BrowserTest, focused, night, rules

PHONE, DESK = (390, 844), (1280, 800)
IN_VIEW = "it => it.getBoundingClientRect().top >= 0 && it.getBoundingClientRect().bottom <= innerHeight"


def bottom(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["y"] + box["height"]


class FirstScreen(BrowserTest):
    def nightly(self, size, **options):
        before = {**night([{"urgency": "error", "title": "Old"}, "Slow"])}
        names = [{"urgency": "error", "title": f"SyncEndToEndTests.uploadsFile{n}IntoTheStorageOfThePeer timed out",
                  "location": {"file": f"Tests/SyncTests/Sync{n}Tests.swift", "line": 97}} for n in range(9)]
        alert = {"kind": "alert", "urgency": "error", "title": "Certificate expires", "text": "In three days.",
                 "actions": [{"title": "Renew", "url": "https://a.example/"}]}
        facts = [{"title": f"Fact {n}", "value": "1"} for n in range(8)]
        return self.open(night([alert, *names, {"urgency": "error", "title": "Old"}], summary="Nine tests fail since Tuesday.",
                               run={"status": "completed", "facts": facts}), size, baseline=before, fragment="overview", **options)

    @rules("M1", "N4", "A8")
    def test_verdict_alert_summary_and_first_news_need_no_scrolling(self):
        for size, names in ((PHONE, 3), (DESK, 5)):
            for script in (True, False):
                with self.subTest(size=size, script=script):
                    page = self.nightly(size, script=script)
                    page.evaluate("scrollTo(0, 0)")
                    for part in (".alert", "#overview", ".summary", f".news li:nth-child({names})"):
                        self.assertLessEqual(bottom(page, part), size[1], part)

    @rules("M17")
    def test_what_to_look_at_first_needs_no_scrolling_and_leads_to_a_test(self):
        failures = [{"urgency": "error", "title": f"CartTests.adds{n}", "fingerprint": f"test:adds{n}", "cause": "Fatal error: no price",
                     "location": {"file": "Sources/Cart.swift", "line": 9, "column": 5}} for n in range(6)]
        for size in (PHONE, DESK):
            with self.subTest(size=size):
                page = self.open(night(failures), size, fragment="overview")
                page.evaluate("scrollTo(0, 0)")
                self.assertLessEqual(bottom(page, ".leads li"), size[1])
                self.assertEqual("Error: 6 tests: Fatal error: no price", " ".join(page.locator(".leads .t").inner_text().split()))
                self.assertFalse(page.locator("#m1").evaluate(IN_VIEW))
                page.locator(".leads a").click()
                self.eventually(self.assertTrue, lambda: page.locator("#m1").evaluate(IN_VIEW))

    @rules("M2")
    def test_the_verdict_is_a_heading_and_the_title_of_the_window(self):
        page = self.nightly(DESK)
        self.assertEqual(1, page.locator("h1").count())
        self.assertEqual("11 errors, 10 new · Harbor nightly build", page.title())
        self.assertEqual(["#new"], page.locator("h2#verdict a").evaluate_all("all => all.map(one => one.getAttribute('href'))"))
        self.assertRegex(page.locator("link[rel=icon]").get_attribute("href"), r"^data:image/svg\+xml;base64,")
        headings = page.locator(":is(h1, h2):visible").all_inner_texts()
        self.assertEqual(len(headings), len(set(headings)), headings)

    @rules("M4")
    def test_the_first_stop_of_a_keyboard_skips_to_the_messages(self):
        page = self.nightly(DESK)
        page.evaluate("document.activeElement.blur(); history.replaceState(null, '', location.pathname)")
        self.reload(page)
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        page.evaluate("document.body.tabIndex = -1; document.body.focus()")
        page.keyboard.press("Tab")
        self.eventually(self.assertEqual, 'a "Skip to messages"', lambda: focused(page))

    @rules("N4")
    def test_others_of_the_news_open_in_place_and_names_break_between_words(self):
        for script in (True, False):
            page = self.nightly(PHONE, script=script)
            self.assertEqual(5, page.locator(".news li:visible").count())
            self.assertIn("<wbr>uploads<wbr>", page.locator(".news li bdi").nth(1).inner_html())
            page.get_by_text("and 5 more").click()
            self.eventually(self.assertEqual, 10, page.locator(".news li:visible").count)
            lines = page.locator(".news li .t").nth(1).evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
            self.assertLessEqual(round(lines), 2)

    @rules("N4")
    def test_without_a_baseline_errors_are_named(self):
        page = self.open(night([{"urgency": "error", "title": "Broken"}, "Slow"]), DESK)
        self.assertEqual(["Broken"], page.locator(".news li .t bdi").all_inner_texts())
        page.locator(".news li a").click()
        self.eventually(self.assertTrue, page.locator("#m1").is_visible)

    @rules("B5", "T10")
    def test_the_list_begins_below_what_is_read_first_and_the_timeline_below_what_stands_beside_it(self):
        facts = [{"title": f"Fact {n}", "value": "1"} for n in range(20)]
        plan = [{"time": f"2026-11-{day}", "title": f"Step {day}"} for day in range(10, 30)]
        for number in (2, 60):
            for script in (True, False):
                with self.subTest(number=number, script=script):
                    page = self.open(night([f"Finding {n}" for n in range(number)], plan, summary="Calm.", run={"status": "completed", "facts": facts}),
                                     DESK, script=script)
                    messages, timeline = (page.locator(".part > h2").nth(place).bounding_box()["y"] for place in (0, 1))
                    self.assertLessEqual(0, messages - bottom(page, ".lead > .news"))
                    self.assertGreater(80, messages - bottom(page, ".lead > .news"))
                    # The trend is between both, as wide as the page.
                    above = max(bottom(page, part) for part in (".aside", ".trend") if page.locator(part).count())
                    self.assertLessEqual(0, timeline - above)
                    self.assertGreater(80, timeline - above)
                    found = page.locator(".messages, .aside").evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(one => [one.left, one.right])")
                    self.assertLessEqual(found[1][1], found[0][0])
