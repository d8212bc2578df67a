"""The blocks of the documents: what a reader copies from README.md and docs/."""
import dataclasses
import re

import support

README = support.repository / "README.md"
DOCS = support.repository / "docs"

# Every document for users.
PAGES = [README, *sorted(DOCS.glob("*.md"))]


@dataclasses.dataclass
class Block:
    """A fenced block: its language, the file it is to be written to, its text, and what stands before it."""
    language: str
    name: str
    text: str
    line: int
    status: int             # the exit status that the block ends with
    not_run: str            # why a test can't run it

    @property
    def is_command(self):
        return self.language == "sh"


def blocks(page):
    """The fenced blocks of a page, in its order.

    "```json tests.json" names the file that a reader writes. `<!-- exit status 1 -->` before a block of commands says
    how it ends, `<!-- not run: REASON -->` why no test runs it.
    """
    found = []
    before, open_at, fence = "", None, ""
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if open_at is None:
            match = re.match(r"(```+)(\S*) *(\S*)$", line)
            if match:
                open_at, (fence, language, name), text = number, match.groups(), []
                status = re.search(r"<!-- exit status (\d) -->", before)
                reason = re.search(r"<!-- not run: (.*) -->", before)
                found.append(Block(language, name, "", number, int(status[1]) if status else 0, reason[1] if reason else ""))
            elif line.strip():
                before = line
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
