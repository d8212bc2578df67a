"""Mails as Gecko (Thunderbird), WebKitGTK (Evolution, Geary) and Roundcube's sanitizer show them."""
import html
import re
import shutil
import subprocess
import unittest

import engines
import support
from mail_programs import archive
from mail_support import MailTest

# The line at the start of an urgency is the colour of the theme's fill.
FILLS = {"error": "rgb(208, 38, 59)", "warning": "rgb(194, 106, 5)", "success": "rgb(42, 135, 73)",
         "information": "rgb(31, 116, 216)", "neutral": "rgb(108, 122, 137)"}
SIGNS = {"✕": "error", "▲": "warning", "✓": "success", "i": "information", "•": "neutral"}
# What a program's own dark mode does to a mail, and more: every ground and every word in two colours.
BLEACHED = "*{color:#eee!important;background:#111!important}"
# Of each sign of an urgency, with or without its word: what it says, whether it is seen, and the lines at both sides of the cell that it stands in.
WORDS = """[...document.querySelectorAll('b')].filter(b => /^(✕|▲|✓|•|i)( |$)/.test(b.textContent)).map(b => {
  const cell = b.closest('td'), style = getComputedStyle(cell), box = b.getBoundingClientRect();
  return [b.textContent.trim(), box.width > 0 && box.height > 0,
          [parseFloat(style.borderLeftWidth), style.borderLeftColor], [parseFloat(style.borderRightWidth), style.borderRightColor]];
})"""
# Tables that are to fill their place: how many pixels each lacks.
GAPS = """[...document.querySelectorAll('table[width="100%"]')].map(table => {
  const place = table.parentElement, style = getComputedStyle(place);
  const room = place.getBoundingClientRect().width - ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']
    .reduce((sum, name) => sum + parseFloat(style[name]), 0);
  return Math.min(room, 640) - table.getBoundingClientRect().width;
})"""
# What is painted outside of the rounded corner of a box: cells with a ground or a line at the corner of a round table.
BEYOND = """[...document.querySelectorAll('table')].filter(table => parseFloat(getComputedStyle(table).borderTopLeftRadius) > 0)
  .filter(table => table.rows.length && (parseFloat(getComputedStyle(table.rows[0].cells[0]).borderLeftWidth) > 0
                                         || table.rows[0].cells[0].getAttribute('bgcolor'))).length"""
BUTTON = """(() => { const link = [...document.querySelectorAll('a')].find(a => getComputedStyle(a).lineHeight === '44px');
  const box = link.getBoundingClientRect(), cell = link.closest('td').getBoundingClientRect();
  return [box.height, cell.width - box.width, cell.width]; })()"""
HEAD = """(() => { const first = document.querySelector('body div, #message div') ;
  return [first.getBoundingClientRect().height, document.documentElement.scrollWidth, document.documentElement.scrollHeight]; })()"""


def words(markup):
    markup = re.sub(r"(?s)<head>.*?</head>|<!--.*?-->|<style.*?</style>", "", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


class Shown(MailTest):
    """The mails that are looked at, made once."""

    def setUp(self):
        super().setUp()
        nightly = support.examples()["nightly"]
        before = nightly.with_name("previous.json")
        self.mails = {
            "digest": self.mail(nightly, "--baseline", before, "--html-only", who=()).decode(),
            "whole": self.mail(nightly, "--baseline", before, "--html-only", "--brief=false", who=()).decode(),
            "unchanged": self.mail(nightly, "--baseline", nightly, "--html-only", who=()).decode(),
            "rtl": self.mail(support.examples()["rtl"], "--html-only", "--brief", who=()).decode(),
        }

    def look(self, engine, wash=lambda markup: markup):
        try:
            browser = engines.start(engine)
        except engines.MissingEngine as missing:
            self.skipTest(str(missing))
        self.addCleanup(browser.close)
        for name, markup in self.mails.items():
            for width, style in ((700, ""), (360, ""), (360, BLEACHED)):
                with self.subTest(mail=name, width=width, bleached=bool(style)):
                    path = self.write("mail.html", wash(markup).replace("</body>", f"<style>{style}</style></body>"))
                    browser.resize(width, 900)
                    browser.open(path.as_uri())
                    self.judge(browser, name, width)

    def judge(self, browser, name, width):
        hidden, across, height = browser.evaluate(HEAD)
        self.assertEqual(0, hidden, "the preheader is seen")
        self.assertLessEqual(across, width, "the mail is wider than its window")
        if name != "whole":
            self.assertLess(height, 3_000, "a short mail is long")
        self.assertEqual([], [gap for gap in browser.evaluate(GAPS) if gap > 1], "a table does not fill its place")
        self.assertEqual(0, browser.evaluate(BEYOND), "a cell sticks out of a round corner")
        height, padding, _ = browser.evaluate(BUTTON)
        self.assertGreaterEqual(height, 44)
        self.assertGreaterEqual(padding, 40)
        found = browser.evaluate(WORDS)
        self.assertTrue(found)
        for text, is_seen, left, right in found:
            self.assertTrue(is_seen, text)
            line = right if name == "rtl" else left
            urgency = SIGNS.get(text[0])
            # The sentence of an alert's box and of a notice have their line elsewhere.
            if urgency and line[0] > 2:
                self.assertEqual(FILLS[urgency], line[1], text)
        if name == "digest":
            self.assertLess(8, len([1 for text, _, left, _ in found if left[0] > 2 and text[0] in SIGNS]))

    def test_mails_keep_what_matters_in_gecko(self):
        self.look("firefox")

    def test_mails_keep_what_matters_in_webkit(self):
        self.look("webkit")


@unittest.skipUnless(shutil.which("php") and archive("roundcube-core") and archive("php-masterminds-html5"),
                     "Roundcube's sanitizer is not here; bin/test fetches it")
class Washed(Shown):
    """The same behind Roundcube's sanitizer."""

    def washed(self, markup):
        root = self.folder / "roundcube"
        if not root.exists():
            for package in ("roundcube-core", "php-masterminds-html5"):
                subprocess.run(["dpkg-deb", "-x", archive(package), str(root)], check=True)
        done = subprocess.run(["php", support.repository / "Tests/EndToEnd/washtml.php", root], input=markup.encode(),
                              capture_output=True, timeout=60)
        self.assertEqual(0, done.returncode, done.stderr.decode())
        return done.stdout.decode()

    def test_sanitizer_keeps_words_links_and_styles(self):
        for name, markup in self.mails.items():
            with self.subTest(name):
                washed = self.washed(markup)
                self.assertEqual(words(markup), words(washed))
                self.assertEqual(*(sorted(html.unescape(link) for link in re.findall(r'href="([^"]*)"', text)) for text in (markup, washed)))
                for pattern in (r"background-color: ?#\w{6}", r"[^-]color: ?#\w{6}", r"border-(?:left|right)-width: ?6px", r'lang="\w\w',
                                r'dir="\w', r"border-(?:left|right): ?4px", r"line-height: ?44px", "max-width: ?640px"):
                    body, kept = (re.findall(pattern, text) for text in (markup.split("</head>")[1], washed))
                    self.assertEqual(len(body), len(kept), pattern)
                    self.assertTrue(pattern[:8] in ("border-(", "line-hei") or body, pattern)

    def look(self, engine, wash=None):
        # Roundcube puts the body of a mail into a page of its own, white as most are.
        super().look(engine, lambda markup: f'<!DOCTYPE html><meta charset="utf-8"><body style="margin: 0">{self.washed(markup)}</body>')

    test_mails_keep_what_matters_in_webkit = None
