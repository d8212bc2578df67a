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
    # Tests the permission with the machine's own root. A program that doesn't run in the small root
    # is then a failure, never a reason to skip.
    for attempt in (["chroot"], ["unshare", "--map-root-user", "chroot"], ["sudo", "-n", "chroot"]):
        if shutil.which(attempt[0]) and subprocess.run(
                [*attempt, "/", "/bin/true"], capture_output=True).returncode == 0:
            return [*attempt, str(root)]
    return None


class MinimalRoot(support.ProgramTest):
    def test_every_example_renders_in_a_root_of_zone_data_and_libraries_alone(self):
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
                        capture_output=True, env={"PATH": os.environ["PATH"]}, timeout=120)
                    self.assertStatus(support.DONE, inside)
                    self.assertEqual(self.render(dataset, "--to", target), inside.stdout)
