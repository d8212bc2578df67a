"""What was not run is not fixed: parts of runs in JUnit XML and CTRF, linters over a part of the files, whole inputs that are absent."""
import json
import random

import support
from browser import rules
from support import DONE, FOUND, run

NOW = ("--now", "2026-11-20T03:12:00Z")
RAN = ("passed", "failed")
STATES = (*RAN, "skipped", None)


def junit(states):
    lines = ["<testsuites>"]
    for suite in sorted({name.split(".")[0] for name in states}):
        lines.append(f'<testsuite name="{suite}">')
        for name, state in states.items():
            if state and name.startswith(suite + "."):
                inside = {"passed": "", "failed": '<failure message="no"/>', "skipped": "<skipped/>"}[state]
                lines.append(f'<testcase classname="{suite}.Case" name="{name.split(".")[1]}">{inside}</testcase>')
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def ctrf(states):
    tests = [{"name": name.split(".")[1], "suite": [name.split(".")[0], "Case"], "status": state}
             for name, state in states.items() if state]
    return json.dumps({"results": {"tool": {"name": "t"}, "summary": {}, "tests": tests}})


class Scope(support.ProgramTest):
    def compared(self, new, old, *arguments):
        """The report of inputs, {name: text}, against others."""
        for folder, inputs in (("new", new), ("old", old)):
            (self.folder / folder).mkdir(exist_ok=True)
            for path in (self.folder / folder).iterdir():
                path.unlink()
            for name, text in inputs.items():
                (self.folder / folder / name).write_text(text)
        baseline = "old/" + next(iter(old))
        if len(old) > 1:
            baseline = "old.json"
            self.assertStatus(DONE, run("convert", *(f"old/{name}" for name in old), "-o", baseline, cwd=self.folder))
        result = run("render", *(f"new/{name}" for name in new), "--baseline", baseline, "--to", "json", *NOW, *arguments,
                     cwd=self.folder)
        self.assertStatus(DONE, result)
        report = json.loads(result.stdout)
        comparison = report["comparison"]
        for change in ("fixed", "unseen"):
            self.assertEqual(comparison[change], len(comparison[change + "Messages"]))
        return report

    def lost(self, report):
        return {change: sorted(message["title"] for message in report["comparison"][change + "Messages"])
                for change in ("fixed", "removed", "unseen") if change != "removed" or "removed" in report["comparison"]}

    @rules("N2")
    def test_random_parts_of_runs_agree_with_the_oracle(self):
        for number in range(40):
            dice = random.Random(number)
            names = [f"suite{suite}.test{test}" for suite in range(3) for test in range(4)]
            before = {name: dice.choice(STATES) for name in names}
            # Some nights run a part of the suites, others a part of the tests and skip some.
            left_out = dice.randrange(4)
            now = {name: None if name.startswith(f"suite{left_out}") else dice.choice(STATES) for name in names}
            write, ending = dice.choice([(junit, "xml"), (ctrf, "json")])
            report = self.compared({f"r.{ending}": write(now)}, {f"r.{ending}": write(before)})
            expected = {"fixed": [], "removed": [], "unseen": []}
            for name in names:
                if before[name] != "failed" or now[name] == "failed":
                    continue
                # The same class and name, if unique. JUnit's classes include the suite.
                others = [other for other in names if other != name and other[-1] == name[-1] and write is ctrf]
                moved = [now[other] for other in others if now[other] in RAN]
                is_moved = now[name] != "passed" and len(moved) == 1 and not any(before[other] in RAN for other in others)
                has_class = any(now[other] in RAN for other in names if other.split(".")[0] == name.split(".")[0])
                if not is_moved:
                    expected["fixed" if now[name] == "passed" else "unseen" if now[name] or not has_class else "removed"].append(name)
                elif moved == ["passed"]:
                    expected["fixed"].append(name)
            title = "Case.test" if write is junit else "test"
            self.assertEqual({change: sorted(title + name[-1] for name in found) for change, found in expected.items()
                              if found or change != "removed"},
                             self.lost(report), f"pair {number}")
            ran = [sum(state in RAN for state in states.values()) for states in (now, before)]
            coverage = report["comparison"].get("coverage", {}).get("tests")
            self.assertEqual({"now": ran[0], "before": ran[1]}, coverage, f"pair {number}")
            self.assertEqual(ran[0] < ran[1], "scope" in report and report["scope"].startswith("Covered less"))
            if not any(state == "failed" for state in now.values()):
                green = bool(ran[0]) and not expected["unseen"]
                self.assertEqual("allClear" if green else "nothingReported", report["verdict"]["kind"], f"pair {number}")

    @rules("N2")
    def test_a_converted_run_is_compared_like_its_reports(self):
        old = {"a.one": "failed", "a.two": "failed", "b.one": "failed"}
        new = {"a.one": "passed", "a.two": "skipped"}
        expected = self.lost(self.compared({"r.xml": junit(new)}, {"r.xml": junit(old)}))
        self.assertEqual({"fixed": ["Case.one"], "unseen": ["Case.one", "Case.two"]}, expected)
        converted = run("convert", "new/r.xml", cwd=self.folder).stdout.decode()
        before = run("convert", "old/r.xml", cwd=self.folder).stdout.decode()
        self.assertEqual(expected, self.lost(self.compared({"n.json": converted}, {"o.json": before})))

    @rules("N2")
    def test_an_input_that_is_absent_has_not_run(self):
        eslint = json.dumps([{"filePath": "a.js", "messages": [{"ruleId": "semi", "severity": 2, "line": 2, "message": "Semicolon"}]}])
        log = "src/a.c:3:1: warning: unused variable 'x' [-Wunused]\n"
        old = {"r.xml": junit({"a.one": "failed"}), "lint.json": eslint, "build.log": log}
        report = self.compared({"r.xml": junit({"a.one": "passed"})}, old)
        self.assertEqual({"fixed": ["Case.one"], "unseen": ["Semicolon", "unused variable 'x'"]}, self.lost(report))
        self.assertEqual("Covered less than the previous run: not run: ESLint, build", report["scope"])
        self.assertEqual(["ESLint", "build"], report["comparison"]["coverage"]["missingTools"])
        self.assertEqual("nothingReported", report["verdict"]["kind"])
        clean = {"lint.json": '[{"filePath": "a.js", "messages": []}]', "build.log": "gcc -c src/a.c\nsrc/b.c:1:1: warning: other [-Wother]\n"}
        lost = self.lost(self.compared({**clean, "r.xml": junit({"a.one": "passed"})}, old))
        self.assertEqual([], lost["unseen"])

    @rules("N2")
    def test_a_log_fixes_what_is_in_files_that_it_names(self):
        old = {"ga.log": "src/a.c:3:1: warning: one [-Wone]\nsrc/b.c:4:1: warning: two [-Wtwo]\n"}

        def lost(text, *arguments):
            return self.lost(self.compared({"gc.log": text}, old, *arguments))
        incremental = "gcc -c src/a.c\nsrc/c.c:1:1: warning: other [-Wother]\n"
        self.assertEqual({"fixed": ["one"], "unseen": ["two"]}, lost(incremental))
        self.assertEqual({"fixed": ["one", "two"], "unseen": []}, lost(incremental, "--complete"))
        failed = incremental + "make: *** [Makefile:3: src/a.o] Error 1\n"
        self.assertEqual({"fixed": [], "unseen": ["one", "two"]}, lost(failed))
        self.assertEqual({"fixed": [], "unseen": ["one", "two"]}, lost(failed, "--complete"))

    @rules("N2")
    def test_what_stands_for_a_class_or_suite_is_fixed_when_a_test_of_it_ran(self):
        def suite(name, *cases):
            return f"<testsuites><testsuite name='{name}'>{''.join(cases)}</testsuite></testsuites>"

        def case(class_name, name, inside=""):
            return f"<testcase classname='{class_name}' name='{name}'>{inside}</testcase>"
        error, collection = "<error message='no database'/>", "<error message='collection failure'/>"
        hook = "&quot;before all&quot; hook for &quot;adds&quot;"
        go = '{"Action": "%s", "Package": "m/pay", "Test": "TestVisa"}\n'
        pairs = [
            (suite("s", case("a.C", "initializationError", error)), suite("s", case("a.C", "adds")), suite("s", case("a.D", "adds"))),
            (suite("s", case("a.C", "", error)), suite("s", case("a.C", "adds")), suite("s", case("a.D", "adds"))),
            (suite("pytest", case("", "tests.test_pay", collection)), suite("pytest", case("tests.test_pay.TestVisa", "pays")),
             suite("pytest", case("tests.test_cart", "adds"))),
            (suite("Cart", case(hook, "Cart " + hook, error)), suite("Cart", case("adds", "Cart adds")),
             suite("Login", case("adds", "Login adds"))),
            (suite("a.test.js", case("a.test.js", "a.test.js", error)), suite("a.test.js", case("a.test.js", "adds")),
             suite("b.test.js", case("b.test.js", "adds"))),
            ('{"Action": "output", "Package": "m/pay", "Output": "panic: no\\n"}\n{"Action": "fail", "Package": "m/pay"}\n',
             go % "run" + go % "pass" + '{"Action": "pass", "Package": "m/pay"}\n',
             (go % "run" + go % "pass" + '{"Action": "pass", "Package": "m/pay"}\n').replace("m/pay", "m/cart")),
        ]
        for number, (before, same, other) in enumerate(pairs):
            ending = "json" if before.startswith("{") else "xml"
            for now, expected in ((same, (1, 0)), (other, (0, 1)), (before, (0, 0))):
                found = self.compared({f"r.{ending}": now}, {f"r.{ending}": before})["comparison"]
                self.assertEqual(expected, (found["fixed"], found["unseen"]), f"pair {number}: {now}")
            self.assertEqual(1, found["still"], f"pair {number}")

    @rules("N2", "N3")
    def test_a_test_of_another_suite_is_the_same_if_it_is_the_only_one(self):
        def suites(**outcomes):
            inside = {"passed": "", "failed": "<failure message='no'/>", "skipped": "<skipped/>"}
            return "".join(["<testsuites>", *(
                f"<testsuite name='{name}'><testcase classname='a.Pay' name='visa'>{inside[outcome]}</testcase></testsuite>"
                for name, outcome in outcomes.items()), "</testsuites>"])
        old = suites(one="failed")
        for now, before, expected in (
                (suites(two="passed"), old, {"fixed": 1}), (suites(two="failed"), old, {"still": 1}),
                (suites(two="skipped"), old, {"unseen": 1}), (suites(two="passed", three="passed"), old, {"unseen": 1}),
                (suites(two="failed", three="passed"), old, {"unseen": 1, "new": 1}),
                (suites(two="passed"), suites(one="failed", two="passed"), {"unseen": 1}),
                (suites(two="failed"), suites(one="failed", two="passed"), {"unseen": 1, "new": 1}),
                (suites(one="passed", two="failed"), old, {"fixed": 1, "new": 1})):
            found = self.compared({"r.xml": now}, {"r.xml": before})["comparison"]
            self.assertEqual(expected, {word: found[word] for word in ("new", "still", "fixed", "unseen") if found[word]}, now)

    @rules("N2")
    def test_a_test_that_passed_is_fixed_in_a_run_that_failed(self):
        old = {"a.one": "failed", "a.two": "failed", "a.three": "failed"}
        report = self.compared({"r.xml": junit({"a.one": "passed", "a.two": "skipped"})}, {"r.xml": junit(old)}, "--run-status", "failed")
        self.assertEqual({"fixed": ["Case.one"], "unseen": ["Case.three", "Case.two"]}, self.lost(report))

    @rules("N2")
    def test_a_deleted_test_is_removed_when_its_class_ran_without_it(self):
        old = {"a.one": "failed", "a.two": "passed", "b.one": "failed"}
        report = self.compared({"r.xml": junit({"a.two": "passed"})}, {"r.xml": junit(old)})
        self.assertEqual({"fixed": [], "removed": ["Case.one"], "unseen": ["Case.one"]}, self.lost(report))
        arguments = ("new/r.xml", "--baseline", "old/r.xml", *NOW)
        for target in ("page", "markdown", "text", "json", "slack"):
            said = run("render", *arguments, "--to", target, cwd=self.folder).stdout.decode().replace("\xa0", " ")
            self.assertIn("1 test removed (1 failed)", said, target)
        whole = self.compared({"r.xml": junit({"a.two": "passed"})}, {"r.xml": junit(old)}, "--complete")
        self.assertEqual({"fixed": [], "removed": ["Case.one", "Case.one"], "unseen": []}, self.lost(whole))

    @rules("N7")
    def test_added_and_removed_tests_are_named_in_every_target(self):
        old = {f"a.case{number}x": "passed" for number in range(20)}
        new = {**old, "a.fresh": "passed"}
        del new["a.case7x"]
        report = self.compared({"r.xml": junit(new)}, {"r.xml": junit(old)})
        self.assertEqual({"added": {"count": 1, "names": ["Case.fresh"]}, "removed": {"count": 1, "names": ["Case.case7x"]}, "renamed": []},
                         report["comparison"]["tests"])
        arguments = ("new/r.xml", "--baseline", "old/r.xml", *NOW)
        for target in ("page", "markdown", "text", "slack", "teams"):
            said = run("render", *arguments, "--to", target, cwd=self.folder).stdout.decode()
            self.assertIn("1 test added: Case.fresh", said, target)
            self.assertIn("1 test removed: Case.case7x", said, target)
            self.assertNotIn("nothing has changed", said, target)
        mail = run("mail", *arguments, "--from", "a@example.org", "--to", "b@example.org", "--only-if", "changed", cwd=self.folder)
        self.assertIn("Subject: a: all clear, 1 test removed, 1 test added", mail.stdout.decode())

    @rules("N2")
    def test_a_complete_run_that_failed_fixes_what_its_report_shows_as_passed(self):
        old = {"a.one": "failed", "a.two": "failed"}
        report = self.compared({"r.xml": junit({"a.one": "passed"})}, {"r.xml": junit(old)}, "--complete", "--run-status", "failed")
        self.assertEqual({"fixed": ["Case.one"], "unseen": ["Case.two"]}, self.lost(report))

    @rules("N2", "N6")
    def test_a_site_forgets_a_removed_test_at_once(self):
        rest = {f"a.test{number}": "passed" for number in range(11)}
        nights = [("01", {"a.one": "failed", **rest}, None), ("02", rest, "All clear, 1 test removed (1 failed)"), ("03", rest, "All clear"),
                  ("04", {"a.one": "failed", **rest}, "1 error back, 1 test added")]
        for day, states, headline in nights:
            (self.folder / "r.xml").write_text(junit(states))
            self.assertStatus(DONE, run("publish", "r.xml", "--site", "site", "--project", "p", "--now", f"2026-01-{day}T03:00:00Z", cwd=self.folder))
            latest = json.loads((self.folder / "site/p/latest.json").read_text())["night"]
            self.assertEqual(headline, (latest.get("headline") or "").split(", partial")[0] or None, day)

    @rules("N3")
    def test_a_finding_moves_with_its_file_alone(self):
        def eslint(**files):
            return json.dumps([{"filePath": path, "messages": [
                {"ruleId": "semi", "severity": 2, "line": line, "message": "Semicolon"} for line in lines]}
                for path, lines in files.items()])
        old = {"lint.json": eslint(**{"src/a.js": [5], "lib/a.js": []})}
        found = self.compared({"lint.json": eslint(**{"src/a.js": [], "lib/a.js": [90]})}, old)["comparison"]
        self.assertEqual((1, 1, 0), (found["new"], found["fixed"], found["still"]))
        found = self.compared({"lint.json": eslint(**{"app/a.js": [90], "lib/a.js": []})}, old)["comparison"]
        self.assertEqual((0, 0, 1), (found["new"], found["fixed"], found["still"]))

    def test_errors_that_a_log_only_counted_are_fixed_in_a_clean_log(self):
        (self.folder / "old").mkdir()
        (self.folder / "new").mkdir()
        self.write("old/lint.txt", "Found 3 errors.\n")
        self.write("new/lint.txt", "All checks passed!\n")
        result = run("render", "lines:new/lint.txt", "--baseline", "lines:old/lint.txt", "--to", "json", *NOW, cwd=self.folder)
        self.assertStatus(DONE, result)
        comparison = json.loads(result.stdout)["comparison"]
        self.assertEqual((1, 0), (comparison["fixed"], comparison["unseen"]))

    @rules("N2")
    def test_a_file_that_a_linter_did_not_check_has_nothing_fixed(self):
        def eslint(**files):
            return json.dumps([{"filePath": f"src/{name}.js", "messages": [
                {"ruleId": "semi", "severity": 2, "line": line, "message": f"Semicolon of {name}"} for line in lines]}
                for name, lines in files.items()])
        old = {"lint.json": eslint(a=[1], b=[2], c=[])}
        report = self.compared({"lint.json": eslint(a=[])}, old)
        self.assertEqual({"fixed": ["Semicolon of a"], "unseen": ["Semicolon of b"]}, self.lost(report))
        self.assertIn("1 file checked (was 3)", report["scope"])
        # Missing files count as deleted if the job states that it checked everything.
        whole = self.compared({"lint.json": eslint(a=[])}, old, "--complete")
        self.assertEqual({"fixed": ["Semicolon of a", "Semicolon of b"], "unseen": []}, self.lost(whole))

    @rules("N6")
    def test_every_target_and_language_says_what_did_not_run(self):
        old = {f"{'abc'[number]}.t{number}": "failed" for number in range(3)}
        self.compared({"r.xml": junit({"a.t0": "passed"})}, {"r.xml": junit(old)})
        arguments = ("new/r.xml", "--baseline", "old/r.xml", *NOW)
        for target in ("page", "markdown", "text", "json"):
            # On a page a no-break space joins a number and its word.
            said = run("render", *arguments, "--to", target, cwd=self.folder).stdout.decode().replace("\xa0", " ")
            self.assertIn("2 not run", said, target)
            self.assertIn("Covered less than the previous run: 1 test (was 3)", said, target)
            self.assertNotIn("All clear", said, target)
        said = {run("render", *arguments, "--to", "text", "--locale", tag, cwd=self.folder).stdout.decode()
                for tag in ("ar", "de", "en", "es", "fr", "he", "ja", "pl")}
        self.assertEqual(8, len(said))
        self.assertEqual(1, sum("Covered less" in text for text in said))

    @rules("N6", "I3")
    def test_a_report_of_no_test_is_never_all_clear(self):
        nothing = {"a.xml": "<testsuites/>", "b.json": ctrf({}), "c.tap": "1..0 # SKIP no database\n",
                   "d.json": '{"Action": "start", "Package": "p"}\n{"Action": "skip", "Package": "p", "Elapsed": 0}\n',
                   "e.xml": junit({"a.one": "skipped"}), "f.json": ctrf({"a.one": "skipped"})}
        for name, text in nothing.items():
            (self.folder / name).write_text(text)
            result = run("render", name, "--to", "text", *NOW, cwd=self.folder)
            self.assertStatus(DONE, result)
            self.assertIn("No test was run", result.stdout.decode(), name)
            gated = run("render", name, "--to", "text", "--fail-on", "error", *NOW, cwd=self.folder)
            self.assertStatus(FOUND, gated)
            self.assertIn(b"'--fail-on error' is met", gated.stderr, name)

    @rules("N2", "N6")
    def test_a_site_counts_what_did_not_run_and_says_it_once(self):
        both, one = {"a.one": "failed", "b.two": "failed"}, {"a.one": "passed"}
        less = "covered less than on 1 Jan, 1 test (was 2)"
        nights = [("2026-01-01", both, None), ("2026-01-02", one, "No messages, 1 fixed, 1 not run, partial run, 1 test (was 2)"),
                  ("2026-01-03", one, f"No messages, {less}; 1 still not run"),
                  ("2026-04-01", one, f"No messages, {less}; 1 still not run"),
                  ("2026-04-02", one, f"No messages, 1 dropped after 90 days without a run, {less}"),
                  ("2026-04-03", one, "All clear")]
        for day, states, headline in nights:
            (self.folder / "r.xml").write_text(junit(states))
            where = ("r.xml", "--site", "site", "--project", "p", "--now", f"{day}T03:00:00Z")
            mail = run("mail", *where, "--only-if", "changed", "--from", "a@example.org", "--to", "b@example.org", cwd=self.folder)
            self.assertStatus(DONE, mail)
            self.assertStatus(DONE, run("publish", *where, "--base-url", "https://example.org/", cwd=self.folder))
            latest = json.loads((self.folder / "site/p/latest.json").read_text())["night"]
            self.assertEqual(headline, latest.get("headline"), day)
            self.assertEqual("still not" not in (headline or "") and headline != "All clear", bool(mail.stdout), day)
            self.assertEqual(int("not run" in (headline or "") or "dropped" in (headline or "")), latest.get("unseen", 0), day)
            self.assertEqual(headline == "All clear", latest["urgency"] == "success", day)
            if headline:
                self.assertIn(f"<title>{headline}: ", (self.folder / "site/p/feed.xml").read_text())

    PARTS = {"a.xml": {"a.one": "passed", "a.two": "passed"}, "b.xml": {"b.one": "passed", "b.two": "passed"}}

    def parts(self, names):
        for name in names:
            (self.folder / name).write_text(junit(self.PARTS[name]))
        return names

    @rules("N6")
    def test_a_site_names_a_lost_part_until_it_is_back(self):
        lost = "ess than on 1 Jan: 2 tests (was 4) · not run: b.xml"
        nights = [("2026-01-01", ["a.xml", "b.xml"], None), ("2026-01-02", ["a.xml"], "ess than the previous run: 2 tests (was 4) · not run: b.xml"),
                  ("2026-01-03", ["a.xml"], lost), ("2026-01-04", ["a.xml"], lost), ("2026-01-05", ["a.xml", "b.xml"], None)]
        for day, names, note in nights:
            where = (*self.parts(names), "--site", "site", "--project", "p", "--now", f"{day}T03:00:00Z")
            report = json.loads(run("render", *where, "--to", "json", cwd=self.folder).stdout)
            self.assertStatus(DONE, run("publish", *where, cwd=self.folder))
            self.assertEqual(f"Covered l{note}" if note else None, report.get("scope"), day)
            earlier = report.get("comparison", {}).get("coverage", {}).get("earlier")
            self.assertEqual({"date": "2026-01-01", "tests": {"now": 2, "before": 4}, "missingInputs": ["b.xml"]} if note == lost else None,
                             earlier, day)
            latest = json.loads((self.folder / "site/p/latest.json").read_text())["night"]
            self.assertEqual("neutral" if note else "success", latest["urgency"], day)
        # The memory of a site does not depend on its form in files.
        before = (self.folder / "site/p/runs/2026-01-04-0300/kept.json.gz").read_bytes()
        self.assertStatus(DONE, run("publish", "--rebuild", "--site", "site", "--project", "p", cwd=self.folder))
        self.assertEqual(before, (self.folder / "site/p/runs/2026-01-04-0300/kept.json.gz").read_bytes())

    @rules("N6")
    def test_a_chain_of_datasets_names_a_lost_part_until_it_is_back(self):
        for day, names, note in [(1, ["a.xml", "b.xml"], None), (2, ["a.xml"], "Covered less than the previous run: "),
                                 (3, ["a.xml"], "Covered less than an earlier run: "), (4, ["a.xml"], "Covered less than an earlier run: "),
                                 (5, ["a.xml", "b.xml"], None)]:
            self.assertStatus(DONE, run("convert", *self.parts(names), "--baseline", "last.json", "--baseline-optional",
                                        "-o", "run.json", cwd=self.folder))
            result = run("render", "run.json", "--baseline", "last.json", "--baseline-optional", "--to", "json", *NOW, cwd=self.folder)
            self.assertStatus(DONE, result)
            report = json.loads(result.stdout)
            self.assertEqual(f"{note}2 tests (was 4) · not run: b.xml" if note else None, report.get("scope"), day)
            self.assertEqual("nothingReported" if note else "allClear", report["verdict"]["kind"], day)
            # A dataset that was made so is converted to the same bytes.
            self.assertEqual((self.folder / "run.json").read_bytes(), run("convert", "run.json", cwd=self.folder).stdout)
            (self.folder / "run.json").rename(self.folder / "last.json")

    @rules("N6")
    def test_a_site_names_an_absent_report_without_findings_until_it_is_back(self):
        names = [*self.parts(["a.xml"]), "api/audit.json", "web/audit.json", "codequality:quality.json"]
        self.write("quality.json", "[]")
        for name in names[1:3]:
            (self.folder / name).parent.mkdir()
            audit = {"auditReportVersion": 1, "vulnerabilities": {}, "metadata": {"vulnerabilities": {"total": 0}}}
            self.write(name, json.dumps(audit))
        for day, lost, note in [(1, [], None), (2, [3], "not run: quality.json"), (3, [3], "not run: quality.json"),
                                (4, [2, 3], "not run: quality.json, web/audit.json"), (5, [], None)]:
            left = [name for number, name in enumerate(names) if number not in lost]
            # Reports without findings are often the same. On other days they differ.
            audit["auditReportVersion"] = day
            self.write("web/audit.json", json.dumps(audit))
            where = (*left, "--site", "site", "--project", "p", "--now", f"2026-01-0{day}T03:00:00Z")
            report = json.loads(run("render", *where, "--to", "json", cwd=self.folder).stdout)
            self.assertStatus(DONE, run("publish", *where, cwd=self.folder))
            self.assertEqual("nothingReported" if note else "allClear", report["verdict"]["kind"], day)
            if note:
                self.assertIn(note, report["scope"], day)
            else:
                self.assertNotIn("scope", report, day)

    @rules("N6")
    def test_a_site_compares_with_the_last_run_that_was_read_whole(self):
        whole = junit({f"s.test{number}": "passed" for number in range(40)})
        for day, text, note in [(1, whole, None), (2, whole[:-150], None), (3, whole[:-300], None),
                                (4, junit({f"s.test{number}": "passed" for number in range(9)}), "9 tests (was 40)")]:
            self.write("a.xml", text)
            where = ("a.xml", "--site", "site", "--project", "p", "--now", f"2026-01-0{day}T03:00:00Z")
            report = json.loads(run("render", *where, "--to", "json", cwd=self.folder).stdout)
            self.assertStatus(DONE, run("publish", *where, cwd=self.folder))
            if note:
                self.assertIn(f"Covered less than on 1 Jan: {note}", report["scope"], day)
