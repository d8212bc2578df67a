"""The recipe of Examples/publish for nginx: the real nginx."""
import contextlib
import gzip
import http.client
import os
import re
import shutil
import socket
import subprocess
import time
import unittest
import urllib.parse

import support
from browser import BrowserTest, chromium
from test_publish import Links
from recipes import RecipeTest, folder

# nginx itself adds the charset to the types that it knows.
KINDS = {".css": "text/css", ".js": "application/javascript; charset=utf-8"}
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


@unittest.skipUnless(NGINX, "nginx is not installed")
class Nginx(RecipeTest, BrowserTest):
    """The site is served twice: at a root, and in a folder of another site."""

    def setUp(self):
        super().setUp()
        self.ports = [support.free_port(), support.free_port()]
        self.places = [(self.ports[0], "/"), (self.ports[1], "/reports/")]
        self.write("mime.types", "types { text/html html; text/xml xml; image/svg+xml svg; application/json json; text/css css; application/javascript js; }")
        ports = iter(self.ports)
        text = re.sub(r"listen 80;", lambda _: f"listen 127.0.0.1:{next(ports)};", (folder / "nginx.conf").read_text())
        self.write("reports.conf", text.replace("/srv/reports", str(self.folder / "site")))
        self.write("nginx.conf", f"""
            daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {{ }}
            http {{ include mime.types; default_type application/octet-stream; access_log off;
              client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
              include reports.conf; }}""")
        self.command = [NGINX, "-p", f"{self.folder}/", "-c", "nginx.conf"]

    def serve(self, port, path):
        """Three nights with an address, and nginx before them until the test ends."""
        shutil.rmtree(self.folder / "site", ignore_errors=True)
        for number in range(3):
            self.publish(self.night(number), "--base-url", f"http://127.0.0.1:{port}{path}")
        server = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        end = time.monotonic() + support.PATIENCE
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
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=support.PATIENCE)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def test_nginx_accepts_the_configuration(self):
        result = subprocess.run([*self.command, "-t"], capture_output=True, text=True, timeout=120)
        self.assertEqual(0, result.returncode, result.stderr)
        self.assertNotIn("[warn]", result.stderr)

    def test_nginx_serves_every_page_and_its_links(self):
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

    def test_nginx_sends_the_content_type_of_each_file(self):
        for port, path in self.each():
            for name, kind in (("core/feed.xml", "application/atom+xml"), ("core/badge.svg", "image/svg+xml"),
                               ("core/latest.json", "application/json"), ("sitemap.xml", "text/xml; charset=utf-8"),
                               *((f"core/assets/{file.name}", KINDS[file.suffix])
                                 for file in (self.folder / "site/core/assets").iterdir())):
                status, headers, _ = self.get(port, path + name)
                self.assertEqual((200, kind, "nosniff"),
                                 (status, headers["Content-Type"], headers["X-Content-Type-Options"]))

    def test_nginx_caches_runs_for_an_hour_and_revalidates_the_rest(self):
        for port, path in self.each():
            kept = {name: self.get(port, path + name)[1]["Cache-Control"]
                    for name in ("", "core/", "core/latest.json", "core/archive/", "no-such-page", "core/runs/2026-09-01-0312/")}
            self.assertEqual("public, max-age=3600", kept.pop("core/runs/2026-09-01-0312/"))
            for file in (self.folder / "site/core/assets").iterdir():
                self.assertIn("immutable", self.get(port, f"{path}core/assets/{file.name}")[1]["Cache-Control"])
            self.assertEqual({"no-cache"}, set(kept.values()), kept)
            _, headers, body = self.get(port, path + "core/", Accept_Encoding="gzip")
            self.assertEqual(("gzip", "Accept-Encoding"), (headers["Content-Encoding"], headers["Vary"]))
            self.assertEqual((self.folder / "site/core/index.html").read_bytes(), gzip.decompress(body))
            again = self.get(port, path + "core/", Accept_Encoding="gzip", If_None_Match=headers["ETag"])
            self.assertEqual((304, b""), (again[0], again[2]))

    def test_nginx_serves_the_404_page_with_a_way_back(self):
        for port, path in self.each():
            for name in ("nothing", "core/runs/none/index.html", "a/b/c/"):
                status, headers, body = self.get(port, path + name)
                self.assertEqual((404, "text/html; charset=utf-8"), (status, headers["Content-Type"]))
                front, = Links(body.decode()).hrefs
                self.assertEqual(f"http://127.0.0.1:{port}{path}", front)
            status, headers, _ = self.get(port, path + "core")
            self.assertEqual((301, path + "core/"), (status, headers["Location"]))

    def test_nginx_serves_no_data_files(self):
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

    def test_nginx_policy_allows_the_script_of_the_page(self):
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


del RecipeTest      # its own tests are elsewhere
