"""Modal views (V1 to V3): details of messages and entries, and what is code in them."""
from browser import BrowserTest, focused, night, rules

OPEN = "dialog[open]"
LONG = "x" * 400
LOG = f"first line\n  second line {LONG}\nthird line"
DETAILS = f"What happened.\n\n```\n{LOG}\n```\n\nAfter that."
MESSAGE = "li[data-key] .d:has(> .p) > summary"
ENTRY = "li[data-tense][id] .d:has(> .p) > summary"


def report(details=DETAILS):
    return night([{"title": "A broken test", "text": "It fails.", "details": details}, "A slow test"],
                 timeline=[{"time": "2026-11-20", "title": "Code freeze", "details": details}])


class ModalViews(BrowserTest):
    def view(self, page, opener=MESSAGE):
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
                    self.eventually(self.assertEqual, title, view.locator(".top").get_by_role("heading").inner_text)
                    self.eventually(self.assertIn, "After that.", view.inner_text)
                    done, heading = view.get_by_role("button", name="Done"), view.locator(".top").get_by_role("heading")
                    self.eventually(self.assertGreater, lambda: done.bounding_box()["x"], lambda: heading.bounding_box()["x"])
                    done.click()
                    page.locator("dialog").first.wait_for(state="detached")
                    self.eventually(self.assertIn, "Details", lambda: focused(page))

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
            moving = page.locator(MESSAGE).evaluate("""node => { node.click();
              return document.querySelector('dialog').getAnimations().map(one => one.transitionProperty); }""")
            self.assertEqual(not calm, "translate" in moving)

    @rules("V1")
    def test_keyboard_opens_a_view_and_escape_returns_the_focus(self):
        page = self.open(report())
        page.locator(MESSAGE).focus()
        page.keyboard.press("Enter")
        self.eventually(self.assertEqual, 'button "Done"', lambda: focused(page))
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertIn, '"Details: A broken test"', lambda: focused(page))

    @rules("V1")
    def test_details_are_moved_into_the_view_not_copied(self):
        page = self.open(report(), calm=True)
        # The one link to copy goes where the pointer goes.
        inside = """page => { document.querySelector('.linker')?.remove(); return page.innerHTML; }"""
        before = page.locator(".page").evaluate(inside)
        self.view(page)
        self.eventually(self.assertEqual, 2, page.locator(".p").count, "the message's and the entry's")
        doubles = page.evaluate("""() => { const ids = [...document.querySelectorAll('[id]')].map(node => node.id);
          return ids.filter((id, at) => ids.indexOf(id) !== at); }""")
        self.assertEqual([], doubles)
        page.keyboard.press("Escape")
        page.locator("dialog").first.wait_for(state="detached")
        self.eventually(self.assertEqual, before, lambda: page.locator(".page").evaluate(inside), "everything is back in its place")

    @rules("V1")
    def test_the_page_behind_does_not_scroll(self):
        page = self.open(night([{"title": "A broken test", "details": DETAILS}, *map(str, range(60))]), calm=True)
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
        view.get_by_role("button", name="Copy").click()
        view.get_by_text("Copied").first.wait_for()
        page.locator("dialog .live", has_text="Copied").wait_for(state="attached")
        self.eventually(self.assertEqual, LOG, lambda: page.evaluate("navigator.clipboard.readText()").rstrip())

    @rules("V2")
    def test_text_is_selected_where_copying_is_not_allowed(self):
        page = self.open(report(), calm=True)
        # As where a page comes from an address that is not safe.
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        view = self.view(page)
        view.get_by_role("button", name="Copy").click()
        view.get_by_text("Copying is not allowed here. The text is selected.").first.wait_for()
        self.eventually(self.assertEqual, LOG, lambda: page.evaluate("getSelection().toString()").rstrip())

    @rules("V3")
    def test_details_open_in_place_without_script_and_when_printed(self):
        page = self.open(report(), script=False)
        content = page.locator("li[data-key] .p")
        self.eventually(self.assertFalse, content.is_visible)
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
