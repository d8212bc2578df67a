"""Debian's dma and nullmailer, each in a root of its own: they conflict with each other and with the machine's."""
import os
import pathlib
import re
import shutil
import subprocess

import support
from test_minimal_root import changed_root

# Packages that bin/test downloads and unpacks but never installs.
PACKAGES = support.repository / ".cache/mail-programs"
USERS = "root:x:0:0::/:/bin/sh\nmail:x:8:8::/var/mail:/bin/false\nteam:x:1000:1000::/:/bin/false\n"
GROUPS = "root:x:0:\nmail:x:8:\nteam:x:1000:\n"


def libraries(program):
    """What the loader needs to run a program."""
    listed = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"(?:=> |^\s*)(/\S+)", listed, re.MULTILINE))


def archive(package):
    """The package's file; None when it has not been fetched."""
    return next((str(path) for path in PACKAGES.glob(f"{package}_*.deb")), None)


class MailProgram:
    """A root with one package in it, in which it keeps its queue and delivers."""

    def __init__(self, package, root):
        self.root = pathlib.Path(root)
        subprocess.run(["dpkg-deb", "-x", archive(package), str(self.root)], check=True)
        for name, content in (("passwd", USERS), ("group", GROUPS), ("hosts", "127.0.0.1 localhost\n"),
                              ("mailname", "machine.example\n"), ("nsswitch.conf", "hosts: files\n")):
            self.file(f"etc/{name}", content)
        for program in [path for path in self.root.rglob("*") if self.is_program(path)]:
            for library in libraries(program):
                target = self.root / library.lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, target)
        for folder in ("dev", "tmp", "var/mail", "var/spool"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        self.file("dev/null", "")

    @staticmethod
    def is_program(path):
        return path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"

    def file(self, path, content=""):
        """A file in the root."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)
        return target

    def command(self, *words):
        """The words that run a program in the root; None where that is not allowed."""
        inside = changed_root(self.root)
        return inside and [*inside, *words]


def are_here():
    return bool(archive("dma") and archive("nullmailer") and shutil.which("dpkg-deb") and os.geteuid() == 0)
