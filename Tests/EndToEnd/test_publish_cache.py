"""What the first page of many projects keeps of each (.tidemark-latest) never makes it another page than it would be."""
import atexit
import functools
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

import support
from test_publish_many import add, is_page, name, publish, report

COUNT = 320
FILE = ".tidemark-latest"
# What has changed within these seconds is not kept.
MARGIN = 2
BASE = "--base-url", "https://example.org/r/"


def settle():
    """Waits until what was written is old enough to be kept."""
    time.sleep(MARGIN + 1.1)


@functools.cache
def fleet():
    work = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-cache-"))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    site = work / "site"
    (work / "one.json").write_text(report(name(0)))
    publish(site, "--project", name(0), work / "one.json", "--quiet")
    latest = json.loads((site / name(0) / "latest.json").read_bytes())
    for number in range(1, COUNT):
        add(site, name(number), latest)
    return site


class Cache(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        shutil.copytree(fleet(), self.site)

    def keep(self):
        """Has everything kept."""
        settle()
        publish(self.site, "--index")
        return (self.site / FILE).read_bytes()

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
        result = support.run("publish", "--site", self.site, "--index", *words)
        said = result.stderr.decode()
        return result.returncode, [line for line in said.splitlines() if line.endswith("]")]

    def assertSameAsWithoutCache(self, *words):
        """Whether words and pages are the same as when everything is read; returns both."""
        found, pages = self.index(*words), self.pages()
        for file in (FILE, ".tidemark-pages"):
            path = self.site / file
            if path.is_symlink() or path.exists():
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self.assertEqual(self.index(*words), found)
        self.assertEqual(self.pages(), pages)
        return found, b"".join(pages.values()).decode()

    def test_it_is_used_and_left_as_it_is(self):
        kept = self.keep()
        number = (self.site / FILE).stat().st_ino
        publish(self.site, "--index")
        self.assertEqual((self.site / FILE).stat().st_ino, number)
        # Whoever may write it may write pages as well: it is believed, which proves that it is read.
        said = json.loads((self.site / name(1) / "latest.json").read_bytes())["night"]["text"]
        forged, start = "#" * len(said), kept.index(b"\n") + 1
        body = kept[start + 32:].replace(said.encode(), forged.encode())
        (self.site / FILE).write_bytes(kept[:start] + hashlib.sha256(body).digest() + body)
        (self.site / ".tidemark-pages").unlink()
        publish(self.site, "--index")
        self.assertIn(forged, b"".join(self.pages().values()).decode())

    def test_young_files_are_not_kept(self):
        publish(self.site, "--index")
        self.assertLess((self.site / FILE).stat().st_size, 100)
        self.assertGreater(len(self.keep()), 100 * COUNT)
        # Again and again within a tick of the clock, with the same size and the same time.
        for turn in range(30):
            self.change(5, f"Turn {turn:03}", "in place")
            publish(self.site, "--index")
            self.assertIn(f"Turn {turn:03}", b"".join(self.pages().values()).decode())

    def test_a_change_of_the_same_size_is_seen(self):
        self.change(7, "Text A")
        self.change(8, "Text A")
        self.keep()
        self.change(7, "Text B")
        self.change(8, "Text C", "in place")
        _, text = self.assertSameAsWithoutCache()
        self.assertIn("Text B", text)
        self.assertIn("Text C", text)
        self.assertNotIn("Text A", text)

    def test_projects_that_come_and_go_are_seen(self):
        self.keep()
        shutil.rmtree(self.site / name(9))
        (self.site / name(10)).rename(self.site / "renamed")
        add(self.site, "added", json.loads((self.site / name(11) / "latest.json").read_bytes()))
        (self.site / name(12)).rename(self.folder / "away")
        (self.site / name(13)).rename(self.site / name(12))
        _, text = self.assertSameAsWithoutCache()
        self.assertIn('href="added/index.html"', text)
        for gone in ("renamed", name(9), name(10), name(12)):
            self.assertNotIn(f'data-project="{gone}"', text)

    def test_lost_pages_are_seen(self):
        for page in ("index.html", "archive/index.html"):
            with self.subTest(page=page):
                self.keep()
                (self.site / name(20) / page).rename(self.folder / "lost.html")
                (_, said), text = self.assertSameAsWithoutCache()
                self.assertIn("[lost-page]", "".join(said))
                self.assertNotIn(f'data-project="{name(20)}"', text)
                (self.folder / "lost.html").rename(self.site / name(20) / page)

    def test_links_are_no_projects(self):
        for part in ("", "archive", "latest.json"):
            with self.subTest(part=part):
                self.keep()
                # The same files with the same stamps, elsewhere.
                place, away = self.site / name(30) / part, self.folder / "away"
                place.rename(away)
                place.symlink_to(away)
                try:
                    self.assertSameAsWithoutCache()
                finally:
                    place.unlink()
                    away.rename(place)

    def test_a_damaged_file_is_as_none(self):
        kept = self.keep()
        wanted, chance = self.pages(), random.Random(9)
        cases = [b"", b"\n", bytes(1000), kept[:-1], kept + b"x", kept.replace(b"latest 1", b"latest 2", 1), os.urandom(100_000)]
        cases += [kept[:chance.randrange(len(kept))] for _ in range(5)]
        for _ in range(5):
            place = chance.randrange(len(kept))
            cases.append(kept[:place] + bytes([kept[place] ^ 1]) + kept[place + 1:])
        for case in cases:
            (self.site / FILE).write_bytes(case)
            (self.site / ".tidemark-pages").unlink()
            self.assertEqual((0, []), self.index())
            self.assertEqual(wanted, self.pages())
            self.assertEqual(kept, (self.site / FILE).read_bytes())

    def test_whatever_is_in_its_place_does_no_harm(self):
        kept = self.keep()
        wanted, outside = self.pages(), self.folder / "outside"
        outside.write_bytes(kept)

        def huge(path):
            path.touch()
            os.truncate(path, 1 << 40)

        cases = {"link": lambda path: path.symlink_to(outside), "dangling": lambda path: path.symlink_to("nowhere"),
                 "pipe": os.mkfifo, "huge": huge, "folder": lambda path: path.mkdir(),
                 "unreadable": lambda path: (path.write_bytes(b"x"), path.chmod(0))}
        for case, make in cases.items():
            with self.subTest(case=case):
                path = self.site / FILE
                path.unlink()
                make(path)
                (self.site / ".tidemark-pages").unlink()
                self.assertEqual((0, []), self.index())
                self.assertEqual(wanted, self.pages())
                self.assertEqual(kept, outside.read_bytes())
                if case == "folder":
                    path.rmdir()
                    publish(self.site, "--index")
                self.assertTrue(path.is_file() and not path.is_symlink())
                self.assertEqual(kept, path.read_bytes())
        self.assertEqual([], [path.name for path in self.site.iterdir() if path.name.endswith(".tmp")])

    def test_a_copy_is_read_once(self):
        kept = self.keep()
        copy = self.folder / "copy"
        subprocess.run(["cp", "-a", self.site, copy], check=True)
        # Another site's file says nothing of these files.
        self.change(40, "Changed elsewhere")
        wanted, self.site = self.pages(), copy
        settle()
        publish(copy, "--index")
        self.assertEqual(wanted, self.pages())
        self.assertNotEqual(kept, (copy / FILE).read_bytes())

    def test_few_projects_need_none(self):
        self.keep()
        for number in range(290, COUNT):
            shutil.rmtree(self.site / name(number))
        publish(self.site, "--index")
        self.assertFalse((self.site / FILE).exists())
        publish(self.site, "--index")
        self.assertFalse((self.site / FILE).exists())

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
        settle()
        for words in ((), BASE, BASE):
            self.index(*words)
        before = (self.site / "sitemap.xml").read_text()
        self.assertIn(f"{name(50)}/archive/2026-10.html", before)
        month(50, "2026-10", "2026-11")
        (self.site / name(51) / "archive/2026-10.html").unlink()
        _, text = self.assertSameAsWithoutCache(*BASE)
        self.assertIn(f"{name(50)}/archive/2026-11.html", text)
        self.assertNotIn(f"{name(51)}/archive/2026-10.html", text)

    def test_writers_at_once_leave_what_one_would(self):
        self.keep()
        words = [str(support.program), "publish", "--site", str(self.site), "--index", "--quiet"]
        for turn in range(6):
            writers = []
            for number in range(4):
                self.change(60 + number, f"Turn {turn}", ("replace", "in place")[number % 2])
                writers.append(subprocess.Popen(words, env=support.plain_environment()))
            self.assertEqual([0] * 4, [writer.wait() for writer in writers])
            # The last one began after the last change.
            _, text = self.assertSameAsWithoutCache()
            self.assertIn(f"Turn {turn}", text)
            self.assertNotIn(f"Turn {turn - 1}", text)
