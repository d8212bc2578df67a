"""A site that remembers: nights one by one, replayed, interrupted, crowded, without room."""
import datetime
import functools
import gzip
import hashlib
import json
import os
import random
import resource
import subprocess
import time
import urllib.parse
import xml.etree.ElementTree as xml

import lxml.html
import support

NIGHTS = 60
KILLS = 200 if support.thorough else 60


class Links:
    """Where a page leads, and the places in it."""

    def __init__(self, text):
        page = lxml.html.document_fromstring(text, parser=lxml.html.HTMLParser(huge_tree=True))
        self.hrefs = [href for href in page.xpath("//a/@href | //link/@href | //script/@src")
                      if href and not href.startswith("data:")]
        self.ids = set(page.xpath("//@id"))


@functools.lru_cache(maxsize=256)
def links(text):
    """The links of a page; most pages are the same after the next run, or in the next copy of a site."""
    return Links(text)


class SiteTest(support.ProgramTest):
    def night(self, number, project="core"):
        """The file of a night: the same for the same number."""
        chance = random.Random(number)
        when = datetime.datetime(2026, 9, 1, 3, 12) + datetime.timedelta(days=number)
        messages = [{"urgency": urgency, "title": f"Check {place} of the build", "category": f"part {place % 3}"}
                    for place, urgency in enumerate(["error", "warning", "warning", "information"] * 3)
                    if chance.random() < 0.7]
        began = (when - datetime.timedelta(minutes=chance.randint(20, 50))).isoformat()
        dataset = {"version": 1, "title": "Nightly build", "project": project, "timeZone": "Europe/Berlin",
                   "now": when.isoformat(), "messages": [] if number % 20 == 7 else messages,
                   "run": {"status": "completed", "started": began, "finished": when.isoformat()}}
        return self.write(f"{project}-{number}.json", json.dumps(dataset))

    def publish(self, *arguments, site="site", status=support.DONE):
        result = support.run("publish", *arguments, "--site", self.folder / site)
        self.assertStatus(status, result)
        return result

    def files(self, site="site"):
        """What everything in the site holds, but for the locks."""
        root = self.folder / site
        return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in sorted(root.rglob("*")) if path.is_file() and "lock" not in path.name}

    def nights(self, project="core", site="site"):
        """The ids of a project's nights as its index has them."""
        folder = self.folder / site / project / "history"
        index = json.loads((folder / "project.json").read_bytes())
        return [night["id"] for month in index["months"]
                for night in json.loads(gzip.decompress((folder / f"{month['month']}.json.gz").read_bytes()))["nights"]]

    def assertWhole(self, site="site"):
        """Every page is whole, every link and fragment leads somewhere, and every file can be read."""
        root = (self.folder / site).resolve()
        pages = {}
        for path in root.rglob("*.html"):
            # A removed run has such a name until it is deleted.
            if path.parent.name.startswith(".tidemark-"):
                continue
            text = path.read_text()
            self.assertTrue(text.rstrip().endswith("</html>"), f"{path} is cut off")
            pages[path] = links(text)
        for path in root.rglob("*.json"):
            json.loads(path.read_bytes())
        for path in root.rglob("*.gz"):
            gzip.decompress(path.read_bytes())
        for path in [*root.rglob("*.xml"), *root.rglob("*.svg")]:
            xml.parse(path)
        for history in root.glob("*/history/project.json"):
            project = history.parents[1]
            for night in self.nights(project.name, site):
                self.assertTrue((project / "runs" / night / "index.html").is_file(), f"{night} is lost")
        for path, found in pages.items():
            for href in found.hrefs:
                target = urllib.parse.urlsplit(href)
                if target.scheme or target.netloc or path.name == "404.html":
                    continue
                place = (path.parent / urllib.parse.unquote(target.path)).resolve() if target.path else path
                self.assertTrue(place.is_relative_to(root), f"{path}: {href} leads out of the site")
                self.assertTrue(place.is_file(), f"{path}: {href} leads nowhere")
                if target.fragment and place in pages:
                    self.assertIn(target.fragment, pages[place].ids, f"{path}: {href} names no place")


class Nights(SiteTest):
    def test_replayed_runs_make_the_same_bytes_and_no_dead_link(self):
        for number in range(NIGHTS):
            for site in ("site", "again"):
                self.publish(self.night(number), "--base-url", "https://example.org/r", "--stale-after", "36h",
                             site=site)
        self.assertEqual(self.files(), self.files("again"))
        self.assertWhole()
        self.assertEqual(NIGHTS, len(self.nights()))
        before = self.files()
        self.publish(self.night(NIGHTS - 1), "--base-url", "https://example.org/r", "--stale-after", "36h")
        self.publish(self.night(3), "--base-url", "https://example.org/r", "--stale-after", "36h")
        self.assertEqual(before, self.files(), "the same night again changes something")
        self.publish("--rebuild", "--base-url", "https://example.org/r", "--stale-after", "36h")
        self.assertEqual(before, self.files(), "what is made anew is something else")

    def test_publishing_touches_only_files_that_change(self):
        for number in range(40):
            self.publish(self.night(number))
        before = self.files()
        self.publish(self.night(40))
        changed = {name for name, digest in self.files().items() if before.get(name) != digest}
        new = {name for name in changed if "/runs/2026-10-11" in name}
        self.assertEqual({"index.html", "core/index.html", "core/latest.json", "core/badge.svg",
                          "core/archive/index.html", "core/archive/2026-10.html",
                          "core/history/2026-10.json.gz", "core/history/project.json",
                          "core/runs/2026-10-10-0312/index.html"}, changed - new | {"core/badge.svg"})
        self.assertEqual(4, len(new))

    def test_late_run_is_sorted_into_its_place(self):
        for number in [0, 1, 3, 4, 2]:
            self.publish(self.night(number))
        self.assertEqual([f"2026-09-0{day}-0312" for day in range(1, 6)], self.nights())
        self.assertWhole()
        latest = json.loads((self.folder / "site/core/latest.json").read_bytes())
        self.assertEqual("2026-09-05-0312", latest["night"]["id"])

    def test_expired_runs_leave_no_link_behind(self):
        for number in range(45):
            self.publish(self.night(number), "--keep", 10)
            self.assertLessEqual(len(self.nights()), 10)
        self.assertWhole()
        self.assertEqual(10, len(list((self.folder / "site/core/runs").iterdir())))
        self.publish(self.night(45), "--keep-days", 3)
        self.assertEqual(3, len(self.nights()))
        self.assertWhole()

    def test_missing_run_is_recorded_and_replaced_by_a_report(self):
        self.publish(self.night(0))
        self.publish("--project", "core", "--missing", "no space <b>", "--run", "n2", "--now", "2026-09-02T03:12:00Z")
        latest = json.loads((self.folder / "site/core/latest.json").read_bytes())
        self.assertEqual(("missing", "error"), (latest["night"]["status"], latest["night"]["urgency"]))
        self.assertIn("no space &lt;b", (self.folder / "site/core/index.html").read_text())
        self.publish(self.night(1), "--run", "n2")
        self.assertEqual(2, len(self.nights()))
        self.assertWhole()

    def test_feed_has_an_entry_with_a_stable_id_for_each_run(self):
        for number in range(3):
            self.publish(self.night(number), "--base-url", "https://example.org/r/")
        atom = "{http://www.w3.org/2005/Atom}"

        def entries():
            feed = xml.parse(self.folder / "site/core/feed.xml").getroot()
            for need in ("id", "title", "updated", "author"):
                self.assertIsNotNone(feed.find(atom + need), need)
            return [entry.find(atom + "id").text for entry in feed.findall(atom + "entry")]
        first = entries()
        self.assertEqual(3, len(set(first)))
        self.assertTrue(all(name.startswith("tag:example.org,2026-09-01:core/") for name in first), first)
        self.publish(self.night(3), "--base-url", "https://elsewhere.example/")
        self.assertEqual(first, entries()[1:])


class Names(SiteTest):
    def test_project_names_that_leave_the_site_are_refused(self):
        night = self.night(0)
        self.publish(night)
        before = self.files()
        for option in ("--project", "--run"):
            for name in ("..", "../x", "/etc/x", "a/b", ".hidden", "a\nb", "con", "a" * 200, "index.html", "x\u202e"):
                with self.subTest(option=option, name=name):
                    result = self.publish(night, option, name, status=support.USAGE)
                    self.assertIn(b"[bad-name]", result.stderr)
        self.publish(night, "--project", "CORE", status=support.USAGE)
        self.assertEqual(before, self.files())
        self.assertEqual({"site", night.name}, {path.name for path in self.folder.iterdir()})

    def test_project_folder_that_links_out_of_the_site_is_refused(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (self.folder / "site").mkdir()
        (self.folder / "site/core").symlink_to(outside)
        said = self.publish(self.night(0), status=support.USAGE).stderr
        self.assertIn(b"[link-in-site]", said)
        self.assertEqual([], list(outside.iterdir()))


class Interrupted(SiteTest):
    def test_killed_at_any_moment_loses_no_run_and_the_next_run_repairs(self):
        self.publish(self.night(0))
        # The duration of a run. It depends on other load, so each later run corrects it.
        whole = 0.1
        chance = random.Random(1)
        killed, number = 0, 1
        for attempt in range(KILLS):
            night = self.night(number)
            moment = chance.uniform(0, whole * 1.2)
            begun = time.monotonic()
            process = subprocess.Popen(
                [str(support.program), "publish", str(night), "--site", str(self.folder / "site"), "--keep", "25"],
                env=support.plain_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=moment)
                whole = time.monotonic() - begun
            except subprocess.TimeoutExpired:
                process.kill()
                killed += process.wait() < 0
                whole = max(whole, moment)
            if attempt % 10 == 0:
                self.assertWhole()
            if attempt % 4 == 3:
                self.publish(night, "--keep", 25)
                number += 1
                self.assertEqual(min(number, 25), len(self.nights()))
        self.assertGreater(killed, KILLS // 4, "hardly any run was killed: the test proves nothing")
        self.assertWhole()
        for place in range(number):
            self.publish(self.night(place), "--keep", 25, site="calm")
        self.assertEqual(self.files("calm"), self.files(), "a site that was interrupted is another one")


class Crowded(SiteTest):
    def test_eight_concurrent_writers_lose_no_run(self):
        nights = [self.night(number) for number in range(100)]
        script = 'for file in "$@"; do "$PROGRAM" publish "$file" --site "$SITE" || exit 1; done'
        writers = [subprocess.Popen(
            ["bash", "-c", script, "bash", *map(str, nights[writer::8])], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=support.plain_environment(PROGRAM=str(support.program), SITE=str(self.folder / "site")))
            for writer in range(8)]
        errors = [writer.communicate(timeout=300)[1] for writer in writers]
        self.assertEqual([], [error for writer, error in zip(writers, errors) if writer.returncode])
        self.assertEqual(100, len(self.nights()))
        self.assertWhole()


class WithoutRoom(SiteTest):
    def test_without_room_nothing_changes(self):
        self.publish(self.night(0))
        before = self.files()
        for limit in (0, 1_000, 10_000, 20_000):
            with self.subTest(limit=limit):
                result = subprocess.run(
                    [str(support.program), "publish", str(self.night(1)), "--site", str(self.folder / "site")],
                    capture_output=True, env=support.plain_environment(), stdin=subprocess.DEVNULL, timeout=120,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertStatus(support.OUTPUT, result)
                self.assertIn(b"[unwritable-file]", result.stderr)
                self.assertEqual(before, self.files())
        self.publish(self.night(1))
        self.assertWhole()

    def test_unwritable_folder_is_an_error(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        site = self.folder / "site"
        site.mkdir(mode=0o500)
        self.publish(self.night(0), status=support.OUTPUT)
        self.assertEqual([], list(site.iterdir()))


class Batches(SiteTest):
    def manifest(self, projects):
        return self.write("nights.json", json.dumps([
            {"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
            for number in range(2) for project in range(projects)]))

    def test_batch_makes_the_same_site_whole_or_in_parts(self):
        manifest = self.manifest(20)
        self.publish("--batch", manifest)
        for part in range(1, 5):
            self.publish("--batch", manifest, "--shard", f"{part}/4", site="parts")
        self.assertFalse((self.folder / "parts/index.html").exists())
        self.publish("--index", site="parts")
        self.assertEqual(self.files(), self.files("parts"))
        self.assertEqual(20, (self.folder / "site/index.html").read_text().count('class="project"'))
        self.assertWhole()

    def test_parts_of_a_batch_run_concurrently_with_xargs(self):
        manifest = self.manifest(12)
        command = f'seq 4 | xargs -P 4 -I @ "{support.program}" publish --batch "{manifest}" --site "$SITE" --shard @/4'
        result = subprocess.run(["bash", "-c", command], capture_output=True, timeout=120,
                                env=support.plain_environment(SITE=str(self.folder / "parts")))
        self.assertStatus(support.DONE, result)
        self.publish("--index", site="parts")
        self.publish("--batch", manifest)
        self.assertEqual(self.files(), self.files("parts"))

    def test_failing_entry_of_a_batch_stops_no_other(self):
        self.write("bad.json", "{")
        manifest = self.write("nights.json", json.dumps([
            {"project": "bad", "inputs": [str(self.folder / "bad.json")]},
            {"project": "good", "inputs": [str(self.night(0, "good"))]},
            {"project": "none", "missing": "never began", "run": "n1"}]))
        self.publish("--batch", manifest, "--now", "2026-09-01T03:12:00Z", status=support.INPUT)
        self.assertEqual(["n1"], self.nights("none"))
        self.assertEqual(1, len(self.nights("good")))
        self.assertWhole()

    def test_wrong_batch_lists_are_refused_before_anything_is_written(self):
        for text in ('{}', '[{}]', '[{"project": "../x", "inputs": ["a"]}]', '[{"project": "a"}]',
                     '[{"project": "a", "inputs": ["b"], "rum": "c"}]', '['):
            with self.subTest(text=text):
                self.publish("--batch", self.write("nights.json", text), status=support.INPUT)
                self.assertFalse((self.folder / "site").exists())
