"""What a page shows by itself: overview, banners, messages, alerts, actions and details, with and without script."""
import json
import re

import support
from browser import BrowserTest, dismiss, night, rules, style, token, unfold
from clearing import counts

LONG = "A sentence that goes on and on until it needs many more than the two lines that a banner has for it. " * 6
URGENCIES = ["error", "warning", "success", "information", "neutral"]


class StaticTest(BrowserTest):
    view = ""
    plain = None    # an open page without script

    def _formatMessage(self, words, standard):
        return f"{super()._formatMessage(words, standard)} ({self.view})"

    def each(self, source, sizes=("compact", "regular"), scripts=(True, False), **options):
        """The page in each size, with and without script; with nothing over it."""
        for size in sizes:
            for script in scripts:
                self.view = f"{size}, {'with' if script else 'without'} script"
                # Without script a page leaves nothing behind, so that the next one may take its place.
                page = self.open(source, size, script=script, page=None if script or options else self.plain, **options)
                dismiss(page)
                yield page
                if script or options:
                    page.context.close()
                else:
                    self.plain = page

    def titles(self, page, selector="li[data-key]"):
        return [words.strip().split("\n")[0] for words in page.locator(f"{selector} :is(h4, .t)").all_text_contents()]

    def lines(self, page, selector):
        """How many lines of an element are seen."""
        return page.evaluate("""selector => {
          const node = document.querySelector(selector), style = getComputedStyle(node);
          return Math.round(node.clientHeight / parseFloat(style.lineHeight)); }""", selector)


class Overview(StaticTest):
    @rules("M1")
    def test_the_verdict_stands_above_several_messages_and_above_one(self):
        for page in self.each(night(["One", "Two"])):
            self.assertEqual(1, page.locator("#overview").count())
            self.assertTrue(page.locator("#overview a", has_text="View details").is_visible())
        for page in self.each(night(["One"])):
            self.assertEqual("1\xa0warning", page.locator("h2#verdict").evaluate("words => words.lastChild.textContent.trim()"))
            self.assertEqual(0, page.locator("#overview a").count())
            self.assertEqual(0, page.locator(".messages").count())
            self.assertEqual(["One"], self.titles(page, "div[data-kind]"))

    @rules("M1")
    def test_all_clear_is_said_of_a_completed_run_alone(self):
        for page in self.each(night()):
            self.assertEqual("All clear", page.locator("#overview .v").evaluate("words => words.lastChild.textContent.trim()"))
            self.assertEqual(token("success.fill"), style(page, "#overview > .i", "color"))
        for page in self.each(night(run={})):
            self.assertIn("No messages", page.locator("#overview").inner_text())
            self.assertEqual(token("neutral.fill"), style(page, "#overview > .i", "color"))

    @rules("M1")
    def test_a_run_that_went_wrong_is_said_above_everything_and_never_green(self):
        for status, words in (("failed", "Run failed"), ("canceled", "Run canceled"), ("missing", "No report from this run")):
            dataset = night(run={"status": status}, timeline=["Freeze"])
            for page in self.each(dataset, scripts=(False,)):
                box = page.locator(".run")
                self.assertIn(words, box.inner_text())
                self.assertLess(box.bounding_box()["y"], page.locator("#overview").bounding_box()["y"])
                self.assertNotIn("All clear", page.locator("main").inner_text())
                for place in (".run > .i", "#overview > .i"):
                    self.assertNotEqual(token("success.fill"), style(page, place, "color"))

    @rules("M2")
    def test_it_counts_all_and_each_urgency_without_zeros(self):
        counts = {"error": 3, "warning": 12, "information": 12}
        dataset = night([{"urgency": urgency, "title": f"{urgency} {at}"} for urgency, count in reversed(counts.items())
                         for at in range(count)])
        for page in self.each(dataset):
            self.counts(page, "3 errors", "27 messages", "12 warnings", "12 notes")
        dataset = night([{"title": "One"}, {"urgency": "error", "title": "Two"}])
        for page in self.each(dataset, scripts=(False,)):
            self.counts(page, "1 error", "2 messages", "1 warning")

    def counts(self, page, verdict, total, *others):
        self.assertEqual([verdict, total, *others], counts(page))
        # The numbers are seen, and their signs have the words of the urgencies.
        seen = page.locator(".signs > [data-urgency]").all_inner_texts()
        self.assertEqual([other.split()[0] for other in others], seen)
        self.assertTrue(all(page.locator(".signs > [data-urgency] > svg").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")))

    @rules("M2")
    def test_it_counts_in_the_plural_of_its_language(self):
        for page in self.each("release", sizes=("regular",), scripts=(False,)):
            self.counts(page, "1 błąd", "8 komunikatów", "2 ostrzeżenia", "5 informacji")

    @rules("M3")
    def test_it_has_sign_and_colour_of_the_highest_urgency(self):
        for scheme in ("light", "dark"):
            for at, highest in enumerate(URGENCIES[:-1]):
                dataset = night([{"urgency": urgency, "title": urgency} for urgency in reversed(URGENCIES[at:])]
                                + [{"kind": "offline", "urgency": URGENCIES[-1], "title": "Offline"}])
                page = self.open(dataset, scheme=scheme, script=False)
                self.assertEqual(token(f"{highest}.fill", scheme), style(page, "#overview > .i", "color"))
                self.assertEqual(token(f"{highest}.background", scheme), style(page, "#overview", "background-color"))
                self.assertEqual(f"#icon-{highest}", page.locator("#overview > .i use").get_attribute("href"))
                self.assertIn({"information": "note"}.get(highest, highest), page.locator("#overview .v").text_content().lower().split(".")[0])
                page.context.close()


class Messages(StaticTest):
    @rules("M13")
    def test_category_and_urgency_are_independent(self):
        at = "2026-11-20T0{}:00:00+01:00".format
        dataset = night(categories=[{"id": "lint", "title": "Lint"}, {"id": "tests", "title": "Tests"}], messages=[
            {"urgency": "neutral", "category": "tests", "title": "e", "time": at(2)},
            {"urgency": "warning", "category": "tests", "title": "c", "time": at(1)},
            {"urgency": "error", "category": "lint", "title": "a", "time": at(1)},
            {"urgency": "warning", "category": "tests", "title": "d", "time": at(1)},
            {"urgency": "warning", "category": "tests", "title": "b", "time": at(2)},
            {"urgency": "error", "title": "f"}])
        for page in self.each(dataset):
            self.assertEqual(["Lint", "Tests", "Error"], page.locator(".hd > h3 bdi").all_inner_texts())
            self.assertEqual(["a", "b", "c", "d", "e", "f"], self.titles(page))
            self.assertEqual(["1", "4", "1"], page.locator(".hd > h3 .n").all_inner_texts())

    @rules("M14")
    def test_every_message_is_on_the_page(self):
        dataset = night([f"Finding {number}" for number in range(250)])
        for page in self.each(dataset, scripts=(False, True)):
            self.assertEqual({f"Finding {number}" for number in range(250)}, set(self.titles(page)))
            self.assertEqual(0, page.locator(".and-more").count())
            self.assertEqual("Messages (250)", page.locator(".part > h2").first.inner_text())

    @rules("M9")
    def test_title_and_text_are_seen_whole_where_a_row_is_open(self):
        for page in self.each(night([{"title": LONG, "text": LONG}, "Two"]), sizes=("narrowest", "compact", "regular")):
            self.assertLessEqual(self.lines(page, "li[data-key] h4"), 2)
            page.locator("li[data-key] summary").first.click(modifiers=["Control"])
            for part in ("li[data-key] h4", "li[data-key] [data-rest] > [dir]"):
                self.eventually(self.assertLessEqual, lambda: page.evaluate(
                    "s => (n => n.scrollHeight - n.clientHeight)(document.querySelector(s))", part), 1, "all of it is seen")
                self.assertGreater(self.lines(page, part), 2)

    @rules("B3")
    def test_targets_are_large_enough_and_apart(self):
        dataset = night([{"title": "One", "text": "A text.", "details": "More.", "link": {"title": "Log", "url": "https://a.example"},
                          "location": {"file": "Sources/A.swift", "line": 3, "url": "https://b.example"},
                          "actions": [{"title": "Retry", "url": "https://c.example"}, {"title": "Mute", "url": "https://d.example"}]},
                         {"title": "Two", "actions": [{"title": "Retry", "url": "https://e.example"}]}])
        read = """() => [...document.querySelectorAll('li[data-key] a[href], li[data-key] summary, li[data-key] button, .chip, #overview a')]
          .filter(node => node.checkVisibility()).map(node => {
            const {left, top, width, height} = node.getBoundingClientRect();
            return {name: node.textContent.trim(), left, top, width, height, isButton: !node.closest('[data-file], [data-link]'),
              isRow: node.matches('[data-row] > summary'),
              isHit: !node.matches('[data-clear]') || document.elementsFromPoint(left + width / 2, top + height / 2)[0] === node,
              inside: [...document.querySelectorAll('li[data-key] a[href], li[data-key] summary, li[data-key] button')]
                .some(other => other !== node && (node.contains(other) || other.contains(node)))}; })"""
        for touch in (False, True):
            for page in self.each(dataset, touch=touch):
                unfold(page)
                targets = page.evaluate(read)
                self.assertGreaterEqual(len(targets), 5)
                for target in targets:
                    self.assertGreaterEqual(target["height"], 44 if touch and target["isButton"] else 24, target)
                    self.assertGreaterEqual(target["width"], 24, target)
                    self.assertFalse(target["inside"], target)
                    self.assertTrue(target["isHit"] or not 0 < target["top"] < 600, target)
                # No two targets overlap.
                for one in targets:
                    for other in targets:
                        if one is not other:
                            apart = (one["left"] + one["width"] <= other["left"] + 0.5 or other["left"] + other["width"] <= one["left"] + 0.5
                                     or one["top"] + one["height"] <= other["top"] + 0.5 or other["top"] + other["height"] <= one["top"] + 0.5)
                            # The whole row is a target; only its clear button may cover it.
                            isOver = any(row["isRow"] and part["name"] == "" for row, part in ((one, other), (other, one)))
                            self.assertTrue(apart or isOver, f"{one} and {other}")


class Banners(StaticTest):
    NOTICES = night(timeline=[f"Step {number}" for number in range(12)], messages=[
        {"kind": "offline", "urgency": "warning", "title": "Old coverage", "time": "2026-11-18T22:40:00+01:00", "text": "As of then."},
        {"kind": "progress", "urgency": "information", "title": "Upload", "time": "2026-11-20T03:00:00+01:00",
         "progress": {"done": 40, "of": 100}},
        {"kind": "progress", "urgency": "information", "title": "Reindex", "time": "2026-11-20T02:00:00+01:00"},
        {"kind": "offline", "urgency": "error", "title": "No mirror", "time": "2026-11-20T02:00:00+01:00"},
        *(f"Finding {number}" for number in range(30))])

    @rules("B2")
    def test_a_banner_has_a_sign_and_a_track_in_the_colour_of_its_kind(self):
        for scheme in ("light", "dark"):
            for page in self.each(self.NOTICES, scripts=(False,), scheme=scheme):
                track = style(page, '[data-kind="offline"][data-urgency="warning"] > .bar', "background-color", "::before")
                self.assertEqual(token("warning.fill", scheme), track)
                for sign in page.locator("div[data-kind] [data-label] > .i").all():
                    self.assertGreater(sign.bounding_box()["width"], 12)
                self.assertEqual("0.4", str(page.locator("progress[value]").evaluate("track => track.position")))
                self.assertEqual(-1, page.locator("progress:not([value])").evaluate("track => track.position"))

    @rules("B5")
    def test_no_bar_stays_at_the_top_while_one_scrolls(self):
        for page in self.each(self.NOTICES):
            # Beside a list, they are in the column, which stays.
            if not self.view.startswith("compact"):
                continue
            tops = "[...document.querySelectorAll('.banners > * > .bar')].map(bar => Math.round(bar.getBoundingClientRect().top))"
            before = page.evaluate(tops)
            page.evaluate("scrollBy(0, 40)")
            self.assertEqual([top - 40 for top in before], page.evaluate(tops))

    @rules("B6")
    def test_the_most_recent_stands_above_and_at_one_time_the_more_urgent(self):
        for page in self.each(self.NOTICES):
            self.assertEqual(["Upload", "No mirror", "Reindex", "Old coverage"], self.titles(page, "div[data-kind]"))
            tops = [bar.bounding_box()["y"] for bar in page.locator("div[data-kind] .bar").all()]
            self.assertEqual(sorted(tops), tops)

    @rules("B7")
    def test_banners_keep_the_margins_of_the_layout(self):
        margins = []
        for page in self.each(self.NOTICES, scripts=(False,)):
            edges = page.evaluate("""[...document.querySelectorAll(
              '.bar, #overview, section[data-position], [data-component=timeline-preview], .timeline')].map(node =>
              (box => [Math.round(box.left), Math.round(box.right), node.className])(node.getBoundingClientRect()))""")
            lead = [edge[:2] for edge in edges if edge[2] in ("bar", "preview")]
            self.assertEqual([lead[0]] * len(lead), lead, "all begin and end at one line")
            verdict = next(edge for edge in edges if edge[2] == "overview")
            self.assertTrue(lead[0] == verdict[:2] or lead[0][0] > verdict[1], "below the verdict or beside it")
            margins.append(verdict[0])
        self.assertEqual(2, len(margins))
        self.assertGreaterEqual(margins[0], 12)
        self.assertGreater(margins[1], margins[0], "regular has the wider margin")

    @rules("B8")
    def test_banner_has_the_words_of_its_kind(self):
        for page in self.each(self.NOTICES):
            said = {words.split("\n")[-1]: " ".join(words.split()) for words in page.locator("div[data-kind] .bar").all_inner_texts()}
            bar = {title: next(words for words in said.values() if title in words) for title in ("Old coverage", "Upload", "Reindex")}
            self.assertIn("Data from 18 Nov 2026, 22:40", bar["Old coverage"])
            self.assertIn("40 of 100", bar["Upload"])
            self.assertIn("Progress Total unknown", bar["Reindex"])
            track = page.locator('[data-kind="progress"] progress').first
            self.assertEqual(["40", "100", "Upload"], [track.get_attribute(name) for name in ("value", "max", "aria-label")])
            self.assertEqual(30, page.locator("li[data-key]").count(), "messages stay in their sections")


class Alerts(StaticTest):
    @staticmethod
    def alert(actions, **more):
        return night(["Two"] + [{"kind": "alert", "urgency": "error", "title": "Certificate about to expire",
                                 "text": "Packages can't be signed after 23 November.", "actions": actions, **more}])

    @rules("A2", "A8")
    def test_an_alert_is_a_row_above_the_verdict_with_a_title_and_a_text(self):
        for page in self.each(self.alert([]), scripts=(False,)):
            title, text, row, verdict = (page.locator(f"{one}").bounding_box() for one in (
                "[data-component=alert] h2", "[data-component=alert] .x", "[data-component=alert]", "#overview"))
            self.assertLess(title["y"], text["y"])
            self.assertLess(row["y"], verdict["y"])
            self.assertLess(row["height"], 110)
            self.assertAlmostEqual(verdict["x"], row["x"], delta=2)
            self.assertAlmostEqual(verdict["width"], row["width"], delta=3)

    @rules("A3", "A4")
    def test_in_the_page_an_alert_has_its_actions_and_no_cancel(self):
        for role in ("default", "destructive"):
            actions = [{"title": "Renew", "url": "https://a.example", "role": role}, {"title": "Cancel", "role": "cancel"}]
            for scheme in ("light", "dark"):
                for page in self.each(self.alert(actions), scripts=(False,), scheme=scheme):
                    shown = page.locator("[data-component=alert] .buttons > :visible")
                    self.assertEqual(["Renew"], shown.all_inner_texts())
                    if role == "destructive":
                        self.assertEqual(token("error.foreground", scheme), shown.evaluate("node => getComputedStyle(node).color"))

    @rules("A5", "A7")
    def test_interface_buttons_are_short_verbs_and_blame_nobody(self):
        strings = json.loads((support.repository / "Templates/strings/en.json").read_text(encoding="utf-8"))["strings"]
        for key in ("cancel", "done", "close", "apply", "reset", "clear", "undo", "restore", "copy", "dismiss"):
            self.assertRegex(strings[key], r"^[A-Z][a-z]+( [A-Z][a-z]+)?$", key)
        self.assertEqual("Cancel", strings["cancel"])
        for key, words in strings.items():
            self.assertNotIn(words, ("Yes", "No"), key)
            self.assertNotRegex(words, re.compile(r"\b(you|your|yours|me|my)\b", re.I), key)
        for page in self.each(self.alert([{"title": "Cancel", "role": "cancel"}, {"title": "Renew", "url": "https://a.example"}]),
                              scripts=(False,)):
            for title in page.locator("[data-component=alert] .btn").all_inner_texts():
                self.assertRegex(title, r"^[A-Z]\w+( [A-Z]\w+)?$")


class Disclosures(StaticTest):
    @rules("S3", "V3")
    def test_without_script_actions_and_details_open_in_place(self):
        dataset = night(["Two", {"urgency": "error", "title": "One", "details": "First.\n\n```\nline 1\n  line 2\n```\n", "actions": [
            {"title": "Retry", "url": "https://a.example"}, {"title": "Cancel", "role": "cancel"},
            {"title": "Delete", "url": "https://b.example", "role": "destructive"}]}],
            timeline=[{"time": "2026-11-20", "title": "Freeze", "details": "How it is done."}])
        for page in self.each(dataset, scripts=(False,)):
            unfold(page)
            page.locator("li[data-key] summary", has_text="Actions").click()
            choices = page.locator("li[data-key] .sheet .btn")
            self.assertEqual("Delete", choices.first.inner_text(), "what destroys comes first")
            self.assertEqual(token("error.foreground"), choices.first.evaluate("node => getComputedStyle(node).color"))
            self.assertNotEqual(token("error.foreground"), choices.nth(1).evaluate("node => getComputedStyle(node).color"))
            for place, words in (("li[data-key]", "line 1\n  line 2"), ("li[data-tense][id]", "How it is done.")):
                content = page.locator(f"{place} .p")
                self.assertFalse(content.is_visible())
                summary = page.locator(f"{place} summary", has_text="Details")
                summary.click()
                self.assertTrue(content.is_visible())
                self.assertIn(words, content.inner_text())
                self.assertGreaterEqual(content.bounding_box()["y"], summary.bounding_box()["y"])
                summary.click()
                self.assertFalse(content.is_visible())
