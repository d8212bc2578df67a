"""What a reader does not lose, in each engine: the place on the page, and words that nothing covers or cuts."""
from browser import night, rules
from engine_tests import COMPACT, EngineTest, in_each

BROKEN = "The build is broken"
LOG = "```\n" + "\n".join(f"line {number}" for number in range(60)) + "\n```"
LATER = [f"Later finding {number}" for number in range(30)]
NIGHT = night([{"title": BROKEN, "urgency": "error", "category": "Builds", "text": "The linker failed.", "details": LOG}, *LATER],
              categories=[{"id": "Builds", "title": "Builds"}])
BEFORE = night(["Something else", *LATER])
PHONES, DESK = ((360, 740), COMPACT, (414, 896)), (1280, 900)

# Long names in three scripts, with all parts that a heading or a row can have next to each other.
LONG = {
    "en": ("Integration tests of the synchronization service", "SyncEndToEndTests.uploadsTenThousandSmallFilesOverASlowLine timed out"),
    "de": ("Datensicherungswiederherstellungsprüfungen der Nacht", "Wiederherstellungszeitüberschreitung beim Zurückspielen der Sicherung"),
    "ar": ("اختبارات التكامل لخدمة المزامنة بين الأجهزة", "انتهت مهلة رفع عشرة آلاف ملف صغير عبر خط بطيء جدًا"),
}


def crowded(locale):
    """A report with as many chips in headings and rows as there can be, and what opens beside them."""
    category, title = LONG[locale]
    cell = {"category": "a", "title": title, "urgency": "error", "owner": "@harbor/storage-and-synchronization", "time": "2026-11-20T02:31:00Z",
            "url": "https://ci.example/run/1", "location": {"file": "Sources/Sync/SyncEndToEndTests.swift", "line": 1297}}
    return night([
        {**cell, "kind": "alert", "text": "Renew it before Monday.", "actions": [{"title": "Renew", "url": "https://ci.example/renew"}]},
        {**cell, "kind": "offline"}, cell, {**cell, "title": title + " (2)", "details": LOG}, {**cell, "title": title + " (3)", "category": "b"}],
        locale=locale, categories=[{"id": "a", "title": category}, {"id": "b", "title": category + " 2"}],
        timeline=[{"time": "2026-11-20T02:00:00Z", "title": title, "url": "https://ci.example"}])


# Words, controls and signs of the page that overlap, by their boxes in pixels.
OVERLAPS = """(() => {
  const parts = [...document.querySelectorAll(`#page :is(h1, h2, h3 bdi, h4, .t, time, [data-place], [data-owner], .c, .n, [data-label],
    .clear, .plain, .copy, button, summary .i, .chip, .i)`)].filter(node => node.checkVisibility({visibilityProperty: true, opacityProperty: true})
      && !node.closest('.vh, [popover], dialog:not([open]), [inert]') && !node.querySelector('.vh'));
  const boxes = parts.map(node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    // Of what is cut or scrolls only what is seen counts.
    const own = node.getBoundingClientRect().toJSON();
    for (let at = node.parentElement; at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const around = at.getBoundingClientRect();
      own.left = Math.max(own.left, around.left);
      own.top = Math.max(own.top, around.top);
      own.right = Math.min(own.right, around.right);
      own.bottom = Math.min(own.bottom, around.bottom);
    }
    return (node.childNodes.length && !node.matches('button, .chip, .i, [data-label]') ? [...range.getClientRects()] : [own])
      .map(box => [Math.max(box.left, own.left), Math.max(box.top, own.top), Math.min(box.right, own.right), Math.min(box.bottom, own.bottom)]);
  });
  const found = [];
  parts.forEach((one, at) => parts.slice(at + 1).forEach((other, step) => {
    if (one.contains(other) || other.contains(one)) return;
    for (const a of boxes[at]) for (const b of boxes[at + 1 + step]) {
      const [width, height] = [Math.min(a[2], b[2]) - Math.max(a[0], b[0]), Math.min(a[3], b[3]) - Math.max(a[1], b[1])];
      if (width > 1.5 && height > 3) found.push(`${one.className || one.localName} "${one.textContent.trim().slice(0, 30)}" / ` +
        `${other.className || other.localName} "${other.textContent.trim().slice(0, 30)}" ${Math.round(width)}x${Math.round(height)}`);
    }
  }));
  return [...new Set(found)].slice(0, 10);
})()"""


class Places(EngineTest):
    def place(self, page):
        return page.evaluate("Math.round(scrollY)")

    @rules("V1", "F7")
    def test_details_close_where_they_were_opened_whatever_link_was_followed_before(self):
        for fragment, link in (("messages", "#overview > a[href='#messages']"), ("new", "#overview a[href='#new']")):
            for way in ("button", "Escape", "summary"):
                with self.subTest(fragment=fragment, way=way):
                    # A click on a row of a wider page opens the panel.
                    page = self.open(NIGHT, size=(1000 if way == "summary" else 1280, 400), baseline=BEFORE)
                    page.click(link)
                    page.wait(f"location.hash === '#{fragment}'")
                    page.wait(page.NOTHING_OVER)
                    # Scrolls away from the link's target.
                    page.evaluate(f"(document.querySelector('{page.row(BROKEN)}').scrollIntoView({{block: 'center', behavior: 'instant'}}), 1)")
                    page.open_row(BROKEN)
                    page.wait("scrollY > 50")
                    if way == "summary":
                        place = self.place(page)
                        page.click(page.row(BROKEN))
                        page.wait(f"!({page.is_row_open(BROKEN)})")
                        page.wait(page.has_focus(page.row(BROKEN)))
                    else:
                        page.click(page.details(BROKEN))
                        page.wait(page.is_over("line 59"))
                        page.wait(page.has_focus(page.CLOSER))
                        place = self.place(page)
                        page.click(page.CLOSER) if way == "button" else page.press(way)
                        page.wait(page.NOTHING_OVER)
                        page.wait(page.has_focus_within(f"#{page.id(BROKEN)}"))
                        page.wait("history.state && !history.state.depth")
                    page.wait(f"Math.abs(scrollY - {place}) < 2")
                    # The page does not scroll later.
                    for _ in range(3):
                        page.evaluate("new Promise(requestAnimationFrame).then(() => 1)")
                    self.assertAlmostEqual(place, self.place(page), delta=2)
                    self.assertFalse(page.evaluate("document.activeElement === document.body"))

    def test_a_key_scrolls_the_page_right_after_something_closed(self):
        page = self.open(night(LATER, timeline=[f"Step {number}" for number in range(12)]), size=(1280, 400))
        # Delays frames as a busy machine does.
        page.evaluate("(window.requestAnimationFrame = act => setTimeout(act, 500), 1)")
        self.assertFalse(page.evaluate(page.is_in_window(page.NOW)))
        page.press("?")
        page.wait(f"!!document.querySelector('{page.DIALOG} kbd')")
        page.press("Escape")
        page.wait(page.NOTHING_OVER + " && !history.state?.depth")
        page.press("n")
        page.wait(page.is_in_window(page.NOW))
        # By then all frames requested earlier have been drawn.
        page.evaluate("new Promise(requestAnimationFrame).then(() => 1)")
        self.assertTrue(page.evaluate(page.is_in_window(page.NOW)))

    @rules("M8", "M9")
    def test_nothing_covers_words_on_a_phone_or_on_a_desk(self):
        for locale in LONG:
            page = self.open(crowded(locale), baseline=night(["Other"]), size=PHONES[0])
            if page.evaluate("!!document.querySelector('dialog[open]')"):
                page.press("Escape")
                page.wait("!document.querySelector('dialog[open]')")
            for size in (*PHONES, DESK):
                page.resize(*size)
                with self.subTest(locale=locale, size=size):
                    self.assertEqual([], page.evaluate(OVERLAPS))
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])

    @rules("M9")
    def test_the_link_to_a_message_covers_neither_its_time_nor_its_title(self):
        plain, rich = "Nothing to open", "A row that opens to its text and to a link of its own, whose title is longer than one line"
        report = night([{"title": rich, "text": "It fails.", "url": "https://ci.example/1", "time": "2026-11-20T02:31:00Z"},
                        {"title": plain, "time": "2026-11-20T02:15:00Z"}])
        for size in (PHONES[0], COMPACT, DESK):
            page = self.open(report, size=size)
            for title, is_open in ((rich, False), (rich, True), (plain, False)):
                with self.subTest(size=size, title=title, is_open=is_open):
                    if is_open:
                        page.open_row(title)
                    cell = f"document.querySelector('#{page.id(title)}')"
                    page.evaluate(f"({cell}.dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}})), 1)")
                    page.wait(f"!!{cell}.querySelector('.linker')")
                    self.assertEqual([], page.evaluate(f"""(cell => {{
                      const box = node => node.getBoundingClientRect(), link = cell.querySelector('.linker'), over = box(link);
                      if (!link.checkVisibility()) return [];
                      return [...cell.querySelectorAll('time, [data-title]')].filter(node => {{
                        const range = document.createRange();
                        range.selectNodeContents(node);
                        return [...range.getClientRects()].some(one => one.right > over.left + 1 && one.left < over.right - 1 &&
                          one.bottom > over.top + 1 && one.top < over.bottom - 1);
                      }}).map(node => node.textContent); }})({cell})"""))

    @rules("M10")
    def test_the_handle_of_the_sheet_covers_none_of_its_buttons(self):
        page = self.open(NIGHT, size=PHONES[0])
        page.tap(page.VIEW_DETAILS)
        self.assertAt(page, page.VIEW, left=0, bottom=PHONES[0][1])
        self.assertEqual([], page.evaluate(f"""[...document.querySelectorAll('{page.VIEW} > .ledge > .btn')].filter(button => {{
          const {{left, top, width, height}} = button.getBoundingClientRect();
          return [0.05, 0.5, 0.95].some(at => document.elementFromPoint(left + width * at, top + height / 2)?.closest('.grip'));
        }}).map(button => button.textContent)"""))

    @rules("A2", "B1")
    def test_an_alert_that_opens_is_whole_and_offers_no_more_of_itself(self):
        long = "A text that takes more than the two lines which an alert in the page shows of it. " * 4
        for size in (PHONES[0], COMPACT, DESK):
            page = self.open(night([*({"kind": "alert", "urgency": "error", "title": f"Disk {disk} is full", "text": long} for disk in "ab"), "One"]),
                             size=size, baseline=night(["Other"]))
            for disk in "ab":
                with self.subTest(size=size, disk=disk):
                    page.wait(page.is_over(f"Disk {disk} is full"), seconds=20)
                    self.assertEqual(0, page.evaluate("""[...document.querySelectorAll('dialog[open] [data-more]')]
                      .filter(node => node.checkVisibility()).length"""))
                    self.assertEqual(0, page.evaluate("""[...document.querySelectorAll('dialog[open] .x')]
                      .filter(node => node.scrollHeight > node.clientHeight + 1).length"""))
                    page.press("Escape")
            page.wait(page.NOTHING_OVER)
            page.forget()


InChromium, InFirefox, InWebKit = in_each(Places)
