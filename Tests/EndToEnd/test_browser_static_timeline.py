"""What the timeline and its preview show by themselves: order, places, shapes and colours by tense."""
from browser import colours, night, rules, style, token
from test_browser_static import LONG, StaticTest

# Two entries are past, one is current and two are future; both ends are milestones.
PLAN = [{"time": "2026-11-25", "title": "Release", "milestone": "end"},
        {"time": "2026-11-21T14:00:00+01:00", "title": "Build", "status": "open"},
        {"time": "2026-11-20", "title": "Freeze", "status": "inProgress", "icon": "flag", "description": "No strings change."},
        {"start": "2026-11-19T10:00:00+01:00", "end": "2026-11-19T12:00:00+01:00", "title": "Review"},
        {"time": "2026-11-18", "title": "Kick-off", "milestone": "start", "status": "completed"}]
ORDER = ["Kick-off", "Review", "Freeze", "Build", "Release"]


def day(number):
    return f"2026-11-{number:02}"


class Timeline(StaticTest):
    def order(self, page):
        """Titles and the now indicator, from top to bottom as they are seen."""
        return page.evaluate("""() => [...document.querySelectorAll('.timeline li[data-tense][id], .timeline [data-component=now-indicator]')]
          .map(node => [node.getBoundingClientRect().top, node.querySelector('.t')?.textContent.trim() ?? 'NOW'])
          .sort((a, b) => a[0] - b[0]).map(pair => pair[1])""")

    @rules("T1")
    def test_entries_stand_in_order_of_time_with_the_time_at_the_start(self):
        for page in self.each(night(timeline=PLAN)):
            self.assertEqual(ORDER, [one for one in self.order(page) if one != "NOW"])
            for entry in page.locator("li[data-tense][id]").all():
                when, node, cell = (entry.locator(part).bounding_box() for part in (".when", ".node", ".cell"))
                self.assertLessEqual(when["x"] + when["width"], node["x"] + 1)
                self.assertLessEqual(node["x"] + node["width"], cell["x"] + 1)
        for page in self.each("rtl", scripts=(False,)):
            when, cell = (page.locator(f"li[data-tense][id] {part}").first.bounding_box() for part in (".when", ".cell"))
            self.assertGreaterEqual(when["x"], cell["x"] + cell["width"] - 1, "from right to left the time is at the right")

    @rules("T1")
    def test_equal_times_are_sorted_by_duration_then_by_dataset_order(self):
        ties = [{"start": day(20), "end": day(24), "title": "long"}, {"start": day(20), "end": day(22), "title": "short"},
                {"start": day(20), "end": day(22), "title": "short too"}]
        for page in self.each(night(timeline=ties), scripts=(False,)):
            self.assertEqual(["short", "short too", "long"], [one for one in self.order(page) if one != "NOW"])
        for page in self.each(night(timeline={"entries": PLAN, "order": "descending"}), scripts=(False,)):
            self.assertEqual(ORDER[::-1], [one for one in self.order(page) if one != "NOW"])

    @rules("T2")
    def test_headers_name_their_unit_of_time(self):
        entries = [{"time": "2026-03-30", "title": "a"}, {"time": "2026-04-02", "title": "b"}, {"time": "2027-01-04", "title": "c"}]
        expected = {"day": ["Monday, 30 March 2026", "Thursday, 2 April 2026", "Monday, 4 January 2027"],
                    "week": ["Week 14, 2026", "Week 1, 2027"], "month": ["March 2026", "April 2026", "January 2027"],
                    "quarter": ["Q1 2026", "Q2 2026", "Q1 2027"], "year": ["2026", "2027"], "none": []}
        for unit, headers in expected.items():
            for page in self.each(night(timeline={"entries": entries, "groupBy": unit}), sizes=("compact",), scripts=(False,)):
                self.assertEqual(headers, page.locator(".g > h3").all_inner_texts())
        plan = {"entries": entries, "groupBy": "month", "headerFormat": "MM/y"}
        for page in self.each(night(timeline=plan), sizes=("compact",), scripts=(False,)):
            self.assertEqual(["03/2026", "04/2026", "01/2027"], page.locator(".g > h3").all_inner_texts())

    @rules("T2")
    def test_a_header_stays_in_sight_while_its_entries_scroll(self):
        entries = [{"time": day(1 + at // 15), "title": f"Step {at}"} for at in range(60)]
        for page in self.each(night(timeline={"entries": entries, "groupBy": "day"})):
            page.evaluate("""() => { const entry = document.querySelectorAll('li[data-tense][id]')[20];
              scrollTo(0, entry.getBoundingClientRect().top + scrollY - 20); }""")
            header = page.locator(".g > h3").nth(1)
            self.eventually(self.assertAlmostEqual, 0, lambda: header.bounding_box()["y"], delta=1)
            self.until(page, "document.elementFromPoint(innerWidth / 2, 10).closest('h3') !== null")

    @rules("T3")
    def test_tense_is_derived_from_now(self):
        at = "2026-11-20T0{}:00+01:00".format
        cases = [({"time": at("3:11")}, "past"), ({"time": at("3:12")}, "past"), ({"time": at("3:13")}, "future"),
                 ({"time": day(20)}, "current"), ({"time": day(19)}, "past"), ({"time": day(21)}, "future"),
                 ({"start": at("3:12"), "end": at("4:00")}, "current"), ({"start": at("2:00"), "end": at("3:12")}, "past"),
                 ({"start": at("3:30"), "end": at("4:00")}, "future"),
                 ({"start": at("1:00"), "status": "inProgress"}, "current"), ({"time": day(2), "tense": "future"}, "future")]
        entries = [{**times, "title": f"case {place}"} for place, (times, _) in enumerate(cases)]
        for page in self.each(night(timeline=entries), sizes=("regular",)):
            for place, (_, tense) in enumerate(cases):
                entry = page.locator("li[data-tense][id]").filter(has_text=f"case {place}").filter(has=page.get_by_text(f"case {place}", exact=True))
                self.assertEqual(tense, entry.get_attribute("data-tense"), cases[place])
                self.assertIn(tense, entry.locator(".when .vh").text_content(), "tense is said in words, too")
                node = entry.locator(".node > svg").evaluate("node => getComputedStyle(node).backgroundColor")
                self.assertEqual(token(f"tense.{tense}.node"), node)

    @rules("T4")
    def test_now_indicator_is_shown_once_in_its_place(self):
        past, future = PLAN[3:], PLAN[:2]
        left = [{"time": "2026-10-03T09:00:00+02:00", "status": "inProgress", "title": "Left"}]
        for entries, expected in (
                (PLAN, ["Kick-off", "Review", "NOW", "Freeze", "Build", "Release"]),
                (past + future, ["Kick-off", "Review", "NOW", "Build", "Release"]),
                (past, ["Kick-off", "Review", "NOW"]), (future, ["NOW", "Build", "Release"]),
                (PLAN + left, ["Left", "Kick-off", "Review", "NOW", "Freeze", "Build", "Release"])):
            for page in self.each(night(timeline=entries), scripts=(False,)):
                self.assertEqual(expected, self.order(page))
                self.assertIn("Now", page.locator("[data-component=now-indicator]").inner_text())
        for entries, expected in ((PLAN, ["Release", "Build", "Freeze", "NOW", "Review", "Kick-off"]),
                                  (past + future, ["Release", "Build", "NOW", "Review", "Kick-off"])):
            for page in self.each(night(timeline={"entries": entries, "order": "descending"})):
                self.assertEqual(expected, self.order(page))

    @rules("T4")
    def test_now_indicator_is_above_the_header_of_a_unit_it_is_not_in(self):
        entries = [{"time": day(18), "title": "a"}, {"time": day(22), "title": "b"}]
        order = """[...document.querySelectorAll('.g > h3, [data-component=now-indicator]')].map(node => [
          node.getBoundingClientRect().top, node.textContent.slice(0, 3)])
          .sort((a, b) => a[0] - b[0]).map(pair => pair[1])"""
        for turn, expected in (("ascending", ["Wed", "Now", "Sun"]), ("descending", ["Sun", "Now", "Wed"])):
            for page in self.each(night(timeline={"entries": entries, "groupBy": "day", "order": turn})):
                self.assertEqual(expected, page.evaluate(order))

    @rules("T5")
    def test_start_and_end_are_diamonds_and_the_sign_inside_is_the_status(self):
        for page in self.each(night(timeline=PLAN), scripts=(False,)):
            signs = {"Kick-off": "completed", "Review": None, "Freeze": "inProgress", "Build": "open", "Release": None}
            for place, title in enumerate(ORDER):
                svg = page.locator("li[data-tense][id] .node > svg").nth(place)
                turned, round_, width, height = svg.evaluate("""node => { const style = getComputedStyle(node);
                  return [style.rotate, style.borderRadius, node.clientWidth, node.clientHeight]; }""")
                is_milestone = title in ("Kick-off", "Release")
                self.assertEqual("45deg" if is_milestone else "none", turned, title)
                self.assertEqual(not is_milestone, round_ == "50%", title)
                self.assertEqual(width, height)
                uses = [use.get_attribute("href") for use in svg.locator("use").all()]
                self.assertEqual([f"#icon-status-{signs[title]}"] if signs[title] else [], uses, title)

    @rules("T6")
    def test_nodes_and_lines_have_the_colour_of_their_tense(self):
        line = """([at, part]) => { const style = getComputedStyle(document.querySelectorAll('li[data-tense][id] > .node')[at], part);
          return style.content === 'none' ? null : style.backgroundColor; }"""
        cell = "at => getComputedStyle(document.querySelectorAll('li[data-tense][id] > .cell')[at]).backgroundColor"
        tenses = ["past", "past", "current", "future", "future"]
        for scheme in ("light", "dark"):
            for page in self.each(night(timeline=PLAN), scripts=(False,), scheme=scheme):
                for at, tense in enumerate(tenses):
                    expected = token(f"tense.{tense}.line", scheme)
                    self.assertEqual(None if at == 0 else expected, page.evaluate(line, [at, "::before"]))
                    self.assertEqual(None if at == 4 else expected, page.evaluate(line, [at, "::after"]))
                    node = page.locator("li[data-tense][id] .node > svg").nth(at).evaluate("node => getComputedStyle(node).backgroundColor")
                    self.assertEqual(token(f"tense.{tense}.node", scheme), node)
                    tinted = token("tense.current.background", scheme)
                    self.assertEqual(tense == "current", page.evaluate(cell, at) == tinted)
        # Past and current entries are blue, future ones grey.
        for scheme, theme in ((scheme, colours()[scheme]["tense"]) for scheme in ("light", "dark")):
            for tense in ("past", "current", "future"):
                red, green, blue = (int(theme[tense]["node"]["$value"][at:at + 2], 16) for at in (1, 3, 5))
                self.assertEqual(tense != "future", blue - red > 60, f"{tense} in {scheme}")

    @rules("T7")
    def test_cell_is_cut_and_its_whole_text_opens(self):
        entry = {"time": day(20), "title": LONG, "description": LONG, "icon": "flag", "attributes": ["Room 1", LONG, "Room 3"],
                 "statuses": [{"text": text, "tone": "positive"} for text in ("Approved", "Tested", "Signed")]}
        for page in self.each(night(timeline=[entry]), sizes=("narrowest", "compact", "regular")):
            self.assertEqual([2, 3], [self.lines(page, ".cell > .t"), self.lines(page, ".cell > .x")])
            self.assertEqual(["Approved", "Tested"], [one.locator("bdi").inner_text() for one in page.locator(".st:visible").all()])
            self.assertEqual(2, page.locator(".at:visible").count())
            heights = [box["height"] for box in (one.bounding_box() for one in page.locator(".at:visible").all())]
            self.assertAlmostEqual(heights[0], heights[1], delta=1, msg="an attribute has one line")
            time, icon = page.locator(".when time").bounding_box(), page.locator(".when > .i").bounding_box()
            self.assertGreaterEqual(icon["y"], time["y"] + time["height"] - 1, "the icon stands beneath the time")
            page.locator(".cell .more > summary").click()
            # The script receives the toggle event only after the disclosure has opened.
            page.locator(".js .cell.full, :root:not(.js) .cell").first.wait_for()
            self.assertEqual([3, 3], [page.locator(".st:visible").count(), page.locator(".at:visible").count()])
            self.assertGreater(self.lines(page, ".cell > .t"), 2)
            self.assertGreater(self.lines(page, ".cell > .x"), 3)


class Preview(StaticTest):
    def titles(self, page, selector="[data-component=timeline-preview] li:visible"):
        return super().titles(page, selector)

    @rules("P1")
    def test_preview_shows_two_objects_on_compact_and_four_on_regular(self):
        plan = PLAN + [{"time": day(27), "title": "Party"}]
        for page in self.each(night(["One", "Two"], plan)):
            count = 2 if self.view.startswith("compact") else 4
            boxes = [one.bounding_box() for one in page.locator("[data-component=timeline-preview] li:visible").all()]
            self.assertEqual(count, len(boxes))
            self.assertEqual(count // 2, len({round(box["y"]) for box in boxes}), "in the column they are in two rows")
            places = [(round(box["y"]), box["x"]) for box in boxes]
            self.assertEqual(sorted(places), places)
            head = page.locator("[data-component=timeline-preview] .head")
            self.assertIn("Road to the release", head.inner_text())
            self.assertIn("See all (6)", head.inner_text())
            self.assertLess(head.bounding_box()["y"], boxes[0]["y"])

    @rules("P1")
    def test_preview_changes_at_600_pixels(self):
        for width, count in ((599, 2), (600, 4)):
            page = self.open(night(timeline=PLAN), (width, 800))
            self.assertEqual(count, page.locator("[data-component=timeline-preview] li:visible").count())

    @rules("P2")
    def test_preview_object_has_timestamp_node_and_title(self):
        plan = [{**PLAN[2], "title": LONG, "attributes": ["Room"], "details": "More.", "statuses": [{"text": "Approved"}]}, *PLAN[:2]]
        for page in self.each(night(timeline=plan)):
            one = page.locator("[data-component=timeline-preview] li").first
            self.assertEqual(["time", "span", "span", "span"], one.evaluate("li => [...li.children].map(child => child.localName)"))
            for word in ("No strings change", "Room", "Approved", "More"):
                self.assertNotIn(word, one.inner_text())
            self.assertEqual(0, page.locator("[data-component=timeline-preview] :is(a, button, summary, input)").count())
            self.assertEqual(2, self.lines(page, "[data-component=timeline-preview] li .t"))
            tops = [one.locator(part).first.bounding_box()["y"] for part in ("time", ".node", ".t")]
            self.assertEqual(sorted(tops), tops)

    @rules("P2")
    def test_two_lines_of_the_preview_hold_a_title_of_forty_letters(self):
        plan = [{"time": day(20 + at), "title": "Idle connections are being closed by hand"} for at in range(4)]
        for page in self.each(night(["One", "Two"], timeline=plan), sizes=((352, 800), "compact", (720, 900), "regular", (1600, 900))):
            cut = page.locator("[data-component=timeline-preview] li:visible .t").evaluate_all(
                "titles => titles.filter(title => title.scrollHeight > title.clientHeight + 1).length")
            self.assertEqual(0, cut)

    @rules("P3")
    def test_preview_shows_current_entries_then_future_ones_then_past_ones(self):
        before = [{"time": day(number), "title": f"before {number}"} for number in range(10, 16)]
        after = [{"time": day(number), "title": f"after {number}"} for number in range(24, 30)]
        current = [{"time": day(20), "title": "today"}]
        left = [{"time": "2026-10-03T09:00:00+02:00", "status": "inProgress", "title": "left"}]
        for entries, expected, compact in (
                (before + current + after, ["today", "after 24", "after 25", "after 26"], ["today", "after 24"]),
                (left + before + current + after, ["left", "today", "after 24", "after 25"], ["left", "today"]),
                (before + after, ["after 24", "after 25", "after 26", "after 27"], ["after 24", "after 25"]),
                (before + current + after[:1], ["before 14", "before 15", "today", "after 24"], ["today", "after 24"]),
                (before + current, ["before 13", "before 14", "before 15", "today"], ["before 15", "today"]),
                (before, ["before 12", "before 13", "before 14", "before 15"], ["before 14", "before 15"])):
            for page in self.each(night(timeline=entries), scripts=(False,)):
                shown = compact if self.view.startswith("compact") else expected
                self.assertEqual(shown, self.titles(page))

    @rules("P4")
    def test_entries_of_today_say_today_in_the_preview(self):
        plan = [{"start": day(18), "end": day(22), "title": "Sprint"}, {"time": day(20), "title": "Freeze"},
                {"start": "2026-11-20T03:00:00+01:00", "end": "2026-11-20T05:00:00+01:00", "title": "Talk"},
                {"time": "2026-11-20T14:00:00+01:00", "title": "Release"}]
        for page in self.each(night(timeline=plan), scripts=(False,)):
            times = page.locator("[data-component=timeline-preview] time").all_inner_texts()
            self.assertEqual(["Today", "Today", "Today, 03:00", "Today, 14:00"], times)
        for page in self.each(night(timeline={"entries": plan, "todayText": False}), scripts=(False,)):
            times = page.locator("[data-component=timeline-preview] time").all_inner_texts()
            self.assertEqual(["18 Nov – 22 Nov", "20 Nov"], times[:2])
            self.assertNotIn("Today", "".join(times))

    @rules("P5")
    def test_nodes_have_shape_sign_and_colour_of_their_entry(self):
        plan = [{**PLAN[2], "milestone": "start"}, PLAN[1], PLAN[0]]
        for scheme in ("light", "dark"):
            for page in self.each(night(timeline=plan), sizes=("regular",), scripts=(False,), scheme=scheme):
                read = "node => (s => [s.rotate, s.backgroundColor])(getComputedStyle(node))"
                nodes = [node.evaluate(read) for node in page.locator("[data-component=timeline-preview] .node > svg").all()]
                current, future = (token(f"tense.{tense}.node", scheme) for tense in ("current", "future"))
                self.assertEqual([["45deg", current], ["none", future], ["45deg", future]], nodes)
                signs = page.locator("[data-component=timeline-preview] .node use").evaluate_all("uses => uses.map(use => use.getAttribute('href'))")
                self.assertEqual(["#icon-status-inProgress", "#icon-status-open"], signs)
                self.assertEqual(token("tense.current.line", scheme), style(
                    page, "[data-component=timeline-preview] .node", "background-color", "::after"))

    @rules("P6")
    def test_preview_is_one_link_to_the_timeline_and_has_every_word(self):
        dataset = night([f"Finding {number}" for number in range(12)], PLAN)
        for page in self.each(dataset):
            strip = page.get_by_role("link", name="Road to the release See all (5)")
            self.assertEqual(["a", "#now"], strip.evaluate("link => [link.localName, link.getAttribute('href')]"))
            words = " ".join(page.locator("[data-component=timeline-preview] li").nth(1).text_content().split())
            self.assertRegex(words, r"^Today ?, current, in progress, Freeze$")
            self.assertEqual("list", page.locator("[data-component=timeline-preview] ol").get_attribute("role"))
            strip.scroll_into_view_if_needed()
            box = page.locator("[data-component=timeline-preview] li:visible").last.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 4)
            self.eventually(self.assertTrue, page.locator("li[data-tense][id]").first.is_visible)
            self.eventually(self.assertLess, lambda: page.locator("#timeline").bounding_box()["y"],
                            page.viewport_size["height"] - 60, "the timeline is in sight")
