"""Banners: their text, their targets, where they stand, and how long."""
from browser import BrowserTest, axe, dismiss, focused, night, point, rules
from clearing import counts

UPLOAD = {"kind": "progress", "urgency": "information", "title": "Uploading symbols", "text": "Reports have no names yet.",
          "progress": {"done": 3, "of": 8}, "time": "2026-11-20T03:09:00+01:00", "details": "The server asked for **a pause**."}
STALE = {"kind": "offline", "title": "Coverage is old", "time": "2026-11-18T22:40:00+01:00",
         "link": {"title": "Service status", "url": "https://status.harbor.example/"}}
CELLS = [{"title": f"Finding {at}", "category": "Analysis"} for at in range(30)]
LONG = "The service has not answered since Wednesday evening, and what is shown here is what it said last. " * 4


def banner(page, title):
    return page.locator("div[data-kind]", has_text=title)


def box(page, selector):
    return page.locator(selector).first.bounding_box()


class Banners(BrowserTest):
    def page(self, *banners, cells=CELLS, position="embedded", more=None, **options):
        return self.open(night([*banners, *cells], bannerPosition=position, **(more or {})), **options)

    @rules("B1")
    def test_longer_text_of_a_banner_is_cut_at_two_lines_and_opens(self):
        for size in ("compact", "regular"):
            for script in (True, False):
                with self.subTest(size=size, script=script):
                    page = self.page({**STALE, "text": LONG}, size=size, script=script)
                    text = page.locator(".rest > .x")
                    if script:
                        page.locator("div[data-kind] .bar").click()
                        # The script receives the toggle event only after the disclosure has opened.
                        page.locator("div[data-kind].full").wait_for()
                        self.assertEqual("Show less", page.locator("div[data-kind] .more > summary").inner_text())
                    else:
                        lines = text.evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
                        self.assertAlmostEqual(2, lines, delta=0.1)
                        page.locator("div[data-kind] .more > summary").click()
                    self.eventually(self.assertEqual, lambda: text.evaluate("it => it.scrollHeight"),
                                    lambda: text.evaluate("it => it.clientHeight"))

    @rules("B2")
    def test_nothing_in_a_banner_moves(self):
        page = self.page({**UPLOAD, "progress": {"done": 3}})
        self.assertEqual(0, page.evaluate("document.querySelector('.banners').getAnimations({subtree: true}).length"))
        self.assertFalse(page.locator("progress").evaluate("it => it.hasAttribute('value')"))

    @rules("B2")
    def test_the_track_above_a_banner_has_the_colour_of_its_kind(self):
        page = self.page(UPLOAD, STALE)
        fill = "(it, pseudo) => { const s = getComputedStyle(it, pseudo); return [s.backgroundColor, parseFloat(s.height)]; }"
        colour, height = banner(page, "Coverage").locator(".bar").evaluate(fill, "::before")
        sign = banner(page, "Coverage").locator("[data-label] > .i").evaluate("it => getComputedStyle(it).color")
        self.assertEqual(sign, colour)
        self.assertGreater(height, 1)
        track, whole = box(page, ".track"), box(page, "div[data-kind=progress]")
        self.assertAlmostEqual(track["y"], whole["y"], delta=1)
        self.assertAlmostEqual(track["width"], whole["width"], delta=2)

    @rules("B3")
    def test_the_bar_opens_the_details_and_the_others_do_not(self):
        page = self.page({**UPLOAD, "persistence": "dismissible", "link": {"title": "Open job", "url": "#finding"}})
        words = page.get_by_text("The server asked for a pause.")
        self.eventually(self.assertFalse, words.is_visible)
        page.locator(".bar .t").click()
        words.wait_for(state="visible")
        dismiss(page)
        words.wait_for(state="hidden")
        page.get_by_role("link", name="Open job").click()
        self.eventually(self.assertFalse, words.is_visible)
        page.get_by_role("button", name="Dismiss: Uploading symbols").click()
        self.eventually(self.assertFalse, banner(page, "Uploading").is_visible)
        page.get_by_role("button", name="Undo").click()
        banner(page, "Uploading").wait_for(state="visible")
        self.eventually(self.assertFalse, words.is_visible)

    @rules("B3")
    def test_the_keyboard_reaches_details_action_and_dismissal(self):
        page = self.page({**UPLOAD, "persistence": "dismissible", "link": {"title": "Open job", "url": "#finding"}})
        reached = []
        page.locator("#messages .clear").last.focus()
        for _ in range(3):
            page.keyboard.press("Tab")
            reached.append(focused(page))
        self.assertEqual({'button "Dismiss: Uploading symbols"', 'a "Open job"', 'summary "Show moreShow less"'},
                         {name.replace("Show more\n", "Show moreShow less") for name in reached})
        page.keyboard.press("Tab")
        self.assertEqual('summary "Details: Uploading symbols"', focused(page))

    @rules("B3")
    def test_targets_are_large_enough(self):
        for touch, least in ((False, 24), (True, 44)):
            page = self.page({**UPLOAD, "persistence": "dismissible", "link": {"title": "Open job", "url": "#finding"}},
                             size="compact", touch=touch)
            for name in (".bar", ".bar > .clear", ".rest [data-link] a"):
                with self.subTest(touch=touch, target=name):
                    size = box(page, name)
                    self.assertGreaterEqual(size["height"], least)
                    self.assertGreaterEqual(size["width"], 24)

    # --- position

    def gap(self, page):
        """From the verdict to the messages."""
        verdict = box(page, "#overview")
        return box(page, ".part")["y"] - verdict["y"] - verdict["height"]

    @rules("B4")
    def test_embedded_banner_pushes_the_page_down_and_overlapping_covers_it(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                alone = self.gap(self.page(size=size))
                embedded = self.page(UPLOAD, size=size)
                if size == "compact":
                    self.assertGreater(box(embedded, "div[data-kind] .bar")["y"], box(embedded, ".messages")["y"])
                else:
                    verdict, beside = box(embedded, "#overview"), box(embedded, "div[data-kind] .bar")
                    self.assertGreater(beside["x"], verdict["x"] + verdict["width"])
                page = self.page(UPLOAD, position="overlapping", size=size)
                self.still(page)
                self.assertAlmostEqual(alone, self.gap(page), delta=20)
                over, verdict = box(page, "div[data-kind]"), box(page, "#overview")
                self.assertGreater(over["y"] + over["height"], verdict["y"] + 2, "it covers the edge of what is below")
                self.assertLess(over["y"], 140, "it is at the top of the window")
                self.assertLessEqual(over["y"] + over["height"], box(page, "#verdict")["y"], "but no words")
                x, y = point(page, "div[data-kind] .t")
                self.assertTrue(page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('div[data-kind]')", [x, y]))

    @rules("B4")
    def test_overlapping_banner_slides_in(self):
        page = self.page(UPLOAD, position="overlapping", wait=False)
        page.wait_for_selector("div[data-kind]")
        self.assertEqual("drop", page.locator("div[data-kind]").evaluate("it => getComputedStyle(it).animationName"))
        calm = self.page(UPLOAD, position="overlapping", calm=True)
        self.assertEqual("none", calm.locator("div[data-kind]").evaluate("it => getComputedStyle(it).animationName"))

    @rules("B4")
    def test_overlapping_banner_never_covers_the_focused_element(self):
        page = self.page(UPLOAD, position="overlapping", size="compact", more={"summary": "Read [this](https://a.example/) first."})
        self.still(page)
        page.get_by_role("link", name="View details").focus()
        for step in range(40):
            page.keyboard.press("Shift+Tab" if step > 25 else "Tab")
            self.still(page)
            covered = page.evaluate("""() => {
              const at = document.activeElement, over = document.querySelector('.banners');
              if (at === document.body || over.contains(at)) return null;
              const a = at.getBoundingClientRect();
              const hit = document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2);
              return hit && over.contains(hit) ? at.textContent : null; }""")
            self.assertIsNone(covered)

    @rules("B4")
    def test_overlapping_banner_never_covers_an_alert(self):
        alert = {"kind": "alert", "urgency": "error", "title": "Certificate expired", "category": "Analysis"}
        page = self.page(UPLOAD, alert, position="overlapping")
        for scroll in (0, 100, 250, 600):
            page.evaluate("y => scrollTo(0, y)", scroll)
            self.still(page)
            covered = page.evaluate("""() => [...document.querySelectorAll('[data-component=alert], [role=alertdialog]')].some(it => {
              const a = it.getBoundingClientRect(), b = document.querySelector('div[data-kind]').getBoundingClientRect();
              const hit = document.elementFromPoint(a.left + a.width / 2, a.top + a.height / 2);
              return it.checkVisibility() && a.height && hit && hit.closest('div[data-kind]'); })""")
            self.assertFalse(covered)

    @rules("B4")
    def test_overlapping_banners_that_fill_the_window_are_embedded(self):
        page = self.page(UPLOAD, STALE, {**STALE, "title": "Maps are old"}, position="overlapping", size=(360, 400))
        last = banner(page, "Maps").bounding_box()
        self.assertLessEqual(last["y"] + last["height"], box(page, ".part > h2")["y"])
        self.settle(page)
        self.assertEqual(0, page.locator("html.covered").count(), "nothing sticks below them")

    @rules("B4")
    def test_overlapping_banner_is_embedded_without_script(self):
        page = self.page(UPLOAD, position="overlapping", script=False)
        over = box(page, "div[data-kind] .rest")
        self.assertLessEqual(over["y"] + over["height"], box(page, ".part > h2")["y"])

    @rules("B4", "B5")
    def test_only_an_overlapping_banner_stays_at_the_top_edge(self):
        for position in ("embedded", "overlapping"):
            for size in ("compact", "regular"):
                with self.subTest(position=position, size=size):
                    page = self.page(UPLOAD, position=position, size=size)
                    page.evaluate("scrollTo(0, 600)")
                    self.still(page)
                    bar = box(page, ".bar")
                    self.assertEqual(position == "overlapping", abs(bar["y"]) <= 1)

    @rules("B4")
    def test_overlapping_banners_cover_a_line_each_and_open_in_place(self):
        for size in ((390, 844), "regular"):
            with self.subTest(size=size):
                plain = {key: value for key, value in UPLOAD.items() if key != "details"}
                page = self.page(plain, STALE, position="overlapping", size=size, calm=True)
                page.evaluate("scrollTo(0, 600)")
                self.still(page)
                for one in page.locator("div[data-kind]").all():
                    self.eventually(self.assertLessEqual, lambda: one.bounding_box()["height"], 45)
                covered = page.evaluate("document.querySelector('.banners > :last-child').getBoundingClientRect().bottom / innerHeight")
                self.assertLessEqual(covered, 0.15)
                banner(page, "Coverage").locator(".bar").click()
                self.eventually(self.assertTrue, banner(page, "Coverage").get_by_role("link", name="Service status").is_visible)
                self.eventually(self.assertGreater, lambda: banner(page, "Coverage").bounding_box()["height"], 60)

    @rules("B5")
    def test_no_letter_of_a_fact_or_banner_stands_alone_in_large_text(self):
        facts = [{"title": "Peak memory of the indexer", "value": "1,204 MB"}]
        for width in (320, 390):
            for zoom in (150, 200):
                with self.subTest(width=width, zoom=zoom):
                    page = self.page(UPLOAD, STALE, size=(width, 844),
                                     more={"run": {"status": "completed", "facts": facts}})
                    page.evaluate("zoom => { document.documentElement.style.fontSize = zoom + '%' }", zoom)
                    self.still(page)
                    self.assertEqual([], page.evaluate("""() => [...document.querySelectorAll('.banners :is(.w, .t, .x), .facts :is(dt, dd)')]
                      .filter((it) => it.textContent.trim() && it.offsetWidth > 1 && it.offsetWidth < 3 * parseFloat(getComputedStyle(it).fontSize))
                      .map((it) => it.textContent)"""))
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    @rules("B6")
    def test_most_recent_banner_is_first_then_the_most_urgent(self):
        same = {**STALE, "urgency": "error", "title": "Store is offline"}
        page = self.page(STALE, same, UPLOAD)
        titles = page.locator("div[data-kind] .t").evaluate_all("all => all.map(it => it.firstChild.textContent)")
        self.assertEqual(["Uploading symbols", "Store is offline", "Coverage is old"], titles)

    @rules("B7")
    def test_banners_keep_the_margin_of_the_page(self):
        for size in ("compact", "regular"):
            for position in ("embedded", "overlapping"):
                page = self.page(UPLOAD, STALE, position=position, size=size)
                self.still(page)
                verdict = box(page, "#overview")
                for place in ("div[data-kind]", "div[data-kind]:last-child"):
                    edges = box(page, place)
                    if size == "regular" and position == "embedded":
                        # In the column beside the list.
                        column = box(page, ".column")
                        self.assertAlmostEqual(column["x"] + column["width"], edges["x"] + edges["width"], delta=0.5)
                        continue
                    self.assertAlmostEqual(verdict["x"], edges["x"], delta=0.5)
                    self.assertAlmostEqual(verdict["width"], edges["width"], delta=0.5)

    @rules("B8")
    def test_banners_name_their_kind(self):
        for script in (True, False):
            page = self.page(UPLOAD, STALE, script=script)
            self.assertIn("3 of 8", banner(page, "Uploading").inner_text())
            self.assertEqual("37", page.locator("progress").get_attribute("value"))
            self.assertEqual(1, page.get_by_role("progressbar", name="Uploading symbols").count())
            self.assertIn("Progress", banner(page, "Uploading").inner_text())
            self.assertNotIn("In progress", page.inner_text("body"), "the run is completed")
            self.assertIn("Data from 18 Nov 2026, 22:40", banner(page, "Coverage").inner_text())
            self.assertIn("Offline", banner(page, "Coverage").inner_text())

    # --- length

    @rules("B9")
    def test_a_banner_stays_unless_its_author_says_otherwise(self):
        page = self.page(UPLOAD, STALE)
        self.assertEqual(0, page.locator("div[data-kind] button").count())

    @rules("B9")
    def test_a_dismissed_banner_is_undone_remembered_and_shown_again(self):
        page = self.page({**STALE, "persistence": "dismissible"})
        page.get_by_role("button", name="Dismiss: Coverage is old").press("Enter")
        page.wait_for_selector(".toast")
        self.eventually(self.assertFalse, banner(page, "Coverage").is_visible)
        self.eventually(self.assertEqual, 'button "Show cleared (1)"', lambda: focused(page))
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(".toast", state="detached")
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible)
        self.eventually(self.assertEqual, 'button "Dismiss: Coverage is old"', lambda: focused(page))
        page.keyboard.press("Enter")
        page.wait_for_selector(".toast")
        self.reload(page)
        self.eventually(self.assertFalse, banner(page, "Coverage").is_visible)
        self.eventually(self.assertIn, "31 warnings", lambda: counts(page))
        page.locator("#overview").get_by_role("button", name="Show cleared (1)").click()
        page.get_by_role("button", name="Restore: Coverage is old").click()
        page.get_by_role("button", name="Dismiss: Coverage is old").wait_for()
        self.reload(page)
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible)

    @rules("B9")
    def test_timed_banner_disappears_silently_and_can_be_shown_again(self):
        page = self.page({**STALE, "persistence": "timed", "seconds": 1}, clock=True)
        page.clock.run_for(2000)
        banner(page, "Coverage").wait_for(state="hidden")
        self.eventually(self.assertEqual, 0, page.locator(".toast, .live:not(:empty)").count)
        page.locator("#overview").get_by_role("button", name="Show hidden notices (1)").press("Enter")
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible)
        self.eventually(self.assertEqual, 'button "Dismiss: Coverage is old"', lambda: focused(page))
        self.eventually(self.assertFalse, page.locator("#overview .cleared").is_visible)
        self.reload(page)
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible, "it is new in a new visit")

    @rules("B9")
    def test_a_timed_banner_waits_while_it_has_the_pointer_or_the_focus(self):
        page = self.page({**STALE, "persistence": "timed", "seconds": 60}, clock=True)
        banner(page, "Coverage").locator(".t").hover()
        page.clock.run_for(90_000)
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible)
        page.get_by_role("link", name="Service status").focus()
        page.mouse.move(2, 2)
        page.clock.run_for(90_000)
        self.eventually(self.assertTrue, banner(page, "Coverage").is_visible)
        page.evaluate("document.activeElement.blur()")
        page.clock.run_for(90_000)
        banner(page, "Coverage").wait_for(state="hidden")

    @rules("B9")
    def test_error_banner_never_disappears_by_itself(self):
        page = self.page({**STALE, "urgency": "error", "persistence": "timed", "seconds": 1}, clock=True)
        page.clock.run_for(90_000)
        self.assertTrue(banner(page, "Coverage").is_visible())

    @rules("B9")
    def test_every_banner_is_visible_without_script_and_without_storage(self):
        both = [{**UPLOAD, "persistence": "dismissible"}, {**STALE, "persistence": "timed", "seconds": 1}]
        page = self.page(*both, script=False)
        self.eventually(self.assertEqual, 2, page.locator("div[data-kind]:visible").count)
        page = self.page(*both, csp="sandbox allow-scripts")
        page.get_by_role("button", name="Dismiss: Uploading symbols").click()
        self.eventually(self.assertFalse, banner(page, "Uploading").is_visible)
        self.reload(page)
        self.eventually(self.assertTrue, banner(page, "Uploading").is_visible)

    @rules("B9", "M1")
    def test_dismissed_only_message_keeps_its_urgency_in_words(self):
        for kind in ("message", "offline"):
            with self.subTest(kind=kind):
                only = {"title": "Disk is nearly full", "kind": kind, "persistence": "dismissible"}
                page = self.open(night([only]))
                page.get_by_role("button", name="Dismiss: Disk is nearly full").click()
                self.eventually(self.assertFalse, banner(page, "Disk").is_visible)
                self.assertIn("1\xa0warning", page.locator("#verdict").inner_text())
                self.assertIn("Cleared on this device: 1", page.locator(".cleared").inner_text())
                self.eventually(self.assertNotIn, "All clear", lambda: page.inner_text("body"))
                page.get_by_role("button", name="Show cleared (1)").click()
                page.get_by_role("button", name="Restore: Disk is nearly full").click()
                page.locator(".cleared").wait_for(state="hidden")
                self.eventually(self.assertTrue, banner(page, "Disk").is_visible)

    @rules("B4", "B9")
    def test_axe_finds_no_fault_in_banners(self):
        both = [{**UPLOAD, "persistence": "dismissible"}, {**STALE, "persistence": "timed", "seconds": 600}]
        for options in ({}, {"scheme": "dark"}, {"forced": True}, {"size": "compact", "touch": True}):
            for position in ("embedded", "overlapping"):
                with self.subTest(position=position, **options):
                    page = self.page(*both, position=position, cells=CELLS[:4], **options)
                    page.get_by_role("button", name="Dismiss: Uploading symbols").press("Enter")
                    page.wait_for_selector(".toast")
                    page.get_by_role("button", name="Show cleared (1)").first.press("Enter")
                    page.wait_for_selector("div[data-kind].gone")
                    self.still(page)
                    self.assertEqual([], axe(page))

    @rules("B2", "B8")
    def test_finished_job_is_completed_and_does_not_turn(self):
        page = self.page({**UPLOAD, "progress": {"done": 5, "of": 5}})
        words = banner(page, "Uploading").inner_text()
        self.assertIn("Completed", words)
        self.assertNotIn("In progress", words)
        page = self.page(UPLOAD, more={"run": {}})
        self.assertIn("In progress", banner(page, "Uploading").inner_text())

    @rules("B4")
    def test_an_overlapping_banner_slides_away_and_leaves_no_room(self):
        page = self.page({**UPLOAD, "persistence": "dismissible"}, position="overlapping")
        self.still(page)
        page.evaluate("scrollTo(0, 400)")
        self.still(page)
        page.evaluate("addEventListener('transitionrun', ({ propertyName }) => propertyName === 'translate' && (window.hasSlid = true))")
        page.get_by_role("button", name="Dismiss: Uploading symbols").click()
        self.until(page, "window.hasSlid")
        self.until(page, "getComputedStyle(document.querySelector('div[data-kind]')).display === 'none'")
        self.until(page, "document.querySelector('.banners').offsetHeight === 0")
        page.get_by_role("button", name="Undo").click()
        self.until(page, "document.querySelector('.banners').offsetHeight > 30")
