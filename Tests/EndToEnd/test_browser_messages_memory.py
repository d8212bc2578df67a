"""What a reader's device remembers of cleared messages and answered alerts, from run to run (M9, A8, B9)."""
import json

from browser import BrowserTest, night, rules

TWINS = [{"title": "Peer timed out", "text": text, "category": "Sync", "location": {"file": "Sync.swift", "line": line}}
         for line, text in ((10, "first"), (20, "second"), (30, "third"))]
OTHER = [{"title": "Index lost a block", "category": "Storage"}, {"title": "Page has no title", "category": "Handbook"}]


def urgent(messages, title, urgency):
    return [{**message, "urgency": urgency} if message["title"] == title else message for message in messages]


class Memory(BrowserTest):
    def texts(self, page):
        """What is in sight: the text of a message, else its title."""
        return page.evaluate("""() => [...document.querySelectorAll('li[data-key]')].filter(m => m.checkVisibility())
          .map(m => (m.querySelector('[data-rest] > [dir]') || m.querySelector('h4')).textContent.trim())""")

    def clear(self, page, text):
        page.locator("li[data-key]", has_text=text).hover()
        page.locator("li[data-key]", has_text=text).locator(".clear").click()
        page.wait_for_selector(".toast")

    def stored(self, page, name="cleared"):
        return page.evaluate("name => JSON.parse(localStorage.getItem('tidemark.' + name))", name)

    def fingerprint(self, page, text):
        return page.locator("li[data-key]", has_text=text).first.get_attribute("data-key")

    @rules("M9")
    def test_a_cleared_message_comes_back_when_it_becomes_more_urgent(self):
        page = self.open(night(OTHER))
        self.clear(page, "Index lost a block")
        self.reload(page)
        self.eventually(self.assertEqual, ["Page has no title"], lambda: self.texts(page))
        for urgency, back in (("information", False), ("success", False), ("warning", False), ("error", True)):
            with self.subTest(urgency=urgency):
                later = self.open(night(urgent(OTHER, "Index lost a block", urgency)), context=page.context)
                self.eventually(self.assertEqual, back, lambda: "Index lost a block" in self.texts(later))
                self.eventually(self.assertEqual, not back, later.locator("#overview .cleared").is_visible)
                later.close()
        later = self.open(night(urgent(OTHER, "Index lost a block", "error")), context=page.context)
        self.clear(later, "Index lost a block")
        self.reload(later)
        self.eventually(self.assertEqual, ["Page has no title"], lambda: self.texts(later), "cleared once more, as an error")

    @rules("M9")
    def test_clearing_one_of_several_that_are_the_same_clears_that_one(self):
        page = self.open(night(TWINS + OTHER))
        self.eventually(self.assertEqual, 1,
                        lambda: len(set(page.locator("section[data-position]").first.locator("li[data-key]").evaluate_all(
                            "all => all.map(m => m.dataset.key)"))))
        self.clear(page, "second")
        left = ["first", "third", "Index lost a block", "Page has no title"]
        self.eventually(self.assertEqual, left, lambda: self.texts(page))
        self.eventually(self.assertIn, "Cleared on this device: 1", lambda: page.inner_text("#overview"))
        self.reload(page)
        self.eventually(self.assertEqual, left, lambda: self.texts(page))
        later = self.open(night(OTHER[:1] + TWINS), context=page.context)
        self.eventually(self.assertEqual, ["Index lost a block", "first", "third"], lambda: self.texts(later), "in a later run, too")
        page.locator("#overview .cleared button").click()
        page.get_by_role("button", name="Restore").click()
        self.reload(page)
        self.eventually(self.assertEqual, ["first", "second", "third"], lambda: self.texts(page)[:3])

    @rules("M9")
    def test_the_order_of_the_dataset_tells_equal_messages_apart_whatever_a_list_is_sorted_by(self):
        page = self.open(night(TWINS + OTHER))
        self.clear(page, "first")
        later = self.open(night([TWINS[0], {**TWINS[1], "urgency": "error"}, TWINS[2]] + OTHER), context=page.context)
        self.eventually(self.assertEqual, ["second", "third"], lambda: self.texts(later)[:2])

    @rules("M8", "M9")
    def test_messages_cleared_by_category_are_remembered_one_by_one(self):
        page = self.open(night(TWINS + OTHER))
        page.get_by_role("button", name="Clear: Sync").click()
        page.wait_for_selector(".toast")
        self.eventually(self.assertIn, "Cleared: 3", page.locator(".toast").inner_text)
        later = self.open(night([*TWINS[:2], {**TWINS[2], "urgency": "error"}] + OTHER), context=page.context)
        self.eventually(self.assertEqual, ["third"], lambda: self.texts(later)[:1])
        self.eventually(self.assertIn, "Cleared on this device: 2", lambda: later.inner_text("#overview"))

    @rules("M9")
    def test_messages_cleared_by_an_earlier_version_stay_cleared(self):
        page = self.open(night(TWINS + OTHER))
        key = self.fingerprint(page, "first")
        page.evaluate("key => localStorage.setItem('tidemark.cleared', JSON.stringify([7, parseInt(key, 16)]))", key)
        self.reload(page)
        self.eventually(self.assertEqual, ["Index lost a block", "Page has no title"], lambda: self.texts(page))
        later = self.open(night(urgent(TWINS, "Peer timed out", "error") + OTHER), context=page.context)
        self.eventually(self.assertEqual, 2, lambda: len(self.texts(later)), "nothing says how urgent they were")
        self.clear(page, "Index lost a block")
        self.eventually(self.assertEqual, [7, int(key, 16)], lambda: self.stored(page)[:2], "an earlier script still reads its own")
        page.locator("#overview .cleared button").click()
        page.locator("li[data-key]", has_text="second").get_by_role("button", name="Restore").click()
        self.until(page, "!JSON.parse(localStorage.getItem('tidemark.cleared')).includes(parseInt('%s', 16))" % key)
        self.reload(page)
        self.eventually(self.assertEqual, ["first", "second", "third", "Page has no title"], lambda: self.texts(page))

    @rules("B9", "M9")
    def test_a_dismissed_banner_comes_back_when_it_becomes_more_urgent(self):
        stale = {"kind": "offline", "urgency": "information", "title": "Coverage is old", "time": "2026-11-18T22:40:00+01:00",
                 "persistence": "dismissible"}
        page = self.open(night([stale, *OTHER]))
        page.get_by_role("button", name="Dismiss: Coverage is old").click()
        self.reload(page)
        self.eventually(self.assertFalse, page.locator("div[data-kind]").is_visible)
        later = self.open(night([{**stale, "urgency": "warning"}, *OTHER]), context=page.context)
        self.eventually(self.assertTrue, later.locator("div[data-kind] .t").is_visible)

    @rules("A8", "M9")
    def test_answered_alert_opens_again_when_more_urgent_and_so_does_its_twin(self):
        alert = {"kind": "alert", "urgency": "warning", "title": "Disk almost full", "text": "2 GB are left."}
        page = self.open(night([alert, *OTHER]))
        page.keyboard.press("Escape")
        self.until(page, "!document.querySelector('dialog')")
        again = "!!document.querySelector('dialog[open]')"
        self.reload(page)
        self.settle(page)
        self.eventually(self.assertFalse, lambda: page.evaluate(again))
        for messages in ([{**alert, "urgency": "error"}], [alert, {**alert, "text": "1 GB is left."}]):
            later = self.open(night([*messages, *OTHER]), context=page.context)
            self.eventually(self.assertTrue, lambda: later.evaluate(again))
            later.close()
        page.evaluate("key => localStorage.setItem('tidemark.alerts', JSON.stringify([key]))",
                      page.locator("[data-component=alert]").get_attribute("data-key"))
        self.reload(page)
        self.settle(page)
        self.eventually(self.assertFalse, lambda: page.evaluate(again), "what an earlier script stored")

    @rules("M9")
    def test_a_fingerprint_shared_with_an_alert_hides_no_alert(self):
        shared = [{"kind": "alert", "urgency": "warning", "title": "Disk", "fingerprint": "disk"},
                  {"title": "Disk is slow", "fingerprint": "disk"}, *OTHER]
        page = self.open(night(shared))
        page.keyboard.press("Escape")
        self.until(page, "!document.querySelector('dialog')")
        self.clear(page, "Disk is slow")
        self.eventually(self.assertTrue, page.locator(".alerts [data-component=alert]").is_visible)
        self.eventually(self.assertIn, "Cleared on this device: 1", lambda: page.inner_text("#overview"))
        self.eventually(self.assertEqual, 1, lambda: len(json.loads(page.evaluate("localStorage.getItem('tidemark.cleared')"))))

    @rules("B9", "M9")
    def test_timed_banner_that_disappeared_is_not_cleared(self):
        timed = {"kind": "offline", "title": "Coverage is old", "persistence": "timed", "seconds": 1}
        upload = {"kind": "progress", "title": "Uploading symbols", "persistence": "dismissible"}
        page = self.open(night([timed, upload, *OTHER]), clock=True)
        banner = lambda title: page.locator("div[data-kind]", has_text=title)
        overview = page.locator("#overview")
        page.clock.run_for(2000)
        banner("Coverage").wait_for(state="hidden")
        lines = page.locator(".cleared:visible").all_inner_texts()
        self.assertEqual(["Show hidden notices (1)"] * 2, [line.strip() for line in lines])
        self.eventually(self.assertIsNone, lambda: self.stored(page))

        page.get_by_role("button", name="Dismiss: Uploading symbols").click()
        self.eventually(self.assertIn, "Cleared on this device: 1", overview.inner_text)
        overview.get_by_role("button", name="Show cleared (1)").click()
        banner("Uploading").wait_for()
        self.eventually(self.assertFalse, banner("Coverage").is_visible)

        overview.get_by_role("button", name="Show hidden notices (1)").click()
        banner("Coverage").wait_for()
        self.eventually(self.assertFalse, lambda: banner("Coverage").evaluate("it => it.matches('.gone')"))
        page.clock.run_for(60_000)
        self.eventually(self.assertTrue, banner("Coverage").is_visible, "once shown again, it stays")
