#!/usr/bin/env python3
"""Prints figures about pages, as tables of Markdown: what the first screen shows, and what very long lists cost.

    figures.py first [PAGE...]      in Chromium at 390 x 844 and 1280 x 800: of the examples, and of these pages
    figures.py large [--messages N] [--traces] [--engine NAME]...     of a made report in Chromium and Firefox

`first`: the height in screens, and in pixels where things stand and how high they are; what is over the page when it
opens is closed after it was measured. A Tab stop is what Tab would reach before the first message.
`large`: bytes of the page for each of the JSON, first contentful paint, how long until a click is answered, how long
a filter and a search take until nothing changes any more, and the memory (PSS) of the process that shows the page, after
each step and after all of them.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import engines
import report_page
import support

SIZES = ((390, 844), (1280, 800))
# Reads all figures of a page at once; a missing figure is null.
FIRST = """(messages => {
  const seen = node => node?.checkVisibility({visibilityProperty: true}) && node.getClientRects().length;
  const place = node => node && (({top, height}) => [Math.round(top + scrollY), Math.round(height)])(node.getBoundingClientRect());
  const first = selector => [...document.querySelectorAll(selector)].find(seen);
  const cells = [...document.querySelectorAll(messages)].filter(seen);
  const isBefore = node => cells[0] && (node.compareDocumentPosition(cells[0]) & Node.DOCUMENT_POSITION_FOLLOWING) && !node.contains(cells[0]);
  const groups = new Set();
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(node =>
    isBefore(node) && node.tabIndex >= 0 && !node.disabled && !node.closest('[inert]') && node.checkVisibility() &&
    !(node.type === 'radio' && (groups.has(node.name) || !groups.add(node.name))));
  // Titles of new errors, in the lists of what has changed and in the list of messages; of all errors where nothing is new.
  const changed = ['.fresh [data-urgency=error] [data-title]'];
  const titles = [...document.querySelectorAll(changed)].filter(seen);
  const errors = titles.length ? titles : [...document.querySelectorAll(messages + '[data-urgency=error] [data-title]')].filter(seen);
  errors.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  const whole = node => (({top, bottom}) => top >= 0 && bottom <= innerHeight)(node.getBoundingClientRect());
  return {
    screens: document.documentElement.scrollHeight / innerHeight,
    verdict: place(first('#overview')), alert: place(first('dialog[open], [data-component=alert]')),
    error: place(errors[0]), message: place(cells[0]), stops: cells[0] ? stops.length : null,
    whole: cells.filter(whole).length, named: errors.filter(whole).length,
  };
})(%s)""" % json.dumps(report_page.MESSAGES)
HEADS = ("page", "screens", "dialog at once", "verdict", "alert", "new error's title", "first message", "Tab stops", "whole messages", "new errors named")


def rendered(source, folder, program, baseline=None):
    page = folder / f"{source.stem}.html"
    subprocess.run([program, "render", source, "-q", *(["--baseline", baseline] if baseline else []), "-o", page], check=True)
    return page


def examples(folder, program):
    for name, source in support.examples().items():
        before = source.parent / "previous.json"
        yield rendered(source, folder, program, before if before.is_file() else None)


def spot(place, height):
    """A place in pixels, and in screens where it is below the first one: "812 + 60", "1,700 + 24 (2.0)"."""
    if place is None:
        return "–"
    below = f" ({place[0] / height:.1f})" if place[0] >= height else ""
    return f"{place[0]:,} + {place[1]:,}{below}"


def first(pages):
    browser = engines.start("chromium")
    for width, height in SIZES:
        print(f"\n**{width} × {height}**\n\n| {' | '.join(HEADS)} |\n|---|{'---:|' * (len(HEADS) - 1)}")
        browser.resize(width, height)
        for page in pages:
            browser.open(page.resolve().as_uri())
            opened = browser.evaluate(FIRST)
            over = "yes" if browser.evaluate("!!document.querySelector('dialog[open]')") else "no"
            while browser.evaluate("!!document.querySelector('dialog[open]')"):
                browser.press("Escape")
                browser.wait("!document.querySelector('dialog[open]') || !document.querySelector('dialog:not([open])')")
            browser.wait("!document.querySelector('dialog, [inert]')")
            found = {**browser.evaluate(FIRST), "alert": opened["alert"]}
            # Shows an answered alert again at the next size.
            browser.evaluate("localStorage.clear()")
            cells = [page.stem, f"{found['screens']:.1f}", over, *(spot(found[key], height) for key in ("verdict", "alert", "error", "message")),
                     *("–" if found[key] is None else str(found[key]) for key in ("stops", "whole", "named"))]
            print(f"| {' | '.join(cells)} |", flush=True)
    browser.close()


# --- very long lists --------------------------------------------------------------------------

# Records the time of the last action on the page and of the last change.
WATCH = """(window.__acted || (window.__acted = {at: 0, last: 0}, new MutationObserver(() => __acted.last = performance.now())
  .observe(document.body, {childList: true, subtree: true, attributes: true, characterData: true}),
  ['click', 'input'].forEach(type => addEventListener(type, event => __acted.at = event.timeStamp, true))), true)"""
# As runners write them. Every fifth line has characters that HTML escapes.
TRACE = "\n".join(f"  at example.module{number:02}.{'<init>' if number % 5 == 0 else 'handle'}(Request.java:{100 + number * 7}) in pool-{number % 4}"
                  for number in range(24))


def descendants(root):
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(words[1]), []).append(int(path.parent.name))
    found = children.get(root, [])
    for process in found:
        found = found + descendants_of(process, children)
    return found


def descendants_of(process, children):
    own = children.get(process, [])
    return own + [one for child in own for one in descendants_of(child, children)]


def memory():
    """The PSS of the largest process that shows pages, of those that this program has started."""
    sizes = [0]
    for process in descendants(os.getpid()):
        folder = pathlib.Path(f"/proc/{process}")
        try:
            words = (folder / "cmdline").read_bytes()
            if b"--type=renderer" in words or b"-contentproc" in words or b"WebKitWebProcess" in words:
                sizes.append(int(re.search(rb"^Pss:\s+(\d+)", (folder / "smaps_rollup").read_bytes(), re.M)[1]) * 1024)
        except (OSError, TypeError):
            continue
    return max(sizes)


def made(folder, count, has_traces):
    """A dataset as bin/bench makes it; with traces each message has details of one to two kilobytes."""
    dataset = folder / "large.json"
    subprocess.run([sys.executable, support.repository / "bin/peers/dataset.py", str(count), dataset], check=True)
    if has_traces:
        report = json.loads(dataset.read_text())
        for number, message in enumerate(report["messages"]):
            message["details"] = f"```\nrequest {number} failed\n{TRACE}\n```"
        dataset.write_text(json.dumps(report, ensure_ascii=False))
    return dataset


def settled(browser):
    """Waits until nothing has changed for a second; how long after the last act something did."""
    browser.wait("performance.now() - Math.max(__acted.at, __acted.last) > 1000", 600)
    return browser.evaluate("Math.max(0, __acted.last - __acted.at)") / 1000


def visit(name, page):
    """Figures of one page in one engine, by the name of the step."""
    browser = engines.start(name)
    report = report_page.ReportPage(browser)
    steps = {}
    try:
        browser.resize(1280, 900)
        begun = time.monotonic()
        browser.navigate(page.resolve().as_uri())
        browser.wait(f"{WATCH} && document.readyState === 'complete' && document.documentElement.classList.contains('js')", 600)
        steps["first paint"] = (browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"), None)
        # The page is idle once it responds to a click.
        browser.click_at(5, 5)
        browser.evaluate("new Promise(requestAnimationFrame)") if name == "chromium" else browser.evaluate("1")
        steps["interactive"] = (time.monotonic() - begun, memory())
        settled(browser)
        steps["rest"] = (None, memory())
        for step, act in {"filter": lambda: browser.click(report.chip("urgency", "error")),
                          "no filter": lambda: browser.click(report.chip("urgency", "error")),
                          "search": lambda: report.search("checksum"), "no search": lambda: browser.press("Escape"),
                          "end of the page": lambda: browser.evaluate("(scrollTo(0, document.documentElement.scrollHeight), 1)"),
                          "start of the page": lambda: browser.evaluate("(scrollTo(0, 0), 1)")}.items():
            browser.evaluate("__acted.at = __acted.last = performance.now()")
            act()
            steps[step] = (settled(browser), memory())
    except (engines.EngineError, AssertionError) as error:
        steps[f"gave up: {str(error)[:80]}"] = (None, memory())
    finally:
        browser.close()
    if steps.get("first paint", (None,))[0] is not None:
        steps["first paint"] = (steps["first paint"][0] / 1000, None)
    return steps


def large(options, folder):
    dataset = made(folder, options.messages, options.traces)
    page = rendered(dataset, folder, options.program)
    weight, size = dataset.stat().st_size, page.stat().st_size
    print(f"\n{options.messages:,} messages{' with traces' if options.traces else ''}: JSON {weight / 1e6:.1f} MB, "
          f"page {size / 1e6:.1f} MB, {size / weight:.2f} × the JSON; load {os.getloadavg()[0]:.1f}\n")
    print("| engine | step | seconds | memory, MB |\n|---|---|---:|---:|")
    for name in options.engine or ("chromium", "firefox"):
        for step, (took, used) in visit(name, page).items():
            print(f"| {name} | {step} | {'–' if took is None else format(took, '.2f')} | {'–' if used is None else round(used / 1e6)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("first", "large"))
    parser.add_argument("pages", nargs="*", type=pathlib.Path, metavar="PAGE")
    parser.add_argument("--program", type=pathlib.Path, default=support.repository / "build/tidemark")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--traces", action="store_true")
    parser.add_argument("--engine", action="append", choices=engines.ENGINES)
    options = parser.parse_intermixed_args()
    options.program = options.program.resolve()
    with tempfile.TemporaryDirectory(prefix="tidemark-figures-") as folder:
        if options.what == "large":
            large(options, pathlib.Path(folder))
        else:
            first([*examples(pathlib.Path(folder), options.program), *options.pages])


if __name__ == "__main__":
    main()
