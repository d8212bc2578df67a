"""What the tests in a browser share: one Chromium for the whole run, and a page that is opened in one call.

    class Clearing(BrowserTest):
        @rules("M8", "M9")
        def test_a_cleared_message_leaves_the_list(self):
            page = self.open(night(messages=["One", "Two"]), size="compact", touch=True)

A page that logs anything or stops at an error fails its test, unless `self.quiet` is set to False.
"""
import atexit
import functools
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import tempfile
import threading
import time
import unittest

import support

try:
    from axe_playwright_python.base import AXE_FILE_PATH
    from playwright.sync_api import Error as BrowserError, sync_playwright
    MISSING = None
except ImportError as error:
    MISSING = f"{error}; bin/test installs it"
    BrowserError = AssertionError

BROWSER = next((path for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
SIZES = {"narrowest": (320, 640), "compact": (360, 740), "regular": (1280, 900)}
# A page can't prevent this message: the browser logs that a policy blocks its script.
FORBIDDEN = "'allow-scripts' permission is not set"


def rules(*ids):
    """Says which rules of docs/report-rules.md a test shows; rules.py makes a table of them."""
    def mark(test):
        test.rules = ids
        return test
    return mark


def night(messages=(), timeline=None, **more):
    """A small dataset. A message or an entry may be its title alone; `timeline` a list of entries."""
    made = {"version": 1, "title": "Harbor nightly build", "run": {"status": "completed"},
            "now": "2026-11-20T03:12:00+01:00", "timeZone": "Europe/Berlin", "locale": "en"}
    made["messages"] = [{"urgency": "warning", "title": one} if isinstance(one, str) else {"urgency": "warning", **one}
                        for one in messages]
    if timeline is not None:
        plan = timeline if isinstance(timeline, dict) else {"entries": timeline}
        entries = [{"time": "2026-11-20", "title": one} if isinstance(one, str) else one for one in plan["entries"]]
        made["timeline"] = {"title": "Road to the release", **plan, "entries": entries}
    return {**made, **more}


# --- shared by the whole run ------------------------------------------------------------------

@functools.cache
def playwright():
    driver = sync_playwright().start()
    atexit.register(driver.stop)
    return driver


@functools.cache
def launched():
    """The browsers that were started, the last one first: a new one follows only one that has ended."""
    return []


def chromium():
    if not launched() or not launched()[0].is_connected():
        browser = playwright().chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        atexit.register(browser.close)
        launched().insert(0, browser)
    return launched()[0]


@functools.cache
def workshop():
    """A folder for rendered pages, gone when the run is over."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tidemark-pages-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def dataset_file(source, folder):
    """A path to a dataset that is an example's name, a path, or given as it is."""
    if isinstance(source, dict):
        written = json.dumps(source, ensure_ascii=False).encode()
        path = folder / f"{hashlib.sha256(written).hexdigest()[:16]}.json"
        path.write_bytes(written)
        return path
    return support.examples().get(str(source), pathlib.Path(source))


def rendered(source, baseline=None, arguments=()):
    """The page of a dataset; made once, however often it is asked for."""
    folder = workshop()
    dataset = dataset_file(source, folder)
    words = [*map(str, arguments)]
    # Numbered test messages are similar, but few tests are about groups.
    if "--group-beyond" not in words:
        words += ["--group-beyond", "0"]
    if baseline is not None:
        words += ["--baseline", str(dataset_file(baseline, folder))]
    known = hashlib.sha256(json.dumps([str(dataset.resolve()), words, str(support.program)]).encode())
    page = folder / f"{known.hexdigest()[:16]}.html"
    if not page.exists():
        result = support.run("render", dataset, "-q", *words, "-o", page)
        if result.returncode != support.DONE:
            raise AssertionError(f"{dataset} could not be rendered: {result.stderr.decode('utf-8', 'replace')[:2000]}")
    return page


class Server:
    """Serves pages on this machine alone, each with a policy of its own."""

    def __init__(self):
        self.pages, self.asked = {}, []
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                owner.asked.append(path)
                page, policy, pieces, pause = owner.pages.get(path, (None, None, 1, 0))
                # Browsers request an icon by themselves; a missing one is not an error.
                self.send_response(200 if page else 204)
                if policy:
                    self.send_header("Content-Security-Policy", policy)
                if page:
                    self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if page:
                    text = page.read_bytes()
                    size = -(-len(text) // pieces)
                    for start in range(0, len(text), size):
                        if start:
                            time.sleep(pause)
                        self.wfile.write(text[start:start + size])

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, page, policy, pieces=1, pause=0):
        """Where a page is served; in several pieces as over a slow line, with a pause in seconds between them."""
        path = f"/{hashlib.sha256(policy.encode()).hexdigest()[:8]}/{pieces}/{pause}/{page.name}"
        self.pages[path] = (page, policy, pieces, pause)
        return f"http://127.0.0.1:{self.server.server_port}{path}"


@functools.cache
def server():
    return Server()


# --- actions and perceptions of a person -------------------------------------------------------

def point(page, place):
    """A point of the window: given as one, or the middle of what a selector or a locator finds."""
    if isinstance(place, tuple):
        return place
    box = (page.locator(place) if isinstance(place, str) else place).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end, steps=10, touch=False, hold=None, pause=16, release=True):
    """Drags from one place to another in steps, by a finger or by the mouse.

    A place is a point, a selector or a locator; `hold` is called before it moves, and waits for
    what a long press sets off; `pause` is how many milliseconds lie between two steps. Without `release` the finger or button stays down: see `lift`.
    """
    (x0, y0), (x1, y1) = point(page, start), point(page, end)
    path = [(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) for step in range(1, steps + 1)]
    if touch:
        finger = page.context.new_cdp_session(page)
        send = lambda kind, *points: finger.send("Input.dispatchTouchEvent", {  # noqa: E731
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        send("touchStart", (x0, y0))
        if hold:
            hold()
        for place in path:
            send("touchMove", place)
            page.wait_for_timeout(pause)
        if release:
            send("touchEnd")
        finger.detach()
        return
    page.mouse.move(x0, y0)
    page.mouse.down()
    if hold:
        hold()
    for x, y in path:
        page.mouse.move(x, y)
        page.wait_for_timeout(pause)
    if release:
        page.mouse.up()


def lift(page, touch=False):
    """Ends a drag that was not released."""
    if not touch:
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


@functools.cache
def axe_source():
    return AXE_FILE_PATH.read_text(encoding="utf-8")


# The rules of axe about colours; all other rules give the same result in every scheme.
COLOUR_RULES = ("color-contrast", "link-in-text-block")


def axe(page, within="html", rules=()):
    """The faults that axe finds by these rules, by all of them without any, one a line; needs a page that may run scripts.
    The policy that the page came with does not hold back the expressions of a test.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    # axe would fetch a linked style once more, which the policy forbids.
    options = {"resultTypes": ["violations"], "preload": not page.locator("link[rel=stylesheet]").count(),
               **({"runOnly": list(rules)} if rules else {})}
    faults = page.evaluate("([place, options]) => axe.run(place, options).then(result => result.violations)", [within, options])
    return [f"{fault['id']}: {node['html'][:200]} ({node['failureSummary']})" for fault in faults for node in fault["nodes"]]


@functools.cache
def colours(theme="horizon"):
    return json.loads((support.repository / "Themes" / theme / "tokens.json").read_text(encoding="utf-8"))["color"]


def token(name, scheme="light"):
    """A colour of the default theme as a browser computes it: token("tense.past.node") is "rgb(47, 127, 214)"."""
    found = colours()[scheme]
    for part in name.split("."):
        found = found[part]
    value = found["$value"].lstrip("#")
    return f"rgb({', '.join(str(int(value[at:at + 2], 16)) for at in (0, 2, 4))})"


def style(page, selector, name, pseudo=None):
    """A computed style of the first element that matches."""
    return page.evaluate("""([selector, name, pseudo]) =>
      getComputedStyle(document.querySelector(selector), pseudo).getPropertyValue(name)""", [selector, name, pseudo])


# The elements that cover the page.
OPEN = "dialog[open], :popover-open, .part[role=dialog]"


def dismiss(page):
    """Escape until nothing stands over the page, and it takes keys again: answers alerts, closes sheets and views."""
    end = time.monotonic() + support.PATIENCE
    while time.monotonic() < end:
        if page.locator(OPEN).count():
            page.keyboard.press("Escape")
        elif not page.locator("[inert]").count():
            return
        page.wait_for_timeout(50)
    raise AssertionError("Escape does not close what stands over the page")


def unfold(page):
    """Opens all rows of messages."""
    page.evaluate("for (const row of document.querySelectorAll('details[data-row]')) row.open = true")


def focused(page):
    """What has the focus, in words: 'button#undo "Undo"'; 'body' where nothing has it."""
    return page.evaluate("""() => {
      const at = document.activeElement;
      if (!at || at === document.body) return 'body';
      const labels = (at.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean)
        .map(id => document.getElementById(id)?.textContent);
      const name = at.getAttribute('aria-label') || labels.join(' ') || at.labels?.[0]?.textContent || at.textContent;
      return at.localName + (at.id && '#' + at.id) + ` "${name.replace(/\\s+/g, ' ').trim().slice(0, 80)}"`; }""")


def address(page):
    """The address that the page is at now; `page.url` is told of it later."""
    return page.evaluate("location.href")


def shot(page, name, **options):
    """A picture for eyes: in the folder that TIDEMARK_SHOTS names, else build/screenshots."""
    folder = pathlib.Path(os.environ.get("TIDEMARK_SHOTS") or support.repository / "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", **options)
    return folder / f"{name}.png"


class BrowserTest(support.ProgramTest):
    """A test that opens pages, each in a context of its own that is gone afterwards."""

    unready = (*support.ProgramTest.unready, BrowserError)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if MISSING or not BROWSER:
            raise unittest.SkipTest(MISSING or "there is no Chromium on the PATH")

    def setUp(self):
        super().setUp()
        self.quiet = True
        self.words = []         # what pages logged
        self.requests = []      # the addresses they asked for

    def tearDown(self):
        if self.quiet:
            self.assertEqual([], self.words, "a page logged something")
        super().tearDown()

    def open(self, source, size="regular", script=True, touch=False, scheme="light", forced=False, calm=False, csp=None,
             query="", fragment="", baseline=None, arguments=(), wait=True, context=None, clock=False, page=None):
        """A page: of an example's name, of a dataset, or from a path to a page that is there already.

        `size` is one of SIZES or (width, height). `csp` serves the page with that policy ('' with none); without
        it the page is opened from disk. `context` opens it beside another page (`page.context`), so that they share
        what the device remembers. `page` opens it in that page, which takes a third of the time; both must have the same
        look and store nothing. `wait=False` returns as soon as the page has begun to come. `clock` stops the page's
        clock when it has come, and `page.clock.run_for` sets it forward; without it nothing goes away by itself.
        """
        is_page = not isinstance(source, dict) and str(source).endswith(".html")
        path = pathlib.Path(source).resolve() if is_page else rendered(source, baseline, arguments)
        address = path.as_uri() if csp is None else server().address(path, csp)
        if query:
            address += "?" + query.removeprefix("?")
        if fragment:
            address += "#" + fragment.removeprefix("#")
        width, height = SIZES.get(size, size)
        if page is None and context is None:
            context = chromium().new_context(
                viewport={"width": width, "height": height}, java_script_enabled=script, has_touch=touch, is_mobile=touch,
                color_scheme=scheme, forced_colors="active" if forced else "none",
                reduced_motion="reduce" if calm else "no-preference")
            if clock:
                context.clock.install()
            else:
                # Otherwise a toast or a timed banner vanishes before a slow test checks it.
                context.add_init_script("setInterval = () => 0")
            context.set_default_timeout(support.PATIENCE * 1000)
            self.addCleanup(context.close)
        if page is None:
            page = context.new_page()
            page.on("request", lambda request: self.requests.append(request.url))
            page.on("console", lambda message: self.hear(message.text))
            page.on("pageerror", lambda error: self.hear(f"error: {error}"))
        elif page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
        page.goto(address, wait_until="load" if wait else "commit")
        if wait and script and page.evaluate("document.documentElement.classList.contains('js')"):
            self.settle(page)
        if clock:
            page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
        return page

    def reload(self, page):
        """Reloads a page so that it finds what it has stored: a busy browser may hand it over a moment late."""
        def stored():
            return page.evaluate("() => { try { return JSON.stringify(localStorage) } catch { return null } }")
        before = stored()
        for _ in range(3):
            page.reload()
            if stored() == before:
                return

    def hear(self, words):
        if FORBIDDEN not in words:
            self.words.append(words)

    def until(self, page, expression):
        """Waits until an expression is true. (Playwright's own wait evaluates in the page, which its policy forbids.)"""
        self.eventually(self.assertTrue, lambda: page.evaluate(expression), f"never true: {expression}")

    def still(self, page):
        """Waits until nothing slides, fades or scrolls any more. What turns for ever and what scrolling moves do not count."""
        self.until(page, """async () => {
          const positions = () => [self, ...document.querySelectorAll('*')].map(it => it.scrollY ?? it.scrollTop).join();
          const before = positions();
          for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
          return before === positions() && document.getAnimations().every(it => it.playState === 'finished' ||
            it.timeline !== document.timeline || it.effect.getTiming().iterations === Infinity); }""")

    def settle(self, page):
        """Waits until what the last act set off is drawn."""
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
