"""The documentation of the library: every public symbol has a comment, and DocC accepts all of it."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import documents
import support

modules = support.repository / ".build/debug/Modules"


@unittest.skipUnless(shutil.which("swift") and (modules / "Tidemark.swiftmodule").exists(), "the library is not built")
class LibraryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        target = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True, check=True).stdout)
        subprocess.run(["swift", "symbolgraph-extract", "-module-name", "Tidemark", "-I", modules,
                        "-I", support.repository / "Sources", "-I", modules.parent / "CProcess.build", "-target",
                        target["target"]["triple"], "-minimum-access-level", "public", "-output-dir", cls.folder],
                       capture_output=True, check=True, timeout=120)
        cls.symbols = json.loads((cls.folder / "Tidemark.symbols.json").read_text())["symbols"]

    def test_every_public_symbol_has_a_comment(self):
        own = [symbol for symbol in self.symbols if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]]
        self.assertGreater(len(own), 100)
        self.assertEqual([], [".".join(symbol["pathComponents"]) for symbol in own if "docComment" not in symbol])

    def test_commands_of_the_page_make_the_graphs(self):
        block, = [block for block in documents.blocks(documents.DOCS / "library.md") if "symbolgraph-extract" in block.text]
        place = self.folder / "place"
        place.mkdir()
        for name in (".build", "Sources"):
            (place / name).symlink_to(support.repository / name)
        commands = re.sub(r"(?m)^(swift build|docc .*)$", "", block.text)
        subprocess.run(["bash", "-e", "-c", commands], cwd=place, check=True, capture_output=True, timeout=120)
        self.assertTrue((place / "graphs/Tidemark.symbols.json").exists())

    def test_page_names_the_packages_that_the_build_needs(self):
        page = (documents.DOCS / "library.md").read_text()
        wanted = re.findall(r"want (\S+) .*linked into the program", (support.repository / "bin/support.sh").read_text())
        self.assertEqual(3, len(wanted))
        for name in (*wanted, "pkg-config"):
            self.assertRegex(page, rf"apt-get install .*{name}")

    def test_docc_finds_nothing_wrong(self):
        docc = shutil.which("docc", path=str(pathlib.Path(shutil.which("swift")).resolve().parent))
        if docc is None:
            self.skipTest("the toolchain has no docc")
        result = subprocess.run(
            [docc, "convert", support.repository / "Sources/Tidemark/Tidemark.docc", "--additional-symbol-graph-dir", self.folder,
             "--output-dir", self.folder / "out.doccarchive", "--warnings-as-errors", "--analyze",
             "--fallback-bundle-identifier", "tidemark", "--fallback-display-name", "Tidemark"],
            capture_output=True, text=True, timeout=300)
        self.assertEqual(0, result.returncode, result.stdout + result.stderr)
        self.assertTrue((self.folder / "out.doccarchive/data/documentation/tidemark/reportmaker.json").exists())


if __name__ == "__main__":
    unittest.main()
