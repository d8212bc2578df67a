"""What the page of a project's tests says of a test: whether it fails now, since when, and where its history goes on."""
import support
from browser import workshop
from test_test_pages import NEW_NAME, NIGHTS, OLD_NAME, TestPage, case, cases, failure, publish, report


class Verdicts(TestPage):
    def listed(self, root):
        """The names in each list of the page."""
        page = self.lists(root, script=False)
        return {section.get_attribute("data-kind"): section.locator("li .t a").all_inner_texts()
                for section in page.locator("[data-kind]:not([data-kind=slowest])").all()}

    def test_the_latest_run_decides_what_fails_now(self):
        root = workshop() / "test-pages-now"
        broken = failure("broken")
        for number in range(12):
            tests = [case("steady", 1), case("fails", 1, broken if number in (2, 11) else ""),
                     case("skipped", 0, broken if number < 6 else "<skipped message='later'/>"),
                     case("sortsNames" if number < 8 else "sortsTheNames", 1, broken if number < 8 else "")]
            publish(root, number, tests=tests + ([case("removed", 1, broken)] if number < 6 else []))
        now = {"failing": ["SyncTests.fails"], "earlier": ["SyncTests.sortsTheNames", "SyncTests.removed", "SyncTests.skipped"]}
        self.assertEqual(now, self.listed(root))
        self.assertIn("5 tests ·", self.lists(root).locator("[data-list] .head").inner_text())
        # A canceled run and a missing one decide nothing.
        publish(root, 12, tests=[case("steady", 1)], status="canceled")
        support.run("publish", "--site", root, "--project", "core", "--missing", "no power", "--run", "n13",
                    "--now", report(13)[1].isoformat() + "Z")
        self.assertEqual(now, self.listed(root))

    def test_a_list_and_a_page_round_alike(self):
        root = workshop() / "test-pages-rounding"
        for number in range(8):
            publish(root, number, tests=[case("steady", 0.5), case("wavers", 0.003, failure("bad") if number < 3 else "")])
        page = self.lists(root)
        self.assertEqual("38%", page.locator("[data-kind=earlier] .rate").inner_text())
        self.assertEqual(["500 ms", "3 ms"], page.locator("[data-kind=slowest] .rate").all_inner_texts())
        self.assertEqual("38%", self.one("wavers", root).locator("[data-rate]").inner_text())
        self.assertIn("500 ms", self.one("steady", root).locator("[data-duration]").inner_text())

    def test_runs_of_branches_have_no_link(self):
        root = workshop() / "test-pages-branch"
        first, second = "1" * 40, "2" * 40
        publish(root, 0, tests=[case("old", 1)], commit=first)
        commits = workshop() / "test-pages-commits"
        commits.write_text(first + "\n")
        publish(root, 1, "--baseline-commits", commits, tests=[case("old", 1), case("new", 1, failure("bad"))], commit=second)
        page = self.open(root / "core/runs/n1/index.html")
        self.assertIn("new", page.locator("main").inner_text())
        self.assertEqual(0, page.locator("a[href*='tests/index.html']").count())

    def test_mails_of_branches_have_no_link(self):
        root = self.copy()
        publish(root, NIGHTS, "--base-url", "https://ci.example/r/", tests=cases(NIGHTS))
        commits = workshop() / "test-pages-commits"
        commits.write_text(f"{NIGHTS - 1:07x}" + "0" * 33 + "\n")
        file, when = report(NIGHTS + 5)
        for arguments, links in (([], True), (["--baseline-commits", commits], False)):
            result = support.run("mail", file, "--site", root, "--project", "core", "--now", when.isoformat() + "Z", "--run", "other",
                                 "--from", "a@example.org", "--to", "b@example.org", *arguments)
            mail = result.stdout.replace(b"=\r\n", b"").replace(b"=\n", b"")
            self.assertEqual(links, b"core/tests/index.html#" in mail, arguments)

    def test_an_earlier_name_links_the_new_one(self):
        page = self.one(OLD_NAME)
        note = page.locator("[data-note]")
        note.locator("a").wait_for()
        self.assertEqual(f"New name: SyncTests.{NEW_NAME}", note.inner_text().strip())
        self.assertFalse(page.locator("[data-verdict]").is_visible())
        note.locator("a").click()
        self.until(page, "document.querySelector('[data-name]').textContent.includes('The')")
        self.assertTrue(page.locator("[data-verdict]").is_visible())
        self.assertFalse(note.is_visible())

    def verdict(self, root, name):
        """The heading of a test, and the lines below it."""
        page = self.one(name, root)
        lines = [page.locator(f"[data-{part}]").inner_text() for part in ("broken", "result")]
        return (page.locator("[data-verdict]").get_attribute("data-urgency"), page.locator("[data-verdict] h2").inner_text().strip(),
                *lines, page.locator("[data-first]").is_visible())

    def test_a_series_older_than_the_runs_has_no_beginning(self):
        root = workshop() / "test-pages-series"
        tests = lambda number: [case("steady", 1), case("old", 1, failure("bad") if number > 0 else ""), case("always", 1, failure("bad"))] + (
            [case("new", 1, failure("bad"))] if number > 9 else [])
        for number in range(13):
            publish(root, number, "--keep", "10", tests=tests(number))
        for name in ("old", "always"):
            self.assertEqual(("error", "Failing", "Failing in all 10 runs", "", False), self.verdict(root, name))
        self.assertEqual(("error", "Failing", "Broken since 11 Aug 2026, 02:00", "", True), self.verdict(root, "new"))
        # The last pass outlives the runs of the site.
        self.assertEqual("1 Aug 2026", self.one("old", root).locator("[data-last-pass]").inner_text())
        for number in range(13, 25):
            publish(root, number, "--keep", "10", tests=tests(number))
        self.assertEqual("Failing in all 10 runs", self.verdict(root, "old")[2])
        self.assertEqual("1 Aug 2026", self.one("old", root).locator("[data-last-pass]").inner_text())

    def test_the_first_runs_of_a_site_know_no_beginning(self):
        root = workshop() / "test-pages-first"
        publish(root, 0, tests=[case("steady", 1)], status="canceled")
        for number, words in ((1, ""), (2, "Failing in all 2 runs")):
            publish(root, number, tests=[case("steady", 1), case("red", 1, failure("bad"))])
            self.assertEqual(("error", "Failing", words, "", False), self.verdict(root, "red"))

    def test_a_test_that_did_not_run_says_how_it_was(self):
        root = workshop() / "test-pages-unseen"
        for number in range(6):
            broken = failure("bad") if number > 1 else ""
            skipped = case("skipped", 0, "<skipped message='later'/>") if number > 3 else case("skipped", 1, broken)
            publish(root, number, tests=[case("steady", 1), case("red", 1, broken), skipped]
                    + ([case("removed", 1, broken)] if number < 4 else []))
        last = "Last result: Failed, 4 Aug"
        self.assertEqual(("neutral", "Skipped", "", last, False), self.verdict(root, "skipped"))
        self.assertEqual(("neutral", "Not run", "", last, False), self.verdict(root, "removed"))
        publish(root, 6, tests=[case("steady", 1)], status="canceled")
        self.assertEqual(("error", "Failing", "Broken between 00000010 and 00000020; passed before: 2 runs", "Last result: Failed, 6 Aug",
                          True), self.verdict(root, "red"))
        self.assertEqual(("neutral", "Not run", "", last, False), self.verdict(root, "removed"))
        self.assertEqual(("success", "Passed", "", "", False), self.verdict(root, "steady"))
