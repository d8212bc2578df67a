"""The recipe of Examples/publish for a bucket: the real rclone."""
import hashlib
import http.server
import json
import shutil
import threading
import unittest
import urllib.parse
from xml.sax.saxutils import escape

import support
from support import DONE
from test_publish import links
from recipes import RecipeTest, folder


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

    def night_goes_up(self, *arguments, machine="machine", status=DONE, **variables):
        place = self.folder / machine
        place.mkdir(exist_ok=True)
        return self.shell(
            f'sh "{folder / "object-store.sh"}" ' + " ".join(f'"{word}"' for word in map(str, arguments)), place, status,
            **{"REMOTE": ":s3:bucket/reports", **variables}, RCLONE_S3_PROVIDER="Other", RCLONE_RETRIES="1",
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
            if name in seen or not name.endswith((".html", ".css", ".js")):
                continue
            seen.add(name)
            if name not in names:
                yield name
            if name not in names or not name.endswith(".html"):
                continue
            for href in links(names[name].decode()).hrefs:
                target = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://site/{name}", href))
                if target.netloc == "site":
                    ahead.append(target.path.lstrip("/"))

    def test_bucket_holds_the_same_site_without_a_dead_link_at_any_moment(self):
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

    def test_interrupted_push_is_repaired_by_the_next(self):
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
                # The next is another machine, or the one that was cut off.
                self.night_goes_up(self.night(31), machine=f"machine-{place}" if place % 4 else "machine")
                self.fetch(self.names())
                self.assertEqual(self.files("whole"), self.files())

    def local_site(self, *numbers):
        for number in numbers:
            self.publish(self.night(number), site="machine/public")
        shutil.copytree(self.folder / "machine/public", self.folder / "whole", dirs_exist_ok=True)

    def test_local_site_is_pushed_to_an_empty_bucket(self):
        self.local_site(0, 1, 2)
        self.bucket.objects["reports/robots.txt"] = b"User-agent: *"
        said = self.night_goes_up(self.night(3), SITE="public").stderr
        self.assertEqual(b"object-store.sh: :s3:bucket/reports has no nights yet; all of public goes there\n", said)
        self.publish(self.night(3), site="whole")
        (self.folder / "whole/robots.txt").write_text("User-agent: *")
        self.fetch(self.names())
        self.assertEqual(self.files("whole"), self.files())
        self.assertEqual(self.files("whole"), self.files("machine/public"))

    def test_interrupted_first_push_loses_no_run(self):
        self.local_site(0, 1, 2)
        moments = [{}]
        self.bucket.after = lambda: moments.append(dict(self.bucket.objects))
        self.night_goes_up(self.night(3), SITE="public")
        self.bucket.after = lambda: None
        self.publish(self.night(3), site="whole")
        for place in range(0, len(moments), 9):
            with self.subTest(place=place):
                self.bucket.objects = dict(moments[place])
                self.night_goes_up(self.night(3), SITE="public")
                self.fetch(self.names())
                self.assertEqual(self.files("whole"), self.files())

    def test_runs_of_a_team_are_published_in_one_call(self):
        runs = [{"project": f"p{project}", "inputs": [str(self.night(number, f"p{project}"))]}
                for number in range(2) for project in range(3)]
        self.night_goes_up("--batch", self.write("team.json", json.dumps(runs)))
        self.publish("--batch", self.folder / "team.json", site="whole")
        self.fetch(self.names())
        self.assertEqual(self.files("whole"), self.files())

    def test_run_that_meets_the_gate_is_kept_and_fails_the_call(self):
        self.night_goes_up(self.night(0), "--fail-on", "information", status=1)
        said = self.night_goes_up(self.night(1), "--fail-on", "information", status=1).stderr
        self.assertRegex(said, rb"\Anote: .*\[fail-on-met\]\n(  - .*\n)*\Z")
        self.fetch(self.names())
        self.assertEqual(2, len(self.nights()))
        self.assertWhole()

    def test_error_ends_the_call_before_the_push(self):
        self.night_goes_up(self.night(0))
        before = dict(self.bucket.objects)
        self.night_goes_up(self.night(1), "--keep", "some", status=2)
        self.night_goes_up(self.write("bad.json", "{"), status=3)
        self.assertEqual(before, self.bucket.objects)

    def test_only_errors_are_printed(self):
        self.assertEqual(b"object-store.sh: set REMOTE to the site's place, such as s3:bucket/reports\n",
                         self.night_goes_up(self.night(0), status=2, REMOTE="").stderr)
        said = self.night_goes_up(self.night(0), status=4, REMOTE="nowhere:bucket").stderr
        self.assertRegex(said, rb'(?s)\A[^\n]*"nowhere:bucket": didn\'t find section in config file[^\n]*\n\Z')
        self.night_goes_up(self.night(0))
        self.assertEqual(b"", self.night_goes_up(self.night(1)).stderr)

    def test_push_of_another_writer_is_noticed(self):
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

    def test_concurrent_pushes_lose_no_run(self):
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
