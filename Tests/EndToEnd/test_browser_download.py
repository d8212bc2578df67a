"""What is shown can be downloaded as CSV and JSON, and holds what the page says (F8)."""
import csv
import io
import json
import pathlib

from browser import dismiss, night, rules, shot
from test_browser_filters import Page

COLUMNS = ["urgency", "change", "category", "title", "place", "owner", "time", "text"]
CELLS = [
    {"urgency": "error", "category": "tests", "title": '=HYPERLINK("x"), "quoted"', "text": "First line\n\nSecond **line** & more",
     "location": {"file": "Sources/Index.swift", "line": 3}, "owner": "@storage-team", "time": "2026-11-20T01:00:00+01:00"},
    {"urgency": "warning", "category": "tests", "title": "+1 slow test", "details": "no text, but details"},
    {"urgency": "warning", "category": "docs", "title": "-x; Über 測試", "text": "@everyone"},
    {"urgency": "information", "category": "docs", "title": "Guide was built <b>twice</b>"},
]
ALERT = {"kind": "alert", "urgency": "error", "title": "Certificate expires", "text": "Renew it."}


class Saving(Page):
    """What is saved, as the tests read it."""

    def save(self, page, kind):
        page.locator(".menu > .btn").click()
        with page.expect_download() as started:
            page.locator(f"[data-save={kind}]").click()
        self.assertTrue(started.value.suggested_filename.endswith("." + kind))
        return pathlib.Path(started.value.path()).read_bytes()

    def rows(self, page):
        text = self.save(page, "csv")
        self.assertTrue(text.startswith(b"\xef\xbb\xbf"))
        self.assertEqual(text.count(b"\r\n"), text.decode().count("\r\n"))
        head, *rows = csv.reader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True)
        self.assertEqual(COLUMNS, head)
        return [dict(zip(head, row, strict=True)) for row in rows]

    def records(self, page):
        return json.loads(self.save(page, "json"))


class Download(Saving):
    def report(self, messages=CELLS, **more):
        return night(messages, categories=[{"id": "tests", "title": "Unit, tests"}, {"id": "docs", "title": "Guide"}], **more)

    @rules("F9")
    def test_both_files_hold_what_the_page_shows_in_its_order(self):
        for size in ("compact", "regular"):
            page = self.open(self.report(), size=size)
            records = self.records(page)
            titles = page.locator("#messages [data-key] [data-title]").all_inner_texts()
            self.assertEqual(titles, [record["title"] for record in records])
            self.assertEqual({
                "urgency": "error", "change": "", "category": "Unit, tests", "title": '=HYPERLINK("x"), "quoted"',
                "place": "Sources/Index.swift:3", "owner": "@storage-team", "time": "2026-11-20T01:00:00+01:00",
                "text": "First line\nSecond line & more"}, records[0])
            self.assertEqual(["", ""], [record["text"] for record in records if "details" in record["title"] or "slow" in record["title"]] + [records[3]["text"]])
            rows = self.rows(page)
            self.assertEqual(len(records), len(rows))
            for row, record in zip(rows, records):
                for name in COLUMNS:
                    plain = record[name].replace("\r\n", "\n")
                    self.assertEqual("'" + plain if plain[:1] in tuple("=+-@\t\r") and plain else plain, row[name])
            shot(page, f"download-{size}", full_page=True)

    @rules("F9")
    def test_filters_and_order_are_respected(self):
        page = self.open(self.report([*CELLS, ALERT]), query="?urgency=error,warning&sort=title:desc")
        dismiss(page)
        shown = [record["title"] for record in self.records(page)]
        self.assertEqual("Certificate expires", shown[0])
        self.assertEqual({"+1 slow test", "-x; Über 測試", '=HYPERLINK("x"), "quoted"'}, {*shown[1:]})
        standing = page.evaluate("() => [...document.querySelectorAll('#messages [data-key] [data-title]')].map(one => one.textContent.trim())")
        self.assertEqual(standing, shown[1:])

    @rules("F9")
    def test_a_hundred_thousand_messages_are_saved_without_freezing(self):
        many = [{"urgency": "warning", "title": f"Message {number}", "text": "text " * 5} for number in range(100_000)]
        page = self.open(night(many))
        page.locator(".menu > .btn").click(timeout=60_000)
        page.evaluate("""() => { window.longest = 0; let last = performance.now();
          const look = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; setTimeout(look, 10) };
          look() }""")
        # Measures again if other programs used the processor during a slice.
        for attempt in range(3):
            page.evaluate("() => { window.longest = 0 }")
            with page.expect_download(timeout=120_000) as started:
                page.locator("[data-save=csv]").click()
            rows = list(csv.reader(io.StringIO(pathlib.Path(started.value.path()).read_text("utf-8-sig"), newline="")))
            self.assertEqual(100_001, len(rows))
            self.assertEqual("Message 99999", rows[-1][3])
            longest = page.evaluate("longest")
            if longest < 1000:
                break
            page.locator(".menu > .btn").click(timeout=60_000)
        else:
            self.fail(f"the page stood still for {longest} ms")
