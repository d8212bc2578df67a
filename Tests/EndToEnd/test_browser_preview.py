"""`preview` in a browser: an open page loads itself again and shows problems."""
from browser import BrowserTest, chromium, night
from test_preview import Previews


class Browsers(BrowserTest, Previews):
    def test_an_open_page_loads_itself_again_and_shows_problems(self):
        self.dataset("Before")
        self.preview("night.json")
        page = self.page_of(self.port)
        self.eventually(self.assertIn, "Before", lambda: page.inner_text("body"))
        self.write("night.json", "{ nonsense")
        box = page.locator("#tidemark-problems")
        self.eventually(self.assertEqual, 1, box.count)
        self.assertIn("night.json:1:", box.inner_text())
        self.assertIn("Before", page.inner_text("body"))
        self.dataset("After")
        self.eventually(self.assertIn, "After", lambda: page.inner_text("body"))
        self.eventually(self.assertEqual, 0, box.count)

    def test_warnings_about_the_template_are_folded_in_the_page(self):
        self.dataset("Shown")
        (self.folder / "mine/components").mkdir(parents=True)
        component = self.folder / "mine/components/notes.page"
        component.write_text("<p>{{branch}}</p>\n")
        process = self.preview("night.json", "--template", "mine/")
        page = self.page_of(self.port)
        box = page.locator("#tidemark-warnings")
        self.eventually(self.assertEqual, 1, box.count)
        self.assertEqual("1 warning", box.locator("summary").inner_text())
        self.assertFalse(box.locator("div").is_visible())
        box.locator("summary").click()
        self.assertIn("mine/components/notes.page:1:4: warning: unknown name 'branch'", box.inner_text())
        self.assertIn("did you mean 'run.branch'?", box.inner_text())
        self.assertIn(b"unknown name 'branch'", b"".join(process.said))
        component.write_text("<p>{{run.branch}}</p>\n")
        self.eventually(self.assertEqual, 0, box.count)

    def test_an_empty_page_says_what_is_wrong_and_goes(self):
        self.write("night.json", "{ nonsense")
        self.preview("night.json")
        page = self.page_of(self.port)
        self.eventually(self.assertIn, "night.json:1:", lambda: page.inner_text("#tidemark-problems"))
        self.dataset("Now")
        self.eventually(self.assertIn, "Now", lambda: page.inner_text("body"))

    def page_of(self, port):
        page = chromium().new_page()
        self.addCleanup(page.close)
        page.goto(f"http://127.0.0.1:{port}/")
        return page
