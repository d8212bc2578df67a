"""Draws the pictures of docs/recipes.md from what its files and commands make.

usage: recipe_pictures.py PROGRAM FONT PICTURES    FONT is a WOFF2 file, the typeface of the recipe of fonts
Called by bin/screenshots.
"""
import base64
import email
import email.policy
import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

import screenshots

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/EndToEnd"))
import documents  # noqa: E402

PAGE = documents.DOCS / "recipes.md"
WIDTH = 640
LINES = """<!DOCTYPE html><style>
  body { margin: 0; padding: 16px; font: 13px/1.5 'DejaVu Sans Mono', monospace; white-space: pre-wrap }
</style>"""
# The tab of a browser: the icon and the title of a page.
TAB = """<!DOCTYPE html><style>
  body { margin: 0; padding: 12px 12px 0; block-size: 60px; box-sizing: border-box; background: #d9e0e7 }
  div { display: flex; gap: 12px; align-items: center; inline-size: 420px; padding: 10px 14px; border-radius: 10px 10px 0 0;
        background: #fff; font: 16px sans-serif; white-space: nowrap; overflow: hidden }
  img { inline-size: 24px }
</style><div>"""


def follow(program, font, folder):
    """Does what the document says in a folder."""
    (folder / "Examples").symlink_to(documents.support.repository / "Examples")
    (folder / "tools").mkdir()
    (folder / "tools/tidemark").symlink_to(program)
    (folder / "fonts/fonts").mkdir(parents=True)
    shutil.copyfile(font, folder / "fonts/fonts/Acme-400.woff2")
    environment = documents.support.plain_environment(PATH=f"{folder}/tools:{os.environ['PATH']}")
    for block in documents.blocks(PAGE):
        if block.name:
            (folder / block.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.name).write_text(block.text)
        if block.is_command:
            subprocess.run(["bash", "-e", "-c", block.text], cwd=folder, env=environment, check=True)


class Camera:
    """Takes the pictures of the results in a folder."""

    def __init__(self, browser, folder, pictures):
        self.browser, self.folder, self.pictures = browser, folder, pictures

    def view(self, file, height=300, width=WIDTH, scheme="light", act=lambda page: None):
        """The top of a page, or the part that `act` scrolls to."""
        return screenshots.view(self.browser, (self.folder / file).as_uri(), (width, height), scheme, act)

    def keep(self, name, *shots):
        screenshots.frame(self.browser, shots, self.pictures / f"{name}.png")

    def written(self, text, name, width=WIDTH, height=300):
        """A picture of HTML that is no result itself."""
        page = self.folder / f"{name}-view.html"
        page.write_text(text)
        self.keep(name, self.view(page.name, height, width))

    def words(self):
        at_list = lambda page: screenshots.scroll_to(page, "#messages", 60)  # noqa: E731
        self.keep("words", self.view("words.html", 300, 400), self.view("words.html", 300, 400, act=at_list))

    def colours(self):
        self.keep("colours", *(self.view("colours.html", 420, 380, scheme) for scheme in ("light", "dark")))

    def logo(self):
        self.keep("logo", *(self.view("logo.html", 150, 320, scheme) for scheme in ("light", "dark")))

    def fonts(self):
        self.keep("fonts", self.view("fonts.html", 260))

    def icons(self):
        self.keep("icons", self.view("icons.html", 330, act=lambda page: screenshots.scroll_to(page, "#timeline", 70)))

    def favicon(self):
        with screenshots.opened(self.browser, (self.folder / "favicon.html").as_uri(), (WIDTH, 300), "light") as page:
            address, title = page.locator("link[rel=icon]").last.get_attribute("href"), page.title()
        self.written(f'{TAB}<img src="{html.escape(address)}"> {html.escape(title)}</div>', "favicon", WIDTH, 60)

    def paper(self):
        """Three sheets of the PDF that a browser prints."""
        sheets = self.folder / "sheets"
        with screenshots.opened(self.browser, (self.folder / "paper.html").as_uri(), (WIDTH, 300), "light") as page:
            page.pdf(path=f"{sheets}.pdf", prefer_css_page_size=True, print_background=True)
        subprocess.run(["pdftoppm", "-r", "38", "-f", "3", "-l", "5", "-png", f"{sheets}.pdf", sheets], check=True)
        self.keep("paper", *(base64.b64encode(sheet.read_bytes()).decode() for sheet in sorted(self.folder.glob("sheets-*.png"))))

    def order(self):
        self.keep("order", self.view("order.html", 460, 1100))

    def table(self):
        self.keep("table", self.view("deployments/index.html", 460))

    def wall(self):
        self.keep("wall", self.view("wall-site/index.html", 340, 960))

    def legal(self):
        message = email.message_from_bytes((self.folder / "legal.eml").read_bytes(), policy=email.policy.default)
        (self.folder / "legal.html").write_text(message.get_body(("html",)).get_content())
        self.keep("legal", self.view("legal.html", 200, act=lambda page: page.evaluate("scrollTo(0, 1e6)")))

    def todo(self):
        self.written(LINES + html.escape((self.folder / "todo.md").read_text()), "todo")


PICTURES = (Camera.words, Camera.colours, Camera.logo, Camera.fonts, Camera.icons, Camera.favicon, Camera.paper,
            Camera.order, Camera.table, Camera.wall, Camera.legal, Camera.todo)


def main(program, font, pictures):
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = pathlib.Path(name)
        follow(pathlib.Path(program).resolve(), font, folder)
        browser = playwright.chromium.launch(executable_path=screenshots.BROWSER, args=["--no-sandbox"])
        camera = Camera(browser, folder, pathlib.Path(pictures).resolve())
        for draw in PICTURES:
            draw(camera)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
