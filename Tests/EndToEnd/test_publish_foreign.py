"""What is not a site's own stays as it is: files that can't be read, links, other people's folders."""
import gzip
import json
import os
import resource
import shutil
import subprocess

import support
from test_publish_safety import BASE, SafetyTest, works

RUN = "core/runs/2026-09-02-0312"
TRACER = ["strace", "-f", "-qq", "-o", "/dev/null"]


class Unreadable(SafetyTest):
    """Absent, unreadable and damaged are three things."""

    def failing(self, site, files, error, *words):
        """Publishes while every look at these files fails."""
        if not works(*TRACER, "-e", "inject=fsync:error=EIO:when=99", str(support.program), "help"):
            self.skipTest("strace may not look on here")
        paths = [word for file in files for word in ("-P", str(site / file), "-P", file.rsplit("/", 1)[-1])]
        return subprocess.run(
            [*TRACER, *paths, "-e", f"inject=/stat.*|open.*|read:error={error}", str(support.program), "publish",
             *map(str, words), "--site", str(site)], capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
            env=support.plain_environment())

    def test_unreadable_files_of_a_run_never_remove_it(self):
        site = self.begin()
        before = self.files()
        for error in ("EIO", "ESTALE", "EACCES"):
            for words in (["--rebuild", "--project", "core"], [self.night(4), "--keep", "4"]):
                with self.subTest(error=error, words=words):
                    (site / "core/history/unfinished").touch()
                    files = [f"{RUN}/run.json", f"{RUN}/data.json.gz"]
                    result = self.failing(site, files, error, *words)
                    (site / "core/history/unfinished").unlink()
                    self.assertStatus(support.OUTPUT, result)
                    self.assertIn(b"can't read", result.stderr)
                    self.assertIn(b"[unreadable-file]", result.stderr)
                    self.assertEqual(before, self.files())

    def test_unreadable_page_of_a_neighbour_leaves_no_dead_link(self):
        site = self.begin()
        before = self.files()
        result = self.failing(site, ["core/runs/2026-09-04-0312/index.html"], "EIO", self.night(4), *BASE)
        self.assertStatus(support.OUTPUT, result)
        self.assertEqual(before, self.files())
        self.publish(self.night(4), *BASE)
        self.assertWhole()

    def test_unreadable_dataset_is_not_replaced_by_an_older_one(self):
        site = self.begin()
        before = self.files()
        result = self.failing(site, ["core/runs/2026-09-04-0312/data.json.gz"], "EIO", self.night(4), *BASE)
        self.assertStatus(support.OUTPUT, result)
        self.assertIn(b"data.json.gz", result.stderr)
        self.assertEqual(before, self.files())

    def test_run_listed_in_a_month_is_not_removed(self):
        site = self.begin()
        (site / RUN / "run.json").unlink()
        (site / RUN / "data.json.gz").write_bytes(b"noise")
        result = self.publish("--rebuild", *BASE)
        self.assertIn(b"2026-09-02-0312", result.stderr)
        self.assertTrue((site / RUN / "index.html").is_file())


class Links(SafetyTest):
    def setUp(self):
        super().setUp()
        self.begin(site="before")

    def outside(self):
        folder = self.folder / "outside"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "inner").mkdir(parents=True)
        for name in ("precious", ".tidemark-x.tmp", "run.json", "inner/precious"):
            (folder / name).write_text("precious")
        return folder

    def assertUntouched(self, folder):
        self.assertEqual({".tidemark-x.tmp", "inner", "precious", "run.json"}, {path.name for path in folder.iterdir()})
        self.assertEqual("precious", (folder / "inner/precious").read_text())

    def test_links_are_not_followed_when_runs_are_removed(self):
        for name in (".tidemark-2026-09-01-0312.tmp", ".tidemark-x.tmp", "2026-09-01-0312", "2026-08-01-0312"):
            for words in ([self.night(4), "--keep", "4"], ["--rebuild", "--project", "core", "--keep", "2"]):
                with self.subTest(name=name, words=words):
                    site, outside = self.copy("before", "site"), self.outside()
                    shutil.rmtree(site / "core/runs" / name, ignore_errors=True)
                    (site / "core/runs" / name).symlink_to(outside)
                    support.run("publish", *words, *BASE, "--site", site)
                    self.assertUntouched(outside)

    def test_links_in_place_of_folders_are_refused_before_anything_is_written(self):
        for place in ("core", "core/runs", "core/history", "core/archive", RUN):
            for words in ([self.night(4)], [self.night(1)], ["--rebuild", "--project", "core"], ["--rebuild"]):
                with self.subTest(place=place, words=words):
                    site, moved = self.copy("before", "site"), self.folder / "moved"
                    shutil.rmtree(moved, ignore_errors=True)
                    (site / place).rename(moved)
                    for lock in moved.rglob("lock"):
                        lock.unlink()
                    (site / place).symlink_to(moved)
                    before = sorted((path, path.read_bytes()) for path in moved.rglob("*") if path.is_file())
                    result = support.run("publish", *words, *BASE, "--site", site)
                    if place != RUN:
                        self.assertIn(result.returncode, (support.USAGE, support.OUTPUT) if words != ["--rebuild"] else range(5))
                    self.assertEqual(before, sorted((path, path.read_bytes()) for path in moved.rglob("*") if path.is_file()))

    def test_link_to_the_site_itself_is_followed(self):
        real = self.folder / "real"
        real.mkdir()
        (self.folder / "site").symlink_to(real)
        self.publish(self.night(0), *BASE)
        self.assertTrue((real / "core/index.html").is_file())
        self.assertTrue((self.folder / "site").is_symlink())


class Bombs(SafetyTest):
    FILES = ("core/runs/2026-09-04-0312/data.json.gz", "core/runs/2026-09-04-0312/seen.json.gz", "core/history/2026-09.json.gz")

    def test_decompression_bombs_take_little_memory_and_count_as_damage(self):
        self.begin(site="before")
        # Files with a true and with a false size.
        bomb = gzip.compress(b'{"version":1,"messages":[]}' + b" " * (1 << 29))
        for name in self.FILES:
            for bytes in (bomb, bomb[:-4] + (1000).to_bytes(4, "little"), bomb[:-4] + (1 << 24).to_bytes(4, "little")):
                with self.subTest(name=name, size=int.from_bytes(bytes[-4:], "little")):
                    site = self.copy("before", "site")
                    (site / name).write_bytes(bytes)
                    # Without the program's own limit, this memory limit would abort it.
                    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
                    result = support.run("publish", self.night(4), *BASE, "--site", site, preexec_fn=limit)
                    self.assertStatus(support.DONE, result)
                    self.assertEqual(5, len(self.nights()))
                    if "data" in name:
                        self.assertIn(b"[damaged-run]", result.stderr)


class Remembered(SafetyTest):
    def test_remembered_addresses_are_http_or_ignored(self):
        self.begin(site="before")
        for address in ("javascript:alert(1)//", "data:text/html,x/", "https://a b/", "https://\"><script>/"):
            with self.subTest(address):
                site = self.copy("before", "site")
                for name, value in (("core/history/project.json", address), ("core/latest.json", address + "core/")):
                    (site / name).write_text(json.dumps({**json.loads((site / name).read_bytes()), "address": value}))
                for words in ([self.night(4)], ["--rebuild"], ["--index"]):
                    self.publish(*words)
                    for name in ("core/feed.xml", "sitemap.xml", "404.html", "core/latest.json", "core/history/project.json"):
                        text = (site / name).read_text()
                        for bad in (address, address.replace('"', "&quot;"), "javascript:", "data:text"):
                            self.assertNotIn(bad, text, name)

    def test_projects_without_a_page_are_not_linked(self):
        site = self.begin()
        (site / "gone").mkdir()
        latest = (site / "core/latest.json").read_text().replace('"core"', '"gone"').replace("/core/", "/gone/")
        (site / "gone/latest.json").write_text(latest)
        (site / "core/archive/2026-09.html").rename(site / "core/archive/x")
        result = self.publish("--index", *BASE)
        self.assertIn(b"[lost-page]", result.stderr)
        self.assertNotIn('href="gone', (site / "index.html").read_text())
        self.assertNotIn("gone", (site / "sitemap.xml").read_text())
        self.assertNotIn("2026-09.html", (site / "sitemap.xml").read_text())

    def test_run_is_reported_as_published_when_the_front_page_fails(self):
        site = self.begin()
        (site / "index.html").unlink()
        (site / "index.html").mkdir()
        result = self.publish(self.night(4), *BASE, status=support.OUTPUT)
        self.assertIn(b"site/index.html", result.stderr)
        self.assertIn(b"[front-page-left]", result.stderr)
        self.assertEqual(5, len(self.nights()))
        (site / "index.html").rmdir()
        self.publish("--index", *BASE)
        self.assertWhole()


class OtherFolders(SafetyTest):
    def foreign(self, *names):
        folder = self.folder / "site"
        shutil.rmtree(folder, ignore_errors=True)
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("precious")
        return folder

    def test_other_folders_become_sites_only_on_request(self):
        for words in ([self.night(0)], ["--index"], ["--project", "core", "--missing", "x"]):
            with self.subTest(words=words):
                site = self.foreign("notes.txt", "photos/a.jpg")
                for place, cwd in ((str(site), None), (".", site)):
                    result = support.run("publish", *words, "--site", place, cwd=cwd)
                    self.assertStatus(support.USAGE, result)
                    self.assertIn(b"[not-a-site]", result.stderr)
                    self.assertIn(b"--init-site", result.stderr)
                    self.assertEqual({"notes.txt", "photos/a.jpg"}, set(self.files()))
                self.publish(*words, "--init-site")
                self.assertEqual("precious", (site / "notes.txt").read_text())
                # The folder is a site now.
                self.publish(*words)

    def test_system_folders_are_not_taken_for_sites(self):
        result = support.run("publish", self.night(0), "--site", "/")
        self.assertStatus(support.USAGE, result)
        self.assertIn(b"[not-a-site]", result.stderr)
        self.assertFalse(os.path.exists("/core"))

    def test_folder_with_pages_that_would_be_lost_is_refused(self):
        for page in ("index.html", "404.html", "sitemap.xml", "sitemap-1.xml"):
            with self.subTest(page):
                site = self.foreign(page)
                result = self.publish(self.night(0), "--init-site", status=support.USAGE)
                self.assertIn(b"[foreign-page]", result.stderr)
                self.assertEqual([page], [path.name for path in site.iterdir()])

    def test_other_folders_in_a_site_are_not_taken_for_projects(self):
        site = self.begin()
        (site / "docs").mkdir()
        (site / "docs/index.html").write_text("precious")
        result = self.publish(self.night(0, "docs"), status=support.USAGE)
        self.assertIn(b"[foreign-folder]", result.stderr)
        self.assertEqual("precious", (site / "docs/index.html").read_text())

    def test_nearly_empty_folders_become_sites(self):
        site = self.foreign(".git/config", ".gitattributes")
        (site / "lost+found").mkdir()
        self.publish(self.night(0))
        self.assertWhole()
