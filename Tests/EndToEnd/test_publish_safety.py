"""What a site lives through: a disk that is full or can't be written, a writer that dies, crowds, numbers."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import support
from test_publish import SiteTest

HERE = pathlib.Path(__file__).resolve().parent
NOBODY = 65534
BASE = ("--base-url", "https://example.org/r/")
FOLDERS = (".", "core", "core/runs", "core/history", "core/archive")


def works(*command):
    return shutil.which(command[0]) and subprocess.run(command, capture_output=True).returncode == 0


def with_mounts_of_its_own(test):
    """Runs a test once more where it may mount what nobody else sees, and takes what it says."""
    @functools.wraps(test)
    def outer(self):
        if os.environ.get("TIDEMARK_OWN_MOUNTS"):
            return test(self)
        ways = [["unshare", "--mount"], ["unshare", "--map-root-user", "--mount"]]
        way = next((way for way in ways if works(*way, "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt")), None)
        if not way:
            self.skipTest("nothing may be mounted here")
        result = subprocess.run(
            [*way, sys.executable, "-B", str(HERE / "run.py"), "--program", str(support.program), "--only", self.id(),
             "--module", type(self).__module__],
            capture_output=True, text=True, timeout=120, env={**os.environ, "TIDEMARK_OWN_MOUNTS": "1"})
        self.assertEqual(0, result.returncode, result.stdout + result.stderr)
        self.assertIn("\n1 passed, 0 failed", result.stdout)
    return outer


class SafetyTest(SiteTest):
    def publish(self, *arguments, site="site", status=support.DONE, timeout=120):
        result = support.run("publish", *arguments, "--site", self.folder / site, timeout=timeout)
        self.assertStatus(status, result)
        return result

    def begin(self, nights=4, site="site", themes=(), **more):
        """A site of some nights, the first of them with these themes."""
        for number in range(nights):
            # A site remembers a theme, so the nights after them name the usual one.
            theme = ["--theme", themes[number] if number < len(themes) else "horizon"] if themes else []
            self.publish(self.night(number), *BASE, *theme, site=site, **more)
        return self.folder / site

    def copy(self, site, other):
        shutil.rmtree(self.folder / other, ignore_errors=True)
        shutil.copytree(self.folder / site, self.folder / other)
        return self.folder / other

    def leftovers(self, site="site"):
        return [path.name for path in (self.folder / site).rglob("*") if path.name.startswith(".tidemark-")
                and path.name.endswith(".tmp") or path.name == "unfinished"]


class Disks(SafetyTest):
    def mount(self, *options):
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", *options, "none", disk], check=True, capture_output=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], capture_output=True)
        return disk

    @with_mounts_of_its_own
    def test_full_disk_changes_nothing(self):
        disk = self.mount("-o", "size=8m")
        self.begin(site="disk/site")
        before, failed = self.files("disk/site"), 0
        # Adds space for one more file each time, until it suffices.
        for room in range(0, 4 << 20, 12 << 10):
            with self.subTest(room=room):
                free = os.statvfs(disk)
                with open(disk / "rest", "wb") as rest:
                    os.posix_fallocate(rest.fileno(), 0, free.f_bavail * free.f_frsize - room)
                result = support.run("publish", self.night(4), *BASE, "--site", disk / "site")
                (disk / "rest").unlink()
                if result.returncode == support.DONE:
                    break
                failed += 1
                self.assertStatus(support.OUTPUT, result)
                self.assertIn(b"No space left on device", result.stderr)
                self.assertIn(b"[unwritable-file]", result.stderr)
                self.assertEqual(before, self.files("disk/site"))
                self.assertEqual([], self.leftovers("disk/site"))
        self.assertGreater(failed, 10, "the disk was hardly ever full: the test proves nothing")
        self.assertEqual(5, len(self.nights(site="disk/site")))
        self.assertWhole("disk/site")

    @with_mounts_of_its_own
    def test_disk_without_a_free_inode_changes_nothing(self):
        # Millions of small files can use up the inodes of a file system.
        disk = self.mount("-o", "size=8m")
        self.begin(site="disk/site")
        before, failed = self.files("disk/site"), 0
        used = os.statvfs(disk).f_files - os.statvfs(disk).f_ffree
        for more in range(40):
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"remount,nr_inodes={used + more}", "none", disk], check=True)
            result = support.run("publish", self.night(4), *BASE, "--site", disk / "site")
            if result.returncode == support.DONE:
                break
            failed += 1
            with self.subTest(more=more):
                self.assertStatus(support.OUTPUT, result)
                self.assertEqual(before, {name: digest for name, digest in self.files("disk/site").items() if name in before})
                self.assertWhole("disk/site")
                self.assertEqual(4, len(self.nights(site="disk/site")))
        self.assertGreater(failed, 5)
        self.assertEqual(5, len(self.nights(site="disk/site")))
        self.assertEqual([], self.leftovers("disk/site"))
        self.assertWhole("disk/site")

    @with_mounts_of_its_own
    def test_read_only_disk_is_an_error(self):
        disk = self.mount()
        self.begin(site="disk/site")
        before = self.files("disk/site")
        subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
        for words in ([self.night(4), *BASE], ["--index"], ["--rebuild"], ["--missing", "x", "--project", "core", "--run", "n"]):
            result = self.publish(*words, site="disk/site", status=support.OUTPUT)
            self.assertIn(b"Read-only file system", result.stderr)
        self.assertEqual(before, self.files("disk/site"))
        subprocess.run(["mount", "-o", "remount,bind,rw", disk], check=True)
        self.publish(self.night(4), *BASE, site="disk/site")
        self.assertWhole("disk/site")


class Permissions(SafetyTest):
    def setUp(self):
        super().setUp()
        self.words = [str(support.program)]
        if os.geteuid() == 0:
            # Root can write everywhere, so another user runs a copy of the program.
            program = shutil.copy(support.program, self.folder / "tidemark")
            self.words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", str(program)]
            self.folder.chmod(0o755)
            if not works(*self.words, "help"):
                self.skipTest("nobody else can be had to run the program")

    def attempt(self, *words):
        return subprocess.run([*self.words, "publish", *map(str, words), "--site", str(self.folder / "site")],
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=120, env=support.plain_environment())

    def ours(self):
        site = self.begin()
        if os.geteuid() == 0:
            for path in [site, *site.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
        return site

    def test_read_only_files_are_respected_until_they_change(self):
        site = self.ours()
        before = self.files()
        for path in filter(pathlib.Path.is_file, site.rglob("*")):
            path.chmod(0o444)
        self.assertStatus(support.OUTPUT, self.attempt(self.night(4), *BASE))
        self.assertEqual(before, self.files())
        for path in filter(pathlib.Path.is_file, site.rglob("*")):
            path.chmod(0o644)
        self.assertStatus(support.DONE, self.attempt(self.night(4), *BASE))
        self.assertEqual(5, len(self.nights()))
        self.assertWhole()

    def test_read_only_files_do_not_stop_root(self):
        if os.geteuid() != 0:
            self.skipTest("nobody here is root")
        for path in filter(pathlib.Path.is_file, self.begin().rglob("*")):
            path.chmod(0o444)
        self.publish(self.night(4), *BASE)
        self.assertEqual(5, len(self.nights()))
        self.assertWhole()

    def test_read_only_folders_are_an_error_and_lose_nothing(self):
        self.ours().rename(self.folder / "before")
        for folder in FOLDERS:
            with self.subTest(folder):
                site = self.folder / "site"
                shutil.rmtree(site, ignore_errors=True)
                subprocess.run(["cp", "-a", self.folder / "before", site], check=True)
                before, place = self.files(), site / folder
                place.chmod(0o555)
                result = self.attempt(self.night(4), *BASE)
                place.chmod(0o755)
                self.assertStatus(support.OUTPUT, result)
                self.assertIn(b"Permission denied", result.stderr)
                if folder != ".":
                    self.assertEqual(before, self.files())
                # If only the first page can't be written, the night is published.
                self.assertWhole()
                self.assertStatus(support.DONE, self.attempt(self.night(4), *BASE))
                self.assertEqual(5, len(self.nights()))
                self.assertEqual([], self.leftovers())
                self.assertWhole()

    def test_unreadable_files_lose_no_run(self):
        site = self.ours()
        for name in ("core/history/project.json", "core/runs/2026-09-02-0312/seen.json.gz",
                     "core/runs/2026-09-04-0312/data.json.gz", "core/latest.json", "core/index.html"):
            with self.subTest(name):
                (site / name).chmod(0)
                result = self.attempt(self.night(4), *BASE)
                (site / name).chmod(0o644)
                self.assertIn(result.returncode, (support.DONE, support.OUTPUT))
                self.assertStatus(support.DONE, self.attempt(self.night(4), *BASE))
                self.assertEqual(5, len(self.nights()))
                self.assertWhole()


class Killed(SafetyTest):
    def test_killed_before_any_system_call_leaves_a_whole_site(self):
        tracer = ["strace", "-f", "-qq", "-o", "/dev/null"]
        if not works(*tracer, "-e", "inject=/^rename:signal=KILL:when=99", str(support.program), "help"):
            self.skipTest("strace may not look on here")
        # A night expires, so that publishing removes files. Its style goes, and another one comes.
        words = [self.night(4), *BASE, "--keep", 4, "--theme", "contrast"]
        self.begin(site="before", themes=["plain"])
        self.copy("before", "calm")
        self.publish(*words, site="calm")
        killed = {}
        for call in ("/^rename", "/^unlink", "/^mkdir", "rmdir", "fsync", "write", "/^flock|fcntl"):
            for number in range(1, 100):
                site = self.copy("before", "site")
                process = subprocess.run(
                    [*tracer, "-e", f"inject={call}:signal=KILL:when={number}", str(support.program), "publish",
                     *map(str, words), "--site", str(site)], capture_output=True, timeout=120,
                    stdin=subprocess.DEVNULL, env=support.plain_environment())
                if process.returncode == support.DONE:
                    break
                with self.subTest(call=call, number=number):
                    self.assertEqual(-9, process.returncode, process.stderr)
                    killed[call] = killed.get(call, 0) + 1
                    self.assertWhole()
                    self.assertTrue({"2026-09-02-0312", "2026-09-03-0312", "2026-09-04-0312"} <= set(self.nights()))
                    self.publish(*words)
                    self.assertEqual(self.files("calm"), self.files())
        self.assertEqual([2, 2], [len(list((self.folder / site / "core/assets").glob("*.css"))) for site in ("before", "calm")])
        self.assertGreater(killed.get("/^rename", 0), 10, killed)
        self.assertGreater(sum(killed.values()), 40, killed)


class Crowds(SafetyTest):
    def test_concurrent_writers_of_projects_are_all_on_the_front_page(self):
        script = 'for file in "$@"; do "$PROGRAM" publish "$file" --site "$SITE" --base-url https://example.org/ || exit 1; done'
        projects = [f"p{number}" for number in range(6)]
        writers = [subprocess.Popen(
            ["bash", "-c", script, "bash", *(str(self.night(number, project)) for number in range(8))],
            stdin=subprocess.DEVNULL, env=support.plain_environment(PROGRAM=str(support.program), SITE=str(self.folder / "site")))
            for project in projects]
        self.assertEqual([0] * 6, [writer.wait(timeout=120) for writer in writers])
        front = (self.folder / "site/index.html").read_text()
        cards = re.findall(r'<li class="project".*?</li>', front, re.DOTALL)
        self.assertEqual(6, len(cards))
        for project, card in zip(projects, cards):
            self.assertIn(f'href="{project}/index.html"', card)
            self.assertIn('datetime="2026-09-08T03:12:00+02:00"', card)
            self.assertEqual(8, len(self.nights(project)))
        before = self.files()
        self.publish("--index", "--base-url", "https://example.org/")
        self.assertEqual(before, self.files())
        self.assertWhole()


class Numbers(SafetyTest):
    def batch(self, entries):
        return self.write("nights.json", json.dumps(entries))

    def cost(self, *arguments):
        """What publishing takes of the processor's time."""
        before = support.processor_seconds()
        self.publish(*arguments, *BASE, timeout=600)
        return support.processor_seconds() - before

    def test_publishing_one_run_costs_little_on_a_site_of_400_months(self):
        entries = []
        for month in range(400):
            night = json.loads(self.night(month % 7).read_text())
            night["now"] = f"{1990 + month // 12}-{month % 12 + 1:02}-01T03:12:00"
            night["run"] = {"status": "completed"}
            self.write(f"{month}.json", json.dumps(night))
            entries.append({"project": "core", "inputs": [str(self.folder / f"{month}.json")]})
        all_of_them = self.cost("--batch", self.batch(entries))
        self.assertEqual(400, len(self.nights()))
        self.assertEqual(401, len(list((self.folder / "site/core/archive").iterdir())))
        self.assertWhole()
        one_more = self.cost(self.night(0))
        self.assertLess(one_more, all_of_them / 20)

    def test_index_of_2000_projects_costs_little(self):
        night = str(self.night(0))
        all_of_them = self.cost("--batch", self.batch([{"project": f"p{number}", "inputs": [night]} for number in range(2000)]))
        index = self.cost("--index")
        self.assertLess(index, all_of_them / 20)
        pages = [page.read_text() for page in (self.folder / "site").glob("index*.html")]
        found = {link for page in pages for link in re.findall(r'href="(p[0-9]+)/index.html"', page)}
        self.assertEqual({f"p{number}" for number in range(2000)}, found)


class Mistakes(SafetyTest):
    def test_batch_list_that_names_a_run_twice_is_refused(self):
        nights = [str(self.night(number)) for number in range(2)]
        for entries in ([{"project": "core", "inputs": [night], "run": "n1"} for night in nights],
                        [{"project": "core", "inputs": [nights[0]], "run": "n1"}, {"project": "core", "missing": "x", "run": "n1"}]):
            manifest = self.write("nights.json", "[\n" + ",\n".join(map(json.dumps, entries)) + "\n]")
            result = self.publish("--batch", manifest, status=support.INPUT)
            self.assertIn(b"nights.json:3:", result.stderr)
            self.assertFalse((self.folder / "site").exists())

    def test_wrong_kinds_in_batch_lists_are_refused_with_their_line(self):
        night = str(self.night(0))
        for entry in ({"project": "core", "inputs": [night], "run": 7}, {"project": "core", "inputs": [night, 5]},
                      {"project": "core", "inputs": night}, {"project": "core", "missing": ["x"]}):
            with self.subTest(entry=str(entry)[-30:]):
                manifest = self.write("nights.json", "[\n" + json.dumps(entry) + "\n]")
                self.assertIn(b"nights.json:2:", self.publish("--batch", manifest, status=support.INPUT).stderr)
                self.assertFalse((self.folder / "site").exists())


class Clocks(SafetyTest):
    def at(self, name, now):
        return self.write(name, json.dumps({
            "version": 1, "project": "core", "timeZone": "Europe/Berlin", "now": now, "run": {"status": "completed"},
            "messages": [{"urgency": "error", "title": name}]}))

    def test_repeated_hour_keeps_the_order_of_runs(self):
        self.publish(self.at("first", "2026-10-25T02:30:00+02:00"), *BASE)
        self.publish(self.at("second", "2026-10-25T02:10:00+01:00"), *BASE)
        self.assertEqual(["2026-10-25-0230", "2026-10-25-0210-2"], self.nights())
        latest = json.loads((self.folder / "site/core/latest.json").read_bytes())
        self.assertEqual("2026-10-25-0210-2", latest["night"]["id"])
        self.assertIn("second", (self.folder / "site/core/index.html").read_text())

    def test_repeated_minute_loses_no_run(self):
        self.publish(self.at("first", "2026-10-25T02:30:00+02:00"), *BASE)
        self.publish(self.at("second", "2026-10-25T02:30:00+01:00"), *BASE)
        self.assertEqual(2, len(self.nights()))
