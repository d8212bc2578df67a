"""What a reader does most, in Chromium, Firefox and WebKitGTK: the same tests in each engine."""
from browser import night, rules
from engine_tests import COMPACT, DESK, EngineTest, in_each

FINDINGS = [f"Finding {number}" for number in range(12)]
LATER = [f"Later finding {number}" for number in range(12)]
BROKEN, TEST = "The build is broken", "A broken test"
REPORT = night(
    [{"title": BROKEN, "urgency": "error", "category": "Builds", "text": "The **linker** failed.",
      "details": "```\n" + "\n".join(f"line {number}" for number in range(60)) + "\n```", "time": "2026-11-20T01:00:00Z"},
     *({"title": title, "category": "Checks", "time": f"2026-11-19T{at:02}:00:00Z"} for at, title in enumerate(FINDINGS)),
     {"title": TEST, "category": "Checks", "text": "It fails.", "actions": [
         {"title": "Retry", "url": "#overview"}, {"title": "Ask the Team"},
         {"title": "Delete", "url": "https://ci.example/delete", "role": "destructive"}]},
     *({"title": title, "category": "Checks"} for title in LATER)],
    timeline=[f"Step {number}" for number in range(12)],
    categories=[{"id": name, "title": name} for name in ("Builds", "Checks")], filters={"fast": ["urgency", "category"]})
BEFORE = night(["Something else"])
LARGE = night([{"title": f"Message {number}", "text": "One.\n\nTwo.\n\nThree."} for number in range(1000)])
# The time to lay out the page, then to query each paragraph's height as Firefox's reader view does.
COST = """(() => {
  const time = act => { const start = performance.now(); act(); return performance.now() - start; };
  const ask = () => [...document.querySelectorAll('p, pre')].filter(node => node.clientHeight).length;
  const layout = size => { document.documentElement.style.fontSize = size; document.body.getBoundingClientRect(); };
  return [time(() => layout('101%')), time(ask)];
})()"""


class Reading(EngineTest):
    # --- open ---

    @rules("M9")
    def test_a_message_opens_and_closes_in_its_place(self):
        for size in ((800, 900), COMPACT):
            with self.subTest(size=size):
                page = self.open(REPORT, size=size)
                _, top, _, _ = page.box(page.row(TEST))
                page.open_row(TEST)
                page.wait(page.NOTHING_OVER)
                page.wait(f"document.querySelector('#{page.id(TEST)} [data-rest]').textContent.includes('It fails.')")
                page.click(page.row(TEST))
                page.wait(f"!({page.is_row_open(TEST)})")
                # The keyboard works, too.
                page.wait(page.has_focus(page.row(TEST)))
                page.press("Enter")
                page.wait(page.is_row_open(TEST))

    @rules("M9")
    def test_what_is_folded_costs_nothing_when_paragraphs_are_asked_for_their_size(self):
        page = self.open(LARGE)
        # A busy machine delays single measurements; the cost of a fault is in all of them.
        whole, asked = page.evaluate(COST)
        for _ in range(11):
            if asked < 10 * max(whole, 5):
                break
            whole, asked = map(min, zip((whole, asked), page.evaluate(COST)))
        self.assertLess(asked, 10 * max(whole, 5))

    @rules("M4", "M5", "F7")
    def test_view_details_scrolls_to_the_messages_and_back_returns(self):
        for act in ("click", "Enter"):
            with self.subTest(act=act):
                page = self.open(REPORT, size=(1280, 500))
                if act == "click":
                    page.click(page.VIEW_DETAILS)
                else:
                    page.focus(page.VIEW_DETAILS)
                    page.press(act)
                page.wait(page.is_in_window(page.MESSAGES_HEADING))
                page.wait(page.has_focus(page.MESSAGES_HEADING))
                page.wait(page.NOTHING_OVER)
                page.wait("location.hash === '#messages'")
                page.back()
                page.wait("location.hash === '' && scrollY === 0")

    @rules("M5", "M10", "M11", "F7")
    def test_on_compact_view_details_opens_a_sheet_which_every_way_closes(self):
        for way in ("button", "Escape", "back", "beside", "handle"):
            with self.subTest(way=way):
                page = self.open(REPORT, size=COMPACT)
                page.tap(page.VIEW_DETAILS)
                self.assertAt(page, page.VIEW, left=0, width=page.room(), bottom=COMPACT[1])
                self.assertGreaterEqual(page.box(page.VIEW)[3], 0.9 * COMPACT[1])
                self.assertEqual(0, page.evaluate("scrollY"))
                if way == "button":
                    page.tap(page.VIEW_CLOSER)
                elif way == "Escape":
                    page.press(way)
                elif way == "back":
                    page.back()
                elif way == "beside":
                    page.drag((195, 20), (195, 20), touch=True)
                else:
                    x, y = page.middle(page.VIEW_GRIP)
                    page.drag((x, y), (x, COMPACT[1] - 10), touch=True)
                page.wait(page.NOTHING_OVER)
                page.wait(page.has_focus(page.VIEW_DETAILS))

    @rules("M9")
    def test_a_link_to_a_message_brings_it_into_sight(self):
        for query in ("", "?urgency=error"):
            with self.subTest(query=query):
                page = self.open(REPORT, size=(1280, 500), query=query, fragment="#m20")
                page.wait("document.querySelector('#m20')?.checkVisibility()")
                page.wait(page.is_in_window("#m20"))
                page.wait(page.has_focus_within("#m20"))

    # --- actions and details ---

    @rules("S2", "S4")
    def test_actions_open_at_their_button_and_the_page_does_not_scroll(self):
        for size in (DESK, (700, 800), COMPACT):
            with self.subTest(size=size):
                page = self.open(REPORT, size=size)
                page.open_row(TEST)
                button = page.actions(TEST)
                page.evaluate(f"document.querySelector('{button}').scrollIntoView({{block: 'center'}})")
                page.wait("scrollY > 100")
                scrolled = page.evaluate("scrollY")
                left, top, _, height = page.box(button)
                page.click(button)
                page.wait(page.is_over("Retry"))
                if size[0] < 600:
                    self.assertAt(page, page.DIALOG, left=0, width=page.room(), bottom=size[1])
                else:
                    self.assertAt(page, page.DIALOG, left=left, top=top + height + 8, width=320)
                self.assertAt(page, button, left=left, top=top)
                page.press("Escape")
                page.wait(page.NOTHING_OVER)
                self.eventually(self.assertAlmostEqual, scrolled, lambda: page.evaluate("scrollY"), delta=2)

    @rules("S4", "M10")
    def test_an_action_sheet_on_compact_closes_by_a_tap_beside_it_and_by_its_handle(self):
        for way in ("beside", "handle"):
            with self.subTest(way=way):
                page = self.open(REPORT, size=COMPACT)
                page.open_row(TEST)
                button = page.actions(TEST)
                page.tap(button)
                self.assertAt(page, page.DIALOG, left=0, width=page.room(), bottom=COMPACT[1])
                if way == "beside":
                    page.drag((195, 20), (195, 20), touch=True)
                else:
                    x, y = page.middle(page.GRIP)
                    page.drag((x, y), (x, COMPACT[1] - 10), touch=True)
                page.wait(page.NOTHING_OVER)
                page.wait(page.has_focus(button))

    @rules("S3", "S4")
    def test_an_action_leads_where_its_link_does_and_closes_its_sheet(self):
        page = self.open(REPORT)
        page.open_row(TEST)
        page.click(page.actions(TEST))
        page.wait(page.is_over("Retry"))
        page.click(f"{page.DIALOG} a[href='#overview']")
        page.wait("location.hash === '#overview'")
        page.wait(page.NOTHING_OVER)

    @rules("V1")
    def test_details_open_as_a_view_and_what_closes_it_returns_the_focus(self):
        for size in (DESK, (800, 900), COMPACT):
            for way in ("button", "Escape", "Back"):
                with self.subTest(size=size, way=way):
                    page = self.open(REPORT, size=size)
                    page.open_row(BROKEN)
                    page.click(page.details(BROKEN))
                    page.wait(page.is_over("line 59"))
                    page.wait(page.has_focus(page.CLOSER))
                    if size == DESK:
                        # On a desktop the dialog is a panel at the end edge.
                        self.assertAt(page, page.DIALOG, right=page.evaluate("document.documentElement.clientWidth"), top=0, bottom=size[1])
                    else:
                        page.wait(f"(box => Math.abs({page.room()} / 2 - box.left - box.width / 2) <= 2)"
                                  f"(document.querySelector('{page.DIALOG}').getBoundingClientRect())")
                    if way == "button":
                        page.click(page.CLOSER)
                    elif way == "Back":
                        page.back()
                    else:
                        page.press(way)
                    page.wait(page.NOTHING_OVER)
                    page.wait(page.has_focus_within(f"#{page.id(BROKEN)}"))
                    page.wait(page.is_row_open(BROKEN))

    @rules("V1", "F7")
    def test_what_closes_leaves_the_page_where_it_is_whatever_the_address_names(self):
        for size in (DESK, (800, 700), COMPACT):
            for way in ("Escape", "Back"):
                with self.subTest(size=size, way=way):
                    page = self.open(REPORT, size=size, fragment="#messages")
                    page.open_row(BROKEN)
                    page.evaluate(f"scrollBy({{top: document.querySelector('{page.details(BROKEN)}').getBoundingClientRect().top - 120, "
                                  "behavior: 'instant'})")
                    page.click(page.details(BROKEN))
                    page.wait(page.has_focus(page.CLOSER))
                    place = page.evaluate("scrollY")
                    page.back() if way == "Back" else page.press(way)
                    page.wait(page.NOTHING_OVER)
                    page.wait(page.has_focus_within(f"#{page.id(BROKEN)}"))
                    page.wait("history.state && !history.state.depth")
                    page.wait(f"Math.abs(scrollY - {place}) < 2")

    @rules("V1")
    def test_view_goes_on_to_the_next_message_by_key_and_button(self):
        for size in (DESK, COMPACT):
            with self.subTest(size=size):
                page = self.open(REPORT, size=size)
                page.open_row(BROKEN)
                page.click(page.details(BROKEN))
                page.wait(page.has_focus(page.CLOSER))
                page.type("j")
                page.wait(f"{page.VIEWED} !== '{BROKEN}'")
                page.click(page.PREVIOUS)
                page.wait(f"{page.VIEWED} === '{BROKEN}'")
                page.press("Escape")
                page.wait(page.NOTHING_OVER)

    @rules("V1")
    def test_row_that_is_chosen_beside_the_panel_is_shown_there(self):
        page = self.open(REPORT)
        page.click(page.row(BROKEN))
        page.wait(page.is_over("line 59"))
        page.click(page.row(TEST))
        page.wait(page.is_over("It fails."))
        page.wait(f"{page.VIEWED} === '{TEST}'")
        page.press("Escape")
        page.wait(page.NOTHING_OVER)
        page.wait(page.has_focus(page.row(TEST)))

    # --- search, filters, sort ---

    @rules("F7")
    def test_search_shows_only_messages_with_the_words(self):
        for size in (DESK, COMPACT):
            with self.subTest(size=size):
                page = self.open(REPORT, size=size)
                page.search("linker")
                page.wait(page.shows(BROKEN))
                page.wait("location.search.includes('text=linker')")
                page.press("Escape")
                page.wait(page.shows_more_than(20))
                page.wait("!location.search.includes('text')")
                page.wait(page.has_focus(page.SEARCH))

    @rules("F1", "F2", "F7")
    def test_a_chip_filters_and_a_second_click_removes_the_filter(self):
        page = self.open(REPORT)
        chip = page.chip("urgency", "error")
        page.click(chip)
        page.wait(page.shows(BROKEN))
        page.wait("location.search.includes('urgency=error')")
        # The chip moves to the active filters and keeps the focus.
        page.wait(page.has_focus(page.chip_box("urgency", "error")))
        page.click(chip)
        page.wait(page.shows_more_than(20))
        page.wait(page.has_focus(page.chip_box("urgency", "error")))

    @rules("F1")
    def test_the_space_bar_filters_and_the_focus_stays_on_the_chip(self):
        page = self.open(REPORT)
        page.click(page.SEARCH)
        for _ in range(8):
            if page.evaluate(page.has_focus(page.chip_box("urgency", "error"))):
                break
            page.press("Tab")
        for filtered in (page.shows(BROKEN), page.shows_more_than(20)):
            page.wait(page.has_focus(page.chip_box("urgency", "error")))
            page.press("Space")
            page.wait(filtered)
        page.wait(page.has_focus(page.chip_box("urgency", "error")))

    @rules("M7", "F7")
    def test_a_category_filters_and_back_undoes_it(self):
        page = self.open(REPORT)
        page.click(page.chip("category", "Builds"))
        page.wait(page.shows(BROKEN))
        page.back()
        page.wait(page.shows_more_than(20))
        page.wait("!location.search.includes('category')")

    @rules("F5", "O1")
    def test_the_form_sorts_and_filters(self):
        page = self.open(REPORT, query="?sort=urgency:desc")
        page.open_form()
        page.choose("sort", "title")
        page.choose("category", "Checks")
        page.apply()
        page.wait("location.search.includes('sort=title')")
        page.wait(page.shows_first(TEST))
        page.wait(page.shows(TEST, *sorted(FINDINGS, key=number), *sorted(LATER, key=number)))

    @rules("F5")
    def test_the_form_takes_the_focus_and_gives_it_back(self):
        for key in (None, "Enter", "Space"):
            with self.subTest(key=key):
                page = self.open(REPORT)
                if key:
                    page.focus(page.FORM_OPENER)
                    page.press(key)
                else:
                    page.click(page.FORM_OPENER)
                # The first field has the focus.
                page.wait(page.has_focus(f"{page.FORM} [name=sort]") + f" && document.activeElement === "
                          f"document.querySelector('{page.FORM} input')")
                page.press("Tab")
                page.wait(page.has_focus_within(page.DIALOG))
                page.press("Escape")
                page.wait(page.NOTHING_OVER)
                page.wait(page.has_focus(page.FORM_OPENER))

    # --- keys and back ---

    @rules("M9")
    def test_keys_go_from_message_to_message_and_open_them(self):
        page = self.open(REPORT)
        for key, title in zip("jjk", (BROKEN, LATER[0], BROKEN)):
            page.press(key)
            page.wait(page.focused_message(title) if title == BROKEN else f"!({page.focused_message(BROKEN)})")
        page.press("o")
        page.wait(page.is_over("line 59"))
        page.press("Escape")
        page.wait(page.NOTHING_OVER)
        page.press("/")
        page.wait(page.has_focus(page.SEARCH))
        # In a field the shortcut keys type letters.
        page.press("j")
        page.wait(f"document.querySelector('{page.SEARCH}').value === 'j'")

    def test_a_key_leads_to_now_and_another_lists_the_keys(self):
        page = self.open(REPORT, size=(1280, 400))
        self.assertFalse(page.evaluate(page.is_in_window(page.NOW)))
        page.press("?")
        page.wait(f"!!document.querySelector('{page.DIALOG} kbd')")
        page.press("Escape")
        page.wait(page.NOTHING_OVER)
        page.press("n")
        page.wait(page.is_in_window(page.NOW))

    @rules("P6")
    def test_back_returns_from_where_a_link_led(self):
        page = self.open(REPORT, size=(1280, 500))
        page.click(page.PREVIEW)
        page.wait("location.hash !== ''")
        page.wait(page.is_in_window(page.NOW))
        page.back()
        page.wait("location.hash === '' && scrollY === 0")

    @rules("T10")
    def test_the_wheel_over_the_timeline_scrolls_its_column(self):
        page = self.open(REPORT)
        left, top, width, _ = page.box("#timeline")
        page.wheel(left + width / 2, top + 60, 150)
        page.wait("Math.abs(document.querySelector('.column').scrollTop - 150) <= 2 && scrollY === 0")

    # --- alerts and banners ---

    @rules("A2", "A4", "A6")
    def test_an_alert_has_the_focus_on_its_words_and_enter_takes_its_usual_button(self):
        # Enter follows the only button, but never a destructive one.
        for title, role, place in (("Disk is full", "default", "#m2"), ("Disk is lost", "destructive", "")):
            with self.subTest(role=role):
                page = self.open(night([{"kind": "alert", "urgency": "error", "title": title, "text": "Act **now**.",
                                         "actions": [{"title": "Free Space", "url": "#m2", "role": role}]}, "One", "Two"]), baseline=BEFORE)
                page.wait(page.is_over(title))
                page.wait(page.has_focus(page.ALERT_WORDS))
                page.press("Enter")
                page.wait(page.NOTHING_OVER)
                self.eventually(self.assertEqual, place, lambda: page.evaluate("location.hash"))

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


def number(title):
    """Titles in the order of their numbers, as the page sorts them."""
    return int(title.rsplit(" ", 1)[1])


InChromium, InFirefox, InWebKit = in_each(Reading)
