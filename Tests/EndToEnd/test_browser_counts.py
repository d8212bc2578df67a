"""Alerts and banners are messages: they are counted, filtered and searched like the others, on the page and elsewhere (M6)."""
import json
import re

import support
from browser import address, dismiss, night, rules, shot
from test_browser_filters import Page

ALERT = {"kind": "alert", "urgency": "error", "category": "sign", "title": "Certificate expires", "text": "Renew it."}
STALE = {"kind": "offline", "urgency": "information", "category": "tests", "title": "Coverage is old", "time": "2026-11-18T22:40:00+01:00"}
UPLOAD = {"kind": "progress", "urgency": "neutral", "title": "Uploading symbols", "progress": {"done": 3, "of": 8},
          "location": {"file": "Tools/upload.sh"}}
CELLS = [
    {"urgency": "error", "category": "tests", "title": "Index fails", "location": {"file": "Sources/Index.swift", "line": 3}},
    {"urgency": "warning", "category": "tests", "title": "Slow test"},
    {"urgency": "warning", "category": "docs", "title": "Symbols without words"},
    {"urgency": "information", "category": "docs", "title": "Guide was built"},
]
CATEGORIES = [{"id": "tests", "title": "Tests"}, {"id": "docs", "title": "Guide"}, {"id": "sign", "title": "Signing"}]
ALL = ["Certificate expires", "Coverage is old", "Uploading symbols", *(cell["title"] for cell in CELLS)]


def report(messages=(ALERT, STALE, UPLOAD, *CELLS), **more):
    return night(list(messages), categories=CATEGORIES, **{"filters": {"threshold": 1}, **more})


class Counts(Page):
    def ready(self, *arguments, **options):
        page = self.open(*arguments, **options)
        dismiss(page)
        return page

    def in_sight(self, page):
        return page.evaluate("""() => [...document.querySelectorAll('[data-component=alert] h2 bdi, div[data-kind] .t, li[data-key] h4')]
          .filter(one => one.checkVisibility()).map(one => one.textContent.trim())""")

    def sees(self, page, *titles):
        self.eventually(self.assertEqual, {*titles}, lambda: {*self.in_sight(page)})

    @rules("M6", "F2")
    def test_the_heading_the_chips_and_what_is_shown_count_the_same_messages(self):
        for size in ("compact", "regular"):
            with self.subTest(size=size):
                page = self.ready(report(), size=size)
                self.eventually(self.assertEqual, "Messages (7)", page.locator("h2", has_text="Messages").inner_text)
                self.eventually(self.assertEqual, [
                    "Error 2", "Warning 2", "Information 2", "Neutral 1", "Tests 3", "Guide 2", "Signing 1", "Neutral 1"],
                                lambda: self.chips(page))
                self.chip(page, "Error").click()
                self.sees(page, "Certificate expires", "Index fails")
                self.eventually(self.assertEqual, "Messages shown: 2 of 7", lambda: self.found(page))
                self.eventually(self.assertEqual, "Messages (7)", page.locator("h2", has_text="Messages").inner_text)
                shot(page, f"counts-{size}", full_page=True)

    # Of each section: its title, the count in its heading, and the number of its messages.
    SECTIONS = """() => [...document.querySelectorAll('[data-component=section]')].filter(one => one.checkVisibility()).map(one => {
      const shown = selector => [...one.querySelectorAll(selector)].filter(node => node.checkVisibility());
      return [one.querySelector('[data-title]').textContent, one.querySelector('[data-count]').textContent,
              shown('li[data-key]').length + shown('[data-notices] a').length]; })"""

    @rules("M6", "M7", "M8")
    def test_heading_link_and_chip_of_a_category_count_what_it_shows(self):
        for query, sections in {
            "": [["Tests", "3", 3], ["Guide", "2", 2]],
            "?urgency=error": [["Tests", "1 of 3", 1]],
            "?urgency=information,warning": [["Tests", "2 of 3", 2], ["Guide", "2", 2]],
            "?category=Tests": [["Tests", "3", 3]],
            "?group=file": [["Sources/Index.swift", "1", 1], ["Other", "3", 3]],
            "?group=owner": [["Other", "4", 4]],
            "?group=file&urgency=warning": [["Other", "2 of 3", 2]],
        }.items():
            with self.subTest(query=query):
                page = self.ready(report([ALERT, STALE, UPLOAD, {**CELLS[0], "owner": "@index"}, *CELLS[1:]] if "owner" in query else
                                         (ALERT, STALE, UPLOAD, *CELLS)), query=query)
                if "owner" in query:
                    sections = [["@index", "1", 1], ["Other", "3", 3]]
                self.eventually(self.assertEqual, sections, lambda: page.evaluate(self.SECTIONS))
                if "group" not in query:
                    chips = {words.rsplit(" ", 1)[0].strip("✓ "): words.rsplit(" ", 1)[1] for words in self.chips(page) if " " in words}
                    for title, count, _ in sections:
                        self.assertEqual(count.split(" of ")[0], chips[title])
                # Each message is a row or above the list, so the bar counts the messages in sight.
                if query:
                    self.eventually(self.assertEqual, f"Messages shown: {len(self.in_sight(page))} of 7" if "=" in query.replace("group=", "")
                                    else "", lambda: self.found(page))
                page.context.close()

    @rules("M6", "M8")
    def test_a_section_leads_to_the_alerts_and_banners_of_its_category(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.ready(report(), script=script)
                link = page.locator("[data-notices] a")
                self.assertEqual(["Coverage is old"], link.locator("bdi").all_inner_texts())
                link.click()
                self.eventually(self.assertRegex, lambda: address(page), r"#m2$")
                self.assertTrue(page.locator("#m2").is_visible())

    @rules("M6", "F7")
    def test_filters_in_the_address_act_on_alerts_and_banners_as_on_the_command_line(self):
        for words in ("urgency=error", "urgency=neutral,information", "category=Tests", "category=Signing", "category=neutral",
                      "kind=alert", "kind=offline,progress", "kind=message", "text=symbols", "file=*.sh", "file=Sources/**"):
            with self.subTest(filter=words):
                page = self.ready(report(), query="?" + words)
                key, value = words.split("=")
                found = support.run("render", "-", "--to", "json", "--filter", words, input=json.dumps(report()).encode())
                self.assertEqual(support.DONE, found.returncode, found.stderr)
                told = json.loads(found.stdout)
                self.sees(page, *(message["title"] for message in every_message(told)))
                self.eventually(self.assertEqual, f"Messages shown: {told['verdict']['shown']} of {told['verdict']['total']}",
                                lambda: self.found(page))
                page.context.close()

    @rules("M6", "F2")
    def test_a_search_finds_alerts_and_banners(self):
        page = self.ready(report())
        for typed, titles in {"renew": ALL[:1], "symbols": ["Uploading symbols", "Symbols without words"], "signing": ALL[:1], "upload.sh": ALL[2:3],
                              "offline": [], "in progress": []}.items():
            with self.subTest(typed=typed):
                page.locator("#search").fill(typed)
                self.sees(page, *titles)
                words = f"Messages shown: {len(titles)} of 7" if titles else "No messages match the filter"
                self.until(page, f"document.querySelector('.messages > .found > span').textContent === '{words}'")
        page.keyboard.press("Escape")
        self.sees(page, *ALL)

    @rules("M6", "M7")
    def test_a_category_shows_its_alerts_and_banners_with_and_without_script(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.ready(report(), script=script)
                # With script several chips can be chosen. Choosing a chip again removes it.
                place = ".messages .feedback" if script else ".filter"
                self.chip(page, "Tests", place).click()
                self.sees(page, "Coverage is old", "Index fails", "Slow test")
                if script:
                    self.chip(page, "Tests", place).click()
                    self.sees(page, *ALL)
                self.chip(page, "Signing", place).click()
                self.sees(page, "Certificate expires")
                self.chip(page, "Signing" if script else "All", place).click()
                self.sees(page, *ALL)

    @rules("M6", "A8")
    def test_a_filtered_view_hides_an_alert_that_it_leaves_out_and_opens_none(self):
        page = self.open(report(), query="?urgency=warning")
        self.sees(page, "Slow test", "Symbols without words")
        self.eventually(self.assertFalse, page.locator(".alerts").is_visible)
        self.assertEqual(0, page.locator("dialog[open]").count())
        self.chip(page, "Warning").click()
        self.sees(page, *ALL)

    @rules("M6", "F5")
    def test_the_form_counts_them_and_offers_their_kinds(self):
        page = self.ready(report())
        form = self.open_form(page)
        rows = [" ".join(row.split()) for row in form.locator(".choices[data-key=kind] label").all_inner_texts()]
        self.assertEqual(["Messages 4", "Alerts 1", "Offline 1", "In progress 1"], rows)
        form.get_by_text("Results: 7").wait_for()
        form.get_by_label("Alerts").check()
        form.get_by_text("Results: 1").wait_for()
        form.get_by_role("button", name="Apply").click()
        self.sees(page, "Certificate expires")
        self.eventually(self.assertRegex, lambda: address(page), r"\?kind=alert$")

    @rules("M6")
    def test_a_dismissed_banner_is_not_counted_as_shown(self):
        page = self.ready(report([ALERT, {**STALE, "persistence": "dismissible"}, UPLOAD, *CELLS]))
        page.get_by_role("button", name="Dismiss: Coverage is old").click()
        self.chip(page, "Information").click()
        self.sees(page, "Guide was built")
        self.eventually(self.assertEqual, "Messages shown: 1 of 7", lambda: self.found(page))
        page.locator("#overview .cleared button").click()
        self.sees(page, "Guide was built", "Coverage is old")
        self.eventually(self.assertEqual, "Messages shown: 2 of 7", lambda: self.found(page))

    @rules("M6", "M14")
    def test_a_very_large_page_counts_them_too(self):
        many = [{"title": f"Finding {at}", "category": "tests"} for at in range(2500)]
        page = self.ready(report([ALERT, STALE, *many]))
        self.chip(page, "Error").click()
        self.sees(page, "Certificate expires")
        self.eventually(self.assertEqual, "Messages shown: 1 of 2,502", lambda: self.found(page))

    @rules("M6")
    def test_every_target_says_the_same_numbers(self):
        data = json.dumps(report()).encode()
        for target in ("page", "mail", "markdown", "text"):
            with self.subTest(target=target):
                made = support.run("render", "-", "--to", target, "--filter", "urgency=error", input=data)
                words = " ".join(re.sub(r"<[^>]+>", " ", made.stdout.decode()).split())
                self.assertIn("Messages shown: 2 of 7", words)
                self.assertRegex(words, r"Messages \(7\)|MESSAGES \(7\)")
                self.assertIn("Certificate expires", words)
                self.assertNotIn("Coverage is old", words)


class Offered(Page):
    """Only what can filter is offered (F6)."""

    def legends(self, page):
        return self.open_form(page).locator("legend").all_inner_texts()

    @rules("F6")
    def test_the_button_of_the_form_stays_where_there_are_no_fast_filters(self):
        for chips, more in (([], {"fast": []}), (["Tests 2", "Guide 2"], {"threshold": 100}), (["Tests 2", "Guide 2"], {})):
            with self.subTest(more):
                page = self.open(report(CELLS, filters=more))
                self.eventually(self.assertEqual, "Filters", lambda: self.counter(page))
                self.eventually(self.assertEqual, chips, lambda: self.chips(page))
                form = self.open_form(page)
                form.get_by_label("Warning").check()
                form.get_by_role("button", name="Apply").click()
                self.shows(page, "Slow test", "Symbols without words")
                page.context.close()

    @rules("F6", "M7")
    def test_what_all_messages_share_is_not_offered(self):
        same = [{"urgency": "warning", "category": "tests", "title": f"Finding {at}"} for at in range(30)]
        page = self.open(report(same, filters={"fast": ["urgency", "category", "kind", "change"]}), baseline=report(same))
        self.eventually(self.assertEqual, 0, page.locator(".filter").count)
        self.eventually(self.assertEqual, "Filters", lambda: self.counter(page))
        self.assertEqual([], self.chips(page))
        self.assertEqual(["Sort by"], self.legends(page))

    @rules("F6")
    def test_what_tells_two_messages_apart_is_offered(self):
        base = [{"title": "One"}, {"title": "Two"}, {"title": "Three"}]
        for change, legend in (({"urgency": "error"}, "Urgency"), ({"category": "docs"}, "Category"), ({"kind": "progress"}, "Kind"),
                               ({"location": {"file": "a.swift"}}, "File")):
            with self.subTest(legend):
                page = self.open(report([{"category": "tests", "urgency": "warning", **(change if at == 2 else {}), **one}
                                         for at, one in enumerate(base)]))
                grouping = ["Group by"] if legend in ("Category", "File") else []
                self.assertEqual(["Sort by", *grouping, legend], self.legends(page))
                page.context.close()

    @rules("F6")
    def test_a_link_by_what_all_messages_share_narrows_nothing_and_says_nothing(self):
        page = self.open(report(CELLS[1:3]), query="?urgency=warning&category=tests")
        self.shows(page, "Slow test")
        self.eventually(self.assertEqual, ["✓ Tests 1", "All", "Guide 1"], lambda: self.chips(page))
        page = self.open(report(CELLS[1:3]), query="?urgency=error")
        self.shows(page)


def every_message(told):
    """The messages that a report as JSON shows."""
    found = list(told.get("alerts", [])) + list(told.get("banners", []))
    for section in told["sections"]:
        found += section["messages"]
    return found
