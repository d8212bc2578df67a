"""A repository, a site with runs of its main branch, and runs of pull requests that are compared with them."""
import datetime
import json
import shutil
import subprocess

import support
from support import DONE, run

EPOCH = datetime.datetime(2026, 9, 1, 3, tzinfo=datetime.timezone.utc)
TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


class Repository:
    """A repository without files: commits and their parents are all that matters."""

    def __init__(self, folder):
        self.folder = folder
        self.clock = 1_790_000_000
        self.parents = {}
        self.git("init", "-q", "--bare", ".")
        self.git("hash-object", "-t", "tree", "-w", "--stdin")

    def git(self, *words):
        date = f"@{self.clock} +0000"
        environment = support.plain_environment(
            HOME=str(self.folder), GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date, GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="Ada",
            GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="Ada", GIT_COMMITTER_EMAIL="a@example.org")
        done = subprocess.run(["git", *words], cwd=self.folder, capture_output=True, env=environment, check=True, input=b"")
        return done.stdout.decode()

    def commit(self, *parents):
        self.clock += 60
        words = [word for parent in parents for word in ("-p", parent)]
        made = self.git("commit-tree", TREE, *words, "-m", f"At {self.clock}").strip()
        self.parents[made] = parents
        return made

    def ancestors(self, commit):
        """The commit and all commits that it descends from, without Git."""
        found, waiting = set(), [commit]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.parents[one]
        return found

    def listed(self, commit):
        """What a job writes for `--baseline-commits`."""
        return self.git("rev-list", commit)


def time(day):
    return (EPOCH + datetime.timedelta(days=day)).isoformat()


def dataset(name, day, commit, errors=(), status="completed", **more):
    """A run with a message that no other run has."""
    messages = [{"urgency": "neutral", "title": f"Run {name}", "fingerprint": f"mark-{name}"}]
    messages += [{"urgency": "error", "title": title, "fingerprint": title} for title in errors]
    described = {"status": status, "finished": time(day), **({"commit": commit} if commit else {})}
    return {"version": 1, "project": "shop", "run": described, "messages": messages, **more}


class PullRequestTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        if not shutil.which("git"):
            self.skipTest("git is not installed")
        folder = self.folder / "repository"
        folder.mkdir()
        self.repository = Repository(folder)

    def put(self, name, content):
        (self.folder / f"{name}.json").write_text(json.dumps(content))
        return f"{name}.json"

    def publish(self, name, *arguments, status=DONE):
        result = run("publish", name, "--site", "site", "--project", "shop", *arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return result

    def main(self, name, day, commit, errors=(), **more):
        """Publishes a run of the main branch."""
        self.publish(self.put(name, dataset(name, day, commit, errors, **more)), "--run", name)

    def compared(self, file, head, *arguments, status=DONE, commits=None):
        """The report of a run of a branch, and what the program says about it."""
        (self.folder / "commits.txt").write_text(self.repository.listed(head) if commits is None else commits)
        result = run("render", file, "--site", "site", "--project", "shop", "--baseline-commits", "commits.txt", "--to", "json",
                     "--output", "-", *arguments, cwd=self.folder)
        self.assertStatus(status, result)
        return json.loads(result.stdout), result.stderr.decode()

    def baseline(self, report):
        """The name of the run that a report is compared with, by what only that run had."""
        if "comparison" not in report:
            return None
        gone = [message["title"].removeprefix("Run ") for message in report["comparison"]["goneMessages"]
                if message["title"].startswith("Run ")]
        self.assertLessEqual(len(gone), 1)
        return gone[0] if gone else None
