"""What a site says of a month in which people rename, move and edit, and in which runs stop half-way."""
import unittest

import months
import support
from browser import rules


class MonthsTest(support.ProgramTest):
    def run_program(self, *words):
        result = support.run(*words)
        self.assertStatus(support.DONE, result)
        return result.stdout

    def check(self, has_context, least):
        score = months.Score()
        months.publish(self.run_program, months.Month(1, has_context), 15, self.folder, score)
        for word in ("new", "still", "fixed", "unseen"):
            precision, recall, count = score.rates(word)
            self.assertGreater(count, 10, word)
            self.assertGreaterEqual(min(precision, recall), least, f"{word}: {score.words}")
        told = {true for true, found in score.words if found == "back"}
        self.assertLessEqual(told, {"back"}, score.words)
        share, count = score.share(score.since, "arrived")
        self.assertGreater(count, 100)
        self.assertGreaterEqual(share, least, f"since: {score.since}")
        self.assertGreaterEqual(score.share(score.seen)[0], least, f"last seen: {score.seen}")

    @rules("N2", "N3")
    def test_messages_are_followed_by_their_lines(self):
        self.check(True, 0.9)

    @rules("N2", "N3")
    def test_messages_are_followed_without_lines(self):
        self.check(False, 0.8)

    @rules("R8")
    def test_nights_are_red_for_breaks_and_not_for_flaky_tests(self):
        # A higher rate, so that few nights show what many would.
        nights = months.FlakyNights(3, rate=0.15, break_rate=0.03)

        def judged(*words):
            result = support.run(*map(str, words))
            return result.returncode, result.stderr.decode()
        nights.publish(judged, 250, self.folder)
        self.assertGreater(nights.flaky, 60)
        self.assertGreater(nights.breaks, 4)
        self.assertEqual(0, nights.missed)
        # Each flaky test is learned from two failures. More in a row, which this rate makes likely, count.
        self.assertLessEqual(nights.false, 2 * len(nights.FLAKY) + 4)


if __name__ == "__main__":
    unittest.main()
