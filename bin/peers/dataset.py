#!/usr/bin/env python3
"""Makes a dataset like a real night's, always the same for the same number of messages.

    dataset.py COUNT DATASET.json

The messages have emphasis, code, links and logs, and about 400 bytes of JSON each.
"""
import json
import random
import sys

CATEGORIES = [("tests", "Tests"), ("analysis", "Static analysis"), ("build", "Build warnings"),
              ("dependencies", "Dependencies"), ("documentation", "Documentation")]
URGENCIES = ["error", "warning", "warning", "warning", "information", "information", "success", "neutral"]
NOUNS = ["index", "segment", "snapshot", "pager", "cursor", "session", "watcher", "planner", "archive", "cache",
         "scheduler", "queue", "token", "manifest", "checksum", "mirror", "journal", "lease", "quota", "router"]
VERBS = ["reopens", "merges", "keeps", "drops", "retries", "notices", "restores", "counts", "releases", "orders"]
ENDS = ["after power loss", "under load", "on a full disk", "with an empty name", "across a time change",
        "beside a reader", "in the last block", "without a lock", "on the third try", "when interrupted"]
ROOMS = ["Storage", "Sync", "Agent", "Crypto", "Network", "Tool", "Watcher", "Archive"]
LOG = ("\n\n```\n[ RUN      ] {name}\nseed 0x{seed:08X}, cut {a} after {b} writes\n"
       "{file}:{line}: error: expected {a}, got {b}\n[  FAILED  ] {name} ({ms} ms)\n```\n")


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def message(number, chance):
    noun, verb, end = chance.choice(NOUNS), chance.choice(VERBS), chance.choice(ENDS)
    room, line, a, b = chance.choice(ROOMS), chance.randrange(1, 900), chance.randrange(2, 500), chance.randrange(2, 500)
    file = f"Sources/{room}/{noun.capitalize()}{number % 211}.swift"
    made = {
        "urgency": chance.choice(URGENCIES),
        "category": chance.choice(CATEGORIES)[0],
        "title": f"{noun.capitalize()}Tests.{verb}{number % 977} {end}",
        "text": f"**{a}** of {b} entries are lost {end}; `{noun}.{verb}(at: {a})` is <{b} & slow. "
                f"See [run {number % 53}](https://ci.harbor.example/{number % 53}).",
        "time": f"2026-11-20T{number % 3:02}:{number // 3 % 60:02}:{number // 180 % 60:02}+01:00",
        "location": {"file": file, "line": line,
                     "url": f"https://git.harbor.example/{file}#L{line}"},
    }
    if number % 12 == 0:
        made["details"] = f"The {noun} was left as it is." + LOG.format(
            name=f"{noun}.{verb}", seed=chance.randrange(1 << 32), a=a, b=b, file=file, line=line, ms=a * b)
    return made


def entry(number):
    kind = "past" if number < 8 else "future"
    made = {"time": f"2026-{11 if number < 10 else 12}-{number * 2 % 28 + 1:02}", "title": f"Step {number + 1} of the plan",
            "description": f"What happens in step {number + 1}, who takes part, and what it waits for.",
            "status": "completed" if kind == "past" else "open",
            "statuses": [{"text": "Approved", "tone": "positive"}], "attributes": ["Room 4"]}
    if number in (0, 14):
        made["milestone"] = "start" if number == 0 else "end"
    return made


def main(count, dataset):
    chance = random.Random(f"tidemark {count}")
    head = {
        "version": 1, "title": "Harbor nightly build", "subtitle": "main @ 3f2c1ab", "url": "https://ci.harbor.example/1482/",
        "run": {"status": "completed", "started": "2026-11-20T00:30:00+01:00", "finished": "2026-11-20T03:09:41+01:00",
                "facts": [{"title": "Tests", "value": "4,812"}, {"title": "Coverage", "value": "83.4 %"}]},
        "now": "2026-11-20T03:12:00+01:00", "timeZone": "Europe/Berlin", "locale": "en",
        "categories": [{"id": key, "title": title} for key, title in CATEGORIES],
        "timeline": {"title": "Road to the release", "entries": [entry(number) for number in range(15)]},
    }
    # Written as it is made: a million messages need no gigabyte here.
    with open(dataset, "w", encoding="utf-8") as file:
        file.write(compact(head)[:-1] + ',"messages":[\n')
        for number in range(count):
            file.write(compact(message(number, chance)) + (",\n" if number < count - 1 else "\n"))
        file.write("]}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
