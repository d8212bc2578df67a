"""Pictures of a test, in Chromium, Firefox and WebKitGTK: shown in a row, compared over the page, linked when they are large."""
import functools
import json
import pathlib

import support
from browser import night, workshop
from engine_tests import EngineTest, in_each
from test_attachments import png
from test_engines_assets import served

NAMES = ["expected.png", "actual.png", "diff.png", "window.png"]
SHOWN = "[...document.querySelectorAll('.viewer-stage img')].map(one => one.alt).join()"
SIZES = "[...document.querySelectorAll('.shots img')].map(one => one.complete && one.naturalWidth).join()"
PICTURE = ".shot > summary"


@functools.cache
def site():
    folder = pathlib.Path(workshop()) / "pictures"
    folder.mkdir()
    for name, color, noise in zip(NAMES, ((0, 90, 200), (200, 40, 60), (255, 255, 0), (40, 160, 90)), (0, 0, 0, 300_000)):
        (folder / name).write_bytes(png(120, 80, color, noise))
    files = [{"path": name, "role": name[:-4]} for name in NAMES[:3]] + [{"path": NAMES[3]}]
    (folder / "night.json").write_text(json.dumps(night([{"title": "Cart", "attachments": files}, {"title": "Other"}])), encoding="utf-8")
    result = support.run("publish", folder / "night.json", "--site", folder / "site", "--project", "core", "--run", "1", "-q")
    assert result.returncode == support.DONE, result.stderr.decode()
    return folder / "site"


class Pictures(EngineTest):
    def forget(self):
        """These tests store nothing."""

    def each(self, size=(1280, 900)):
        for base in (served(str(site())), f"file://{site()}"):
            for name in ("core/index.html", "core/runs/1/index.html"):
                with self.subTest(page=name, base=base):
                    self.blank(size)
                    self.browser.open(f"{base}/{name}")
                    self.browser.wait("document.documentElement.classList.contains('js')")
                    self.browser.evaluate("document.querySelector('#m1 details[data-row]').open = true")
                    yield self.browser

    def test_large_pictures_are_loaded_from_their_file(self):
        for page in self.each():
            page.evaluate("document.querySelectorAll('.shots img').forEach(one => { one.loading = 'eager' })")
            page.wait(f"{SIZES} === '120,120,120,120'")
            self.assertRegex(page.evaluate("document.querySelectorAll('.shots img')[3].src"), r"/runs/1/file-\w+\.png$")

    def test_pictures_are_compared_over_the_page_by_keyboard(self):
        for page in self.each():
            page.evaluate(f"document.querySelector('{PICTURE}').focus()")
            page.press("Enter")
            page.wait("!!document.querySelector('dialog.viewer:modal')")
            page.wait(f"{SHOWN} === 'Expected: expected.png,Actual: actual.png,Difference: diff.png'")
            page.evaluate("document.querySelector('[data-mode=slider]').focus()")
            page.press("Enter")
            page.wait(f"{SHOWN} === 'Expected: expected.png,Actual: actual.png'")
            page.evaluate("document.querySelector('.viewer input').focus()")
            page.press("ArrowLeft")
            page.wait("document.querySelector('.viewer-stage').style.getPropertyValue('--at') === '49%'")
            page.evaluate("document.querySelector('[data-mode=difference]').focus()")
            page.press("Enter")
            page.wait(f"{SHOWN} === 'Difference: diff.png'")
            page.press("ArrowRight")
            page.wait(f"{SHOWN} === 'window.png'")
            page.press("+")
            page.wait("document.querySelector('.viewer-stage img').clientWidth >= 240")
            page.press("Escape")
            page.wait("!document.querySelector('dialog.viewer')")
            page.wait(f"document.activeElement === document.querySelector('{PICTURE}')")

    def test_a_phone_shows_the_pictures_below_each_other(self):
        for page in self.each((390, 844)):
            page.wait(f"document.querySelector('{PICTURE}').getBoundingClientRect().height > 50")
            page.click(PICTURE)
            page.wait("document.querySelectorAll('.viewer-stage img').length === 3")
            page.wait("document.querySelector('.viewer-stage img').getBoundingClientRect().width >= 100")
            tops = page.evaluate("[...document.querySelectorAll('.viewer-stage img')].map(one => Math.round(one.getBoundingClientRect().top))")
            self.assertEqual(3, len({*tops}))
            self.assertEqual(390, page.evaluate("document.documentElement.scrollWidth"))
            page.click(".viewer [data-close]")
            page.wait("!document.querySelector('dialog.viewer')")


InChromium, InFirefox, InWebKit = in_each(Pictures)
