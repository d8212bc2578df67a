"""Large text on narrow screens, in each engine: whoever needs it reads words, not columns of letters."""
import support
from engine_tests import EngineTest, in_each

# Texts of three or more lines with fewer than two letters a line on average, without duplicates.
COLUMNS = """(() => {
  const walker = document.createTreeWalker(document.querySelector('#page'), NodeFilter.SHOW_TEXT), found = new Set(), range = document.createRange();
  for (let node; (node = walker.nextNode());) {
    const letters = node.data.trim().length, within = node.parentElement;
    if (letters < 3 || !within.checkVisibility({visibilityProperty: true}) || within.closest('.vh, svg')) continue;
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top))).size;
    if (lines >= 3 && letters / lines < 2) found.add(node.data.trim().slice(0, 40));
  }
  return [...found];
})()"""


class TextSize(EngineTest):
    def test_large_text_on_narrow_screens_stands_in_words(self):
        for name, source in support.examples().items():
            before = source.parent / "previous.json"
            page = self.open(name, size=(390, 844), baseline=before if before.is_file() else None)
            for width in (390, 320):
                page.resize(width, 844)
                for percent in (150, 200):
                    with self.subTest(example=name, width=width, percent=percent):
                        page.evaluate(f"(document.documentElement.style.fontSize = '{percent}%', 1)")
                        self.assertEqual([], page.evaluate(COLUMNS))
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


InChromium, InFirefox, InWebKit = in_each(TextSize)
