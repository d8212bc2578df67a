"""New and fixed findings after edits of source code: edits.py makes the edits."""
import random
import unittest

import edits
import support
from browser import rules

PAIRS = 8
# The largest number of mistakes for each thousand findings, with and without lines of source. A large sample has a third of
# these mistakes, but a small one varies with the sources: each bound is about twice the worst of 22 samples.
MOST = {
    "nothing": (0, 0), "change_severity": (0, 0), "switch_rule_on": (0, 0), "switch_rule_off": (0, 0), "drop_shard": (0, 0),
    "insert_lines": (5, 15), "delete_lines": (5, 30), "edit_lines": (5, 8), "fix_lines": (8, 8), "duplicate": (30, 25),
    "move_block": (5, 10), "split_file": (5, 15), "rename_file": (3, 9), "rename_function": (6, 9), "rename_package": (3, 5),
    "reword": (1, 2), "reformat": (60, 110), "merge_lines": (70, 110), "mixed": (90, 90), "total": (4, 6)}
# This rule counts lines, so that an edit of any line can add or remove a finding.
LENGTHS = "long-part"


class EditsTest(support.ProgramTest):
    def run_program(self, *words):
        result = support.run(*words)
        self.assertStatus(support.DONE, result)
        return result.stdout

    @rules("N2", "N3")
    def test_few_mistakes_are_made_about_edits_of_any_kind(self):
        score = edits.measure(self.run_program, pairs=PAIRS * len(edits.KINDS))
        self.assertEqual({*edits.KINDS, "total"}, set(MOST))
        for kind, bounds in MOST.items():
            for has_context, most in zip((True, False), bounds):
                with self.subTest(kind=kind, has_context=has_context):
                    self.assertLessEqual(score.mistakes(kind, has_context), most)
        for word in ("new", "fixed"):
            precision, recall, _ = score.rates("total", True, word)
            self.assertGreaterEqual(min(precision, recall), 0.9, word)


class TruthTest(unittest.TestCase):
    """Properties of the truth for some kinds of edit."""

    def pairs(self, kind):
        """The pairs of a series, each with the rules of its new and of its fixed findings, without lengths."""
        tree = edits.REPOSITORY / "Sources"
        project = edits.Project(random.Random(kind), tree, edits.sources(tree))
        for _ in range(PAIRS // 2):
            pair = edits.edit(project, kind)
            yield pair, *({rule for rule, _ in places if rule != LENGTHS} for places in pair.true)

    def test_edits_that_keep_lines_make_no_finding_new_or_fixed(self):
        for kind in ("nothing", "move_block", "rename_file", "reword", "change_severity", "drop_shard"):
            for _, new, fixed in self.pairs(kind):
                self.assertEqual((set(), set()), (new, fixed), kind)

    def test_added_lines_fix_nothing_and_deleted_lines_add_nothing(self):
        for kind in ("insert_lines", "duplicate", "split_file"):
            for _, _, fixed in self.pairs(kind):
                self.assertEqual(set(), fixed, kind)
        for _, new, _ in self.pairs("delete_lines"):
            self.assertEqual(set(), new)

    def test_a_rule_that_is_switched_makes_its_own_findings_new_or_fixed(self):
        for pair, new, fixed in self.pairs("switch_rule_on"):
            self.assertLessEqual(len(new), 1)
            self.assertEqual(set(), fixed)
        for pair, new, fixed in self.pairs("switch_rule_off"):
            self.assertEqual(set(), new)
            self.assertLessEqual(len(fixed), 1)

    def test_new_and_fixed_findings_explain_the_number_of_findings(self):
        for kind in set(edits.KINDS) - {"drop_shard"}:
            for pair, _, _ in self.pairs(kind):
                new, fixed = pair.true
                self.assertEqual(len(pair.new), len(pair.old) + new.total() - fixed.total(), kind)


if __name__ == "__main__":
    unittest.main()
