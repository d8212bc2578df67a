"""What the tests of clearing share: a few messages, and how a person takes hold of them."""
import contextlib

from browser import point

MESSAGES = [
    {"title": "Index lost a block", "category": "Storage", "urgency": "error"},
    {"title": "Compaction was slow", "category": "Storage"},
    {"title": "Snapshot is old", "category": "Storage"},
    {"title": "Peer timed out", "category": "Sync"},
    {"title": "Clock is skewed", "category": "Sync"},
    {"title": "Page has no title", "category": "Handbook", "urgency": "information"},
]
SENTENCE = ["1 error", "6 messages", "4 warnings", "1 note"]


def cell(page, title):
    return page.locator("li[data-key]", has_text=title)


def section(page, title):
    return page.locator("section[data-position]", has=page.locator("h3 bdi", has_text=title))


def counts(page):
    """The counts of the verdict."""
    texts = page.locator("#overview :is(.v, .all-in, .signs [title])").evaluate_all("all => all.map(one => one.title || one.textContent)")
    return [" ".join(text.split()) for text in texts]


def count(page, title):
    return section(page, title).locator("h3 .n").inner_text()


def clear(page, title):
    """As a mouse does it: over the cell, then on its button."""
    cell(page, title).hover()
    page.get_by_role("button", name=f"Clear message: {title}").click()


def undo(page):
    return page.get_by_role("button", name="Undo")


def middle(page, title):
    """Brings a cell to the middle of the window and says where its text is."""
    cell(page, title).evaluate("it => it.scrollIntoView({block: 'center'})")
    return point(page, cell(page, title))


@contextlib.contextmanager
def finger(page, start):
    """A finger on the glass: the function that it gives moves it."""
    session = page.context.new_cdp_session(page)

    def send(kind, *places):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})
        page.wait_for_timeout(16)

    send("touchStart", start)
    yield lambda x, y: send("touchMove", (x, y))
    send("touchEnd")
