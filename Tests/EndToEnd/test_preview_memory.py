"""What `preview` holds in memory while clients read slowly or not at all."""
import base64
import contextlib
import hashlib
import http.client
import json
import pathlib
import re
import socket

import support
from browser import night
from test_preview import Previews

CLIENTS = 30
MOST = 120 << 20


class Memory(Previews):
    def peak(self, process):
        """The most memory that the process has had so far, in bytes."""
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) << 10

    def clients(self, path):
        """Clients that have got the beginning of the answer and read no more."""
        for _ in range(CLIENTS):
            client = socket.create_connection(("127.0.0.1", self.port), timeout=support.PATIENCE)
            self.addCleanup(client.close)
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            self.assertTrue(client.recv(1).startswith(b"H"))

    def site(self, name, head=b"", tail=b"", size=130 << 20):
        folder = self.folder / "site"
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text("<!DOCTYPE html><title>A</title><body>A</body>")
        with open(folder / name, "wb") as file:
            file.write(head)
            file.truncate(size)
            file.seek(size - len(tail))
            file.write(tail)
        return folder / name

    def test_clients_that_read_nothing_of_a_large_file_take_little_memory(self):
        for name in ("large.bin", "large.html"):
            with self.subTest(name=name):
                self.site(name, b"<!DOCTYPE html>" if name.endswith("html") else b"")
                process = self.preview("site")
                self.clients("/" + name)
                self.assertLess(self.peak(process), MOST)
                process.kill()

    def test_clients_that_read_nothing_of_a_report_share_it(self):
        messages = [f"{number} " + "long " * 400 for number in range(4_000)]
        self.write("night.json", json.dumps(night(messages=messages)))
        process = self.preview("night.json")
        self.get()
        before = self.peak(process)
        self.clients("/")
        self.assertLess(self.peak(process) - before, 64 << 20)

    def test_a_file_that_is_streamed_arrives_as_it_is(self):
        path = self.site("data.bin", b"begin", b"end", 9 << 20)
        self.preview("site")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=support.PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", "/data.bin")
            answer = connection.getresponse()
            self.assertEqual(str(9 << 20), answer.headers["Content-Length"])
            self.assertEqual(hashlib.sha256(path.read_bytes()).digest(), hashlib.sha256(answer.read()).digest())

    def test_a_long_page_has_the_script_and_a_policy_for_it(self):
        policy = b"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'none'\">"
        path = self.site("long.html", b"<!DOCTYPE html>" + policy, b"<p>last</p></body></html>\n", 3 << 20)
        self.preview("site")
        status, page, headers = self.get("/long.html")
        self.assertEqual((200, len(page.encode())), (status, int(headers["Content-Length"])))
        digest = re.search(r"script-src '(sha256-[^']+)'", page)[1]
        script = re.search(r"<script data-version=[^>]*>(.*?)</script>\n</body></html>", page, re.DOTALL)[1]
        self.assertEqual("sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(), digest)
        self.assertIn("connect-src 'self'", page)
        self.assertIn("<p>last</p><script", page)
        self.assertGreater(len(page), path.stat().st_size)
