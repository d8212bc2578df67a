"""Where each failure of a run of a pull request comes from."""
import html
import json
import random
import re
import shutil
import tempfile

import support
from browser import rules
from pull_requests import PullRequestTest, time
from support import DONE, FOUND, run

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
            self.assertIn("'--fail-on new-error' is met: 1 error probably from this change, 1 new error, 1 returned error: [fail-on-met]", said)
            # Main did not check for the first one, so it counts; a flaky one counts without -flaky.
            said = self.pull(commits[3], others, *words, command=command, target="page", status=FOUND).stderr.decode()
            self.assertIn("Order.test_ships", said)
            self.assertIn("Login.test_ends", said)
            self.assertNotIn("Order.test_lists", said)
            del others["Order.test_ships"]
            words[words.index("new-error")] = "new-error,-flaky"
            said = self.pull(commits[3], others, *words, command=command, target="page", status=DONE).stderr.decode()
            self.assertIn("1 failed test comes and goes and does not count", said)
            others["Order.test_ships"] = "TypeError: none"

    @rules("N9")
    def test_a_gate_is_not_weaker_than_without_commits(self):
        """What fails a run that is compared with the latest run also fails one that is compared with that of its ancestor."""
        flaky, broken = {"Login.test_ends": FLAKE}, {"Login.test_ends": "TypeError: cart is null"}
        gate = ("--fail-on", "new-error,-flaky")
        commits = self.nights(flaky, {}, flaky, {}, flaky)
        self.pull(commits[-1], broken, *gate, status=FOUND)
        self.pull(commits[-1], flaky, *gate, status=DONE)
        shutil.rmtree(self.folder / "site")
        commits = self.nights(flaky, {}, flaky, {}, flaky, flaky)
        self.pull(commits[-1], flaky, *gate, status=FOUND)
        shutil.rmtree(self.folder / "site")
        commits = self.nights({}, (dict.fromkeys(self.TESTS, "absent"), "failed"))
        self.pull(commits[-1], {"Cart.test_adds": "TypeError: x"}, *self.GATE, status=FOUND)

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
