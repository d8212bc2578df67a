"""The rules of the style that a page leaves out match nothing in it, whatever the reader does."""
import re

import support
from browser import BrowserTest, dismiss, rendered, unfold

# The most bytes of style and script in a page.
MOST = {"nightly": 133_000, "quiet": 119_000, "single": 118_000}

# Collects the selectors of the whole style that the page's own style lacks. States of the pointer and
# the focus, and parts that are no elements, count as there.
LEFT_OUT = r"""whole => {
  const split = text => {
    const parts = [''];
    let depth = 0;
    for (const letter of text) {
      depth += '(['.includes(letter) - ')]'.includes(letter);
      if (letter === ',' && !depth) parts.push('');
      else parts[parts.length - 1] += letter;
    }
    return parts.map(part => part.trim());
  };
  const selectors = rules => [...rules].flatMap(rule => rule.type === CSSRule.STYLE_RULE ? split(rule.selectorText)
    : rule.cssRules && rule.type !== CSSRule.KEYFRAMES_RULE ? selectors(rule.cssRules) : []);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(whole);
  const own = new Set(selectors(document.styleSheets[0].cssRules));
  const anything = /::[\w-]+(\([^)]*\))?|:(hover|active|focus|focus-visible|focus-within|target)(?![\w-])/g;
  window.leftOut = selectors(sheet.cssRules).filter(each => !own.has(each)).map(each => each.replace(anything, ':where(*)'));
  return window.leftOut.length;
}"""
MATCHED = "leftOut.filter(selector => document.querySelector(selector))"


def whole_style(source, **more):
    """The style of a report's page that links it."""
    page = rendered(source, arguments=("--assets", "assets"), **more)
    address = re.search(r'<link rel="stylesheet" href="(.*?)">', page.read_text(encoding="utf-8"))[1]
    return (page.parent / address).read_text(encoding="utf-8")


class Style(BrowserTest):
    def check(self, page, moment):
        self.assertEqual([], page.evaluate(MATCHED), moment)

    def walk(self, page):
        """Uses everything once that a page may have."""
        self.check(page, "when it opens")
        dismiss(page)
        self.check(page, "without alerts")
        unfold(page)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        self.check(page, "with everything open")
        openers = page.locator('.page button[aria-haspopup="dialog"], .page [popovertarget], [data-rest] .d > summary')
        for opener in openers.all()[:12]:
            if opener.is_visible():
                name = opener.inner_text()
                opener.click()
                self.check(page, name)
                dismiss(page)
        search = page.locator("#search")
        if search.count():
            for text in ("a", "no such message"):
                search.fill(text)
                self.settle(page)
                self.check(page, f"while '{text}' is searched")
            search.fill("")
        for key in ("?", "n", "j", "o"):
            page.keyboard.press(key)
            self.settle(page)
            self.check(page, f"after {key}")
            dismiss(page)
        # A toast stays open.
        for control in (".chip", "[data-clear]", "[data-cleared] > button"):
            page.evaluate("""control => [...document.querySelectorAll(control)].find(each => each.checkVisibility())?.click()""",
                          control)
            self.settle(page)
            self.check(page, f"after a click on {control}")

    def test_no_rule_that_is_left_out_matches_anything(self):
        sources = {name: {} for name in support.examples()}
        sources["gallery"] = {"baseline": support.examples()["gallery"].with_name("previous.json")}
        sources["nightly"] = {"baseline": support.examples()["nightly"].with_name("previous.json")}
        for name, more in sources.items():
            whole = whole_style(name, **more)
            for size, script in (("regular", True), ("compact", True), ("regular", False)):
                with self.subTest(example=name, size=size, script=script):
                    page = self.open(name, size, script=script, touch=size == "compact", calm=True, **more)
                    self.assertGreater(page.evaluate(LEFT_OUT, whole), 20)
                    if script:
                        self.walk(page)
                    else:
                        self.check(page, "without script")
                    page.context.close()


class Weight(support.ProgramTest):
    def test_a_page_has_little_style_and_script(self):
        for name, most in MOST.items():
            with self.subTest(example=name):
                page = rendered(name).read_text(encoding="utf-8")
                parts = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.S)
                self.assertLess(sum(len(part.encode()) for part in parts), most)
