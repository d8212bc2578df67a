"""The messages after the first thousand are compressed, and a reader does not notice it."""
import json
import re

import support
from browser import night, rendered, rules, workshop
from test_browser_download import Saving
from test_browser_own_template import many
from test_browser_policies import many as plain

ALL = ("--everything-inline",)
# What the page says without the messages after the first thousand.
NOTE = "Only the first thousand messages are shown here."


class Packed(Saving):
    def test_a_page_has_the_same_messages_as_one_with_everything_inline(self):
        packed, inline = self.open(many()), self.open(many(), arguments=ALL)
        records = self.records(packed)
        self.assertEqual(1500, len(records))
        self.assertEqual(self.records(inline), records)
        self.assertEqual(self.rows(inline), self.rows(packed))

    def test_a_page_is_much_smaller(self):
        sizes = [len(rendered(plain(9000), arguments=arguments).read_bytes()) for arguments in ((), ALL)]
        small = len(rendered(plain(1000)).read_bytes())
        self.assertLess((sizes[0] - small) * 8, sizes[1] - small, f"{sizes}, and a thousand messages {small}")

    @rules("F1", "F2", "F7")
    def test_compressed_messages_are_searched_filtered_sorted_and_linked(self):
        page = self.open(many(), query="?text=number 1499")
        self.until(page, "document.querySelector('[data-found]').textContent.includes('1 of 1,500')")
        self.eventually(self.assertEqual, 1, page.locator("li[data-key]:visible").count)
        page = self.open(many(), query="?sort=title:desc&category=Tests", page=page)
        self.eventually(self.assertIn, "Finding 1499 ", page.locator("li[data-key]:visible h4").first.inner_text)
        page = self.open(many(), fragment="m1491", page=page)
        self.until(page, "document.activeElement.id === 'm1491'")
        self.eventually(self.assertIn, "Finding 1490 ", page.locator("#m1491").inner_text)

    def test_compressed_messages_are_found_by_their_words(self):
        numbers = range(1500)
        page = self.open(night(categories=[{"id": "tests", "title": "Tests"}], messages=[
            {"title": f"Finding {number} <b>ÄÖ{number}", "category": "tests", "urgency": "error" if number % 3 else "warning",
             "text": f"Half**bold{number}** & `call({number}, a<b)`", "location": {"file": f"src/a{number}.c"},
             **({"details": f"Why {number}?\n\n    code {number % 7}-end"} if number % 5 == 0 else {})} for number in numbers]))
        words = [f"finding {number} <b>äö{number} halfbold{number} & call({number}, a<b) src/a{number}.c tests"
                 + (f" why {number}? code {number % 7}-end" if number % 5 == 0 else "") for number in numbers]
        # Neither the label of a message nor its markup is searched.
        for text in ("Halfbold12", "& call(13", "a<b 77", "&lt;", "<b>ÄÖ149", "error", "3-end", "src/a7 tests", "data-key", "why code 9"):
            with self.subTest(text=text):
                count = sum(all(part in one for part in text.lower().split()) for one in words)
                page.locator("#search").fill(text)
                self.eventually(self.assertIn, f"{count:,} of 1,500" if count else "No messages", page.locator("[data-found]").first.inner_text)

    def test_printing_shows_all(self):
        page = self.open(plain(1500))
        self.until(page, "!document.querySelector('[data-waiting]')")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.eventually(self.assertEqual, 1500, page.locator("li[data-key]").count)

    # --- when it can't be read ---

    def reads_the_first_thousand(self, page):
        self.eventually(self.assertTrue, page.get_by_text(NOTE).is_visible)
        shown = page.locator("li[data-key]:visible")
        self.eventually(self.assertLessEqual, 1000, shown.count)
        self.assertLess(shown.count(), 1500)
        return 1500 - shown.count()

    @rules("M14")
    def test_without_script_the_first_thousand_are_whole_and_the_page_counts_the_others(self):
        page = self.open(plain(1500), script=False)
        rest = self.reads_the_first_thousand(page)
        counts = [int(re.search(r"\d+", words)[0]) for words in page.locator("section .and-more").all_inner_texts()]
        self.assertEqual(rest, sum(counts))

    def test_a_browser_that_cannot_decompress_shows_the_page_as_without_script(self):
        # A later goto runs this script, too.
        page = self.open(plain(20))
        page.add_init_script("delete window.DecompressionStream")
        page = self.open(plain(1500), page=page)
        self.reads_the_first_thousand(page)
        self.assertFalse(page.evaluate("document.documentElement.matches('.js')"))
        self.assertEqual(1, len(self.words), self.words)
        self.assertIn("cannot read the messages after the first thousand", self.words.pop())

    @rules("M14")
    def test_with_everything_inline_a_page_is_whole_without_script(self):
        page = self.open(plain(1500), script=False, arguments=ALL)
        self.eventually(self.assertEqual, 1500, page.locator("li[data-key]").count)
        last = page.locator("li[data-key]").last
        last.scroll_into_view_if_needed()
        self.eventually(self.assertTrue, last.is_visible)

    def test_pages_of_a_site_are_compressed_too_unless_everything_is_inline(self):
        source = workshop() / "many.json"
        source.write_text(json.dumps(plain(1500)))
        for arguments, is_packed in (((), True), (ALL, False)):
            site = workshop() / f"site{is_packed}"
            result = support.run("publish", source, "--site", site, "--project", "core", "-q", *arguments)
            self.assertEqual(support.DONE, result.returncode, result.stderr)
            text = (site / "core/index.html").read_text(encoding="utf-8")
            self.assertEqual(is_packed, "application/gzip" in text)
            self.eventually(self.assertIn, "1,500", self.open(site / "core/index.html").locator("body").inner_text)
