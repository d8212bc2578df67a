"""The program's file: what an attacker who has found a bug would want to be otherwise."""
import re
import subprocess
import unittest

import support
from support import DONE


def readelf(*options):
    return subprocess.run(["readelf", "--wide", *options, str(support.program)], capture_output=True, text=True, check=True).stdout


def segments():
    """Type and flags of each segment, with the names of its sections."""
    text = readelf("--segments")
    head, _, mapping = text.partition("Section to Segment mapping:")
    rows = re.findall(r"(?m)^  ([A-Z_]+) +0x\S+ 0x\S+ 0x\S+ 0x\S+ 0x\S+ ([RWE ]{3}) ", head)
    names = re.findall(r"(?m)^ +\d+ +(.*?) *$", mapping)
    return [(kind, flags.replace(" ", ""), set(held.split())) for (kind, flags), held in zip(rows, names, strict=True)]


class ProgramFile(support.ProgramTest):
    @classmethod
    def setUpClass(cls):
        if ".build/debug" in str(support.program):
            raise unittest.SkipTest("a debug build is linked otherwise")

    def test_it_is_loaded_at_an_address_that_differs_from_run_to_run(self):
        self.assertRegex(readelf("--file-header"), r"Type: +DYN ")
        self.assertRegex(readelf("--dynamic"), r"FLAGS_1\).*PIE")

    def test_it_needs_no_library_and_no_loader(self):
        self.assertNotIn("(NEEDED)", readelf("--dynamic"))
        self.assertNotIn("INTERP", [kind for kind, _, _ in segments()])

    def test_its_table_of_functions_is_read_only(self):
        self.assertIn("BIND_NOW", readelf("--dynamic"))
        protected = set().union(*(held for kind, _, held in segments() if kind == "GNU_RELRO"))
        self.assertLessEqual({".got", ".got.plt", ".data.rel.ro", ".init_array", ".fini_array"}, protected)

    def test_nothing_in_it_is_both_written_and_executed(self):
        found = segments()
        self.assertEqual(["RW"], [flags for kind, flags, _ in found if kind == "GNU_STACK"])
        self.assertEqual([], [held for _, flags, held in found if "W" in flags and "E" in flags])
        executed = set().union(*(held for kind, flags, held in found if kind == "LOAD" and "E" in flags))
        self.assertLessEqual(executed, {".text", ".init", ".fini", ".iplt", "__libc_freeres_fn"})

    def test_constants_are_read_only(self):
        holders = [flags for kind, flags, held in segments() if kind == "LOAD" and ".rodata" in held]
        self.assertEqual(["R"], holders)

    def test_it_names_no_folder_of_the_machine_that_built_it(self):
        self.assertNotIn(str(support.repository).encode(), support.program.read_bytes())

    def test_it_says_its_commit_and_what_is_linked_in(self):
        result = support.run("--version", "--verbose")
        self.assertStatus(DONE, result)
        said = dict(line.split() for line in result.stdout.decode().splitlines())
        self.assertEqual((support.repository / "VERSION").read_text().strip(), said["tidemark"])
        self.assertRegex(said["commit"], r"^(unknown|[0-9a-f]{40}(-dirty)?)$")
        self.assertRegex(said["swift"], r"^\d+\.\d+")

    def test_licences_come_with_it(self):
        said = support.run("--licenses").stdout.decode()
        for name in ("NOTICE.md", "LICENSE", "docs/licenses/LGPL-2.1.txt"):
            self.assertTrue((support.repository / name).read_text() in said, name)
