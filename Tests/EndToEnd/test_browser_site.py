"""The pages of a site as a person meets them: all projects, the calendar, the trend, the way from night to night."""
import datetime
import re

from browser import SIZES, address, axe, style, token
from site_support import PAGES, SiteTest, small_site
from test_pages import html_faults


class Front(SiteTest):
    def test_front_page_lists_the_worst_project_first_and_counts(self):
        page = self.visit("front", script=False)
        self.assertEqual(["gone", "Harbor core", "A name that somebody made far too long for a list of projects", "Quiet"],
                         page.locator(".project a").all_inner_texts())
        self.assertEqual("4 projects", page.locator("p.tally").inner_text())
        marks = [" ".join(text.split()) for text in page.locator("ul.tally > li:visible").all_inner_texts()]
        self.assertEqual(["No report 1", "Error 2", "Success 1"], marks)

    def test_front_page_says_in_words_what_colours_say(self):
        page = self.visit("front")
        said = [" ".join(text.split()) for text in page.locator(".project").all_text_contents()]
        for words, text in zip(("No report.", "Error.", "Error.", "Success."), said):
            self.assertIn(words, text)
        for spark in page.locator(".spark").all():
            self.assertRegex(spark.get_attribute("aria-label"), r"^Last runs: [\w ]+ \(\d+\)")

    def test_missing_run_is_drawn_unlike_all_others(self):
        page = self.visit("front")
        missing = page.locator(".project").first
        self.assertIsNone(missing.get_attribute("data-urgency"))
        bars = missing.locator("rect").evaluate_all("all => all.map(bar => [bar.getAttribute('class'), getComputedStyle(bar).fill])")
        self.assertEqual([["bar-missing", "none"]], bars)
        self.assertEqual(token("error.fill"), style(page, "[data-missing] .sign", "background-color"))

    def test_ages_in_words_advance_while_the_page_is_open(self):
        page = self.visit("front", at=self.later(minutes=59, seconds=30))
        ages = "[...document.querySelectorAll('time[data-age]')].map(time => time.dataset.age)"
        self.assertEqual({"59 minutes ago"}, set(page.evaluate(ages)))
        page.clock.fast_forward(90_000)
        self.assertEqual({"1 hour ago"}, set(page.evaluate(ages)))
        page.clock.fast_forward(46 * 3600_000)
        self.assertEqual({"1 day ago"}, set(page.evaluate(ages)), "47 hours are no two days, and not yesterday either")
        self.assertIn("20 Nov 2026, 03:12", page.locator(".project time").first.inner_text(), "the night's own clock stays")

    def test_slow_clock_shows_no_age(self):
        page = self.visit("front", at=self.later(hours=-1))
        self.assertEqual(0, page.locator("time[data-age]:not([data-age=''])").count())

    def test_project_is_overdue_only_when_the_date_has_passed(self):
        page = self.visit("front", at=self.later(hours=30, minutes=-1))
        self.assertEqual(0, page.locator(".stale").count())
        self.assertFalse(page.locator(".overdue").is_visible())
        page.clock.fast_forward(120_000)
        self.assertEqual(1, page.locator(".stale").count())
        self.assertTrue(page.locator(".overdue").is_visible())
        self.assertEqual(['"Overdue"', '"1"'], [style(page, ".overdue", "content", pseudo) for pseudo in ("::before", "::after")])
        self.assertIn("Overdue", style(page, ".stale", "content", "::before"))
        page.clock.fast_forward(6 * 3600_000)
        self.assertEqual('"2"', style(page, ".overdue", "content", "::after"))
        quiet = page.locator(".project").last
        self.assertEqual(token("neutral.fill"), quiet.evaluate("card => getComputedStyle(card).borderInlineStartColor"),
                         "what was good days ago is still green")

    def test_front_page_says_nothing_false_without_script(self):
        page = self.visit("front", script=False)
        self.assertFalse(page.locator(".overdue").is_visible())
        self.assertNotIn("ago", page.locator("main").inner_text())
        self.assertEqual(["Next report due: 21 Nov 2026, 15:12", "Next report due: 21 Nov 2026, 09:12"],
                         page.locator(".due").all_inner_texts())


class Calendar(SiteTest):
    def test_calendar_is_a_table_with_days_under_their_weekdays(self):
        page = self.visit("month")
        rows = page.evaluate("""[...document.querySelectorAll('.calendar tr')].map(row => [...row.cells].map(cell =>
          [cell.localName, cell.scope || '', cell.querySelector('time')?.dateTime ?? cell.textContent.trim()]))""")
        self.assertEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], [cell[2] for cell in rows[0]])
        self.assertEqual({("th", "col")}, {tuple(cell[:2]) for cell in rows[0]})
        days = []
        for row in rows[1:]:
            self.assertEqual(7, len(row))
            for place, (_, _, date) in enumerate(row):
                if date:
                    self.assertEqual(place, datetime.date.fromisoformat(date).weekday(), date)
                    days.append(date)
        self.assertEqual([f"2026-10-{day:02}" for day in range(1, 32)], days)
        self.assertEqual("Harbor core: October 2026", page.locator(".calendar caption").inner_text())

    def test_keyboard_reaches_each_run_of_the_calendar_by_name(self):
        page = self.visit("month")
        page.locator("nav.site a").last.focus()
        names = []
        for _ in range(32):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.matches('.run-cell') && document.activeElement.innerText.replace(/\\s+/g, ' ')"))
        self.assertNotIn(False, names)
        for name in ("1 Oct 2026, 03:12: ", "18 Oct 2026, 03:12: ", "18 Oct 2026, 12:12: "):
            self.assertEqual(1, sum(one.startswith(name) for one in names), name)
        self.assertEqual("28 Oct 2026, 03:12: No report", names[28])
        self.assertEqual("29 Oct 2026, 03:12: Success", names[29])
        self.assertEqual("30 Oct 2026, 03:12: Failed (Error)", names[30])
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/runs/2026-10-30-0312/index.html")

    def test_calendar_colours_each_run_by_its_worst(self):
        for scheme in ("light", "dark"):
            page = self.visit("month", scheme=scheme)
            nights = page.locator(".run-cell").evaluate_all("""all => all.map(night => [night.dataset.urgency ?? '',
              getComputedStyle(night.querySelector('.sign')).backgroundColor, getComputedStyle(night.querySelector('.sign')).clipPath,
              night.dataset.stopped ?? ''])""")
            self.assertEqual(32, len(nights))
            for urgency, colour, *_ in nights:
                self.assertEqual(token(f"{urgency or 'error'}.fill", scheme), colour)
            kinds = {(night[0], night[3]) for night in nights}
            self.assertLess({("error", "failed"), ("error", ""), ("", "")}, kinds)
            self.assertEqual(len(kinds), len({night[2] for night in nights}), "a sign for each")
            missing = page.locator(".run-cell[data-missing]")
            self.assertEqual(1, missing.count())
            self.assertEqual("dashed", missing.evaluate("night => getComputedStyle(night).borderTopStyle"))

    def test_calendar_counts_the_messages_of_the_sign(self):
        page = self.visit("month")
        nights = page.locator(".run-cell").evaluate_all("""all => all.map(night => [night.querySelector('.word').textContent,
          night.querySelector('.many')?.textContent ?? '', night.title])""")
        for word, many, verdict in nights:
            said = re.search(rf"(\d+) {word.lower()}", verdict)
            self.assertEqual(said[1] if said else "", many, verdict)
        self.assertLess(20, sum(night[1] != "" for night in nights))

    def test_calendar_leaves_future_days_empty(self):
        page = self.visit("month", at=datetime.datetime(2026, 10, 7, 2, 0, tzinfo=datetime.timezone.utc))
        ahead = page.locator(".ahead time").evaluate_all("all => all.map(day => day.dateTime)")
        self.assertEqual([f"2026-10-{day:02}" for day in range(7, 32)], ahead, "it is the 6th in New York")
        self.assertEqual("rgba(0, 0, 0, 0)", style(page, ".ahead", "background-color"))
        self.assertEqual(0, self.visit("month", script=False).locator(".ahead").count())

    def test_calendar_has_targets_large_enough_for_touch(self):
        for size in ("narrowest", "compact"):
            page = self.visit("month", size=size, touch=True)
            boxes = page.locator(".run-cell").evaluate_all("all => all.map(night => night.getBoundingClientRect()).map(box => [box.width, box.height])")
            self.assertEqual([], [box for box in boxes if min(box) < 24])
            self.assertTrue(page.locator(".run-cell[data-urgency] .word").first.evaluate("word => word.getBoundingClientRect().width <= 1"))

    def test_calendar_marks_today_by_the_readers_clock(self):
        page = self.visit("month", at=datetime.datetime(2026, 10, 7, 2, 0, tzinfo=datetime.timezone.utc))
        marked = page.locator("[aria-current=date]")
        self.assertEqual("2026-10-06", marked.get_attribute("datetime"), "it is still the evening before in New York")
        self.assertIn("Today", style(page, "[aria-current=date]", "content", "::after"))
        self.assertEqual(0, self.visit("month", at=self.later()).locator("[aria-current=date]").count())
        self.assertEqual(0, self.visit("month", script=False).locator("[aria-current=date]").count())

    def test_calendar_leads_from_month_to_month_and_back(self):
        page = self.visit("core/archive/2026-09.html")
        self.assertEqual(0, page.locator("[rel=prev]").count())
        for month in ("October 2026", "November 2026"):
            self.assertIn(month, page.locator("[rel=next]").inner_text())
            page.locator("[rel=next]").click()
            self.eventually(self.assertIn, month, page.locator("h1").inner_text)
        self.eventually(self.assertEqual, 0, page.locator("[rel=next]").count)
        page.get_by_role("link", name="Previous month: October 2026").click()
        self.eventually(self.assertIn, "October 2026", page.locator("h1").inner_text)

    def test_archive_says_the_worst_of_each_month_and_leads_to_it(self):
        page = self.visit("archive")
        self.assertEqual(["November 2026 20 runs Worst run: Error", "October 2026 32 runs Worst run: Error",
                          "September 2026 13 runs Worst run: Error"],
                         [" ".join(month.split()) for month in page.locator(".month").all_inner_texts()])
        page.locator(".month").nth(1).click()
        self.eventually(self.assertTrue, page.locator(".calendar").is_visible)


class Trail(SiteTest):
    def walk(self, page):
        """From the latest night to the first and back; the nights' addresses in that order."""
        ways = []
        for turn in ("prev", "next"):
            way = []
            while (link := page.locator(f"a[rel={turn}]")).count():
                with page.expect_navigation():  # a page that is still on its way has no link yet
                    link.click()
                way.append(re.search(r"runs/([^/]+)/", page.url)[1])
                self.assertLess(len(way), 100, "it goes round in circles")
            ways.append(way)
        return ways

    def assertWhole(self, ways):
        back, forth = ways
        self.assertEqual(64, len(back))
        self.assertEqual(sorted(back, reverse=True), back)
        self.assertEqual([*back[-2::-1], "2026-11-20-0312"], forth)

    def test_links_lead_through_all_runs_and_back_from_disk(self):
        self.assertWhole(self.walk(self.visit("latest")))

    def test_links_lead_through_all_runs_and_back_from_a_server_folder(self):
        page = self.visit("latest")
        self.server.asked.clear()
        page.goto(self.server.address + "core/")
        self.assertWhole(self.walk(page))
        self.assertEqual([], [path for path in self.server.asked if not path.startswith("/reports/") and path != "/favicon.ico"])
        for place in ("Archive", "Harbor core", "All projects"):
            page.locator("nav.site").get_by_role("link", name=place).click()
        self.eventually(self.assertEqual, self.server.address + "index.html", lambda: address(page))

    def test_trail_takes_at_most_a_fifth_of_a_phones_first_screen(self):
        for name in ("latest", "month", "once/index.html"):
            page = self.visit(name, at=self.later(hours=1), size="compact")
            trail = page.locator("header").first.bounding_box()
            self.assertLess(trail["y"] + trail["height"], 740 / 5, name)

    def test_trail_is_the_path_to_the_page_and_the_other_links(self):
        page = self.visit("latest", at=self.later(hours=25))
        self.assertEqual(["All projects", "Harbor core"], page.locator(".places > li").all_inner_texts())
        for name, here in (("latest", "Harbor core"), ("archive", "Archive"), ("month", "October 2026"), ("night", "19 Nov 2026, 03:12")):
            self.assertEqual(here, self.visit(name).locator(".places > li:last-child > [aria-current=page]").inner_text())
        self.assertEqual(["20 Nov 2026, 03:12", "Archive", "Feed"], page.locator(".ways > li").all_inner_texts())
        self.assertEqual("1 day ago", page.locator(".ways time").get_attribute("data-age"))
        page.locator(".ways a").first.click()
        self.eventually(self.assertRegex, lambda: address(page), r"/runs/2026-11-20-0312/index\.html$")

    def test_trail_skips_an_archive_of_one_month(self):
        page = self.open(small_site("--theme", "plain") / "core/index.html")
        ways = page.get_by_role("link", name="Archive").evaluate_all("all => all.map(way => way.getAttribute('href'))")
        self.assertEqual(["archive/2026-09.html"] * 2, ways)

    def test_trail_is_as_wide_as_the_report(self):
        page = self.visit("latest", at=self.later(hours=40))

        def edges(*places):
            boxes = [page.locator(one).first.bounding_box() for one in places]
            return [(box["x"], box["x"] + box["width"]) for box in boxes]

        for width in (360, 1000, 1600):
            page.set_viewport_size({"width": width, "height": 800})
            # Measures all at one moment, because the page adapts later than the window.
            def outlines():
                trail, messages, trend, start = edges(".due.stale", ".messages", ".trend", ".trend" if width < 1088 else "#overview")
                # On a desktop, verdict and column together are as wide as the trail.
                edge = messages if width < 1088 else (messages[0], trail[1])
                return [edge, trend[1], start[0]], [trail, trail[1], trail[0]]
            self.eventually(lambda found: self.assertEqual(*found, width), outlines)


class Lost(SiteTest):
    def test_page_not_found_leads_home_from_any_depth(self):
        self.quiet = False      # a browser says aloud that there was no such page
        page = self.visit("front")
        page.goto(self.server.address + "core/runs/2020-01-01-0312/index.html")
        self.assertEqual("Page not found", page.locator("h1").inner_text())
        page.get_by_role("link", name="All projects").click()
        self.eventually(self.assertEqual, self.server.address, lambda: address(page))
        self.eventually(self.assertEqual, "All projects", page.locator("h1").inner_text)


class EveryKind(SiteTest):
    def on_each(self, check, **options):
        page = None
        for name in PAGES:
            with self.subTest(page=name, **options):
                page = self.visit(name, page=page, **options)
                page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
                check(page)

    def test_site_pages_request_nothing_but_style_and_script_of_the_project(self):
        def check(page):
            page.wait_for_load_state("networkidle")
            linked = page.evaluate("[...document.querySelectorAll('link[rel=stylesheet], script[src]')].map(one => one.href || one.src)")
            asked = {*self.requests}
            self.requests.clear()
            self.assertEqual({page.url, *linked}, asked)
            self.assertEqual([], [address for address in linked if "/core/assets/" not in address])
        self.on_each(check)

    def assertNarrow(self, page):
        wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide, shown)

    def test_site_pages_never_scroll_sideways_even_with_doubled_text(self):
        def check(page):
            self.assertNarrow(page)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            self.settle(page)
            self.assertNarrow(page)
        for size in SIZES:
            self.on_each(check, size=size)

    def test_site_pages_move_nothing(self):
        running = "document.getAnimations().filter(one => one.playState === 'running').length"
        self.on_each(lambda page: self.assertEqual(0, page.evaluate(running)), calm=True)

    def test_site_pages_print_without_navigation(self):
        def check(page):
            page.emulate_media(media="print")
            self.assertEqual(0, page.locator("nav.site:visible").count())
            self.assertTrue(page.locator("h1").is_visible())
            self.assertNarrow(page)
            page.emulate_media(media="screen")
        self.on_each(check)

    def test_axe_finds_no_fault_in_site_pages(self):
        for scheme, size, forced in (("light", "regular", False), ("dark", "compact", False), ("light", "compact", True)):
            self.on_each(lambda page: self.assertEqual([], axe(page)), scheme=scheme, size=size, forced=forced, calm=True)

    def test_axe_finds_no_fault_in_site_pages_of_any_theme(self):
        for scheme in ("light", "dark"):
            page = None
            for theme in ("plain", "contrast"):
                for name in ("index.html", "core/index.html", "core/archive/2026-09.html"):
                    with self.subTest(theme=theme, scheme=scheme, page=name):
                        page = self.open(small_site("--theme", theme) / name, "compact", scheme=scheme, calm=True, page=page)
                        self.assertEqual([], axe(page))

    def test_site_pages_are_right_to_left_in_arabic(self):
        root, page = small_site("--locale", "ar"), None
        for name in ("index.html", "core/index.html", "core/archive/2026-09.html"):
            for size in SIZES:
                page = self.open(root / name, size, calm=True, page=page)
                self.assertNarrow(page)
                self.assertEqual("rtl", page.evaluate("document.dir"))
        page = self.open(root / "core/index.html")
        places = "(all) => all.map(one => one.getBoundingClientRect().left)"
        bars = page.locator("figure").first.locator("g > :last-child").evaluate_all(places)
        self.assertEqual(sorted(bars, reverse=True), bars, "the first night is not where reading begins")
        first, last = page.locator("figure").first.locator(".range span").evaluate_all(places)
        self.assertGreater(first, last)

    def test_site_pages_are_valid_html(self):
        self.assertEqual([], html_faults(*(self.root / path for path in PAGES.values())))
