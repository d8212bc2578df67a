"""The blocks of the documents: what a reader copies from README.md and docs/."""
import dataclasses
import pathlib
import re
import shutil
import subprocess

import support
from support import DONE

README = support.repository / "README.md"
DOCS = support.repository / "docs"

# Every document for users.
PAGES = [README, *sorted(DOCS.glob("*.md"))]
# Replacements for programs that tests do not have. They accept any input.
STAND_INS = ("msmtp", "sendmail")


@dataclasses.dataclass
class Block:
    """A fenced block: its language, the file it is to be written to, its text, and what stands before it."""
    language: str
    name: str
    text: str
    line: int
    status: int             # the exit status that the block ends with
    not_run: str            # why a test can't run it
    heading: str            # the heading of the second level above it

    @property
    def is_command(self):
        return self.language == "sh"


def blocks(page):
    """The fenced blocks of a page, in its order.

    "```json tests.json" names the file that a reader writes. `<!-- exit status 1 -->` before a block of commands says
    how it ends, `<!-- not run: REASON -->` why no test runs it.
    """
    found = []
    before, heading, open_at, fence = "", "", None, ""
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if open_at is None:
            match = re.match(r"(```+)(\S*) *(\S*)$", line)
            if match:
                open_at, (fence, language, name), text = number, match.groups(), []
                status = re.search(r"<!-- exit status (\d) -->", before)
                reason = re.search(r"<!-- not run: (.*) -->", before)
                found.append(Block(language, name, "", number, int(status[1]) if status else 0, reason[1] if reason else "", heading))
            elif line.strip():
                before = line
                heading = line.removeprefix("## ") if line.startswith("## ") else heading
        elif line.rstrip() == fence:
            found[-1].text = "".join(part + "\n" for part in text)
            open_at, before = None, ""
        else:
            text.append(line)
    assert open_at is None, f"{page.name}:{open_at}: the block is not closed"
    return found


def block_named(page, name):
    """The text of the block that a reader writes to the file `name`."""
    block, = [block for block in blocks(page) if block.name == name]
    return block.text


class ReaderTest(support.ProgramTest):
    """Does what pages say, one block after the other, in a folder that holds the examples and nothing else."""

    def setUp(self):
        super().setUp()
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "tidemark").symlink_to(pathlib.Path(support.program).resolve())
        for name in STAND_INS:
            (tools / name).write_text("#!/bin/sh\ncat > /dev/null\n")
            (tools / name).chmod(0o755)
        self.reader = self.folder / "reader"
        self.reader.mkdir()
        shutil.copytree(support.repository / "Examples", self.reader / "Examples")
        self.environment = support.plain_environment(TIDEMARK_MAIL_SENDMAIL=f"{tools}/sendmail -t -i")
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"

    def follow(self, page, heading=None):
        """Does what the page says, or only what it says below a heading; returns the folder."""
        for block in blocks(page):
            if heading not in (None, block.heading):
                continue
            place = f"{page.name}:{block.line}"
            if block.name and not block.not_run:
                (self.reader / block.name).parent.mkdir(parents=True, exist_ok=True)
                (self.reader / block.name).write_text(block.text)
            if not block.is_command or block.not_run:
                continue
            # Only a block that stores a status continues after a failure.
            stops = [] if "status=$?" in block.text else ["-e"]
            result = subprocess.run(["bash", *stops, "-o", "pipefail", "-c", block.text], cwd=self.reader,
                                    env=self.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(block.status, result.returncode, f"{place}: {result.stderr}\n{block.text}")
            if block.status == DONE:
                self.assertNotRegex(result.stderr, r"(?m)(^|: )(error|warning): ", place)
        return self.reader
