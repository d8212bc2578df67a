"""Releases, milestones and tags on the timeline: the recipes of docs/inputs.md, run as they are written."""
import contextlib
import http.server
import json
import random
import re
import shutil
import socketserver
import subprocess
import threading
import unittest

import documents
import support
from browser import rules
from support import DONE, INPUT, run
from test_inputs import NOW, junit
from recipes import RecipeTest

STRICT = ("bash", "-o", "pipefail", "-e")
HOSTILE = "</script><script>alert(1)</script> \"q\" 'q' \\n \\\" `c` & ü ✓ 👩‍🚀 ‏א"


def recipe(beginning):
    """The block of commands that begins so."""
    block, = [block for block in documents.blocks(documents.DOCS / "inputs.md") if block.text.startswith(beginning)]
    return block.text


class TimelineTest(RecipeTest):
    variables = {}

    def setUp(self):
        super().setUp()
        self.place = self.folder / "checkout"
        self.place.mkdir()

    def follow(self, text, status=DONE):
        return self.shell(text, self.place, status, STRICT, **self.variables)

    def entries(self, name):
        """The entries that a recipe has written, which is all that the file may hold."""
        dataset = json.loads((self.place / name).read_text())
        entries = dataset["timeline"].pop("entries")
        self.assertEqual({"version": 1, "scope": [], "messages": [], "timeline": {}}, dataset)
        return entries

    def shown(self, *names, to="json"):
        result = run("render", *names, "--to", to, *NOW, cwd=self.place)
        self.assertStatus(DONE, result)
        self.assertEqual(b"", result.stderr)
        return json.loads(result.stdout) if to == "json" else result.stdout.decode()

    def titles(self, *names):
        """The titles of the report's timeline, in its order."""
        return [entry["title"] for entry in self.shown(*names)["timeline"]["entries"]]


@unittest.skipUnless(shutil.which("git") and shutil.which("jq"), "git or jq is not installed")
class Tags(TimelineTest):
    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main", ".", cwd=self.place)

    def load(self, *tags):
        """A commit, and tags of it: the name and what stands in the tag after its own name."""
        def data(text):
            return b"data %d\n%s\n" % (len(text), text)
        stream = b"commit refs/heads/main\nmark :1\ncommitter A <a@example.org> 1795000000 +0000\n" + data(b"Begin <b>\n\nWith \"care\"\n")
        subprocess.run(["git", "fast-import", "--quiet", "--date-format=raw"], cwd=self.place, input=stream, check=True)
        commit = self.git("rev-parse", "refs/heads/main", cwd=self.place)
        for name, tagger, message in tags:
            content = f"object {commit}\ntype commit\ntag {name}\n{tagger}\n".encode() + message
            made = subprocess.run(["git", "hash-object", "-t", "tag", "--literally", "-w", "--stdin"], cwd=self.place, input=content,
                                  capture_output=True, check=True)
            self.git("update-ref", f"refs/tags/{name}", made.stdout.decode().strip(), cwd=self.place)

    def made(self, count=20):
        text = recipe("git for-each-ref")
        self.assertIn("--count=20 ", text)
        self.follow(text.replace("--count=20 ", f"--count={count} "))
        return {entry.pop("title"): entry for entry in self.entries("tags.json")}

    def tag(self, time, description="", details=""):
        return {"time": time, "milestone": "end", "description": description, "details": details, "detailsFormat": "plain"}

    def test_tags_with_and_without_a_message_are_entries(self):
        tagger = "tagger A <a@example.org> 1795051920 +0100\n"
        self.load(("v1.0", tagger, b"Harbor 1.0\n\n- faster\n- *smaller*\n\nThanks\n"), ("v1.1", tagger, b""),
                  ("signed", tagger, b"Harbor 1.2\n\nSlow\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"))
        self.git("tag", "light", "main", cwd=self.place)
        self.assertEqual({
            "v1.0": self.tag("2026-11-19T01:32:00Z", "Harbor 1.0", "- faster\n- *smaller*\n\nThanks\n"),
            "v1.1": self.tag("2026-11-19T01:32:00Z"), "signed": self.tag("2026-11-19T01:32:00Z", "Harbor 1.2", "Slow\n"),
            "light": self.tag("2026-11-18T11:06:40Z", "Begin <b>", "With \"care\"\n")}, self.made())
        self.assertEqual(["light", "signed", "v1.0", "v1.1"], self.titles("tags.json"))

    def test_latest_tags_are_taken(self):
        self.load(*[(f"v{number}", f"tagger A <a@example.org> {1700000000 + number % 7 * 10**6 + number} +0000\n", b"m\n")
                    for number in range(40)])
        latest = sorted(range(40), key=lambda number: (number % 7, number), reverse=True)[:20]
        self.assertEqual([f"v{number}" for number in latest], list(self.made()))

    @rules("I5")
    def test_names_and_messages_arrive_as_they_are(self):
        tagger = "tagger A <a@example.org> 1795051920 +0000\n"
        name = HOSTILE.replace(" ", "").replace("\\", "")
        self.load((name, tagger, f"{HOSTILE}\twith a tab\n\n{HOSTILE}\x01\x1f\n\n    indented\r\n".encode()),
                  ("broken", tagger, b"na\xefve \xff\n"),
                  ("v1", tagger, b"-----BEGIN\n"), ("group/'v2'", tagger, "“Zitat”\nin two lines\n".encode()))
        self.git("branch", "v1", "main", cwd=self.place)
        time = "2026-11-19T01:32:00Z"
        self.assertEqual({
            name: self.tag(time, f"{HOSTILE}\twith a tab", f"{HOSTILE}\x01\x1f\n\n    indented\r\n"),
            "broken": self.tag(time, "na\ufffdve \ufffd"),
            "v1": self.tag(time, "-----BEGIN"), "group/'v2'": self.tag(time, "“Zitat” in two lines")}, self.made())
        self.assertEqual({name, "broken", "v1", "group/'v2'"}, set(self.titles("tags.json")))
        self.assertNotIn("<script>alert", self.shown("tags.json", to="page"))

    def test_any_name_and_message_is_kept(self):
        chance = random.Random(6)
        letters = [chr(code) for code in range(0x21, 0x7F) if chr(code) not in "~^:?*[\\./@"] + list("äß✓語‏🚢\u2028")
        tags = {}
        for number in range(60):
            words = ["".join(chance.choices([*letters, "\\", "*", "[", ":", "\t", "\x1e", "\x7f", "\\u0000"], k=chance.randrange(1, 30)))
                     for _ in range(3)]
            words = [f"x{word}x" for word in words]
            tags["".join(chance.choices(letters, k=8)) + str(number)] = words
        self.load(*[(name, f"tagger A <a@example.org> {1700000000 + number} +0000\n", f"{one}\n\n{two}\n\n{three}\n".encode())
                    for number, (name, (one, two, three)) in enumerate(tags.items())])
        made = self.made(count=100)
        self.assertEqual({name: (one, f"{two}\n\n{three}\n") for name, (one, two, three) in tags.items()},
                         {name: (entry["description"], entry["details"]) for name, entry in made.items()})
        self.assertEqual(60, len(self.titles("tags.json")))

    def test_unusual_times_do_no_harm(self):
        at = "tagger A <a@example.org> "
        self.load(("none", "", b"m\n"), ("empty", at.strip() + "\n", b"m\n"), ("overflow", f"{at}{'9' * 25} +0000\n", b"m\n"),
                  ("far", f"{at}99999999999 +0000\n", b"m\n"), ("below", f"{at}-5 +0000\n", b"m\n"),
                  ("zone", f"{at}1795051920 +5130\n", b"m\n"), ("first", f"{at}0 -1200\n", b"m\n"))
        self.git("tag", "folder", "main^{tree}", cwd=self.place)
        commit, own = self.tag("2026-11-18T11:06:40Z", "m"), self.tag("2026-11-19T01:32:00Z", "m")
        self.assertEqual({"none": commit, "empty": commit, "overflow": commit, "far": commit, "below": commit, "zone": own,
                          "first": self.tag("1970-01-01T00:00:00Z", "m")}, self.made())
        self.assertEqual(7, len(self.titles("tags.json")))

    def test_tag_can_have_a_link(self):
        self.load(("group/v1ü#", "tagger A <a@example.org> 1795051920 +0000\n", b"m\n"))
        link, = re.findall(r"`(url: .*)` after its title", (documents.DOCS / "inputs.md").read_text())
        self.follow(recipe("git for-each-ref").replace("title: .[0],", f"title: .[0], {link},"))
        self.assertEqual(["https://git.example/core/-/tags/group%2Fv1%C3%BC%23"], [entry["url"] for entry in self.entries("tags.json")])

    def test_repository_without_tags_is_an_empty_timeline(self):
        self.assertEqual({}, self.made())
        self.assertEqual([], self.shown("tags.json").get("timeline", {}).get("entries", []))

    def test_command_outside_of_a_repository_fails(self):
        shutil.rmtree(self.place / ".git")
        self.assertIn(b"not a git repository", self.follow(recipe("git for-each-ref"), status=128).stderr)


@unittest.skipUnless(shutil.which("jq"), "jq is not installed")
class Services(TimelineTest):
    """Answers of both services in their documented form, by stand-ins for their programs."""
    def setUp(self):
        super().setUp()
        (self.place / "answers").mkdir()
        # Prints the response to a failed request and exits with an error.
        self.tool("gh", """#!/bin/sh
            [ $# = 4 ] && [ "$1 $3" = "api --jq" ] || exit 9
            case $2 in "repos/{owner}/{repo}/"*) name=${2##*/} ;; *) exit 9 ;; esac
            answer=answers/${name%%\\?*}
            [ ! -e error ] || { cat error; exit 1; }
            exec jq -c "$4" "$answer"\n""")
        self.tool("glab", """#!/bin/sh
            [ "$1" = api ] || exit 9
            shift; [ "$1" != --paginate ] || shift
            case $1 in "projects/:id/"*) name=${1##*/} ;; *) exit 9 ;; esac
            [ ! -e error ] || { cat error; exit 1; }
            exec cat "answers/${name%%\\?*}"\n""")

    def answer(self, name, *pages):
        (self.place / "answers" / name).write_text("".join(json.dumps(page) for page in pages))

    def test_releases_of_github_are_entries(self):
        page = "https://github.com/acme/harbor/releases/tag/"
        common = {"id": 1, "target_commitish": "main", "created_at": "2026-11-01T00:00:00Z", "author": {"login": "mona"},
                  "assets": [], "prerelease": False, "draft": False}
        self.answer("releases", [
            {**common, "tag_name": "v2", "name": HOSTILE, "body": "# New\r\n\r\n- *faster*\r\n", "published_at": "2026-11-19T09:30:00Z",
             "html_url": page + "v2"},
            {**common, "tag_name": "v1", "name": None, "body": None, "published_at": "2025-11-19T09:30:00Z", "html_url": page + "v1"},
            {**common, "tag_name": "v0", "name": " ", "body": "", "published_at": "2024-02-29T23:59:59Z", "html_url": page + "v0"},
            {**common, "tag_name": "v3", "name": "Soon", "body": "", "published_at": None, "draft": True, "html_url": page + "untagged"}])
        self.answer("milestones", [])
        self.follow(recipe("gh api"))
        self.assertEqual([
            {"time": "2026-11-19T09:30:00Z", "milestone": "end", "title": HOSTILE, "details": "# New\r\n\r\n- *faster*\r\n",
             "url": page + "v2"},
            {"time": "2025-11-19T09:30:00Z", "milestone": "end", "title": "v1", "url": page + "v1"},
            {"time": "2024-02-29T23:59:59Z", "milestone": "end", "title": "v0", "details": "", "url": page + "v0"},
        ], self.entries("releases.json"))
        self.assertEqual([], self.entries("milestones.json"))
        self.assertEqual(["v0", "v1", HOSTILE], self.titles("releases.json", "milestones.json"))
        self.assertNotIn("<script>alert", self.shown("releases.json", to="page"))

    def test_milestones_of_github_are_entries(self):
        page = "https://github.com/acme/harbor/milestone/"
        common = {"number": 1, "creator": {"login": "mona"}, "open_issues": 4, "closed_issues": 8, "created_at": "2026-01-01T00:00:00Z"}
        self.answer("releases", [])
        self.answer("milestones", [
            {**common, "title": "4.3 \"Ämter\"\n<b>", "description": "All of\nit", "state": "open", "due_on": "2026-12-01T08:00:00Z",
             "closed_at": None, "html_url": page + "2"},
            {**common, "title": "4.2", "description": None, "state": "closed", "due_on": "2026-11-01T07:00:00Z",
             "closed_at": "2026-10-30T10:00:00Z", "html_url": page + "1"},
            {**common, "title": "Some day", "description": "", "state": "open", "due_on": None, "closed_at": None, "html_url": page + "3"}])
        self.follow(recipe("gh api"))
        self.assertEqual([
            {"time": "2026-12-01", "milestone": "end", "status": "open", "title": "4.3 \"Ämter\"\n<b>", "details": "All of\nit",
             "url": page + "2"},
            {"time": "2026-11-01", "milestone": "end", "status": "completed", "title": "4.2", "url": page + "1"},
        ], self.entries("milestones.json"))
        text = self.shown("milestones.json", to="text")
        self.assertRegex(text, r"1 Nov +4\.2 \(.*past")
        self.assertRegex(text, r"1 Dec +4\.3 \"Ämter\".*<b> \(.*future")

    def test_releases_and_milestones_of_gitlab_are_entries(self):
        page = "https://gitlab.example/acme/harbor/-/"
        self.answer("releases", [
            {"tag_name": "v2", "name": HOSTILE, "description": "- *faster*", "created_at": "2026-11-19T09:30:00.123Z",
             "released_at": "2026-12-19T09:30:00.123+01:00", "upcoming_release": True, "_links": {"self": page + "releases/v2"}},
            {"tag_name": "v1", "name": "", "description": None, "created_at": "2026-11-19T09:30:00.123Z",
             "released_at": "2026-11-19T09:30:00.123Z", "upcoming_release": False, "_links": {"self": page + "releases/v1"}},
            # The response for a guest without access to the code.
            {"name": "Release 1", "description": "x", "released_at": "2026-10-19T09:30:00.123Z", "upcoming_release": False}])
        common = {"iid": 1, "project_id": 16, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "expired": False,
                  "description": "", "web_url": page + "milestones/1"}
        self.answer("milestones", [
            {**common, "title": "Both", "state": "closed", "start_date": "2026-11-01", "due_date": "2026-11-20"},
            {**common, "title": "Due", "state": "closed", "start_date": None, "due_date": "2026-11-19"}],
            # The second page of the response.
            [{**common, "title": "Begun", "state": "active", "start_date": "2020-02-29", "due_date": None, "description": None},
             {**common, "title": "Later", "state": "active", "start_date": "2999-01-01", "due_date": "2999-01-01", "description": None},
             {**common, "title": "Some day", "state": "active", "start_date": None, "due_date": None}])
        self.follow(recipe("glab api"))
        self.assertEqual([
            {"time": "2026-12-19T09:30:00.123+01:00", "milestone": "end", "title": HOSTILE, "details": "- *faster*",
             "url": page + "releases/v2"},
            {"time": "2026-11-19T09:30:00.123Z", "milestone": "end", "title": "v1", "url": page + "releases/v1"},
            {"time": "2026-10-19T09:30:00.123Z", "milestone": "end", "title": "Release 1", "details": "x"},
        ], self.entries("releases.json"))
        same = {"details": "", "url": page + "milestones/1"}
        self.assertEqual([
            {"start": "2026-11-01", "end": "2026-11-20", "status": "completed", "title": "Both", **same},
            {"time": "2026-11-19", "milestone": "end", "status": "completed", "title": "Due", **same},
            {"start": "2020-02-29", "status": "inProgress", "title": "Begun", "url": same["url"]},
            {"start": "2999-01-01", "end": "2999-01-01", "status": "open", "title": "Later", "url": same["url"]},
        ], self.entries("milestones.json"))
        tenses = {entry["title"]: entry["tense"] for entry in self.shown("releases.json", "milestones.json")["timeline"]["entries"]}
        self.assertEqual({HOSTILE: "future", "v1": "past", "Release 1": "past", "Both": "current", "Due": "past", "Begun": "current",
                          "Later": "future"}, tenses)

    @rules("I3")
    def test_answer_that_is_no_list_is_never_an_empty_timeline(self):
        answers = ({"message": "Not Found", "documentation_url": "https://docs.github.com/rest"}, {"message": "404 Project Not Found"},
                   {"error": "invalid_token", "error_description": "Token was revoked."}, None)
        for service in ("gh", "glab"):
            for command in recipe(f"{service} api").split("\n\n"):
                name = command.split("> ")[-1].strip()
                for content in answers:
                    with self.subTest(name=name, service=service, content=content):
                        (self.place / "error").write_text(json.dumps(content) if content else "")
                        self.assertNotEqual(DONE, self.follow(command, status=None).returncode)
                        # The file must be refused even if the job continues.
                        refused = run("render", name, "--to", "text", *NOW, cwd=self.place)
                        self.assertStatus(INPUT, refused)
                        self.assertEqual(b"", refused.stdout)


class Answers(http.server.BaseHTTPRequestHandler):
    """GitHub's side: lists of the project, or the error that there is."""

    def do_GET(self):
        place = self.server.place
        name = re.match(r"/repos/acme/harbor/(\w+)\?", self.path)[1]
        error = place / "error"
        content = (error if error.exists() else place / "answers" / name).read_bytes()
        self.send_response(404 if error.exists() else 200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # The client may close the connection early.
        with contextlib.suppress(BrokenPipeError):
            self.wfile.write(content)

    def address_string(self):
        return "socket"

    def log_message(self, *_):
        pass


@unittest.skipUnless(shutil.which("jq") and shutil.which("gh"), "jq or gh is not installed")
class ServicesByGh(Services):
    """The same with gh itself, which reads the expressions with a jq of its own, and asks a server at a socket."""

    def setUp(self):
        super().setUp()
        (self.tools / "gh").unlink()
        server = socketserver.UnixStreamServer(str(self.folder / "socket"), Answers)
        server.place = self.place
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.write("config.yml", f"http_unix_socket: {self.folder}/socket\n")
        self.variables = {"GH_CONFIG_DIR": str(self.folder), "GH_TOKEN": "none", "GH_REPO": "acme/harbor"}


class Night(TimelineTest):
    """The entries beside the reports of a night."""
    def setUp(self):
        super().setUp()
        (self.place / "results").mkdir()
        (self.place / "results/TEST-a.xml").write_text(junit("A", "one", ("two", "boom")))
        for name in ("tags", "milestones"):
            self.dataset(name)

    def dataset(self, name, **changes):
        content = {"version": 1, "scope": [], "messages": [], "timeline": {"entries": [{"time": "2026-11-19", "title": name}]}, **changes}
        (self.place / f"{name}.json").write_text(json.dumps({key: value for key, value in content.items() if value is not None}))

    def test_entries_stand_beside_the_reports(self):
        self.follow(recipe("tidemark render results/ tags.json"))
        page = (self.place / "night.html").read_text()
        for word in ("A.two", "milestones", "tags"):
            self.assertIn(word, page)
        alone, beside = self.shown("results"), self.shown("results", "tags.json", "milestones.json")
        self.assertEqual(["tags", "milestones"], [entry["title"] for entry in beside["timeline"]["entries"]])
        self.assertEqual(alone["verdict"], beside["verdict"])
        self.assertEqual("completed", beside["run"]["status"])
        (self.place / "results/TEST-a.xml").write_text(junit("A", "one"))
        self.assertIn("All clear", self.shown("results", "tags.json", "milestones.json", to="text"))

    @rules("I3")
    def test_entries_alone_are_never_well(self):
        for target in ("text", "page", "mail", "markdown"):
            self.assertNotIn("All clear", self.shown("tags.json", to=target))

    def test_entries_fix_no_message_of_another_input(self):
        self.dataset("before", messages=[{"urgency": "error", "title": "No backup", "category": "Backups"}], scope=None, timeline=None)

        def fixed(name):
            result = run("render", "results", name, "--baseline", "before.json", "--to", "json", *NOW, cwd=self.place)
            self.assertStatus(DONE, result)
            return [message["title"] for message in json.loads(result.stdout)["comparison"]["fixedMessages"]]
        self.assertEqual([], fixed("tags.json"))
        self.dataset("unscoped", scope=None)
        self.assertEqual(["No backup"], fixed("unscoped.json"))


if __name__ == "__main__":
    unittest.main()
