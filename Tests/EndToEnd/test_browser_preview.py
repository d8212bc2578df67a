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
