"""Damaged inputs of every kind: never a signal, never a hang, always a status from 0 to 4, and nothing changed
that is somebody else's. `--mutations N` says how many."""
import collections
import gzip
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import tempfile

import support

SEED = "tidemark"
# The limit of processor time, which does not depend on other load; and the timeout for a hang.
LIMIT_S, PATIENCE_S = 2, 120
WORKERS = 2
TARGETS = sorted(support.TARGETS)
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[\[\]{},:]')
STRANGE = [
    b'"', b"\\", b"\\u", b"\\ud800", b'"\\udc00"', b"\\u0000", b"\x00", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80",
    b"\xef\xbb\xbf", b"\r\n", b"\xe2\x80\xae", b"\xee\x80\x80", b"\xf3\xb0\x80\x80", b"{{", b"}}", b"{{{x}}}", b"</script>",
    b"<!--", b"]]>", b"```", b"| | |", b"[](javascript:x)", b"\x1b[2J", b"1e999", b"-1e-999", b"9223372036854775808",
    b"-0", b"0x1F", b"NaN", b"Infinity", b"'", b"/*", b"//", b"[" * 70, b"{" * 70, b"null", b"true", b"[]", b"{}", b'""',
    b'"0000-00-00"', b'"9999-12-31T23:59:60Z"', b'"2026-03-29T02:30:00"', b'"2026-11-20T03:12:00+99:99"', b'"-1"',
    "\U0001F468\u200D\U0001F469\u200D\U0001F467\u0301\u0301".encode(), b"a" * 20000, b"*" * 3000, b">" * 3000, b"- " * 2000,
]


def cut(chance, data):
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.choice((1, 2, 8, 64, 512)):]


def truncate(chance, data):
    return data[: chance.randrange(len(data))]


def flip(chance, data):
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1:]


def repeat(chance, data):
    start = chance.randrange(len(data))
    piece = data[start:start + chance.choice((1, 16, 256, 2048))]
    return data[:start] + piece * chance.choice((2, 3, 20)) + data[start:]


def insert(chance, data):
    place = chance.randrange(len(data))
    return data[:place] + chance.choice(STRANGE) + data[place:]


def replace_token(chance, data):
    """Puts another token of the same file, or a strange value, in a token's place."""
    tokens = [match.span() for match in TOKEN.finditer(data)]
    if not tokens:
        return data + chance.choice(STRANGE)
    start, end = chance.choice(tokens)
    other = chance.choice(tokens)
    value = data[slice(*other)] if chance.random() < 0.6 else chance.choice(STRANGE)
    return data[:start] + value + data[end:]


def inside_string(chance, data):
    """Changes the words of a value, so that the dataset often stays valid."""
    strings = [match.span() for match in TOKEN.finditer(data) if match[0][:1] == b'"']
    if not strings:
        return data
    start, end = chance.choice(strings)
    place = chance.randint(start + 1, end - 1)
    return data[:place] + chance.choice(STRANGE).replace(b'"', b'\\"') + data[place:]


CHANGES = [cut, truncate, flip, repeat, insert, replace_token, replace_token, inside_string, inside_string]


def damaged(number, originals):
    """The mutation with this number: always the same bytes."""
    chance = random.Random(f"{SEED} {number}")
    data = chance.choice(originals)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        data = chance.choice(CHANGES)(chance, data) or b" "
    return data


# Texts that Mustache, Markdown, styles and settings may not handle.
MARKS = [
    b"{{#messages}}", b"{{/messages}}", b"{{^title}}", b"{{> message}}", b"{{>overview}}\n", b"{{{text}}}", b"{{<a}}{{$b}}", b"{{=| |=}}",
    b"{{! ", b"/*", b"*/", b"}", b"{", b"url(", b"@import", b"var(--", b"\\75", b"![](", b"    ", b"\n\n", b"***", b"> ", b"<b>", b"</style>",
    b"{title}", b"{count}", b"n % 10 = 1..4", b"yyyy", b"../", b"//", b"-9223372036854775808", b"9223372036854775807", b"1e308", b"0.0000001",
]
TEMPLATE_FILES = [
    "report.md", "components/message.page", "components/message.mail", "components/message.text", "components/message.markdown",
    "components/timeline.page", "components/banner.page", "page/10-base.css", "page/filter.css", "page/shell.html", "mail/shell.html",
    "mail/inline-20-words.css", "strings/en.json", "strings/facts/en.json"]
# Files of a site by kind; a star is a run or a month.
SITE_FILES = ["history/project.json", "latest.json", "runs/*/run.json", "runs/*/data.json.gz", "runs/*/seen.json.gz", "history/*",
              "runs/*/index.html", "index.html"]
SITE_COMMANDS = [
    ["publish", "d.json", "--site", "site"], ["publish", "--rebuild", "--site", "site"], ["publish", "--index", "--site", "site"],
    ["publish", "--project", "p", "--missing", "no word", "--now", "2026-11-23T03:12:00Z", "--site", "site"],
    ["publish", "d.json", "--site", "site", "--keep", "1"], ["mail", "d.json", "--site", "site", "--to", "a@b.example", "--from", "a@b.example",
                                                            "--output", "mail.eml"],
    ["render", "d.json", "--site", "site", "--output", "out.html"]]
NIGHT = b"""{"version": 1, "title": "Night", "project": "p", "url": "https://a.example/", "now": "2026-11-2%dT03:12:00Z",
"run": {"status": "completed", "facts": [{"title": "f", "value": "1", "number": 1}]}, "categories": [{"id": "c", "title": "C"}],
"messages": [{"urgency": "error", "category": "c", "title": "a%d", "text": "*b*", "time": "2026-11-20T03:00:00Z"}, {"urgency": "warning",
"title": "always"}], "timeline": {"entries": [{"time": "2026-11-20", "title": "e"}]}}"""


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1))


class Workplace:
    """A folder of one worker: what is tried lies in `job`, and beside it what nobody may touch."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.job = self.folder / "job"
        self.noticed = False
        self.foreign = {}
        self.keep("foreign.txt")
        (self.folder / "pristine").mkdir()
        for day in (0, 1, 2):
            (self.folder / "d.json").write_bytes(NIGHT % (day, day))
            publish(self.program, ["publish", "d.json", "--site", "pristine", "--base-url", "https://a.example/"], self.folder)
        for name in ("notes.txt", "p/notes.txt", "other/notes.txt"):
            self.keep("pristine/" + name)
        self.runs = sorted(path.name for path in (self.folder / "pristine/p/runs").iterdir())
        self.pristine = self.contents("pristine")

    def keep(self, name):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"somebody else's")
        self.foreign[name] = b"somebody else's"

    def contents(self, name):
        return {path: path.read_bytes() for path in sorted((self.folder / name).rglob("*")) if path.is_file()}

    def site(self):
        """A site of three nights, whose files are links: to write into one in place would be seen."""
        shutil.copytree(self.folder / "pristine", self.job / "site", copy_function=os.link)

    def prepare(self, files):
        shutil.rmtree(self.job, ignore_errors=True)
        for name, data in files.items():
            path = self.job / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def run(self, words):
        try:
            result = subprocess.run([self.program, *words], cwd=self.job, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, env=support.plain_environment(), timeout=PATIENCE_S, preexec_fn=limited)
            self.noticed = b"damaged" in result.stderr
            return result.returncode
        except subprocess.TimeoutExpired:
            return "hang"

    def judged(self, status, published):
        """The status, or what is worse: something foreign that is not as it was."""
        for name, words in self.foreign.items():
            places = [name] if not published or not name.startswith("pristine/") else [name, name.replace("pristine", "job/site")]
            for place in places:
                path = self.folder / place
                if not path.is_file() or path.read_bytes() != words:
                    return f"changed {name}"
        return status


def publish(program, words, folder):
    subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                   env=support.plain_environment(), timeout=PATIENCE_S, check=True)


def mutated(chance, data):
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if chance.random() < 0.3:
            place = chance.randrange(len(data) + 1)
            data = data[:place] + chance.choice(MARKS) * chance.choice((1, 1, 2, 300)) + data[place:]
        else:
            data = chance.choice(CHANGES)(chance, data) or b" "
    return data


def template(chance):
    name = chance.choice(TEMPLATE_FILES)
    folder = support.repository / ("Templates" if name.startswith("strings/") else "Templates/default")
    data = mutated(chance, (folder / name).read_bytes())
    form = name.rsplit(".", 1)[-1]
    target = {"page": "page", "mail": "mail", "text": "text", "markdown": "markdown"}.get(form) or chance.choice(sorted(TARGETS))
    if name.startswith("mail/"):
        target = "mail"
    return {"t/" + name: data}, ["render", "d.json", "--template", "./t", "--to", target, "--output", "out.html"]


def theme(chance):
    name = chance.choice(("tokens.json", "page.css"))
    tokens = (support.repository / "Themes/horizon/tokens.json").read_bytes()
    style = (support.repository / "Templates/default/page/20-lead.css").read_bytes()
    files = {"t/tokens.json": b"{}", "t/" + name: mutated(chance, tokens if name == "tokens.json" else style)}
    return files, ["render", "d.json", "--theme", "./t", "--to", chance.choice(("page", "mail")), "--output", "out.html"]


def settings(chance):
    known = (b'{"template": "default", "theme": "horizon", "locale": "de", "timeZone": "Europe/Berlin", "sort": ["urgency:desc", "time:asc"], '
             b'"filter": ["urgency=error,warning", "file=**/*.swift"], "failOn": "error", "to": "page,text", "width": "compact", "budget": 40000, '
             b'"format": "github", "strict": true, "now": "2026-11-20T03:12:00Z", "baseline": "old.json", "columns": 80, "project": "p"}')
    return {"tidemark.json": mutated(chance, known), "old.json": NIGHT % (1, 1)}, chance.choice((
        ["render", "d.json", "--output", "out/"], ["render", "d.json", "--to", "text", "--output", "out.txt"],
        ["mail", "d.json", "--to", "a@b.example", "--from", "a@b.example", "--output", "mail.eml"], ["publish", "d.json", "--site", "new"]))


def baseline(chance):
    return {"old.json": mutated(chance, NIGHT % (0, 0))}, [
        "render", "d.json", "--baseline", "old.json", "--to", chance.choice(sorted(TARGETS)), "--output", "out.html"]


def report(chance):
    path = chance.choice(sorted((support.repository / "Tests/Reports").iterdir()))
    data = path.read_bytes()
    return {path.name: mutated(chance, data)}, ["render", path.name, "--to", chance.choice(TARGETS), "--output", "out.html"]


KINDS = {"dataset": None, "report": report, "template": template, "theme": theme, "settings": settings, "baseline": baseline, "site": None}
places = {}


def attempt(work):
    """Tries one damaged input; returns its kind, number and exit status, `hang` when there was none."""
    number, originals, program, folder = work
    if os.getpid() not in places:
        places[os.getpid()] = Workplace(program, folder)
    place = places[os.getpid()]
    kind = sorted(KINDS)[number % len(KINDS)]
    chance = random.Random(f"{SEED} {kind} {number}")
    good = {"d.json": NIGHT % (3, 3)}
    if kind == "dataset":
        place.prepare({"d.json": damaged(number, originals)})
        words = ["render", "d.json", "--to", chance.choice(TARGETS), "--output", "out.html"]
    elif kind == "site":
        place.prepare(good)
        place.site()
        path = sites_file(chance, place)
        data = path.read_bytes()
        if path.suffix == ".gz" and chance.random() < 0.7:
            data = gzip.compress(mutated(chance, gzip.decompress(data)), 1, mtime=0)
        else:
            data = mutated(chance, data)
        path.unlink()
        path.write_bytes(data)
        words = chance.choice(SITE_COMMANDS)
    else:
        files, words = KINDS[kind](chance)
        place.prepare({**good, **files})
    status = place.judged(place.run(words), kind == "site")
    if kind == "site" and number % 100 == 0 and place.contents("pristine") != place.pristine:
        status = "wrote into a file in place"
    if status not in range(support.OUTPUT + 1):
        kept = support.repository / f"build/end-to-end/mutation-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(place.job, kept, ignore_dangling_symlinks=True)
        (kept / "command").write_text(" ".join(words) + "\n")
    return kind, number, status, place.noticed


def sites_file(chance, place):
    while True:
        name = chance.choice(SITE_FILES)
        if name.startswith("runs/*"):
            name = name.replace("*", chance.choice(place.runs))
        found = sorted((place.job / "site/p").glob(name))
        found = [path for path in found if path.is_file() and path.stat().st_size]
        if found:
            return chance.choice(found)


class DamagedInputs(support.ProgramTest):
    def test_damaged_inputs_are_read_or_refused(self):
        originals = [path.read_bytes() for path in support.examples().values()]
        work = ((number, originals, str(support.program), str(self.folder)) for number in range(support.mutations))
        statuses, noticed, bad = collections.Counter(), 0, []
        with multiprocessing.Pool(WORKERS) as pool:
            for kind, number, status, was_noticed in pool.imap_unordered(attempt, work, chunksize=8):
                statuses[kind, status] += 1
                noticed += kind == "site" and was_noticed
                if status not in range(support.OUTPUT + 1):
                    bad.append((kind, number, status))
        for kind in sorted(KINDS):
            found = sorted((status, count) for (other, status), count in statuses.items() if other == kind and isinstance(status, int))
            print(f"damaged: {kind}, " + ", ".join(f"{count} with status {status}" for status, count in found), flush=True)
            if kind == "site":
                # A site restores most damaged files and reports it.
                self.assertTrue(0 < noticed < sum(count for _, count in found), "damage is noticed always or never")
            else:
                self.assertGreater(len(found), 1, f"every {kind} ends the same way, so that nothing was tried")
        self.assertFalse(bad, f"kept in build/end-to-end: (kind, number, status) {bad[:20]}")
