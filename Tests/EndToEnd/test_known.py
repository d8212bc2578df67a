"""Known issues: counted apart in every target, back when they end, added by a command."""
import json
import re
import signal
import subprocess
import time

import support
from browser import rules
from support import DONE, FOUND, INPUT, USAGE
from test_publish_truths import TruthTest

PAGE, MARKDOWN, TEXT = "index.html", "report.md", "report.txt"
MESSAGES = [{"urgency": "error", "title": "Disk is full", "id": "disk"},
            {"urgency": "warning", "title": "Printer: connection refused", "location": {"file": "src/print.c", "line": 3}},
            {"urgency": "warning", "title": "Backup is slow", "id": "slow"},
            {"urgency": "warning", "title": "Clock is late"}]


class KnownTest(TruthTest):
    def known(self, *entries, name="known.json"):
        return self.write(name, json.dumps({"known": [{"reason": "Waits", **entry} for entry in entries]}))

    def night(self, messages, when="2026-11-20", name="night.json", **more):
        return self.write(name, json.dumps({
            "version": 1, "title": "Checks", "project": "core", "run": {"status": "completed"}, "now": f"{when}T03:12:00Z",
            "messages": messages, **more}))

    def call(self, *arguments, status=DONE):
        result = support.run(*arguments, cwd=self.folder)
        self.assertEqual(status, result.returncode, result.stderr.decode())
        return result.stdout.decode(), result.stderr.decode()

    def report(self, *arguments, status=DONE):
        return json.loads(self.call("render", *arguments, "--to", "json", status=status)[0])

    def entries(self, name="known.json"):
        return json.loads(self.folder.joinpath(name).read_text())["known"]


class Counting(KnownTest):
    @rules("K1", "K3")
    def test_each_target_counts_known_messages_apart_and_lists_them_last(self):
        self.known({"rule": "Disk is full", "owner": "Ada", "link": "https://x.example/1", "until": "2026-12-31"},
                   {"text": "REFUSED", "file": "src/**"})
        self.call("render", self.night(MESSAGES), "--to", "page,mail,markdown,text,json", "-o", "all/")
        for name, apart in ((PAGE, "2 known"), ("mail.html", "2 known"), (MARKDOWN, "2 known"), (TEXT, "2 known")):
            text = self.folder.joinpath("all", name).read_text()
            self.assertIn("2 warnings", text, name)
            self.assertNotRegex(text, r"\b[13-9] (messages|warnings)\b", name)
            self.assertIn(apart, text, name)
            self.assertNotIn("1 error", text, name)
            self.assertGreater(text.rindex("Disk is full"), text.rindex("Backup is slow"), name)
            for word in ("Ada", "until 31 Dec 2026", "Known (2)"):
                self.assertIn(word, text, name)
        page = self.folder.joinpath("all", PAGE).read_text()
        self.assertIn('<a href="#known">2 known</a>', page)
        self.assertIn('<a href="https://x.example/1">Waits</a>', page)
        self.assertEqual(1, page.count('id="known"'))
        self.assertEqual({"m3", "m4"}, set(re.findall(r'id="(m\d+)"', page)), "links count known messages, too")
        known = json.loads(self.folder.joinpath("all/report.json").read_text())["known"]
        self.assertEqual((2, ["2026-12-31", None]), (known["count"], [issue.get("until") for issue in known["issues"]]))

    @rules("K1")
    def test_gates_and_conditions_ignore_known_messages(self):
        self.known({"text": "is"}, {"text": "refused"})
        night = self.night(MESSAGES)
        self.call("render", night, "-o", "a.html", "--fail-on", "warning")
        self.call("render", night, "-o", "a.html", "--fail-on", "error", "--no-settings", status=FOUND)
        mail = ("mail", night, "--from", "a@b.example", "--to", "c@d.example", "-o", "a.eml")
        said = self.call(*mail, "--only-if", "findings")[1]
        self.assertIn("there are no errors and no warnings", said)
        self.call(*mail)
        self.assertIn("Subject: core: all clear, 4 known", self.folder.joinpath("a.eml").read_text())

    @rules("K1")
    def test_changing_the_file_alone_changes_nothing(self):
        night = self.night(MESSAGES)
        before = self.night(MESSAGES, name="before.json")
        for entries in ([], [{"rule": "Disk is full"}], [{"text": "i"}]):
            self.known(*entries)
            comparison = self.report(night, "--baseline", before)["comparison"]
            self.assertFalse(comparison["hasNews"], entries)
            self.assertEqual([], comparison["fixedMessages"])

    def test_a_dataset_brings_its_own(self):
        night = self.night(MESSAGES, known=[{"rule": "Disk is full", "reason": "Its own"}])
        self.assertEqual("Its own", self.report(night)["known"]["issues"][0]["reason"])
        self.known({"text": "refused"})
        self.assertEqual(2, self.report(night)["known"]["count"])

    def test_mistakes_are_said_with_their_place(self):
        self.write("known.json", '{"known": [\n  {"file": "**", "reason": "All"},\n  {"rule": "a", "reason": "b", "until": "2026-02-30"}]}')
        _, said = self.call("render", self.night(MESSAGES), "-o", "a.html", status=USAGE)
        self.assertIn("known.json:2:3: error: this entry matches every message of a file [matches-everything]", said)
        self.assertIn("known.json:3:41: error: invalid date '2026-02-30' [invalid-date]", said)
        self.call("render", "night.json", "-o", "a.html", "--known", "none.json", status=USAGE)
        self.call("render", "night.json", "-o", "a.html", "--no-settings")

    @rules("K3")
    def test_a_budget_drops_known_messages_first(self):
        self.known({"text": "Known"})
        night = self.night([{"urgency": "error", "title": f"Known {n}"} for n in range(400)]
                           + [{"urgency": "warning", "title": f"Other {n}", "text": "word " * 20} for n in range(12)])
        def listed(budget, of):
            text = self.call("render", night, "--to", "text", "--budget", budget)[0]
            self.assertIn("Known (400)", text)
            return len(re.findall(rf"{of} \d+$", text, re.M)), text
        self.assertEqual([30, 12], [listed(9000, "Error: Known")[0], listed(9000, "Other")[0]])
        self.assertTrue(0 < listed(2400, "Error: Known")[0] < 30)
        self.assertEqual(12, listed(2400, "Other")[0])
        known, text = listed(1700, "Error: Known")
        self.assertEqual(0, known)
        self.assertIn("and 400 more", text)
        self.assertTrue(0 < listed(1700, "Other")[0] < 12)


class Ending(KnownTest):
    def night_of(self, day, *titles, urgency="warning"):
        return self.night([{"urgency": urgency, "title": title} for title in titles], when=day, name=f"{day}.json")

    @rules("K2")
    def test_over_several_runs_an_entry_ends(self):
        known = self.known({"rule": "Old", "until": "2026-11-03", "reason": "New disk ordered"}, name="k.json")
        for day, status in (("2026-11-01", DONE), ("2026-11-02", DONE), ("2026-11-03", DONE), ("2026-11-04", FOUND), ("2026-11-05", DONE)):
            night = self.night_of(day, "Old", "Other")
            result = support.run("publish", night, "--site", self.folder / "site", "--known", known, "--fail-on", "new-warning"
                                 if day > "2026-11-01" else "error")
            self.assertEqual(status, result.returncode, (day, result.stderr.decode()))
        runs = self.folder / "site/core/runs"
        page = (runs / "2026-11-04-0312/index.html").read_text()
        for word in ("1 acceptance expired", "Acceptance expired", "Accepted until 3 Nov 2026", "New disk ordered", "4 runs, since 1 Nov 2026"):
            self.assertIn(word, page)
        self.assertNotIn("1 new", page)
        self.assertIn("1 known", (runs / "2026-11-03-0312/index.html").read_text())
        later = (runs / "2026-11-05-0312/index.html").read_text()
        self.assertIn("Accepted until 3 Nov 2026", later)
        self.assertNotIn("acceptance expired", later)
        self.assertEqual({"warning": 2}, json.loads((runs / "2026-11-05-0312/run.json").read_text())["counts"])

    @rules("K2")
    def test_what_is_worse_says_what_was_accepted(self):
        self.known({"rule": "Old", "urgency": "warning"})
        before, night = self.night_of("2026-11-01", "Old"), self.night_of("2026-11-02", "Old", urgency="error")
        text = self.call("render", night, "--baseline", before, "--to", "text", "--fail-on", "new-error", status=FOUND)[0]
        self.assertIn("Known as Warning: Waits", text)

    @rules("K4")
    def test_a_site_says_which_entry_matched_nothing(self):
        known = self.known({"rule": "Never"}, name="k.json")
        for number in range(1, 31):
            night = self.night_of(f"2026-09-{number:02}", "Old")
            result = support.run("publish", night, "--site", self.folder / "site", "--known", known)
            self.assertEqual(number == 30, b"[unused-known]" in result.stderr, number)
        self.assertIn("k.json:1 ", result.stderr.decode().replace(":12", " "))
        self.assertIn("Unused known issues (30 runs)", (self.folder / "site/core/index.html").read_text())


class Adding(KnownTest):
    def add(self, *arguments, status=DONE):
        return self.call("known", "add", *arguments, status=status)

    def test_a_message_is_added_by_its_id(self):
        self.write("known.json", '// ours\n{ "known": [\n  { "text": "late", "reason": "b" } // why\n] }\n')
        said, _ = self.add("disk", self.night(MESSAGES), "--reason", "Disk ordered", "--until", "2026-12-31", "--owner", "Ada",
                           "--link", "https://x.example/1")
        self.assertEqual("known.json: added 'Disk is full', known as error until 2026-12-31\n", said)
        text = self.folder.joinpath("known.json").read_text()
        self.assertTrue(text.startswith('// ours\n{ "known": [\n  { "text": "late", "reason": "b" }, // why\n'), text)
        self.assertEqual(2, self.report("night.json")["known"]["count"])
        _, said = self.add("disk", "night.json", "--reason", "Again")
        self.assertIn("note: the message is known already, for the reason 'Disk ordered' [known-already]", said)
        self.assertEqual(text, self.folder.joinpath("known.json").read_text())

    def test_a_message_is_added_by_its_link(self):
        for when in ("2026-11-19", "2026-11-20"):
            self.publish(self.night(MESSAGES if when > "2026-11-19" else MESSAGES[2:], when=when))
        for link, title in (("https://x.example/r/core/runs/2026-11-19-0312/index.html#m1", "Backup is slow"),
                            ("core/index.html#m2", "Printer: connection refused"), ("https://x.example/core/#m1", "Disk is full")):
            said, _ = self.add(link, "--site", "site", "--reason", "Waits")
            self.assertIn(f"added '{title}'", said)
        self.assertEqual(["Clock is late"], [one["title"] for one in self.report("night.json")["sections"][0]["messages"]])
        self.add("core/index.html#m9", "--site", "site", "--reason", "Waits", status=USAGE)
        self.add("https://x.example/none/#m1", "--site", "site", "--reason", "Waits", status=USAGE)

    def test_a_message_of_a_site_stays_known_in_a_renamed_file(self):
        def lint(file, when):
            return self.night([{"urgency": "warning", "title": f"Rule {n}", "location": {"file": file, "line": n * 9 + 1}}
                               for n in range(4)], when=when, name=f"{when}.json")
        known = self.folder / "k.json"
        self.publish(lint("src/old.c", "2026-11-17"))
        self.call("known", "add", "--accept-all", "--site", "site", "--project", "core", "--known", known)
        for when in ("2026-11-18", "2026-11-19"):
            self.publish(lint("src/new.c", when), "--known", known)
            self.assertIn("All clear, 4 known", (self.folder / "site/core/index.html").read_text(), when)

    def test_what_can_not_be_added_is_said(self):
        night = self.night(MESSAGES)
        self.assertIn("did you mean 'disk'?", self.add("dist", night, "--reason", "a", status=USAGE)[1])
        self.assertIn("'--reason' is missing", self.add("disk", night, status=USAGE)[1])
        self.assertIn("MESSAGE is missing", self.add(status=USAGE)[1])
        self.call("known", "ad", status=USAGE)
        self.known({"rule": "Disk is full", "until": "2026-11-01"}, {"rule": "Backup is slow", "urgency": "information"})
        self.assertIn("change the 'until'", self.add("disk", night, "--reason", "a", status=USAGE)[1])
        self.assertIn("change the 'urgency'", self.add("slow", night, "--reason", "a", status=USAGE)[1])
        self.write("known.json", "[")
        self.add("disk", night, "--reason", "a", status=INPUT)
        self.assertEqual("[", self.folder.joinpath("known.json").read_text())

    def test_several_add_at_once_and_none_is_lost(self):
        self.night([{"urgency": "warning", "title": f"Title {n}", "id": f"id{n}"} for n in range(12)])
        calls = [subprocess.Popen([str(support.program), "known", "add", f"id{n}", "night.json", "--reason", f"r{n}"], cwd=self.folder,
                                  env=support.plain_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for n in range(12)]
        self.assertEqual([0] * 12, [call.wait() for call in calls])
        self.assertEqual({f"r{n}" for n in range(12)}, {entry["reason"] for entry in self.entries()})
        self.assertEqual({"night.json", "known.json"}, {path.name for path in self.folder.iterdir()})

    def test_killed_at_any_moment_the_file_is_old_or_new(self):
        night = self.night([{"urgency": "warning", "title": f"Title {n}", "location": {"file": f"src/{n}.c"}} for n in range(6000)])
        self.known({"rule": "mine"})
        old = self.folder.joinpath("known.json").read_bytes()
        command = [str(support.program), "known", "add", "--accept-all", str(night)]
        begun = time.monotonic()
        self.call(*command[1:])
        whole = time.monotonic() - begun
        new = self.folder.joinpath("known.json").read_bytes()
        killed = 0
        for number in range(30):
            self.folder.joinpath("known.json").write_bytes(old)
            begun = time.monotonic()
            process = subprocess.Popen(command, cwd=self.folder, env=support.plain_environment(), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=whole * (0.4 + number / 45))
                whole = min(whole, time.monotonic() - begun)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                killed += process.wait() < 0
            self.assertIn(self.folder.joinpath("known.json").read_bytes(), (old, new))
        self.assertGreater(killed, 5, "hardly any call was killed: the test proves nothing")


class Backlog(KnownTest):
    def findings(self, count):
        return [{"urgency": "warning" if number % 3 else "error", "title": f"Finding of rule {number % 40}",
                 "location": {"file": f"src/part{number % 150}.c", "line": number + 1}} for number in range(count)]

    @rules("K1", "K2")
    def test_a_team_with_6000_findings_starts_from_zero(self):
        first = self.night(self.findings(6000), when="2026-11-19", name="first.json")
        said, _ = self.call("known", "add", "--accept-all", first)
        self.assertEqual("known.json: accepted 6000 messages\n", said)
        entry, = self.entries()
        self.assertEqual("Accepted on 2026-11-19", entry["reason"])
        self.assertEqual(6000, sum(one.get("count", 1) for one in entry["messages"]))
        places = [(one["file"], one["rule"], one["fingerprint"]) for one in entry["messages"]]
        self.assertEqual(sorted(places), places)
        self.assertEqual(len(places), sum("fingerprint" in line for line in self.folder.joinpath("known.json").read_text().splitlines()))
        self.assertEqual("All clear, 6,000 known", self.report(first)["verdict"]["text"])
        again, said = self.call("known", "add", "--accept-all", first)
        self.assertEqual("", again)
        self.assertIn("[nothing-to-accept]", said)
        # Two more findings: one equals an accepted finding on another line.
        more = [{"urgency": "warning", "title": "Something else", "location": {"file": "src/new.c", "line": 1}},
                {**self.findings(2)[1], "location": {"file": "src/part1.c", "line": 9999}}]
        night = self.night(self.findings(6000) + more)
        report = self.report(night, "--baseline", first, "--fail-on", "new-warning", status=FOUND)
        self.assertEqual("2 warnings", report["verdict"]["text"])
        self.assertEqual("2 new warnings", report["comparison"]["headline"])
        self.assertEqual({1, 9999}, {one["location"]["line"] for section in report["sections"] for one in section["messages"]})
        self.assertEqual(6000, report["known"]["count"])
        self.call("render", night, "--baseline", first, "-o", "a.html", "--fail-on", "new-error")
        self.call("mail", night, "--baseline", first, "--from", "a@b.example", "--to", "c@d.example", "-o", "a.eml")
        self.assertIn("Subject: core: 2 new warnings", self.folder.joinpath("a.eml").read_text())
        gone = self.night(self.findings(5990), name="gone.json")
        self.assertFalse(self.report(gone, "--baseline", first)["comparison"]["hasNews"])
