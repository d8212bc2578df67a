"""Patterns for files in a page's address mean what they mean on the command line (F7)."""
import json
import urllib.parse

import support
from browser import BrowserTest, address, night, rules

CASES = json.loads((support.repository / "Tests/GlobCases.json").read_text(encoding="utf-8"))["cases"]


class Globs(BrowserTest):
    SHOWN = """[...document.querySelectorAll('li[data-key]')].filter(m => m.checkVisibility()).map(m => (m.querySelector('[data-file]') || m.querySelector('[data-place]')).textContent)"""

    def wrong(self, case, shown):
        return ([f"{path} is not found" for path in case["matches"] if path not in shown]
                + [f"{path} is found" for path in case["not"] if path in shown])

    @rules("F7")
    def test_the_page_reads_patterns_as_the_table_of_cases_says(self):
        paths = sorted({path for case in CASES for path in case["matches"] + case["not"]})
        dataset = night([{"title": f"Message {at}", "location": {"file": path}} for at, path in enumerate(paths)])
        page = self.open(dataset)
        self.eventually(self.assertEqual, set(paths), lambda: set(page.evaluate(self.SHOWN)))
        start = page.url
        for case in CASES:
            with self.subTest(pattern=case["pattern"]):
                page.goto(start + "?file=" + urllib.parse.quote(case["pattern"], safe=""))
                self.eventually(self.assertEqual, [], lambda: self.wrong(case, page.evaluate(self.SHOWN)))

    @rules("F7")
    def test_no_pattern_makes_a_page_wait(self):
        dataset = night([{"title": f"Message {at}", "location": {"file": f"Sources/{'a' * 60}{at}"}} for at in range(50)])
        for pattern in ("*" * 20 + "zz", "*a" * 30 + "b", "**/a*" * 20 + "/x", "[" * 5000, "[a-" * 5000):
            with self.subTest(pattern=pattern[:20]):
                page = self.open(dataset)
                client = page.context.new_cdp_session(page)
                # Measures processor time, because a busy machine may take longer to load the page.
                client.send("Performance.enable", {"timeDomain": "threadTicks"})
                page.goto(address(page) + "?file=" + urllib.parse.quote(pattern, safe=""))
                self.eventually(self.assertEqual, [], lambda: page.evaluate(self.SHOWN))
                found = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
                self.assertLess(found["TaskDuration"], 1)
                page.context.close()
