"""Alerts (A1 to A8) as a person meets them: modal when the page opens, one at a time, Cancel at hand."""
import json
import re

import support
from browser import BrowserTest, address, focused, night, rules

CANCEL = {"title": "Cancel", "role": "cancel"}
RENEW = {"title": "Renew", "url": "https://ci.example/renew", "role": "default"}
DELETE = {"title": "Delete Builds", "url": "https://ci.example/delete", "role": "destructive"}
RETRY = {"title": "Retry", "url": "https://ci.example/retry"}
OPEN = "dialog[open]"


def alert(title="Disk almost full", actions=(), **more):
    made = {"kind": "alert", "urgency": "error", "title": title,
            "text": "The build machine has 2 GB left. The next night will fail without more room.", **more}
    return {**made, "actions": list(actions)} if actions else made


def report(*alerts):
    return night([*alerts, "A slow test", "An unused import"])


class Alerts(BrowserTest):
    def buttons(self, page):
        return [words.strip() for words in page.locator(f"{OPEN} .buttons > *").all_inner_texts()]

    def looks_default(self, page, title, other):
        """It is filled and bold, and Enter chooses it (see the tests of A3 and A4)."""
        looks = [page.locator(f"{OPEN} .buttons > *", has_text=one).evaluate(
            "node => [+getComputedStyle(node).fontWeight, getComputedStyle(node).backgroundColor]") for one in (title, other)]
        self.assertGreater(looks[0][0], looks[1][0])
        self.assertNotEqual(looks[0][1], looks[1][1])

    def opened(self, page, title):
        page.locator(f"{OPEN} h2", has_text=title).wait_for()

    @rules("A1")
    def test_only_what_the_dataset_calls_an_alert_is_one(self):
        page = self.open(night([{"urgency": "error", "title": "The disk is broken"}, "A slow test"]))
        self.assertEqual(0, page.locator(f"{OPEN}, [data-component=alert]").count())

    @rules("A1")
    def test_answered_alert_does_not_open_again_and_stays_in_the_page(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])))
        page.get_by_role("button", name="Cancel").click()
        # It has closed before the page remembers the answer, and is gone after.
        self.eventually(self.assertEqual, 0, page.locator("dialog[data-kind]").count)
        self.reload(page)
        self.settle(page)
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count, "it would nag")
        self.eventually(self.assertTrue, page.locator(".alerts h2", has_text="Disk almost full").is_visible)
        other = self.open(report(alert("Another alert", actions=[CANCEL, RENEW])), context=page.context)
        self.opened(other, "Another alert")

    @rules("A1")
    def test_alert_opens_and_can_be_answered_without_storage(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])), csp="sandbox allow-scripts")
        self.opened(page, "Disk almost full")
        page.keyboard.press("Escape")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)

    @rules("A2")
    def test_title_and_text_of_an_alert_are_centred(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(alert(actions=[CANCEL, RENEW])), size, calm=True)
                dialog = page.get_by_role("alertdialog", name="Disk almost full")
                box, window = dialog.bounding_box(), page.viewport_size
                self.assertAlmostEqual(window["width"] / 2, box["x"] + box["width"] / 2, delta=1)
                self.assertAlmostEqual(window["height"] / 2, box["y"] + box["height"] / 2, delta=1)
                title = dialog.locator("h2")
                self.assertEqual("center", title.evaluate("node => getComputedStyle(node).textAlign"))
                height, line = title.evaluate("node => [node.offsetHeight, parseFloat(getComputedStyle(node).lineHeight)]")
                self.assertLess(height, 1.5 * line, "the title has one line")
                self.assertIn("2 GB left", dialog.inner_text())

    @rules("A3")
    def test_cancel_is_left_and_the_likely_action_right_and_default(self):
        for size in ("narrowest", "compact", "regular"):
            with self.subTest(size=size):
                # The order in the dataset does not matter.
                page = self.open(report(alert(actions=[RENEW, CANCEL])), size, calm=True)
                self.assertEqual(["Cancel", "Renew"], self.buttons(page))
                left, right = (page.locator(f"{OPEN} .buttons > *").nth(place).bounding_box() for place in (0, 1))
                self.assertLess(left["x"], right["x"])
                self.assertAlmostEqual(left["y"], right["y"], delta=1)
                self.looks_default(page, "Renew", "Cancel")

    @rules("A3")
    def test_enter_chooses_the_default_action(self):
        page = self.open(report(alert(actions=[CANCEL, {**RENEW, "url": "#overview"}])))
        page.keyboard.press("Enter")
        page.wait_for_url("**#overview")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)

    @rules("A3")
    def test_action_without_a_cancel_gets_one(self):
        page = self.open(report(alert(actions=[RENEW])))
        self.assertEqual(["Cancel", "Renew"], self.buttons(page))

    @rules("A3")
    def test_alert_without_actions_has_one_button(self):
        page = self.open(report(alert()))
        self.eventually(self.assertEqual, ["Done"], lambda: self.buttons(page))
        page.keyboard.press("Enter")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        page = self.open(report(alert(actions=[{"title": "Got It", "role": "cancel"}])))
        self.eventually(self.assertEqual, ["Got It"], lambda: self.buttons(page))

    @rules("A3", "S1", "S3")
    def test_three_actions_make_it_an_action_sheet(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW, DELETE])), "compact", calm=True)
        self.assertEqual(["Delete Builds", "Renew", "Cancel"], self.buttons(page))
        box = page.locator(OPEN).bounding_box()
        self.assertEqual(page.viewport_size["width"], box["width"])
        self.assertAlmostEqual(page.viewport_size["height"], box["y"] + box["height"], delta=1)
        tops = [one.bounding_box()["y"] for one in page.locator(f"{OPEN} .buttons > *").all()]
        self.assertEqual(sorted(tops), tops)
        self.looks_default(page, "Cancel", "Renew")

    @rules("A4")
    def test_cancel_beside_a_destructive_action_is_default_and_bold(self):
        page = self.open(report(alert(actions=[CANCEL, DELETE])))
        self.looks_default(page, "Cancel", "Delete Builds")
        ordinary = self.open(report(alert(actions=[CANCEL, RENEW])))
        colour = "node => getComputedStyle(node).color"
        self.assertNotEqual(ordinary.locator(f"{OPEN} .cancel").evaluate(colour),
                            page.locator(f"{OPEN} [data-role=destructive]").evaluate(colour))
        page.keyboard.press("Enter")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        self.assertNotIn("delete", "".join(self.requests), "Enter destroys nothing")

    @rules("A5")
    def test_titles_of_actions_stay_as_they_are(self):
        page = self.open(report(alert(actions=[{**CANCEL, "title": "Later"}, {**RENEW, "title": "View All"}])))
        self.assertEqual(["Later", "View All"], self.buttons(page))

    @rules("A6")
    def test_escape_is_cancel(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])))
        page.keyboard.press("Escape")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        self.assertNotIn("renew", "".join(self.requests))

    @rules("A6")
    def test_click_outside_does_not_answer_an_alert(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])), calm=True)
        page.mouse.click(5, 5)
        self.eventually(self.assertEqual, 1, page.locator(OPEN).count)

    @rules("A6")
    def test_nothing_scrolls_on_the_smallest_screens(self):
        for size in ((320, 480), (480, 320)):
            for actions in ([CANCEL, RENEW], [CANCEL, DELETE]):
                with self.subTest(size=size, actions=actions[1]["title"]):
                    page = self.open(report(alert(actions=actions)), size, calm=True, touch=True)
                    for part in (OPEN, f"{OPEN} > .inside"):
                        height, shown = page.locator(part).evaluate("node => [node.scrollHeight, node.clientHeight]")
                        self.assertLessEqual(height, shown, part)
                    box = page.locator(OPEN).bounding_box()
                    self.assertGreaterEqual(box["y"], 0)
                    self.assertLessEqual(box["y"] + box["height"], size[1])
                    for one in page.locator(f"{OPEN} .buttons > *").all():
                        self.eventually(self.assertGreaterEqual, lambda: one.bounding_box()["height"], 44)

    @rules("A6")
    def test_tab_stays_in_the_alert_and_what_is_behind_is_inert(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])))
        for there in ('button "Cancel"', 'a "Renew"'):
            page.keyboard.press("Tab")
            self.eventually(self.assertEqual, there, lambda: focused(page))
        for _ in range(4):
            page.keyboard.press("Tab")
            # After the last button the browser itself has the focus, then the first button.
            self.eventually(self.assertTrue, lambda: page.evaluate("document.activeElement === document.body || "
                                          "!!document.activeElement.closest('dialog[open]')"))
        page.mouse.move(640, 850)
        page.mouse.wheel(0, 600)
        self.still(page)
        self.assertEqual(0, page.evaluate("scrollY"), "the page behind does not scroll")

    @rules("A1", "A6")
    def test_several_alerts_open_one_after_the_other(self):
        page = self.open(report(alert("The first"), alert("The second"), alert("The third")))
        for place, title in enumerate(["The first", "The second", "The third"], 1):
            self.opened(page, title)
            self.eventually(self.assertEqual, 1, page.locator(OPEN).count)
            self.eventually(self.assertIn, f"{place} of 3", page.locator(OPEN).inner_text)
            page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, 3, page.locator(".alerts > [data-component=alert]:visible").count)

    def stays_closed(self, page):
        """The rows are there, and what comes after them in the script has run."""
        self.settle(page)
        self.eventually(self.assertTrue, page.locator(".alerts h2").first.is_visible)
        self.assertEqual(0, page.locator(OPEN).count())

    @rules("A8")
    def test_alert_does_not_open_over_a_linked_message_or_a_shared_filter(self):
        for there in ({"fragment": "m3"}, {"query": "urgency=error"}, {"query": "sort=title:asc"}):
            with self.subTest(**there):
                self.stays_closed(self.open(report(alert(actions=[CANCEL, RENEW])), **there))
        self.opened(self.open(report(alert(actions=[CANCEL, RENEW])), query="from=mail"), "Disk almost full")

    @rules("A8")
    def test_with_a_baseline_only_a_new_alert_opens(self):
        old, new = alert("Disk almost full", actions=[RENEW]), alert("Certificate expired", actions=[RENEW])
        self.stays_closed(self.open(report(old), baseline=report(old)))
        page = self.open(report(old, new), baseline=report(old))
        self.opened(page, "Certificate expired")
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")

    @rules("A8")
    def test_rows_stay_where_they_are_while_an_alert_is_open(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(alert(actions=[CANCEL, RENEW])), size, calm=True)
                self.opened(page, "Disk almost full")
                places = lambda: [page.locator(one).bounding_box()["y"] for one in (".alerts h2", "#overview")]
                before = places()
                self.assertTrue(page.locator(".alerts h2").is_visible())
                page.keyboard.press("Escape")
                page.locator("dialog").first.wait_for(state="detached")
                self.assertEqual(before, places())
                self.assertEqual(1, page.locator("#m1").count(), "a copy has ids of its own")

    @rules("A2", "V1")
    def test_details_of_an_alert_open_on_top_of_it(self):
        page = self.open(report(alert(details="The log\n\n```\nno space left\n```")))
        page.locator(f"{OPEN} .d > summary").click()
        self.eventually(self.assertEqual, 2, page.locator(OPEN).count)
        self.eventually(self.assertTrue, page.locator("dialog[open][data-kind=view] pre").is_visible)
        page.keyboard.press("Escape")
        self.opened(page, "Disk almost full")
        self.eventually(self.assertEqual, 1, page.locator(OPEN).count)

    @rules("A1", "A8")
    def test_printed_alert_does_not_cover_the_page_and_opens_again_afterwards(self):
        page = self.open(report(alert(actions=[CANCEL, RENEW])), calm=True)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        self.eventually(self.assertTrue, page.locator(".alerts h2").is_visible)
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.opened(page, "Disk almost full")
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, 0, page.locator("[inert]").count)
        self.eventually(self.assertTrue, page.locator(".alerts h2").is_visible)

    @rules("A7")
    def test_interface_strings_blame_nobody(self):
        english = json.loads((support.repository / "Templates/strings/en.json").read_text(encoding="utf-8"))
        for key, phrase in english["strings"].items():
            self.assertIsNone(re.search(r"\b(you|your|yours|me|my|mine)\b", phrase, re.I), f"{key}: {phrase}")

    @rules("A8")
    def test_alert_is_first_with_its_actions_in_markdown_and_text(self):
        dataset = self.write("night.json", json.dumps(report(alert(actions=[CANCEL, RENEW]))))
        for name in ("report.md", "report.txt"):
            self.render(dataset, "-o", self.folder / name)
            words = (self.folder / name).read_text(encoding="utf-8")
            self.assertLess(words.index("Disk almost full"), words.index("1 error"))
            self.assertIn(RENEW["url"], words)

    @rules("A8", "A3")
    def test_alerts_are_above_the_overview_without_script(self):
        page = self.open(report(alert("The first", actions=[CANCEL, RENEW]), alert("The second")), script=False)
        overview = page.locator("#overview").bounding_box()["y"]
        for title in ("The first", "The second"):
            heading = page.get_by_role("heading", name=title)
            self.eventually(self.assertTrue, heading.is_visible)
            self.eventually(self.assertLess, lambda: heading.bounding_box()["y"], overview)
        self.eventually(self.assertEqual, ["Renew"], page.locator("[data-component=alert] .buttons > :visible").all_inner_texts)
        self.eventually(self.assertEqual, RENEW["url"], lambda: page.get_by_role("link", name="Renew").get_attribute("href"))
