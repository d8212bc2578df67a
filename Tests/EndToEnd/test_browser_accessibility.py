"""What a machine can judge of every example, with everything open that can be opened."""
import support
from browser import COLOUR_RULES, OPEN, BrowserTest, axe, dismiss, night, rules, unfold

# The elements that open a dialog, a disclosure or a line.
OPENERS = ('.page button[aria-haspopup="dialog"], #overview > a[href="#messages"], '
           ".page .d > summary, .page .cell > .more > summary, .banners .bar, .alerts h2")
# Finds the next opener of a kind not yet seen: one of each kind in a part of the page suffices.
NEXT = """([openers, seen, place]) => {
  const kind = opener => [opener.localName, opener.localName === 'button' ? opener.className + opener.textContent : '',
    opener.parentElement.className, opener.parentElement.children[1]?.className,
    opener.closest('.timeline, .messages, [data-component=alert], div[data-kind]')?.className].join();
  const isVisible = opener => opener.checkVisibility({visibilityProperty: true}) &&
    (({width, height}) => width > 1 && height > 1)(opener.getBoundingClientRect());
  const all = [...document.querySelectorAll(openers)];
  const next = all.findIndex((opener, at) => at >= place && isVisible(opener) && !seen.includes(kind(opener)));
  return next < 0 ? null : [next, kind(all[next])]; }"""
# The colour schemes in which every page is checked. Forced colours are those of the system.
COLOURS = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
           "forced": {"color_scheme": "light", "forced_colors": "active"}}


class Accessibility(BrowserTest):
    judged = {}     # what axe finds, by example and size: a page is opened once for all colours

    def each_opened(self, page):
        """Opens one thing after the other and closes it again; yields a word for it, a selector of all that is open,
        and one of what is new."""
        alerts = 0
        while page.locator(OPEN).count():
            yield f"an alert when the page opens ({alerts})", "dialog[open]", "dialog[open]"
            shown = page.locator(OPEN).first.element_handle()
            page.keyboard.press("Escape")
            shown.wait_for_element_state("hidden")
            # The next alert opens after this one has closed; then the page accepts clicks.
            self.until(page, "!!document.querySelector('dialog[open]') || !document.querySelector('[inert]')")
            alerts += 1
            self.assertLess(alerts, 20, "Escape does not close what opened with the page")
        # The contents of rows are checked, too.
        unfold(page)
        seen = []
        place = 0
        while found := page.evaluate(NEXT, [OPENERS, seen, place]):
            opener = page.locator(OPENERS).nth(found[0])
            place = found[0] + 1
            seen.append(found[1])
            name = opener.inner_text().strip()
            opener.click()
            self.settle(page)
            if page.locator(OPEN).count():
                yield name, OPEN, OPEN
                dismiss(page)
            else:
                opener.evaluate("opener => opener.dataset.opened = ''")
                yield name, "details[open], .full", "details[open]:has(> summary[data-opened]), .full:has([data-opened])"
                opener.evaluate("opener => delete opener.dataset.opened")
                if opener.evaluate("opener => opener.parentElement.matches('[open], .full')"):
                    opener.click()

    def faults(self, name, size):
        """What axe finds in an example, by colours: what is open is judged in each before it is closed."""
        # Without animations, so that no fading element is checked.
        page = self.open(name, size, calm=True)
        found = {colours: [] for colours in COLOURS}

        def judge(moment, place="html"):
            for colours, media in COLOURS.items():
                if colours == "forced" and place != "html":
                    continue
                page.emulate_media(**{"forced_colors": "none", **media})
                self.settle(page)
                rules_of_scheme = () if colours == "light" else COLOUR_RULES
                found[colours] += [f"{moment}: {fault}" for fault in axe(page, place, rules_of_scheme)]
        judge("when it opens")
        for opened, _, new in self.each_opened(page):
            if page.locator(new).count():
                judge(opened, new)
        # Everything that was checked alone, and the rows, which are open now.
        judge("after everything was closed")
        page.context.close()
        return found

    def judge(self, colours):
        for name in support.examples():
            for size in ("compact", "regular"):
                with self.subTest(example=name, size=size):
                    if (name, size) not in self.judged:
                        self.judged[name, size] = self.faults(name, size)
                    self.assertEqual([], self.judged[name, size][colours])

    def test_axe_finds_no_fault_in_light_colours(self):
        self.judge("light")

    def test_axe_finds_no_fault_in_dark_colours(self):
        self.judge("dark")

    def test_axe_finds_no_fault_in_forced_colours(self):
        self.judge("forced")

    def test_right_to_left_nothing_scrolls_sideways(self):
        for size in ("narrowest", "compact", "regular"):
            with self.subTest(size=size):
                page = self.open("rtl", size, calm=True)
                self.assertEqual("rtl", page.evaluate("document.dir"))
                for opened, place, _ in self.each_opened(page):
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
                    for opened, *_ in self.each_opened(page):
                        self.assertEqual([], self.moving(page), opened)
