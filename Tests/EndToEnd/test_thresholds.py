"""Thresholds of the numbers of a run, and steps against the history of a site."""
import json

import support
from browser import rules
from support import DONE, FOUND, USAGE, run

NOW = ("--now", "2026-11-20T03:12:00Z")
BENCHMARK = {"results": [{"command": "make", "mean": 0.262, "times": [0.26], "user": 0.2, "exit_codes": [0]}]}


# A report of each tool, a threshold in another unit of time, and the message.
BENCHMARKS = {
    "pytest-benchmark.json": (
        json.dumps({"machine_info": {}, "commit_info": {}, "benchmarks": [{"name": "test_sort", "stats": {"median": 0.25}}]}),
        "test_sort < 200 ms", "test_sort 0.25 s, wanted less than 200 ms"),
    "google-benchmark.json": (
        json.dumps({"context": {"num_cpus": 2, "executable": "b"},
                    "benchmarks": [{"name": "BM_Sort", "run_type": "iteration", "cpu_time": 12.5, "time_unit": "us"}]}),
        "bm_sort < 12000 ns", "BM_Sort: CPU time 12.5 us, wanted less than 12000 ns"),
    "hyperfine.json": (json.dumps(BENCHMARK), "make mean < 250 ms", "make: mean 0.262 s, wanted less than 250 ms"),
    "k6.json": (
        json.dumps({"root_group": {"groups": {}, "checks": {}}, "metrics": {
            "iterations": {"count": 9}, "http_req_duration": {"p(95)": 612.5}, "http_reqs": {"rate": 9.5}}}),
        "p95 < 0.5 s", "HTTP request duration p95 612.5 ms, wanted less than 0.5 s"),
    "results.jtl": ("timeStamp,elapsed,label,responseCode,responseMessage,success\n1770091506000,120,Home,200,OK,true\n",
                    "home p95 < 0.1 s", "Home p95 120 ms, wanted less than 0.1 s"),
    "criterion.json": ('{"reason":"benchmark-complete","id":"sort/10","typical":{"estimate":123.4,"unit":"ns"}}\n',
                       "sort/10 < 0.1 us", "sort/10 123.4 ns, wanted less than 0.1 us"),
    "jmh.json": (json.dumps([{"benchmark": "a.B.sort", "mode": "thrpt",
                              "primaryMetric": {"score": 12.5, "scoreUnit": "ops/ms"}}]),
                 "sort >= 20 ops/ms", "sort 12.5 ops/ms, wanted at least 20 ops/ms"),
}


def table(rows):
    """A dataset with the output of df as a table."""
    lines = ["| Mounted on | Use% |", "|---|---:|", *(f"| `{mount}` | {used}% |" for mount, used in rows)]
    return json.dumps({"version": 1, "run": {"status": "completed"}, "summary": "\n".join(lines), "messages": []})


def dataset(p95=262, coverage=78.2, **more):
    facts = [{"title": "Coverage", "value": f"{coverage} %", "number": coverage, "kind": "coverage"},
             {"title": "Request p95", "value": f"{p95} ms", "number": p95, "unit": "ms", "better": "lower"}]
    return json.dumps({"version": 1, "run": {"status": "completed", "facts": facts}, "messages": [], **more})


class Thresholds(support.ProgramTest):
    def report(self, *arguments, status=DONE):
        result = run("render", *arguments, "--to", "text", *NOW, cwd=self.folder)
        self.assertStatus(status, result)
        return " ".join(result.stdout.decode().split()), result.stderr.decode()

    @staticmethod
    def messages(report):
        return [message for section in report["sections"] for message in section["messages"]]

    def test_a_threshold_of_the_dataset_the_settings_or_the_call_is_a_message(self):
        said = "Coverage 78.2%, wanted at least 80%"
        self.write("plain.json", dataset())
        self.write("own.json", dataset(thresholds=["coverage >= 80"]))
        self.assertNotIn(said, self.report("plain.json")[0])
        self.assertIn(said, self.report("own.json")[0])
        self.assertIn(said, self.report("plain.json", "--threshold", "coverage >= 80")[0])
        self.write("tidemark.json", json.dumps({"threshold": ["coverage >= 80", "p95 > 300 ms = error"]}))
        text, problems = self.report("plain.json", "--fail-on", "threshold", status=FOUND)
        self.assertIn(said, text)
        self.assertIn("'--fail-on threshold' is met: 1 error:", problems)
        (self.folder / "tidemark.json").unlink()
        self.report("plain.json", "--fail-on", "threshold", "--threshold", "coverage >= 78")

    def test_the_message_is_in_every_output_and_counted(self):
        self.write("own.json", dataset(thresholds=["coverage < 80 = warning"]))
        for target in ("page", "mail", "markdown", "json", "sarif", "csv", "junit", "ctrf", "slack"):
            result = run("render", "own.json", "--to", target, *NOW, cwd=self.folder)
            self.assertIn("wanted at least 80", result.stdout.decode(), target)
        report = json.loads(run("render", "own.json", "--to", "json", *NOW, cwd=self.folder).stdout)
        self.assertEqual(("warning", 1), (report["verdict"]["urgency"], report["verdict"]["total"]))
        fact = next(fact for fact in report["run"]["facts"] if fact["title"] == "Request p95")
        self.assertEqual(("ms", "lower", 262), (fact["unit"], fact["better"], fact["number"]))

    def test_a_wrong_or_empty_threshold_is_never_silent(self):
        self.write("plain.json", dataset())
        self.assertIn("[bad-threshold]", self.report("plain.json", "--threshold", "coverage => 80", status=USAGE)[1])
        text, problems = self.report("plain.json", "--threshold", "covrage >= 80", "--fail-on", "threshold", status=FOUND)
        self.assertIn("No value for covrage, wanted at least 80", text)
        self.assertIn("[unknown-metric]", problems)
        self.assertIn("is not decided: there is no threshold", self.report("plain.json", "--fail-on", "threshold")[1])

    def test_a_change_is_compared_with_the_baseline(self):
        self.write("old.json", dataset(p95=210))
        self.write("new.json", dataset())
        text, _ = self.report("new.json", "--baseline", "old.json", "--threshold", "p95 +10% = warning")
        self.assertIn("Request p95 rose from 210 to 262 ms (+25%), wanted at most +10%", text)
        # A threshold that the earlier run breaks, too, is not new.
        self.report("new.json", "--baseline", "old.json", "--threshold", "coverage >= 80", "--fail-on", "new-error")
        self.assertIn("[undecided-threshold]", self.report("new.json", "--threshold", "p95 +10%")[1])

    def test_a_benchmark_is_a_number_with_a_unit(self):
        self.write("bench.json", json.dumps(BENCHMARK))
        text, _ = self.report("bench.json", "--threshold", "make mean < 250 ms")
        self.assertIn("make: mean 0.262 s, wanted less than 250 ms", text)

    def test_a_load_test_has_a_number_for_each_request(self):
        rows = [f"{1770091506000 + n},{n},{label},200,OK,true" for label in ("Home", "Cart") for n in range(1, 101)]
        self.write("a.jtl", "\n".join(["timeStamp,elapsed,label,responseCode,responseMessage,success", *rows]))
        text, _ = self.report("a.jtl", "--threshold", "home p95 < 95 ms")
        self.assertIn("Home p95 95 ms, wanted less than 95 ms", text)
        self.assertNotIn("Cart p95 95 ms, wanted", text)

    @rules("R12")
    def test_a_threshold_is_checked_for_each_row_of_a_column(self):
        self.write("df.json", table((("/", 41), ("/var", 94), ("/home", 12))))
        text, problems = self.report("df.json", "--threshold", "use% > 90 = error", "--fail-on", "threshold", status=FOUND)
        self.assertIn("/var: Use% 94%, wanted at most 90%", text)
        self.assertNotIn("/home: Use%", text)
        self.assertIn("'--fail-on threshold' is met: 1 error:", problems)
        self.assertIn("All clear", self.report("df.json", "--threshold", "use% > 95 = error", "--fail-on", "threshold")[0])
        self.assertIn("[unknown-metric]", self.report("df.json", "--threshold", "mounted > 3")[1])

    @rules("R12")
    def test_a_site_finds_a_step_in_a_column_in_the_second_run(self):
        found = []
        for day, used in enumerate((40, 41, 40, 42, 41, 40, 41, 42, 40, 80, 80), 1):
            self.write("df.json", table((("/", 12), ("/var", used))))
            result = run("publish", "df.json", "--site", "site", "--project", "p", "--threshold", "use% > 90 = error",
                         "--now", f"2026-11-{day:02}T03:12:00Z", "--fail-on", "warning", cwd=self.folder)
            found.append(b"/var: Use% rose from 41 to 80% (+95%), usual 40 to 42" in result.stderr)
            self.assertStatus(FOUND if found[-1] else DONE, result)
        self.assertEqual([11], [day for day, step in enumerate(found, 1) if step])

    def test_a_count_is_compared_with_the_site(self):
        for day, (failed, status) in enumerate(((2, DONE), (2, DONE), (3, FOUND)), 1):
            facts = [{"title": "Failed", "value": str(failed), "number": failed, "kind": "failed"}]
            self.write("run.json", json.dumps({"version": 1, "run": {"status": "completed", "facts": facts}, "messages": []}))
            result = run("publish", "run.json", "--site", "site", "--project", "p", "--threshold", "failed +0",
                         "--now", f"2026-11-{day:02}T03:12:00Z", "--fail-on", "threshold", cwd=self.folder)
            self.assertStatus(status, result)
            self.assertEqual(day == 1, b"[undecided-threshold]" in result.stderr)

    def test_each_benchmark_tool_gives_numbers_with_a_unit(self):
        for name, (report, threshold, said) in BENCHMARKS.items():
            self.write(name, report)
            text, problems = self.report(name, "--threshold", threshold)
            self.assertIn(said, text, name)
            self.assertNotIn("[bad-threshold]", problems)

    @rules("R11")
    def test_a_site_finds_a_step_and_knows_the_same_report_again(self):
        def publish(day, p95, *arguments, status=DONE):
            self.write("run.json", dataset(p95=p95))
            result = run("publish", "run.json", "--site", "site", "--project", "p", "--now", f"2026-11-{day:02}T03:12:00Z",
                         *arguments, cwd=self.folder)
            self.assertStatus(status, result)
            return result.stderr.decode()
        for day, p95 in enumerate((210, 205, 221, 200, 215, 211, 208, 210, 206), 1):
            publish(day, p95, "--fail-on", "warning")
        step = "Request p95 rose from 210 to 262 ms (+25%), usual 200 to 221"
        said = publish(10, 262, "--threshold", "p95 +10%", "--fail-on", "threshold", status=FOUND)
        self.assertIn("Request p95 rose from 206 to 262 ms (+27%), wanted at most +10%", said)
        page = (self.folder / "site/p/runs/2026-11-10-0312/index.html").read_text()
        self.assertIn(step, page)
        # The same report again is the same run; outside of the site it has the same messages.
        result = run("render", "run.json", "--site", "site", "--project", "p", "--to", "json", "--now",
                     "2026-11-10T03:12:00Z", cwd=self.folder)
        report = json.loads(result.stdout)
        self.assertEqual([(step, "new")], [(message["title"], message["change"]) for message in self.messages(report)])
        self.assertIn("run-exists", publish(10, 262, "--threshold", "p95 +10%"))
        # The next run is usual again.
        publish(11, 209)
        latest = json.loads(run("render", "run.json", "--site", "site", "--project", "p", "--to", "json", "--now",
                                "2026-11-12T03:12:00Z", cwd=self.folder).stdout)
        self.assertEqual([], self.messages(latest))
        self.assertStatus(DONE, run("publish", "--rebuild", "--site", "site", "--project", "p", cwd=self.folder))
        self.assertIn(step, (self.folder / "site/p/runs/2026-11-10-0312/index.html").read_text())
