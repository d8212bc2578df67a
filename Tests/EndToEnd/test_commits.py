"""The commits since the last report: from a real repository, in every output, and never with a mail address."""
import html
import json
import os
import re
import shutil
import subprocess
import unittest

import documents
import support
from browser import rules
from support import DONE, USAGE, run

LOG = ("log", "-1000", "--format=%x00%H%x00%P%x00%ct%x00%aN%x00%s%x00", "--name-only")
NOW = ("--now", "2026-11-20T03:12:00Z")
TITLE = "Commits since the last report"
HOSTILE = "Round <b>half</b> up | `x` [l](https://evil.example) @here \x1b[31m\x01 {{title}} <!-- -->"
TARGETS = ("page", "markdown", "text", "json", "slack", "teams")


def oracle(text):
    """The files of each commit by its subject, read line by line from another form of the log."""
    found = {}
    for entry in text.split("\x1e")[1:]:
        head, _, files = entry.partition("\x1f")
        found[head] = [line for line in files.splitlines() if line]
    return found


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class RepositoryTest(support.ProgramTest):
    """A repository with a good run and later commits."""
    __test__ = False

    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.work.mkdir()
        self.time = 1_795_000_000
        self.git("init", "-q", "-b", "main")
        self.good = self.commit("Begin", "shop/total.py", "tests/test_total.py", "docs/a.md")

    def git(self, *words, author="Ada Lovelace"):
        date = f"@{self.time} +0000"
        environment = support.plain_environment(
            HOME=str(self.folder), GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date, GIT_CONFIG_NOSYSTEM="1")
        done = subprocess.run(["git", "-c", f"user.name={author}", "-c", "user.email=secret@mail.example", *words], cwd=self.work,
                              capture_output=True, env=environment, check=True)
        return done.stdout

    def commit(self, subject, *files, author="Ada Lovelace"):
        self.time += 3_600
        for name in files:
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "a") as file:
                file.write(f"{subject}\n")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject, author=author)
        return self.git("rev-parse", "HEAD").decode().strip()

    def log(self, *words):
        (self.folder / "commits.txt").write_bytes(self.git(*LOG, *words))

    def dataset(self, name, commit, *files, time="2026-11-20T03:00:00Z", **more):
        run = {"finished": time, "commitURL": "https://git.example/c/{commit}", **({"commit": commit} if commit else {})}
        messages = [{"urgency": "error", "title": f"Broken {file}", "location": {"file": file, "line": 3}} for file in files]
        (self.folder / name).write_text(json.dumps({"version": 1, "run": run, "messages": messages, **more}))

    def rendered(self, target, *more, status=DONE):
        result = run("render", "new.json", "--baseline", "old.json", "--commits", "commits.txt", "--to", target, "--output", "-", *NOW,
                     *more, cwd=self.folder)
        self.assertStatus(status, result)
        return result.stdout.decode()

    def subjects(self, *more):
        report = json.loads(self.rendered("json", *more))
        return [commit["subject"] for commit in report.get("commits", [])]

    def suspects(self, *more):
        """The subjects of the commits beside each message, by the file of the message."""
        report = json.loads(self.rendered("json", *more))
        subjects = {commit["commit"]: commit["subject"] for commit in report["commits"]}
        messages = [message for section in report["sections"] for message in section["messages"]]
        return {message["location"]["file"]: [subjects[commit] for commit in message.get("commits", [])] for message in messages}


class Commits(RepositoryTest):
    __test__ = True

    def setUp(self):
        super().setUp()
        self.commit("Fix docs", "docs/a.md")
        self.commit("Round half up", "shop/total.py", author="Grace Hopper")
        self.head = self.commit("Test rounding", "tests/test_total.py", "shop/ä b.py")
        self.log()
        self.dataset("old.json", self.good)
        self.dataset("new.json", self.head, "shop/total.py", "tests/test_total.py", "shop/ä b.py", "shop/other.py")

    @rules("M19")
    def test_new_failures_have_the_commits_that_touched_their_files(self):
        self.assertEqual(["Test rounding", "Round half up", "Fix docs"], self.subjects())
        self.assertEqual({
            "shop/total.py": ["Round half up"], "tests/test_total.py": ["Test rounding"], "shop/ä b.py": ["Test rounding"],
            "shop/other.py": []}, self.suspects())

    @rules("M19", "I7")
    def test_every_output_has_the_commits_and_no_mail_address(self):
        for target in TARGETS:
            text = self.rendered(target)
            for words in ("Round half up", "Grace Hopper", "Test rounding", f"https://git.example/c/{self.head}"):
                self.assertIn(words, text.replace("\\/", "/") if target != "text" else text + f"https://git.example/c/{self.head}", target)
            self.assertNotIn("mail.example", text, target)
            if target in ("page", "markdown", "text"):
                self.assertIn(TITLE, text)
                self.assertRegex(re.sub(r"\s+", " ", text), "Commits that touched total.py: .*Round half up")
            if target != "json":
                # The text of a notification already names the failure.
                said = text.split('"blocks"')[-1].split('"attachments"')[-1]
                self.assertLess(said.index("Round half up"), said.index("Broken"), target)
        mail = run("mail", "new.json", "--baseline", "old.json", "--commits", "commits.txt", "--from", "a@example.org", "--to",
                   "b@example.org", *NOW, cwd=self.folder)
        self.assertStatus(DONE, mail)
        self.assertIn(b"Round half up", mail.stdout)
        self.assertNotIn(b"mail.example", mail.stdout)

    @rules("M19")
    def test_without_a_new_failure_there_is_no_list(self):
        files = ("shop/total.py", "tests/test_total.py", "shop/ä b.py", "shop/other.py")
        for before in (files, (*files, "docs/a.md")):
            self.dataset("old.json", self.good, *before)
            self.assertEqual([], self.subjects())
            self.assertNotIn(TITLE, self.rendered("page"))
        # Nor in a first run.
        (self.folder / "old.json").unlink()
        self.assertEqual([], self.subjects("--baseline-optional"))
        self.assertEqual([], self.subjects("--baseline-optional", "--sort", "change:asc"))

    @rules("M19")
    def test_the_time_of_the_last_run_replaces_its_commit(self):
        self.dataset("old.json", None, time="2026-11-19T03:00:00Z")
        self.assertEqual([], self.subjects())
        # Between the commits.
        moment = subprocess.run(["date", "-u", "-d", f"@{self.time - 5_000}", "+%FT%TZ"], capture_output=True, text=True).stdout.strip()
        self.dataset("old.json", None, time=moment)
        self.assertEqual(["Test rounding", "Round half up"], self.subjects())
        # Without a time, all.
        (self.folder / "old.json").write_text('{"version": 1, "messages": []}')
        self.assertEqual(["Test rounding", "Round half up", "Fix docs", "Begin"], self.subjects())

    @rules("M19")
    def test_a_log_that_begins_after_the_last_run_is_whole(self):
        self.log(f"{self.good}..")
        self.dataset("old.json", self.good, time="2027-01-01T00:00:00Z")
        self.assertEqual(["Test rounding", "Round half up", "Fix docs"], self.subjects())

    @rules("M19")
    def test_commits_of_a_merged_branch_are_new_and_those_of_others_are_not(self):
        self.git("checkout", "-q", "-b", "topic", self.good)
        self.commit("Topic", "shop/other.py")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")
        merge = self.git("rev-parse", "HEAD").decode().strip()
        self.git("checkout", "-q", "-b", "later")
        self.commit("Later", "shop/other.py")
        self.log()
        self.dataset("old.json", self.head[:9])
        self.dataset("new.json", merge, "shop/other.py")
        self.assertEqual({"Merge topic", "Topic"}, set(self.subjects()))
        self.assertEqual({"shop/other.py": ["Topic"]}, self.suspects())

    @rules("M19")
    def test_a_shallow_clone_suspects_no_commit_for_all_of_its_files(self):
        clone = self.folder / "shallow"
        self.git("clone", "-q", "--depth", "1", f"file://{self.work}", str(clone))
        self.work = clone
        self.log()
        self.dataset("old.json", self.good, time="2026-11-01T03:00:00Z")
        self.assertEqual(["Test rounding"], self.subjects())
        self.assertEqual([[]] * 4, list(self.suspects().values()))

    @rules("M19", "I7")
    def test_subjects_and_names_are_text_in_every_output(self):
        head = self.commit(HOSTILE, "shop/total.py", author="<i>Eve</i> [x](https://evil.example)")
        self.log()
        self.dataset("new.json", head, "shop/total.py")
        for target in ("page", "markdown", "text", "slack", "teams"):
            text = self.rendered(target)
            self.assertIn("half", text, target)
            wrong = {"page": ("<b>half", 'href="https://evil'), "markdown": ("<b>half", "](https://evil", "<!-- -->  "),
                     "slack": ("<https://evil",)}.get(target, ())
            for words in ("\x1b", "\x01", *wrong):
                self.assertNotIn(words, text, target)
        page = html.unescape(re.sub(r"<[^>]+>", "", self.rendered("page")))
        self.assertIn("{{title}}", page)
        self.assertIn("<b>half</b>", page)
        self.assertEqual(HOSTILE, self.subjects()[0])

    @rules("M19")
    def test_the_only_message_of_a_report_has_its_commits(self):
        self.dataset("new.json", self.head, "shop/total.py")
        for target in ("markdown", "text"):
            self.assertRegex(re.sub(r"\s+", " ", self.rendered(target)), "Commits that touched total.py: .*Round half up", target)
        self.assertIn('<details class="d news commits" open>', self.rendered("page"))

    @rules("M19")
    def test_a_run_without_a_commit_has_the_first_one_of_the_file(self):
        self.dataset("new.json", None, "shop/total.py")
        report = json.loads(self.rendered("json"))
        self.assertIn({"title": "Commit", "value": self.head[:7], "url": f"https://git.example/c/{self.head}"}, report["run"]["facts"])

    @rules("M19")
    def test_names_that_are_addresses_and_secrets_are_hidden(self):
        token = "ghp_" + "a1B2" * 9
        head = self.commit(f"Use {token}", "shop/total.py", author="eve@mail.example")
        self.log()
        self.dataset("new.json", head, "shop/total.py")
        for target in TARGETS:
            text = self.rendered(target)
            self.assertNotIn(token, text, target)
            self.assertNotIn("mail.example", text, target)

    @rules("M19", "M14")
    def test_long_lists_end_with_a_count(self):
        for number in range(70):
            head = self.commit(f"Change {number}", "shop/total.py")
        self.log()
        self.dataset("new.json", head, "shop/total.py", "shop/other.py")
        self.assertEqual(73, len(self.subjects()))
        for target in ("markdown", "text"):
            text = self.rendered(target)
            self.assertIn("and 68 more", text)
            self.assertIn("and 68 more", text[text.index("Commits that touched"):])
        page = re.sub(r"<[^>]+>", "", self.rendered("page"))
        self.assertIn("and 23 more", page)

    @rules("M19")
    def test_any_other_file_is_refused_with_the_command(self):
        command = "git log -1000 --format="
        for text in ("commit 1234\nAuthor: Ada <a@b.c>\n\n    Begin\n", "{}", "\0\0\0", (self.folder / "old.json").read_text()):
            (self.folder / "commits.txt").write_text(text)
            result = run("render", "new.json", "--baseline", "old.json", "--commits", "commits.txt", *NOW, cwd=self.folder)
            self.assertStatus(USAGE, result)
            self.assertIn(b"[bad-commits]", result.stderr)
            self.assertIn(command.encode(), result.stderr)
        (self.folder / "commits.txt").unlink()
        result = run("render", "new.json", "--commits", "commits.txt", *NOW, cwd=self.folder)
        self.assertStatus(USAGE, result)
        self.assertIn(command.encode(), result.stderr)

    @rules("M19")
    def test_the_log_is_read_as_an_independent_reader_reads_it(self):
        for number in range(12):
            self.commit(f"Step {number}", f"shop/ä {number % 3}.py", f"shop/\"q\" {number % 4}.py", *(["a\tb.py"] if number % 2 else []))
        self.log()
        files = oracle(self.git("-c", "core.quotePath=off", "log", "--format=%x1e%s%x1f", "--name-only").decode())
        names = ["shop/ä 0.py", "shop/ä 1.py", "shop/ä 2.py", "docs/a.md", "shop/total.py"]
        self.dataset("new.json", None, *names)
        expected = {name: [subject for subject, touched in files.items() if name in touched and subject != "Begin"] for name in names}
        self.assertEqual(expected, self.suspects())

    @rules("M19", "N4")
    def test_a_site_knows_the_commit_of_the_last_run(self):
        site = self.folder / "site"

        def publish(name, *more):
            result = run("publish", name, "--site", site, "--project", "p", *more, cwd=self.folder)
            self.assertStatus(DONE, result)
            runs = sorted((site / "p/runs").iterdir())
            return (runs[-1] / "index.html").read_text()

        self.dataset("old.json", self.good, time="2026-11-19T03:00:00Z")
        publish("old.json", "--commits", "commits.txt")
        page = publish("new.json", "--commits", "commits.txt")
        for words in (TITLE, "Round half up", "Fix docs"):
            self.assertIn(words, page)
        self.assertNotIn("Begin", page)
        # The same report again changes nothing, even after new commits.
        self.commit("Much later", "shop/total.py")
        self.log()
        self.assertEqual(page, publish("new.json", "--commits", "commits.txt"))
        summary = run("render", "new.json", "--site", site, "--project", "p", "--commits", "commits.txt", "--to", "json", "--output", "-",
                      cwd=self.folder)
        self.assertEqual(["Test rounding", "Round half up", "Fix docs"],
                         [commit["subject"] for commit in json.loads(summary.stdout)["commits"]])

    @rules("M19")
    def test_a_group_of_failures_has_the_commits_that_touched_most_of_its_files(self):
        for number in range(9):
            self.commit(f"Part {number}", f"shop/part{number}.py")
        self.commit("All parts", *[f"shop/part{number}.py" for number in range(9)])
        self.log()
        run_ = {"finished": "2026-11-20T03:00:00Z"}
        messages = [{"urgency": "error", "title": "No import", "link": {"title": "F401"}, "category": "lint",
                     "location": {"file": f"shop/part{number}.py", "line": number + 1}} for number in range(9)]
        more = [{"urgency": "warning", "title": f"Other {word}", "category": "lint"} for word in "abcdefghijklmn"]
        (self.folder / "new.json").write_text(json.dumps({"version": 1, "run": run_, "messages": messages + more}))
        text = re.sub(r"\s+", " ", self.rendered("text", "--group-beyond", "5"))
        self.assertRegex(text, r"Commits that touched part0.py, part1.py, and 7 more: \w{7} All parts")

    @rules("M18", "M19")
    def test_a_cause_of_several_failures_has_the_commits_that_touched_the_files_of_the_new_ones(self):
        for number in range(4):
            self.commit(f"Test part {number}", f"tests/test_{number}.py")
        head = self.commit("Round down", "shop/total.py")
        self.log()
        failures = [{
            "urgency": "error", "title": f"adds {number}", "fingerprint": f"test:{number}", "cause": "TypeError: no sum",
            "location": {"file": "shop/total.py", "line": 7, "column": 3},
            "testLocation": {"file": f"tests/test_{number}.py", "line": 3}} for number in range(4)]
        self.dataset("old.json", self.good, messages=failures[:1])
        self.dataset("new.json", head, messages=failures)
        report = json.loads(self.rendered("json"))
        subjects = {commit["commit"]: commit["subject"] for commit in report["commits"]}
        cause, = report["leads"]["items"]
        # The failure of the first test is not new.
        self.assertEqual(["Round down", "Round half up", "Test part 3", "Test part 2", "Test part 1"],
                         [subjects[commit] for commit in cause["commits"]])
        words = "Commits that touched total.py, test_1.py, and 2 more: "
        for target in ("text", "markdown", "page"):
            text = re.sub(r"\s+", " ", re.sub("<[^>]*>", "", self.rendered(target)))
            self.assertRegex(text, f"4 tests.*adds 1.*{words}.{{,200}}Round down.{{,200}}Round half up.{{,200}}and 2 more", target)
        for target in ("slack", "teams"):
            texts = re.findall('"text" *: *"([^"]*)"', self.rendered(target))
            text = "".join(texts)
            self.assertRegex(text, f"4 tests.*adds 1.*{words}{head[:7]} · .{{7}} · .{{7}} · and 2 more", target)
            # Beside a message, too.
            self.assertRegex(text, f"adds 1.{{,80}}Commits that touched total.py, test_1.py: {head[:7]} · ", target)

    @rules("M19")
    def test_the_commands_of_the_guide_work_in_a_repository(self):
        block, = [block for block in documents.blocks(documents.DOCS / "pages.md") if "--commits" in block.text]
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "tidemark").symlink_to(support.program)
        results = self.work / "results"
        results.mkdir()
        environment = support.plain_environment(PATH=f"{tools}:{os.environ['PATH']}", HOME=str(self.folder))
        case = '<testsuite name="s"><testcase classname="c" name="adds" file="shop/total.py">%s</testcase></testsuite>'
        for night, failure in enumerate(("", '<failure message="no luck"/>')):
            (results / "tests.xml").write_text(case % failure)
            environment["TIDEMARK_NOW"] = f"2026-11-2{night}T03:12:00Z"
            subprocess.run(["sh", "-ec", block.text], cwd=self.work, env=environment, capture_output=True, check=True)
            page = (self.work / "night.html").read_text()
            self.assertEqual(night == 1, TITLE in page)
            self.commit("Between the nights", "shop/total.py")
        self.assertIn("Between the nights", page)
        self.assertNotIn("Round half up", page)


del RepositoryTest      # its tests are run by those that come from it
