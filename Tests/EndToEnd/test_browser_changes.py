"""What has changed since the run before, on the page: marks, filters, order, and what a failed run is coloured."""
from browser import BrowserTest, night, rules

BEFORE = [{"urgency": "error", "title": "Still"}, {"urgency": "warning", "title": "Worse"},
          {"urgency": "error", "title": "Better"}, {"urgency": "warning", "title": "Fixed"}]
NOW = [{"urgency": "error", "title": "Still"}, {"urgency": "error", "title": "Worse"},
       {"urgency": "success", "title": "Better"}, {"urgency": "information", "title": "New"}]


class ChangesTest(BrowserTest):
    def titles(self, page):
        return page.eval_on_selector_all("li[data-key] h4", "all => all.filter(one => one.checkVisibility()).map(one => one.querySelector('.ti').textContent.trim())")

    @rules("N1")
    def test_each_message_has_its_own_mark(self):
        page = self.open(night(NOW), baseline=night(BEFORE))
        marks = page.locator("li[data-key]").evaluate_all(
            "all => all.map(one => [one.querySelector('.ti').textContent.trim(), one.dataset.news])")
        self.assertEqual([["Better", "better"], ["New", "new"], ["Still", "still"], ["Worse", "worse"]], sorted(marks))

    @rules("N1", "F7")
    def test_the_page_filters_by_each_mark(self):
        for change, title in (("new", "New"), ("worse", "Worse"), ("still", "Still"), ("better", "Better")):
            page = self.open(night(NOW), baseline=night(BEFORE), query=f"?change={change}")
            self.eventually(self.assertEqual, [title], lambda: self.titles(page), change)
            page.context.close()

    @rules("N1", "F7")
    def test_a_mark_is_no_part_of_the_title_that_is_searched_and_named(self):
        page = self.open(night([*NOW, *({"title": f"New {n}"} for n in range(3))]), baseline=night(BEFORE), query="?text=new&group=category")
        cell = page.locator("li[data-key]:visible", has_text="New 1")
        cell.hover()
        self.eventually(self.assertEqual, "New", cell.locator(".c").inner_text)
        self.eventually(self.assertEqual, "Clear message: New 1", lambda: cell.locator(".clear").get_attribute("aria-label"))
        self.eventually(self.assertEqual, "Copy link: New 1", lambda: cell.locator(".linker").get_attribute("aria-label"))
        self.eventually(self.assertEqual, [[True, False]] * 4, lambda: page.evaluate(
            "[...CSS.highlights.get('hit')].map(range => range.startContainer.parentElement)"
            ".map(within => [!!within.closest('[data-title]'), !!within.closest('.c')])"))

    @rules("M1")
    def test_a_failed_run_with_successes_alone_is_not_green(self):
        for count in (1, 3):
            page = self.open(night([{"urgency": "success", "title": f"Test {n}"} for n in range(count)], run={"status": "failed"}))
            fills = page.locator("main [data-urgency=success]").evaluate_all(
                "all => all.map(one => getComputedStyle(one).getPropertyValue('--fill').trim())")
            self.assertEqual({page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--color-neutral-fill').trim()")},
                             set(fills), count)
            page.context.close()
