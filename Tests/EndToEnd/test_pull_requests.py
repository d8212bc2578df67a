"""Runs of pull requests are compared with the run of the nearest ancestor."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

import documents
import support
from browser import rules
from pull_requests import PullRequestTest, dataset, time
from support import DONE, FOUND, USAGE, run


class NearestAncestor(PullRequestTest):
    def setUp(self):
        super().setUp()
        commit = self.repository.commit
        self.first = commit()
        self.second = commit(self.first)
        self.branch = commit(self.second)
        self.third = commit(self.second)
        self.main("one", 1, self.first, ["Old"])
        self.main("two", 2, self.second, ["Old", "Broken"])
        self.main("three", 3, self.third, ["Old", "Broken", "Later"])
        self.head = commit(self.branch)
        self.pull = self.put("pull", dataset("pull", 9, self.head, ["Old", "Broken", "Own"]))

    @rules("N8")
    def test_the_run_of_the_nearest_commit_is_the_previous_run(self):
        report, said = self.compared(self.pull, self.head)
        self.assertEqual("two", self.baseline(report))
        self.assertEqual((2, 2), (report["comparison"]["still"], report["comparison"]["new"]))
        self.assertIn("compared with the run 'two', 2 commits back in the list [ancestor-run]", said)
        # Without the commits, it is the latest run.
        result = run("render", self.pull, "--site", "site", "--to", "json", "-q", cwd=self.folder)
        self.assertEqual("three", self.baseline(json.loads(result.stdout)))

    @rules("N8")
    def test_trend_and_status_end_at_that_run(self):
        self.main("four", 4, self.repository.commit(self.third), [], status="failed")
        report, _ = self.compared(self.pull, self.head)
        self.assertEqual(3, len(report["trend"]["runs"]))
        self.assertNotIn("run", report["comparison"])

    @rules("N8")
    def test_the_commits_come_from_standard_input_too(self):
        listed = self.repository.listed(self.head).encode()
        words = ("--site", "site", "--baseline-commits", "-", "--to", "json")
        result = run("render", self.pull, *words, cwd=self.folder, input=listed)
        self.assertStatus(DONE, result)
        self.assertEqual("two", self.baseline(json.loads(result.stdout)))
        for other in ([self.pull, "--diff", "-"], ["-"]):
            self.assertStatus(USAGE, run("render", *other, *words, cwd=self.folder, input=listed))

    @rules("N8")
    def test_a_short_commit_counts_if_it_is_unambiguous(self):
        self.main("short", 4, self.branch[:7], ["Old"])
        self.assertEqual("short", self.baseline(self.compared(self.pull, self.head)[0]))
        self.main("shorter", 5, self.head[:6], ["Old"])
        self.assertEqual("short", self.baseline(self.compared(self.pull, self.head)[0]))
        twin = self.branch[:7] + "0" * 33
        self.assertEqual("two", self.baseline(self.compared(self.pull, self.head, commits=self.repository.listed(self.head) + twin)[0]))

    @rules("N8")
    def test_of_several_runs_of_a_commit_the_latest_completed_one_counts(self):
        self.main("again", 4, self.second, ["Old"])
        self.main("failed", 5, self.second, ["Old"], status="failed")
        self.assertStatus(DONE, run("publish", "--missing", "no disk", "--run", "missing", "--now", time(6), "--site", "site",
                                    "--project", "shop", cwd=self.folder))
        self.assertEqual("again", self.baseline(self.compared(self.pull, self.head)[0]))

    @rules("N8")
    def test_a_run_is_never_compared_with_itself(self):
        self.publish(self.pull, "--run", "own")
        for words in ((), ("--run", "own"), ("--run", "other")):
            report, _ = self.compared(self.pull, self.head, *words)
            self.assertEqual("two", self.baseline(report))
            self.assertEqual(2, report["comparison"]["new"])
        # A published run of a branch is no previous run of the branch's next one, nor of main's next one.
        commits = ("--baseline-commits", "commits.txt")
        self.publish(self.put("first", dataset("first", 10, self.head, ["Own"])), "--run", "first", *commits)
        fixed = self.repository.commit(self.head)
        report, _ = self.compared(self.put("next", dataset("next", 11, fixed, ["Own"])), fixed)
        self.assertEqual("pull", self.baseline(report))
        four = self.put("four", dataset("four", 12, self.repository.commit(self.third)))
        result = run("render", four, "--site", "site", "--to", "json", "-q", cwd=self.folder)
        self.assertEqual("pull", self.baseline(json.loads(result.stdout)))

    @rules("N8")
    def test_without_a_run_of_these_commits_the_latest_run_is_named(self):
        alone = self.repository.commit()
        report, said = self.compared(self.pull, alone)
        self.assertEqual("three", self.baseline(report))
        self.assertIn("warning: no run of 'shop' in the site has the commit of '--baseline-commits': compared with the latest run, "
                      "'three' [no-ancestor]", said)
        self.assertIn("git fetch --unshallow", said)
        strict = run("render", self.pull, "--site", "site", "--baseline-commits", "-", "--strict", cwd=self.folder,
                     input=alone.encode())
        self.assertNotEqual(DONE, strict.returncode)
        shutil.rmtree(self.folder / "site")
        self.publish(self.put("x", {**dataset("x", 1, None), "project": "other"}), "--project", "other")
        report, said = self.compared(self.pull, alone)
        self.assertNotIn("comparison", report)
        self.assertIn("'--baseline-commits': nothing is compared", said)

    @rules("N8")
    def test_after_a_damaged_run_the_next_nearest_counts(self):
        for damage in (lambda folder: (folder / "data.json.gz").write_bytes(b"damaged"),
                       lambda folder: (folder / "data.json.gz").unlink(),
                       lambda folder: (folder / "run.json").write_text("{")):
            damage(self.folder / "site/shop/runs/two")
            report, said = self.compared(self.pull, self.head)
            self.assertEqual("one", self.baseline(report))
            self.assertRegex(said, r"warning: the (data of the )?run 'two' of 'shop' is damaged.*\[damaged-run\]")

    @rules("N8")
    def test_every_command_compares_alike(self):
        (self.folder / "commits.txt").write_text(self.repository.listed(self.head))
        words = (self.pull, "--site", "site", "--baseline-commits", "commits.txt", "--fail-on", "new-error")
        for command in (("render", "--output", "pull.html"), ("mail", "--from", "a@example.org", "--to", "b@example.org"), ("publish",),
                        ("publish",)):
            result = run(*command, *words, cwd=self.folder)
            self.assertStatus(FOUND, result)
            said = result.stderr.decode()
            self.assertIn("compared with the run 'two'", said, command)
            self.assertIn("Own", said)
            self.assertNotIn("Broken", said)
        self.put("pull", dataset("pull", 9, self.head, ["Old", "Broken"]))
        for command in (("render", "--output", "pull.html"), ("publish", "--run", "good")):
            self.assertStatus(DONE, run(*command, *words, cwd=self.folder))

    @rules("N8")
    def test_wrong_usage_is_refused(self):
        (self.folder / "commits.txt").write_text("main\n")
        wrong = [(("--site", "site"), b"write it with: git rev-list HEAD")]
        wrong += [((), b"--site DIR"), (("--site", "site", "--baseline", "three.json"), b"don't go together")]
        for words, help in wrong:
            result = run("render", self.pull, "--baseline-commits", "commits.txt", *words, cwd=self.folder)
            self.assertStatus(USAGE, result)
            self.assertIn(help, result.stderr)
        (self.folder / "commits.txt").write_text(self.head + "\n")
        result = run("publish", self.pull, "one.json", "--each", "--site", "site", "--baseline-commits", "commits.txt", cwd=self.folder)
        self.assertStatus(USAGE, result)
        self.assertIn(b"[ancestry-option]", result.stderr)
        result = run("render", self.pull, "--site", "site", "--baseline-commits", "none.txt", cwd=self.folder)
        self.assertStatus(USAGE, result)
        self.assertIn(b"git rev-list HEAD > none.txt", result.stderr)


class Guide(PullRequestTest):
    @rules("N8")
    def test_the_guide_compares_a_pull_request(self):
        block, = [block for block in documents.blocks(documents.DOCS / "guide-job.md") if "--baseline-commits" in block.text]
        commit = self.repository.commit
        first = commit()
        head = commit(first)
        self.repository.git("update-ref", "HEAD", head)

        def report(*failed):
            cases = "".join(f'<testcase classname="shop" name="{name}">' + "<failure message='no'/>" * (name in failed) + "</testcase>"
                            for name in ("test_pays", "test_ships", "test_sums"))
            (self.folder / "results/tests.xml").write_text(f'<testsuite name="s">{cases}</testsuite>')

        def service(commit):
            return support.plain_environment(
                GITHUB_ACTIONS="true", GITHUB_SHA=commit, GIT_DIR=str(self.repository.folder),
                PATH=f"{pathlib.Path(support.program).parent}:{os.environ['PATH']}")

        (self.folder / "results").mkdir()
        for day, (made, failed) in enumerate([(first, ["test_pays"]), (commit(first), [])], 1):
            report(*failed)
            self.assertStatus(DONE, run("publish", "results/tests.xml", "--site", "public", "--project", "shop", "--ci", "--now",
                                        time(day), cwd=self.folder, environment=service(made)))
        for failed, status in ((["test_pays"], DONE), (["test_pays", "test_ships"], FOUND)):
            report(*failed)
            done = subprocess.run(["bash", "-e", "-c", block.text], cwd=self.folder, env=service(head), capture_output=True)
            self.assertEqual(status, done.returncode, done.stderr.decode())
            self.assertIn(b"compared with the run", done.stderr)
            self.assertEqual(bool(status), b"test_ships" in done.stderr)


class History:
    """A random history of main with runs of some commits, and branches that start, merge, rebase and end anywhere."""

    def __init__(self, test, number):
        self.random = random.Random(number)
        self.repository = test.repository
        self.main = [self.repository.commit()]
        self.runs = []
        self.branches = []

    def grow(self, steps):
        for _ in range(steps):
            commit, chance = self.repository.commit, self.random.random()
            if chance < 0.4 or not self.branches:
                self.main.append(commit(self.main[-1]))
            elif chance < 0.55:
                self.branches.append(self.start())
            elif chance < 0.7:
                self.advance()
            else:
                # A merge, or a squash that leaves the branch without a trace.
                done = self.branches.pop(self.random.randrange(len(self.branches)))
                self.main.append(commit(self.main[-1], done) if chance < 0.85 else commit(self.main[-1]))
            if self.random.random() < 0.5:
                self.run()

    def run(self):
        """A run of main's newest commit, or again of an older one."""
        commit = self.random.choice(self.main) if self.random.random() < 0.2 else self.main[-1]
        status = self.random.choice(["completed"] * 5 + ["failed"])
        self.runs.append((f"r{len(self.runs)}", commit, status))

    def start(self):
        head = self.random.choice(self.main[-6:])
        for _ in range(self.random.randint(1, 3)):
            head = self.repository.commit(head)
        return head

    def advance(self):
        """A commit, a merge of main, or a rebase to main."""
        place = self.random.randrange(len(self.branches))
        parents = self.random.choice([(self.branches[place],), (self.branches[place], self.main[-1]), (self.main[-1],)])
        self.branches[place] = self.repository.commit(*parents)

    def expected(self, head):
        """The right run, by what each commit descends from: the newest commit of main, its latest completed run."""
        reached = self.repository.ancestors(head)
        for commit in reversed(self.main):
            found = [run for run in self.runs if run[1] == commit] if commit in reached else []
            if found:
                return ([run for run in found if run[2] == "completed"] or found)[-1][0]
        return None


class Simulation(PullRequestTest):
    @rules("N8")
    def test_random_histories_lead_to_the_right_run(self):
        wanted, done, number = 500 if support.thorough else 40, 0, 0
        while done < wanted:
            number += 1
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                done += self.simulate(number, folder, wanted - done)

    def simulate(self, number, folder, most):
        history = History(self, number)
        history.grow(30)
        entries = []
        for day, (name, commit, status) in enumerate(history.runs):
            known = commit if history.random.random() < 0.8 else commit[:history.random.choice([7, 12])]
            (self.folder / f"{folder}/{name}.json").write_text(json.dumps(dataset(name, day, known, status=status)))
            entries.append({"project": "shop", "inputs": [f"{name}.json"], "run": name})
        (self.folder / f"{folder}/batch.json").write_text(json.dumps(entries))
        site = f"{folder}/site"
        self.assertStatus(DONE, run("publish", "--site", site, "--batch", f"{folder}/batch.json", "-q", cwd=self.folder))
        heads = [history.start() for _ in range(10)] + history.branches
        for place, head in enumerate(heads[:most]):
            if place % 3 == 1:
                head = self.repository.commit(head, history.main[-1])
            file = self.put("pull", dataset("pull", 40 + place, head))
            if place % 4 == 3:
                # A rerun: the run is in the site already.
                (self.folder / "commits.txt").write_text(self.repository.listed(head))
                self.assertStatus(DONE, run("publish", file, "--site", site, "--baseline-commits", "commits.txt", "-q", cwd=self.folder))
            result = run("render", file, "--site", site, "--baseline-commits", "-", "--to", "json", cwd=self.folder,
                         input=self.repository.listed(head).encode())
            self.assertStatus(DONE, result)
            expected = history.expected(head)
            if expected is None:
                self.assertIn(b"[no-ancestor]", result.stderr, (number, place))
            else:
                self.assertIn(f"compared with the run '{expected}'", result.stderr.decode(), (number, place))
                gone = [message["title"] for message in json.loads(result.stdout)["comparison"]["goneMessages"]]
                self.assertIn(f"Run {expected}", gone, (number, place))
        return min(len(heads), most)
