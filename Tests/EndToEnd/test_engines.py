"""What a reader does most, in Chromium, Firefox and WebKitGTK: the same tests in each engine."""

import engines
import support
from browser import night, rendered, rules, server

FINDINGS = [f"Finding {number}" for number in range(12)]
REPORT = night(
    [{"title": "The build is broken", "urgency": "error", "category": "Builds", "text": "The **linker** failed.",
      "details": "```\n" + "\n".join(f"line {number}" for number in range(60)) + "\n```", "time": "2026-11-20T01:00:00Z"},
     *({"title": title, "category": "Checks", "time": f"2026-11-19T{at:02}:00:00Z"} for at, title in enumerate(FINDINGS)),
     {"title": "A broken test", "category": "Checks", "text": "It fails.", "actions": [
         {"title": "Retry", "url": "#overview"}, {"title": "Ask the Team"},
         {"title": "Delete", "url": "https://ci.example/delete", "role": "destructive"}]},
     *({"title": f"Later {title}", "category": "Checks"} for title in FINDINGS)],
    timeline=[f"Step {number}" for number in range(12)],
    categories=[{"id": name, "title": name} for name in ("Builds", "Checks")], filters={"fast": ["urgency", "category"]})
OVERVIEW = "#overview > .btn"
VIEW = "document.querySelector('[popover]:popover-open .messages')"
ACTIONS = "li[data-key] .d:has(> .sheet) > summary"
DETAILS = "li[data-key] .d:has(> .p) > summary"
DIALOG = "dialog[open]"
OPEN = f"document.querySelector('{DIALOG}')"
GONE = "!document.querySelector('dialog, [popover]:popover-open')"
TITLES = "[...document.querySelectorAll('li[data-key]')].filter(cell => cell.checkVisibility()).map(cell => cell.querySelector('.t').textContent)"


class Reading:
    """The tests; each engine has a class of its own below."""

    engine = None
    browser = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.leave)

    @classmethod
    def leave(cls):
        if cls.browser:
            cls.browser.close()
        cls.browser = None

    def open(self, source=REPORT, size=(1280, 900), query="", fragment=""):
        """Opens a page, in a new browser where the last one has ended. A browser that is missing is a failure."""
        owner = type(self)
        if owner.browser is None:
            owner.browser = engines.start(self.engine)
        owner.browser.resize(*size)
        owner.browser.open(server().address(rendered(source), "") + query + fragment)
        owner.browser.wait("document.documentElement.classList.contains('js')")
        return owner.browser

    def run(self, result=None):
        before = len(result.errors) + len(result.failures) if result else 0
        super().run(result)
        # A browser that a failed test leaves behind is in no state to be relied on.
        if result and len(result.errors) + len(result.failures) > before:
            self.leave()

    def assertAt(self, page, selector, **places):
        """Waits until an element stands at these places of the window, to two pixels; it may slide there."""
        wanted = "".join(f" && Math.abs(box.{side} - {place}) <= 2" for side, place in places.items())
        page.wait(f"(box => box{wanted})(document.querySelector({selector!r})?.getBoundingClientRect())")

    @rules("M4", "M5", "M11")
    def test_view_details_opens_the_messages_and_closes_them(self):
        for width, way in ((1280, "button"), (1100, "Escape"), (390, "button"), (390, "Escape")):
            with self.subTest(width=width, way=way):
                page = self.open(size=(width, 800))
                page.click(OVERVIEW)
                page.wait(VIEW + " && true")
                # On compact it is a sheet at the window's lower edge, else it begins below the overview.
                if width < 600:
                    self.assertAt(page, "[popover]", left=0, width=width, bottom=800)
                else:
                    _, top, _, height = page.box("#overview")
                    self.assertAt(page, "[popover]", top=top + height + 8)
                self.assertEqual(0, page.evaluate("scrollY"))
                if way == "button":
                    page.click("[popover] > .top > .btn")
                else:
                    page.press(way)
                page.wait(GONE)
                page.wait(f"document.activeElement.matches('{OVERVIEW}')")
                page.wait("!document.querySelector('[popover]')")

    @rules("S2", "S4")
    def test_actions_open_at_their_button_and_the_page_does_not_scroll(self):
        for size in ((1280, 900), (700, 800), (390, 844)):
            with self.subTest(size=size):
                page = self.open(size=size)
                page.evaluate(f"document.querySelector('{ACTIONS}').scrollIntoView({{block: 'center'}})")
                page.wait("scrollY > 100")
                scrolled = page.evaluate("scrollY")
                left, top, _, height = page.box(ACTIONS)
                page.click(ACTIONS)
                page.wait(OPEN + " && true")
                if size[0] < 600:
                    self.assertAt(page, DIALOG, left=0, width=size[0], bottom=size[1])
                else:
                    self.assertAt(page, DIALOG, left=left, top=top + height + 8, width=320)
                self.assertAt(page, ACTIONS, left=left, top=top)
                page.press("Escape")
                page.wait(GONE)
                self.eventually(self.assertAlmostEqual, scrolled, lambda: page.evaluate("scrollY"), delta=2)

    @rules("V1", "M11")
    def test_details_open_over_the_page_and_done_closes_them(self):
        for size in ((1280, 900), (390, 844)):
            with self.subTest(size=size):
                page = self.open(size=size)
                page.click(DETAILS)
                page.wait(f"{OPEN}?.textContent.includes('line 59')")
                page.wait(f"(box => box.top >= 0 && box.bottom <= innerHeight + 1)({OPEN}.getBoundingClientRect())")
                page.wait(f"(box => Math.abs({size[0]} / 2 - box.left - box.width / 2) <= 2)({OPEN}.getBoundingClientRect())")
                page.click("dialog[open] > .top .cancel")
                page.wait(GONE)
                page.wait(f"document.activeElement.matches('{DETAILS}')")

    @rules("F7")
    def test_search_shows_only_messages_with_the_words(self):
        page = self.open()
        page.click("#search")
        page.type("linker")
        page.wait(f"{TITLES}.join() === 'The build is broken'")
        page.wait("location.search.includes('text=linker')")
        page.press("Escape")
        page.wait(f"{TITLES}.length > 20")

    @rules("F1", "F2")
    def test_a_chip_filters_and_a_second_click_removes_the_filter(self):
        page = self.open()
        chip = ".messages .feedback .chip:has([value=error])"
        page.click(chip)
        page.wait(f"{TITLES}.length === 1")
        page.wait("location.search.includes('urgency=error')")
        page.click(chip)
        page.wait(f"{TITLES}.length > 20")

    @rules("M7")
    def test_a_category_filters(self):
        page = self.open()
        chip = ".feedback .chip:has([name=category])"
        page.click(chip)
        page.wait(f"{TITLES}.length < 20")
        page.click(".feedback .chip:has([name=category]:checked)")
        page.wait(f"{TITLES}.length > 20")

    @rules("F5", "O1")
    def test_the_form_sorts(self):
        page = self.open(query="?sort=urgency:desc")
        page.click("main .feedback .chip[aria-haspopup]")
        page.wait(OPEN + " && true")
        for key in ("title", "urgency"):
            if page.evaluate(f"document.querySelector('dialog [name=sort][value={key}]').checked") == (key == "urgency"):
                page.click(f"dialog [name=sort][value={key}]")
        page.click("dialog .primary")
        page.wait(GONE)
        page.wait("location.search.includes('sort=title')")
        page.wait(f"{TITLES}[0] === 'A broken test'")

    @rules("M9")
    def test_a_link_to_a_message_brings_it_into_sight(self):
        page = self.open(size=(1280, 500), fragment="#m20")
        page.wait("document.querySelector('#m20.here')")
        page.wait("(box => box.top >= 0 && box.bottom <= innerHeight)(document.querySelector('#m20').getBoundingClientRect())")

    @rules("P6")
    def test_back_returns_from_where_a_link_led(self):
        page = self.open()
        page.click("[data-component=timeline-preview]")
        page.wait("location.hash === '#timeline'")
        page.back()
        page.wait("location.hash === '' && document.querySelector('#overview')")
        page.click(OVERVIEW)
        page.wait(VIEW + " && true")

    @rules("B2")
    def test_progress_track_has_length_of_progress_and_colour_of_urgency(self):
        for locale in ("en", "ar"):
            page = self.open(night([{"kind": "progress", "urgency": "error", "title": "Upload", "progress": {"done": 1, "of": 4}}, "One"],
                                   locale=locale))
            colour, fill, whole, part = page.evaluate("""(track => {
              const probe = document.createElement('i'), part = track.firstElementChild, edges = node => {
                const { left, right } = node.getBoundingClientRect(); return [left, right]; };
              probe.style.color = 'var(--fill)'; track.parentNode.append(probe);
              return [getComputedStyle(probe).color, getComputedStyle(part).fill, edges(track), edges(part)];
            })(document.querySelector('.track'))""")
            self.assertEqual(colour, fill)
            self.assertAlmostEqual((whole[1] - whole[0]) / 4, part[1] - part[0], delta=1)
            start = locale == "ar"
            self.assertAlmostEqual(whole[start], part[start], delta=1)


class InChromium(Reading, support.ProgramTest):
    engine = "chromium"


class InFirefox(Reading, support.ProgramTest):
    engine = "firefox"


class InWebKit(Reading, support.ProgramTest):
    engine = "webkit"
