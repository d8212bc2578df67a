"""A stand-in for GitHub that keeps state: comments of pull requests, check runs and artifacts, for the real gh."""
import http.server
import io
import json
import os
import ssl
import subprocess
import threading
import urllib.parse
import zipfile

BASE = "/api/v3/repos/harbor/shop"


class Service(http.server.ThreadingHTTPServer):
    """What a repository has on GitHub: comments of the pull request 7, check runs, pull requests, artifacts."""

    @classmethod
    def start(cls, test):
        """A service that runs as long as a test."""
        service = cls(test.folder)
        threading.Thread(target=service.serve_forever, daemon=True).start()
        test.addCleanup(service.server_close)
        test.addCleanup(service.shutdown)
        return service

    def environment(self):
        """The variables of a job that lead to this service."""
        return {"GITHUB_REPOSITORY": "harbor/shop", "GH_TOKEN": "secret", "GITHUB_SERVER_URL": f"https://{self.host}",
                "SSL_CERT_FILE": str(self.folder / "cert.pem"), "HOME": str(self.folder), "PATH": os.environ["PATH"]}

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"],
                       cwd=folder, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.host = f"localhost:{self.server_address[1]}"
        self.folder = folder
        self.comments = {}
        self.checks = {}
        self.pulls = []
        self.artifacts = {}     # the files of each artifact, by run and name
        self.calls = []
        self.refuses = 0
        self.poster = ("github-actions[bot]", "Bot")

    def add(self, body, login="octocat", kind="User"):
        number = 1000 + len(self.comments)
        self.comments[number] = {"id": number, "body": body, "user": {"login": login, "type": kind}}
        return self.comments[number]


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
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        service.calls.append((self.command, path.path))
        if self.headers["Authorization"] != "token secret" or service.refuses:
            return self.answer(service.refuses or 401, {"message": "Resource not accessible by integration"})
        if path.path == "/api/v3/user":
            isUser = service.poster[1] == "User"
            return self.answer(200 if isUser else 403, {"login": service.poster[0]} if isUser else {"message": "Resource not accessible"})
        if "/check-runs" in path.path:
            return self.check(path, json.loads(sent or b"{}"))
        if path.path == f"{BASE}/pulls":
            owner, _, branch = dict(urllib.parse.parse_qsl(path.query))["head"].partition(":")
            # GitHub ignores a head that is not complete.
            found = [pull for pull in service.pulls if not (owner and branch) or
                     (pull["head"]["ref"], pull["head"]["repo"] and pull["head"]["repo"]["full_name"].partition("/")[0]) == (branch, owner)]
            return self.page(path, found, lambda part: part)
        if path.path.startswith(f"{BASE}/actions/"):
            return self.artifact(path.path.removeprefix(f"{BASE}/actions/"))
        issues = f"{BASE}/issues"
        if path.path == f"{issues}/7/comments" and self.command == "GET":
            return self.page(path, list(service.comments.values()), lambda part: part)
        body = json.loads(sent)["body"]
        if len(body) > 65_536:
            return self.answer(422, {"message": "body is too long (maximum is 65536 characters)"})
        if path.path == f"{issues}/7/comments" and self.command == "POST":
            return self.answer(201, service.add(body, *service.poster))
        number = int(path.path.rpartition("/")[2])
        if self.command == "PATCH" and path.path.startswith(f"{issues}/comments/") and number in service.comments:
            service.comments[number]["body"] = body
            return self.answer(200, service.comments[number])
        return self.answer(404, {"message": "Not Found"})

    def page(self, path, found, content):
        """Answers with a part of a list, and with the address of the next part."""
        asked = dict(urllib.parse.parse_qsl(path.query))
        page, size = int(asked.get("page", 1)), int(asked["per_page"])
        query = urllib.parse.urlencode({**asked, "page": page + 1})
        more = {"Link": f'<https://{self.server.host}{path.path}?{query}>; rel="next"'} if page * size < len(found) else {}
        return self.answer(200, content(found[(page - 1) * size:page * size]), **more)

    def check(self, path, sent):
        """Lists, adds or changes check runs; annotations can only be added."""
        service = self.server
        commit = path.path.removeprefix(f"{BASE}/commits/").removesuffix("/check-runs")
        if self.command == "GET":
            name = dict(urllib.parse.parse_qsl(path.query))["check_name"]
            found = [check for check in service.checks.values() if check["name"] == name and check["head_sha"] == commit]
            return self.page(path, found, lambda part: {"total_count": len(found), "check_runs": part})
        output = sent["output"]
        if not output["title"] or len(output["summary"]) > 65_535 or len(output["annotations"]) > 50:
            return self.answer(422, {"message": "Invalid request."})
        for annotation in output["annotations"]:
            required = {"path", "start_line", "end_line", "annotation_level", "message"}
            if not required <= set(annotation) <= required | {"title", "raw_details", "start_column", "end_column"} or None in annotation.values():
                return self.answer(422, {"message": "Invalid request."})
        if path.path == f"{BASE}/check-runs" and self.command == "POST":
            number = 2000 + len(service.checks)
            service.checks[number] = {"id": number, **sent}
            return self.answer(201, service.checks[number])
        number = int(path.path.rpartition("/")[2])
        if self.command == "PATCH" and number in service.checks:
            before = service.checks[number]["output"]["annotations"]
            service.checks[number] |= {**sent, "output": {**output, "annotations": before + output["annotations"]}}
            return self.answer(200, service.checks[number])
        return self.answer(404, {"message": "Not Found"})

    def artifact(self, asked):
        """Lists the artifacts of a run, or sends one as an archive."""
        service = self.server
        if asked.startswith("runs/"):
            names = list(service.artifacts.get(asked.split("/")[1], {}))
            url = f"https://{service.host}{BASE}/actions/artifacts/{asked.split('/')[1]}"
            return self.answer(200, {"total_count": len(names), "artifacts": [
                {"id": number, "name": name, "size_in_bytes": 1, "expired": False, "archive_download_url": f"{url}/{name}"}
                for number, name in enumerate(names)]})
        _, run, name = asked.split("/")
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as files:
            for path, content in service.artifacts[run][name].items():
                files.writestr(path, content)
        self.send_response(200)
        self.send_header("Content-Length", str(len(archive.getvalue())))
        self.end_headers()
        self.wfile.write(archive.getvalue())

    do_GET = do_POST = do_PATCH = read
