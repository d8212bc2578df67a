"""The program alone: in a root that holds zone data, what ldd names, and nothing else."""
import os
import pathlib
import re
import shutil
import subprocess

import support


def needed_files():
    """The libraries and the loader that the program asks for; none for a static executable."""
    result = subprocess.run(["ldd", str(support.program)], capture_output=True, text=True)
    if result.returncode != 0:
        return []
    return sorted(set(re.findall(r"(?:=> |^\s*)(/\S+)", result.stdout, re.MULTILINE)))


def changed_root(root):
    """The command that runs something in another root, or None when that is not allowed here."""
    if os.geteuid() == 0:
        attempts = [["chroot", root]]
    else:
        attempts = [["unshare", "--map-root-user", "--root", root], ["sudo", "-n", "chroot", root]]
    for attempt in attempts:
        if shutil.which(attempt[0]) and subprocess.run(
                [*attempt, "/tidemark", "--version"], capture_output=True).returncode == 0:
            return attempt
    return None


class MinimalRoot(support.ProgramTest):
    def test_is_enough_to_render_every_example(self):
        root = self.folder / "root"
        root.mkdir()
        shutil.copy(support.program, root / "tidemark")
        for file in map(pathlib.Path, needed_files()):
            self.assertNotRegex(file.name, "swift|cmark|Foundation")
            target = root / str(file).lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        zones = root / "usr/share/zoneinfo"
        shutil.copytree(os.environ.get("TZDIR", "/usr/share/zoneinfo"), zones, symlinks=True,
                        ignore=shutil.ignore_patterns("right", "posix"))
        command = changed_root(root)
        if command is None:
            self.skipTest("changing the root needs root, sudo or user namespaces")
        for name, dataset in support.examples().items():
            for target in support.TARGETS:
                with self.subTest(example=name, target=target):
                    inside = subprocess.run(
                        [*command, "/tidemark", "render", "-", "--to", target], input=dataset.read_bytes(),
                        capture_output=True, env={"PATH": os.environ["PATH"]}, timeout=60)
                    self.assertStatus(support.DONE, inside)
                    self.assertEqual(self.render(dataset, "--to", target), inside.stdout)
