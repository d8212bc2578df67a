"""What the timeline and its preview say in every target, and what merged inputs mean, held against rules of its own."""
import json
import random
import re
import zoneinfo
from datetime import datetime, timedelta, timezone

import support
from browser import rules

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=timezone.utc)


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def window(tenses, size):
    """An oracle of rule P3: the current entries (the last of them if they are too many), then future ones; past ones fill the front."""
    past, current, future = ([place for place, one in enumerate(tenses) if one == tense] for tense in ("past", "current", "future"))
    shown = (current[-size:] + future)[:size]
    left = size - len(shown)
    return (past[-left:] if left else []) + shown


class Preview(support.ProgramTest):
    def plan(self, random_one):
        """Entries at distinct times, in order of time, with their tenses."""
        count = random_one.randrange(1, 9)
        hours = sorted(random_one.sample(range(-40, 41), count))
        if random_one.random() < 0.2:
            hours = [-abs(hour) - 1 for hour in hours]
            hours = sorted(set(hours))
        entries, tenses = [], []
        for place, hour in enumerate(hours):
            start = NOW + timedelta(hours=hour)
            if random_one.random() < 0.3:
                end = start + timedelta(hours=random_one.randrange(1, 30))
                entries.append({"start": stamp(start), "end": stamp(end), "title": f"T{place}"})
                tenses.append("future" if NOW < start else "current" if NOW < end else "past")
            else:
                entries.append({"time": stamp(start), "title": f"T{place}"})
                tenses.append("future" if NOW < start else "past")
        return entries, tenses

    def cells(self, mail):
        """The objects of a mail's preview: their attributes and titles. A mail keeps no classes but those its style sheet asks for."""
        return re.findall(r'<td width="25%"[^>]*><!\[endif\]--><div([^>]*)>.*?<p dir="auto"[^>]*>(T\d)<', mail, re.S)

    @rules("P1", "P3")
    def test_preview_has_a_window_for_each_width_in_every_target(self):
        chance = random.Random(10)
        for number in range(60):
            entries, tenses = self.plan(chance)
            order = chance.choice(["ascending", "descending"])
            dataset = self.write("plan.json", json.dumps(
                {"version": 1, "now": stamp(NOW), "messages": [], "timeline": {"entries": entries, "order": order}}))
            wide, narrow = ([f"T{place}" for place in window(tenses, size)] for size in (4, 2))
            with self.subTest(number=number, tenses=tenses, order=order):
                told = json.loads(self.render(dataset, "--to", "json"))["timeline"]
                titles = [entry["title"] for entry in told["entries"]]
                self.assertEqual(wide, [titles[place] for place in told["preview"]])
                self.assertEqual(narrow, [titles[place] for place in told["previewCompact"]])
                page = self.render(dataset).decode()
                items = re.findall(r'<li data-component="timeline-preview-item"([^>]*)>.*?<span class="t"><bdi>(T\d)<', page, re.S)
                self.assertEqual(wide, [title for _, title in items], "each object stands once")
                self.assertEqual(narrow, [title for marks, title in items if "data-extra" not in marks])
                mail = self.render(dataset, "--to", "mail").decode()
                cells = self.cells(mail)
                self.assertEqual(wide, [title for _, title in cells])
                self.assertEqual(narrow, [title for marks, title in cells if "extra" not in marks])
                for width, wanted in (("regular", wide), ("compact", narrow)):
                    text = self.render(dataset, "--to", "text", "--width", width).decode()
                    strip = re.split(r"Timeline \(\d+\)\n---", text.split("See all")[1])[0]
                    self.assertEqual(wanted, re.findall(r"\bT\d\b", strip))
                    markdown = self.render(dataset, "--to", "markdown", "--width", width).decode()
                    self.assertEqual(wanted, re.findall(r"\*\*(T\d)\*\*<br>", markdown))
                    mail = self.render(dataset, "--to", "mail", "--width", width).decode()
                    self.assertEqual(wanted, [title for _, title in self.cells(mail)])

    @rules("P2", "P6")
    def test_preview_has_its_own_format_and_milestones_in_text(self):
        dataset = self.write("plan.json", json.dumps({
            "version": 1, "now": stamp(NOW), "messages": [], "timeline": {"previewFormat": "y/MM/dd", "timestampFormat": "HH:mm", "entries": [
                {"time": "2026-11-17", "title": "Go", "milestone": "start"}, {"time": "2026-11-21", "title": "Stop", "milestone": "end"}]}}))
        strip = self.render(dataset, "--to", "text").decode().split("See all")[1].split("Timeline\n---")[0]
        for words in ("2026/11/17", "2026/11/21", "past, start", "future, end"):
            self.assertIn(words, strip)


class Now(support.ProgramTest):
    @rules("T4")
    def test_now_indicator_is_above_the_header_of_a_unit_it_is_not_in(self):
        for order, standing in (("ascending", ["18 November", "Now: ", "22 November"]), ("descending", ["22 November", "Now: ", "18 November"])):
            dataset = self.write("plan.json", json.dumps({
                "version": 1, "now": stamp(NOW), "messages": [], "timeline": {"groupBy": "day", "order": order, "entries": [
                    {"time": "2026-11-18", "title": "before"}, {"time": "2026-11-22", "title": "after"}]}}))
            for target in ("text", "markdown", "mail", "page"):
                with self.subTest(order=order, target=target):
                    output = self.render(dataset, "--to", target).decode()
                    output = re.sub(r"<(style|script).*?</\1>", "", output, flags=re.S)
                    places = [output.rindex(words) for words in standing]
                    self.assertEqual(sorted(places), places)
            self.assertNotIn("nowGroup", json.loads(self.render(dataset, "--to", "json"))["timeline"])


class Merged(support.ProgramTest):
    ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns", "UTC", None]

    def test_merged_inputs_keep_their_own_time_zones(self):
        chance = random.Random(3)
        for number in range(40):
            zones = [chance.choice(self.ZONES) for _ in range(chance.randrange(1, 4))]
            asked = chance.choice([None, None, "Asia/Tokyo", "America/New_York"])
            report = asked or next(filter(None, zones), "UTC")
            files, wanted = [], {}
            for place, zone in enumerate(zones):
                messages, entries = [], []
                for item in range(4):
                    # Also near clock changes: the first of a repeated time, the next after a gap.
                    local = datetime(2026, *chance.choice([(3, 29), (10, 25), (11, 1), (3, 8), (7, 1)]), chance.randrange(24), 30)
                    name = f"m{place}x{item}"
                    own = zoneinfo.ZoneInfo(zone or report)
                    moment = self.moment(local, own)
                    wanted[name] = moment
                    messages.append({"urgency": "error", "title": name, "time": local.isoformat()})
                    entries.append({"start": local.isoformat(), "title": name})
                dataset = {"version": 1, "messages": messages, "timeline": {"entries": entries}}
                if not place:
                    dataset["now"] = "2026-11-20T12:00:00Z"
                if zone:
                    dataset["timeZone"] = zone
                files.append(self.write(f"{place}.json", json.dumps(dataset)))
            words = [] if asked is None else ["--time-zone", asked]
            with self.subTest(number=number, zones=zones, asked=asked):
                told = json.loads(self.render(*files, "--to", "json", *words))
                messages = [message for section in told["sections"] for message in section["messages"]]
                found = {one["title"]: datetime.fromisoformat(one["time"]) for one in messages}
                self.assertEqual(wanted, found)
                self.assertEqual(wanted, {one["title"]: datetime.fromisoformat(one["time"]) for one in told["timeline"]["entries"]})

    def moment(self, local, zone):
        first = local.replace(tzinfo=zone, fold=0)
        moment = first.astimezone(timezone.utc)
        if moment.astimezone(zone).replace(tzinfo=None) == local:
            return moment
        # For a skipped time, the moment after the gap.
        low, high = moment - timedelta(hours=4), moment + timedelta(hours=4)
        before = low.astimezone(zone).utcoffset()
        while high - low > timedelta(seconds=1):
            middle = low + (high - low) / 2
            middle = middle.replace(microsecond=0)
            if middle.astimezone(zone).utcoffset() == before:
                low = middle
            else:
                high = middle
        return high

    def inputs(self):
        def made(name, title, **more):
            return self.write(name, json.dumps({
                "version": 1, "now": "2026-11-20T12:00:00Z", "title": title, **more, "summary": f"[{title} sum](s.txt)",
                "messages": [{"urgency": "error", "title": title, "text": f"[{title} text](t.txt)", "link": {"title": "log", "url": "l.txt"},
                              "location": {"file": "f", "url": "f.txt"}, "actions": [{"title": "Do", "url": "../a"}]}],
                "timeline": {"entries": [{"time": "2026-11-20", "title": title, "url": "e.txt", "details": f"[{title} details](d.txt)"}]}}))
        return made("b.json", "B", url="https://b.example/job/1/"), made("n.json", "N", url="https://n.example/job/2/")

    def test_links_of_merged_inputs_are_relative_to_their_own_addresses(self):
        first, second = self.inputs()
        for target in ("mail", "markdown", "text"):
            with self.subTest(target=target):
                output = self.render(first, second, "--to", target).decode()
                for host, names in (("b.example/job/1", "stlfed"), ("n.example/job/2", "tlfed")):
                    for name in names:
                        self.assertIn(f"https://{host}/{name}.txt", output)
                    self.assertIn(f"https://{host.rsplit('/', 1)[0]}/a", output)
                self.assertNotIn("https://n.example/job/2/s.txt", output, "one summary is told")
        page = self.render(first, second).decode()
        self.assertEqual({"t.txt", "l.txt", "f.txt", "e.txt", "d.txt", "s.txt", "../a"} | {
            f"https://n.example/job/{name}" for name in ("2/t.txt", "2/l.txt", "2/f.txt", "2/e.txt", "2/d.txt", "a")},
            {link for link in re.findall(r'<a[^>]* href="([^"#]+)"', page)})
        told = json.loads(self.render(first, second, "--to", "json"))
        self.assertEqual({"l.txt", "https://n.example/job/2/l.txt"}, {
            message["link"]["url"] for section in told["sections"] for message in section["messages"]})

    def test_site_keeps_targets_of_relative_links_of_merged_inputs(self):
        site = self.folder / "site"
        first, second = self.inputs()
        result = support.run("publish", first, second, "--site", site, "--project", "p", "--run", "r")
        self.assertStatus(support.DONE, result)
        page = (site / "p/runs/r/index.html").read_text()
        for link in ("https://b.example/job/1/l.txt", "https://n.example/job/2/l.txt", "https://n.example/job/2/t.txt", "https://b.example/job/1/t.txt"):
            self.assertIn(f'href="{link}"', page)

    def test_site_does_not_move_relative_links(self):
        first, _ = self.inputs()
        site = self.folder / "site"
        self.assertStatus(support.DONE, support.run("publish", first, "--site", site, "--project", "p", "--base-url", "https://s.example/"))
        for target in ("mail", "markdown", "text"):
            output = self.render(first, "--to", target, "--site", site, "--project", "p").decode()
            self.assertIn("https://b.example/job/1/t.txt", output)
            self.assertIn("https://s.example/p/runs/", output, "the report itself is in the site")
            self.assertNotIn("s.example/p/runs/2026-11-20-1200/t.txt", output)

    def test_fixed_messages_keep_the_address_of_their_own_report(self):
        first, second = self.inputs()
        output = self.render(first, "--baseline", second, "--to", "mail").decode()
        self.assertNotIn("b.example/job/1/l.txt\">log</a> N", output)
        told = json.loads(self.render(first, "--baseline", second, "--to", "json"))
        self.assertEqual(["https://n.example/job/2/l.txt"], [one["link"]["url"] for one in told["comparison"]["fixedMessages"]])

    @rules("M1")
    def test_all_clear_needs_every_input_to_be_completed(self):
        good = self.write("a.json", '{"version": 1, "now": "2026-11-20", "messages": [], "run": {"status": "completed"}}')
        for other, clear in (('"run": {"status": "completed"}, ', True), ("", False), ('"run": {"branch": "b"}, ', False), ('"run": {"status": "failed"}, ', False)):
            bad = self.write("b.json", '{"version": 1, ' + other + '"messages": []}')
            for files in ((good, bad), (bad, good)):
                text = self.render(*files, "--to", "text").decode()
                self.assertEqual(clear, "All clear" in text, text)


class Cut(support.ProgramTest):
    @rules("M14")
    def test_budget_notes_its_cut_in_place_and_leaves_room_for_the_note(self):
        urgencies = ["error", "warning", "information"]
        messages = [{"urgency": urgencies[place % 3], "title": f"Message {place}", "category": f"c{place % 5}", "text": "words " * 20,
                     "details": "a line\n" * 40} for place in range(500)]
        days = [f"2026-{month:02}-{day:02}" for month in range(1, 11) for day in range(1, 12)]
        for order in ("ascending", "descending"):
            dataset = self.write("night.json", json.dumps({
                "version": 1, "now": "2026-05-20T12:00:00Z", "url": "https://x.example/", "summary": "So and so it went.", "messages": messages,
                "timeline": {"groupBy": "month", "order": order, "entries": [{"time": day, "title": f"entry {day}"} for day in days]}}))
            for target, limit in (("mail", 80 << 10), ("markdown", 40_000), ("text", 40_000)):
                with self.subTest(order=order, target=target):
                    words = [] if target == "mail" else ["--budget", str(limit)]
                    output = self.render(dataset, "--to", target, *words).decode()
                    self.assertLessEqual(len(output.encode()), limit)
                    self.assertIn("So and so it went.", output)
                    for category in range(5):
                        self.assertRegex(output, rf"c{category} \(100\)")
                    shown = set(re.findall(r"Message (\d+)", output))
                    self.assertEqual({0, 1, 2, 3, 4}, {int(number) % 5 for number in shown})
                    timeline = output[output.rindex("(500)"):]
                    entries = re.findall(r"entry (2026-\d\d-\d\d)", timeline)
                    self.assertIn("2026-06-01", entries, "the next one")
                    earlier, later = (re.search(rf"(\d+) {word}", timeline) for word in ("earlier", "later"))
                    self.assertEqual(days.index(min(entries)), int(earlier[1]))
                    self.assertEqual(len(days) - 1 - days.index(max(entries)), int(later[1]))
                    inside = timeline.index(entries[0])
                    first, last = (earlier, later) if order == "ascending" else (later, earlier)
                    self.assertLess(first.start(), inside)
                    self.assertGreater(last.start(), timeline.rindex(entries[-1]))
