"""How the last runs went: a site of sixteen runs, and what each target says of it."""
import datetime
import gzip
import json
import re

import support
from browser import rules
from support import DONE, run

FIRST = datetime.datetime(2026, 11, 5, 3, 12, tzinfo=datetime.timezone.utc)
ERRORS = [2, 2, 3, 2, 2, 1, 0, None, 4, 12, 6, 3, 2, 2, 2, 7]
MISSING = ERRORS.index(None)


class TrendTest(support.ProgramTest):
    def day(self, number):
        return (FIRST + datetime.timedelta(days=number)).isoformat()

    def dataset(self, number, messages, **others):
        path = self.folder / f"run-{number}.json"
        path.write_text(json.dumps({"version": 1, "project": "core", "now": self.day(number), "messages": messages,
                                    "run": {"status": "completed"}, **others}))
        return path

    def publish(self, path, *arguments):
        self.assertStatus(DONE, run("publish", path, "--site", self.folder / "site", *arguments, "-q"))

    def json(self, path, *arguments):
        return json.loads(self.render(path, "--to", "json", "--site", self.folder / "site", *arguments))


class Sixteen(TrendTest):
    """Sixteen runs of errors, one of them missing; all but the last are published."""

    def setUp(self):
        super().setUp()
        for number, count in enumerate(ERRORS):
            if count is None:
                self.assertStatus(DONE, run("publish", "--missing", "the machine was down", "--project", "core", "--now", self.day(number),
                                            "--site", self.folder / "site", "-q"))
                continue
            messages = [{"urgency": "error", "category": "tests", "title": f"test {place} fails"} for place in range(count)]
            messages += [{"urgency": "warning", "category": "lint", "title": f"finding {place}"} for place in range(5)]
            if number in (2, 4, 6, 9, 11):
                messages.append({"urgency": "warning", "category": "lint", "title": "now and then"})
            coverage = 80 + number / 5
            facts = [{"title": "Coverage", "value": f"{coverage:.1f} %", "number": coverage}]
            self.last = self.dataset(number, messages, run={"status": "completed", "facts": facts})
            if number < len(ERRORS) - 1:
                self.publish(self.last)

    POINT = "7 errors, up 5 from the previous run; peak in 14 runs: 12 on 14 Nov"

    @rules("R1", "R2")
    def test_every_target_says_the_point(self):
        site = ("--site", self.folder / "site")
        text = self.render(self.last, *site, "--to", "text").decode()
        words = " ".join(text.split())
        self.assertIn("Trend (14 runs): ▃▂▂▂▁·▃█▅▃▂▂▂▅ 3 2 2 1 0 – 4 12 6 3 2 2 2 7 - " + self.POINT, words)
        markdown = self.render(self.last, *site, "--to", "markdown").decode()
        self.assertEqual(1, sum(line.startswith("Trend (14 runs): ▃") and self.POINT in line for line in markdown.splitlines()))
        plain = self.render(self.last, *site, "--to", "text", "--ascii")
        self.assertTrue(plain.isascii())
        self.assertIn("?", re.search(rb"Trend \(14 runs\): (\S+)", plain)[1].decode())
        page = self.render(self.last, *site, "--to", "page").decode()
        self.assertIn(f'aria-label="Messages: {self.POINT}"', page)
        self.assertLess(page.index('id="messages"'), page.index('class="trend"'))
        self.assertGreater(page.index('class="trend"'), page.index('class="overview'))

    @rules("R1")
    def test_mail_has_one_row_of_bars_that_need_no_picture(self):
        html = self.render(self.last, "--site", self.folder / "site", "--to", "mail").decode()
        bars = re.findall(r'<td class="track (\w+)[^"]*" width="11" height="(\d+)" bgcolor="#[0-9a-f]{6}"', html)
        self.assertEqual(13, len(bars), "a run without a report has none")
        heights = [int(height) for _, height in bars]
        self.assertEqual([36], [height for height in heights if height > 30])
        self.assertEqual(1, min(heights), "no error is next to nothing")
        self.assertNotIn("<svg", html)
        self.assertIn(self.POINT, html)
        self.assertRegex(html, r"prefers-color-scheme:dark\)\{.*\.track\.error")

    @rules("R1", "R2", "R4", "R6")
    def test_json_has_the_figures_of_all_runs(self):
        report = self.json(self.last)
        runs = report["trend"]["runs"]
        self.assertEqual(self.POINT, report["trend"]["text"])
        self.assertEqual([self.day(number)[:10] for number in range(2, 16)], [one["time"][:10] for one in runs])
        self.assertEqual(ERRORS[2:], [None if one.get("status") == "missing" else one["counts"].get("error", 0) for one in runs])
        self.assertEqual([83.0], [one["number"] for one in runs[-1]["facts"]])
        self.assertEqual([("tests", 7), ("lint", 5)], [(one["id"], one["count"]) for one in runs[-1]["categories"]])
        self.assertEqual((5, 0), (runs[-1]["new"], runs[-1]["fixed"]))
        flaky = report["tests"]["flaky"]["items"]
        self.assertIn("now and then", [one["title"] for one in flaky], "it is gone, and known by its title")
        self.assertTrue(all(re.fullmatch(r"Last runs: \d+ of 1[0-4] \(\d+%\)", one["text"]) for one in flaky), flaky)
        self.assertEqual(["test 0 fails", "test 1 fails"], [one["title"] for one in report["tests"]["longest"]["items"]])

    @rules("R1")
    def test_trend_is_the_same_before_and_after_the_run_is_published(self):
        before = self.json(self.last)
        self.publish(self.last)
        after = self.json(self.last)
        self.assertEqual(before["trend"], after["trend"])
        self.assertEqual(before["tests"], after["tests"])

    @rules("R1")
    def test_report_has_fourteen_runs_and_the_project_all(self):
        self.publish(self.last)
        latest = sorted((self.folder / "site/core/runs").iterdir())[-1]
        for page, rows in ((latest / "index.html", 14), (self.folder / "site/core/index.html", 16)):
            html = page.read_text()
            self.assertEqual(rows, html.count('<th scope="row">'))
            self.assertEqual(1, html.count('class="trend"'))
            self.assertIn("<b><bdi>83.0 %</bdi></b> <span class=\"was\"><bdi>+0.2</bdi></span>", html)

    @rules("R7")
    def test_the_verdict_has_the_last_fourteen_runs_up_to_its_own(self):
        self.publish(self.last)
        runs = sorted(path.name for path in self.folder.glob("site/core/runs/*"))
        for own, shown in ((runs[-1], runs[-14:]), (runs[2], runs[:3])):
            page = (self.folder / f"site/core/runs/{own}/index.html").read_text()
            [strip] = re.findall(r'<nav class="recent".*?</nav>', page, re.DOTALL)
            links = re.findall(r'<a href="\.\./([^/"]+)/index\.html"([^>]*)>', strip)
            self.assertEqual(shown, [run for run, _ in links])
            self.assertEqual([own], [run for run, more in links if "aria-current" in more])
            for run, more in links:
                self.assertEqual(runs.index(run) == MISSING, "data-missing" in more, run)
                self.assertIn("No report" if "data-missing" in more else "error" if ERRORS[runs.index(run)] else "warning", more)

    def test_first_run_has_none_and_another_project_too(self):
        self.assertNotIn("trend", self.json(self.last, "--project", "other"))
        self.assertNotIn("trend", json.loads(self.render(self.last, "--to", "json")))

    def test_rebuilt_site_has_the_same_trend(self):
        before = self.json(self.last)["trend"]
        self.assertStatus(DONE, run("publish", "--rebuild", "--site", self.folder / "site", "-q"))
        self.assertEqual(before, self.json(self.last)["trend"])


class Scales(TrendTest):
    @rules("R3")
    def test_thirty_more_of_twelve_thousand_can_be_seen(self):
        for number, count in enumerate((12_000, 12_030, 12_000)):
            path = self.dataset(number, [{"urgency": "information", "title": f"finding {place}"} for place in range(count)])
            self.publish(path)
        html = (self.folder / "site/core/index.html").read_text()
        self.assertIn("Scale starts at 12,000", html)
        heights = [int(point.split(",")[1]) for point in re.search(r'<polygon class="bar-information" points="([^"]+)"', html)[1].split()]
        self.assertGreaterEqual((max(heights) - min(heights)) * 96 / 1000, 3)

    @rules("R4")
    def test_hostile_figures_and_many_categories(self):
        numbers = (0, -5, 1e300, -1e300, 1e-300, 12, 0.1)
        for number in range(3):
            messages = [{"urgency": "warning", "category": f"category {place}", "title": "x"} for place in range(2_000)]
            facts = [{"title": f"fact {place}<b>", "value": str(value * (number + 1)), "number": value * (number + 1)}
                     for place, value in enumerate(numbers)]
            path = self.dataset(number, messages, run={"status": "completed", "facts": facts})
            self.publish(path)
        html = (self.folder / "site/core/index.html").read_text()
        trend = html[html.index('<section class="trend"'):]
        trend = trend[:trend.index("</section>")]
        self.assertIn("and 1,992 more", trend)
        self.assertEqual(8, trend.count("<bdi>category "))
        self.assertNotIn("<b>&gt;", trend)
        self.assertNotRegex(trend, r'="[^"]*(nan|inf)\b')
        self.assertLess(len(trend), 40_000)
        for place in re.findall(r' d="([^"]+)"', trend):
            self.assertRegex(place, r"^[MLh\d ]+$")
        state = self.folder / "site/core/runs" / sorted(one.name for one in (self.folder / "site/core/runs").iterdir())[-1] / "run.json"
        self.assertLess(state.stat().st_size, 4_000)


def junit(times):
    cases = "".join(f'<testcase classname="suite" name="{name}" time="{seconds}"/>' for name, seconds in times.items())
    return f'<testsuite name="all" tests="{len(times)}">{cases}</testsuite>'


class Durations(TrendTest):
    TIMES = {"steady": 8.0, "noisy": 5.0, "short": 0.05}
    NOISE = (4, 6, 5, 7, 3, 5)

    def night(self, number, **times):
        path = self.folder / "junit.xml"
        path.write_text(junit({**self.TIMES, "noisy": self.NOISE[number % len(self.NOISE)], **times}))
        return path

    def after(self, runs, **times):
        for number in range(runs):
            self.publish(self.night(number), "--project", "core", "--now", self.day(number))
        return self.json(self.night(runs, **times), "--project", "core", "--now", self.day(runs))["tests"]

    @rules("R5", "R6")
    def test_test_that_takes_longer_than_usual_is_slower(self):
        lists = self.after(6, steady=9.5, noisy=7.9, short=0.14)
        slower = {one["title"]: one["usual"] for one in lists["slower"]["items"]}
        self.assertEqual(1, len(slower), "7.9 s is noise, and 0.09 s more is too little")
        self.assertEqual([8.0], list(slower.values()))

    @rules("R5")
    def test_few_runs_do_not_say_what_is_usual(self):
        self.assertNotIn("slower", self.after(4, steady=80))

    def test_mail_and_page_name_the_slowest(self):
        html = self.render(self.night(0), "--to", "page").decode()
        self.assertIn("Slowest tests", html)
        self.assertNotIn('class="trend"', html, "without a site there are no earlier runs")

    def test_of_many_tests_the_slowest_are_kept(self):
        path = self.write("many.xml", junit({f"test {number}": number % 1000 / 10 for number in range(30_000)}))
        self.assertStatus(DONE, run("convert", path, "-o", self.folder / "many.json"))
        kept = json.loads((self.folder / "many.json").read_text())["durations"]
        self.assertEqual(200, len(kept))
        self.assertEqual([99.9, 99.9, 99.9], [one["seconds"] for one in kept[:3]])
        self.assertEqual(sorted((-one["seconds"], one["test"]) for one in kept), [(-one["seconds"], one["test"]) for one in kept])
        again = json.loads(self.render(self.folder / "many.json", "--to", "json"))
        self.assertEqual(again["tests"], json.loads(self.render(path, "--to", "json"))["tests"])

    def test_failed_test_has_its_duration_with_its_message(self):
        path = self.write("failed.xml", '<testsuite name="a"><testcase name="t" time="2.5"><failure/></testcase></testsuite>')
        report = json.loads(self.render(path, "--to", "json"))
        self.assertEqual(2.5, report["sections"][0]["messages"][0]["duration"] if report["sections"] else report["banners"][0]["duration"])

    def test_duration_that_can_not_be_is_refused(self):
        for duration in ("-1", "1e12", '"1"'):
            path = self.write("bad.json", '{"version": 1, "messages": [{"urgency": "error", "title": "t", "duration": %s}]}' % duration)
            self.assertNotEqual(DONE, run("render", path, "--to", "json").returncode)
            path = self.write("bad.json", '{"version": 1, "messages": [], "durations": [{"test": "t", "seconds": %s}]}' % duration)
            self.assertNotEqual(DONE, run("render", path, "--to", "json").returncode)

    def test_memory_of_many_slow_tests_is_small(self):
        for number in range(16):
            times = {f"a rather long name of a test, number {one}": (one * 7 + number * 3) % 100 + 0.123 for one in range(1000)}
            path = self.write("junit.xml", junit(times))
            self.publish(path, "--project", "core", "--now", self.day(number))
        last = sorted((self.folder / "site/core/runs").iterdir())[-1]
        self.assertLess((last / "seen.json.gz").stat().st_size, 8_000)
        self.assertIn(b"durations", gzip.decompress((last / "seen.json.gz").read_bytes()))
