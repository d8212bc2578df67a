"""Runs that are declared complete, although a report of the run before is absent."""
import json

import support
import test_scope
from browser import rules
from test_scope import junit


class Complete(support.ProgramTest):
    compared = test_scope.Scope.compared
    lost = test_scope.Scope.lost

    @rules("N2")
    def test_a_complete_run_removes_the_tests_of_an_absent_report(self):
        # Each file of tests writes its own report, and one file was deleted.
        old = {"a.xml": junit({"a.one": "failed", "a.two": "passed"}), "b.xml": junit({"b.one": "passed"})}
        new = {"b.xml": junit({"b.one": "passed"})}
        self.assertEqual({"fixed": [], "unseen": ["Case.one"]}, self.lost(self.compared(new, old)))
        whole = self.compared(new, old, "--complete")
        self.assertEqual({"fixed": [], "removed": ["Case.one"], "unseen": []}, self.lost(whole))
        self.assertIn("2 tests removed (1 failed)", json.dumps(whole))
        failed = self.compared(new, old, "--complete", "--run-status", "failed")
        self.assertEqual({"fixed": [], "unseen": ["Case.one"]}, self.lost(failed))
