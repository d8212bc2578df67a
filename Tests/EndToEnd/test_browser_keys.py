"""Keys from cell to cell, the list of them, and links to single messages and entries."""
from browser import BrowserTest, address, dismiss, focused, night, rules, shot
from menu import choose

MESSAGES = [
    {"title": "First", "urgency": "error", "category": "Tests", "details": "The log of the first."},
    {"title": "Second", "category": "Tests"},
    {"title": "Third", "category": "Build", "text": "Of another category."},
]
ENTRIES = [
    {"time": "2026-11-19", "title": "Review", "status": "completed", "details": "What was decided."},
    {"time": "2026-11-20", "title": "Freeze", "status": "inProgress"},
    {"time": "2026-12-20", "title": "Release"},
]
SMALL = night(messages=MESSAGES, timeline=ENTRIES)
# The page renders the ends of its long lists later.
LARGE = night(messages=[{"title": f"Message {number}", "category": "Tests" if number <= 900 else "Lint"}
                        for number in range(1, 1501)])


def at(page):
    """The title of the cell that has the focus."""
    return page.evaluate("""(at => at.matches('li[data-key], li[data-tense][id]') ? at.querySelector('h4, .t').innerText : '')
      (document.activeElement)""")


def in_sight(page, selector):
    """Whether all of it is in the window, and nothing that sticks covers its upper edge."""
    return page.locator(selector).evaluate("""node => {
      const box = node.getBoundingClientRect();
      const found = document.elementFromPoint(box.left + 30, box.top + 2);
      return box.top >= 0 && box.bottom <= innerHeight && (found === node || node.contains(found)); }""")


class KeyTest(BrowserTest):
    def press(self, page, *keys):
        for key in keys:
            page.keyboard.press(key)
            self.settle(page)


class Keys(KeyTest):
    def test_j_and_k_go_from_cell_to_cell(self):
        for size in ("compact", "regular"):
            page = self.open(SMALL, size)
            for key, title in zip("jjjjkj", ["First", "Second", "Third", "Review", "Third", "Review"]):
                self.press(page, key)
                self.eventually(self.assertEqual, title, lambda: at(page))
            self.eventually(self.assertNotEqual, "none", lambda: page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
            self.press(page, *"jjjj")
            self.eventually(self.assertEqual, "Release", lambda: at(page), "it ends at the last")

    def test_focused_cell_is_never_under_sticky_headers(self):
        for size in ("compact", "regular"):
            page = self.open("nightly", size, calm=True)
            dismiss(page)
            here = ""
            for key in "jjjjjjjjjjjjkkkkkk":
                before = here
                self.press(page, key)
                self.eventually(self.assertNotIn, lambda: page.evaluate("document.activeElement.id"), ("", before))
                here = page.evaluate("document.activeElement.id")
                self.eventually(self.assertTrue, lambda: in_sight(page, "#" + here), f"{here} at {size}")

    def test_j_continues_from_the_scroll_position(self):
        page = self.open("nightly", calm=True)
        dismiss(page)
        page.locator("#m20").evaluate("cell => cell.scrollIntoView({block: 'start'})")
        self.press(page, "j")
        self.eventually(self.assertTrue, lambda: at(page))
        self.until(page, "(({ top }) => 0 <= top && top < 500)(document.activeElement.getBoundingClientRect())")

    def test_j_skips_hidden_cells(self):
        page = self.open(SMALL)
        page.evaluate("document.querySelector('section[data-position]').hidden = true")
        self.press(page, "j")
        self.eventually(self.assertEqual, "Third", lambda: at(page))

    @rules("V1", "T8")
    def test_o_and_enter_open_details(self):
        for key, steps, title in (("o", "j", "First"), ("Enter", "j", "First"), ("o", "jjjj", "Review")):
            page = self.open(SMALL)
            self.press(page, *steps, key)
            page.get_by_role("dialog", name=title).wait_for()
            # In a dialog no key moves the focus.
            self.press(page, "j")
            self.eventually(self.assertIn, "Done", lambda: focused(page))

    @rules("M9")
    def test_x_clears_the_message(self):
        page = self.open(SMALL, calm=True)
        self.press(page, "j", "j", "x")
        page.locator("#m2").wait_for(state="detached")
        self.press(page, "j")
        self.eventually(self.assertEqual, "Third", lambda: at(page), "it goes on from the next one")

    def test_slash_focuses_the_search(self):
        page = self.open(LARGE, calm=True)
        self.press(page, "/")
        self.eventually(self.assertIn, "Search messages", lambda: focused(page))
        self.press(page, "/", "j")
        self.eventually(self.assertEqual, "/j", lambda: page.evaluate("document.activeElement.value"))

    def test_n_focuses_the_now_indicator(self):
        page = self.open(SMALL, calm=True)
        self.press(page, "n")
        self.eventually(self.assertIn, "Now", lambda: focused(page))
        self.eventually(self.assertTrue, lambda: in_sight(page, "[data-component=now-indicator]"))

    def test_no_key_acts_with_a_modifier_or_while_typing(self):
        page = self.open(SMALL)
        self.press(page, "Control+j", "Alt+j", "Meta+j", "j")
        self.eventually(self.assertEqual, "First", lambda: at(page))
        page.evaluate("document.querySelector('main').prepend(Object.assign(document.createElement('input'), {id: 'field'}))")
        page.locator("#field").focus()
        self.press(page, *"jkn?")
        self.eventually(self.assertEqual, "jkn?", page.locator("#field").input_value)
        self.eventually(self.assertEqual, 0, page.locator("dialog").count)

    def test_the_list_of_keys_opens_by_its_key_and_its_button(self):
        for size in ("compact", "regular"):
            page = self.open(SMALL, size, calm=True)
            self.press(page, "?")
            dialog = page.get_by_role("dialog", name="Keyboard shortcuts", exact=True)
            dialog.wait_for()
            # The words are its title, and the switch is in its content.
            self.eventually(self.assertEqual, 1, dialog.get_by_role("heading", name="Keyboard shortcuts", exact=True).count)
            self.eventually(self.assertEqual, 0, dialog.locator(".top input").count)
            self.eventually(self.assertEqual, ["j", "k", "o", "x", "/", "n", "?"], dialog.locator("kbd").all_inner_texts)
            self.eventually(self.assertIn, "Jump to now", dialog.inner_text)
            shot(page, f"keys-{size}")
            self.press(page, "Escape")
            page.locator("dialog").wait_for(state="detached")
        choose(page, "Keyboard shortcuts")
        dialog.wait_for()
        dialog.get_by_role("button", name="Done").click()
        page.locator("dialog").wait_for(state="detached")
        self.eventually(self.assertIn, "More", lambda: focused(page))

    def test_keys_can_be_switched_off(self):
        page = self.open(SMALL)
        self.press(page, "?")
        page.get_by_role("checkbox", name="Use these shortcuts").uncheck()
        self.press(page, "Escape")
        page.locator("dialog").wait_for(state="detached")
        self.press(page, "j", "?")
        self.eventually(self.assertEqual, "", lambda: at(page))
        self.eventually(self.assertEqual, 0, page.locator("dialog").count)
        again = self.open(SMALL, context=page.context)
        self.press(again, "j")
        self.eventually(self.assertEqual, "", lambda: at(again), "and stay so")
        choose(again, "Keyboard shortcuts")
        again.get_by_role("checkbox", name="Use these shortcuts").check()
        dismiss(again)
        self.press(again, "j")
        self.eventually(self.assertEqual, "First", lambda: at(again))

    def test_keys_are_not_offered_on_phones_and_touch_screens(self):
        for size, touch in (("compact", True), ("compact", False), ("regular", True)):
            page = self.open(SMALL, size, touch=touch)
            self.assertFalse(page.get_by_role("button", name="Keyboard shortcuts").is_visible())
        page = self.open(SMALL, "compact", script=False)
        self.assertEqual(0, page.get_by_text("Keyboard shortcuts").count())

    @rules("M14")
    def test_j_reaches_messages_not_yet_rendered(self):
        page = self.open(LARGE, calm=True)
        page.goto(page.url + "#m1199")
        page.locator("#m1199.here").wait_for()
        self.press(page, "j", "j", "j")
        self.eventually(self.assertEqual, "Message 1202", lambda: at(page))


class Links(KeyTest):
    def copied(self, page):
        return page.evaluate("navigator.clipboard.readText()")

    @rules("M9", "T8")
    def test_each_message_and_entry_has_a_link_to_copy(self):
        page = self.open(SMALL)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for cell, title in (("#m2", "Second"), ("#e2", "Freeze")):
            page.locator(cell + " :is(h4, .t)").hover()
            link = page.get_by_role("link", name=f"Copy link: {title}")
            self.eventually(self.assertTrue, link.is_visible)
            link.click()
            self.eventually(self.assertEqual, lambda: address(page).split("#")[0] + cell, lambda: self.copied(page))
            self.eventually(self.assertTrue, lambda: address(page).endswith(cell))
            self.eventually(self.assertEqual, "Copied", page.locator("body > .live").inner_text)
            self.eventually(self.assertEqual, [cell[1:]],
                            lambda: page.locator(".here").evaluate_all("cells => cells.map(cell => cell.id)"))

    def test_keyboard_reaches_the_link_of_a_cell(self):
        page = self.open(SMALL)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.press(page, "j", "j")
        for _ in range(4):
            self.press(page, "Tab")
            if "Copy link: Second" in focused(page):
                break
        self.eventually(self.assertIn, "Copy link: Second", lambda: focused(page))
        page.keyboard.press("Enter")
        self.eventually(self.assertTrue, lambda: self.copied(page).endswith("#m2"))

    def test_tap_shows_the_link_of_a_cell_large_enough(self):
        page = self.open(SMALL, "compact", touch=True)
        page.locator("#m2 h4").tap()
        link = page.get_by_role("link", name="Copy link: Second")
        box = link.bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 44)
        link.tap()
        self.eventually(self.assertRegex, lambda: address(page), r"#m2$")

    def test_an_address_leads_to_its_message_or_entry(self):
        for size in ("compact", "regular"):
            for fragment, title in (("m3", "Third"), ("e1", "Review")):
                page = self.open(SMALL, size, fragment=fragment)
                self.eventually(self.assertEqual, title, lambda: at(page))
                self.eventually(self.assertTrue, lambda: in_sight(page, "#" + fragment))
                self.eventually(self.assertTrue, lambda: page.locator("#" + fragment).evaluate("cell => cell.matches('.here')"))

    def test_address_leads_to_its_message_without_script(self):
        page = self.open("nightly", "compact", script=False, fragment="m20")
        self.eventually(self.assertTrue, lambda: in_sight(page, "#m20"))
        marked, other = (page.locator(cell).evaluate("cell => getComputedStyle(cell).backgroundColor") for cell in ("#m20", "#m21"))
        self.assertNotEqual(marked, other)

    def test_back_and_forward_move_between_linked_messages(self):
        page = self.open("nightly", calm=True)
        dismiss(page)
        base = page.url.split("#")[0]
        for fragment in ("m8", "e3", "m30"):
            page.goto(f"{base}#{fragment}")
            page.locator(f"#{fragment}.here").wait_for()
        here = page.locator(".here").get_attribute
        self.eventually(self.assertEqual, "m30", lambda: here("id"))
        page.go_back()
        self.eventually(self.assertEqual, "e3", lambda: here("id"))
        page.go_back()
        self.eventually(self.assertEqual, "m8", lambda: here("id"))
        self.eventually(self.assertTrue, lambda: in_sight(page, "#m8"))
        page.go_forward()
        self.eventually(self.assertEqual, "e3", lambda: here("id"))

    @rules("M14")
    def test_link_renders_a_message_not_yet_rendered(self):
        for size in ("compact", "regular"):
            page = self.open(LARGE, size, calm=True, fragment="m1450")
            page.locator("#m1450.here").wait_for()
            self.eventually(self.assertEqual, "Message 1450", lambda: at(page))
            self.eventually(self.assertTrue, lambda: in_sight(page, "#m1450"), size)
            page.goto(page.url.replace("m1450", "m1100"))
            page.locator("#m1100.here").wait_for()
            self.eventually(self.assertTrue, lambda: in_sight(page, "#m1100"), size)
            self.eventually(self.assertEqual, 1, page.locator(".here").count)

    @rules("M7")
    def test_link_shows_a_message_of_another_category(self):
        page = self.open(SMALL, calm=True)
        page.locator(".finder").get_by_role("checkbox", name="Build").check()
        self.eventually(self.assertFalse, page.locator("#m1").is_visible)
        page.goto(page.url.split("#")[0] + "#m1")
        page.locator("#m1.here").wait_for()
        self.eventually(self.assertEqual, "First", lambda: at(page))

    @rules("M9")
    def test_link_shows_a_cleared_message(self):
        page = self.open(SMALL, calm=True)
        page.get_by_role("button", name="Clear message: Second").click()
        page.locator("#m2").wait_for(state="detached")
        again = self.open(SMALL, calm=True, context=page.context, fragment="m2")
        again.locator("#m2.here").wait_for()
        self.eventually(self.assertTrue, lambda: in_sight(again, "#m2"))
        self.eventually(self.assertEqual, "Second", lambda: at(again))

    @rules("F7")
    def test_link_shows_what_a_filter_hides(self):
        for fragment, title in (("m2", "Second"), ("e2", "Freeze")):
            page = self.open(SMALL, calm=True, query="urgency=error&tense=past", fragment=fragment)
            page.locator(f"#{fragment}.here").wait_for()
            self.eventually(self.assertEqual, title, lambda: at(page))
            self.eventually(self.assertNotIn, "urgency=", lambda: address(page))

    def test_unknown_fragment_is_ignored(self):
        for fragment in ("m999", "e0", "m", "%E0%A4%A", "overview"):
            page = self.open(SMALL, fragment=fragment)
            self.eventually(self.assertEqual, 0, page.locator(".here").count)

    def test_keys_and_links_work_in_a_sandbox(self):
        page = self.open(SMALL, csp="sandbox allow-scripts", fragment="m3")
        self.eventually(self.assertEqual, "Third", lambda: at(page))
        page.locator("#m2 h4").hover()
        page.get_by_role("link", name="Copy link: Second").click()
        page.keyboard.press("j")
        page.keyboard.press("?")
        page.get_by_role("checkbox", name="Use these shortcuts").uncheck()
        self.eventually(self.assertTrue, page.get_by_role("dialog").is_visible)
