"""Logs: the journal of systemd, JSON Lines of loggers and of messages, alerts, and a converter of one's own."""
import json
import os
import resource
import subprocess
import sys

import documents
import support
from browser import rules
from support import DONE, INPUT, run
from test_inputs import NOW, InputsTest, junit


def entry(priority, message, number=0, **fields):
    """An entry as `journalctl -o json` writes it."""
    return json.dumps({"__CURSOR": f"s=1;i={number:x}", "__REALTIME_TIMESTAMP": str(1795141000000000 + number * 1_000_000),
                       "_BOOT_ID": "0dc8", "PRIORITY": str(priority), "_SYSTEMD_UNIT": "harbor.service",
                       "MESSAGE": message, **fields}) + "\n"


def alert(name, severity, status="firing"):
    return {"status": status, "labels": {"alertname": name, "severity": severity}, "annotations": {"summary": f"{name} on db1"},
            "startsAt": "2026-11-20T02:00:00Z", "endsAt": "2026-11-20T02:30:00Z", "fingerprint": name,
            "generatorURL": "https://prometheus.example.org/graph"}


class Logs(InputsTest):
    def piped(self, text, *arguments):
        result = run("render", *arguments, "-", *NOW, cwd=self.folder, input=text.encode())
        self.assertStatus(DONE, result)
        return result

    @rules("I1")
    def test_journal_of_a_day_is_a_report(self):
        journal = entry(3, "Lost the database", 1) + entry(6, "Started", 2) + entry(4, [83, 108, 111, 119], 3)
        report = json.loads(self.piped(journal, "--from", "journald", "--to", "json").stdout)
        self.assertEqual(["Lost the database", "Slow"], self.titles(report))
        self.assertEqual({"Log records": 3}, self.facts(report))
        self.assertEqual({"error": 1, "warning": 1}, report["verdict"]["counts"])
        self.assertNotIn("status", report["run"])

    @rules("I3")
    def test_quiet_or_empty_log_is_never_well(self):
        for name, text in {"journald": "-- No entries --\n", "jsonl": "", "journald:quiet": entry(6, "Started")}.items():
            with self.subTest(name=name):
                for target in ("text", "page", "mail", "markdown"):
                    shown = self.piped(text, "--from", name.split(":")[0], "--to", target)
                    self.assertNotIn(b"All clear", shown.stdout)
                    self.assertIn(b"No messages", shown.stdout)

    @rules("M15")
    def test_messages_alike_have_a_first_and_a_last_time(self):
        journal = "".join(entry(4, f"Connection {number} reset", number * 60) for number in range(40))
        shown = self.piped(journal, "--to", "text").stdout.decode()
        self.assertIn("Connection … reset ×40", shown)
        self.assertRegex(shown, r"02:16 – .*02:55")

    def test_night_of_a_company_is_one_report(self):
        self.write("journal.json", entry(3, "Lost the database"))
        self.write("api.log", '{"level":50,"time":1795141000000,"name":"api","msg":"Request failed"}\n{"level":30,"msg":"up"}\n')
        self.write("alerts.json", json.dumps({"receiver": "r", "alerts": [alert("Disk", "critical"), alert("Load", "page", "resolved")]}))
        self.write("own.jsonl", '{"urgency": "error", "title": "No backup", "category": "Backups"}\n')
        report = self.report("res", "journal.json", "jsonl:api.log", "alerts.json", "own.jsonl")
        self.assertEqual({"A.two", "Lost the database", "Request failed", "Disk on db1", "Load on db1", "No backup"},
                         set(self.titles(report)))
        self.assertEqual({"Tests": 3, "Passed": 2, "Failed": 1, "Log records": 3}, self.facts(report))
        self.assertEqual({"harbor", "api", "Alertmanager", "Backups", "Tests"}, {section["title"] for section in report["sections"]})
        entries = report["timeline"]["entries"]
        self.assertEqual(["Disk on db1", "Load on db1"], sorted(entry["title"] for entry in entries))
        self.assertEqual("", self.said)

    @rules("I2")
    def test_converted_log_is_the_same_report(self):
        self.write("journal.json", "".join(entry(number % 8, f"m{number}", number) for number in range(64)))
        first = self.call("journal.json", command="convert")
        self.write("again.json", first.stdout.decode())
        self.assertEqual(first.stdout, self.call("again.json", command="convert").stdout)
        self.assertEqual(self.titles(self.report("journal.json")), self.titles(self.report("again.json")))

    @rules("I3")
    def test_log_of_a_logger_in_a_folder_has_to_be_asked_for(self):
        self.write("res/app.log", '{"level":"error","msg":"expected by a test"}\n' * 3)
        self.write("res/journal.json", entry(3, "Lost the database"))
        report = self.report("res")
        self.assertEqual({"A.two", "Lost the database"}, set(self.titles(report)))
        self.assertIn("'res/app.log'", self.said)
        self.assertEqual(4, len(self.titles(self.report("res/*.log", "res/TEST-a.xml"))))

    @rules("I7")
    def test_text_that_is_no_json_is_refused(self):
        self.write("journal.txt", "Nov 20 03:12:00 host harbor[1]: Lost the database\n" * 3)
        self.assertIn("journalctl -o json", self.refused("journal.txt"))
        self.assertIn("few-objects", self.refused("journald:journal.txt"))

    @rules("I3")
    def test_log_with_a_passed_plan_is_not_all_clear(self):
        plan = "1..2\nok 1 - logs in\nok 2 - logs out\n"
        well = self.piped(plan, "--to", "text").stdout.decode()
        self.assertIn("All clear", well)
        for line in ("src/tls.c:41:7: error: use of undeclared 'ctx'", "make: *** [Makefile:5: b] Error 1", "::error::no disk",
                     "Segmentation fault (core dumped)", "# Looks like your test exited with 255 just after 2.",
                     '{"level": "error", "msg": "lost the database"}', "npm ERR! code ELIFECYCLE", "Traceback (most recent call last):"):
            with self.subTest(line):
                for text in (plan + line + "\n", line + "\n" + plan):
                    self.assertNotIn("All clear", self.piped(text, "--to", "text").stdout.decode())

    def test_memory_does_not_grow_with_a_journal(self):
        limit = 400 << 20
        day = entry(3, "Lost the database") + "".join(entry(6, "x" * 3_000, number) for number in range(1_000))
        days = limit // len(day) + 20
        process = subprocess.Popen(
            [str(support.program), "render", "-", "--to", "json", *NOW], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        with process:
            for _ in range(days):
                process.stdin.write(day.encode())
            process.stdin.close()
            report = json.loads(process.stdout.read())
        self.assertEqual({"Log records": days * 1_001}, self.facts(report))
        self.assertEqual({"error": days}, report["verdict"]["counts"])


class Converter(support.ProgramTest):
    """The converter of docs/inputs.md."""

    def convert(self, *arguments):
        return subprocess.run([sys.executable, "old-backups.py", "backups"], cwd=self.folder, capture_output=True, check=True).stdout

    def test_ten_lines_of_python_make_a_report(self):
        self.write("old-backups.py", documents.block_named(documents.DOCS / "inputs.md", "old-backups.py"))
        (self.folder / "backups").mkdir()
        clear = run("render", "--from", "jsonl", "-", "--to", "text", *NOW, cwd=self.folder, input=self.convert())
        self.assertIn(b"All clear", clear.stdout)
        for name, days in {"mail": 3, "shop": 0, "wiki": 9}.items():
            path = self.folder / f"backups/{name}.tar"
            path.touch()
            os.utime(path, (path.stat().st_mtime - days * 86_400 - 60,) * 2)
        shown = run("render", "--from", "jsonl", "-", "--to", "text", *NOW, cwd=self.folder, input=self.convert())
        self.assertStatus(DONE, shown)
        self.assertEqual(b"", shown.stderr)
        self.assertIn(b"Error: wiki: no backup for 9 days", shown.stdout)
        self.assertIn(b"Warning: mail: no backup for 3 days", shown.stdout)
        self.assertNotIn(b"shop", shown.stdout)

    def test_converter_that_dies_is_never_well(self):
        self.write("old-backups.py", documents.block_named(documents.DOCS / "inputs.md", "old-backups.py"))
        (self.folder / "backups").mkdir()
        whole = self.convert()
        for size in range(len(whole.rstrip()) - 1):
            shown = run("render", "--from", "jsonl", "-", "--to", "text", *NOW, cwd=self.folder, input=whole[:size])
            self.assertNotIn(b"All clear", shown.stdout)
