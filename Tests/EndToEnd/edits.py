"""Makes pairs of runs of a linter, before and after an edit of a source tree. The edit keeps the origin of each line, so it
is known which findings are new and which are fixed.

Run as a script, it compares the results of the program with this truth, and prints precision and recall of new and of
fixed findings for each kind of edit, with and without lines of source in the datasets:

    edits.py [--pairs 1000] [--seed 1] [--program build/tidemark] [--tree Sources] [--kind KIND]... [--jobs 1]

`--keep FOLDER` keeps the datasets of each pair with a mistake."""
import argparse
import collections
import concurrent.futures
import functools
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import edits_tool
import edits_truth

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
ENDINGS = {"c", "cc", "cpp", "cs", "go", "h", "hpp", "java", "js", "kt", "lua", "m", "php", "pl", "py", "rb", "rs", "scala", "sh",
           "sql", "swift", "ts"}
IMPORT = re.compile(r"\b(import|include|require|use|using|from|source|package|namespace|mod)\b")
WORDS = ("basic", "core", "extra", "inner", "local", "plain", "shared", "small")
# Longer files are cut, and files with more findings are left out: a table of numbers would outweigh all other files.
LONGEST_FILE, MOST_FINDINGS = 400, 150
# The number of pairs in a series: each edits the sources that the previous one has left.
SERIES = 6

# A line of source, and the ids of its origins in the run before; an added line has none.
Line = collections.namedtuple("Line", "text ids")


def sources(tree):
    """The source files of a tree."""
    return [path for path in sorted(tree.rglob("*")) if path.suffix[1:] in ENDINGS and path.is_file()
            and not any(part.startswith(".") for part in path.relative_to(tree).parts)]


def read(path):
    """The lines of a file without origins; the first lines of a long file."""
    return [Line(text, ()) for text in path.read_text(encoding="utf-8", errors="replace").splitlines()[:LONGEST_FILE]]


class Project:
    """Some files of a source tree, and the linter that checks them."""

    def __init__(self, dice, tree, paths):
        self.dice, self.linter = dice, edits_tool.Linter(dice)
        paths = dice.sample(paths, len(paths))
        self.files, self.skipped, found, least = {}, set(), 0, dice.randint(50, 400)
        while paths and len(self.files) < 60 and (len(self.files) < 5 or found < least):
            path = paths.pop()
            name, lines = path.relative_to(tree).as_posix(), read(path)
            count = len(self.linter.findings({name: lines}))
            if len(lines) > 10 and count <= MOST_FINDINGS:
                self.files[name] = lines
                found += count
        # The source of added lines.
        self.others = [line for path in paths[:3] for line in read(path)] or [line for file in self.files.values() for line in file]

    def begin(self):
        """Begins a pair: each line is its own origin."""
        numbers = itertools.count()
        self.files = {file: [Line(line.text, (next(numbers),)) for line in lines] for file, lines in self.files.items()}
        self.skipped = set()

    def run(self):
        """The findings of a run, each with the origins of its line, and the datasets with and without lines of source."""
        files = {file: lines for file, lines in self.files.items() if file not in self.skipped}
        findings = self.linter.findings(files)
        dataset = {"version": 1, "title": "Lint", "run": {"status": "completed"}}
        if self.skipped:
            dataset["scope"] = [{"categories": ["lint"], "files": sorted(files)}]
        datasets = {has_context: {**dataset, "messages": list(self.linter.messages(findings, files, has_context))}
                    for has_context in (True, False)}
        return [(one, files[one.file][one.index].ids) for one in findings], datasets

    # ---- Edits

    def file(self, least=1):
        """A random file with at least so many lines; the longest file if there is none."""
        files = [file for file, lines in sorted(self.files.items()) if len(lines) >= least]
        return self.dice.choice(files) if files else max(self.files, key=lambda file: len(self.files[file]))

    def block(self, least, most):
        """A file and a random range of its lines, often around a finding."""
        file = self.file(most)
        lines = self.files[file]
        size = min(self.dice.randint(least, most), len(lines))
        begin = self.dice.randint(0, len(lines) - size)
        found = [index for index, line in enumerate(lines) if self.linter.line(line.text)]
        if found and self.dice.random() < 0.7:
            begin = min(max(self.dice.choice(found) - self.dice.randrange(size), 0), len(lines) - size)
        return file, slice(begin, begin + size)

    def put(self, lines, file=None):
        """Inserts lines at a random place."""
        file = file or self.file()
        place = self.dice.randint(0, len(self.files[file]))
        self.files[file][place:place] = lines

    def some(self):
        """A random number of files, often a small one."""
        names = sorted(self.files)
        return self.dice.sample(names, max(1, int(len(names) * self.dice.random() ** 2)))

    def free(self, file, word):
        """An unused file name with a word in it."""
        path = pathlib.PurePosixPath(file)
        names = (f"{path.with_suffix('')}_{word}{number}{path.suffix}" for number in range(1, 1000))
        return next(name for name in names if name not in self.files)

    def nothing(self):
        pass

    def insert_lines(self):
        for _ in range(self.dice.randint(1, 6)):
            begin = self.dice.randrange(len(self.others))
            self.put([Line(line.text, ()) for line in self.others[begin:begin + self.dice.randint(1, 12)]])

    def delete_lines(self):
        for _ in range(self.dice.randint(1, 6)):
            file, block = self.block(1, 8)
            del self.files[file][block]

    def edit_lines(self):
        for _ in range(self.dice.randint(1, 12)):
            file, block = self.block(1, 1)
            for index in range(block.start, block.stop):
                line = self.files[file][index]
                word = self.dice.choice(WORDS)
                text = self.dice.choice((f"{line.text}  // {word}", re.sub(r"(\d+)", r"\g<1>1", line.text),
                                         line.text.replace("(", f"({word}, ", 1)))
                self.files[file][index] = Line(text, line.ids)

    def fix_lines(self):
        """Replaces lines by others without findings."""
        for _ in range(self.dice.randint(1, 12)):
            file, block = self.block(1, 1)
            for index in range(block.start, block.stop):
                self.files[file][index] = Line(f"    {self.dice.choice(WORDS)}", self.files[file][index].ids)

    def move_block(self):
        file, block = self.block(3, 20)
        lines = self.files[file][block]
        del self.files[file][block]
        self.put(lines, self.dice.choice((file, None)))

    def rename_file(self):
        for file in self.some()[:3]:
            name = self.free(file, self.dice.choice(WORDS))
            if self.dice.random() < 0.4:
                name = f"{self.dice.choice(WORDS)}/{pathlib.PurePosixPath(file).name}"
            if name not in self.files:
                self.files[name] = self.files.pop(file)

    def replace(self, pattern, text, needs=lambda line: True):
        for file, lines in self.files.items():
            self.files[file] = [Line(pattern.sub(text, line.text), line.ids) if needs(line.text) else line for line in lines]

    def rename_function(self):
        calls = collections.Counter(name for lines in self.files.values() for line in lines
                                    for name in re.findall(r"\b([A-Za-z_]\w{3,})\(", line.text))
        if names := sorted(name for name, count in calls.items() if count > 2):
            name = self.dice.choice(names)
            self.replace(re.compile(rf"\b{name}\b"), f"{name}_{self.dice.choice(WORDS)}")

    def rename_package(self):
        """Renames a folder, also in imports and paths."""
        folder = str(pathlib.PurePosixPath(self.file()).parent)
        if folder == ".":
            folder = self.dice.choice(WORDS)
            return self.rename(lambda file: file if "/" in file or f"{folder}/{file}" in self.files else f"{folder}/{file}")
        old = folder.rpartition("/")[2]
        new = f"{old}_{self.dice.choice(WORDS)}"
        self.rename(lambda file: folder.removesuffix(old) + new + file.removeprefix(folder) if file.startswith(f"{folder}/") else file)
        self.replace(re.compile(rf"\b{re.escape(old)}\b"), new, lambda text: IMPORT.search(text) or f"{old}/" in text)

    def rename(self, name):
        self.files = {name(file): lines for file, lines in self.files.items()}

    def reformat(self):
        """Changes indentation, quotes, spaces and line breaks of some files."""
        width, step = self.dice.choice((60, 72, 88)), self.dice.choice(("  ", "    ", "\t"))
        has_quotes, has_spaces = self.dice.random() < 0.5, self.dice.random() < 0.5

        def formatted(line):
            text = line.text.strip()
            indent = step * ((len(line.text) - len(line.text.lstrip()) + 2) // 4)
            if has_quotes:
                text = re.sub(r"'([^'\"\\]*)'", r'"\1"', text)
            if has_spaces:
                text = re.sub(r" {2,}", " ", text)
            marks = (", ", " && ", " || ", "(")
            while len(text) > width and (place := max(text.rfind(mark, 20, width) for mark in marks)) > 0:
                yield Line(indent + text[:place + 1].rstrip(), line.ids)
                text, indent = step + text[place + 1:].lstrip(), indent or step
            yield Line((indent + text).rstrip(), line.ids)
        for file in self.some():
            self.files[file] = [part for line in self.files[file] for part in formatted(line)]

    def reword(self):
        """Changes the titles of some rules, as another version of the linter does."""
        self.linter.later ^= set(self.dice.sample(sorted(self.linter.on), self.dice.randint(1, len(self.linter.on))))

    def split_file(self):
        file = self.file(40)
        lines = self.files[file]
        place = self.dice.randint(len(lines) // 4, len(lines) * 3 // 4)
        head = [Line(line.text, ()) for line in lines[:8] if IMPORT.search(line.text)]
        self.files[file], self.files[self.free(file, "more")] = lines[:place], head + lines[place:]

    def merge_lines(self):
        """Joins lines with those that continue them."""
        def is_open(text, after):
            text, after = text.strip(), after.strip()
            return text and after and (text[-1] in ",([{&|+=" or after[0] in ")]}.&|+")
        for file in self.some():
            merged = []
            for line in self.files[file]:
                if merged and is_open(merged[-1].text, line.text) and len(merged[-1].text) < 120 and self.dice.random() < 0.3:
                    last = merged.pop()
                    line = Line(f"{last.text.rstrip()} {line.text.lstrip()}", last.ids + line.ids)
                merged.append(line)
            self.files[file] = merged

    def duplicate(self):
        if self.dice.random() < 0.2:
            file = self.file()
            self.files[self.free(file, "copy")] = [Line(line.text, ()) for line in self.files[file]]
        else:
            file, block = self.block(4, 30)
            self.put([Line(line.text, ()) for line in self.files[file][block]], self.dice.choice((file, None)))

    def change_severity(self):
        self.linter.louder ^= set(self.dice.sample(sorted(self.linter.on), self.dice.randint(1, 3)))

    def switch_rule_on(self):
        if off := sorted(edits_tool.RULES.keys() - self.linter.on):
            self.linter.switch(self.dice.choice(off))

    def switch_rule_off(self):
        if len(self.linter.on) > 1:
            self.linter.switch(self.dice.choice(sorted(self.linter.on)))

    def drop_shard(self):
        """Leaves some files out of the run, with a scope."""
        self.skipped = set(self.some()[:len(self.files) - 1])

    def mixed(self):
        for kind in self.dice.sample(MIXED, 3):
            getattr(self, kind)()


MIXED = ("insert_lines", "delete_lines", "edit_lines", "fix_lines", "move_block", "rename_file", "rename_function", "reformat",
         "split_file", "merge_lines", "duplicate")
KINDS = ("nothing", *MIXED, "rename_package", "reword", "change_severity", "switch_rule_on", "switch_rule_off", "drop_shard", "mixed")


def compare(run, folder, before, after):
    """The ids of the new and of the fixed findings in the program's report. `run` runs the program and returns its output."""
    for name, dataset in (("before", before), ("after", after)):
        (folder / f"{name}.json").write_text(json.dumps(dataset))
    report = json.loads(run("render", folder / "after.json", "--baseline", folder / "before.json", "--to", "json", "-o", "-"))
    messages = [message for section in report["sections"] for message in section["messages"]]
    return ({int(message["id"]) for message in messages if message["change"] == "new"},
            {int(message["id"]) for message in report["comparison"].get("fixedMessages", [])})


# A pair of runs: the datasets before and after an edit, with and without lines; the places of the old and the new findings;
# and the truth.
Pair = collections.namedtuple("Pair", "before after old new true")


def edit(project, kind):
    """Edits a project and returns the runs before and after."""
    project.begin()
    before, olds = project.run()
    getattr(project, kind)()
    after, news = project.run()
    find = edits_truth.origins(line.ids for lines in project.files.values() for line in lines)
    old, new = edits_truth.places(before, find), edits_truth.places(after, find)
    checked = [place for place, (one, _) in zip(old, before) if one.file not in project.skipped]
    return Pair(olds, news, old, new, edits_truth.truth(checked, new))


def series(run, tree, paths, keep, work):
    """Scores a series of pairs. `work` has the kind of its edits, its seed and its number of pairs."""
    kind, seed, pairs = work
    project, score = Project(random.Random(f"{kind} {seed}"), tree, paths), edits_truth.Score()
    for number in range(pairs):
        pair = edit(project, kind)
        for has_context in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                ids = compare(run, pathlib.Path(folder), pair.before[has_context], pair.after[has_context])
            said = tuple(collections.Counter(places[one] for one in found) for places, found in zip((pair.new, pair.old), ids))
            score.add(kind, has_context, len(pair.new), pair.true, said)
            if keep and said != pair.true:
                keep_pair(keep / f"{kind}-{seed}-{number}-{'with' if has_context else 'without'}", pair, has_context, ids)
    return score


def keep_pair(folder, pair, has_context, said):
    """Writes a pair, and the ids of its new and fixed findings: the true ones and those of the program."""
    folder.mkdir(parents=True, exist_ok=True)
    true = [[one for one, place in enumerate(places) if place in kinds] for places, kinds in zip((pair.new, pair.old), pair.true)]
    words = {f"{name} {word}": sorted(ids) for name, both in (("true", true), ("said", said))
             for word, ids in zip(("new", "fixed"), both)}
    for name, value in (("before", pair.before[has_context]), ("after", pair.after[has_context]), ("words", words)):
        (folder / f"{name}.json").write_text(json.dumps(value, indent=1))


def measure(run, tree=REPOSITORY / "Sources", pairs=1000, seed=1, kinds=KINDS, jobs=1, keep=None):
    """Scores an equal number of pairs of each kind."""
    paths = sources(tree)
    if not paths:
        sys.exit(f"edits.py: there are no sources in {tree}")
    works = []
    for index, kind in enumerate(kinds):
        count = pairs // len(kinds) + (index < pairs % len(kinds))
        works += [(kind, seed * 1_000_000 + begin, min(SERIES, count - begin)) for begin in range(0, count, SERIES)]
    score, one = edits_truth.Score(), functools.partial(series, run, tree, paths, keep)
    if jobs == 1:
        for work in works:
            score.merge(one(work))
    else:
        with concurrent.futures.ProcessPoolExecutor(jobs) as crew:
            for part in crew.map(one, works):
                score.merge(part)
    return score


def run_program(program, *words):
    done = subprocess.run([program, *words], capture_output=True)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", type=pathlib.Path, default=REPOSITORY / "build/tidemark")
    parser.add_argument("--tree", type=pathlib.Path, default=REPOSITORY / "Sources")
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    measure(functools.partial(run_program, options.program.resolve()), options.tree.resolve(), options.pairs, options.seed,
            options.kind or KINDS, options.jobs, options.keep).show(KINDS)


if __name__ == "__main__":
    main()
