"""The slowest of several workers is a fact of the run in every output."""
import json

import support
from support import DONE, run

TESTS = [("pays by card", 120_000, "gw0"), ("adds to cart", 20_000, "gw0"), ("opens", 60_000, "gw1")]
REPORT = {"results": {"tool": {"name": "t"}, "summary": {"start": 1795144320000, "stop": 1795144465000},
                      "tests": [{"name": name, "status": "passed", "duration": time, "threadId": worker}
                                for name, time, worker in TESTS]}}
SAID = "gw0: 2 min 20 s of 2 min 25 s, 2 tests; longest: pays by card, 2 min"


class Workers(support.ProgramTest):
    def render(self, to, *arguments):
        result = run("render", "ctrf.json", "--to", to, "--now", "2026-11-20T03:12:00Z", *arguments, cwd=self.folder)
        self.assertStatus(DONE, result)
        return result.stdout.decode()

    def test_the_slowest_worker_is_a_fact(self):
        self.write("ctrf.json", json.dumps(REPORT))
        for target in ("page", "mail", "markdown"):
            self.assertIn(SAID, self.render(target), target)
        self.assertIn(SAID, " ".join(self.render("text").split()))
        facts = json.loads(self.render("json"))["run"]["facts"]
        self.assertEqual([SAID], [fact["value"] for fact in facts if fact["title"] == "Slowest worker"])
        facts = json.loads(self.render("json", "--locale", "de"))["run"]["facts"]
        self.assertIn("Langsamster Worker", [fact["title"] for fact in facts])
