"""The known messages on a page: the way to them, what they say, and what leaves them alone."""
from browser import BrowserTest, night, rules
from clearing import counts

KNOWN = [{"text": "Vendored", "reason": "Theirs to mend", "owner": "Ada", "link": "https://x.example/81"},
         {"rule": "Printer", "reason": "Room 4", "until": "2026-12-31"}]
MESSAGES = [*({"title": f"Vendored {n}", "location": {"file": f"vendor/{n}.c"}} for n in range(12)), "Printer", "One", "Two"]


class KnownTest(BrowserTest):
    @rules("K1", "K3")
    def test_the_number_leads_to_the_list(self):
        for size in ("compact", "regular"):
            page = self.open(night(MESSAGES, known=KNOWN), size=size)
            self.assertIn("2 warnings", counts(page))
            page.click("#overview a[href='#known']")
            self.eventually(self.assertTrue, lambda: page.locator("#known").evaluate(
                "one => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().bottom > 0"))
            self.assertEqual(["Theirs to mend", "Room 4"], page.locator(".issue > p > bdi").all_inner_texts())
            self.assertEqual("https://x.example/81", page.locator(".issue a").get_attribute("href"))
            self.assertIn("until 31 Dec 2026", page.locator(".issue").last.inner_text())
            first = page.locator(".issue li").first
            self.assertFalse(first.is_visible(), "twelve of them are folded")
            page.locator(".issue summary").click()
            self.eventually(self.assertTrue, first.is_visible)
            self.assertEqual(13, page.locator(".issue li").count())
            self.assertEqual(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            page.context.close()

    @rules("K1", "K3")
    def test_search_filters_and_clear_do_not_count_known_messages(self):
        page = self.open(night(MESSAGES, known=KNOWN), query="?text=vendored")
        self.eventually(self.assertEqual, 0, page.locator("li[data-key]:visible").count)
        self.assertIn("2 warnings", counts(page))
        self.assertTrue(page.locator("#known").is_visible())

    @rules("K1")
    def test_a_page_of_known_messages_alone_is_clear_and_says_how_many(self):
        page = self.open(night(MESSAGES[:13], known=KNOWN), script=False)
        self.assertEqual("All clear, 13 known", page.locator("#overview .v").evaluate("one => one.lastChild.data.trim()"))
        self.assertEqual("clear", page.locator("#overview").get_attribute("data-verdict"))
        page.click("#overview a[href='#known']")
        self.assertTrue(page.url.endswith("#known"))

    @rules("K2", "F7")
    def test_what_is_no_longer_known_has_its_mark_and_filter(self):
        known = [{"rule": "Printer", "reason": "Room 4", "until": "2026-11-19"}]
        before = night(MESSAGES, now="2026-11-19T03:12:00+01:00")
        page = self.open(night(MESSAGES, known=known), baseline=before, query="?change=expired")
        shown = page.locator("li[data-key]:visible")
        self.eventually(self.assertEqual, 1, shown.count)
        shown.locator("summary").click(modifiers=["Control"])
        self.assertIn("Accepted until 19 Nov 2026: Room 4", shown.inner_text())
        self.assertEqual("Acceptance expired", shown.locator(".c").inner_text())
        self.assertEqual(["Acceptance expired 1"], page.locator("#news h3 > span").all_inner_texts())
