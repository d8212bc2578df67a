#!/usr/bin/env python3
"""Measures a page of many messages in Chromium, beside the page that junit2html makes of the same messages.

Each page gets a browser of its own. Told are the file's size, the first contentful paint and the load; and for the
load and each thing that a reader does then: how long it took until nothing changed any more, the longest task in
which the page could not answer, and the renderer's memory afterwards (PSS: its own, and its part of what it shares).

Goals, of which goals.py has the limits: the file by its JSON, the first contentful paint, the longest task, the memory.
Exit status: 0 when the page meets them all, 1 otherwise.
"""
import argparse
import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import uuid

from goals import BROWSER as GOALS
from measuring import HERE, ROOT, amount, machine, machine_in_words, print_json, seconds

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)

# Remembers tasks of more than 50 ms, and when something was last changed. The first paint is said at once: a page that
# never comes to its end has one, too.
WATCH = """(() => {
  new PerformanceObserver(list => {
    for (const {name, startTime} of list.getEntries()) console.debug('bench', name, startTime);
  }).observe({type: 'paint', buffered: true});
  const seen = window.__seen = {tasks: [], last: 0};
  new PerformanceObserver(list => {
    for (const {startTime, duration} of list.getEntries()) {
      seen.tasks.push(duration);
      seen.last = Math.max(seen.last, startTime + duration);
    }
  }).observe({type: 'longtask', buffered: true});
  addEventListener('load', () => new MutationObserver(() => seen.last = performance.now())
    .observe(document.body, {childList: true, subtree: true, attributes: true, characterData: true}));
})()"""
LOAD = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"


def descendants(root):
    """The processes that a process started, and those that these started."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(words[1]), []).append(int(path.parent.name))
    found, waiting = [], [root]
    while waiting:
        own = children.get(waiting.pop(), [])
        found += own
        waiting += own
    return found


class Chromium:
    """A browser whose processes are known by a mark on its command line."""

    def __init__(self, playwright):
        mark = f"--tidemark-bench={uuid.uuid4().hex}"
        self.browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", mark])
        self.roots = [int(path.parent.name) for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                      if mark.encode() in self.read(path)]

    @staticmethod
    def read(path):
        try:
            return path.read_bytes()
        except OSError:
            return b""

    def memory(self):
        """The PSS of the largest renderer; a small spare one waits beside it."""
        sizes = [0]
        for process in {one for root in self.roots for one in descendants(root)}:
            folder = pathlib.Path(f"/proc/{process}")
            if b"--type=renderer" in self.read(folder / "cmdline"):
                found = re.search(rb"^Pss:\s+(\d+)", self.read(folder / "smaps_rollup"), re.M)
                sizes.append(int(found[1]) * 1024 if found else 0)
        return max(sizes)


class Visit:
    """One page in one browser: what is done there, one thing after the other."""

    def __init__(self, chromium, limit):
        self.chromium, self.limit, self.steps = chromium, limit, []
        self.paint, self.faults = None, []
        context = chromium.browser.new_context(viewport={"width": 1280, "height": 900})
        self.page = context.new_page()
        self.page.set_default_timeout(limit * 1000)
        self.page.add_init_script(WATCH)
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def hear(self, message):
        words = message.text.split()
        if words[:2] == ["bench", "first-contentful-paint"]:
            self.paint = float(words[2]) / 1000
        elif message.type == "error":
            self.faults.append(message.text)

    def rest(self):
        """Waits until nothing has changed for a second and a half; returns when the last change was."""
        end = time.monotonic() + self.limit
        while time.monotonic() < end:
            self.page.wait_for_timeout(300)
            last, now = self.page.evaluate("[__seen.last, performance.now()]")
            if now - last > 1500:
                return last / 1000
        return None

    def load(self, path):
        self.page.goto(path.resolve().as_uri(), wait_until="load")
        last = self.rest()
        loaded = self.page.evaluate(LOAD)
        self.note("load", max(loaded, last) if last is not None else None)
        return loaded

    def note(self, name, took):
        tasks = self.page.evaluate("__seen.tasks.splice(0)")
        self.steps.append({"step": name, "took_s": took, "task_s": max(tasks, default=0) / 1000,
                           "memory_bytes": self.chromium.memory()})

    def act(self, name, does):
        """Does something and measures it; what the page does not offer is said, too."""
        begun = self.page.evaluate("(__seen.tasks.length = 0, __seen.last = performance.now()) / 1000")
        if does(self.page) is False:
            self.steps.append({"step": name, "missing": True})
            return
        last = self.rest()
        self.note(name, last - begun if last is not None else None)


def scroll_far(page):
    page.mouse.move(640, 450)
    for _ in range(10):
        page.mouse.wheel(0, 100_000)
        page.wait_for_timeout(100)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(300)
    for _ in range(10):
        page.mouse.wheel(0, -2_000)
        page.wait_for_timeout(100)
    page.evaluate("scrollTo(0, 0)")


def choose_chip(page):
    """A chip of the filter bar where there is one that filters at once, else one of the category filter."""
    for selector in ("button.chip[aria-pressed=false]", ".filter .chip:nth-of-type(2)"):
        chip = page.locator(selector).filter(visible=True)
        if chip.count():
            chip.first.click()
            return True
    return False


def choose_all(page):
    chip = page.locator("button.chip[aria-pressed=true], .filter .chip").filter(visible=True)
    return chip.first.click() if chip.count() else False


def search(page):
    if not page.locator("#search").count():
        return False
    page.locator("#search").press_sequentially("checksum", delay=60)


def empty_search(page):
    return page.locator("#search").fill("") if page.locator("#search").count() else False


def sort_by_title(page):
    opener = page.locator('button.chip[aria-haspopup="dialog"]').filter(visible=True)
    if not opener.count():
        return False
    opener.first.click()
    form = page.locator("dialog[open]")
    criteria = form.locator("input[name=sort]")
    for box in criteria.all():
        box.set_checked(box.get_attribute("value") == "title")
    form.get_by_role("button", name="Apply").click()


ACTS = {"scrolling far": scroll_far, "filtering by a chip": choose_chip, "back to all": choose_all,
        "searching a word": search, "emptying the search": empty_search, "sorting by title": sort_by_title}


def visit(playwright, path, acts, limit):
    chromium = Chromium(playwright)
    one = Visit(chromium, limit)
    result = {"version": chromium.browser.version, "steps": one.steps, "faults": one.faults}
    try:
        result["load"] = one.load(path)
        for name, does in acts.items():
            one.act(name, does)
    except Exception as error:  # a page may be too much for a browser: that is a figure, too
        timed_out = "Timeout" in type(error).__name__
        result["failed"] = f"gave up after {limit:.0f} s" if timed_out else str(error).split("\n")[0]
    finally:
        result |= {"paint": one.paint, "memory_bytes": chromium.memory()}
        chromium.browser.close()
    return result


def print_page(result, goals):
    """Prints one page's figures; returns the goals that it missed. Goals are ours: a peer has none."""
    missed = []

    def judge(name, value, goal, shown):
        met = value is not None and value < goal
        if goals and not met:
            missed.append(f"{result['page']}: {name} {shown}")
        return "" if not goals else "  met" if met else "  MISSED"

    print(f"\n{result['page']}: {amount(result['output_bytes'])}, {result['ratio']:.2f} x JSON"
          f"{judge('file', result['ratio'], GOALS['ratio'] + 0.005, format(result['ratio'], '.2f') + ' x JSON')}")
    paint = seconds(result["paint"]) if result["paint"] is not None else "never"
    loaded = f"load event {seconds(result['load'])}" if "load" in result else "not loaded"
    print(f"  first contentful paint {paint}{judge('first contentful paint', result['paint'], GOALS['paint'], paint)}; {loaded}")
    if result["steps"]:
        print(f"  {'':<22} {'took':>10} {'longest task':>13} {'':<8} {'memory':>10}")
    for step in result["steps"]:
        if step.get("missing"):
            print(f"  {step['step']:<22} not offered")
            if goals:
                missed.append(f"{result['page']}: {step['step']} is not offered")
            continue
        took = seconds(step["took_s"]) if step["took_s"] is not None else "no end"
        task = seconds(step["task_s"]) if step["task_s"] else "< 50 ms"
        memory = amount(step["memory_bytes"])
        judged = judge(f"{step['step']}, task", step["task_s"], GOALS["task"], task)
        print(f"  {step['step']:<22} {took:>10} {task:>13} {judged:<8} {memory:>10}"
              f"{judge(step['step'] + ', memory', step['memory_bytes'], GOALS['memory'], memory)}")
    if "failed" in result:
        print(f"  {result['failed']}; memory then {amount(result['memory_bytes'])}")
    if goals:
        missed += [f"{result['page']}: {why}" for why in [result.get("failed"), *result["faults"]] if why]
    sys.stdout.flush()
    return missed


def make_pages(options, folder):
    """The dataset and the pages that are made of it, with what each is made by."""
    dataset, xml = folder / "dataset.json", folder / "junit.xml"
    subprocess.run([sys.executable, HERE / "dataset.py", str(options.messages), dataset, folder / "words.md"], check=True)
    template = os.environ.get("TIDEMARK_TEMPLATE")
    commands = {"tidemark": [options.program, "render", dataset, "-q", "-o", folder / "tidemark.html",
                             *(["--template", template] if template else [])]}
    if not options.alone:
        subprocess.run([sys.executable, HERE / "junit.py", dataset, xml], check=True)
        commands["junit2html"] = [sys.executable, "-I", "-m", "junit2htmlreport", xml, folder / "junit2html.html"]
    pages, failed = {}, {}
    for name, command in commands.items():
        try:
            subprocess.run([str(word) for word in command], check=True, timeout=options.limit,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            pages[name] = folder / f"{name}.html"
        except subprocess.TimeoutExpired:
            failed[name] = f"the page was not made in {options.limit:.0f} s"
        except (subprocess.CalledProcessError, OSError) as error:
            failed[name] = f"the page could not be made: {(getattr(error, 'stderr', b'') or b'').decode()[-300:] or error}"
    return dataset, pages, failed


def main():
    parser = argparse.ArgumentParser(prog="bin/bench --browser", description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="give up on a slower step (default: 120)")
    parser.add_argument("--alone", action="store_true", help="leave the peer out")
    parser.add_argument("--json", action="store_true", help="print the figures for machines")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/bench", metavar="DIR",
                        help="where the files go (default: build/bench)")
    parser.add_argument("--keep", action="store_true", help="keep the dataset and the pages")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/tidemark", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.messages < 1:
        parser.error("--messages starts at 1")
    if not BROWSER:
        sys.exit("bin/bench: there is no Chromium on the PATH")
    from playwright.sync_api import sync_playwright  # only here, so that --help needs nothing installed

    folder = options.folder / f"browser-{options.messages}"
    folder.mkdir(parents=True, exist_ok=True)
    dataset, pages, failed = make_pages(options, folder)
    weight = dataset.stat().st_size
    results, missed = [], [f"tidemark: {failed['tidemark']}"] if "tidemark" in failed else []
    about = machine()
    if not options.json:
        print(machine_in_words(about))
        print(f"{options.messages:,} messages: {amount(weight)} of JSON")
    with sync_playwright() as playwright:
        for name, path in pages.items():
            ours = name == "tidemark"
            acts = ACTS if ours else {"scrolling far": scroll_far}
            size = path.stat().st_size
            result = {"page": name, "output_bytes": size, "ratio": size / weight, **visit(playwright, path, acts, options.limit)}
            results.append(result)
            with contextlib.redirect_stdout(io.StringIO()) if options.json else contextlib.nullcontext():
                missed += print_page(result, ours)
    if options.json:
        print_json({"machine": about, "messages": options.messages, "input_bytes": weight, "goals": GOALS, "pages": results,
                    "failed": failed, "missed": missed})
    else:
        for name, why in failed.items():
            print(f"\n{name}: {why}")
        print("\nEvery goal is met." if not missed else "\nMissed:\n" + "\n".join(f"  {one}" for one in missed))
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(1 if missed or "tidemark" in failed else 0)


if __name__ == "__main__":
    main()
