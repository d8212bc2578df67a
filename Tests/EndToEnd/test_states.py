"""Tables whose column says OK, WARN or CRIT."""
import json

import support
from browser import rules
from support import DONE, FOUND, INPUT, run

NOW = ("--now", "2026-11-20T03:12:00Z")


def dataset(*rows, header="| Service | Status |", messages=()):
    summary = "\n".join((header, "|---|---|", *(f"| {name} | {state} |" for name, state in rows)))
    return json.dumps({"version": 1, "title": "Services", "run": {"status": "completed"}, "summary": summary,
                       "messages": list(messages)})


class States(support.ProgramTest):
    def render(self, *arguments, to="json", status=DONE):
        result = run("render", *arguments, "--to", to, *NOW, cwd=self.folder)
        self.assertStatus(status, result)
        return result.stdout.decode()

    def titles(self, *arguments, **options):
        report = json.loads(self.render(*arguments, **options))
        return [(message["title"], message["urgency"], message.get("change"))
                for section in report["sections"] for message in section["messages"]]

    @rules("R13")
    def test_a_table_with_a_bad_state_is_never_all_clear(self):
        self.write("good.json", dataset(("web", "OK"), ("db", "✔ UP")))
        self.write("bad.json", dataset(("web", "OK"), ("db", "**CRIT**"), ("mq", "degraded")))
        self.assertIn("All clear", self.render("good.json", to="text"))
        for target in ("page", "mail", "markdown", "text", "slack", "junit", "sarif", "csv"):
            shown = self.render("bad.json", to=target)
            self.assertNotIn("All clear", shown, target)
            self.assertIn("db: CRIT", shown, target)
        self.assertEqual([("db: CRIT", "error", None), ("mq: degraded", "warning", None)], self.titles("bad.json"))
        self.render("bad.json", "--fail-on", "error", status=FOUND)

    @rules("R13")
    def test_a_doubtful_table_is_no_message(self):
        for header, rows in (("| Test | Before |", (("a", "FAIL"), ("b", "FAIL"))), ("| Status | Meaning |", (("CRIT", "bad"),)),
                             ("| Night | Status |", (("Monday", "FAIL"),)), ("| Severity | Count |", (("CRITICAL", 0),))):
            self.write("a.json", dataset(*rows, header=header))
            self.assertIn("All clear", self.render("a.json", to="text"), header)

    def test_a_state_is_known_again_by_its_row(self):
        statuses = []
        for day, state in enumerate(("OK", "WARN", "CRIT", "CRIT", "OK"), 1):
            self.write("run.json", dataset(("web", "OK"), ("db", state)))
            result = run("publish", "run.json", "--site", "site", "--project", "p", "--fail-on", "new-warning",
                         "--now", f"2026-11-{day:02}T03:12:00Z", cwd=self.folder)
            statuses.append(result.returncode)
        self.assertEqual([DONE, FOUND, FOUND, DONE, DONE], statuses)
        self.write("old.json", dataset(("db", "WARN")))
        self.write("new.json", dataset(("db", "CRIT")))
        self.assertEqual([("db: CRIT", "error", "worse")], self.titles("new.json", "--baseline", "old.json"))
        self.write("fixed.json", dataset(("db", "OK")))
        self.assertIn("1 fixed", self.render("fixed.json", "--baseline", "old.json", to="text"))

    def test_a_csv_of_states_needs_no_names(self):
        self.write("services.csv", "Service,State,Since\nweb,OK,\ndb,CRIT,02:14\nmq,DEGRADED,\n")
        self.assertEqual([("db", "error", None), ("mq", "warning", None)], self.titles("services.csv"))
        self.write("moved.csv", "Service,Place\nweb,Berlin\ndb,CRIT\n")
        self.render("moved.csv", status=INPUT)
