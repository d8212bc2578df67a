"""Draws the pictures of the documents, or every component in every state for eyes to review.

usage: screenshots.py PAGES PICTURES          the documents' pictures, from PAGES/gallery.html and PAGES/nightly.html
       screenshots.py --all PAGES PICTURES    each component and each state at 360 and 1280 px, light and dark
Called by bin/screenshots.
"""
import base64
import contextlib
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

BROWSER = next(path for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
COMPACT, REGULAR = (360, 740), (1280, 900)
NOW = '[data-component="now-indicator"]'

# Pages side by side in one picture.
FRAME = """<!DOCTYPE html>
<style>
  body { margin: 0; padding: 12px; display: flex; gap: 16px; inline-size: max-content; background: #d9e0e7 }
  img { display: block; border-radius: 6px }
</style>
"""

# The parts of a page that are drawn one by one, by the names of their pictures.
PARTS = {
    "run": ".as-of, .run", "alerts": ".alerts", "overview": ".overview", "news": "#news", "fixed": ".news.past", "banner": ".banners > :last-child",
    "facts": ".facts", "preview": ".preview", "messages": "#messages", "timeline": "#timeline",
}


@contextlib.contextmanager
def opened(browser, address, size, scheme, touch=None):
    """A page whose alerts are answered: they come up one after the other when it opens."""
    width, height = size
    touch = width < 600 if touch is None else touch
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                  reduced_motion="reduce", has_touch=touch, is_mobile=touch)
    context.set_default_timeout(5000)
    page = context.new_page()
    page.goto(address)
    settle(page)
    yield page
    context.close()


def settle(page):
    page.wait_for_timeout(250)


def answer(page):
    """Cancels every alert that is up."""
    for _ in range(9):
        if not page.locator("dialog[open]").count():
            return
        page.keyboard.press("Escape")
        settle(page)


def scroll_to(page, selector, room=0):
    """Scrolls so that an element stands below the window's upper edge with some room."""
    page.evaluate("([s, room]) => scrollTo(0, scrollY + document.querySelector(s).getBoundingClientRect().top - room)",
                  [selector, room])
    settle(page)


# --- states: what a person does to see them ------------------------------------------------------

def press(page, selector):
    target = page.locator(selector).first
    target.scroll_into_view_if_needed()
    target.click()
    settle(page)


def over(page, selector):
    target = page.locator(selector).first
    target.scroll_into_view_if_needed()
    target.hover()
    settle(page)


def keys(page, *names):
    for name in names:
        page.keyboard.press(name)
    settle(page)


def in_row(page, selector):
    """Opens the first row that holds something, and presses that."""
    press(page, f"[data-rows] > li:has({selector}) [data-row] > summary")
    press(page, f"[data-row][open] {selector}")


STATES = {
    "detail-view": lambda page: press(page, ".overview > .btn"),
    "details": lambda page: in_row(page, ".d:has(> .p) > summary"),
    "action-sheet": lambda page: in_row(page, ".d:has(> .sheet) > summary"),
    "row": lambda page: press(page, "[data-rows] > li > [data-row] > summary"),
    "show-more": lambda page: press(page, ".cut > .more > summary"),
    "comfortable": lambda page: (press(page, ".menu > .btn"), press(page, "#more-tools > :nth-child(2)")),
    "cleared": lambda page: (over(page, "[data-rows] > li"), press(page, "[data-rows] > li > .clear")),
    "category": lambda page: press(page, "[data-chip^=category]"),
    "search": lambda page: (page.locator("#search").fill("frame"), settle(page), scroll_to(page, "#messages", 60)),
    "sort-and-filter": lambda page: press(page, "#messages .openers button"),
    "entry-details": lambda page: press(page, ".cell > .d > summary"),
    "link-of-a-cell": lambda page: over(page, "[data-rows] > li h4"),
    "focused-cell": lambda page: (scroll_to(page, "#messages", 80), keys(page, "j", "j")),
    "keys": lambda page: keys(page, "?"),
    "now": lambda page: keys(page, "n"),
}
COMPACT_STATES = {"timeline-sheet": lambda page: press(page, ".preview")}


def draw_all(browser, pages, pictures):
    """Every part and every state; what a state lacks on this page is said and left out."""
    count = 0
    for size in (COMPACT, REGULAR):
        for scheme in ("light", "dark"):
            ending = f"{size[0]}-{scheme}.png"
            address = (pages / "gallery.html").as_uri()
            for page_name in ("gallery", "nightly"):
                with opened(browser, (pages / f"{page_name}.html").as_uri(), size, scheme) as page:
                    if page_name == "gallery":
                        page.screenshot(path=pictures / f"alert-{ending}")
                    answer(page)
                    page.screenshot(path=pictures / f"page-{page_name}-{ending}", full_page=True)
                    for name, selector in PARTS.items() if page_name == "gallery" else ():
                        page.locator(selector).first.screenshot(path=pictures / f"part-{name}-{ending}")
                        count += 1
            states = STATES | (COMPACT_STATES if size == COMPACT else {})
            for name, act in states.items():
                with opened(browser, address, size, scheme, touch=False) as page:
                    answer(page)
                    try:
                        act(page)
                    except Exception as error:  # noqa: BLE001: whatever it is, the other states are drawn
                        print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                        continue
                    page.screenshot(path=pictures / f"state-{name}-{ending}")
                    count += 1
    print(f"{count} parts and states are drawn.")


# --- the documents' pictures ---------------------------------------------------------------------

def shot(page):
    return base64.b64encode(page.screenshot()).decode()


def frame(browser, shots, target):
    page = browser.new_page(viewport={"width": 400, "height": 400})
    page.set_content(FRAME + "".join(f'<img src="data:image/png;base64,{one}">' for one in shots))
    page.wait_for_function("[...document.images].every(image => image.complete)")
    page.locator("body").screenshot(path=target)
    page.close()


def view(browser, address, size, scheme, act=lambda page: None):
    with opened(browser, address, size, scheme) as page:
        answer(page)
        act(page)
        return shot(page)


def draw_pictures(browser, pages, pictures):
    nightly, gallery = ((pages / f"{name}.html").as_uri() for name in ("nightly", "gallery"))
    # A night's report: regular and light, compact and dark at the timeline.
    frame(browser, (view(browser, nightly, (760, 700), "light"),
                    view(browser, nightly, (340, 700), "dark", lambda page: scroll_to(page, NOW, 280))),
          pictures / "nightly.png")
    # On a phone: the messages as a sheet, the details of one, the timeline.
    small = (340, 640)
    frame(browser, (view(browser, gallery, small, "light", STATES["detail-view"]),
                    view(browser, gallery, small, "light", STATES["details"]),
                    view(browser, gallery, small, "dark", COMPACT_STATES["timeline-sheet"])),
          pictures / "phone.png")
    # On a desk: search and filters above the messages, the timeline beside them.
    frame(browser, (view(browser, nightly, (1180, 640), "light", lambda page: scroll_to(page, "#messages", 64)),),
          pictures / "desk.png")


def main(*words):
    everything = words[0] == "--all"
    pages, pictures = (pathlib.Path(word).resolve() for word in words[-2:])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        (draw_all if everything else draw_pictures)(browser, pages, pictures)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
