"""Titles that are cut after two lines, in each engine: a sign of omission stands only where something is left out."""
from browser import night
from engine_tests import COMPACT, EngineTest, in_each

# On a phone the titles take from one line to more than two.
TITLES = [" ".join(f"word{number}" for number in range(count)) for count in range(3, 15)]
LINES = """[...document.querySelectorAll('.fresh .ti')].map(title =>
  Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)))"""


class Titles(EngineTest):
    def test_a_title_of_two_lines_is_whole(self):
        page = self.open(night([{"title": title, "urgency": "error"} for title in TITLES]), size=COMPACT, baseline=night(["Other"]))
        cut = page.evaluate(LINES)
        self.assertEqual(len(TITLES), len(cut))
        self.assertEqual({1, 2}, set(cut))
        # Titles of more than two lines may be cut, so they are removed.
        page.evaluate("document.querySelectorAll('.fresh .ti').forEach(title => title.style.webkitLineClamp = '9')")
        whole = page.evaluate(LINES)
        self.assertIn(3, whole)
        page.evaluate(f"(lines => document.querySelectorAll('.fresh li').forEach((row, at) => lines[at] > 2 && row.remove()))({whole})")
        page.evaluate("document.querySelector('.fresh').scrollIntoView({behavior: 'instant'})")
        # A busy machine may still draw something else between the two pictures.
        self.eventually(self.assertTrue, lambda: self.cut_at(page, 2) == self.cut_at(page, 9))

    def cut_at(self, page, lines):
        """A picture of titles that are cut after so many lines."""
        page.evaluate(f"document.querySelectorAll('.fresh .ti').forEach(title => title.style.webkitLineClamp = '{lines}')")
        return self.settled()

    def settled(self):
        """A picture of the window once nothing moves."""
        last, picture = None, b""
        while last != picture:
            last = picture
            self.browser.picture(self.folder / "window.png")
            picture = (self.folder / "window.png").read_bytes()
        return picture


InChromium, InFirefox, InWebKit = in_each(Titles)
