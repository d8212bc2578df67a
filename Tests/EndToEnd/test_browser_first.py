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
                    for part in (".alert", "#overview", ".summary", f".fresh li:nth-child({names}) [data-place]"):
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
                page.locator(".leads a").click()
                self.assertTrue(page.url.endswith("#m1"))
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
    def test_the_list_begins_with_the_news_and_says_what_is_above(self):
        kinds = [{"id": "a", "title": "Alpha"}, {"id": "b", "title": "Beta"}]
        before = night([{"urgency": "error", "title": title, "category": category} for title, category in
                        (("Old", "a"), ("Other", "b"), ("Gone", "b"))] + [{"urgency": "warning", "title": "Rising", "category": "a"}], categories=kinds)
        now = night([{"urgency": "error", "title": title, "category": category} for title, category in
                     (("Old", "a"), ("Fresh", "a"), ("Other", "b"), ("Rising", "a"))], categories=kinds)
        for size in (PHONE, DESK):
            for script in (True, False):
                page = self.open(now, size, baseline=before, script=script)
                self.assertEqual(["New 1", "More urgent 1"], [" ".join(text.split()) for text in page.locator("#news h3 > span").all_inner_texts()])
                parts = page.locator("#messages > .s").evaluate_all("""all => all.map(part =>
                  [part.querySelector('.hd').innerText.replace(/\\s+/g, ' ').trim(), ...[...part.querySelectorAll('.ti')].map(title => title.innerText)])""")
                self.assertEqual([["Alpha 2", "Fresh", "Rising"], ["Alpha 1 2 above", "Old"], ["Beta 1", "Other"]], parts)
                # What is not marked is new in the first section, and unchanged in the others.
                self.assertEqual(["More urgent"], page.locator("#messages .c:visible").all_inner_texts())
                page.locator("#news a", has_text="Fixed").click()
                self.eventually(self.assertTrue, lambda: page.locator("#fixed").evaluate(IN_VIEW))

    @rules("N4", "F6")
    def test_grouped_by_category_the_news_are_marked(self):
        before = night([{"urgency": "error", "title": "Old"}])
        page = self.open(night([{"urgency": "error", "title": title} for title in ("Old", "Fresh", "More")]), DESK, baseline=before, query="?group=category")
        self.eventually(self.assertEqual, ["New", "New"], page.locator("#messages .c:visible").all_inner_texts)
        self.assertEqual(1, page.locator("#messages > .s:visible").count())
        self.assertFalse(page.locator("#news").is_visible())

    @rules("N4")
    def test_names_break_between_words_and_have_two_lines(self):
        page = self.nightly(PHONE)
        self.assertIn("<wbr>uploads<wbr>", page.locator(".fresh li .ti").nth(1).inner_html())
        lines = page.locator(".fresh li .ti").nth(1).evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
        self.assertLessEqual(round(lines), 2)

    @rules("N4")
    def test_without_a_baseline_nothing_is_new(self):
        page = self.open(night([{"urgency": "error", "title": "Broken"}, "Slow"]), DESK)
        self.assertEqual(0, page.locator("#news, .fresh").count())

    @rules("B5", "T10")
    def test_the_column_is_beside_the_list_and_scrolls_by_itself(self):
        facts = [{"title": f"Fact {n}", "value": "1"} for n in range(20)]
        plan = [{"time": f"2026-11-{day}", "title": f"Step {day}"} for day in range(10, 30)]
        for number in (3, 60):
            for script in (True, False):
                with self.subTest(number=number, script=script):
                    page = self.open(night([f"Finding {n}" for n in range(number)], plan, summary="Calm.", run={"status": "completed", "facts": facts}),
                                     DESK, script=script)
                    self.assertGreater(80, page.locator(".messages").bounding_box()["y"] - bottom(page, ".summary"))
                    found = page.locator(".messages, .column").evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(one => [one.left, one.right])")
                    self.assertLessEqual(found[0][1], found[1][0])
                    # All of the timeline can be reached, wherever the page is scrolled.
                    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
                    box = page.locator(".column").bounding_box()
                    self.assertLessEqual(box["height"], DESK[1])
                    self.assertLessEqual(0, round(box["y"]))
                    last = page.locator("li[data-tense]").last
                    last.scroll_into_view_if_needed()
                    self.eventually(self.assertTrue, lambda: last.evaluate(IN_VIEW))
        phone = self.open(night([f"Finding {n}" for n in range(3)], plan), PHONE)
        self.assertLess(bottom(phone, ".messages"), phone.locator(".timeline").bounding_box()["y"])
