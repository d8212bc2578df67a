"""A month of a project that people work on, with the truth about every message: files are renamed, code is moved and
edited, titles hold ids, ports and counts, runs stop half-way or run a part of the tests, and what was fixed comes back.

Run as a script, it publishes such months night by night and prints how much of what the program said was right:

    months.py PROGRAM [--nights 30] [--seeds 3]
    months.py PROGRAM --flaky 10000             nights of tests that come and go, behind a gate that leaves them out"""
import argparse
import collections
import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

FIRST = datetime.date(2026, 10, 1)
VERBS = ("load", "store", "parse", "send", "check", "merge", "open", "close", "scan", "plan")
NOUNS = ("user", "order", "index", "batch", "token", "page", "route", "cache", "event", "ledger")
# A rule, its number of findings, its urgency and its title; `{}` is the length of the line.
RULES = (("E501", 3, "information", "Line too long ({} > 88)"), ("S101", 3, "information", "Use of `assert` detected"),
         ("F841", 1, "warning", "Local variable is assigned to but never used"),
         ("B006", 1, "error", "Do not use mutable data structures for argument defaults"))


class Line:
    """A line of source, with the problems that a linter finds in it."""

    def __init__(self, text, problems=()):
        self.text = text
        self.problems = list(problems)


class Month:
    """The project, night after night. A problem is (its number, its rule); a failing test is (its number, its kind)."""

    def __init__(self, seed, has_context):
        self.dice = random.Random(seed)
        self.has_context = has_context
        self.made = 0
        self.files = {f"src/{part}/{noun}.py": [self.line() for _ in range(self.dice.randint(30, 120))]
                      for part in ("api", "core", "tools") for noun in NOUNS[:6]}
        self.failing = [self.test() for _ in range(12)]
        self.passing, self.reverted = [], []

    # ---- Work

    def line(self, rate=0.12):
        dice = self.dice
        text = f"    {dice.choice(NOUNS)} = {dice.choice(VERBS)}_{dice.choice(NOUNS)}({dice.choice(NOUNS)}, {dice.randrange(40)})"
        if dice.random() < 0.25:
            text = dice.choice(("", "    else:", "    return None", "    try:", "        pass"))
        return Line(text, [self.problem()] if text.strip() and dice.random() < rate else [])

    def problem(self):
        self.made += 1
        return self.made, self.dice.choices(RULES, [rule[1] for rule in RULES])[0]

    def test(self):
        self.made += 1
        return self.made, self.dice.choice(("port", "id", "count", "time", "plain"))

    def place(self, needs=lambda line: True):
        """A file and the index of one of its lines; None if there is none such."""
        file = self.dice.choice(sorted(self.files))
        places = [index for index, line in enumerate(self.files[file]) if needs(line)]
        return (file, self.dice.choice(places)) if places else None

    def work(self):
        """One day: what commits do to files."""
        dice = self.dice
        for _ in range(dice.randint(0, 6)):
            file, index = self.place()
            self.files[file][index:index] = [self.line() for _ in range(dice.randint(1, 8))]
        for _ in range(dice.randint(0, 4)):
            if found := self.place(lambda line: line.problems):
                line = self.files[found[0]][found[1]]
                if dice.random() < 0.5:                 # The line is edited, and the problem stays.
                    line.text += dice.choice((f"  # {dice.choice(NOUNS)}", " or None", f" + {dice.randrange(9)}"))
                else:                                   # It is fixed, by another line or by none.
                    if dice.random() < 0.4:
                        self.reverted.append((found[0], Line(line.text, line.problems)))
                    self.files[found[0]][found[1]:found[1] + 1] = [Line(line.text + "  # fixed")] * dice.randint(0, 1)
        if dice.random() < 0.3:                         # A block moves within a file, or to another one.
            file, index = self.place()
            block = self.files[file][index:index + 12]
            del self.files[file][index:index + 12]
            other, place = (file, dice.randrange(len(self.files[file]) + 1)) if dice.random() < 0.5 else self.place()
            self.files[other][place:place] = block
        if dice.random() < 0.15:
            old = dice.choice(sorted(self.files))
            self.rename({old: old.replace(".py", f"_{dice.choice(VERBS)}.py")})
        if dice.random() < 0.05:                        # A folder is renamed.
            part = dice.choice(sorted(self.files)).split("/")[1]
            self.rename({file: file.replace(f"/{part}/", f"/{part}{dice.randrange(9)}/") for file in self.files})
        if self.reverted and dice.random() < 0.4:       # A fix is taken back.
            file, line = self.reverted.pop(0)
            if file in self.files:
                self.files[file].insert(min(20, len(self.files[file])), line)
        self.passing += [test for test in self.failing if dice.random() < 0.06]
        self.failing = [test for test in self.failing if test not in self.passing]
        self.failing += [self.test() for _ in range(dice.choice((0, 0, 1, 2)))]
        if self.passing and dice.random() < 0.2:        # A test fails again.
            self.failing.append(self.passing.pop(0))

    def rename(self, names):
        self.files = {names.get(file, file): lines for file, lines in self.files.items()}

    # ---- The output of tools

    def findings(self):
        for file, lines in sorted(self.files.items()):
            for number, line in enumerate(lines, 1):
                for problem, (rule, _, urgency, title) in line.problems:
                    place = {"file": file, "line": number}
                    if self.has_context:
                        place["context"] = [lines[i].text if 0 <= i < len(lines) else "" for i in range(number - 2, number + 1)]
                    yield {"id": str(problem), "urgency": urgency, "category": "lint", "link": {"title": rule},
                           "title": title.format(len(line.text) + 60), "location": place}

    @staticmethod
    def name(number):
        """The name of a test, whose first word is that of its file."""
        return f"test_{VERBS[number % 10]}_{NOUNS[number // 10 % 10]}_{'abcdefghij'[number // 100 % 10]}"

    def failures(self):
        dice = self.dice
        for number, kind in self.failing:
            name = self.name(number)
            title = {"port": f"{name}: connection to 127.0.0.1:{dice.randint(30000, 60000)} refused",
                     "id": f"{name}: job {uuid.UUID(int=dice.getrandbits(128))} is lost",
                     "count": f"{name}: {dice.randint(2, 900)} rows differ", "time": f"{name}: no answer within {dice.randint(5, 90)}.2 s",
                     "plain": f"{name} failed"}[kind]
            yield {"id": str(number), "urgency": "error", "category": "tests", "title": title,
                   "location": {"file": f"tests/{name[:9]}.py"}}

    def night(self, day):
        """The dataset of a night. Some runs fail and some leave tests out; these say so in their `scope`."""
        messages = [*self.findings(), *self.failures()]
        kind = self.dice.choices(("completed", "failed", "canceled", "part"), (14, 2, 1, 5))[0] if day else "completed"
        night = {"version": 1, "title": "Nightly", "project": "core", "now": f"{FIRST + datetime.timedelta(day)}T03:00:00Z",
                 "run": {"status": "completed" if kind == "part" else kind},
                 "categories": [{"id": "lint", "title": "Lint"}, {"id": "tests", "title": "Tests"}]}
        if kind == "failed":                            # The job ended half-way.
            messages = messages[:len(messages) // 2]
        if kind == "canceled":                          # The tests were left out.
            messages = [message for message in messages if message["category"] != "tests"]
        if kind == "part":                              # Some files of tests were run, or none.
            files = sorted({f"tests/{self.name(number)[:9]}.py" for number in range(1000)})
            night["scope"] = [{"categories": ["lint"]}]
            if ran := self.dice.sample(files, self.dice.choice((0, len(files) // 3, len(files) // 2))):
                night["scope"].append({"categories": ["tests"], "files": ran})
            messages = [message for message in messages if looks(night, message)]
        return {**night, "messages": messages}


def looks(night, message):
    """Whether a run has looked for a message."""
    return night["run"]["status"] == "completed" and any(
        message["category"] in part["categories"] and message["location"]["file"] in part.get("files", [message["location"]["file"]])
        for part in night.get("scope", [{"categories": [message["category"]]}]))


class Truth:
    """What is right to say of each night."""

    def __init__(self):
        self.since, self.seen, self.fixed, self.last = {}, {}, {}, {}
        self.first = None

    def add(self, night):
        """What is true of the messages of a night and of those that it lacks: {id: (word, since, last seen)}."""
        date = night["now"][:10]
        self.first = self.first or date
        there = {message["id"] for message in night["messages"]}
        words = {}
        for one in there:
            word = "still" if one in self.since else "back" if one in self.fixed else "new"
            self.since.setdefault(one, date)
            words[one] = (word, self.since[one], self.fixed.pop(one, None))
            self.seen[one] = date
        self.last.update({message["id"]: message for message in night["messages"]})
        for one in set(self.since) - there:
            if not looks(night, self.last[one]):
                words[one] = ("unseen", self.since[one], self.seen[one])
            else:
                words[one] = ("fixed", self.since.pop(one), self.seen[one])
                self.fixed[one] = self.seen[one]
        return words


def said(report):
    """What a report in JSON says, in the same form."""
    def word(message):
        return "back" if message.get("history", {}).get("isBack") else message.get("change")
    shown = [message for section in report["sections"] for message in section["messages"]]
    lost = report.get("comparison", {})
    messages = [(message, word(message)) for message in shown] + [
        (message, kind) for kind in ("fixed", "unseen") for message in lost.get(kind + "Messages", [])]
    return {message["id"]: (kind, message.get("history", {}).get("since"), message.get("history", {}).get("lastSeen"))
            for message, kind in messages}


class Score:
    """How often what was said is what is true."""

    def __init__(self):
        self.words = collections.Counter()
        self.since = collections.Counter()
        self.seen = collections.Counter()

    def add(self, truth, found, first):
        for one in truth.keys() | found.keys():
            true, told = truth.get(one, (None, None, None)), found.get(one, (None, None, None))
            self.words[true[0], told[0]] += 1
            if true[0] in ("new", "still", "back"):
                self.since["all", true[1] == told[1]] += 1
                if true[1] > first:                     # It arrived within the month.
                    self.since["arrived", true[1] == told[1]] += 1
            if true[0] in ("back", "unseen"):
                self.seen[true[2] == told[2]] += 1

    def rates(self, word):
        """Precision and recall of a word, and how often it was true."""
        right = self.words[word, word]
        told = sum(count for (_, found), count in self.words.items() if found == word)
        true = sum(count for (known, _), count in self.words.items() if known == word)
        return right / max(told, 1), right / max(true, 1), true

    @staticmethod
    def share(counts, key=None):
        right, wrong = (counts[(key, is_right) if key else is_right] for is_right in (True, False))
        return right / max(right + wrong, 1), right + wrong

    def show(self, title):
        print(f"{title}\n  {'truth':<8} {'nights x messages':>18} {'precision':>10} {'recall':>8}")
        for word in ("new", "still", "back", "fixed", "unseen"):
            precision, recall, count = self.rates(word)
            print(f"  {word:<8} {count:>18,} {precision:>10.3f} {recall:>8.3f}")
        for name, (share, count) in (("since, all", self.share(self.since, "all")),
                                     ("since, arrived", self.share(self.since, "arrived")),
                                     ("last seen", self.share(self.seen))):
            print(f"  {name:<16} right for {share:.1%} of {count:,}")


def publish(run, month, nights, folder, score):
    """Publishes a month night by night and scores what each report says.

    `run` runs the program and returns what it wrote."""
    truth, site = Truth(), folder / "site"
    for day in range(nights):
        night = month.night(day)
        path = folder / "night.json"
        path.write_text(json.dumps(night))
        words = truth.add(night)
        if day:
            report = json.loads(run("render", path, "--site", site, "--to", "json", "-o", "-"))
            score.add(words, said(report), truth.first)
        run("publish", path, "--site", site)
        month.work()


class FlakyNights:
    """Nights of a suite in which some tests fail now and then, and any test breaks now and then for some nights. Half of
    the breaks of a flaky test have the cause that it fails with now and then."""

    TESTS = [f"test_{verb}" for verb in VERBS]
    FLAKY = TESTS[:4]
    GATE = ("--fail-on", "new-error,-flaky", "--format", "json")

    def __init__(self, seed, rate=0.015, break_rate=0.01):
        self.dice, self.rate, self.break_rate = random.Random(seed), rate, break_rate
        self.broken, self.free = None, collections.Counter()
        self.nights = self.flaky = self.breaks = self.late = self.missed = self.false = 0

    def failing(self):
        """What fails in the next night: {test: cause}."""
        dice, night = self.dice, self.nights
        failed = {test: f"TimeoutError: no answer after {dice.randint(10, 99)} s" for test in self.FLAKY
                  if dice.random() < self.rate and night >= self.free[test]}
        self.flaky += len(failed)
        if not self.broken and dice.random() < self.break_rate:
            test = dice.choice(self.TESTS)
            is_alike = test in self.FLAKY and dice.random() < 0.5
            cause = "TimeoutError: no answer after 5 s" if is_alike else f"TypeError: {dice.choice(NOUNS)} is null"
            self.broken = [test, cause, night, night + dice.randint(3, 8), False]
            # A flaky failure right after a break would only make it longer.
            self.free[test] = self.broken[3] + 1
            self.breaks += 1
        if self.broken:
            failed[self.broken[0]] = self.broken[1]
        return failed

    def junit(self, failed):
        time = datetime.datetime(2000, 1, 1, 3) + datetime.timedelta(self.nights)
        cases = "".join(
            f'<testcase classname="shop" name="{test}">'
            + (f'<failure message="{failed[test]}"/>' if test in failed else "") + "</testcase>" for test in self.TESTS)
        return f'<testsuite name="s" timestamp="{time.isoformat()}Z">{cases}</testsuite>', f"{time.isoformat()}Z"

    def judge(self, red):
        """Compares the tests for which a night is red with the truth."""
        broken = self.broken
        if broken and broken[0] in red and not broken[4]:
            broken[4] = True
            self.late += self.nights > broken[2]
            self.missed += self.nights > broken[2] + 2
        self.false += bool(red - {broken and broken[0]})
        self.nights += 1
        if broken and self.nights >= broken[3]:
            self.missed += not broken[4]
            self.broken = None

    def publish(self, run, count, folder):
        """Publishes nights, those in a row without a failure in one call. `run` returns the status of the program and
        what it wrote to standard error."""
        waiting = []

        def publish_waiting():
            if waiting:
                (folder / "nights.json").write_text(json.dumps(waiting))
                status, said = run("publish", "--batch", folder / "nights.json", "--site", folder / "site", "--keep", 20, *self.GATE)
                if status:
                    sys.exit(f"a green night ended with {status}: {said}")
                waiting.clear()
        for _ in range(count):
            failed = self.failing()
            text, now = self.junit(failed)
            path = folder / f"{self.nights % 400}.xml"
            path.write_text(text)
            red = set()
            if failed or len(waiting) > 300:
                publish_waiting()
                status, said = run("publish", path, "--site", folder / "site", "--project", "core", "--now", now, "--keep", 20, *self.GATE)
                met = [note for note in json.loads(said) if note["id"] == "fail-on-met"]
                if status != len(met):
                    sys.exit(f"a night ended with {status}: {said}")
                red = {finding["title"].split(".")[-1] for note in met for finding in note["findings"]}
            else:
                waiting.append({"project": "core", "inputs": [path.name], "now": now})
            self.judge(red)
        publish_waiting()

    def show(self):
        print(f"{self.nights:,} nights, {len(self.FLAKY)} flaky tests with {self.flaky:,} failures, {self.breaks} breaks\n"
              f"  falsely red          {self.false} nights ({self.false / self.nights:.3%})\n"
              f"  breaks               red in their first night {self.breaks - self.late - self.missed}, within two more "
              f"{self.late - self.missed}, later or never {self.missed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--flaky", type=int, default=0, metavar="NIGHTS")
    options = parser.parse_args()
    if options.flaky:
        def judged(*words):
            done = subprocess.run([options.program.resolve(), *map(str, words)], capture_output=True, text=True)
            return done.returncode, done.stderr
        with tempfile.TemporaryDirectory() as folder:
            nights = FlakyNights(7)
            nights.publish(judged, options.flaky, pathlib.Path(folder))
        nights.show()
        return

    def run(*words):
        done = subprocess.run([options.program.resolve(), *words], capture_output=True)
        if done.returncode:
            sys.exit(done.stderr.decode())
        return done.stdout
    for has_context in (True, False):
        score = Score()
        for seed in range(options.seeds):
            with tempfile.TemporaryDirectory() as folder:
                publish(run, Month(seed, has_context), options.nights, pathlib.Path(folder), score)
        score.show(f"{options.seeds} months of {options.nights} nights, {'with' if has_context else 'without'} lines")


if __name__ == "__main__":
    main()
