"""The first page of many projects shows them as they are when it is written."""
import atexit
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import support
from test_publish_many import add, is_page, name, publish, report

COUNT = 320
BASE = "--base-url", "https://example.org/r/"


@functools.cache
def fleet():
    work = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-index-"))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    site = work / "site"
    (work / "one.json").write_text(report(name(0)))
    publish(site, "--project", name(0), work / "one.json", "--quiet")
    latest = json.loads((site / name(0) / "latest.json").read_bytes())
    for number in range(1, COUNT):
        add(site, name(number), latest)
    publish(site, "--index")
    return site


class Index(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        shutil.copytree(fleet(), self.site)

    def pages(self):
        return {path.name: path.read_bytes() for path in self.site.iterdir() if is_page(path) and path.suffix}

    def change(self, number, text, how="replace"):
        """Another latest run of a project; a text of the same length makes a file of the same size."""
        file = self.site / name(number) / "latest.json"
        latest = json.loads(file.read_bytes())
        latest["night"]["text"] = text
        if how == "replace":
            (file.parent / "new").write_text(json.dumps(latest))
            (file.parent / "new").rename(file)
        else:
            status = file.stat()
            with file.open("r+") as output:
                output.write(json.dumps(latest))
                output.truncate()
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))

    def index(self, *words):
        """Writes the pages; returns the diagnostics and the text of all pages."""
        result = support.run("publish", "--site", self.site, "--index", *words)
        self.assertEqual(support.DONE, result.returncode)
        said = [line for line in result.stderr.decode().splitlines() if line.endswith("]")]
        return said, b"".join(self.pages().values()).decode()

    def test_a_change_is_seen_even_with_the_same_size_and_time(self):
        self.change(7, "Text A")
        self.change(8, "Text A")
        self.index()
        self.change(7, "Text B")
        self.change(8, "Text C", "in place")
        _, text = self.index()
        self.assertIn("Text B", text)
        self.assertIn("Text C", text)
        self.assertNotIn("Text A", text)

    def test_projects_that_come_and_go_are_seen(self):
        shutil.rmtree(self.site / name(9))
        (self.site / name(10)).rename(self.site / "renamed")
        add(self.site, "added", json.loads((self.site / name(11) / "latest.json").read_bytes()))
        (self.site / name(12)).rename(self.folder / "away")
        (self.site / name(13)).rename(self.site / name(12))
        _, text = self.index()
        self.assertIn('href="added/index.html"', text)
        for gone in ("renamed", name(9), name(10), name(12)):
            self.assertNotIn(f'data-project="{gone}"', text)

    def test_lost_pages_are_seen(self):
        for page in ("index.html", "archive/index.html"):
            with self.subTest(page=page):
                (self.site / name(20) / page).rename(self.folder / "lost.html")
                said, text = self.index()
                self.assertIn("[lost-page]", "".join(said))
                self.assertNotIn(f'data-project="{name(20)}"', text)
                (self.folder / "lost.html").rename(self.site / name(20) / page)

    def test_links_are_no_projects(self):
        _, before = self.index()
        project = f'href="{name(30)}/index.html"'
        self.assertIn(project, before)
        for part in ("", "archive", "latest.json"):
            with self.subTest(part=part):
                place, away = self.site / name(30) / part, self.folder / "away"
                place.rename(away)
                place.symlink_to(away)
                try:
                    result = support.run("publish", "--site", self.site, "--index")
                    text = b"".join(self.pages().values()).decode()
                    self.assertTrue(result.returncode or project not in text)
                finally:
                    place.unlink()
                    away.rename(place)

    def test_the_site_map_has_new_months(self):
        def month(number, *months):
            folder = self.site / name(number)
            (folder / "history").mkdir(exist_ok=True)
            (folder / "history/project.json").write_text(json.dumps(
                {"version": 1, "months": [{"month": month, "nights": 1, "worst": "error"} for month in months]}))
            for name_ in months:
                (folder / f"archive/{name_}.html").write_text("<!DOCTYPE html><html></html>")

        month(50, "2026-10")
        month(51, "2026-10")
        _, before = self.index(*BASE)
        self.assertIn(f"{name(50)}/archive/2026-10.html", before)
        month(50, "2026-10", "2026-11")
        (self.site / name(51) / "archive/2026-10.html").unlink()
        _, text = self.index(*BASE)
        self.assertIn(f"{name(50)}/archive/2026-11.html", text)
        self.assertNotIn(f"{name(51)}/archive/2026-10.html", text)

    def test_writers_at_once_leave_what_one_would(self):
        words = [str(support.program), "publish", "--site", str(self.site), "--index", "--quiet"]
        for turn in range(6):
            writers = []
            for number in range(4):
                self.change(60 + number, f"Turn {turn}", ("replace", "in place")[number % 2])
                writers.append(subprocess.Popen(words, env=support.plain_environment()))
            self.assertEqual([0] * 4, [writer.wait() for writer in writers])
            # The last writer started after the last change.
            pages = self.pages()
            _, text = self.index()
            self.assertEqual(pages, self.pages())
            self.assertIn(f"Turn {turn}", text)
            self.assertNotIn(f"Turn {turn - 1}", text)
