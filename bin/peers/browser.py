"""Measures in Chromium when a page answers."""
import shutil
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = 1_000       # milliseconds without a long task, after which a page is taken to be done

# Remembers when the last task of more than 50 ms ended: until then the page does not answer.
WATCH = """window.__last = 0;
new PerformanceObserver(list => {
  for (const {startTime, duration} of list.getEntries()) window.__last = Math.max(window.__last, startTime + duration);
}).observe({type: 'longtask', buffered: true});"""
STATE = "[Math.max(__last, performance.getEntriesByType('navigation')[0].loadEventEnd), performance.now()]"


def answers(page, limit):
    """Seconds from opening a page until it is loaded and its last long task is over; None if that takes too long."""
    from playwright.sync_api import Error, sync_playwright      # Only here: no other measurement needs it.
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            view = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
            view.add_init_script(WATCH)
            end = time.monotonic() + limit
            view.goto(page.resolve().as_uri(), wait_until="load", timeout=limit * 1000)
            while time.monotonic() < end:
                view.wait_for_timeout(200)
                last, now = view.evaluate(STATE)
                if now - last > QUIET:
                    return last / 1000
        except Error:       # A page may be too much for a browser.
            return None
        finally:
            browser.close()
    return None
