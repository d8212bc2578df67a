"""A site of many projects: a first page that stays small, and index pages that lead to every project."""
import atexit
import base64
import functools
import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
import urllib.parse

import support
from test_publish import Links, links

FLEET = 10_000
LIMIT = 300_000
CHANGED, FAILING = 300, 40
KILLS = 40 if support.thorough else 12
SHOWN = 24


def name(number):
    return f"team{number // 10:05}-part{number % 10}"


def report(project, titles=()):
    return json.dumps({"version": 1, "title": project.replace("-", " "), "now": "2026-11-20T03:12:00Z",
                       "run": {"status": "completed"}, "messages": [{"urgency": "error", "title": title} for title in titles]})


def publish(site, *words):
    result = support.run("publish", "--site", site, *words)
    if result.returncode != support.DONE:
        raise AssertionError(result.stderr.decode())


def add(site, project, latest, **night):
    """A project as the first page sees it: the pages of one that was published, and its latest run."""
    folder = site / project
    (folder / "archive").mkdir(parents=True)
    for page in ("index.html", "archive/index.html"):
        (folder / page).write_text("<!DOCTYPE html><html></html>")
    known = {**latest, "project": project, "title": project, "night": {**latest["night"], **night}}
    (folder / "latest.json").write_text(json.dumps(known))


@functools.cache
def fleet():
    """Many projects, some changed, some failing; none is published a second time."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-many-"))
    atexit.register(shutil.rmtree, work, ignore_errors=True)
    site = work / "site"
    (work / "one.json").write_text(report("team00000-part0"))
    publish(site, "--project", name(0), work / "one.json", "--quiet")
    latest = json.loads((site / name(0) / "latest.json").read_bytes())
    for number in range(1, FLEET):
        if number % (FLEET // CHANGED) == 1:
            add(site, name(number), latest, urgency="error", text="1 error", counts={"error": 1}, new=1, still=0, fixed=0, better=0)
        elif number % (FLEET // FAILING) == 2:
            add(site, name(number), latest, urgency="error", text="1 error", counts={"error": 1})
        else:
            add(site, name(number), latest)
    publish(site, "--index", "--quiet")
    return site


def is_page(path):
    """Whether a file of a site is the same for the same runs: the lock is not."""
    return path.is_file() and "lock" not in path.name


class Many(support.ProgramTest):
    """The first page of many projects, and its index pages."""
    def index_pages(self, site):
        return {path.name: path for path in site.glob("index*.html")}

    def reachable(self, site):
        """The index pages that the first page leads to, and the projects; no link is dead."""
        ahead, pages, projects = ["index.html"], set(), set()
        while ahead:
            page = ahead.pop()
            if page in pages:
                continue
            pages.add(page)
            text = (site / page).read_text()
            self.assertTrue(text.rstrip().endswith("</html>"), f"{page} is cut off")
            for href in links(text).hrefs:
                target = urllib.parse.unquote(href)
                self.assertTrue((site / target).is_file(), f"{page}: {href} leads nowhere")
                if "/" in target:
                    projects.add(target.partition("/")[0])
                else:
                    ahead.append(target)
        return pages, projects

    def files(self, site):
        return {path.name: (path.stat().st_ino, path.read_bytes()) for path in site.iterdir() if is_page(path)}

    def bytes(self, site):
        return {name: content for name, (_, content) in self.files(site).items()}

    def copy(self, site):
        """The same projects in another folder, with the files of the first as links."""
        subprocess.run(["cp", "-al", site, self.folder / "site"], check=True)
        return self.folder / "site"

    def test_every_page_is_small_and_every_project_is_reached_without_a_script(self):
        site = fleet()
        pages, projects = self.reachable(site)
        self.assertEqual({name(number) for number in range(FLEET)}, projects)
        self.assertEqual(set(self.index_pages(site)), pages, "a page that nothing leads to")
        for file, path in self.index_pages(site).items():
            self.assertLess(path.stat().st_size, LIMIT, file)
        self.assertLess(len(pages), FLEET / 40)
        # One click leads to the list, a second one to the project.
        first = Links((site / "index.html").read_text()).hrefs
        self.assertEqual(pages - {"index.html"} - {href for href in first}, {"index~changed~2.html"})

    def test_what_needs_a_look_comes_first_and_the_rest_is_counted(self):
        text = (fleet() / "index.html").read_text()
        rows = re.findall(r'data-project="([^"]+)" data-state="(\w+)"', text)
        self.assertEqual(["changed"] * SHOWN + ["failing"] * 8, [state for _, state in rows])
        changed = sum(number % (FLEET // CHANGED) == 1 for number in range(1, FLEET))
        self.assertIn(f'<h2>Changed <span class="sub">{changed}</span></h2>', text)
        self.assertIn(f'<a href="index~changed~1.html">and {changed - SHOWN} more</a>', text)
        self.assertIn("<b>10,000 projects</b>", text)
        folders = text[text.index('<ul class="folders">'):]
        self.assertEqual(FLEET, sum(int(count.replace(",", "")) for count in re.findall(r'<span class="sub">([\d,]+) projects', folders)))
        lists = [re.findall(r'data-project="([^"]+)"', (fleet() / f"index~changed~{page}.html").read_text()) for page in (1, 2)]
        self.assertEqual(changed, len(set(lists[0] + lists[1])))

    def test_the_policy_stays_as_strict(self):
        for page in ("index.html", "index~changed~1.html", "404.html", name(0) + "/index.html", name(0) + "/archive/index.html"):
            with self.subTest(page=page):
                text = (fleet() / page).read_text()
                policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
                # Linked files are allowed by their place before the policy, which names their digests like others.
                parts = [(kind, found) for kind in ("style", "script")
                         for found in re.findall(f"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
                         + [(fleet() / page).parent.joinpath(link).read_text() for link in re.findall(
                             {"style": '<link rel="stylesheet" href="([^"]*)">', "script": '<script defer src="([^"]*)">'}[kind], text)]]
                digests = [f"{kind}-src 'sha256-{base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()}'"
                           for kind, found in parts]
                wanted = "; ".join(["default-src 'none'", "base-uri 'none'", "form-action 'none'", *digests])
                self.assertEqual(wanted, policy.replace("; img-src data:", ""))

    def test_only_pages_whose_projects_changed_are_written_again(self):
        site = self.copy(fleet())
        before = self.files(site)
        publish(site, "--index")
        self.assertEqual(before, self.files(site))
        # A quiet project fails.
        file = site / name(1234) / "latest.json"
        latest = json.loads(file.read_bytes())
        latest["night"].update(urgency="error", text="1 error", counts={"error": 1})
        file.unlink()
        file.write_text(json.dumps(latest))
        publish(site, "--index")
        after = self.files(site)
        changed = {file for file in after if after[file] != before.get(file)}
        self.assertEqual({"index.html", "index~failing~1.html", "index~team0012.html"}, changed)
        # A lost page is rendered again.
        (site / "index~team0012.html").unlink()
        publish(site, "--index")
        self.assertEqual(self.bytes(site), {file: content for file, (_, content) in after.items()})

    def test_pages_of_projects_that_are_gone_are_removed(self):
        site = self.copy(fleet())
        for number in range(5_000, FLEET):
            shutil.rmtree(site / name(number))
        publish(site, "--index")
        pages, projects = self.reachable(site)
        self.assertEqual({name(number) for number in range(5_000)}, projects)
        self.assertEqual(set(self.index_pages(site)), pages)
        # A few remaining projects have the same page as on a small site.
        for number in range(100, 5_000):
            shutil.rmtree(site / name(number))
        publish(site, "--index")
        self.assertEqual({"index.html"}, set(self.index_pages(site)))
        fresh = self.folder / "fresh"
        shutil.copytree(site, fresh, ignore=shutil.ignore_patterns("*.html", ".tidemark*"), dirs_exist_ok=True)
        for number in range(100):
            for page in ("index.html", "archive/index.html"):
                shutil.copy(site / name(number) / page, fresh / name(number) / page)
        publish(fresh, "--index")
        self.assertEqual(self.bytes(fresh), self.bytes(site))

    def test_a_writer_that_is_killed_leaves_no_dead_link(self):
        site = self.copy(fleet())
        chance, ended = random.Random(20), 0
        whole = self.bytes(site)
        begun = time.monotonic()
        publish(site, "--index")
        usual = time.monotonic() - begun
        for number in range(KILLS):
            # Some projects vanish and return.
            hidden = self.folder / f"hidden-{number}"
            hidden.mkdir()
            for project in chance.sample(range(FLEET), 50):
                if (site / name(project)).exists():
                    (site / name(project)).rename(hidden / name(project))
            publish(site, "--index")
            for project in hidden.iterdir():
                project.rename(site / project.name)
            writer = subprocess.Popen([str(support.program), "publish", "--site", str(site), "--index", "--quiet"],
                                      env=support.plain_environment())
            time.sleep(chance.uniform(0, usual * 1.2))
            writer.kill()
            ended += writer.wait() != 0
            self.reachable(site)
        self.assertGreater(ended, KILLS / 4, "hardly any writer was killed: the test proves nothing")
        publish(site, "--index")
        self.assertEqual(whole, self.bytes(site))
        self.assertEqual([], [path.name for path in site.iterdir() if path.name.endswith(".tmp")])


class Batches(support.ProgramTest):
    def test_shards_and_one_batch_make_the_same_pages(self):
        count = 320
        for number in range(count):
            self.write(f"{number}.json", report(name(number), ["It fails"] * (number % 7 == 0)))
        runs = [{"project": name(number), "inputs": [f"{number}.json"]} for number in range(count)]
        batch = self.write("runs.json", json.dumps(runs))
        base = "--base-url", "https://example.org/r/"
        publish(self.folder / "one", "--batch", batch, *base)
        for part in (1, 2, 3):
            publish(self.folder / "parts", "--batch", batch, "--shard", f"{part}/3", *base)
        publish(self.folder / "parts", "--index", *base)
        pages = {path.name: path.read_bytes() for path in (self.folder / "one").iterdir() if is_page(path)}
        self.assertGreater(len([page for page in pages if page.startswith("index~")]), 3)
        self.assertEqual(pages, {path.name: path.read_bytes() for path in (self.folder / "parts").iterdir() if is_page(path)})
        publish(self.folder / "one", "--rebuild", "--project", name(0), *base)
        publish(self.folder / "one", "--rebuild", *base)
        self.assertEqual(pages, {path.name: path.read_bytes() for path in (self.folder / "one").iterdir() if is_page(path)})


class NewProjects(support.ProgramTest):
    def test_a_name_that_is_nearly_that_of_another_project_is_pointed_out(self):
        site = self.folder / "site"
        for project in ("harbor-core", "docs"):
            publish(site, "--project", project, self.write("one.json", report(project)), "--quiet")
        # A folder with a nearer name that is not a project.
        (site / "harbor-cor").mkdir()
        (site / "harbor-cor" / "notes.txt").write_text("not of this program")
        said = support.run("publish", "--site", site, "--project", "harbor-cora", self.write("one.json", report("x"))).stderr.decode()
        self.assertIn("'harbor-cora' is a new project of the site [new-project]", said)
        self.assertIn("did you mean 'harbor-core'?", said)
        for project in ("harbor-core", "something-else"):
            said = support.run("publish", "--site", site, "--project", project, self.write("one.json", report("y"))).stderr.decode()
            self.assertNotIn("new-project", said)
