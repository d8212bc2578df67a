"""Choosing a category again, and clearing: by button, by header, by swipe; taken back, remembered, shown again."""
from browser import BrowserTest, axe, drag, focused, night, point, rules
from clearing import MESSAGES, SENTENCE, cell, clear, count, counts, finger, middle, section, undo


class Clearing(BrowserTest):
    def page(self, messages=MESSAGES, **options):
        given = {name: options.pop(name) for name in ("locale", "bannerPosition") if name in options}
        return self.open(night(messages, **given), **options)

    def assertTitles(self, expected, page):
        self.eventually(self.assertEqual, expected, lambda: page.locator("li[data-key] h4").evaluate_all(
            "all => all.filter(it => it.checkVisibility()).map(it => it.firstChild.textContent)"))

    def assertToast(self, words, page):
        self.eventually(self.assertIn, words, page.locator(".toast").inner_text)

    @rules("M7")
    def test_choosing_the_chosen_category_again_returns_to_all(self):
        for size, touch in (("regular", False), ("compact", True)):
            with self.subTest(size=size):
                page = self.page(size=size, touch=touch)
                chip = page.get_by_role("checkbox", name="Sync")
                press = chip.tap if touch else chip.click
                press()
                self.assertTitles(["Peer timed out", "Clock is skewed"], page)
                press()
                self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count)

    @rules("M7")
    def test_the_space_bar_chooses_a_category_and_returns_to_all(self):
        page = self.page()
        page.get_by_role("checkbox", name="Sync").focus()
        page.keyboard.press("Space")
        self.assertTitles(["Peer timed out", "Clock is skewed"], page)
        self.eventually(self.assertIn, "Sync", lambda: focused(page))
        page.keyboard.press("Space")
        self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count)

    @rules("M7")
    def test_categories_can_be_chosen_without_script(self):
        page = self.page(script=False)
        page.get_by_role("radio", name="Sync").check()
        self.eventually(self.assertEqual, 2, page.locator("li[data-key]:visible").count)

    @rules("M8")
    def test_a_header_clears_its_category_and_undo_brings_it_back(self):
        page = self.page()
        section(page, "Storage").get_by_role("button", name="Clear: Storage").click()
        self.assertTitles(["Peer timed out", "Clock is skewed", "Page has no title"], page)
        self.eventually(self.assertFalse, section(page, "Storage").is_visible)
        self.assertToast("Cleared: 3", page)
        self.eventually(self.assertEqual, 'h3 "Sync 2"', lambda: focused(page))
        undo(page).click()
        page.wait_for_selector("text=Index lost a block")
        self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count)
        self.eventually(self.assertEqual, 'button "Clear message: Index lost a block"', lambda: focused(page))
        self.eventually(self.assertEqual, 0, page.locator(".toast").count)

    @rules("M8")
    def test_a_header_is_named_by_title_and_count_alone(self):
        page = self.page()
        self.eventually(self.assertEqual, 1, page.get_by_role("heading", name="Storage 3", exact=True).count)
        clear(page, "Snapshot is old")
        self.eventually(self.assertEqual, 1, page.get_by_role("heading", name="Storage 2 of 3", exact=True).count)

    @rules("M8")
    def test_the_keyboard_clears_a_category(self):
        page = self.page(size="compact")
        page.get_by_role("button", name="Clear: Handbook").press("Enter")
        self.eventually(self.assertFalse, section(page, "Handbook").is_visible)
        self.eventually(self.assertEqual, 'h3 "Storage 3"', lambda: focused(page))

    @rules("M8", "M9")
    def test_everything_cleared_is_not_all_clear(self):
        page = self.page()
        for title in ("Storage", "Sync", "Handbook"):
            page.get_by_role("button", name=f"Clear: {title}").click()
        self.assertTitles([], page)
        overview = page.locator("#overview")
        self.eventually(self.assertEqual, SENTENCE, lambda: counts(page))
        self.eventually(self.assertEqual, ("error", None),
                        lambda: (overview.get_attribute("data-urgency"), overview.get_attribute("data-verdict")))
        self.eventually(self.assertIn, "Cleared on this device: 6", overview.inner_text)
        self.eventually(self.assertNotIn, "All clear", lambda: page.inner_text("body"))
        self.eventually(self.assertEqual, 'button "Show cleared (6)"', lambda: focused(page))
        self.eventually(self.assertIn, "Messages (6)", lambda: page.inner_text(".part > h2"))

    @rules("M9")
    def test_a_button_clears_a_message_and_the_overview_says_so(self):
        page = self.page()
        mark = page.get_by_role("button", name="Clear message: Compaction was slow")
        self.eventually(self.assertEqual, "0", lambda: mark.evaluate("it => getComputedStyle(it).opacity"))
        cell(page, "Compaction was slow").hover()
        self.eventually(self.assertEqual, "1", lambda: mark.evaluate("it => getComputedStyle(it).opacity"))
        mark.click()
        self.eventually(self.assertEqual, 0, cell(page, "Compaction was slow").count)
        self.eventually(self.assertEqual, "2 of 3", lambda: count(page, "Storage"))
        self.assertToast("Cleared: 1", page)
        words = page.inner_text("#overview")
        self.assertEqual(SENTENCE, counts(page))
        self.assertIn("Cleared on this device: 1", words)
        self.eventually(self.assertEqual, 'button "Clear message: Snapshot is old"', lambda: focused(page))
        self.until(page, "document.querySelector('.live').textContent === 'Cleared: 1'")
        undo(page).click()
        page.wait_for_selector("text=Compaction was slow")
        self.eventually(self.assertEqual, 'button "Clear message: Compaction was slow"', lambda: focused(page))
        self.eventually(self.assertEqual, "3", lambda: count(page, "Storage"))
        self.eventually(self.assertNotIn, "Cleared", lambda: page.inner_text("#overview"))

    @rules("M9")
    def test_keyboard_clears_one_message_after_the_other(self):
        page = self.page()
        page.get_by_role("button", name="Clear: Sync").focus()
        # The header of the section, which folds it, is between the two.
        page.keyboard.press("Tab")
        self.eventually(self.assertEqual, 'summary "Sync 2"', lambda: focused(page))
        page.keyboard.press("Tab")
        self.eventually(self.assertEqual, 'button "Clear message: Peer timed out"', lambda: focused(page))
        self.eventually(self.assertEqual, "1", lambda: page.evaluate("getComputedStyle(document.activeElement).opacity"))
        page.keyboard.press("Enter")
        page.wait_for_selector(".toast")
        self.eventually(self.assertEqual, 'button "Clear message: Clock is skewed"', lambda: focused(page))
        page.keyboard.press("Enter")
        self.until(page, "document.activeElement.localName === 'h3'")
        self.eventually(self.assertEqual, 'h3 "Handbook 1"', lambda: focused(page))
        self.assertTitles(["Index lost a block", "Compaction was slow", "Snapshot is old", "Page has no title"], page)

    @rules("M9")
    def test_targets_are_large_enough(self):
        for touch, least in ((False, 24), (True, 44)):
            page = self.page(size="compact", touch=touch)
            clear(page, "Snapshot is old")
            for name in ("li[data-key] > .clear", "section[data-position] .plain", ".toast .btn", ".toast .clear", "#overview .plain"):
                box = page.locator(name).first.bounding_box()
                with self.subTest(touch=touch, target=name):
                    self.assertGreaterEqual(box["width"], least)
                    self.assertGreaterEqual(box["height"], least)
            page.locator("#overview .plain").click()
            box = page.get_by_role("button", name="Restore: Snapshot is old").bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), least)

    # --- swiping

    @rules("M9")
    def test_a_swipe_clears_a_message_on_compact(self):
        page = self.page(size="compact", touch=True)
        x, y = middle(page, "Compaction was slow")
        with finger(page, (x + 100, y)) as move:
            for step in range(1, 11):
                move(x + 100 - 8 * step, y)
            self.eventually(self.assertLess, lambda: cell(page, "Compaction was slow").bounding_box()["x"], -40,
                            "the cell follows the finger")
            behind = page.locator(".behind")
            self.eventually(self.assertEqual, "Clear", behind.inner_text)
            self.eventually(self.assertLess, lambda: behind.bounding_box()["x"], 300, "what it means is seen")
            self.eventually(self.assertEqual, 360, lambda: page.evaluate("document.documentElement.scrollWidth"))
            for step in range(1, 6):
                move(x + 20 - 12 * step, y)
        page.wait_for_selector(".toast")
        self.eventually(self.assertEqual, 0, cell(page, "Compaction was slow").count)
        self.assertToast("Cleared: 1", page)
        undo(page).tap()
        page.wait_for_selector("text=Compaction was slow")

    @rules("M9")
    def test_touch_that_scrolls_returns_or_selects_clears_nothing(self):
        page = self.page(size="compact", touch=True)
        x, y = middle(page, "Compaction was slow")
        for what, end in {"too short": (x + 40, y), "the other way": (x + 300, y), "up": (x + 60, y - 250)}.items():
            with self.subTest(what):
                before = page.evaluate("scrollY")
                drag(page, (x + 100, y), end, touch=True)
                self.still(page)
                self.eventually(self.assertEqual, "none",
                                lambda: cell(page, "Compaction was slow").evaluate("it => getComputedStyle(it).translate"))
                self.eventually(self.assertEqual, 0, page.locator(".swiped, .behind, .toast").count)
                if what == "up":
                    self.eventually(self.assertGreater, lambda: page.evaluate("scrollY"), before)
        x, y = middle(page, "Compaction was slow")
        cell(page, "Compaction was slow").locator("h4").evaluate("it => getSelection().selectAllChildren(it)")
        drag(page, (x + 100, y), (x - 100, y), touch=True)
        self.still(page)
        self.eventually(self.assertEqual, 1, cell(page, "Compaction was slow").count)

    @rules("M9")
    def test_a_swipe_that_leads_back_does_not_clear(self):
        page = self.page(size="compact", touch=True)
        x, y = middle(page, "Compaction was slow")
        with finger(page, (x + 100, y)) as move:
            for there in (60, 0, -80, 0, 60, 90):
                move(x + there, y)
        self.still(page)
        self.eventually(self.assertEqual, 1, cell(page, "Compaction was slow").count)
        self.eventually(self.assertEqual, "none",
                        lambda: cell(page, "Compaction was slow").evaluate("it => getComputedStyle(it).translate"))

    @rules("M9")
    def test_no_swipe_on_regular_or_by_mouse(self):
        page = self.page(size=(1000, 800), touch=True)
        x, y = middle(page, "Compaction was slow")
        drag(page, (x + 100, y), (x - 300, y), touch=True)
        self.still(page)
        self.eventually(self.assertEqual, 1, cell(page, "Compaction was slow").count)
        page = self.page(size="compact")
        x, y = middle(page, "Compaction was slow")
        drag(page, (x + 100, y), (x - 100, y))
        self.still(page)
        self.eventually(self.assertEqual, 1, cell(page, "Compaction was slow").count)

    @rules("M9")
    def test_right_to_left_swipe_in_the_other_direction_clears(self):
        page = self.page(size="compact", touch=True, locale="ar")
        x, y = middle(page, "Compaction was slow")
        drag(page, (x + 100, y), (x - 100, y), touch=True)
        self.still(page)
        self.eventually(self.assertEqual, 1, cell(page, "Compaction was slow").count)
        drag(page, (x - 100, y), (x + 100, y), touch=True)
        page.wait_for_selector(".toast")
        self.eventually(self.assertEqual, 0, cell(page, "Compaction was slow").count)

    @rules("M9")
    def test_swipe_clears_with_reduced_motion(self):
        page = self.page(size="compact", touch=True, calm=True)
        x, y = middle(page, "Compaction was slow")
        drag(page, (x + 100, y), (x - 60, y), touch=True)
        page.wait_for_selector(".toast")
        self.eventually(self.assertEqual, 0, cell(page, "Compaction was slow").count)

    # --- the toast

    @rules("M9")
    def test_the_toast_waits_while_it_has_the_pointer_or_the_focus(self):
        page = self.page(clock=True)
        clear(page, "Snapshot is old")
        page.locator(".toast").hover()
        page.clock.run_for(60_000)
        self.eventually(self.assertTrue, undo(page).is_visible)
        undo(page).focus()
        page.mouse.move(5, 5)
        page.clock.run_for(60_000)
        page.get_by_role("button", name="Dismiss", exact=True).press("Enter")
        self.eventually(self.assertEqual, 0, page.locator(".toast").count)
        self.eventually(self.assertIn, "Clear message", lambda: focused(page))
        clear(page, "Clock is skewed")
        page.mouse.move(5, 5)
        page.clock.run_for(60_000)
        page.wait_for_selector(".toast", state="detached")
        self.eventually(self.assertEqual, 0, cell(page, "Clock is skewed").count)

    @rules("M9")
    def test_the_toast_stands_above_what_is_open_on_top(self):
        page = self.page()
        page.evaluate("""() => { const part = document.querySelector('#messages').parentElement;
          part.style.setProperty('--width', '40rem'); part.popover = 'manual'; part.showPopover(); }""")
        page.get_by_role("button", name="Clear message: Snapshot is old").press("Enter")
        self.until(page, "document.querySelector('.toast')?.getAnimations().length === 0")
        x, y = point(page, undo(page))
        self.eventually(self.assertEqual, "Undo",
                        lambda: page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent", [x, y]))
        page.mouse.click(x, y)
        cell(page, "Snapshot is old").wait_for()

    # --- memory

    @rules("M9")
    def test_cleared_messages_stay_cleared_after_reload_and_in_later_runs(self):
        page = self.page()
        clear(page, "Snapshot is old")
        page.get_by_role("button", name="Clear: Sync").click()
        self.reload(page)
        self.assertTitles(["Index lost a block", "Compaction was slow", "Page has no title"], page)
        self.eventually(self.assertEqual, "2 of 3", lambda: count(page, "Storage"))
        self.eventually(self.assertIn, "Cleared on this device: 3", lambda: page.inner_text("#overview"))
        self.eventually(self.assertEqual, 0, page.locator(".toast").count)
        later = self.page(MESSAGES[2:] + [{"title": "A new one", "category": "Sync"}], context=page.context)
        self.assertTitles(["A new one", "Page has no title"], later)
        self.eventually(self.assertIn, "4 warnings", lambda: counts(later))
        elsewhere = self.page()
        self.eventually(self.assertEqual, 6, elsewhere.locator("li[data-key]:visible").count)

    @rules("M9")
    def test_two_open_reports_keep_each_others_cleared_messages(self):
        page = self.page()
        other = self.page(context=page.context)
        clear(page, "Snapshot is old")
        clear(other, "Clock is skewed")
        self.reload(page)
        self.assertTitles(["Index lost a block", "Compaction was slow", "Peer timed out", "Page has no title"], page)

    @rules("M9")
    def test_the_latest_five_thousand_are_remembered(self):
        page = self.page()
        page.evaluate("localStorage.setItem('tidemark.cleared', JSON.stringify(Array.from({length: 5000}, (_, at) => at)))")
        self.reload(page)
        clear(page, "Snapshot is old")
        self.eventually(self.assertEqual, [5000, 1], lambda: page.evaluate(
            "(kept => [kept.length, kept[0]])(JSON.parse(localStorage.getItem('tidemark.cleared')))"))
        self.reload(page)
        self.eventually(self.assertEqual, 0, cell(page, "Snapshot is old").count)

    @rules("M9")
    def test_broken_storage_is_ignored(self):
        page = self.page()
        for junk in ("null", "7", '{"a": 1}', "no json", '["x", null]'):
            page.evaluate("junk => localStorage.setItem('tidemark.cleared', junk)", junk)
            self.reload(page)
            self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count, junk)

    @rules("M9")
    def test_clearing_works_where_storage_is_blocked(self):
        page = self.page(csp="sandbox allow-scripts")
        clear(page, "Snapshot is old")
        self.eventually(self.assertEqual, "2 of 3", lambda: count(page, "Storage"))
        self.eventually(self.assertIn, "Cleared on this device: 1", lambda: page.inner_text("#overview"))
        undo(page).click()
        page.wait_for_selector("text=Snapshot is old")
        clear(page, "Snapshot is old")
        self.reload(page)
        self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count)

    @rules("M9")
    def test_cleared_messages_can_be_shown_restored_and_hidden(self):
        page = self.page()
        clear(page, "Snapshot is old")
        clear(page, "Peer timed out")
        page.locator("#overview").get_by_role("button", name="Show cleared (2)").click()
        self.eventually(self.assertEqual, 6, page.locator("li[data-key]:visible").count)
        self.eventually(self.assertEqual, "3", lambda: count(page, "Storage"))
        back = page.get_by_role("button", name="Restore: Snapshot is old")
        self.eventually(self.assertEqual, "Restore", back.inner_text)
        back.click()
        page.wait_for_selector("text=Hide cleared (1)")
        self.eventually(self.assertEqual, 'button "Clear message: Snapshot is old"', lambda: focused(page))
        page.get_by_role("button", name="Dismiss", exact=True).click()
        page.locator("#messages").get_by_role("button", name="Hide cleared (1)").click()
        page.wait_for_selector("text=Peer timed out", state="detached")
        self.reload(page)
        self.eventually(self.assertEqual, 1, cell(page, "Snapshot is old").count)
        self.eventually(self.assertEqual, 0, cell(page, "Peer timed out").count)

    @rules("M8", "M9")
    def test_axe_finds_no_fault_with_cleared_messages(self):
        for options in ({}, {"scheme": "dark"}, {"forced": True}, {"size": "compact", "touch": True}, {"locale": "ar"}):
            with self.subTest(**options):
                page = self.page(**options)
                page.locator("li[data-key] > .clear").nth(1).press("Enter")
                page.wait_for_selector(".toast")
                page.locator("#overview .plain").click()
                page.wait_for_selector("li[data-key].gone")
                self.still(page)
                self.assertEqual([], axe(page))

    # --- very large pages, and pages without script

    @rules("M8", "M9", "M14")
    def test_large_page_clears_messages_not_yet_rendered(self):
        many = [{"title": f"Message {at:04}", "category": "Early" if at < 1200 else "Late"} for at in range(1500)]
        for at, message in enumerate(many):
            message["fingerprint"] = f"f{at}"
        page = self.page(many)
        self.until(page, "document.querySelectorAll('section[data-position] h3 .n')[1].textContent === '300'")
        self.eventually(self.assertLess, page.locator("li[data-key]").count, 1500, "some wait as text")
        clear(page, "Message 0003")
        self.eventually(self.assertEqual, "1,199 of 1,200", lambda: count(page, "Early"))
        last = page.locator("section[data-position]").nth(1)
        last.locator("h3").evaluate("it => it.scrollIntoView()")
        page.wait_for_selector("text=Message 1205")
        clear(page, "Message 1205")
        self.eventually(self.assertEqual, "299 of 300", lambda: count(page, "Late"))
        self.eventually(self.assertEqual, 'button "Clear message: Message 1206"', lambda: focused(page))
        self.reload(page)
        page.wait_for_selector("text=Cleared on this device: 2")
        self.eventually(self.assertEqual, "1,199 of 1,200", lambda: count(page, "Early"))
        last.get_by_role("button", name="Clear: Late").click()
        page.wait_for_selector(".toast")
        self.assertToast("Cleared: 299", page)
        self.eventually(self.assertFalse, last.is_visible)
        undo(page).click()
        page.wait_for_selector("text=Message 1206")
        self.eventually(self.assertEqual, "299 of 300", lambda: count(page, "Late"))

    @rules("M8", "M9")
    def test_without_script_there_are_no_buttons_and_every_message(self):
        for size in ("compact", "regular"):
            page = self.page(size=size, script=False)
            self.assertEqual(6, page.locator("li[data-key]:visible").count())
            self.assertEqual(0, page.get_by_role("button").count())
            self.assertEqual("3", count(page, "Storage"))
