"""Puts two views of one page into one picture: regular and light, compact and dark at the timeline.

usage: screenshots.py PAGE.html PICTURE.png; called by bin/screenshots
"""
import base64
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

REGULAR, COMPACT = (808, 800), (360, 800)
BROWSER = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))

FRAME = """<!DOCTYPE html>
<style>
  body { margin: 0; padding: 8px; display: flex; gap: 16px; inline-size: max-content; background: #d9e0e7 }
  img { display: block; border-radius: 6px }
</style>
<img src="data:image/png;base64,%s"><img src="data:image/png;base64,%s">
"""


def view(browser, address, size, scheme, selector=None):
    """The page as it stands in a window of that size, scrolled to an element where one is named."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    if selector:
        # A little of what stands above is left in sight, so that the place is recognised.
        page.evaluate("s => scrollTo(0, document.querySelector(s).getBoundingClientRect().top - 280)", selector)
    picture = page.screenshot()
    context.close()
    return base64.b64encode(picture).decode()


def main(source, target):
    address = pathlib.Path(source).resolve().as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        views = (view(browser, address, REGULAR, "light"),
                 view(browser, address, COMPACT, "dark", '[data-component="now-indicator"]'))
        page = browser.new_page(viewport={"width": 1200, "height": 816})
        page.set_content(FRAME % views)
        page.wait_for_function("[...document.images].every(image => image.complete)")
        page.screenshot(path=target, full_page=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
