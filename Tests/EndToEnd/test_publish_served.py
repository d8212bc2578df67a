"""The recipes of Examples/publish for nginx and for a bucket: the real nginx, the real rclone."""
import contextlib
import gzip
import hashlib
import http.client
import http.server
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest
import urllib.parse
from xml.sax.saxutils import escape

import support
from browser import BrowserTest, chromium
from support import DONE, plain_environment
from test_publish import Links
from test_publish_recipes import RecipeTest, folder

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


@unittest.skipUnless(NGINX, "nginx is not installed")
class Nginx(RecipeTest, BrowserTest):
    """The site is served twice: at a root, and in a folder of another site."""

    def setUp(self):
        super().setUp()
        self.ports = [self.free_port(), self.free_port()]
        self.places = [(self.ports[0], "/"), (self.ports[1], "/reports/")]
        self.write("mime.types", "types { text/html html; text/xml xml; image/svg+xml svg; application/json json; }")
        ports = iter(self.ports)
        text = re.sub(r"listen 80;", lambda _: f"listen 127.0.0.1:{next(ports)};", (folder / "nginx.conf").read_text())
        self.write("reports.conf", text.replace("/srv/reports", str(self.folder / "site")))
        self.write("nginx.conf", f"""
            daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {{ }}
            http {{ include mime.types; default_type application/octet-stream; access_log off;
              client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
              include reports.conf; }}""")
        self.command = [NGINX, "-p", f"{self.folder}/", "-c", "nginx.conf"]

    def free_port(self):
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            return place.getsockname()[1]

    def serve(self, port, path):
        """Three nights with an address, and nginx before them until the test ends."""
        shutil.rmtree(self.folder / "site", ignore_errors=True)
        for number in range(3):
            self.publish(self.night(number), "--base-url", f"http://127.0.0.1:{port}{path}")
        server = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        end = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                return server
            self.assertIsNone(server.poll(), "nginx has ended")
            self.assertLess(time.monotonic(), end, "nginx does not answer")
            time.sleep(0.02)

    def each(self):
        for port, path in self.places:
            server = self.serve(port, path)
            yield port, path
            server.terminate()
            server.wait()

    def get(self, port, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def test_finds_nothing_wrong(self):
        result = subprocess.run([*self.command, "-t"], capture_output=True, text=True, timeout=30)
        self.assertEqual(0, result.returncode, result.stderr)
        self.assertNotIn("[warn]", result.stderr)

    def test_serves_every_page_and_what_it_leads_to(self):
        for port, path in self.each():
            seen, ahead = set(), [path]
            while ahead:
                place = ahead.pop()
                if place in seen:
                    continue
                seen.add(place)
                status, headers, body = self.get(port, place)
                self.assertEqual(200, status, place)
                if not headers["Content-Type"].startswith("text/html"):
                    continue
                self.assertEqual("text/html; charset=utf-8", headers["Content-Type"])
                for href in Links(body.decode()).hrefs:
                    target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://127.0.0.1:{port}{place}", href))
                    self.assertEqual(f"127.0.0.1:{port}", target.netloc)
                    ahead.append(target.path)
            nights = [place for place in seen if "/runs/" in place]
            self.assertEqual(3, len(nights), sorted(seen))

    def test_says_what_each_file_is(self):
        for port, path in self.each():
            for name, kind in (("core/feed.xml", "application/atom+xml"), ("core/badge.svg", "image/svg+xml"),
                               ("core/latest.json", "application/json"), ("sitemap.xml", "text/xml; charset=utf-8")):
                status, headers, _ = self.get(port, path + name)
                self.assertEqual((200, kind, "nosniff"),
                                 (status, headers["Content-Type"], headers["X-Content-Type-Options"]))

    def test_keeps_a_night_for_an_hour_and_asks_again_for_the_rest(self):
        for port, path in self.each():
            kept = {name: self.get(port, path + name)[1]["Cache-Control"]
                    for name in ("", "core/", "core/latest.json", "core/archive/", "no-such-page", "core/runs/2026-09-01-0312/")}
            self.assertEqual("public, max-age=3600", kept.pop("core/runs/2026-09-01-0312/"))
            self.assertEqual({"no-cache"}, set(kept.values()), kept)
            _, headers, body = self.get(port, path + "core/", Accept_Encoding="gzip")
            self.assertEqual(("gzip", "Accept-Encoding"), (headers["Content-Encoding"], headers["Vary"]))
            self.assertEqual((self.folder / "site/core/index.html").read_bytes(), gzip.decompress(body))
            again = self.get(port, path + "core/", Accept_Encoding="gzip", If_None_Match=headers["ETag"])
            self.assertEqual((304, b""), (again[0], again[2]))

    def test_tells_what_is_not_there_and_leads_back(self):
        for port, path in self.each():
            for name in ("nothing", "core/runs/none/index.html", "a/b/c/"):
                status, headers, body = self.get(port, path + name)
                self.assertEqual((404, "text/html; charset=utf-8"), (status, headers["Content-Type"]))
                front, = Links(body.decode()).hrefs
                self.assertEqual(f"http://127.0.0.1:{port}{path}", front)
            status, headers, _ = self.get(port, path + "core")
            self.assertEqual((301, path + "core/"), (status, headers["Location"]))

    def test_shows_no_memory(self):
        for port, path in self.each():
            self.publish(self.night(0, "history"))
            site = self.folder / "site"
            (site / ".git").mkdir()
            (site / ".git/config").write_text("secret")
            (site / "core/history/unfinished").touch()
            found = [str(file.relative_to(site)) for file in site.rglob("*") if file.is_file()]
            memory = [name for name in found
                      if re.search(r"(^|/)\.|/history/|(data|seen)\.json\.gz$|/run\.json$", name) and name != "history/index.html"]
            self.assertGreater(len(memory), 15)
            for name in memory:
                status, _, body = self.get(port, path + name)
                self.assertEqual((404, (site / "404.html").read_bytes()), (status, body), name)
            self.assertEqual(200, self.get(port, path + "history/")[0], "a project may be called so")

    def test_lets_the_page_run_its_own_script(self):
        for port, path in self.each():
            page = chromium().new_context().new_page()
            self.addCleanup(page.context.close)
            page.on("console", lambda message: self.hear(message.text))
            page.on("pageerror", lambda error: self.hear(f"error: {error}"))
            page.clock.set_fixed_time("2026-09-06T00:00:00Z")
            for place in ("", "core/", "core/runs/2026-09-02-0312/"):
                answer = page.goto(f"http://127.0.0.1:{port}{path}{place}")
                self.assertIn("frame-ancestors 'self'", answer.headers["content-security-policy"])
                self.assertTrue(page.evaluate("""document.documentElement.classList.contains('js') ||
                  document.querySelector('time[data-age]').dataset.age.includes('day')"""), place)


class Bucket:
    """As much of S3 as rclone asks for, on this machine alone. Calls `after` when something has changed."""

    def __init__(self, after=lambda: None):
        self.objects = {}       # what each key holds
        self.headers = {}       # what it was put with
        self.changes = []       # PUT and DELETE, in order
        self.after = after
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def key(self):
                return urllib.parse.unquote(urllib.parse.urlsplit(self.path).path.lstrip("/").partition("/")[2])

            def answer(self, status, body=b"", **headers):
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.key():
                    owner.put(self.key(), body, dict(self.headers))
                self.answer(200, ETag=f'"{hashlib.md5(body).hexdigest()}"')

            def do_DELETE(self):
                owner.objects.pop(self.key(), None)
                owner.changed("DELETE", self.key())
                self.answer(204)

            def do_GET(self):
                query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query, keep_blank_values=True))
                if not self.key():
                    return self.answer(200, owner.listing(query.get("prefix", ""), query.get("delimiter", "")))
                body = owner.objects.get(self.key())
                if body is None:
                    return self.answer(404)
                self.answer(200, body, ETag=f'"{hashlib.md5(body).hexdigest()}"', Last_Modified="Tue, 01 Sep 2026 00:00:00 GMT")

            do_HEAD = do_GET

            def log_message(self, *_):
                pass

        self.lock = threading.Lock()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, key, body, headers):
        with self.lock:
            self.objects[key] = body
            self.headers[key] = headers
        self.changed("PUT", key)

    def changed(self, what, key):
        with self.lock:
            self.changes.append((what, key))
            self.after()

    def listing(self, prefix, delimiter):
        keys, folders = [], set()
        for key, body in sorted(self.objects.items()):
            rest = key.removeprefix(prefix)
            if not key.startswith(prefix):
                continue
            if delimiter and delimiter in rest:
                folders.add(prefix + rest.split(delimiter)[0] + delimiter)
                continue
            keys.append(f"<Contents><Key>{escape(key)}</Key><LastModified>2026-09-01T00:00:00.000Z</LastModified>"
                        f'<ETag>"{hashlib.md5(body).hexdigest()}"</ETag><Size>{len(body)}</Size></Contents>')
        found = "".join(f"<CommonPrefixes><Prefix>{escape(name)}</Prefix></CommonPrefixes>" for name in sorted(folders))
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{''.join(keys)}{found}</ListBucketResult>".encode()


@unittest.skipUnless(shutil.which("rclone"), "rclone is not installed")
class ObjectStore(RecipeTest):
    def setUp(self):
        super().setUp()
        self.bucket = Bucket()
        self.addCleanup(self.bucket.server.server_close)
        self.addCleanup(self.bucket.server.shutdown)

    def night_goes_up(self, *arguments, machine="machine", status=DONE):
        place = self.folder / machine
        place.mkdir(exist_ok=True)
        return self.shell(
            f'sh "{folder / "object-store.sh"}" ' + " ".join(f'"{word}"' for word in map(str, arguments)), place, status,
            RCLONE_CONFIG="/dev/null", REMOTE=":s3:bucket/reports", RCLONE_S3_PROVIDER="Other", RCLONE_RETRIES="1",
            RCLONE_S3_ENDPOINT=f"http://127.0.0.1:{self.bucket.server.server_port}", RCLONE_S3_ACCESS_KEY_ID="a",
            RCLONE_S3_SECRET_ACCESS_KEY="b")

    def names(self):
        return {key.removeprefix("reports/"): body for key, body in self.bucket.objects.items()}

    def fetch(self, names, site="site"):
        shutil.rmtree(self.folder / site, ignore_errors=True)
        for name, body in names.items():
            path = self.folder / site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)

    def dangling(self, names):
        """Links that lead nowhere, from all that can be reached from the first page."""
        ahead, seen = ["index.html"] if "index.html" in names else [], set()
        while ahead:
            name = ahead.pop()
            if name in seen or not name.endswith(".html"):
                continue
            seen.add(name)
            if name not in names:
                yield name
                continue
            for href in Links(names[name].decode()).hrefs:
                target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://site/{name}", href))
                if target.netloc == "site":
                    ahead.append(target.path.lstrip("/"))

    def test_nights_are_the_same_site_and_no_link_dangles_at_any_moment(self):
        moments = []
        self.bucket.after = lambda: moments.append(self.names())
        # The turn of a month brings new pages, and --keep takes old ones away.
        for number in (27, 28, 29, 30, 31):
            for project in ("core", "docs"):
                self.night_goes_up(self.night(number, project), "--keep", 3, "--base-url", "https://example.org/")
                self.publish(self.night(number, project), "--keep", 3, "--base-url", "https://example.org/", site="whole")
        self.fetch(self.names())
        self.assertEqual(self.files("whole"), self.files())
        self.assertWhole()
        self.assertGreater(len(moments), 100)
        self.assertTrue(any(what == "DELETE" and "/runs/" in key for what, key in self.bucket.changes))
        for place, names in enumerate(moments):
            self.assertEqual([], list(self.dangling(names)), f"after {self.bucket.changes[:place + 1][-1]}")
        kinds = {name: self.bucket.headers["reports/" + name]["Content-Type"] for name in self.names()}
        self.assertEqual("application/atom+xml", kinds["core/feed.xml"])
        self.assertEqual("image/svg+xml", kinds["core/badge.svg"])
        self.assertEqual({"text/html; charset=utf-8"}, {kind for name, kind in kinds.items() if name.endswith(".html")})
        self.assertEqual({"no-cache"}, {self.bucket.headers["reports/" + name]["Cache-Control"] for name in self.names()})

    def test_one_that_is_cut_off_is_repaired_by_the_next(self):
        for number in (29, 30):
            self.night_goes_up(self.night(number))
            self.publish(self.night(number), site="whole")
        moments = [dict(self.bucket.objects)]
        self.bucket.after = lambda: moments.append(dict(self.bucket.objects))
        self.night_goes_up(self.night(31))
        self.publish(self.night(31), site="whole")
        self.bucket.after = lambda: None
        for place in range(0, len(moments), 2):
            with self.subTest(place=place):
                self.bucket.objects = dict(moments[place])
                self.night_goes_up(self.night(31), machine=f"machine-{place}")
                self.fetch(self.names())
                self.assertEqual(self.files("whole"), self.files())

    def test_one_that_comes_between_is_noticed(self):
        self.night_goes_up(self.night(0))
        self.tool("tidemark", f"""#!/bin/sh
            if mkdir {self.folder}/raced 2> /dev/null; then
              (mkdir {self.folder}/other && cd {self.folder}/other && sh {folder}/object-store.sh {self.night(1)}) || exit
            fi
            exec {support.program} "$@"\n""")
        self.night_goes_up(self.night(2))
        self.fetch(self.names())
        self.assertEqual(3, len(self.nights()))
        self.assertWhole()

    def test_of_two_that_push_at_once_neither_is_lost(self):
        self.night_goes_up(self.night(0))
        before = dict(self.bucket.objects)
        self.night_goes_up(self.night(1), machine="one")
        first = dict(self.bucket.objects)
        self.bucket.objects = before
        self.night_goes_up(self.night(2), machine="two")
        self.bucket.objects = {**first, **self.bucket.objects}
        self.night_goes_up("--rebuild")
        self.fetch(self.names())
        self.assertEqual(3, len(self.nights()))
        self.assertWhole()


del RecipeTest      # its own tests are elsewhere
