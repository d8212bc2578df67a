"""What bin/bench says of the goals: which are met, and by how much the others are missed."""
import contextlib
import io
import json
import pathlib
import subprocess
import sys

import support

PEERS = support.repository / "bin/peers"
sys.path.append(str(PEERS))
import goals    # noqa: E402


def median(dataset, size, peer, wall, **more):
    return {"dataset": dataset, "size": size, "peer": peer, "wall_s": wall, "cpu_s": wall, "peak_bytes": 10, "input_bytes": 20,
            "output_bytes": 25, **more}


class Goals(support.ProgramTest):
    def printed(self, messages, sites, *groups, is_judged=True):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            goals.print_goals(goals.judged(goals.Figures(messages, sites), groups), is_judged)
        return [" ".join(line.split()) for line in said.getvalue().splitlines() if line]

    def test_goal_is_met_up_to_its_limit_and_missed_beyond_it(self):
        messages = [median("plain", goals.LARGE, "tidemark", 2.4), median("plain", goals.LARGE, "cmark", 1),
                    median("rich", goals.LARGE, "tidemark", 1), median("rich", goals.LARGE, "cmark", 1)]
        said = self.printed(messages, {}, "page")
        self.assertIn("page page, plain 2.40 <= 1 x cmark missed: 2.40 x of 1 x", said)
        self.assertIn("page page, rich 1.00 <= 1 x cmark met", said)
        self.assertIn("page page, rich - <= 0.25 x minijinja not measured", said)
        self.assertEqual("6 goals: 3 met, 1 missed, 2 not measured", said[-1])

    def test_goal_that_is_a_least_is_missed_below_it(self):
        slow, fast = (median(dataset, goals.LARGE, "tidemark reading", wall, input_bytes=40_000_000)
                      for dataset, wall in (("plain", 0.1), ("rich", 0.08)))
        said = self.printed([slow, fast], {}, "reading")
        self.assertIn("reading reading, plain 400 >= 500 MB/s missed: 400 MB/s of 500 MB/s", said)
        self.assertIn("reading reading, rich 500 >= 500 MB/s met", said)

    def test_output_that_takes_most_memory_is_named(self):
        messages = [median("plain", goals.LARGE, goals.ours(output), 1, peak_bytes=30 if output == "json" else 10)
                    for output in goals.OUTPUTS]
        self.assertIn("memory memory, 100,000, plain 1.50 <= 1 x JSON missed: 1.50 x of 1 x (json)", self.printed(messages, {}, "memory"))

    def test_figure_without_a_goal_is_neither_met_nor_missed(self):
        said = self.printed([], {"publish_s": 0.007, "publish_disk_s": 0.05}, "publish")
        self.assertIn("publish publish, 30 messages 7.00 <= 8 ms met", said)
        self.assertIn("publish publish on the disk 50.0 - ms -", said)
        self.assertEqual("1 goal: 1 met", said[-1])

    def test_quick_try_judges_nothing(self):
        said = self.printed([], {"publish_s": 0.1, "publish_disk_s": 0.1}, "publish", is_judged=False)
        self.assertEqual([], [line for line in said if "met" in line.split() or "missed" in line])

    def test_program_is_measured_with_each_dataset(self):
        result = subprocess.run(
            [sys.executable, "-B", PEERS / "bench.py", "--sizes", "30", "--runs", "1", "--only", "tidemark", "--outputs", "page,json",
             "--json", "--folder", self.folder, "--program", support.program], capture_output=True, text=True, timeout=120)
        self.assertEqual(0, result.returncode, result.stderr)
        found = json.loads(result.stdout)
        self.assertEqual([(dataset, peer) for dataset in ("plain", "rich") for peer in ("tidemark", "tidemark json", "tidemark reading")],
                         [(one["dataset"], one["peer"]) for one in found["results"]])
        self.assertEqual([], found["left_out"])
        for goal in found["goals"]:
            self.assertEqual("start", goal["group"])
            self.assertEqual(goal["value"] <= goal["limit"], goal["met"])
        self.assertEqual([], list(pathlib.Path(self.folder).iterdir()), "files are left behind")
