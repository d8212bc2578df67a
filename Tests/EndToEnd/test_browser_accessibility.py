"""What a machine can judge of every example, with everything open that can be opened."""
import support
from browser import OPEN, BrowserTest, axe, dismiss, night, rules, unfold

# What opens something: over the page, or in its place.
OPENERS = ('.page button[aria-haspopup="dialog"], #overview > a[href="#messages"], '
           ".page .d > summary, .page .more > summary")
# Of those that do the same in the same part of the page, one is judged.
KIND = """opener => [opener.localName, opener.localName === 'button' ? opener.className + opener.textContent : '',
  opener.parentElement.className, opener.parentElement.children[1]?.className,
  opener.closest('.timeline, .messages, [data-component=alert], div[data-kind]')?.className].join()"""


class Accessibility(BrowserTest):
    def each_opened(self, page):
        """Opens one thing after the other, yields the selector of what is judged, and closes it again."""
        alerts = 0
        while page.locator(OPEN).count():
            yield f"an alert when the page opens ({alerts})", "dialog[open]"
            shown = page.locator(OPEN).first.element_handle()
            page.keyboard.press("Escape")
            shown.wait_for_element_state("hidden")
            # The next one opens when this one says that it is closed; then the page takes clicks again.
            self.until(page, "!!document.querySelector('dialog[open]') || !document.querySelector('[inert]')")
            alerts += 1
            self.assertLess(alerts, 20, "Escape does not close what opened with the page")
        # What rows hold is judged, too.
        unfold(page)
        seen = set()
        place = 0
        while place < page.locator(OPENERS).count():
            opener = page.locator(OPENERS).nth(place)
            place += 1
            if not opener.is_visible() or (kind := opener.evaluate(KIND)) in seen:
                continue
            seen.add(kind)
            name = opener.inner_text().strip()
            opener.click()
            self.settle(page)
            if page.locator(OPEN).count():
                yield name, OPEN
                dismiss(page)
            else:
                yield name, "details[open]"
                if opener.evaluate("opener => opener.parentElement.open"):
                    opener.click()

    def judge(self, scheme="light", forced=False):
        for name in support.examples():
            for size in ("compact", "regular"):
                with self.subTest(example=name, size=size):
                    # Calm, so that nothing is judged while it fades.
                    page = self.open(name, size, scheme=scheme, forced=forced, calm=True)
                    faults = [f"when it opens: {fault}" for fault in axe(page)]
                    for opened, place in self.each_opened(page):
                        if page.locator(place).count():
                            faults += [f"{opened}: {fault}" for fault in axe(page, place)]
                    faults += [f"after everything was closed: {fault}" for fault in axe(page)]
                    self.assertEqual([], faults)
                    page.context.close()

    def test_axe_finds_no_fault_in_light_colours(self):
        self.judge()

    def test_axe_finds_no_fault_in_dark_colours(self):
        self.judge("dark")

    def test_axe_finds_no_fault_in_forced_colours(self):
        self.judge(forced=True)

    def test_right_to_left_nothing_scrolls_sideways(self):
        for size in ("narrowest", "compact", "regular"):
            with self.subTest(size=size):
                page = self.open("rtl", size, calm=True)
                self.assertEqual("rtl", page.evaluate("document.dir"))
                for opened, place in self.each_opened(page):
                    wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
                    self.assertLessEqual(wide, shown, opened)
                    for box in page.evaluate("""place => [...document.querySelectorAll(place)].map(node => {
                          const {left, right} = node.getBoundingClientRect();
                          return [left, right, node.scrollWidth - node.clientWidth]; })""", place):
                        self.assertGreaterEqual(box[0], -0.5, opened)
                        self.assertLessEqual(box[1], shown + 0.5, opened)
                        self.assertLessEqual(box[2], 0, f"{opened} scrolls sideways in itself")

    def moving(self, page):
        return page.evaluate("""document.getAnimations().filter(one => one.playState === 'running')
          .map(one => (one.animationName || one.transitionProperty) + ' of ' + one.effect.target.className)""")

    @rules("B2")
    def test_nothing_moves_with_reduced_motion(self):
        dataset = night(timeline=["Code freeze"], messages=[
            {"kind": "progress", "urgency": "information", "title": "Uploading symbols"},
            {"title": "One", "details": "More.", "actions": [{"title": "Retry", "url": "https://a.example"},
                                                             {"title": "Ignore", "url": "https://b.example"}]}, "Two"])
        self.assertNotEqual([], self.moving(self.open(dataset)), "a sync that runs is seen to run")
        for source in (dataset, "nightly", "incident"):
            for size in ("compact", "regular"):
                with self.subTest(source=source if isinstance(source, str) else "night", size=size):
                    page = self.open(source, size, calm=True)
                    self.assertEqual([], self.moving(page))
                    for opened, _ in self.each_opened(page):
                        self.assertEqual([], self.moving(page), opened)
