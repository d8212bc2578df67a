"""Runs of pull requests: compared with the run of the nearest ancestor, and where each failure comes from."""
import datetime
import html
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import documents
import support
from browser import rules
from support import DONE, FOUND, USAGE, run

EPOCH = datetime.datetime(2026, 9, 1, 3, tzinfo=datetime.timezone.utc)
TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


class Repository:
    """A repository without files: commits and their parents are all that matters."""

    def __init__(self, folder):
        self.folder = folder
        self.clock = 1_790_000_000
        self.parents = {}
        self.git("init", "-q", "--bare", ".")
        self.git("hash-object", "-t", "tree", "-w", "--stdin")

    def git(self, *words):
        date = f"@{self.clock} +0000"
        environment = support.plain_environment(
            HOME=str(self.folder), GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date, GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="Ada",
            GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="Ada", GIT_COMMITTER_EMAIL="a@example.org")
        done = subprocess.run(["git", *words], cwd=self.folder, capture_output=True, env=environment, check=True, input=b"")
        return done.stdout.decode()

    def commit(self, *parents):
        self.clock += 60
        words = [word for parent in parents for word in ("-p", parent)]
        made = self.git("commit-tree", TREE, *words, "-m", f"At {self.clock}").strip()
        self.parents[made] = parents
        return made

    def ancestors(self, commit):
        """The commit and all commits that it descends from, without Git."""
        found, waiting = set(), [commit]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.parents[one]
        return found

    def listed(self, commit):
        """What a job writes for `--baseline-commits`."""
        return self.git("rev-list", commit)


def time(day):
    return (EPOCH + datetime.timedelta(days=day)).isoformat()


def dataset(name, day, commit, errors=(), status="completed", **more):
    """A run with a message that no other run has."""
    messages = [{"urgency": "neutral", "title": f"Run {name}", "fingerprint": f"mark-{name}"}]
    messages += [{"urgency": "error", "title": title, "fingerprint": title} for title in errors]
    described = {"status": status, "finished": time(day), **({"commit": commit} if commit else {})}
    return {"version": 1, "project": "shop", "run": described, "messages": messages, **more}


class PullRequestTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        if not shutil.which("git"):
            self.skipTest("git is not installed")
        folder = self.folder / "repository"
        folder.mkdir()
        self.repository = Repository(folder)

    def put(self, name, content):
        (self.folder / f"{name}.json").write_text(json.dumps(content))
        return f"{name}.json"

    def publish(self, name, *arguments, status=DONE):
        result = run("publish", name, "--site", "site", "--project", "shop", *arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def main(self, name, day, commit, errors=(), **more):
        """Publishes a run of the main branch."""
        self.publish(self.put(name, dataset(name, day, commit, errors, **more)), "--run", name)

    def compared(self, file, head, *arguments, status=DONE, commits=None):
        """The report of a run of a branch, and what the program says about it."""
        (self.folder / "commits.txt").write_text(self.repository.listed(head) if commits is None else commits)
        result = run("render", file, "--site", "site", "--project", "shop", "--baseline-commits", "commits.txt", "--to", "json",
                     "--output", "-", *arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return json.loads(result.stdout), result.stderr.decode()

    def baseline(self, report):
        """The name of the run that a report is compared with, by what only that run had."""
        if "comparison" not in report:
            return None
        gone = [message["title"].removeprefix("Run ") for message in report["comparison"]["goneMessages"]
                if message["title"].startswith("Run ")]
        self.assertLessEqual(len(gone), 1)
        return gone[0] if gone else None


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


FLAKE = "TimeoutError: no answer from the gateway"


def report(results):
    """JUnit XML of tests by their results: nothing for a pass, 'skipped', or the cause of a failure."""
    cases = ""
    for name, result in results.items():
        inner = "" if result is None else "<skipped/>" if result == "skipped" else f'<failure message="{html.escape(result)}"/>'
        group, _, own = name.partition(".")
        cases += f'<testcase classname="{group}" name="{own}">{inner}</testcase>'
    return f'<testsuites><testsuite name="s">{cases}</testsuite></testsuites>'


class VerdictTest(PullRequestTest):
    GATE = ("--fail-on", "new-error")
    TESTS = [f"{group}.test_{name}" for group in ("Cart", "Order", "Login") for name in ("adds", "lists", "sums", "ships", "ends")]

    def inputs(self, name, day, commit, results, status="completed", folder="."):
        (self.folder / folder / f"{name}.xml").write_text(report(results))
        run = {"status": status, "finished": time(day), **({"commit": commit} if commit else {})}
        (self.folder / folder / f"{name}.json").write_text(json.dumps({"version": 1, "run": run, "messages": []}))
        return f"{name}.xml", f"{name}.json"

    def nights(self, *nights, **more):
        """Publishes runs of main of one commit each; returns the commits."""
        commits = []
        for day, night in enumerate(nights):
            results, status = night if isinstance(night, tuple) else (night, "completed")
            commits.append(self.repository.commit(*commits[-1:]))
            self.publish_run(f"m{day}", day, commits[-1], {**dict.fromkeys(self.TESTS), **results}, status)
        return commits

    def publish_run(self, name, day, commit, results, status="completed"):
        results = {test: result for test, result in results.items() if result != "absent"}
        files = self.inputs(name, day, commit, results, status)
        result = run("publish", *files, "--site", "site", "--project", "shop", "--run", name, "-q", cwd=self.folder)
        self.assertStatus(DONE, result)

    def pull(self, ancestor, results, *arguments, target="json", command="render", status=None):
        """Calls a command for a run of a branch that starts at a commit of main."""
        head = self.repository.commit(ancestor)
        (self.folder / "commits.txt").write_text(self.repository.listed(head))
        files = self.inputs("pull", 90, head, {**dict.fromkeys(self.TESTS), **results})
        words = ("--to", target) if command == "render" else ()
        result = run(command, *files, "--site", "site", "--project", "shop", "--baseline-commits", "commits.txt", *words, *arguments,
                     cwd=self.folder)
        if status is not None:
            self.assertStatus(status, result)
        return result

    def origins(self, ancestor, results, *arguments):
        """The origins of failures by test, and their numbers."""
        found = json.loads(self.pull(ancestor, results, *arguments).stdout)
        return self.by_test(found), found["origins"]

    def by_test(self, found):
        messages = [message for section in found["sections"] for message in section["messages"]]
        messages += [message for issue in found.get("known", {}).get("issues", []) for message in issue["messages"]]
        return {message["title"]: message["origin"] for message in messages if message["urgency"] == "error"}


class Verdicts(VerdictTest):
    @rules("N9")
    def test_each_failure_has_an_origin(self):
        flaky = {"Login.test_ends": FLAKE}
        commits = self.nights({"Cart.test_adds": "KeyError: 'cart'", **flaky}, {"Cart.test_adds": "KeyError: 'cart'"},
                              {"Cart.test_adds": "KeyError: 'cart'", **flaky, "Order.test_ships": "skipped"},
                              {"Cart.test_adds": "KeyError: 'cart'", "Order.test_ships": "skipped"},
                              {"Cart.test_adds": "KeyError: 'cart'", "Order.test_lists": "CertificateError: expired"})
        failures = {"Cart.test_adds": "KeyError: 'cart'", **flaky, "Order.test_ships": "TypeError: none",
                    "Order.test_lists": "CertificateError: expired", "Cart.test_sums": "ValueError: sum", "New.test_new": "ValueError: new"}
        origins, counts = self.origins(commits[3], failures)
        self.assertEqual({"Cart.test_adds": "main", "Login.test_ends": "flaky", "Order.test_ships": "unknown", "Order.test_lists": "main",
                          "Cart.test_sums": "change", "New.test_new": "change"}, origins)
        text = "6 failed: 2 probably from this change, 2 on main, 1 flaky, 1 unknown"
        self.assertEqual({"text": text, "change": 2, "main": 2, "flaky": 1, "unknown": 1, "known": 0}, counts)
        # Every output says so, for all and for each.
        for target in ("page", "markdown", "text", "mail"):
            said = re.sub(r"\s+", " ", html.unescape(self.pull(commits[3], failures, target=target).stdout.decode()))
            for words in (text, "Probably from this change", "Already on main", "Flaky", "Unknown: main did not run it"):
                self.assertIn(words, said, target)
        for target in ("slack", "teams"):
            self.assertIn(text, self.pull(commits[3], failures, target=target).stdout.decode())

    @rules("N9")
    def test_gate_and_words_agree(self):
        flaky = {"Login.test_ends": FLAKE}
        commits = self.nights(flaky, {}, flaky, {"Order.test_ships": "skipped"}, {"Order.test_lists": "CertificateError: expired"})
        own = {"Cart.test_sums": "ValueError: sum"}
        others = {**flaky, "Order.test_ships": "TypeError: none", "Order.test_lists": "CertificateError: expired"}
        for command, words in (("render", ("--output", "pull.html", "--to", "page")), ("publish", ("--run", "pull")),
                               ("publish", ("--run", "pull")), ("mail", ("--from", "a@example.org", "--to", "b@example.org"))):
            words = [*words, *self.GATE]
            said = self.pull(commits[3], {**own, **others}, *words, command=command, target="page", status=FOUND).stderr.decode()
            self.assertIn("'--fail-on new-error' is met: 1 error probably from this change: [fail-on-met]", said)
            said = self.pull(commits[3], others, *words, command=command, target="page", status=DONE).stderr.decode()
            self.assertIn("is not decided for 1 failure", said)
            self.assertIn("Order.test_ships", said)
            self.assertIn("1 failed test comes and goes and does not count", said)

    @rules("N9")
    def test_flaky_needs_two_earlier_times_and_a_cause_alike(self):
        failure = {"Login.test_ends": FLAKE}
        once = self.nights(failure, {})
        self.assertEqual({"Login.test_ends": "change"}, self.origins(once[-1], failure)[0])
        shutil.rmtree(self.folder / "site")
        twice = self.nights(failure, {}, failure, {}, {})
        self.assertEqual({"Login.test_ends": "flaky"}, self.origins(twice[-1], failure)[0])
        self.assertEqual({"Login.test_ends": "change"}, self.origins(twice[-1], {"Login.test_ends": "TypeError: cart is null"})[0])
        # What later runs of main show counts, too.
        self.assertEqual({"Login.test_ends": "flaky"}, self.origins(twice[1], failure)[0])

    @rules("N9")
    def test_a_failure_of_a_later_run_of_main_must_last_and_be_alike(self):
        failure = {"Order.test_lists": "CertificateError: expired"}
        commits = self.nights({}, failure)
        self.assertEqual({"Order.test_lists": "main"}, self.origins(commits[0], failure)[0])
        self.assertEqual({"Order.test_lists": "change"}, self.origins(commits[0], {"Order.test_lists": "TypeError: cart is null"})[0])
        self.publish_run("repaired", 5, self.repository.commit(commits[-1]), dict.fromkeys(self.TESTS))
        self.assertEqual({"Order.test_lists": "change"}, self.origins(commits[0], failure)[0])

    @rules("N9")
    def test_what_main_did_not_run_is_unknown(self):
        failure = {"Order.test_lists": "TypeError: cart is null"}
        for missing, status in (({"Order.test_lists": "absent"}, "failed"), ({"Order.test_lists": "absent"}, "completed"),
                                ({"Order.test_lists": "skipped"}, "completed"),
                                (dict.fromkeys([test for test in self.TESTS if "Order" in test], "absent"), "completed")):
            commits = self.nights({}, (missing, status))
            self.assertEqual({"Order.test_lists": "unknown"}, self.origins(commits[-1], failure)[0], (missing, status))
            # What an incomplete run ran, it ran.
            self.assertEqual({"Cart.test_adds": "change"}, self.origins(commits[-1], {"Cart.test_adds": "TypeError: x"})[0])
            shutil.rmtree(self.folder / "site")

    @rules("N9", "K1")
    def test_known_failures_are_counted_apart(self):
        commits = self.nights({})
        (self.folder / "known.json").write_text(json.dumps({"known": [{"rule": "Cart.test_adds", "reason": "Old"}]}))
        failures = {"Cart.test_adds": "KeyError: 'cart'", "Cart.test_sums": "ValueError: sum"}
        origins, counts = self.origins(commits[-1], failures, "--known", "known.json")
        self.assertEqual({"Cart.test_adds": "known", "Cart.test_sums": "change"}, origins)
        self.assertEqual("1 failed: 1 probably from this change · 1 known", counts["text"])

    @rules("N9")
    def test_other_runs_have_no_origins(self):
        self.nights({}, {})
        files = self.inputs("night", 9, None, {**dict.fromkeys(self.TESTS), "Cart.test_adds": "KeyError: 'cart'"})
        result = run("render", *files, "--site", "site", "--project", "shop", "--to", "json", cwd=self.folder)
        self.assertNotIn(b'"origin', result.stdout)


class LabelledFailures(VerdictTest):
    CAUSES = ["KeyError: 'cart'", "TypeError: the price is null", "ValueError: bad sum", "LookupError: no such order",
              "ZeroDivisionError: division by zero", "IndexError: list is empty", "NameError: 'total' is not defined"]

    @rules("N9")
    def test_nearly_all_labelled_failures_are_right(self):
        wanted = 1_000 if support.thorough else 200
        pairs, number = [], 0
        while len(pairs) < wanted:
            number += 1
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                pairs += self.simulate(random.Random(number), folder)
        wrong = [pair for pair in pairs if pair[0] != pair[1]]
        self.assertLessEqual(len(wrong), len(pairs) * 0.05, wrong)
        for label in ("change", "main", "flaky", "unknown", "known"):
            self.assertGreater(sum(pair[0] == label for pair in pairs), 5, label)
        self.assertEqual([], [pair for pair in wrong if pair[:2] in (("flaky", "change"), ("change", "flaky"))])

    def simulate(self, chance, folder):
        """The label, the origin and the name of each failure of ten branches."""
        tests = [f"{group}.test_{name}" for group in ("Cart", "Order", "Login", "Search") for name in "abcdefgh"]
        flaky = chance.sample(tests, 3)
        steady = [test for test in tests if test not in flaky]
        commit, states, entries, broken = None, [], [], {}
        for day in range(20):
            commit = self.repository.commit(*([commit] if commit else []))
            if chance.random() < 0.4:
                broken[chance.choice(steady)] = chance.choice(self.CAUSES)
            if broken and chance.random() < 0.3:
                broken.pop(chance.choice(list(broken)))
            skipped = set(chance.sample(steady, 3)) if chance.random() < 0.3 else set()
            # The flaky ones come and go twice before any branch starts.
            flakes = {test for test in flaky if (day in (1, 3) if day < 6 else chance.random() < 0.25)}
            results = {test: "skipped" if test in skipped else FLAKE if test in flakes else broken.get(test) for test in tests}
            status = "failed" if day > 6 and chance.random() < 0.15 else "completed"
            if status == "failed":
                results = dict(list(results.items())[:20])
            states.append((commit, dict(broken), results))
            files = self.inputs(f"m{day}", day, commit, results, status, folder)
            entries.append({"project": "shop", "inputs": list(files), "run": f"m{day}"})
        (self.folder / folder / "batch.json").write_text(json.dumps(entries))
        site = f"{folder}/site"
        self.assertStatus(DONE, run("publish", "--site", site, "--batch", f"{folder}/batch.json", "-q", cwd=self.folder))
        latest = states[-1]
        pairs = []
        for _ in range(8):
            at = chance.randrange(6, len(states))
            base, inherited, ran = states[at]
            head = self.repository.commit(self.repository.commit(base), base) if chance.random() < 0.3 else self.repository.commit(base)
            known = chance.choice([test for test in steady if test not in inherited])
            results, labels = dict.fromkeys(tests), {}
            for test, cause in inherited.items():
                # What main did not run there is not known to be broken, unless an earlier or the latest run says so.
                results[test], labels[test] = cause, "main"
            for test in flaky:
                if chance.random() < 0.3:
                    results[test], labels[test] = FLAKE, "flaky"
            for test in chance.sample(tests, 3) + [f"Added{chance.randrange(9)}.test_new"] * (chance.random() < 0.3):
                if test in inherited or latest[1].get(test) is not None:
                    continue
                results[test] = "AssertionError: the branch is wrong"
                labels[test] = "change" if test not in tests or ran.get(test, "skipped") != "skipped" else "unknown"
            for test, cause in latest[1].items():
                # From outside, such as a service: it hits the branch as it hit main later.
                if test not in inherited and test in latest[2] and latest[2][test] == cause and chance.random() < 0.5:
                    results[test], labels[test] = cause, "main"
            if chance.random() < 0.5:
                results[known], labels[known] = chance.choice(self.CAUSES), "known"
            (self.folder / folder / "known.json").write_text(json.dumps(
                {"known": [{"rule": known, "reason": "Accepted"}]}))
            files = self.inputs("pull", 40, head, results, folder=folder)
            done = run("render", *(f"{folder}/{file}" for file in files), "--site", site, "--project", "shop", "--baseline-commits", "-",
                       "--known", f"{folder}/known.json", "--to", "json", cwd=self.folder,
                       input=self.repository.listed(head).encode())
            self.assertStatus(DONE, done)
            origins = self.by_test(json.loads(done.stdout))
            self.assertEqual(set(labels), set(origins))
            pairs += [(label, origins[test], test) for test, label in labels.items()]
        return pairs
