"""A report on paper: Chromium prints it, and pdftotext reads what was printed."""
import re
import subprocess

from browser import BrowserTest, night, shot

LOG = "```\n" + "\n".join(f"line {number} of the log" for number in range(30)) + "\n```"
ACTIONS = [{"title": "Run Again", "url": "https://ci.example/run"}, {"title": "Ask the Team"}, {"title": "Never Mind", "role": "cancel"}]
MESSAGES = [
    {"title": "The linker failed", "urgency": "error", "category": "Builds", "text": "Two symbols are missing.", "details": LOG,
     "link": {"title": "View log", "url": "https://ci.example/log"}, "actions": ACTIONS},
    *({"title": f"Finding {number:03}", "category": "Checks", "location": {"file": f"src/module-{number:03}.c", "line": number}}
      for number in range(1, 301)),
]
REPORT = night(MESSAGES, timeline=[f"Step {number:02}" for number in range(12)], filters={"fast": ["urgency", "category"]},
               categories=[{"id": name, "title": name} for name in ("Builds", "Checks")])
# Half of the height of an A4 page in points.
HALF = 842 / 2


class Print(BrowserTest):
    def paper(self, source=REPORT, name="paper.pdf", **options):
        """The text of each page of a printed report."""
        page = self.open(source, calm=True, **options)
        path = self.folder / name
        page.pdf(path=path, prefer_css_page_size=True, format="A4", print_background=True)
        words = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True).stdout.decode()
        shot(page, "print-" + name.removesuffix(".pdf"))
        return words.split("\f")[:-1]

    def lowest(self, name="paper.pdf"):
        """How far down the words of each page go, in points, without the line in its lower margin."""
        boxes = subprocess.run(["pdftotext", "-bbox", self.folder / name, "-"], check=True, capture_output=True).stdout.decode()
        return [max(float(edge) for edge in re.findall(r'yMax="([\d.]+)"', page) if float(edge) < 842 - 15 / 25.4 * 72)
                for page in boxes.split("<page ")[1:]]

    def test_pages_are_numbered_and_all_but_the_first_are_headed_by_the_title(self):
        pages = self.paper()
        self.assertGreater(len(pages), 3)
        for number, page in enumerate(pages, 1):
            lines = [line.strip() for line in page.strip().splitlines()]
            self.assertEqual(f"{number} / {len(pages)}", lines[-1])
            # The first page begins with the title as its heading.
            self.assertEqual("Harbor nightly build", lines[0])
            self.assertEqual(1, lines.count("Harbor nightly build"))

    def test_everything_is_printed_and_no_control(self):
        for script in (True, False):
            with self.subTest(script=script):
                words = "\n".join(self.paper(script=script))
                for message in MESSAGES:
                    self.assertIn(message["title"], words)
                for part in ("Two symbols are missing.", "line 0 of the log", "line 29 of the log", "src/module-300.c:300", "Step 00", "Step 11"):
                    self.assertIn(part, words)
                for control in ("Show category", "Search", "Filters", "View Details", "View details", "Show more", "Clear", "See all",
                                "Never Mind", "Copy", "Group by", "Fold", "Jump to now"):
                    self.assertNotIn(control, words)

    def test_actions_and_links_say_where_they_lead(self):
        words = " ".join("\n".join(self.paper()).split())
        self.assertIn("Run Again https://ci.example/run", words)
        self.assertIn("View log https://ci.example/log", words)
        self.assertIn("Ask the Team", words)

    def test_what_a_filter_hides_is_not_printed(self):
        words = "\n".join(self.paper(query="?urgency=error"))
        self.assertIn("The linker failed", words)
        self.assertNotIn("Finding 100", words)

    def test_only_the_last_page_has_room_left(self):
        self.paper()
        for number, lowest in enumerate(self.lowest()[:-1], 1):
            self.assertGreater(lowest, HALF, f"page {number} is half empty")

    def test_heading_of_messages_is_followed_by_the_first_section(self):
        # A page may end at a box between them, even at an empty one.
        for script in (True, False):
            page = self.open(REPORT, script=script, calm=True)
            page.emulate_media(media="print")
            self.assertEqual("section", page.evaluate("""[...document.querySelector('#messages').children]
              .find(node => getComputedStyle(node).display !== 'none').dataset.component"""))

    def test_words_are_dark_on_paper_whatever_the_scheme_of_the_screen(self):
        page = self.open(night(["One"]), scheme="dark")
        page.emulate_media(media="print", color_scheme="dark")
        lightness = page.evaluate("""getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g).map(Number)""")
        self.assertLess(max(lightness), 128)

    def test_an_open_menu_of_downloads_leaves_nothing_on_paper(self):
        page = self.open(REPORT, calm=True)
        page.locator(".menu > .btn").click()
        self.eventually(self.assertTrue, page.locator("#more-tools").is_visible)
        page.emulate_media(media="print")
        self.assertFalse(page.locator("#more-tools").is_visible())
        # Nothing covers the first letter of the first section's title.
        self.assertEqual("Builds", page.evaluate("""(() => {
          const title = document.querySelector('[data-component=section] [data-title]');
          title.scrollIntoView({block: 'center', behavior: 'instant'});
          const {left, top, height} = title.getBoundingClientRect();
          return document.elementFromPoint(left + 2, top + height / 2).textContent; })()"""))
        path = self.folder / "menu.pdf"
        page.pdf(path=path, prefer_css_page_size=True, format="A4", print_background=True)
        words = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True).stdout.decode()
        self.assertRegex(words, r"(?m)^ *Builds 1$")

    def boxes(self, name="paper.pdf"):
        """The words of a printed report, each with its left, top, right and bottom edge in points and the width of its page."""
        found = subprocess.run(["pdftotext", "-bbox", self.folder / name, "-"], check=True, capture_output=True).stdout.decode()
        words = []
        for page in found.split("<page ")[1:]:
            width = float(re.search(r'width="([\d.]+)"', page)[1])
            words += [(word, *map(float, edges), width) for *edges, word in
                      re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', page)]
        return words

    def test_owners_and_numbers_are_whole_and_nothing_leaves_the_page(self):
        owner, number = "@harbor/" + "synchronization-and-storage-" * 2 + "team", "10.20.30.40.50.60.70.80"
        report = night([{"title": f"Host {number} does not answer after {at} tries of {number}", "urgency": "error", "owner": owner,
                         "location": {"file": "Sources/Synchronization/Transport.swift", "line": 1297}} for at in range(12)] +
                       [{"title": "Other", "owner": "@small"}])
        page = self.open(report, calm=True)
        self.paper(report)
        page.emulate_media(media="print")
        self.assertEqual([], page.evaluate("""[...document.querySelectorAll('[data-owner]')]
          .filter(node => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline').map(node => node.textContent)"""))
        words = self.boxes()
        text = [word for word, *_ in words]
        self.assertGreaterEqual(text.count(number), 24)
        # A long name may break, but it is complete.
        self.assertGreaterEqual("".join(text).count(owner), 12)
        for word, left, _, right, _, width in words:
            self.assertTrue(0 <= left and right <= width, word)

    def test_lists_of_a_summary_have_their_bullets_and_numbers(self):
        report = night(["One", "Two"], summary="- first point\n- second point\n\n1. step one\n2. step two\n")
        for script in (True, False):
            with self.subTest(script=script):
                words = "\n".join(self.paper(report, script=script))
                self.assertRegex(words, r"(?m)^ *1\. *step one$")
                self.assertRegex(words, r"(?m)^ *2\. *step two$")
                # Bullets are drawings, not text, so their kind and their space are checked.
                page = self.open(report, script=script, calm=True)
                page.emulate_media(media="print")
                kind, room = page.evaluate("""(() => {
                  const list = document.querySelector('.summary ul'), item = list.firstElementChild;
                  return [getComputedStyle(item).listStyleType, item.getBoundingClientRect().left - list.getBoundingClientRect().left];
                })()""")
                self.assertEqual("disc", kind)
                self.assertGreaterEqual(room, 12)
