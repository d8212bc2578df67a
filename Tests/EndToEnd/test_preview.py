"""`preview` and `--watch`: started, changed, asked as a stranger would not, and ended."""
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time

import support
from browser import night
from support import DONE, INPUT, OUTPUT, USAGE, run


class Previews(support.ProgramTest):
    def start(self, *arguments, command="preview", cwd=None):
        """Starts the program and returns it; what it says is in `said` and `printed`."""
        process = subprocess.Popen(
            [str(support.program), command, *map(str, arguments)], cwd=cwd or self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=support.plain_environment())
        process.said, process.printed = [], []
        for stream, lines in ((process.stderr, process.said), (process.stdout, process.printed)):
            threading.Thread(target=lambda stream=stream, lines=lines: lines.extend(iter(stream.readline, b"")), daemon=True).start()
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def preview(self, *arguments, **more):
        process = self.start(*arguments, **more)
        self.eventually(lambda: self.assertTrue(process.printed or process.poll() is not None))
        self.assertTrue(process.printed, b"".join(process.said))
        self.port = int(re.search(rb"http://127\.0\.0\.1:(\d+)/", process.printed[0])[1])
        return process

    def get(self, path="/", method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=support.PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace"), answer.headers

    def state(self):
        return json.loads(self.get("/.tidemark/state")[1])

    def send(self, data, end=False):
        """What is answered to raw bytes; nothing where the connection is closed without an answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=support.PATIENCE) as client:
            received = b""
            with contextlib.suppress(ConnectionError):
                client.sendall(data)
                if end:
                    client.shutdown(socket.SHUT_WR)
                while part := client.recv(65_536):
                    received += part
            return received

    def dataset(self, title, name="night.json"):
        return self.write(name, json.dumps(night(messages=[title])))


class Reports(Previews):
    def test_a_report_is_served_and_served_again_when_its_dataset_changes(self):
        self.dataset("Before")
        process = self.preview("night.json")
        status, page, headers = self.get()
        self.assertEqual(200, status)
        self.assertIn("Before", page)
        self.assertEqual("no-store", headers["Cache-Control"])
        before = self.state()["version"]
        self.dataset("After")
        self.eventually(self.assertNotEqual, before, lambda: self.state()["version"])
        self.assertIn("After", self.get()[1])
        self.eventually(self.assertIn, b"rendered again", lambda: b"".join(process.said))

    def test_what_an_editor_replaces_is_noticed_and_a_burst_counts_once(self):
        self.dataset("Before")
        self.preview("night.json")
        before = self.state()["version"]
        for number in range(20):
            self.dataset(f"Try {number}", "new.json")
            os.replace(self.folder / "new.json", self.folder / "night.json")
        self.eventually(lambda: self.assertIn("Try 19", self.get()[1]))
        first, second = (int(version.rpartition("-")[2]) for version in (before, self.state()["version"]))
        self.assertLess(second - first, 6)

    def test_template_theme_and_settings_are_watched(self):
        self.dataset("Message")
        (self.folder / "mine").mkdir()
        self.write("mine/report.md", "# First {{title}}\n")
        (self.folder / "colours").mkdir()
        colour = {"color": {"$type": "color", "light": {"text": {"default": {"$value": "#101112"}}}}}
        self.write("colours/tokens.json", json.dumps(colour))
        self.preview("night.json", "--template", "mine/", "--theme", "colours/")
        self.assertIn("First", self.get()[1])
        self.write("mine/report.md", "# Second {{title}}\n")
        self.eventually(lambda: self.assertIn("Second", self.get()[1]))
        self.write("colours/tokens.json", json.dumps(colour).replace("101112", "131415"))
        self.eventually(lambda: self.assertIn("#131415", self.get()[1]))
        self.write("tidemark.json", '{"locale": "de"}')
        self.eventually(lambda: self.assertIn('lang="de"', self.get()[1]))

    def test_a_format_file_is_watched(self):
        self.write("seams.json", '{"seams": [{"message": "The seam is open.", "severity": "P1", "file": "a.c"}]}')
        self.assertStatus(DONE, run("init", "--format", "seams.json", "-o", "seams.json5", cwd=self.folder))
        process = self.preview("seams.json", "--format-file", "seams.json5")
        self.assertIn("1 warning", self.get("/report.txt")[1])
        text = (self.folder / "seams.json5").read_text()
        self.write("seams.json5", text.replace('P1: "warning"', "P1:"))
        self.eventually(self.assertIn, b"seams.json5:", lambda: b"".join(process.said))
        self.assertIn("1 warning", self.get("/report.txt")[1])
        self.write("seams.json5", text.replace('P1: "warning"', 'P1: "error"'))
        self.eventually(lambda: self.assertIn("1 error", self.get("/report.txt")[1]))

    def test_a_settings_file_elsewhere_is_watched(self):
        self.dataset("Message")
        (self.folder / "settings").mkdir()
        self.write("settings/mine.json", "{}")
        self.preview("night.json", "--config", "settings/mine.json")
        self.write("settings/mine.json", '{"locale": "de"}')
        self.eventually(lambda: self.assertIn('lang="de"', self.get()[1]))

    def test_other_sites_get_nothing(self):
        self.dataset("Message")
        self.preview("night.json")
        for headers in ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, {"Origin": "https://example.org"}):
            status, text, _ = self.get("/report.txt", **headers)
            self.assertEqual(403, status)
            self.assertNotIn("Message", text)
        self.assertEqual(200, self.get(**{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})[0])

    def test_a_folder_of_results_with_a_page_of_their_tool_is_a_report(self):
        (self.folder / "results").mkdir()
        self.write("results/index.html", "<p>made by the tool</p>")
        self.write("results/a.xml", '<testsuite name="s" tests="1" failures="1"><testcase classname="c" name="broken">'
                                    '<failure message="Red"/></testcase></testsuite>')
        self.preview("results/")
        page = self.get()[1]
        self.assertIn("broken", page)
        self.assertNotIn("made by the tool", page)
        (self.folder / "results/a.xml").unlink()
        self.preview("results/")
        self.assertIn("made by the tool", self.get()[1])

    def test_a_new_report_of_a_folder_is_noticed(self):
        (self.folder / "reports").mkdir()
        self.dataset("One", "reports/one.json")
        self.preview("reports/")
        self.dataset("Two", "reports/two.json")
        self.eventually(lambda: self.assertIn("Two", self.get()[1]))

    def test_the_last_good_page_stays_while_a_change_is_wrong(self):
        self.dataset("Good")
        process = self.preview("night.json")
        self.write("night.json", '{ "version": 1, "messages": [ nonsense')
        self.eventually(lambda: self.assertIsNotNone(self.state().get("problems")))
        self.assertIn("night.json:1:", self.state().get("problems"))
        self.eventually(self.assertIn, b"night.json:1:", lambda: b"".join(process.said))
        status, page, _ = self.get()
        self.assertEqual(200, status)
        self.assertIn("Good", page)
        self.dataset("Better")
        self.eventually(lambda: self.assertIn("Better", self.get()[1]))
        self.assertIsNone(self.state().get("problems"))

    def test_a_report_that_is_wrong_from_the_start_is_waited_for(self):
        self.write("night.json", "{")
        self.preview("night.json")
        status, page, _ = self.get()
        self.assertEqual(500, status)
        self.assertIn("No report yet", page)
        self.dataset("Now")
        self.eventually(lambda: self.assertIn("Now", self.get()[1]))

    def test_settings_that_become_wrong_are_said_and_mended(self):
        self.dataset("Message")
        self.preview("night.json")
        self.write("tidemark.json", '{"groupBeyond": "many"}')
        self.eventually(lambda: self.assertIn("groupBeyond", self.state().get("problems") or ""))
        self.write("tidemark.json", "{}")
        self.eventually(lambda: self.assertIsNone(self.state().get("problems")))

    def test_the_other_targets_stand_beside_the_page(self):
        self.dataset("Message")
        self.preview("night.json")
        for name, kind in (("mail.html", "text/html"), ("report.md", "text/plain"), ("report.txt", "text/plain"),
                           ("report.json", "application/json")):
            status, text, headers = self.get(f"/{name}")
            self.assertEqual((200, kind), (status, headers["Content-Type"].split(";")[0]), name)
            self.assertIn("Message", text)

    def test_what_is_published_has_neither_the_script_nor_its_policy(self):
        self.dataset("Message")
        self.preview("night.json")
        served = self.get()[1]
        written = self.render("night.json", cwd=self.folder).decode()
        self.assertNotIn(".tidemark/state", written)
        self.assertNotIn("connect-src", written)
        self.assertIn("connect-src 'self'", served)
        script = re.search(r"<script data-version=.*?</script>\n", served, re.DOTALL)
        policy = re.compile(r'(Content-Security-Policy" content=")[^"]*')
        self.assertEqual(policy.sub(r"\1", written), policy.sub(r"\1", served.replace(script[0], "")))
        one, other = (set(policy.search(text)[0].split("; ")) for text in (written, served))
        self.assertEqual(2, len(other - one))

    def test_wrong_usage_ends_it(self):
        self.assertStatus(USAGE, run("preview", cwd=self.folder))
        self.assertStatus(USAGE, run("preview", "-", cwd=self.folder))
        self.assertStatus(INPUT, run("preview", "none.json", cwd=self.folder))
        self.assertStatus(INPUT, run("preview", "none/*.json", cwd=self.folder))
        self.dataset("Message")
        for port in ("0", "65536", "-1", "http"):
            self.assertStatus(USAGE, run("preview", "night.json", f"--port={port}", cwd=self.folder))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            result = run("preview", "night.json", "--port", taken.getsockname()[1], cwd=self.folder)
        self.assertStatus(OUTPUT, result)
        self.assertIn(b"port-unavailable", result.stderr)

    def test_signals_end_it_with_status_zero(self):
        self.dataset("Message")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.preview("night.json")
            process.send_signal(number)
            self.assertEqual(0, process.wait(support.PATIENCE))

    def test_an_ignored_hang_up_stays_ignored(self):
        self.dataset("Message")
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            process = self.preview("night.json")
        finally:
            signal.signal(signal.SIGHUP, before)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(200, self.get()[0])
        process.terminate()
        self.assertEqual(0, process.wait(support.PATIENCE))


class Folders(Previews):
    def setUp(self):
        super().setUp()
        self.dataset("Published")
        self.assertStatus(DONE, run("publish", "night.json", "--site", "site", "--project", "core", cwd=self.folder))
        self.write("secret", "secret words")
        self.write("site/.hidden", "secret words")
        (self.folder / "site/link").symlink_to(self.folder / "secret")
        (self.folder / "site/up").symlink_to(self.folder)

    def test_a_site_is_served_with_its_folders(self):
        self.preview("site")
        self.assertEqual(200, self.get()[0])
        status, _, headers = self.get("/core")
        self.assertEqual((301, "core/"), (status, headers["Location"]))
        self.assertIn("Published", self.get("/core/")[1])
        self.assertEqual("application/gzip", self.get("/core/runs/" + next(
            path.name for path in (self.folder / "site/core/runs").iterdir()) + "/data.json.gz")[2]["Content-Type"])
        before = self.state()["version"]
        time.sleep(1)
        self.assertEqual(before, self.state()["version"])
        for name in ("link", "up"):
            (self.folder / "site" / name).unlink()
        self.dataset("Another")
        self.assertStatus(DONE, run("publish", "night.json", "--site", "site", "--project", "core", cwd=self.folder))
        self.eventually(self.assertNotEqual, before, lambda: self.state()["version"])

    def test_nothing_outside_is_served(self):
        self.preview("site")
        for path in ("/../secret", "/%2e%2e/secret", "/..%2fsecret", "/core/../../secret", "/.hidden", "/link",
                     "/up/secret", "/up/", "//etc/passwd", "/core/%00", "/..%5csecret", "/.tidemark/secret", "/none"):
            status, text, _ = self.get(path)
            self.assertEqual(404, status, path)
            self.assertNotIn("secret words", text)

    def test_projects_and_runs_of_a_site_are_served_as_they_are(self):
        run_folder = next((self.folder / "site/core/runs").iterdir())
        for path in (self.folder / "site/core", run_folder):
            self.preview(path)
            self.assertEqual(200, self.get("/index.html")[0])

    def test_a_page_that_is_a_link_is_served_and_followed(self):
        self.write("one.html", "<p>first</p>")
        self.write("two.html", "<p>second</p>")
        (self.folder / "page.html").symlink_to("one.html")
        self.preview("page.html")
        self.assertIn("first", self.get()[1])
        self.assertIn("first", self.get("/page.html")[1])
        self.assertEqual(404, self.get("/two.html")[0])
        before = self.state()["version"]
        (self.folder / "new").symlink_to("two.html")
        os.replace(self.folder / "new", self.folder / "page.html")
        self.eventually(self.assertNotEqual, before, lambda: self.state()["version"])
        self.assertIn("second", self.get()[1])

    def test_a_new_path_hides_no_change(self):
        self.preview("site")
        self.get()
        before = self.state()["version"]
        self.write("site/index.html", "<p>changed</p>")
        self.get("/core/")
        self.eventually(self.assertNotEqual, before, lambda: self.state()["version"])

    def test_of_a_single_page_its_neighbours_are_not_served(self):
        self.render("night.json", "-o", "report.html", cwd=self.folder)
        self.preview("report.html")
        self.assertIn("Published", self.get()[1])
        self.assertIn("Published", self.get("/report.html")[1])
        self.assertEqual(404, self.get("/night.json")[0])
        self.assertEqual(404, self.get("/secret")[0])
        before = self.state()["version"]
        self.render("night.json", "-o", "report.html", "--locale", "de", cwd=self.folder)
        self.eventually(self.assertNotEqual, before, lambda: self.state()["version"])


class Hostile(Previews):
    def setUp(self):
        super().setUp()
        self.dataset("Message")
        self.process = self.preview("night.json")
        self.host = f"Host: 127.0.0.1:{self.port}\r\n".encode()

    def tearDown(self):
        self.assertIsNone(self.process.poll(), b"".join(self.process.said))
        self.assertEqual(200, self.get()[0])
        super().tearDown()

    def test_other_hosts_get_nothing(self):
        for host in ("example.org", f"example.org:{self.port}", "127.0.0.1", f"127.0.0.1:{self.port + 1}", ""):
            status, text, _ = self.get(Host=host)
            self.assertEqual(421, status, host)
            self.assertNotIn("Message", text)
        self.assertIn(b" 400 ", self.send(b"GET / HTTP/1.0\r\n\r\n"))
        self.assertEqual(200, self.get(Host=f"localhost:{self.port}")[0])

    def test_it_listens_on_loopback_alone(self):
        own = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
        for address in own:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(family) as client:
                client.settimeout(5)
                self.assertNotEqual(0, client.connect_ex((address, self.port)), address)

    def test_huge_and_endless_heads_are_refused(self):
        self.assertIn(b" 431 ", self.send(b"GET / HTTP/1.1\r\n" + self.host + b"X: " + b"a" * 100_000 + b"\r\n\r\n"))
        self.assertIn(b" 431 ", self.send(b"A" * 50_000))
        self.assertIn(b" 431 ", self.send(b"GET / HTTP/1.1\r\n" + self.host + b"X: a\r\n" * 10_000 + b"\r\n"))

    def test_garbage_is_refused(self):
        for data in (os.urandom(2_000) + b"\r\n\r\n", b"\0" * 100 + b"\n\n", b"\r\n\r\n", b"\n\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"GET /\xff HTTP/1.1\r\n" + self.host + b"\r\n"):
            self.assertIn(b" 400 ", self.send(data)[:20])
        self.assertEqual(b"", self.send(b"GET / HT", end=True))
        self.assertEqual(405, self.get(method="POST")[0])
        self.assertEqual((200, ""), self.get(method="HEAD")[:2])

    def test_many_and_slow_clients_keep_nobody_out(self):
        with contextlib.ExitStack() as clients:
            for _ in range(200):
                client = clients.enter_context(socket.create_connection(("127.0.0.1", self.port)))
                with contextlib.suppress(OSError):
                    client.sendall(b"GET / HTTP/1.1\r\n")
            start = time.monotonic()
            self.assertEqual(200, self.get()[0])
            self.assertLess(time.monotonic() - start, 5)

    def test_a_slow_client_is_told_to_go(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=support.PATIENCE) as client:
            client.sendall(b"GET / HTTP/1.1\r\n")
            self.assertIn(b" 408 ", client.recv(1_000))

    def test_a_client_that_reads_nothing_is_no_hindrance(self):
        self.write("night.json", json.dumps(night(messages=[{"title": "Large", "text": "word " * 400_000}])))
        self.eventually(lambda: self.assertIn("Large", self.get()[1]))
        with socket.create_connection(("127.0.0.1", self.port)) as client:
            client.sendall(b"GET / HTTP/1.1\r\n" + self.host + b"\r\n")
            self.assertEqual(200, self.get()[0])
