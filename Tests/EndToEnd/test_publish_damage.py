"""A site whose files are damaged: what can be repaired is, what can't is said, and nothing crashes or waits for ever."""
import gzip
import json
import os
import random
import shutil

import support
from test_publish_safety import BASE, SafetyTest


class Damage(SafetyTest):
    """What is left of a file when a disk, a person or a bad copy has been at it."""
    KINDS = {
        "empty": lambda path, chance: path.write_bytes(b""),
        "cut off": lambda path, chance: path.write_bytes(path.read_bytes()[:path.stat().st_size // 2]),
        "noise": lambda path, chance: path.write_bytes(chance.randbytes(700)),
        "a bit off": lambda path, chance: path.write_bytes(Damage.turned(path.read_bytes(), chance)),
        "other JSON": lambda path, chance: path.write_bytes(b'{"version":1,"months":7,"night":[],"nights":{},"id":null}'),
        "packed noise": lambda path, chance: path.write_bytes(gzip.compress(chance.randbytes(700))),
        "packed JSON": lambda path, chance: path.write_bytes(gzip.compress(b'{"version":1,"nights":[1,{"id":"../x"}]}')),
        "gone": lambda path, chance: path.unlink(),
        "a folder": lambda path, chance: (path.unlink(), path.mkdir()),
        "a folder with a file": lambda path, chance: (path.unlink(), path.mkdir(), (path / "x").write_text("x")),
    }

    @staticmethod
    def turned(bytes, chance):
        damaged = bytearray(bytes)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        return damaged

    def for_each(self, names, check, without=()):
        """Each of the files in each of the states, in a site as it was before."""
        self.begin(site="before")
        chance = random.Random(5)
        for name in names:
            for kind, damage in self.KINDS.items():
                if kind not in without:
                    with self.subTest(file=name, kind=kind):
                        path = self.copy("before", "site") / name
                        damage(path, chance)
                        check(path)

    def assertGoesOn(self, path):
        """A night is published, or the error names the file, and once that is away all is well."""
        result = support.run("publish", self.night(4), *BASE, "--site", self.folder / "site")
        self.assertIn(result.returncode, (support.DONE, support.OUTPUT), result.stderr)
        if result.returncode == support.OUTPUT:
            self.assertIn(path.name.encode(), result.stderr)
            self.assertTrue(path.is_dir() and not path.is_symlink(), "an error where a file could have been replaced")
            shutil.rmtree(path)
            self.publish(self.night(4), *BASE)

    def test_damaged_pages_and_regenerated_files_are_repaired(self):
        names = ("index.html", "sitemap.xml", "core/index.html", "core/latest.json", "core/badge.svg", "core/feed.xml",
                 "core/archive/index.html", "core/archive/2026-09.html")
        self.begin(5, site="calm")

        def check(path):
            self.assertGoesOn(path)
            self.assertEqual(self.files("calm"), self.files())
        self.for_each(names, check)

    def test_damaged_list_of_months_loses_no_run(self):
        def check(path):
            self.assertGoesOn(path)
            self.assertEqual(5, len(self.nights()))
            self.assertWhole()
        # A flipped bit may leave the file well formed, so that the damage can't be detected.
        self.for_each(["core/history/project.json"], check, without=["a bit off"])

    def test_damaged_record_of_seen_messages_is_recomputed(self):
        # Damages the record of the latest night, because the next night reads it.
        self.begin(5, site="calm")
        calm = (self.folder / "calm/core/runs/2026-09-05-0312/index.html").read_bytes()

        def check(path):
            self.publish(self.night(4), *BASE)
            self.assertEqual(5, len(self.nights()))
            self.assertEqual(calm, (self.folder / "site/core/runs/2026-09-05-0312/index.html").read_bytes())
        self.for_each(["core/runs/2026-09-04-0312/seen.json.gz"], check)

    def test_damaged_dataset_keeps_its_page_and_all_other_runs(self):
        def check(path):
            for words in ([self.night(4)], ["--rebuild"]):
                self.publish(*words, *BASE)
                self.assertEqual(5, len(self.nights()))
                self.assertGreater((path.parent / "index.html").stat().st_size, 10_000)
        self.for_each([f"core/runs/2026-09-0{day}-0312/data.json.gz" for day in (1, 4)], check)

    def test_damage_of_random_files_is_reported_and_crashes_nothing(self):
        self.begin(site="before")
        names = sorted(path.relative_to(self.folder / "before") for path in (self.folder / "before").rglob("*")
                       if path.is_file() and "lock" not in path.name)
        for seed in range(40):
            with self.subTest(seed=seed):
                chance = random.Random(seed)
                site = self.copy("before", "site")
                for name in chance.sample(names, chance.randint(1, len(names))):
                    self.KINDS[chance.choice([kind for kind in self.KINDS if "folder" not in kind])](site / name, chance)
                for words in ([self.night(4)], ["--rebuild"], [self.night(5)], ["--index"]):
                    result = support.run("publish", *words, *BASE, "--site", site)
                    self.assertIn(result.returncode, (support.DONE, support.OUTPUT), result.stderr)
                    self.assertTrue(result.returncode == support.DONE or b"error: " in result.stderr)
                self.assertTrue({"2026-09-05-0312", "2026-09-06-0312"} <= set(self.nights()))

    def test_damaged_month_loses_no_run(self):
        def check(path):
            self.assertGoesOn(path)
            self.assertEqual(5, len(self.nights()))
            self.assertWhole()
        self.for_each(["core/history/2026-09.json.gz"], check)

    def test_damaged_summary_of_a_run_keeps_the_run(self):
        # The run's dataset and page exist, and the file of its month has the same summary.
        def check(path):
            self.publish(self.night(4), *BASE)
            self.publish("--rebuild", *BASE)
            self.assertIn("2026-09-02-0312", self.nights())
            self.assertTrue((path.parent / "data.json.gz").is_file(), "what could have been saved is thrown away")
            self.assertWhole()
        self.for_each(["core/runs/2026-09-02-0312/run.json"], check, without=["a bit off", "a folder", "a folder with a file"])

    def test_damaged_page_of_a_run_is_repaired_from_its_dataset(self):
        def check(path):
            self.publish(self.night(4), *BASE)
            self.publish("--rebuild", *BASE)
            self.assertIn("2026-09-02-0312", self.nights())
            self.assertTrue(path.read_bytes().rstrip().endswith(b"</html>"))
            self.assertWhole()
        self.for_each(["core/runs/2026-09-02-0312/index.html"], check,
                      without=["a bit off", "a folder", "a folder with a file"])

    def test_damage_that_is_not_repaired_is_reported(self):
        # The page remains, but its dataset is lost.
        site = self.begin()
        (site / "core/runs/2026-09-02-0312/data.json.gz").write_bytes(b"noise")
        result = self.publish("--rebuild", *BASE)
        self.assertIn(b"2026-09-02-0312", result.stderr)

    def test_damaged_paths_never_lead_out_of_the_site(self):
        outside = [self.write(f"outside.{ending}", "precious") for ending in ("html", "json.gz")]
        for words in ([self.night(4)], ["--rebuild"]):
            shutil.rmtree(self.folder / "site", ignore_errors=True)
            path = self.begin() / "core/history/project.json"
            index = json.loads(path.read_bytes())
            index["months"].insert(0, {"month": "../../../outside", "nights": 1, "worst": "error"})
            path.write_text(json.dumps(index))
            self.publish(*words, *BASE)
            self.publish("--rebuild", *BASE)
            for file in outside:
                self.assertTrue(file.is_file(), f"{words}: {file.name} is gone")
                self.assertEqual("precious", file.read_text())
            self.assertEqual(b"", b"".join(path.read_bytes() for path in self.folder.rglob("*.xml") if b"outside" in path.read_bytes()))

    def test_symbolic_links_never_lead_out_of_the_site(self):
        outside = self.write("outside", "precious")
        for name in ("index.html", "core/index.html", "core/latest.json", "core/feed.xml", "core/history/project.json",
                     "core/archive/2026-09.html"):
            with self.subTest(name):
                shutil.rmtree(self.folder / "site", ignore_errors=True)
                path = self.begin() / name
                path.unlink()
                path.symlink_to(outside)
                support.run("publish", self.night(4), *BASE, "--site", self.folder / "site")
                self.assertEqual("precious", outside.read_text())
                outside.write_text("precious")

    def test_damaged_numbers_crash_nothing(self):
        huge = 9_223_372_036_854_775_807
        for key, value in (("recentTotals", str(huge)), ("recentTotals", f"-{huge}"), ("recentTotals", "9" * 30),
                           ("recentUrgencies", "none " * 10_000), ("staleAfter", "9999999-01-01")):
            with self.subTest(key=key, value=value[:30]):
                shutil.rmtree(self.folder / "site", ignore_errors=True)
                path = self.begin(1) / "core/latest.json"
                latest = json.loads(path.read_bytes())
                path.write_text(json.dumps({**latest, key: value}))
                self.publish("--index", *BASE)

    def test_named_pipe_in_a_site_blocks_no_run(self):
        for name in ("core/latest.json", "core/history/project.json", "core/runs/2026-09-04-0312/seen.json.gz", "index.html"):
            with self.subTest(name):
                shutil.rmtree(self.folder / "site", ignore_errors=True)
                path = self.begin() / name
                path.unlink()
                os.mkfifo(path)
                result = support.run("publish", self.night(4), *BASE, "--site", self.folder / "site")
                self.assertIn(result.returncode, (support.DONE, support.OUTPUT))
