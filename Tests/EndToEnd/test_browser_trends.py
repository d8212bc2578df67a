"""The trend of a project as a person meets it: charts, their words, and the table behind them."""
from browser import rules, style, token
from site_support import SiteTest


class Trend(SiteTest):
    def chart(self, page, place):
        """The nights of a chart, the oldest first: what its bars are, how high, and what is said of them."""
        return page.locator("figure").nth(place).locator("g").evaluate_all("""all => all.map(night => ({
          title: night.querySelector('title').textContent, bars: [...night.querySelectorAll('[class^=bar-]')].map(bar =>
            [bar.getAttribute('class').slice(4), Number(bar.getAttribute('height')), Number(bar.getAttribute('y'))])}))""")

    def table(self, page):
        head = page.locator(".trend th[scope=col]").all_text_contents()
        rows = page.locator(".trend tbody tr").evaluate_all("all => all.map(row => [...row.cells].map(cell => cell.textContent))")
        return head, [dict(zip(head, row)) for row in rows][::-1]

    @rules("R1", "R2")
    def test_bars_are_as_high_as_the_table_says(self):
        page = self.visit("latest")
        head, rows = self.table(page)
        self.assertEqual(["Run", "Result", "New", "Fixed", "Error", "Warning", "Success", "Information", "Duration"], head)
        nights = self.chart(page, 0)
        self.assertEqual([65, 65], [len(nights), len(rows)])
        most = {name: max(int(row[name]) for row in rows if row[name] != "–") for name in ("New", "Fixed")}
        self.assertEqual([str(most["New"]), str(most["Fixed"])], page.locator("figure .scale").first.locator("span").all_inner_texts())
        whole = sum(most.values())
        for row, night in zip(rows, nights):
            self.assertTrue(night["title"].startswith(row["Run"]), night)
            bars = {kind: height for kind, height, _ in night["bars"]}
            if row["Result"] == "No report":
                self.assertEqual({"missing": 1000}, bars)
                self.assertIn("No report", night["title"])
                continue
            self.assertEqual(row["Result"] == "Failed", bars.pop("failed", 0) == 1000, "a frame around what it found")
            self.assertEqual({name.lower() for name in most if row[name] not in ("0", "–")}, set(bars))
            for kind, height in bars.items():
                self.assertAlmostEqual(int(row[kind.capitalize()]) * 1000 / whole, height, delta=25)

    @rules("R2")
    def test_area_has_gaps_where_runs_did_not_complete(self):
        page = self.visit("latest")
        _, rows = self.table(page)
        gaps = [row["Result"] in ("No report", "Failed") for row in rows]
        self.assertIn(True, gaps)
        covered = [False] * len(rows)
        for points in page.locator("figure").nth(1).locator("polygon").evaluate_all("all => all.map(one => one.getAttribute('points'))"):
            places = [int(point.split(",")[0]) for point in points.split(" ")]
            for run in range(min(places) // 10, max(places) // 10):
                covered[run] = True
        for gap, is_covered in zip(gaps, covered):
            self.assertFalse(gap and is_covered)

    @rules("R1")
    def test_trend_is_named_and_said_in_words(self):
        page = self.visit("latest")
        self.assertEqual("65 runs", page.locator(".trend h2 .n").inner_text())
        said = page.locator(".point").inner_text()
        self.assertRegex(said, r"^\d+ errors?, ((up|down) \d+ from|same as) the previous run; .*peak in 65 runs")
        self.assertIn(said, page.locator(".chart").nth(1).get_attribute("aria-label"))
        for chart in page.locator(".trend svg[role=img]").all():
            self.assertRegex(chart.get_attribute("aria-label"), r"^[\w ]+: .")
        self.assertEqual(["Error", "Warning", "Success", "Information", "No report", "Failed"],
                         page.locator("figure").nth(1).locator(".key").all_inner_texts())
        for word in ("error", "warning", "success", "information"):
            self.assertEqual(token(f"{word}.fill"), style(page, f".swatch > .bar-{word}", "fill"))
        for word in ("missing", "failed"):
            self.assertEqual(["none", token("error.fill")], [style(page, f".swatch > .bar-{word}", name) for name in ("fill", "stroke")])
        self.assertEqual("none", style(page, ".swatch > .bar-failed", "stroke-dasharray"))
        page.locator(".onward > a").click()
        self.eventually(self.assertIn, "Archive", page.locator("h1").inner_text)

    @rules("R1")
    def test_trend_stands_below_the_verdict_and_above_the_messages(self):
        for name in ("latest", "night"):
            with self.subTest(page=name):
                page = self.visit(name, script=False)
                overview, trend, messages = (page.locator(one).first.bounding_box()["y"] for one in (".overview", ".trend", ".messages"))
                self.assertLess(overview, trend)
                self.assertLess(trend, messages)

    def test_no_half_of_a_desk_is_empty_beside_the_trend(self):
        for name in ("latest", "night"):
            page = self.visit(name, size=(1280, 900))
            # The greatest height next to the trend that shows only the background of the page.
            self.assertLess(page.evaluate("""(() => {
              const trend = document.querySelector('.trend'), main = document.querySelector('#page, main').getBoundingClientRect();
              if (!trend) return 0;
              let longest = 0;
              for (const part of [0.2, 0.8]) {
                let empty = 0;
                for (let step = 0; step < trend.offsetHeight; step += 20) {
                  scrollTo(0, 0);
                  scrollTo(0, trend.getBoundingClientRect().top + step - 400);
                  const at = document.elementFromPoint(main.left + main.width * part, trend.getBoundingClientRect().top + step);
                  empty = !at || at.matches('html, body, main, .lead, .column, .parts') ? empty + 20 : 0;
                  longest = Math.max(longest, empty);
                }
              }
              return longest; })()"""), 200)

    def test_keyboard_reaches_the_scrolling_table_of_the_trend(self):
        page = self.visit("latest", size="compact")
        page.locator(".trend summary").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        self.assertEqual("Trend as a table", page.evaluate("document.activeElement.getAttribute('aria-label')"))
        self.assertEqual("region", page.evaluate("document.activeElement.getAttribute('role')"))
        page.keyboard.press("ArrowRight")
        self.until(page, "document.activeElement.scrollLeft > 0")
        page.keyboard.press("Tab")
        self.assertEqual("20 Nov 2026, 03:12", page.evaluate("document.activeElement.textContent"))

    def test_trend_is_absent_for_a_single_run(self):
        page = self.visit("once/index.html")
        self.assertEqual(0, page.locator(".trend, .neighbours").count())
