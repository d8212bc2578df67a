"""The words of `--fail-on`: alone, together, in settings, and where they can't be decided."""
import json

import support
from support import DONE, FOUND, INPUT, USAGE, run

NOW = ("--now", "2026-11-20T03:12:00Z")
NAMES = [f"test_{word}" for word in ("adds", "divides", "loads", "merges", "opens", "parses", "sends", "stores")]


def junit(names, skipped=(), failed=()):
    def case(name):
        inside = "<skipped/>" if name in skipped else '<failure message="no"/>' if name in failed else ""
        return f'<testcase classname="tests.test_cart" name="{name}">{inside}</testcase>'
    return f'<testsuites><testsuite name="s">{"".join(map(case, names))}</testsuite></testsuites>'


class GateTest(support.ProgramTest):
    def judged(self, gate, new, old=None, *arguments, status=FOUND, **variables):
        """What the program says of a run, after another one."""
        self.write("new.xml", new)
        if old:
            self.write("old.xml", old)
            arguments = ("--baseline", "old.xml", *arguments)
        words = () if gate is None else (f"--fail-on={gate}",)
        result = run("render", "new.xml", "--to", "text", *words, *NOW, *arguments, cwd=self.folder,
                     environment=support.plain_environment(**variables))
        self.assertStatus(status, result)
        return result.stderr.decode()


class Words(GateTest):
    OLD = junit(NAMES, skipped=NAMES[:1])

    def test_each_word_about_tests_says_what_met_it(self):
        fewer, removed, skipped = junit(NAMES[:-2], NAMES[:1]), junit(NAMES[:-1], NAMES[:1]), junit(NAMES, NAMES[:2])
        for gate, new, said in (
            ("fewer-tests", fewer, "'--fail-on fewer-tests' is met: 5 tests run, 7 before [fail-on-met]\n"),
            ("removed-test", removed, "'--fail-on removed-test' is met: 1 removed test: [fail-on-met]\n"
                                      "  - test_cart.test_stores (removed test)\n"),
            ("new-skip", skipped, "'--fail-on new-skip' is met: 1 newly skipped test: [fail-on-met]\n"
                                  "  - test_cart.test_divides (newly skipped test)\n"),
        ):
            with self.subTest(gate):
                self.assertEqual("note: " + said, self.judged(gate, new, self.OLD))
                self.assertEqual("", self.judged(gate, self.OLD, self.OLD, status=DONE))
        # A skipped test exists, and a removed test is not skipped.
        self.judged("removed-test", skipped, self.OLD, status=DONE)
        self.judged("new-skip", removed, self.OLD, status=DONE)
        self.judged("error,worse,new-warning", fewer, self.OLD, status=DONE)

    def test_worse_counts_a_message_that_became_more_urgent(self):
        def night(urgency):
            return json.dumps({"version": 1, "messages": [{"urgency": urgency, "title": "Disk"}]})
        for old, new, status in (("information", "warning", FOUND), ("warning", "warning", DONE), ("error", "warning", DONE)):
            self.write("a.json", night(old))
            self.write("b.json", night(new))
            result = run("render", "b.json", "--baseline", "a.json", "--to", "text", "--fail-on", "worse", *NOW, cwd=self.folder)
            self.assertStatus(status, result)
            self.assertEqual(status == FOUND, b"is met: 1 worsened warning:" in result.stderr)

    def test_unread_counts_inputs_and_no_message(self):
        self.judged("unread", junit(NAMES, failed=NAMES), status=DONE)
        (self.folder / "res").mkdir()
        self.write("res/a.xml", junit(NAMES))
        self.write("res/b.xml", "<odd-report/>")
        result = run("render", "res", "--to", "text", "--fail-on", "unread", *NOW, cwd=self.folder)
        self.assertStatus(FOUND, result)
        self.assertIn(b"'--fail-on unread' is met: 1 file was not read [fail-on-met]", result.stderr)
        result = run("render", "--missing", "no report", "--to", "text", "--fail-on", "unread", *NOW, cwd=self.folder)
        self.assertStatus(FOUND, result)

    def test_one_of_several_words_is_enough_and_all_that_are_met_are_said(self):
        new = junit(NAMES[:-1], NAMES[:2], NAMES[3:4])
        said = self.judged("new-skip,removed-test,new-error,fewer-tests", new, self.OLD)
        self.assertIn("'--fail-on new-error,fewer-tests,removed-test,new-skip' is met: 1 new error, 5 tests run, 7 before, "
                      "1 removed test, 1 newly skipped test: [fail-on-met]\n", said)
        for name, label in (("merges", "new error"), ("stores", "removed test"), ("divides", "newly skipped test")):
            self.assertIn(f"  - test_cart.test_{name} ({label})\n", said)

    def test_known_messages_count_neither_with_the_word_nor_without(self):
        self.write("known.json", '{"known": [{"text": "test_adds", "reason": "r"}]}')
        for gate in ("error", "error,-known"):
            self.judged(gate, junit(NAMES, failed=NAMES[:1]), status=DONE)
            self.judged(gate, junit(NAMES, failed=NAMES[:2]))


class Undecided(GateTest):
    GATE = "worse,fewer-tests,removed-test,new-skip"

    def test_a_first_run_is_not_red_and_says_what_is_not_decided(self):
        new = junit(NAMES, NAMES[:1], NAMES[2:3])
        for words in (("--baseline", "none.xml", "--baseline-optional"), ("--site", "site", "--project", "core"),
                      ("--baseline", "none.xml", "--baseline-optional", "--sort", "change")):
            said = self.judged(self.GATE, new, None, *words, status=DONE)
            self.assertIn(f"note: '--fail-on {self.GATE}' is not decided: there is no earlier run [gate-undecided]\n", said)
        published = run("publish", "new.xml", "--site", "site", "--project", "core", "--fail-on", self.GATE, *NOW, cwd=self.folder)
        self.assertStatus(DONE, published)
        self.assertIn(b"[gate-undecided]", published.stderr)
        said = self.judged(f"{self.GATE},new-error", new, None, "--baseline", "none.xml", "--baseline-optional")
        self.assertIn("is met: 1 new error:", said)
        self.assertIn("[gate-undecided]", said)

    def test_a_baseline_that_cannot_be_read_is_red(self):
        for word in self.GATE.split(","):
            said = self.judged(word, junit(NAMES), "<testsuites", "--baseline-optional")
            self.assertIn(f"'--fail-on {word}' is met: the earlier run can't be read [fail-on-met]", said)
            self.judged(word, junit(NAMES), "<testsuites", status=INPUT)
        self.judged("error", junit(NAMES), "<testsuites", "--baseline-optional", status=DONE)

    def test_runs_that_do_not_name_their_tests_decide_no_word_about_them(self):
        night = '{"version": 1, "messages": [], "run": {"status": "completed"}}'
        self.write("a.json", night)
        result = run("render", "a.json", "--baseline", "a.json", "--to", "text", "--fail-on", "removed-test,fewer-tests", *NOW,
                     cwd=self.folder)
        self.assertStatus(DONE, result)
        self.assertIn(b"'--fail-on fewer-tests,removed-test' is not decided: the two runs do not both name their tests", result.stderr)

    def test_a_run_that_did_not_complete_meets_words_about_changes(self):
        for status, words in (("failed", self.GATE), ("canceled", self.GATE)):
            for word in words.split(","):
                said = self.judged(word, junit(NAMES), junit(NAMES), "--run-status", status)
                self.assertIn(f"the run {'was ' * (status == 'canceled')}{status}", said)
            self.judged("unread", junit(NAMES), junit(NAMES), "--run-status", status, status=DONE)


class Places(GateTest):
    def test_settings_take_a_list_and_a_text(self):
        new = junit(NAMES, failed=NAMES[:1])
        for value in (["unread", "error"], "unread,error", "unread, error", ["error", "-known"]):
            self.write("tidemark.json", json.dumps({"failOn": value}))
            self.assertIn("is met: 1 error:", self.judged(None, new))
            self.judged("unread", new, status=DONE)
            self.judged("none", new, status=DONE)
        (self.folder / "tidemark.json").unlink()
        self.judged(None, new, TIDEMARK_FAIL_ON="unread,error")

    def test_wrong_words_are_refused_with_a_sentence(self):
        for gate, said in (
            ("flakey", "invalid value 'flakey' for '--fail-on'"), ("error,none", "'none' stands alone"),
            ("-known", "name what fails the run, too: 'new-error,-known'"), ("skip", "did you mean 'new-skip'?"),
            ("error,new-skip", "'--fail-on new-skip' needs a baseline"),
        ):
            self.assertIn(said, self.judged(gate, junit(NAMES), status=USAGE))
        self.write("tidemark.json", json.dumps({"failOn": ["error", "wors"]}))
        said = self.judged(None, junit(NAMES), status=USAGE)
        self.assertIn("tidemark.json:1:22: error: invalid value 'wors' for 'failOn'", said)
        self.assertIn("did you mean 'worse'?", said)

    def test_help_has_every_word_in_a_table(self):
        help_of_render, gates = run("render", "--help").stdout.decode(), run("help", "gates").stdout.decode()
        table = {line.split()[0] for line in gates.splitlines() if line.startswith("  ") and line[2] != " "}
        offered = help_of_render.split("--fail-on ")[1].split("Exit")[0].replace("\n", "").replace(" ", "").split(",")
        self.assertEqual({"none"} | table, set(offered))
