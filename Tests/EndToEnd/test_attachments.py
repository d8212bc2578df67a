"""Files that belong to messages: pictures on a page, files beside it in a site, names elsewhere; never one from outside."""
import base64
import email
import email.policy
import json
import os
import re
import struct
import zlib

import support
from browser import BrowserTest, rules, shot
from support import DONE, run


def png(width, height, color=(40, 160, 90), noise=0):
    """A picture of one colour, with so many bytes that can't be compressed behind it."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(color) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"noIs", os.urandom(noise)) + chunk(b"IEND", b""))


class Attachments(BrowserTest, support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.input = self.folder / "in"
        (self.input / "screens").mkdir(parents=True)

    def file(self, name, content):
        (self.input / name).write_bytes(content)
        return {"path": name}

    def dataset(self, *attachments):
        self.write("in/data.json", json.dumps({"version": 1, "title": "A", "run": {"status": "completed"}, "now": "2026-11-20T03:12:00Z",
            "messages": [{"urgency": "error", "title": "One", "attachments": [*attachments]}, {"urgency": "warning", "title": "Two"}]}))

    def call(self, *arguments):
        result = run(*arguments, cwd=self.folder)
        self.assertStatus(DONE, result)
        return result

    def page(self, *attachments, arguments=()):
        """The page written beside the folder of its input, and what is said of it."""
        self.dataset(*attachments)
        result = self.call("render", "in/data.json", "-o", "page.html", *arguments)
        return (self.folder / "page.html").read_text(), result.stderr.decode()

    def origins(self, text):
        """Where the policy of a page lets pictures come from."""
        return re.search(r"img-src ([^;\"]*)", text).group(1).split()

    def test_pictures_stand_on_the_page_with_size_and_title(self):
        pictures = [self.file("screens/c.png", png(30, 20)), self.file("screens/a.png", png(10, 20)), self.file("screens/b.png", png(40, 5))]
        for picture, role in zip(pictures, ("diff", "expected", "actual")):
            picture["role"] = role
        text, said = self.page(*pictures)
        self.assertEqual("", said)
        self.assertEqual(["data:"], self.origins(text))
        found = re.findall(r'data-shot="(\w+)".*?<img src="data:image/png;base64,([^"]+)" alt="([^"]+)" width="(\d+)" height="(\d+)"', text)
        self.assertEqual([("expected", "Expected: a.png", "10", "20"), ("actual", "Actual: b.png", "40", "5"),
                          ("diff", "Difference: c.png", "30", "20")],
                         [(role, alt, width, height) for role, _, alt, width, height in found])
        self.assertEqual((self.input / "screens/a.png").read_bytes(), base64.b64decode(found[0][1]))
        page = self.open(self.folder / "page.html")
        page.locator("#m1 summary").first.click(modifiers=["Control"])
        self.eventually(self.assertEqual, [10, 40, 30], lambda: page.eval_on_selector_all(".shots img", "all => all.map(one => one.naturalWidth)"))
        tops = page.eval_on_selector_all(".shots > figure", "all => all.map(one => one.getBoundingClientRect().top)")
        self.assertEqual(1, len({*tops}))
        shot(page, "attachments")
        # The page's own icon needs no other origin either.
        text, _ = self.page({"title": "Log", "url": "https://ci.example/log"})
        self.assertEqual(["data:"], self.origins(text))

    def test_what_is_no_picture_is_a_link_that_runs_nothing(self):
        svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
        text, said = self.page(self.file("screens/x.png", svg), self.file("screens/log.txt", b"log"), self.file("screens/big.png", png(9, 9, noise=300_000)),
                               self.file("screens/wide.png", png(9, 9).replace(struct.pack(">II", 9, 9), struct.pack(">II", 60_000, 60_000))))
        self.assertEqual("", said)
        # A page shows a large picture from its file, and none of too many points.
        self.assertEqual(["./in/screens/big.png"], re.findall(r'<img src="([^"]+)"', text))
        self.assertEqual(["data:", "'self'", "file:"], self.origins(text))
        for name in ("log.txt", "big.png"):
            self.assertIn(f'<a href="./in/screens/{name}">', text)
        for name in ("x.png", "wide.png"):
            self.assertIn(f'<a href="./in/screens/{name}" download="{name}">', text)
        self.dataset({"path": "screens/log.txt"})
        (self.folder / "other").mkdir()
        self.call("render", "in/data.json", "-o", "other/page.html")
        self.assertIn("<li><bdi>log.txt</bdi></li>", (self.folder / "other/page.html").read_text())

    def test_the_pictures_of_a_page_have_a_budget(self):
        text, _ = self.page(*(self.file(f"screens/{number}.png", png(9, 9, noise=250_000)) for number in range(12)))
        self.assertEqual(8, text.count('<img src="data:'))
        self.assertEqual(4, text.count('<img src="./in/screens/'))

    def test_nothing_outside_of_the_folders_is_read(self):
        secret = png(7, 7)
        (self.folder / "secret.png").write_bytes(secret)
        (self.input / "link.png").symlink_to("../secret.png")
        (self.input / "folder").symlink_to("..")
        os.mkfifo(self.input / "pipe.png")
        paths = ["../secret.png", "screens/../../secret.png", str(self.folder / "secret.png"), f"file://{self.folder}/secret.png", "link.png",
                 "folder/secret.png", "pipe.png", "/dev/zero", "screens", "none.png", "x" * 10_000, "a\0b.png", "~/secret.png", "C:\\secret.png",
                 "http://example.org/a.png", ""]
        text, said = self.page(*({"path": path, "title": "T"} for path in paths))
        self.assertNotIn(base64.b64encode(secret).decode(), text)
        self.assertEqual(len(paths), said.count("unread-attachment]"))
        text, said = self.page({"path": "../secret.png"}, {"path": "secret.png"}, arguments=("--root", "."))
        self.assertEqual(2, text.count(base64.b64encode(secret).decode()))
        self.assertEqual("", said)

    def test_a_site_keeps_files_by_content_and_removes_them_with_their_run(self):
        picture, log = png(9, 9, noise=300_000), b"<script>alert(1)</script>"

        def publish(day, *attachments, arguments=()):
            self.dataset(*attachments)
            self.call("publish", "in/data.json", "--site", "site", "--project", "p", "--now", f"2026-11-{day}T03:00:00Z", "--run", day, *arguments)
            folder = self.folder / "site/p/runs" / day
            return folder, {path.name: path.read_bytes() for path in folder.glob("file-*")}
        folder, files = publish("20", self.file("screens/big.png", picture), self.file("screens/x.html", log), self.file("screens/in.png", png(5, 5)))
        self.assertEqual({picture, log}, {*files.values()})
        self.assertEqual([".bin", ".png"], sorted(os.path.splitext(name)[1] for name in files))
        text = (folder / "index.html").read_text()
        self.assertEqual(sorted(files), sorted({*re.findall(r'href="(file-[^"]+)"', text)}))
        first = (self.folder / "site/p/index.html").read_text()
        self.assertEqual(sorted(f"runs/20/{name}" for name in files), sorted({*re.findall(r'href="(runs/20/file-[^"]+)"', first)}))
        self.assertNotIn('="file-', first)
        self.assertRegex(first, r'<img src="runs/20/file-\w+\.png"')
        self.assertRegex(first, r'href="runs/20/file-\w+\.bin" download="x\.html"')
        folder, _ = publish("21", self.file("screens/big.png", picture))
        _, files = publish("22", arguments=("--keep", "1"))
        self.assertEqual({}, files)
        self.assertEqual(["22"], sorted(path.name for path in (self.folder / "site/p/runs").iterdir()))

    def test_packed_messages_of_a_projects_page_lead_to_the_files_of_the_run(self):
        self.file("screens/big.png", png(9, 9, noise=300_000))
        messages = [{"urgency": "warning", "title": f"Message {number}"} for number in range(1300)]
        messages[-1] = {"urgency": "information", "title": "The last one", "attachments": [{"path": "screens/big.png"}]}
        self.write("in/data.json", json.dumps({"version": 1, "title": "A", "run": {"status": "completed"}, "messages": messages}))
        self.call("publish", "in/data.json", "--site", "site", "--project", "p", "--run", "1")
        for path in ("index.html", "runs/1/index.html"):
            self.assertIn('type="application/gzip"', (self.folder / "site/p" / path).read_text())
            page = self.open(self.folder / "site/p" / path)
            page.locator("#search").fill("The last one")
            page.locator("#m1300 summary").first.click(modifiers=["Control"])
            self.eventually(self.assertEqual, [9], lambda: page.eval_on_selector_all("#m1300 .shots img", "all => all.map(one => one.naturalWidth)"))
            self.assertRegex(page.locator("#m1300 figcaption a").evaluate("link => link.href"), r"/site/p/runs/1/file-\w+\.png$")

    def test_a_tests_file_has_one_link_which_saves_what_could_run(self):
        self.file("screens/page.html", b"<script>alert(1)</script>")
        self.file("screens/latin.log", "Gr\xfc\xdfe\npassword = correct-horse-battery\n".encode("latin-1"))
        self.file("screens/wide.log", "token: ghp_0123456789abcdefghijABCDEFGHIJ456789\n".encode("utf-16"))
        self.write("in/report.xml", """<testsuite name="s" tests="1"><testcase name="t"><failure message="m"/><system-out>
[[ATTACHMENT|screens/page.html]]
[[ATTACHMENT|screens/latin.log]]
[[ATTACHMENT|screens/wide.log]]
[[ATTACHMENT|screens/elsewhere.txt]]
</system-out></testcase></testsuite>""")
        self.call("render", "in/report.xml", "-o", "page.html")
        text = (self.folder / "page.html").read_text()
        self.assertEqual(['href="./in/screens/page.html" download="page.html"'], re.findall(r'href="[^"]*page\.html"[^>]*', text))
        self.assertIn("elsewhere.txt", text)
        self.call("publish", "in/report.xml", "--site", "site", "--project", "p")
        texts = sorted(path.read_text() for path in self.folder.glob("site/p/runs/*/file-*.txt"))
        self.assertEqual(["Gr\xfc\xdfe\npassword = ‹redacted›\n", "token: ‹redacted›\n"], texts)
        # A dataset made of the report has the same copies.
        self.call("convert", "in/report.xml", "-o", "in/night.json")
        self.call("publish", "in/night.json", "--site", "other", "--project", "p")
        self.assertEqual(texts, sorted(path.read_text() for path in self.folder.glob("other/p/runs/*/file-*.txt")))

    def test_other_targets_name_files(self):
        self.dataset(self.file("screens/a.png", png(5, 5)), {"title": "Video", "url": "https://ci.example/v.webm"})
        for target in ("mail", "markdown", "text"):
            with self.subTest(target=target):
                text = self.call("render", "in/data.json", "--to", target).stdout.decode()
                self.assertIn("a.png", text)
                self.assertIn("https://ci.example/v.webm", text)
                self.assertNotIn("data:image", text)
        kept = json.loads(self.call("convert", "in/data.json").stdout)
        self.assertEqual([{"path": "screens/a.png"}, {"title": "Video", "url": "https://ci.example/v.webm"}], kept["messages"][0]["attachments"])

    def test_a_mail_shows_the_picture_of_the_first_error(self):
        def mailed(*attachments, arguments=()):
            self.dataset(*attachments)
            found = self.call("mail", "in/data.json", "--from", "a@example.org", "--to", "b@example.org", *arguments).stdout
            self.assertEqual(found, self.call("mail", "in/data.json", "--from", "a@example.org", "--to", "b@example.org", *arguments).stdout)
            return email.message_from_bytes(found, policy=email.policy.default)
        wide = self.file("screens/wide.png", png(1040, 20))
        message = mailed(self.file("screens/log.txt", b"log"), wide, self.file("screens/b.png", png(4, 4)))
        kinds = [part.get_content_type() for part in message.walk()]
        self.assertEqual(["multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png", "text/html"], kinds)
        picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
        self.assertEqual((self.input / "screens/wide.png").read_bytes(), picture.get_content())
        self.assertEqual("inline", picture.get_content_disposition())
        page = message.get_body(("html",)).get_content()
        self.assertRegex(page, f'src="cid:{re.escape(picture["Content-ID"][1:-1])}" alt="wide.png" width="520" height="10"')
        # Without an earlier report and with one; a comparison is shown by its difference.
        roles = [{**self.file(f"screens/{role}.png", png(9, 9, color)), "role": role}
                 for role, color in (("expected", (1, 2, 3)), ("actual", (4, 5, 6)), ("diff", (7, 8, 9)))]
        self.write("before.json", json.dumps({"version": 1, "title": "A", "run": {"status": "completed"}, "now": "2026-11-19T03:12:00Z", "messages": []}))
        message = mailed(*roles, arguments=("--baseline", "before.json"))
        picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
        self.assertEqual((self.input / "screens/diff.png").read_bytes(), picture.get_content())
        # Only pictures, and none that is too large.
        for file in (self.file("screens/x.png", b"<svg/>"), self.file("screens/large.png", png(9, 9, noise=600_000))):
            self.assertNotIn("cid:", mailed(file, arguments=("--attach", "none")).as_string())
        self.dataset(wide)
        self.assertNotIn("<img", self.call("render", "in/data.json", "--to", "mail").stdout.decode())

    def test_reports_show_the_files_of_their_tests(self):
        self.file("screens/a.png", png(5, 6))
        self.file("screens/log.txt", b"password = correct-horse-battery\nlast line\n")
        self.file("screens/page.html", b"<p onclick='x()'>token: ghp_0123456789abcdefghijABCDEFGHIJ456789</p>")
        self.file("screens/trace.zip", b"PK\3\4 0-trace.trace")
        self.file("screens/film.webm", b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm" + bytes(99))
        (self.input / "screens/huge.log").write_bytes(b"x" * ((32 << 20) + 1))
        names = ["a.png", "log.txt", "page.html", "trace.zip", "film.webm", "huge.log", "none.png"]
        self.write("in/report.xml", """<testsuite name="s" tests="1"><testcase name="t"><failure message="m"/><system-out>
""" + "".join(f"[[ATTACHMENT|screens/{name}]]\n" for name in [*names, "../../secret.txt"]) + """</system-out></testcase></testsuite>""")
        self.write("secret.txt", "not below the report")
        result = self.call("render", "in/report.xml", "-o", "page.html")
        self.assertIn("'screens/huge.log' is too large", result.stderr.decode())
        text = (self.folder / "page.html").read_text()
        self.assertEqual(1, text.count("<img"))
        self.assertIn('<video src="./in/screens/film.webm" controls', text)
        self.assertIn("media-src 'self' file:", text)
        self.assertIn('<a href="./in/screens/page.html" download="page.html">', text)
        self.assertIn("npx playwright show-trace trace.zip", text)
        place = {"physicalLocation": {"artifactLocation": {"uri": "a.c"}}}
        self.write("in/log.sarif", json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": [
            {"message": {"text": "m"}, "locations": [place], "attachments": [{"artifactLocation": {"uri": "screens/a.png"}}, {}]}]}]}))
        self.call("render", "in/log.sarif", "-o", "sarif.html")
        self.assertEqual(1, (self.folder / "sarif.html").read_text().count("<img"))
        self.call("publish", "in/report.xml", "--site", "site", "--project", "p")
        files = {path.suffix: path.read_bytes() for path in self.folder.glob("site/p/runs/*/file-*")}
        self.assertEqual([".bin", ".txt", ".webm", ".zip"], sorted(files))
        # Texts are copied without secrets.
        self.assertEqual("password = ‹redacted›\nlast line\n", files[".txt"].decode())
        self.assertEqual("<p onclick='x()'>token: ‹redacted›</p>", files[".bin"].decode())

    def test_nothing_of_a_report_runs_from_the_address_of_the_page(self):
        script = b"<script>document.title = 'ran'</script>"
        evil = {"page.html": b"<!DOCTYPE html>" + script, "x.svg": b'<svg xmlns="http://www.w3.org/2000/svg">' + script + b"</svg>",
                "x.xml": b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>" + script + b"</html>",
                "gif.html": b"GIF89a/*\1\0*/=1;" + script, "text.html": b"words " + script, "zip.html": b"PK\3\4" + script,
                "film.html": b"\x1a\x45\xdf\xa3webm" + script}
        self.dataset(*(self.file(f"screens/{name}", content) for name, content in evil.items()))
        self.call("render", "in/data.json", "-o", "page.html")
        text = (self.folder / "page.html").read_text()
        for name in evil:
            self.assertIn(f'href="./in/screens/{name}" download="{name}"', text)
        self.call("publish", "in/data.json", "--site", "site", "--project", "p")
        self.assertEqual({".bin", ".gif", ".txt", ".zip", ".webm"}, {path.suffix for path in self.folder.glob("site/p/runs/*/file-*")} | {".gif"})
