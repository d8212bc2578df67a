"""The page of a report in one of several engines: where its parts are, and what a reader does with them.

    page = ReportPage(engines.start("firefox"))
    page.open(address)
    page.search("linker")
    page.wait(page.shows("The build is broken"))

Every selector and gesture of the tests that run in all engines is here. Expressions are JavaScript, for `wait`.
"""
import json

MESSAGES = "#messages li[data-key]"
TITLE = "[data-title] > .ti"
DIALOG = "dialog[open]"
VIEW = ".part[role=dialog]"
FAST = "#messages [role=group]"
FOCUSED = "document.activeElement"
# Words without the white space that only separates elements.
WORDS = "(node => node.textContent.replace(/\\s+/g, ' ').trim())"
SHOWN = f"[...document.querySelectorAll('{MESSAGES}')].filter(cell => cell.checkVisibility())"
TITLES = f"{SHOWN}.map(cell => {WORDS}(cell.querySelector('{TITLE}')))"


class ReportPage:
    SEARCH = "#search"
    FORM = f"{DIALOG} form"
    FORM_OPENER = f"{FAST} [aria-haspopup][data-chip='']"
    APPLY = f"{DIALOG} [value=apply]"
    # The link to the list of messages, which is a sheet on compact.
    VIEW_DETAILS = "#overview > a[href='#messages']"
    VIEW = VIEW
    VIEW_CLOSER = f"{VIEW} > .ledge > button:last-of-type"
    VIEW_GRIP = f"{VIEW} .grip"
    MESSAGES_HEADING = ".part:has(> #messages) > h2"
    # The dialogs that cover the page: details, actions, alerts, the list of keys.
    DIALOG = DIALOG
    CLOSER = f"{DIALOG} [data-role=cancel]"
    GRIP = f"{DIALOG} .grip"
    # The fast filters of categories.
    CATEGORY = f"{FAST} label:has([name=category])"
    # In the view of a message: its title, and the link to the previous message.
    VIEWED = f"document.querySelector('{DIALOG} h4').textContent"
    PREVIOUS = f"{DIALOG} .nav > .btn"
    PREVIEW = "[data-component=timeline-preview]"
    ALERT_WORDS = f"{DIALOG} .inside"

    NOW = "[data-component=now-indicator]"

    NOTHING_OVER = f"!document.querySelector('{DIALOG}, {VIEW}, [popover]:popover-open, [inert]')"

    def __init__(self, engine):
        self.engine = engine

    def __getattr__(self, name):
        # The methods of any page: click, press, type, wait, evaluate, box.
        return getattr(self.engine, name)

    def room(self):
        """The width of the window without its scrollbar, whose room the page keeps while something stands over it."""
        return self.evaluate("document.documentElement.clientWidth")

    def open(self, address):
        self.engine.open(address)
        self.wait("document.documentElement.classList.contains('js')")

    def forget(self):
        """Empties what the device remembers of pages: what was cleared and answered."""
        self.evaluate("localStorage.clear()")

    def focus(self, selector):
        self.evaluate(f"(document.querySelector({json.dumps(selector)}).focus(), 1)")

    def is_in_window(self, selector):
        """Whether all of an element is in the window."""
        return (f"(box => box.height && box.top >= 0 && box.bottom <= innerHeight)"
                f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")

    # --- messages ---

    def id(self, title):
        """The id of the message with this title."""
        return self.wait(f"[...document.querySelectorAll('{MESSAGES}')].find(cell => "
                         f"{WORDS}(cell.querySelector('{TITLE}')) === {json.dumps(title)})?.id")

    def shows(self, *titles):
        """Whether the list shows these messages and no others, in this order."""
        return f"JSON.stringify({TITLES}) === {json.dumps(json.dumps(titles, separators=(',', ':')))}"

    def shows_more_than(self, count):
        return f"{TITLES}.length > {count}"

    def shows_first(self, title):
        return f"{TITLES}[0] === {json.dumps(title)}"

    def row(self, title):
        """What opens a message in its place."""
        return f"#{self.id(title)} [data-row] > summary"

    def is_row_open(self, title):
        return f"(rest => !!rest && rest.checkVisibility())(document.querySelector('#{self.id(title)} [data-rest]'))"

    def open_row(self, title):
        """Opens a row in its place. On a wide page, a click would show its message in the panel."""
        if self.evaluate(self.is_row_open(title)):
            return
        if self.evaluate("innerWidth") < 1100:
            self.click(self.row(title))
        else:
            self.evaluate(f"document.querySelector('#{self.id(title)} details[data-row]').open = true")
        self.wait(self.is_row_open(title))

    def details(self, title):
        """What opens the details of an open message."""
        return f"#{self.id(title)} summary:has(+ [data-details])"

    def actions(self, title):
        return f"#{self.id(title)} summary:has(+ [data-actions])"

    # --- search, filters, sort ---

    def search(self, words):
        self.click(self.SEARCH)
        self.type(words)

    def chip(self, key, value):
        """The fast filter of a value."""
        return f"{FAST} label:has([name={key}][value={value}])"

    def chip_box(self, key, value):
        """What has the focus in that chip."""
        return f"{FAST} [name={key}][value={value}]"

    def open_form(self):
        self.click(self.FORM_OPENER)
        self.wait(f"!!document.querySelector('{self.FORM}')")

    def choose(self, name, *values):
        """Ticks these values of a criterion or a filter in the form, and no others."""
        boxes = f"[...document.querySelectorAll('{self.FORM} [name={name}]')]"
        for value, checked in self.evaluate(f"{boxes}.map(box => [box.value, box.checked])"):
            if checked != (value in values):
                self.click(f"{self.FORM} [name={name}][value={value}]")

    def apply(self):
        self.click(self.APPLY)
        self.wait(self.NOTHING_OVER)

    # --- elements that cover the page, and the focus ---

    def is_over(self, words="", within=DIALOG):
        """Whether something stands over the page, in the window, and says these words."""
        return (f"(box => !!box && {WORDS}(box).includes({json.dumps(words)}) && "
                f"(({{top, bottom}}) => top >= -1 && bottom <= innerHeight + 1)(box.getBoundingClientRect()))"
                f"(document.querySelector('{within}'))")

    def has_focus(self, selector):
        return f"{FOCUSED}.matches({json.dumps(selector)})"

    def has_focus_within(self, selector):
        return f"!!{FOCUSED}.closest({json.dumps(selector)})"

    def focused_message(self, title):
        """Whether the message with this title has the focus itself."""
        return f"{FOCUSED}.matches('{MESSAGES}') && {WORDS}({FOCUSED}.querySelector('{TITLE}')) === {json.dumps(title)}"
