"""Random pairs and chains of runs: what every target says has changed is what the oracle works out by itself.

`CHANGES_PAIRS=10000` tries so many pairs; `CHANGES_SEED` begins with another seed."""
import collections
import gzip
import html
import json
import os
import random
import re
import unittest

import mail_support
import oracle
import support
from browser import rules

PAIRS = int(os.environ.get("CHANGES_PAIRS", 300))
SEED = int(os.environ.get("CHANGES_SEED", 1))
# One pair in `SAMPLE` is rendered to all targets; per `CHAIN` pairs one site has five runs.
SAMPLE = 8 if PAIRS <= 1000 else 25
CHAIN = 25
TITLES = ("a", "b", "c", "1", "2")
FINGERPRINTS = ("one", "two", "sarif:3", "codequality:4", "test:s\x1fC\x1fn", "test:t\x1fC\x1fn", "test:s\x1fC\x1fo")
LINES = ("", "else:", "  return  x", "the same long line of code", "another line that tells")
NOW = "2026-11-2{}T03:12:00Z"
SIGNS = "✖▲✔ℹ•✕✓i"
MARKED = re.compile(rf"^\s*[{SIGNS}]\s+(Error|Warning|Success|Information|Neutral)(?:, Offline)?: (\w+ \w)"
                    r"(?: \(([A-Z][a-z ]+)\))?", re.M)


class Dice(random.Random):
    """Datasets as small as they can be with all that pairing depends on."""

    def message(self):
        message = {"urgency": self.choices(oracle.RANK, (1, 2, 2, 3, 4))[0], "title": "Test " + self.choice(TITLES)}
        kind = self.choices(("message", "alert", "offline", "progress"), (20, 1, 1, 2))[0]
        if kind != "message":
            message["kind"] = kind
        if kind == "progress":
            message["progress"] = {"done": 2, "of": 5}
        if kind == "offline":
            message["time"] = "2026-11-01T10:00:00+01:00"
        if self.random() < 0.3:
            message["category"] = self.choice(("build", "tests"))
        if self.random() < 0.6:
            message["location"] = {"file": self.choice(("a.c", "b.c"))}
            if self.random() < 0.7:
                message["location"]["line"] = self.randint(1, 9) * self.choice((1, 1, 5))
        if self.random() < 0.15:
            message["fingerprint"] = self.choice(FINGERPRINTS)
        if self.random() < 0.3:
            message["link"] = {"title": self.choice(("E1", "W2"))}
        if self.random() < 0.2 and "line" in message.get("location", {}):
            message["location"]["context"] = [self.choice(LINES) for _ in range(self.choice((1, 3, 5)))]
        return message

    def run(self, dataset):
        run = self.choices((None, "completed", "failed", "canceled"), (2, 10, 3, 1))[0]
        dataset.pop("run", None)
        if run:
            dataset["run"] = {"status": run}
        return dataset

    def dataset(self, day=0):
        count = self.choice((0, 1, 2, 3, 5, 8, 12))
        return self.run({"version": 1, "title": "Nightly", "project": "core", "now": NOW.format(day),
                         "messages": [self.message() for _ in range(count)]})

    def next(self, dataset, day=1):
        """The run after: some messages gone, some more or less urgent, some moved, some new, in another order."""
        if self.random() < 0.1:
            return {**json.loads(json.dumps(dataset)), "now": NOW.format(day)}
        messages = []
        renamed = self.choice((None, None, "a.c", "b.c"))
        for message in json.loads(json.dumps(dataset["messages"])):
            lot = self.random()
            if lot < 0.25:
                continue
            if lot < 0.45:
                message["urgency"] = self.choice(oracle.RANK)
            if lot > 0.8 and "line" in message.get("location", {}):
                message["location"]["line"] = self.randint(1, 9) * self.choice((1, 1, 5))
            if lot < 0.5 and "context" in message.get("location", {}):
                message["location"]["context"][0] = self.choice(LINES)
            if "location" in message and message["location"]["file"] == renamed:
                message["location"]["file"] = "sub/" + self.choice(("a.c", "d.c"))
            if lot > 0.95:
                message["title"] = "Test " + self.choice(TITLES)
            messages.append(message)
        messages += [self.message() for _ in range(self.choice((0, 0, 1, 1, 2, 4)))]
        if self.random() < 0.3:
            self.shuffle(messages)
        return self.run({**dataset, "now": NOW.format(day), "messages": messages})


def identified(dataset):
    """The dataset with an id for each message, by which JSON's are told apart."""
    messages = [{**message, "id": f"n{place}"} for place, message in enumerate(dataset["messages"])]
    return {**dataset, "messages": messages}


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text)))


def together(text):
    """What a comparison says, with what is back again among what is new."""
    found = re.search(r"(?:(\d+) new, )?((?:\d+ more urgent, )?)(\d+) back\b", text)
    if not found:
        return text
    return text.replace(found[0], f"{int(found[1] or 0) + int(found[3])} new" + found[2].rstrip(", ").join((", ", "")) * bool(found[2]))


def without_dates(text):
    """The verdict as it is without a site, which knows since when messages have been there."""
    return re.sub(r"(?:Nothing new since \d+ \w+; )?(\d+ \w+)(?:, the oldest)? since \d+ \w+", r"\1 unchanged", text)


def marked(text):
    """The urgency, title and mark of each message. Lines of the lists have no mark."""
    return collections.Counter(found for found in MARKED.findall(text) if found[2])


def is_single(dataset):
    return len(dataset["messages"]) == 1


def lists(found):
    """The lists of what has changed, from headings and rows in their order."""
    made = {}
    for title, urgency, name, before in found:
        if title:
            made[title] = rows = []
        else:
            rows.append((urgency or before, name))
    return made


class ModelTest(support.ProgramTest):
    def cut(self, text, start, end, comparison):
        """What stands between the sentence about the changes and the messages, and all else."""
        begin = re.search(start, text, re.M).end()
        found = re.search(end, text[begin:], re.M)
        whole = text[begin:begin + found.start()] if found else text[begin:]
        # Banners follow the lists.
        place = re.search(rf"^(?:\*\*)?[{SIGNS}] ", whole, re.M)
        top = whole[:place.start()] if place else whole
        return top, text[:begin] + "\n" + text[begin + len(top):]

    def expect(self, expected, found, what):
        if expected != found:
            self.fail(f"{what}: {found!r}\n  and not {expected!r}\n  in {self.case}")

    def marks(self, dataset, comparison):
        """Each message's urgency, title and mark."""
        words = [(message["urgency"].capitalize(), message["title"], oracle.WORDS[change])
                 for message, change in zip(dataset["messages"], comparison.changes)]
        return collections.Counter(words)

    def check_json(self, report, dataset, comparison):
        found = report["comparison"]
        self.expect(comparison.counts, {word: found[word] for word in comparison.counts}, "counts in JSON")
        self.expect(comparison.text, found["text"], "words in JSON")
        self.expect(comparison.has_news, found["hasNews"], "news in JSON")
        self.expect(comparison.run, (found["run"].get("before"), found["run"].get("now")) if "run" in found else None,
                    "the run's change in JSON")
        for word in ("fixed", "unseen", "gone"):
            lost = [message["id"] for message in getattr(comparison, word)]
            self.expect(lost, [message["id"] for message in found[word + "Messages"]], f"{word} messages in JSON")
        shown = report["alerts"] + report["banners"] + [m for section in report["sections"] for m in section["messages"]]
        marks = {message["id"]: message["change"] for message in shown}
        self.expect({m["id"]: change for m, change in zip(dataset["messages"], comparison.changes)}, marks, "marks in JSON")
        self.expect(oracle.verdict(dataset), (report["verdict"]["text"], report["verdict"]["urgency"]), "verdict in JSON")

    def check_text(self, text, dataset, comparison):
        lines = [line for line in oracle.verdict_lines(dataset, comparison) if line]
        blocks = [block.split("\n  ") for block in re.findall(rf"^─+\n[{SIGNS}] (.*(?:\n  .*)*)\n─+$", text, re.M)]
        self.expect(lines, blocks[-1] if blocks else None, "verdict in text")
        top, rest = self.cut(text, rf"^[{SIGNS}] {re.escape(lines[0])}$(?:\n  .*)*", r"^Messages \(", comparison)
        found = re.findall(rf"^(?:([A-Z][a-z ]+) \(\d+\)|  [{SIGNS}] (?:(\w+): )?(\w+ \w)(?: - .*?)??(?: - before: (\w+))?)$", top, re.M)
        self.expect(oracle.lists(dataset, comparison), lists(found), "lists in text")
        self.expect(self.marks(dataset, comparison), marked(text if is_single(dataset) else rest), "marks in text")
        self.assertIn("As of 2", text)

    def check_markdown(self, text, dataset, comparison):
        anchors = re.findall(r'<a id="(r\w{6}-m\d+)"></a>', text)
        self.expect(sorted(anchors), sorted(re.findall(r"\]\(#(r\w{6}-m\d+)\)", text)), "anchors in Markdown")
        text = re.sub(r'<a id="r\w{6}-m\d+"></a>', "", text)
        lines = [line for line in oracle.verdict_lines(dataset, comparison) if line]
        self.expect([" · ".join([f"{lines[0]}**"] + lines[1:])], re.findall(r"^> \*\*. (.*)$", text, re.M)[-1:], "verdict in Markdown")
        top, rest = self.cut(text, rf"^> \*\*. {re.escape(lines[0])}\*\*.*$", r"^## Messages \(", comparison)
        found = re.findall(rf"^(?:(?:## |<details><summary>)([A-Z][a-z ]+) \(\d+\).*|- [{SIGNS}] (?:(\w+): )?\[?(\w+ \w)"
                           r"(?:\]\(#r\w{6}-m\d+\))?(?: · .*?)??(?: · before: (\w+))?)$", top, re.M)
        self.expect(oracle.lists(dataset, comparison), lists(found), "lists in Markdown")
        lines = re.sub(r"^(>|-|  -|\*\*|\s)+", "", (text if is_single(dataset) else rest).replace("**", ""), flags=re.M)
        self.expect(self.marks(dataset, comparison), marked(lines), "marks in Markdown")
        if oracle.is_bad(oracle.status(dataset)):
            self.assertNotIn("[!TIP]", text, self.case)

    def check_page(self, page, dataset, comparison):
        body = page[page.index("<main"):page.index("</main>")]
        found = re.findall(r'<h2 class="v".*?>(.*?)</h2>|<p class="(sub)">(.*?)</p>', body, re.S)
        lines = {kind or "first": without_dates(together(plain(first or words))) for first, kind, words in found}
        first, _, last = oracle.verdict_lines(dataset, comparison)
        self.expect(first, lines.get("first", ""), "verdict on the page")
        signs = re.search(r'<p class="signs">(.*?)</p>', body, re.S)
        if signs:
            self.expect(oracle.verdict_signs(dataset, comparison), [together(title) for title in re.findall(r'title="(.*?)"', signs[1])], "signs of the verdict")
            quiet = re.sub(r'<span class="all-in">.*?</span>|<span data-urgency.*?</span> (?=<|$)', "", signs[1], flags=re.S)
            told = ", ".join(without_dates(together(plain(text))) for text in re.findall(r"<(?:a|span)[^>]*>(.*?)</(?:a|span)>", quiet))
            self.expect(True, last.replace(" · ", ", ").endswith(told), f"changes in the verdict: {told!r} and {last!r}")
        else:
            self.expect(last, lines.get("sub", ""), "verdict on the page")
        past = r'<details class="d news past".*?</details>'
        parts = re.split(r'id="m(\d+)"', re.sub(past, "", body, flags=re.S))
        found, titles = {}, collections.defaultdict(list)
        for place, part in zip(parts[1::2], parts[2::2]):
            found[int(place) - 1] = list(dict.fromkeys(re.findall(r'data-(?:news|change)="(\w+)"', part)))[:1]
        self.expect({place: [change] for place, change in enumerate(comparison.changes)}, found, "marks on the page")
        # New and worse messages begin the list; lost ones have a list for each kind.
        fresh = "".join(re.findall(r'<section class="s[^"]* fresh".*?</section>', body, re.S))
        for urgency, change, title in re.findall(r'<li id="m\d+" data-urgency="(\w+)"[^>]*data-news="(\w+)".*?<span class="ti">(.*?)</span>', fresh, re.S):
            titles[change].append((urgency.capitalize(), plain(title)))
        for change in ("new", "worse"):
            rows = [] if is_single(dataset) else [
                (message["urgency"].capitalize(), message["title"]) for message, one in zip(dataset["messages"], comparison.changes)
                if one == change and message.get("kind", "message") == "message"]
            self.expect(collections.Counter(rows), collections.Counter(titles[change]), f"{change} at the top of the list")
        for kind, rows in re.findall(r'<details class="d news past" id="(\w+)".*?<ul[^>]*>(.*?)</ul>', body, re.S):
            for now, title, before in re.findall(r'data-urgency="(\w+)".*?<bdi>(.*?)</bdi>(.*)', rows):
                was = re.search(r"<span>Before: (\w+)</span>", before)
                titles[kind].append((was[1] if was else now.capitalize(), plain(title)))
        kinds = {"Fixed": ("fixed",), oracle.unseen_words(comparison.unseen).capitalize(): ("unseen",)}
        for title, kinds in kinds.items():
            expected = oracle.lists(dataset, comparison).get(title, [])
            self.expect(collections.Counter(expected), collections.Counter(row for kind in kinds for row in titles.get(kind, [])),
                        f"{title} on the page")
        for anchor in re.findall(r'href="#(new|worse|back|fixed|unseen|m\d+)"', body):
            self.assertEqual(1, body.count(f'id="{anchor}"'), f"{anchor} in {self.case}")

    def check_mail(self, message, dataset, comparison):
        self.expect(oracle.subject(dataset, comparison), str(message["Subject"]), "subject")
        body = plain(mail_support.body(message, "html"))
        bad = oracle.is_bad(oracle.status(dataset))
        preheader = oracle.preheader(dataset, comparison)
        self.expect(True, preheader[:80] in body, f"preheader of the mail: {preheader!r} in {body[:300]!r}")
        # If nothing has changed, a mail has one line about it.
        quiet = not comparison.has_news and not bad
        lines = [oracle.subject({**dataset, "project": ""}, comparison)] if quiet else oracle.verdict_lines(dataset, comparison)
        for line in lines:
            self.expect(True, line in body, f"words of the mail: {line!r}")
        self.assertIn("As of 2", body)
        text = mail_support.body(message, "plain")
        self.assertIn("As of 2", text)
        for line in lines:
            self.expect(True, line in re.sub(r"\s+", " ", text), f"words of the mail's text: {line!r}")
        if quiet:
            self.assertNotIn("New", body)
            if oracle.status(dataset):
                self.assertIn(oracle.HEADLINES[oracle.status(dataset)], body)
        if bad:
            self.assertNotIn("#1b6a35", mail_support.body(message, "html"), self.case)

    def check_gate(self, said, code, dataset, comparison):
        new, worse, run = oracle.gate(dataset, comparison)
        self.expect(support.FOUND if new + worse or run else support.DONE, code, "status of the gate")
        for count, word in ((new, "new"), (worse, "worsened")):
            words = f"{count} {word} error{'s' * (count != 1)}"
            self.expect(count > 0, words in said, f"{words!r} of the gate in {said!r}")

    def pair(self, number, is_full):
        dice = Dice(SEED * 1_000_003 + number)
        self.case = f"pair {number} of seed {SEED}"
        old = identified(dice.dataset())
        new = identified(dice.next(old))
        comparison = oracle.compare(old, new)
        folder = self.folder / str(number % 16)
        folder.mkdir(exist_ok=True)
        (folder / "old.json").write_text(json.dumps(old))
        (folder / "new.json").write_text(json.dumps(new))
        targets = "page,markdown,text,json" if is_full else "text,json"
        result = support.run("render", folder / "new.json", "--baseline", folder / "old.json", "--to", targets, "-o",
                             f"{folder}/", "--columns", 1000, "--fail-on", "new-error")
        self.check_gate(result.stderr.decode(), result.returncode, new, comparison)
        self.check_json(json.loads((folder / "report.json").read_text()), new, comparison)
        self.check_text((folder / "report.txt").read_text(), new, comparison)
        if not is_full:
            return comparison
        self.check_page((folder / "index.html").read_text(), new, comparison)
        self.check_markdown((folder / "report.md").read_text(), new, comparison)
        arguments = [folder / "new.json", "--baseline", folder / "old.json", *mail_support.WHO, "--attach", "none"]
        self.check_mail(mail_support.parsed(support.run("mail", *arguments).stdout), new, comparison)
        for occasion in ("changed", "new"):
            result = support.run("mail", *arguments, "--only-if", occasion)
            self.expect(oracle.mail_is_wanted(new, comparison, occasion), bool(result.stdout), f"mail --only-if {occasion}")
        return comparison

    @rules("N1", "N2", "N3", "N4", "N5")
    def test_changes_of_random_pairs_agree_with_the_oracle(self):
        seen = collections.Counter()
        for number in range(PAIRS):
            comparison = self.pair(number, number % SAMPLE == 0)
            seen.update({word for word, count in comparison.counts.items() if count})
            seen["run"] += comparison.run is not None
            seen["nothing"] += not comparison.has_news
        # Each kind of change occurred often enough to be significant.
        for what in (*oracle.WORDS, "run", "nothing"):
            self.assertGreater(seen[what], PAIRS // 40, f"{what} in {seen}")

    @rules("N1", "N2")
    def test_histories_of_five_random_runs_agree_with_the_oracle(self):
        for number in range(max(PAIRS // CHAIN, 4)):
            self.chain(number)

    def chain(self, number):
        dice = Dice(SEED * 2_000_003 + number)
        site = self.folder / f"site{number}"
        nights = []
        for day in range(1, 6):
            self.case = f"run {day} of chain {number} of seed {SEED}"
            last = next((night for night in reversed(nights) if oracle.status(night) != "missing"), None)
            if dice.random() < 0.12:
                night = {"run": {"status": "missing", "reason": "no disk"}, "messages": [], "now": NOW.format(day), "title": "Nightly"}
                result = support.run("publish", "--missing", "no disk", "--now", NOW.format(day), "--site", site, "--project",
                                     "core", "--base-url", "https://example.org/r/")
            else:
                night = identified(dice.next(last, day) if last else dice.dataset(day))
                (self.folder / "night.json").write_text(json.dumps(night))
                result = support.run("publish", self.folder / "night.json", "--site", site, "--base-url", "https://example.org/r/")
            self.assertStatus(support.DONE, result)
            nights.append(night)
            self.check_night(site / "core", nights, day)

    def check_night(self, project, nights, day):
        night, earlier = nights[-1], nights[:-1]
        base = oracle.before(earlier)
        comparison = None
        if base and oracle.status(night) != "missing":
            comparison = oracle.compare(base, night, oracle.status(earlier[-1]))
        words, urgency = oracle.night_words(night)
        latest = json.loads((project / "latest.json").read_text())["night"]
        self.expect((words, urgency), (latest["text"], latest["urgency"]), "latest.json")
        counts = {word: latest.get(word, 0) for word in oracle.WORDS} if "new" in latest else None
        self.expect(comparison and comparison.counts, counts, "counts of latest.json")
        run = comparison.run if comparison else None
        self.expect(run and (run[0] or "unknown"), latest.get("was"), "the run before in latest.json")

        # A feed names the first three new messages.
        news = [message["title"] for message in oracle.listed(night, comparison, "new", "worse")[:3]] if comparison else []
        summary = " · ".join([words] + ([comparison.text] if comparison else []) + news)
        headline = latest.get("headline")
        # A missing run's headline is its reason, which the feed does not show.
        is_missing = oracle.status(night) == "missing"
        reason = night["run"].get("reason") if is_missing else None
        self.expect(comparison is not None or reason is not None, headline is not None, "headline of latest.json")
        if is_missing:
            self.expect(reason, headline, "reason in latest.json")
            headline = None
        entry = (project / "feed.xml").read_text().split("<entry>")[1]
        self.expect(summary, together(html.unescape(re.search(r"<summary[^>]*>(.*?)</summary>", entry)[1])), "feed")
        outcome = headline or oracle.OUTCOMES.get(oracle.status(night), urgency.capitalize())
        self.expect(True, f">{outcome}: 2{day} Nov 2026, 03:12</title>" in entry, f"title of the feed's entry {outcome!r}")

        badge = (project / "badge.svg").read_text()
        colour = {"error": "#b10f22", "warning": "#8f4700", "success": "#1b6a35"}.get(urgency, "#0b57b0")
        self.expect([colour], re.findall(r'fill="(#(?!4b5967)[0-9a-f]{6})"', badge), "colour of the badge")
        badge_words = "No report" if oracle.status(night) == "missing" else words \
            if not night["messages"] or oracle.is_bad(oracle.status(night)) \
            else ", ".join(text for _, text in oracle.counted(night)[:2])
        self.expect(badge_words[:47], re.search(r"<title>core: (.*?)</title>", html.unescape(badge))[1][:47], "badge")

        front = (project.parent / "index.html").read_text()
        title, says = re.search(r'<p class="says" title="([^"]*)">(.*?)</p>', front).groups()
        self.expect(words, html.unescape(title), "the title of the line on the first page")
        self.expect(True, plain(says).strip().endswith(reason or headline or words), f"the first page: {says!r}")
        if oracle.is_bad(oracle.status(night)):
            self.expect([], re.findall(r'data-urgency="success"', front[front.index("<main"):]), "green on the first page")
        page = (project / "index.html").read_text()
        if comparison and night["messages"]:
            self.check_page(page, night, comparison)
        packed = json.loads((project / "runs" / f"2026-11-2{day}-0312" / "run.json").read_text())
        self.expect(latest, packed, "run.json")
        month = json.loads(gzip.decompress((project / "history" / "2026-11.json.gz").read_bytes()))
        self.expect(latest, month["nights"][-1], "the month's file")


if __name__ == "__main__":
    unittest.main()
