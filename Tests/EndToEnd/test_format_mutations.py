"""Damaged format files: never a signal, never a hang, and no "All clear" for a report that claims more than its
lists find. `--mutations N` says how many: half as many as of other damaged inputs, because format files are slow to
parse in Python."""
import collections
import copy
import json
import multiprocessing
import os
import pathlib
import random
import resource
import shutil
import subprocess
import tempfile

import json5
import support

SEED = "formats"
# The limit of processor time, which does not depend on other load; and the timeout for a hang.
LIMIT_S, PATIENCE_S = 5, 120
WORKERS = 2
# Parsing all format files takes longer than a thousand attempts.
USUAL_FORMATS = 40
LISTS, ANYWHERE, LOST = "lists", "anywhere", "lost"
STRANGE = [
    None, True, False, 0, -1, 1e308, -1e-308, 9223372036854775807, 10 ** 400, "", " ", "$", "@", "~", "*", "exists", "{{", "}}", "{{a}}", "{{{{a}}}}",
    "a" * 20_000, "$" + ".a" * 20_000, "$" + "[*]" * 5_000, "$..a..b", "$[99999999999999999999]", "a[?@.b == 'c", "/" * 5_000, "//a//b",
    "a | limit 99999999999", "a | " + "lower | " * 3_000 + "lower", "a | before ''", "a | divide 0", "a | add 1e400", "\u0000", "\ufeff", "\u202e",
    "\U0001F468\u200D\U0001F469", "%", "%%", "%*", "%{", "%{a:b}", "%[", "%[z-a]", "%#", "%.%#" * 2_000, "%m" * 2_000, "%\\", "%Z", "%+", "%f%f%f%m",
    [], {}, [[]], [{}], {"": ""}, {"always": "a"}, {"always": ""}, {"from": "a", "map": {}}, {"all": "a"}, {"not": {"not": "exists"}}, ["a"] * 3_000,
]


class Deep(str):
    """Stands for a value that is nested too deeply for Python to write."""


def parts(value, place=()):
    """The place of each value in a format file."""
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from parts(each, (*place, key))


def at(value, place):
    for key in place:
        value = value[key]
    return value


def damaged_text(chance, text):
    if not text:
        return chance.choice(STRANGE)
    start = chance.randrange(len(text))
    end = start + chance.choice((0, 1, 1, 2, 8))
    marks = ("", ".", "[*]", "..", "[", "]", "'", "{{", "}}", "|", "~", "@", "/", "//", "%", "\\", " as x", " again ", text, text[start:end] * 3)
    return text[:start] + chance.choice(marks) + text[end:]


def change(chance, root, below=()):
    """Changes one value below a place."""
    places = [place for place in parts(at(root, below)) if place]
    if not places:
        return
    place = (*below, *chance.choice(places))
    outer, key = at(root, place[:-1]), place[-1]
    others = [place for place in parts(root) if place]
    kind = chance.randrange(7)
    if kind == 0:
        del outer[key]
    elif kind == 1:
        outer[key] = copy.deepcopy(at(root, chance.choice(others)))
    elif kind == 2:
        outer[key] = copy.deepcopy(chance.choice(STRANGE))
    elif kind == 3:
        other = chance.choice(places)
        inner, name = at(root, (*below, *other[:-1])), other[-1]
        outer[key], inner[name] = copy.deepcopy(inner[name]), copy.deepcopy(outer[key])
    elif kind == 4 and isinstance(outer, list):
        outer[key:key] = [copy.deepcopy(outer[key]) for _ in range(chance.choice((1, 2, 50)))]
    elif kind == 4:
        outer[damaged_text(chance, key or "key")] = outer.pop(key)
    elif kind == 5 and isinstance(outer[key], str):
        outer[key] = damaged_text(chance, outer[key])
    elif kind == 5:
        outer[key] = chance.choice((str(outer[key])[:2_000], [outer[key]], {"always": outer[key]}))
    else:
        bracket = chance.choice((("[", "]"), ('{"a":', "}"), ('{"not":', "}"), ('{"from":', "}"), ('{"all":', "}")))
        depth = chance.choice((3, 70, 20_000))
        outer[key] = Deep(bracket[0] * depth + "1" + bracket[1] * depth)


def lose(root):
    """Renames the beginning of all lists, so that no list is in the report."""
    lists = [each for variant in variants(root) for each in variant.get("lists", [])]
    for each in lists:
        paths = each.get("each", "")
        first = paths[0] if isinstance(paths, list) else paths
        marks = [mark for mark in ("$.", "/") if first.startswith(mark) and first[len(mark):][:1].isalpha()]
        if not marks:
            return False
        first = marks[0] + "lost" + first[len(marks[0]):]
        each["each"] = [first, *paths[1:]] if isinstance(paths, list) else first
    return bool(lists)


def variants(root):
    found = root.get("variants", [root])
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def written(root):
    deep = []

    def held(value):
        if isinstance(value, Deep):
            deep.append(str(value))
            return f"\0deep{len(deep) - 1}\0"
        if isinstance(value, dict):
            return {key: held(each) for key, each in value.items()}
        return [held(each) for each in value] if isinstance(value, list) else value

    text = json.dumps(held(root), ensure_ascii=False)
    for index, value in enumerate(deep):
        text = text.replace(json.dumps(f"\0deep{index}\0"), value)
    return text


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1))


def sample(example):
    text = example["input"]
    return text if isinstance(text, str) else "\n".join(text)


def call(program, folder, text, report):
    """The exit status and the report; a status `hang` if the program did not end."""
    (folder / "format.json5").write_text(text, encoding="utf-8", errors="surrogatepass")
    (folder / "sample").write_text(report)
    try:
        result = subprocess.run([program, "render", "sample", "--format-file", "format.json5", "--to", "json"], cwd=folder, capture_output=True,
                                stdin=subprocess.DEVNULL, env=support.plain_environment(), timeout=PATIENCE_S, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return "hang", None
    return result.returncode, json.loads(result.stdout) if result.returncode == support.DONE else None


def is_clear(report):
    """Whether a report says that all is well, and shows neither a message nor a suppressed one."""
    facts = report["run"].get("facts", [])
    return report["verdict"]["kind"] == "allClear" and report["verdict"]["total"] == 0 and not facts


def originals():
    """The format files with the reports that they find failures in, and whether their claims alone prove a loss."""
    paths = sorted((support.repository / "Formats").glob("*.json5"))
    if support.mutations < 10_000:
        paths = random.Random(SEED).sample(paths, USUAL_FORMATS)
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in paths:
            root = json5.loads(path.read_text())
            for example in root["examples"]:
                status, report = call(str(support.program), folder, written(root), sample(example))
                if status != support.DONE or not report["verdict"]["total"]:
                    continue
                without = copy.deepcopy(root)
                for variant in variants(without):
                    for each in variant.get("lists", []):
                        each["when"] = {"an absent key": "exists"} if variant["reads"] != "lines" else {"message": "no such message"}
                status, report = call(str(support.program), folder, written(without), sample(example))
                found.append((root, sample(example), status == support.DONE and not is_clear(report)))
    return found


workplaces = {}


def attempt(work):
    """Tries one damaged format file; returns its kind, its number and its end."""
    number, (root, report, proves), program, folder = work
    if os.getpid() not in workplaces:
        workplaces[os.getpid()] = pathlib.Path(tempfile.mkdtemp(dir=folder))
    place = workplaces[os.getpid()]
    chance = random.Random(f"{SEED} {number}")
    root = copy.deepcopy(root)
    kind = chance.choice((LISTS, LISTS, ANYWHERE, ANYWHERE, LOST))
    if kind == LISTS:
        variant = chance.choice([index for index, each in enumerate(variants(root)) if each.get("lists")] or [None])
        if variant is None:
            kind = ANYWHERE
        else:
            below = ("variants", variant, "lists") if "variants" in root else ("lists",)
            for _ in range(chance.choice((1, 1, 2))):
                change(chance, root, below)
    if kind == LOST and not lose(root):
        kind = ANYWHERE
    if kind == ANYWHERE:
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            change(chance, root)
    text = written(root)
    if kind == ANYWHERE and chance.random() < 0.2:
        start = chance.randrange(len(text))
        text = text[:start] + chance.choice(("", "{", "]", '"', "/*", "\\", "\x00", text[:start])) + text[start + chance.choice((0, 1, 30)):]
    end, output = call(program, place, text, report)
    if end == support.DONE and is_clear(output) and (kind == LOST or kind == LISTS and proves and not changes_claims(text)):
        end = "all clear"
    if end not in range(support.OUTPUT + 1):
        kept = support.repository / f"build/end-to-end/format-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(place, kept)
    return kind, number, end


def changes_claims(text):
    """Whether a list has claims of its own, which a change of lists may remove."""
    return any("claims" in each for variant in variants(json.loads(text)) for each in variant.get("lists", []) if isinstance(each, dict))


class DamagedFormatFiles(support.ProgramTest):
    def test_damaged_format_files_are_used_or_refused(self):
        found = originals()
        self.assertTrue(any(proves for _, _, proves in found), "no format has claims")
        chance = random.Random(SEED)
        work = ((number, chance.choice(found), str(support.program), str(self.folder)) for number in range(support.mutations // 2))
        ends, bad = collections.Counter(), []
        with multiprocessing.Pool(WORKERS) as pool:
            for kind, number, end in pool.imap_unordered(attempt, work, chunksize=8):
                ends[kind, end] += 1
                if end not in range(support.OUTPUT + 1):
                    bad.append((kind, number, end))
        for kind in (LISTS, ANYWHERE, LOST):
            counts = sorted((end, count) for (other, end), count in ends.items() if other == kind and isinstance(end, int))
            print(f"damaged format files: {kind}, " + ", ".join(f"{count} with status {end}" for end, count in counts), flush=True)
            self.assertIn(support.DONE, [end for end, _ in counts], f"no format file of the kind {kind} was accepted")
        self.assertFalse(bad, f"kept in build/end-to-end: (kind, number, end) {bad[:20]}")
