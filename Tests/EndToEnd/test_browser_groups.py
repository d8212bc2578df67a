"""Messages alike, which stand as one cell that opens."""
from browser import BrowserTest, axe, night, rules, shot


def finding(rule, number, **more):
    return {"category": "lint", "title": f"'v{number}' breaks {rule}", "location": {"file": f"src/{rule}/f{number % 9}.js", "line": number + 1},
            "link": {"title": rule}, **more}


LINT = [finding("no-var", number) for number in range(40)] + [finding("eqeqeq", number, urgency="error") for number in range(12)] + [
    {"category": "lint", "urgency": "error", "title": "Alone", "location": {"file": "z.js"}}]
REPORT = night(LINT, categories=[{"id": "lint", "title": "Lint"}])
OLD = night(LINT[3:], categories=[{"id": "lint", "title": "Lint"}])
LINES = "[data-alike] > summary"


class GroupsTest(BrowserTest):
    def open(self, source, *given, arguments=("--group-beyond", "5"), **more):
        return super().open(source, *given, arguments=arguments, **more)

    def lines(self, page):
        """The words of the groups in sight, in order."""
        return page.eval_on_selector_all(LINES, "all => all.filter(one => one.checkVisibility()).map(one => one.innerText.split(/\\s*\\n\\s*/).join(' '))")

    def titles(self, page):
        return page.eval_on_selector_all("li[data-key]", """all => all.filter(one => one.checkVisibility())
          .map(one => one.querySelector('.ti').textContent.trim())""")

    def open_groups(self, page):
        return page.locator("[data-alike][open]").count()

    @rules("M15")
    def test_messages_alike_are_one_cell_that_opens(self):
        for script in (True, False):
            for size in ("compact", "regular"):
                with self.subTest(script=script, size=size):
                    page = self.open(REPORT, size, script=script, baseline=night(LINT[6:], categories=REPORT["categories"]))
                    self.assertEqual(3, page.locator(LINES).count())
                    self.assertEqual(["Alone"], self.titles(page))
                    for line, number, news in ((page.locator(LINES).first, 6, ["6 new"]), (page.locator(LINES, has_text="no-var").last, 34, [])):
                        for words in ("Warning", f"×{number}", "breaks no-var", *news):
                            self.assertIn(words, line.inner_text())
                        self.assertIn(f"{number} messages", line.text_content())
                    height = page.evaluate("document.documentElement.scrollHeight")
                    line.click()
                    self.eventually(self.assertEqual, 35, lambda: len(self.titles(page)))
                    self.assertLess(height, page.evaluate("document.documentElement.scrollHeight") / 2)
                    shot(page, f"groups-{size}-{'with' if script else 'without'}")
                    page.context.close()

    @rules("M15", "M13")
    def test_the_worst_and_new_ones_are_first(self):
        page = self.open(night([*LINT, finding("no-var", 50, urgency="error")], categories=REPORT["categories"]), baseline=OLD)
        self.assertEqual(["no-var", "eqeqeq"], page.eval_on_selector_all(f"{LINES} bdi:first-child", "all => all.slice(0, 3).filter(one => one.closest('h4')).map(one => one.textContent)")[:2])
        self.assertEqual("error", page.locator("[data-alike]").first.get_attribute("data-urgency"))
        page.locator(LINES).first.click()
        self.eventually(self.assertEqual, ["'v50' breaks no-var", "'v0' breaks no-var", "'v1' breaks no-var", "'v2' breaks no-var", "Alone"],
                        lambda: self.titles(page)[:5])

    @rules("M15", "F2", "F7")
    def test_a_search_opens_the_group_and_says_how_many_of_it_are_left(self):
        page = self.open(REPORT)
        page.locator("#search").fill("v17 no-var")
        self.eventually(self.assertEqual, ["'v17' breaks no-var"], lambda: self.titles(page))
        self.eventually(self.assertIn, "1 of 40", lambda: "".join(self.lines(page)))
        self.assertEqual(1, len(self.lines(page)))
        self.assertEqual([], axe(page))
        shot(page, "groups-search")
        page.locator("#search").fill("")
        self.eventually(self.assertEqual, ["Alone"], lambda: self.titles(page))
        self.eventually(self.assertEqual, 2, lambda: len(self.lines(page)))
        self.eventually(self.assertEqual, 0, lambda: self.open_groups(page))

    @rules("M15", "F7")
    def test_a_filter_in_the_address_opens_what_it_narrows(self):
        page = self.open(REPORT, baseline=OLD, query="?change=new")
        self.eventually(self.assertEqual, [f"'v{number}' breaks no-var" for number in range(3)], lambda: self.titles(page))
        self.eventually(self.assertEqual, [], lambda: self.lines(page), "few of a group are rows of their own")
        page = self.open(REPORT, baseline=night(LINT[5:], categories=[{"id": "lint", "title": "Lint"}]), query="?change=new")
        self.eventually(self.assertEqual, 1, lambda: len(self.lines(page)))
        page = self.open(REPORT, baseline=OLD, query="?urgency=warning")
        self.eventually(self.assertEqual, 1, lambda: len(self.lines(page)))
        self.assertEqual([f"'v{number}' breaks no-var" for number in range(3)], self.titles(page))

    @rules("M15")
    def test_a_link_to_a_member_opens_its_group(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.open(REPORT, script=script, fragment="m21")
                self.eventually(self.assertTrue, page.locator("#m21").is_visible)
                self.eventually(self.assertEqual, 1, lambda: self.open_groups(page))
                page.context.close()

    @rules("M15")
    def test_a_member_that_waits_is_found_by_its_link_and_by_search(self):
        many = night([finding("no-var", number) for number in range(2500)] + LINT[-1:])
        page = self.open(many, fragment="m2400")
        self.eventually(self.assertTrue, page.locator("#m2400").is_visible)
        page = self.open(many)
        page.locator("#search").fill("v2399")
        self.eventually(self.assertEqual, ["'v2399' breaks no-var"], lambda: self.titles(page))
        page.locator("#search").fill("")
        self.eventually(self.assertEqual, 0, lambda: self.open_groups(page))
        page.locator(LINES).click()
        self.eventually(self.assertLess, 5, lambda: len(self.titles(page)))

    @rules("M15", "O4")
    def test_another_order_keeps_groups_together(self):
        page = self.open(REPORT, query="?sort=file:desc")
        self.eventually(self.assertEqual, ["no-var", "eqeqeq"], lambda: page.eval_on_selector_all(
            "[data-alike]", "all => all.map(one => one.querySelector('bdi').textContent)"))
        page.locator(LINES).first.click()
        self.eventually(self.assertEqual, 41, lambda: len(self.titles(page)))

    @rules("M9", "M15")
    def test_a_member_is_cleared_and_counted(self):
        page = self.open(REPORT)
        page.locator(LINES, has_text="eqeqeq").click()
        cell = page.locator("li[data-key]:visible", has_text="'v5' breaks eqeqeq")
        cell.hover()
        cell.locator("[data-clear]").click()
        self.eventually(self.assertIn, "11 of 12", lambda: "".join(self.lines(page)))
        page.get_by_role("button", name="Undo").click()
        self.eventually(self.assertIn, "×12", lambda: "".join(self.lines(page)))

    @rules("M15")
    def test_keys_stop_at_groups_and_enter_open_ones(self):
        page = self.open(REPORT)
        page.keyboard.press("j")
        self.eventually(self.assertIn, "eqeqeq", lambda: page.evaluate("document.activeElement.innerText"))
        page.keyboard.press("o")
        self.eventually(self.assertEqual, 1, lambda: self.open_groups(page))
        page.keyboard.press("j")
        self.eventually(self.assertIn, "'v0' breaks eqeqeq", lambda: page.evaluate("document.activeElement.innerText"))

    @rules("M15")
    def test_paper_shows_every_member(self):
        for script in (True, False):
            page = self.open(REPORT, script=script)
            page.emulate_media(media="print")
            self.eventually(self.assertLess, 1000, lambda: page.locator("#messages").bounding_box()["height"])
            page.context.close()

    @rules("M15")
    def test_axe_finds_no_fault(self):
        for scheme in ("light", "dark"):
            for size in ("compact", "regular"):
                page = self.open(REPORT, size, scheme=scheme, baseline=OLD, calm=True)
                self.assertEqual([], axe(page))
                page.locator(LINES).last.click()
                self.assertEqual([], axe(page))
                page.context.close()

    @rules("M15")
    def test_the_threshold_is_an_option(self):
        page = self.open(REPORT, arguments=("--group-beyond", "0"))
        self.eventually(self.assertEqual, 53, lambda: len(self.titles(page)))
        page = self.open(REPORT, arguments=("--group-beyond", "12"))
        self.eventually(self.assertEqual, 1, lambda: len(self.lines(page)))
