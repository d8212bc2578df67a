"""Details of entries in a modal view (V1 to V3), those of a message in a view of all of it, and what is code in them."""
from browser import BrowserTest, axe, focused, night, rules

OPEN = "dialog[open]"
LONG = "x" * 400
LOG = f"first line\n  second line {LONG}\nthird line"
DETAILS = f"What happened.\n\n```\n{LOG}\n```\n\nAfter that."
MESSAGE = "li[data-key] .d:has(> .p) > summary"
ENTRY = "li[data-tense][id] .d:has(> .p) > summary"
ROW = "li[data-key] [data-row] > summary"
SHOWN = "dialog h4"
PLACE = {"file": "Sources/Engine/Index.swift", "line": 41}
# Messages with different contents, and one without anything to open.
SEVERAL = night([
    {"title": "First", "urgency": "error", "text": "It fails.", "location": PLACE, "details": "The log of the first."},
    {"title": "Second", "urgency": "error", "details": "```\nswift test\n```",
     "actions": [{"title": "Retry", "url": "https://ci.example/retry"}]},
    "Third", {"title": "Fourth", "details": "The log of the fourth."}], timeline=["Code freeze"])
# The page renders the end of its long list later.
LARGE = night([{"title": f"Message {number}", "details": f"Log {number}."} for number in range(1, 1501)])


def report(details=DETAILS):
    return night([{"title": "A broken test", "text": "It fails.", "details": details}, "A slow test"],
                 timeline=[{"time": "2026-11-20", "title": "Code freeze", "details": details}])


def view_message(page, place=0):
    """Opens the view of a message: at once on a wide page, otherwise by the details in its open row."""
    page.locator(ROW).nth(place).click()
    if page.viewport_size["width"] < 1100:
        page.locator(MESSAGE).nth(place).click()
    page.locator(OPEN).wait_for()
    return page.locator(OPEN)


class ModalViews(BrowserTest):
    def view(self, page, opener=MESSAGE):
        if opener is MESSAGE:
            return view_message(page)
        page.locator(opener).first.click()
        page.locator(OPEN).wait_for()
        return page.locator(OPEN)

    @rules("V1")
    def test_details_of_messages_and_entries_open_in_a_view_with_title_and_done(self):
        for opener, title in ((MESSAGE, "A broken test"), (ENTRY, "Code freeze")):
            for size in ("compact", "regular"):
                with self.subTest(size=size, title=title):
                    page = self.open(report(), size, calm=True)
                    view = self.view(page, opener)
                    self.eventually(self.assertEqual, 1, page.get_by_role("dialog", name=title).count)
                    self.eventually(self.assertEqual, title, view.get_by_role("heading", name=title, exact=True).inner_text)
                    self.eventually(self.assertIn, "After that.", view.inner_text)
                    done, heading = view.get_by_role("button", name="Done"), view.get_by_role("heading", name=title, exact=True)
                    self.eventually(self.assertGreater, lambda: done.bounding_box()["x"], lambda: heading.bounding_box()["x"])
                    done.click()
                    page.locator("dialog").first.wait_for(state="detached")
                    opened = title if (size, opener) == ("regular", MESSAGE) else f"Details: {title}"
                    self.eventually(self.assertIn, opened, lambda: focused(page))

    @rules("V1")
    def test_compact_view_takes_the_whole_screen(self):
        page = self.open(report(), "compact", touch=True, calm=True)
        box = self.view(page).bounding_box()
        self.assertEqual((0, 0, *page.viewport_size.values()), (box["x"], box["y"], box["width"], box["height"]))
        self.eventually(self.assertGreaterEqual, lambda: page.get_by_role("button", name="Done").bounding_box()["height"], 44)

    @rules("V1")
    def test_view_slides_up_unless_motion_is_reduced(self):
        for calm in (False, True):
            page = self.open(report(), "compact", calm=calm)
            page.locator(ROW).first.click()
            moving = page.locator(MESSAGE).evaluate("""node => { node.click();
              return document.querySelector('dialog').getAnimations().map(one => one.transitionProperty); }""")
            self.assertEqual(not calm, "translate" in moving)

    @rules("V1")
    def test_keyboard_opens_a_view_and_escape_returns_the_focus(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(report(), size)
                page.locator(ROW).first.press("Enter")
                if size == "compact":
                    page.locator(MESSAGE).focus()
                    page.keyboard.press("Enter")
                self.eventually(self.assertEqual, 'button "Done"', lambda: focused(page))
                page.keyboard.press("Escape")
                page.locator("dialog").first.wait_for(state="detached")
                self.eventually(self.assertIn, '"Details: A broken test"' if size == "compact" else "A broken test", lambda: focused(page))

    @rules("V1")
    def test_details_are_moved_into_the_view_not_copied(self):
        page = self.open(report(), (1000, 900), calm=True)
        # The single copy link follows the pointer.
        inside = """page => { document.querySelector('.linker')?.remove(); return page.innerHTML.replaceAll(/ (tabindex="-1"|style="")/g, ''); }"""
        page.locator(ROW).first.click()
        before = page.locator(".page").evaluate(inside)
        page.locator(MESSAGE).first.click()
        page.locator(OPEN).wait_for()
        self.eventually(self.assertEqual, 2, page.locator(".p").count, "the message's and the entry's")
        doubles = page.evaluate("""() => { const ids = [...document.querySelectorAll('[id]')].map(node => node.id);
          return ids.filter((id, at) => ids.indexOf(id) !== at); }""")
        self.assertEqual([], doubles)
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, before, lambda: page.locator(".page").evaluate(inside), "everything is back in its place")

    @rules("V1")
    def test_the_page_behind_does_not_scroll(self):
        page = self.open(night([{"title": "A broken test", "details": DETAILS}, *map(str, range(60))]), (1000, 900), calm=True)
        self.view(page)
        page.mouse.move(5, 880)
        page.mouse.wheel(0, 900)
        self.still(page)
        self.eventually(self.assertEqual, 0, lambda: page.evaluate("scrollY"))

    @rules("V1")
    def test_link_out_of_a_view_closes_it_and_is_followed(self):
        page = self.open(report("See [the plan](#timeline)."), "compact", calm=True)
        self.view(page).get_by_role("link", name="the plan").click()
        page.wait_for_url("**#timeline")
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        self.eventually(self.assertEqual, 1, page.locator("li[data-key] .p").count, "what it held is back in its place")

    @rules("V2")
    def test_code_keeps_its_lines_and_scrolls_inside(self):
        page = self.open(report(), "compact", calm=True)
        code = self.view(page).locator("pre")
        self.eventually(self.assertEqual, LOG, lambda: code.evaluate("node => node.textContent.trimEnd()"))
        wide, shown = code.evaluate("node => [node.scrollWidth, node.clientWidth]")
        self.assertGreater(wide, shown)
        self.eventually(self.assertTrue, lambda: code.evaluate("node => ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)"))
        wide, shown = page.locator(OPEN).evaluate("node => [node.scrollWidth, node.clientWidth]")
        self.assertLessEqual(wide, shown, "the view does not scroll sideways")

    @rules("V2")
    def test_one_button_copies_the_code_and_says_so(self):
        page = self.open(report(), calm=True)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        view = self.view(page)
        view.get_by_role("button", name="Copy", exact=True).click()
        view.get_by_text("Copied").first.wait_for()
        page.locator("dialog .live", has_text="Copied").wait_for(state="attached")
        self.eventually(self.assertEqual, LOG, lambda: page.evaluate("navigator.clipboard.readText()").rstrip())

    @rules("V2")
    def test_text_is_selected_where_copying_is_not_allowed(self):
        page = self.open(report(), calm=True)
        # Browsers do the same for a page from an insecure address.
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        view = self.view(page)
        view.get_by_role("button", name="Copy", exact=True).click()
        view.get_by_text("Can’t copy here. The text is selected.").first.wait_for()
        self.eventually(self.assertEqual, LOG, lambda: page.evaluate("getSelection().toString()").rstrip())

    @rules("V3")
    def test_details_open_in_place_without_script_and_when_printed(self):
        page = self.open(report(), script=False)
        content = page.locator("li[data-key] .p")
        self.eventually(self.assertFalse, content.is_visible)
        page.locator(ROW).first.click()
        page.locator(MESSAGE).click()
        self.eventually(self.assertTrue, content.is_visible)
        paper = self.open(report(), script=False)
        paper.emulate_media(media="print")
        self.eventually(self.assertTrue, paper.locator("li[data-key] .p").is_visible)

    @rules("V3")
    def test_open_details_return_to_their_place_before_printing(self):
        page = self.open(report())
        self.view(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 1, page.locator("li[data-key] .p").count)
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)


class MessageViews(BrowserTest):
    """A message in full, and those before and after it."""

    def view(self, page, place=0):
        return view_message(page, place)

    def where(self, view):
        return view.locator(".nav .sub").inner_text

    @rules("V1")
    def test_view_says_all_of_a_message_once(self):
        for size in ("compact", (800, 900), "regular"):
            with self.subTest(size=size):
                page = self.open(SEVERAL, size, calm=True, baseline=night(["Third"]))
                view = self.view(page)
                words = view.inner_text()
                for part in ("Error", "New", "First", "It fails.", "Sources/Engine/Index.swift:41", "The log of the first."):
                    self.assertIn(part, words)
                self.assertEqual(1, words.count("The log of the first."))
                self.assertEqual(1, page.get_by_text("The log of the first.").count())
                self.assertEqual([], axe(page, "dialog"))

    @rules("V1")
    def test_wide_view_is_a_panel_at_the_end_beside_which_the_list_stays_in_use(self):
        for locale, width in (("en", 1100), ("en", 1280), ("en", 1600), ("ar", 1280)):
            with self.subTest(locale=locale, width=width):
                page = self.open({**SEVERAL, "locale": locale}, (width, 900), calm=True)
                box = self.view(page).bounding_box()
                self.assertAlmostEqual(0 if locale == "ar" else width, box["x"] + (0 if locale == "ar" else box["width"]), delta=1)
                self.assertEqual((0, 900), (box["y"], box["height"]))
                self.assertEqual(0, page.locator("[inert]").count())
                self.assertEqual(0, page.locator("dialog:modal").count())
                row = page.locator(ROW).nth(2).bounding_box()
                if locale == "ar":
                    self.assertGreaterEqual(row["x"], box["x"] + box["width"])
                else:
                    self.assertLessEqual(row["x"] + row["width"], box["x"])
                page.locator(ROW).nth(2).click()
                self.eventually(self.assertEqual, "Fourth", page.locator(SHOWN).inner_text)
                self.eventually(self.assertFalse, page.locator("#m4 [data-row]").evaluate("row => row.open"))
                # The view also shows a message without anything to open.
                page.locator("#m3 h4").click()
                self.eventually(self.assertEqual, "Third", page.locator(SHOWN).inner_text)
                page.mouse.wheel(0, 200)
                page.keyboard.press("Escape")
                page.locator("dialog").first.wait_for(state="detached")

    @rules("V1")
    def test_buttons_and_keys_go_from_message_to_message(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(SEVERAL, size, calm=True)
                view = self.view(page)
                before, after = (view.get_by_role("button", name=name) for name in ("Previous message", "Next message"))
                self.eventually(self.assertEqual, "1 of 4", self.where(view))
                self.assertEqual("true", before.get_attribute("aria-disabled"))
                after.click()
                self.eventually(self.assertEqual, "Second", page.locator(SHOWN).inner_text)
                self.eventually(self.assertEqual, 1, page.get_by_role("dialog", name="Second").count)
                page.keyboard.press("j")
                page.keyboard.press("j")
                self.eventually(self.assertEqual, "Fourth", page.locator(SHOWN).inner_text)
                self.eventually(self.assertEqual, "4 of 4", self.where(view))
                page.keyboard.press("j")
                page.keyboard.press("k")
                self.eventually(self.assertEqual, "Third", page.locator(SHOWN).inner_text)
                before.click()
                self.eventually(self.assertEqual, "Second", page.locator(SHOWN).inner_text)
                # Each message gets its content back from the view.
                self.assertEqual(1, page.locator("#m1 .p").count())
                self.assertEqual(1, page.locator("dialog .p").count())
                page.keyboard.press("Escape")
                page.locator("dialog").first.wait_for(state="detached")
                self.eventually(self.assertEqual, [1, 1, 0, 1],
                                lambda: [page.locator(f"#m{number} .p").count() for number in (1, 2, 3, 4)])
                self.eventually(self.assertIn, "Second", lambda: focused(page))

    @rules("V1", "F7")
    def test_only_messages_that_are_shown_follow(self):
        page = self.open(SEVERAL, calm=True, query="urgency=error")
        view = self.view(page)
        self.eventually(self.assertEqual, "1 of 2", self.where(view))
        page.keyboard.press("j")
        page.keyboard.press("j")
        self.eventually(self.assertEqual, "Second", page.locator(SHOWN).inner_text)

    @rules("V1", "M11")
    def test_done_escape_and_back_close_it_and_the_focus_returns_to_the_row(self):
        for size in ("compact", "regular"):
            for way in ("Done", "Escape", "back"):
                with self.subTest(size=size, way=way):
                    page = self.open(SEVERAL, size, calm=True)
                    view = self.view(page)
                    self.eventually(self.assertEqual, 'button "Done"', lambda: focused(page))
                    if way == "Done":
                        view.get_by_role("button", name="Done").click()
                    elif way == "Escape":
                        page.keyboard.press("Escape")
                    else:
                        page.go_back()
                    page.locator("dialog").first.wait_for(state="detached")
                    self.eventually(self.assertIn, "Details" if size == "compact" else "First", lambda: focused(page))
                    self.eventually(self.assertEqual, 1, page.locator("#m1 .p").count)

    @rules("V1")
    def test_key_opens_it_and_the_focus_returns_to_the_message(self):
        page = self.open(SEVERAL, calm=True)
        page.keyboard.press("j")
        page.keyboard.press("o")
        page.get_by_role("dialog", name="First").wait_for()
        self.eventually(self.assertEqual, 'button "Done"', lambda: focused(page))
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, "m1", lambda: page.evaluate("document.activeElement.closest('li').id"))

    @rules("V2")
    def test_title_place_and_command_can_be_copied(self):
        page = self.open(SEVERAL, calm=True)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        view = self.view(page)
        copied = lambda: page.evaluate("navigator.clipboard.readText()").rstrip()  # noqa: E731
        for name in ("First", "Sources/Engine/Index.swift:41"):
            view.get_by_role("button", name=f"Copy: {name}").click()
            self.eventually(self.assertEqual, name, copied)
        page.keyboard.press("j")
        view.get_by_role("button", name="Copy", exact=True).click()
        self.eventually(self.assertEqual, "swift test", copied)

    @rules("M14", "V1")
    def test_messages_that_wait_as_text_follow(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.open(LARGE, size, calm=True, fragment="m1300")
                page.locator("#m1300.here").wait_for()
                page.locator("#m1300 .d > summary").click()
                page.get_by_role("dialog", name="Message 1300").wait_for()
                page.keyboard.press("j")
                page.get_by_role("dialog", name="Message 1301").wait_for()
                self.eventually(self.assertIn, "Log 1301.", page.locator("dialog").inner_text)
                self.eventually(self.assertEqual, "1,301 of 1,500", self.where(page.locator("dialog")))
                self.assertEqual(1, page.get_by_text("Log 1301.").count())
                self.assertTrue(page.locator("#m1301").evaluate("cell => cell.matches('[data-seen]')"))
                page.keyboard.press("Escape")
                page.locator("dialog").first.wait_for(state="detached")
                self.eventually(self.assertEqual, 1, page.locator("#m1301 .p").count)

    @rules("V1", "V3")
    def test_what_is_shown_is_on_paper_in_its_row(self):
        page = self.open(SEVERAL, calm=True)
        self.view(page)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 1, page.locator("#m1 .p").count)
        self.eventually(self.assertEqual, 0, page.locator(OPEN).count)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.eventually(self.assertIn, "The log of the first.", page.locator(OPEN).inner_text)

    @rules("V1")
    def test_with_a_key_held_a_row_opens_in_place(self):
        page = self.open(night([{"title": "First", "details": "The log.", "text": "It fails."}, "Second"]), calm=True)
        page.locator(ROW).first.click(modifiers=["Control"])
        self.eventually(self.assertTrue, lambda: page.locator("#m1 [data-row]").evaluate("row => row.open"))
        self.assertEqual(0, page.locator(OPEN).count())
        # Without an open panel, a row that shows everything stays as it is.
        page.locator("#m2 h4").click()
        self.assertEqual(0, page.locator(OPEN).count())

    @rules("V1")
    def test_panel_closes_where_there_is_no_room_for_it(self):
        page = self.open(SEVERAL, calm=True)
        self.view(page)
        page.set_viewport_size({"width": 800, "height": 900})
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, 1, page.locator("#m1 .p").count)
        self.view(page, 1)
        self.eventually(self.assertEqual, 1, page.locator("dialog:modal").count)
