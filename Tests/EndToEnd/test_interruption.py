"""Killed at any moment, an output file is the old one or the new one, whole."""
import json
import random
import subprocess
import time

import support

ROUNDS = 30


class Killed(support.ProgramTest):
    def setUp(self):
        super().setUp()
        nightly = json.loads(support.examples()["nightly"].read_bytes())
        nightly["messages"] *= 300               # long enough that a kill finds it at work
        for message in nightly["messages"]:
            message.pop("id", None)
        self.dataset = self.write("big.json", json.dumps(nightly))

    def check(self, *arguments, files):
        """Kills the run at random moments; `files` are the paths it writes."""
        begun = time.monotonic()
        self.render(self.dataset, *arguments)
        whole = time.monotonic() - begun
        new = {path: path.read_bytes() for path in files}
        chance = random.Random(files[0].name)
        killed = 0
        for number in range(ROUNDS):
            for path in files:
                path.write_bytes(b"old")
            # The moment of writing is the last tenth: a third of the kills go there.
            moment = whole * (chance.uniform(0.8, 1.05) if number % 3 == 0 else chance.uniform(0, 1.05))
            process = subprocess.Popen(
                [str(support.program), "render", str(self.dataset), *map(str, arguments)],
                env=support.plain_environment(), stdin=subprocess.DEVNULL)
            try:
                process.wait(timeout=moment)
            except subprocess.TimeoutExpired:
                process.kill()
                killed += process.wait() < 0
            for path in files:
                content = path.read_bytes()
                self.assertTrue(content == b"old" or content == new[path],
                                f"{path.name} is neither the old nor the new file after {moment:.3f} s")
        self.assertGreater(killed, ROUNDS // 4, "hardly any run was killed: the test proves nothing")
        # What a killed run may have left behind is no hindrance to the next.
        self.render(self.dataset, *arguments)
        for path in files:
            self.assertEqual(new[path], path.read_bytes())

    def test_while_writing_one_file(self):
        page = self.folder / "page.html"
        self.check("-o", page, files=[page])

    def test_while_writing_a_folder(self):
        folder = self.folder / "reports"
        self.check("--to", ",".join(support.TARGETS), "-o", folder,
                   files=[folder / name for name in support.TARGETS.values()])
