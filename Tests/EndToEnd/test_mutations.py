"""Damaged datasets: never a crash, never a hang, always a report or an error."""
import collections
import multiprocessing
import random
import re
import subprocess

import support

SEED = "tidemark"
LIMIT_S = 20
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


def attempt(work):
    """Renders one damaged dataset; returns its number and exit status, `hang` when there was none."""
    number, originals, program = work
    data = damaged(number, originals)
    arguments = [program, "render", "-", "--to", TARGETS[number % len(TARGETS)], "--quiet"]
    try:
        result = subprocess.run(arguments, input=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=support.plain_environment(), timeout=LIMIT_S)
        return number, result.returncode
    except subprocess.TimeoutExpired:
        return number, "hang"
    except BrokenPipeError:                      # it stopped reading: its status is asked again below
        return number, "stopped reading"


class DamagedDatasets(support.ProgramTest):
    def test_are_rendered_or_refused(self):
        originals = [path.read_bytes() for path in support.examples().values()]
        work = ((number, originals, str(support.program)) for number in range(support.mutations))
        statuses, bad = collections.Counter(), []
        with multiprocessing.Pool(WORKERS) as pool:
            for number, status in pool.imap_unordered(attempt, work, chunksize=8):
                statuses[status] += 1
                if status not in (support.DONE, support.INPUT):
                    bad.append((number, status))
        print(f"{support.mutations} damaged datasets: " +
              ", ".join(f"{count} with status {status}" for status, count in statuses.most_common()), flush=True)
        kept = support.repository / "build/end-to-end"
        for number, status in bad:
            kept.mkdir(parents=True, exist_ok=True)
            (kept / f"mutation-{number}.json").write_bytes(damaged(number, originals))
        self.assertFalse(bad, f"kept in {kept}: (number, status) {bad[:20]}")
