"""Texts are cut at the lines they have at the width shown, and "Show more" stands where something is cut (B1, T7)."""
from browser import BrowserTest, dismiss, night, rules

WORDS = "The index lost a block while the snapshot was written and nothing says which of the two was first. "
# The maximum number of lines of each part.
LIMITS = {".bar > .t": 2, ".rest > .x": 2, "[data-component=alert] > h2": 2, "[data-component=alert] > .x": 1,
          ".cell > .t": 2, ".cell > .x": 3, ".cell > .at": 1}
# In each box (a cell, a banner, an alert): the parts with too many lines; cells with a cut but no
# disclosure, or the reverse; banners and alerts that their bar, or their disclosure if the bar opens
# details, does not open whole and close again. Scrolls to each box, because distant cells are not
# measured.
READ = """async limits => {
  const found = [];
  const frames = async () => { for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame); };
  for (const box of document.querySelectorAll('div[data-kind], [data-component=alert], .cell')) {
    const more = () => [...box.querySelectorAll(':scope > .more, :scope > .rest > .more')].find(one => one.checkVisibility());
    const shown = (box.querySelector('.rest') || box), {top, bottom} = shown.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) {
      shown.scrollIntoView({block: 'start'});
      await frames();
    }
    if (!box.checkVisibility() && !box.firstElementChild.checkVisibility()) continue;
    let isCut = [...box.querySelectorAll(':scope > .st, :scope > .at')].some(part => !part.checkVisibility());
    const parts = Object.entries(limits).flatMap(([selector, most]) => [...box.parentElement.querySelectorAll(selector)]
      .filter(part => part.closest('div[data-kind], [data-component=alert], .cell') === box && part.checkVisibility())
      .map(part => [selector, most, part]));
    const isOver = part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
    for (const [selector, most, part] of parts) {
      const lines = part.clientHeight / parseFloat(getComputedStyle(part).lineHeight);
      if (!more()?.open && lines > most + 0.2) found.push([selector, lines, part.textContent.slice(0, 40)]);
      isCut ||= isOver(part);
    }
    if (box.matches('.cell')) {
      if (!more()?.open && isCut !== !!more()) found.push(['more', isCut, box.textContent.slice(0, 60)]);
      continue;
    }
    const opener = box.querySelector(box.querySelector('[data-details]') ? '.more > summary' : '[data-label], h2');
    for (const isOpen of [true, false]) {
      opener.click();
      await frames();
      if (box.matches('.full') !== isOpen) found.push([isOpen ? 'closed' : 'open', box.textContent.slice(0, 60)]);
      if (!isOpen) continue;
      if (more()?.innerText !== 'Show less') found.push(['word', more()?.innerText]);
      for (const [selector, , part] of parts) if (isOver(part)) found.push(['cut', selector, part.textContent.slice(0, 40)]);
    }
  }
  return found; }"""


def ready(test, *arguments, **options):
    page = test.open(*arguments, **options)
    dismiss(page)
    return page


class LineLimits(BrowserTest):
    @rules("B1", "T7")
    def test_every_example_keeps_line_limits_at_every_width(self):
        for name in ("nightly", "gallery", "incident"):
            for width in (320, 360, 390, 700, 1280):
                with self.subTest(example=name, width=width):
                    page = ready(self, name, size=(width, 800))
                    self.eventually(self.assertEqual, [], lambda: page.evaluate(READ, LIMITS))
                    page.context.close()

    def notices(self, texts, **more):
        """A report whose banners have these texts."""
        return night(["One", "Two", *({"kind": "offline", "title": f"Text {at}", "text": text} for at, text in enumerate(texts))], **more)

    @rules("T7")
    def test_show_more_is_absent_where_nothing_is_cut(self):
        entries = [{"time": "2026-11-20", "title": f"Entry {at}", "description": text} for at, text in enumerate(("Short.", WORDS[:70], WORDS * 2))]
        page = self.open(night(["One"], timeline=entries), size="compact")
        more = lambda at: page.locator(".cell", has_text=f"Entry {at}").locator(".more:visible").count()  # noqa: E731
        self.eventually(self.assertEqual, [0, 0, 1], lambda: [more(at) for at in range(3)])

    @rules("B1", "M9")
    def test_a_message_needs_no_show_more(self):
        for script in (True, False):
            page = self.open(night([{"title": WORDS * 2, "text": WORDS * 5}, "Two"]), size="compact", script=script)
            self.assertEqual(0, page.locator("li[data-key] .more").count())
            page.locator("li[data-key] summary").first.click()
            for part in ("h4", "[data-rest] > [dir]"):
                self.eventually(self.assertLessEqual, lambda: page.locator(f"li[data-key] {part}").first.evaluate(
                    "x => x.scrollHeight - x.clientHeight"), 1, part)

    @rules("B1")
    def test_blocks_lists_and_code_are_cut_at_two_lines_and_opened_whole(self):
        texts = ["One.\n\nTwo.\n\nThree.", "- a\n- b\n- c", "```\none\ntwo\nthree\nfour\n```", "Words\n\n```\n" + "long " * 60 + "\n```",
                 "> a quote\n>\n> of two\n\nand more", "### A heading\n\nand words\n\nand more"]
        for size in ("compact", "regular"):
            page = self.open(self.notices(texts), size=size)
            for at in range(len(texts)):
                with self.subTest(text=texts[at], size=size):
                    banner = page.locator("div[data-kind]", has_text=f"Text {at}")
                    text = banner.locator(".x")
                    text.scroll_into_view_if_needed()
                    self.eventually(self.assertLessEqual, lambda: text.evaluate(
                        "x => x.clientHeight / parseFloat(getComputedStyle(x).lineHeight)"), 2.2)
                    banner.locator(".bar .t").click()
                    # The script receives the toggle event only after the disclosure has opened.
                    page.locator("div[data-kind].full", has_text=f"Text {at}").wait_for(state="attached")
                    self.eventually(self.assertLessEqual, lambda: text.evaluate("x => x.scrollHeight - x.clientHeight"), 1)
                    self.eventually(self.assertEqual, "Show less", banner.locator(".more > summary").inner_text)

    @rules("B1", "T7")
    def test_line_limits_are_measured_again_when_the_width_changes(self):
        entry = {"time": "2026-11-20", "title": WORDS[:60], "description": WORDS, "attributes": [WORDS[:50]]}
        page = self.open(self.notices([WORDS, "Short."], timeline=[entry]))
        self.settle(page)
        for width, cut in ((1000, 0), (360, 1), (1000, 0), (320, 1)):
            with self.subTest(width=width):
                page.set_viewport_size({"width": width, "height": 900})
                self.eventually(self.assertEqual, [], lambda: page.evaluate(READ, LIMITS))
                self.eventually(self.assertEqual, cut, page.locator(".cell .more:visible").count)
                page.evaluate("scrollTo(0, 0)")
        page.locator(".cell .more:visible > summary").click()
        page.evaluate("document.activeElement.blur()")
        page.set_viewport_size({"width": 1000, "height": 900})
        self.eventually(self.assertEqual, 0, page.locator(".cell .more:visible").count, "there is nothing less to show")

    @rules("B1", "M14")
    def test_whole_text_can_be_opened_without_script(self):
        page = self.open(self.notices([(WORDS * 9)[:count] for count in range(20, 800, 60)]), size="compact", script=False)
        for banner in page.locator("div[data-kind]").all():
            if banner.locator(".more:visible").count():
                banner.locator(".more > summary").click()
            self.eventually(self.assertLessEqual, lambda: banner.locator(".x").evaluate("x => x.scrollHeight - x.clientHeight"), 1)
