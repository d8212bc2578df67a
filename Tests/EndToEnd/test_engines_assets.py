"""Pages that link their style and their script, in Chromium, Firefox and WebKitGTK: served, from disk, in a sandbox."""
import functools
import http.server
import json
import pathlib
import threading

import support
from browser import night, workshop
from engine_tests import EngineTest, in_each

# Jenkins' default policy for archived files and published reports.
JENKINS = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';"
STYLED = "getComputedStyle(document.body).margin === '0px' && !!getComputedStyle(document.documentElement).getPropertyValue('--color-canvas')"
SCRIPTED = "document.documentElement.classList.contains('js')"


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        if self.server.policy:
            self.send_header("Content-Security-Policy", self.server.policy)
        super().end_headers()

    def log_message(self, *_):
        pass


@functools.cache
def served(folder, policy=""):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.policy = policy
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def done(*words):
    result = support.run(*words)
    assert result.returncode == support.DONE, result.stderr.decode()


@functools.cache
def site():
    """Two runs with a comparison, and a page of `render` with the same files beside it."""
    folder = pathlib.Path(workshop()) / "assets"
    folder.mkdir()
    for day in (19, 20):
        data = night(["One", "Two"], now=f"2026-11-{day}T03:12:00+01:00")
        (folder / f"{day}.json").write_text(json.dumps(data), encoding="utf-8")
        done("publish", folder / f"{day}.json", "--site", folder / "site", "--project", "core", "-q")
    done("publish", "--compare", "2026-11-19-0312", "2026-11-20-0312", "--site", folder / "site", "--project", "core", "-q")
    done("render", folder / "20.json", "-o", folder / "site/core/one/report.html", "--assets", "../parts/of it", "-q")
    return folder / "site"


PAGES = ("core/index.html", "core/runs/2026-11-19-0312/index.html", "core/compare/2026-11-19-0312~2026-11-20-0312.html",
         "core/one/report.html")


class Linked(EngineTest):
    def forget(self):
        """These tests store nothing, and a page in a sandbox may not ask for what is stored."""

    def each(self, base):
        for name in PAGES:
            with self.subTest(page=name, base=base):
                self.blank()
                self.browser.open(f"{base}/{name}")
                yield self.browser

    def test_pages_have_style_and_script_from_a_server_and_from_disk(self):
        for base in (served(str(site())), f"file://{site()}"):
            for page in self.each(base):
                page.wait(STYLED)
                page.wait(SCRIPTED)

    def test_under_the_policy_of_jenkins_pages_have_their_style(self):
        for page in self.each(served(str(site()), JENKINS)):
            page.wait(STYLED)
            self.assertFalse(page.evaluate(SCRIPTED))

    def test_the_policy_of_a_page_allows_no_other_file_of_the_site(self):
        script, style = (next((site() / "core/assets").glob(f"*.{kind}")) for kind in ("js", "css"))
        for other, text in ((script, "document.title = 'run'"), (style, "body { margin: 7px }")):
            (site() / "core" / f"other{other.suffix}").write_text(text, encoding="utf-8")
        text = (site() / "core/index.html").read_text(encoding="utf-8")
        found = '<link rel="stylesheet" href="other.css"><script src="other.js"></script>'
        (site() / "core/injected.html").write_text(text.replace("<main>", f"<main>{found}"), encoding="utf-8")
        self.addCleanup((site() / "core/injected.html").unlink)
        self.blank()
        page = self.browser
        page.open(f"{served(str(site()))}/core/injected.html")
        page.wait(SCRIPTED)
        self.assertTrue(page.evaluate(STYLED))
        self.assertNotEqual("run", page.evaluate("document.title"))


InChromium, InFirefox, InWebKit = in_each(Linked)
