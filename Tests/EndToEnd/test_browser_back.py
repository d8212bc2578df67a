"""A view as a link: where it begins, and how Back undoes what led to it (F7)."""
from browser import address, night, rules
from test_browser_filters import Page, report


class Views(Page):
    @rules("F7")
    def test_a_shared_view_begins_at_its_list_and_a_link_to_a_message_at_that(self):
        long = night([{"category": "abc"[at % 3], "urgency": ["error", "warning"][at % 2], "title": f"Finding {at}", "text": "Words."}
                      for at in range(60)], filters={"threshold": 1}, facts=[{"label": f"Fact {at}", "value": "x"} for at in range(40)])
        top = "Math.round(document.querySelector('#messages').getBoundingClientRect().top)"
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(long, size=size)
                self.assertEqual(0, page.evaluate("scrollY"))
                page = self.open(long, size=size, query="?urgency=error")
                self.eventually(self.assertTrue, lambda: 0 <= page.evaluate(top) < 160)
                self.eventually(self.assertIn, "✓ Error 30", lambda: self.chips(page))
                page = self.open(long, size=size, query="?urgency=error", fragment="m58")
                page.locator("#m58.here").wait_for()
                self.assertLess(page.evaluate(top), 0)

    @rules("F7")
    def test_back_undoes_a_filter_and_a_finished_search(self):
        for more in ({}, {"csp": ""}):
            page = self.open(report(), **more)
            everything = self.titles(page)
            self.chip(page, "Warning").click()
            self.shows(page, "Slow test", "Spelling of 'recieve'")
            page.locator("#search").press_sequentially("slow", delay=200)
            self.shows(page, "Slow test")
            page.keyboard.press("Enter")
            self.open_form(page).get_by_label("Information").check()
            page.get_by_role("button", name="Apply").click()
            self.eventually(self.assertIn, "information", lambda: address(page))
            self.until(page, "!document.querySelector('dialog')")
            page.go_back()
            self.eventually(self.assertRegex, lambda: address(page), r"\?urgency=warning&text=slow$")
            self.shows(page, "Slow test")
            page.go_back()
            self.shows(page, "Slow test", "Spelling of 'recieve'")
            self.eventually(self.assertEqual, "", page.locator("#search").input_value)
            self.eventually(self.assertRegex, lambda: address(page), r"\?urgency=warning$")
            page.go_back()
            self.shows(page, *everything)
            self.eventually(self.assertNotIn, "?", lambda: address(page))
            self.eventually(self.assertIn, "Warning 2", lambda: self.chips(page))
            page.go_forward()
            self.shows(page, "Slow test", "Spelling of 'recieve'")
            page.go_back()
            page.go_back()
            self.eventually(self.assertNotIn, "messages", lambda: page.url, "from its top Back leaves the report")
            page.context.close()
