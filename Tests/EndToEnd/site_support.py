"""A site for the tests in a browser: four projects, one with two months of nights, and a server for it."""
import datetime
import functools
import http.server
import json
import threading
import urllib.parse

import support
from browser import SIZES, BrowserTest, chromium, workshop

FIRST = datetime.datetime(2026, 9, 18, 3, 12)
NIGHTS = 64
# The time of the last night: 20 November, 03:12 in Berlin.
LATEST = datetime.datetime(2026, 11, 20, 2, 12, tzinfo=datetime.timezone.utc)
MISSING, ALL_CLEAR, FAILED, TWICE = 40, 41, 42, 30
PAGES = {"front": "index.html", "archive": "core/archive/index.html", "month": "core/archive/2026-10.html",
         "latest": "core/index.html", "night": "core/runs/2026-11-19-0312/index.html", "lost": "404.html"}
TYPES = {".css": "text/css", ".js": "text/javascript"}
FOUND = [("error", "The forecast crashes"), ("warning", "A call is deprecated"), ("warning", "The binary grew"),
         ("information", "Tests were skipped"), ("success", "Coverage rose")]


class SiteServer:
    """Serves a folder below /reports/, and the site's own page for what is not there."""

    def __init__(self, root):
        owner = self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = urllib.parse.unquote(self.path.split("?")[0])
                owner.asked.append(path)
                file = root / path.removeprefix("/reports/") if path.startswith("/reports/") else root / "none"
                file = file / "index.html" if path.endswith("/") else file
                found = file.is_file()
                # Browsers request an icon by themselves; a missing one is not an error.
                self.send_response(200 if found else 204 if path == "/favicon.ico" else 404)
                self.send_header("Content-Type", TYPES.get(file.suffix, "text/html") + "; charset=utf-8" if found
                                 else "text/html; charset=utf-8")
                self.end_headers()
                if path != "/favicon.ico":
                    self.wfile.write((file if found else root / "404.html").read_bytes())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/reports/"


def messages(number):
    """What a night found: the same for the same number, none when all is clear."""
    if number in (ALL_CLEAR, FAILED):
        return []
    return [{"urgency": urgency, "title": f"{title} ({copy})"} for place, (urgency, title) in enumerate(FOUND)
            for copy in range((number * 7 + place * 3) % 5)]


def publish(root, *arguments):
    result = support.run("publish", *arguments, "--site", root, "-q")
    if result.returncode != support.DONE:
        raise AssertionError(f"publish {arguments}: {result.stderr.decode()}")


def dataset(project, title, when, found, status="completed", minutes=30):
    """The file of a night."""
    file = workshop() / "night.json"
    file.write_text(json.dumps({
        "version": 1, "title": title, "project": project, "timeZone": "Europe/Berlin", "now": when.isoformat(),
        "messages": found, "run": {"status": status, "finished": when.isoformat(),
                                   "started": (when - datetime.timedelta(minutes=minutes)).isoformat()}}))
    return file


def missing(project, when, reason):
    """The words that say that a night has no report."""
    return "--project", project, "--missing", reason, "--now", when.isoformat(), "--time-zone", "Europe/Berlin"


@functools.cache
def site():
    """A site of four projects and where it is served; made once."""
    root = workshop() / "site"
    server = SiteServer(root)
    base = "--base-url", server.address
    stale = "--stale-after", "36h"
    for number in range(NIGHTS):
        when = FIRST + datetime.timedelta(days=number)
        if number == MISSING:
            publish(root, *missing("core", when, "the machine was down"), *base, *stale)
            continue
        status = "failed" if number == FAILED else "completed"
        publish(root, dataset("core", "Harbor core", when, messages(number), status, 20 + number * 13 % 60), *base, *stale)
        if number == TWICE:
            publish(root, dataset("core", "Harbor core", when + datetime.timedelta(hours=9), messages(1)), *base)
    last = FIRST + datetime.timedelta(days=NIGHTS - 1)
    publish(root, dataset("quiet", "Quiet", last, []), *base, "--stale-after", "30h")
    publish(root, dataset("once", "A name that somebody made far too long for a list of projects", last,
                          [{"urgency": "error", "title": "It broke"}]), *base)
    publish(root, *missing("gone", last, "no disk space"), *base)
    return root, server


@functools.cache
def small_site(*arguments):
    """A site of one project with a night of each kind, published with these arguments."""
    root = workshop() / "-".join(["site", *arguments])
    for number in range(3, 11):
        publish(root, dataset("core", "Harbor core", FIRST + datetime.timedelta(days=number), messages(number)),
                *arguments, "--stale-after", "36h")
    publish(root, *missing("core", FIRST + datetime.timedelta(days=11), "the machine was down"), *arguments, "--stale-after", "36h")
    publish(root, dataset("core", "Harbor core", FIRST + datetime.timedelta(days=12), []), *arguments, "--stale-after", "36h")
    return root


class SiteTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.root, cls.server = site()

    def visit(self, name, at=None, **options):
        """A page from disk; `at` is what its clock shows when it opens."""
        if at:
            size = SIZES[options.get("size", "regular")]
            context = chromium().new_context(viewport={"width": size[0], "height": size[1]}, timezone_id="America/New_York")
            self.addCleanup(context.close)
            context.set_default_timeout(support.PATIENCE * 1000)
            context.clock.install(time=at)
            options["context"] = context
        return self.open(self.root / PAGES.get(name, name), **options)

    def later(self, **span):
        return LATEST + datetime.timedelta(**span)
