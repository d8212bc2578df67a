"""What the tests of the recipes share: a recipe runs as it is written, with stand-ins for programs that wait or install."""
import os
import subprocess

import support
from support import DONE, plain_environment
from test_publish import SiteTest

folder = support.repository / "Examples/publish"
BASE = "https://example.org/reports"


def in_force(*settings):
    """What is said of the settings that a file has set, and nothing else."""
    return f"tidemark.json: note: settings in force: {', '.join(settings)} [settings-in-force]\n".encode()


class RecipeTest(SiteTest):
    """Runs what a recipe says, with stand-ins where it would wait or install."""

    def setUp(self):
        super().setUp()
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        (self.tools / "tidemark").symlink_to(support.program)
        for name in ("sleep", "apt-get"):
            self.tool(name, "#!/bin/sh\n")

    def tool(self, name, text):
        path = self.tools / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def shell(self, words, cwd, status=DONE, shell=("bash", "-e"), **variables):
        """Runs a script as the services do, and expects a status; None is any."""
        result = subprocess.run(
            [*shell, *([] if shell[-1] != "-e" else ["-c"]), words], cwd=cwd, capture_output=True, timeout=120,
            stdin=subprocess.DEVNULL,
            env=plain_environment(PATH=f"{self.tools}:{os.environ['PATH']}", HOME=str(self.folder), **variables))
        if status is not None:
            self.assertStatus(status, result)
        return result

    def git(self, *words, cwd):
        done = subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *map(str, words)], cwd=cwd,
                              capture_output=True, text=True, env=plain_environment(HOME=str(self.folder)), check=True)
        return done.stdout.strip()

    def same_as_one_batch(self, site, manifest, *options):
        self.publish("--batch", manifest, *options, site="whole")
        self.assertEqual(self.files("whole"), self.files(site))
