"""Numbers, times and sizes at the ends of what can be said: no arithmetic on them ends the program."""
import copy
import itertools
import json
import pathlib
import re
import shutil

import support
from support import run
from test_growth import BASE

NUMBERS = ["-9223372036854775808", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615", "1e308", "-1e308",
           "1e400", "5e-324", "-0.0", "0", "-1", "2147483647", "-2147483648", "2147483648", "4294967296", "9007199254740993", "1e19", "-1e19"]
TIMES = ["0001-01-01", "9999-12-31", "0000-01-01", "-0001-01-01", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "1583-01-01T00:00",
         "9999-12-31T23:59:60Z", "2026-11-20T24:00:00Z", "99999-01-01", "2026-02-30", "2026-11-20T03:12:00.999999999999999999999Z"]
PLACES = {
    "fact": lambda d, n: d["run"]["facts"][0].update(number=n), "line": lambda d, n: d["messages"][0]["location"].update(line=n),
    "column": lambda d, n: d["messages"][0]["location"].update(column=n), "threshold": lambda d, n: d["filters"].update(threshold=n),
    "done": lambda d, n: d["messages"][1].update(kind="progress", progress={"done": n, "of": 1}),
    "of": lambda d, n: d["messages"][1].update(kind="progress", progress={"done": 1, "of": n}),
    "done of the same": lambda d, n: d["messages"][1].update(kind="progress", progress={"done": n, "of": n}),
    "seconds": lambda d, n: d["messages"][1].update(kind="progress", progress={"done": 1, "of": 2}, persistence="timed", seconds=n),
}
MOMENTS = {
    "now": lambda d, t: d.update(now=t), "started": lambda d, t: d["run"].update(started=t), "finished": lambda d, t: d["run"].update(finished=t),
    "message": lambda d, t: d["messages"][0].update(time=t), "offline": lambda d, t: d["messages"][1].update(time=t),
    "entry": lambda d, t: d["timeline"]["entries"][0].update(time=t), "start": lambda d, t: d["timeline"]["entries"][1].update(start=t),
    "end": lambda d, t: d["timeline"]["entries"][1].update(end=t),
}
OPTIONS = {"--width": "render", "--columns": "render", "--budget": "render", "--keep": "publish", "--keep-days": "publish", "--stale-after": "publish",
           "--shard": "publish"}


class Numbers(support.ProgramTest):
    def survive(self, *words, environment=None):
        result = run(*words, cwd=self.folder, environment=environment)
        self.assertIn(result.returncode, range(5), result.stderr.decode("utf-8", "replace")[:300])
        return result

    def everything(self, text):
        self.write("d.json", text)
        self.survive("render", "d.json", "--to", "page,mail,markdown,text,json", "--output", "out/")

    def test_extreme_numbers_of_a_dataset_end_no_run(self):
        for (place, change), number in itertools.product(PLACES.items(), NUMBERS):
            with self.subTest(place, number=number):
                dataset = copy.deepcopy(BASE)
                change(dataset, "NUMBER")
                self.everything(json.dumps(dataset).replace('"NUMBER"', number))

    def test_extreme_numbers_of_a_fact_are_in_every_target(self):
        dataset = copy.deepcopy(BASE)
        dataset["run"]["facts"][0]["number"] = -9223372036854775808
        self.write("d.json", json.dumps(dataset))
        for words in (("render", "d.json", "--to", "json", "--output", "-"), ("publish", "d.json", "--site", "site"),
                      ("mail", "d.json", "--from", "a@b.example", "--to", "a@b.example", "--attach", "json", "--output", "-")):
            self.assertStatus(support.DONE, self.survive(*words))

    def test_extreme_times_of_a_dataset_end_no_run(self):
        for (place, change), moment in itertools.product(MOMENTS.items(), TIMES):
            with self.subTest(place, moment=moment):
                dataset = copy.deepcopy(BASE)
                change(dataset, moment)
                self.everything(json.dumps({**dataset, "timeZone": "Pacific/Kiritimati"}))

    def test_extreme_numbers_of_options_and_environment_end_no_run(self):
        self.write("d.json", json.dumps(BASE))
        for (option, command), number in itertools.product(OPTIONS.items(), [*NUMBERS, "1d", "9223372036854775807d", "99999999999999h", "1/9223372036854775807"]):
            with self.subTest(option, number=number):
                self.survive(command, "d.json", option, number, *(("--output", "out.txt", "--to", "text") if command == "render" else ("--site", "site")))
        for number in (*NUMBERS, *TIMES):
            self.survive("render", "d.json", "--now", number, "--output", "out.html")
            self.survive("render", "d.json", "--output", "out.html", environment=support.plain_environment(SOURCE_DATE_EPOCH=number))

    def test_extreme_numbers_of_a_damaged_site_end_no_run(self):
        self.write("d.json", json.dumps({**BASE, "project": "p"}))
        self.assertStatus(support.DONE, self.survive("publish", "d.json", "--site", "good"))
        files = [path for path in sorted((self.folder / "good").rglob("*")) if path.suffix == ".json"]
        for path in files:
            text = path.read_text()
            for start, end in whole_numbers(text)[:12]:
                for number in NUMBERS[:4]:
                    shutil.rmtree(self.folder / "site", ignore_errors=True)
                    shutil.copytree(self.folder / "good", self.folder / "site")
                    (self.folder / "site" / path.relative_to(self.folder / "good")).write_text(text[:start] + number + text[end:])
                    later = json.dumps({**BASE, "project": "p", "now": "2026-11-21T03:12:00Z"})
                    self.write("later.json", later)
                    with self.subTest(path.name, at=text[max(0, start - 20):start], number=number):
                        self.survive("publish", "later.json", "--site", "site", "--keep-days", "3")
                        self.survive("publish", "--rebuild", "--site", "site")

    def test_extreme_numbers_of_a_zone_file_end_no_run(self):
        zones = self.folder / "zones"
        zones.mkdir()
        self.write("d.json", json.dumps({**BASE, "timeZone": "Wild"}))
        good = (pathlib.Path("/usr/share/zoneinfo") / "Europe/Berlin").read_bytes()
        extremes = [b"\x80" + b"\0" * 7, b"\x7f" + b"\xff" * 7, b"\xff" * 8, b"\x80\0\0\0", b"\x7f\xff\xff\xff"]
        for place in [*range(0, 64), *range(len(good) // 3, len(good) // 3 + 64), *range(64, len(good), 97)]:
            (zones / "Wild").write_bytes(good[:place] + extremes[place % 5] + good[place + len(extremes[place % 5]):])
            self.survive("render", "d.json", "--output", "out.html", environment=support.plain_environment(TZDIR=str(zones)))
        footer = good.rindex(b"\n", 0, -1)
        for rule in (b"A9999999999999999999", b"A1B,J99999999999999999999,M1.1.1", b"A167:59:59B-167:59:59,J1/-167:59:59,J365/167:59:59",
                     b"<" + b"a" * 9999 + b">1", b"A1B,M99.99.99/9223372036854775807,M1.1.1", b"A-9223372036854775808"):
            (zones / "Wild").write_bytes(good[:footer] + b"\n" + rule + b"\n")
            self.survive("render", "d.json", "--output", "out.html", environment=support.plain_environment(TZDIR=str(zones)))


def whole_numbers(text):
    """Where whole numbers stand in JSON."""
    return [match.span(1) for match in re.finditer(r'[:\[,]\s*(-?\d+)(?=\s*[,}\]])', text)]
