"""The page of a project's tests: a site of a hundred nights, read as a person reads it and as a disk or a careless copy leaves it."""
import datetime
import functools
import html
import json
import shutil
import xml.sax.saxutils

import support
from browser import BrowserTest, axe, workshop

NIGHTS = 100
FIRST = datetime.datetime(2026, 8, 1, 2, 0)
HOSTILE = ["</script><script>document.title='owned'</script>", "<img src=x onerror=alert(1)>", "tab\tand \u202eturned",
           "\"];alert(1);//", "ends\\"]
FAILING, FLAKY, SKIPPED, STEADY = "uploadsTenThousandFiles", "reconnects", "needsHardware", "adds"
OLD_NAME, NEW_NAME = "sortsNames", "sortsTheNames"
CANCELED, RENAMED_FROM = 60, 50


def case(name, seconds, body="", environment=None):
    properties = f'<properties><property name="os" value="{environment}"/></properties>' if environment else ""
    return (f'<testcase classname="SyncTests" name={xml.sax.saxutils.quoteattr(name)} time="{seconds:.3f}">'
            f'{properties}{body}</testcase>')


def failure(text):
    return f'<failure message="{html.escape(text, quote=True)}">{html.escape(text)}</failure>'


def cases(number, nights=NIGHTS):
    """The tests of a night."""
    seconds = 70 + number * 7 % 13
    found = [case(STEADY, 0.42), case(SKIPPED, 0, "<skipped message='no hardware'/>"),
             case(FAILING, *((600, failure("Timed out after 600 s")) if number >= nights - 3 else (seconds,))),
             case(FLAKY, 1.2, failure("connection refused :8443") if number % 5 == 0 else ""),
             case(OLD_NAME if number < RENAMED_FROM else NEW_NAME, 2)]
    return found + [case(name, 0.1, failure(f"bad {name}") if number % 9 == 3 else "") for name in HOSTILE]


def report(number, tests=None, suite="SyncTests"):
    """The path of a night's report."""
    when = FIRST + datetime.timedelta(days=number)
    file = workshop() / "test-page-night.xml"
    tests = cases(number) if tests is None else tests
    file.write_text(f'<?xml version="1.0"?><testsuite name="{suite}" tests="{len(tests)}" timestamp="{when.isoformat()}">'
                    + "".join(tests) + "</testsuite>")
    return file, when


def publish(site, number, *arguments, tests=None, status="completed", commit=None):
    """Publishes a night: a report, and a dataset with the commit and the status."""
    file, when = report(number, tests)
    facts = workshop() / "test-page-run.json"
    facts.write_text(json.dumps({"version": 1, "title": "Harbor nightly", "messages": [], "run": {
        "status": status, "commit": commit or f"{number:07x}" + "0" * 33, "finished": when.isoformat() + "Z"}}))
    result = support.run("publish", facts, file, "--site", site, "--project", "core", "--time-zone", "UTC", "--run", f"n{number}",
                         *arguments)
    if result.returncode != support.DONE:
        raise AssertionError(f"publish {number}: {result.stderr.decode()}")
    return result


@functools.cache
def site():
    """A hundred nights; made once."""
    root = workshop() / "test-pages"
    for number in range(NIGHTS):
        publish(root, number)
    return root


class TestPage(BrowserTest):
    def copy(self):
        """A copy of the site that a test may change."""
        target = workshop() / f"test-pages-{self.id().rpartition('.')[2]}"
        shutil.copytree(site(), target)
        self.addCleanup(shutil.rmtree, target, ignore_errors=True)
        return target

    def lists(self, root=None, **options):
        return self.open((root or site()) / "core/tests/index.html", **options)

    def one(self, name, root=None, **options):
        """The page of a test, found by its name as a person does."""
        page = self.lists(root, **options)
        page.locator("[data-search] input").fill(name)
        page.locator("[data-found] a", has_text=name).first.click()
        self.until(page, "!document.querySelector('[data-test]').hidden && document.querySelector('[data-name]').textContent !== ''")
        return page

    def signs(self, page):
        return page.locator("[data-signs] > a").evaluate_all("all => all.map(bar => bar.className)")


class Lists(TestPage):
    def test_lists_name_failing_flaky_and_slow_tests_without_script(self):
        page = self.lists(script=False)
        self.assertEqual(["Failing now 1", "Intermittent 1"],
                         [" ".join(text.split()) for text in page.locator("[data-kind] h2").all_inner_texts()][:2])
        row = page.locator("[data-kind=failing] li")
        self.assertIn(f"SyncTests.{FAILING}", row.inner_text())
        self.assertIn("Timed out after 600 s", row.inner_text())
        self.assertEqual("✔" * 27 + "✖" * 3, row.locator(".strip").inner_text())
        self.assertEqual("3%", row.locator(".rate").inner_text())
        self.assertEqual("8 Nov 2026, 02:00", row.locator("time").inner_text())
        row.locator(".last a").click()
        page.wait_for_url(f"**/core/runs/n{NIGHTS - 1}/index.html")
        page.go_back()
        self.assertIn(FAILING, page.locator("[data-kind=slowest] li").first.inner_text())
        # The address of a test leads to its row.
        digest = row.get_attribute("id")
        self.assertRegex(digest, r"^[0-9a-f]{10}$")
        self.assertFalse(page.locator("[data-test]").is_visible())
        self.assertFalse(page.locator("[data-search]").is_visible())

    def test_search_finds_tests_that_never_failed(self):
        page = self.lists()
        page.locator("[data-search] input").fill("synctests ADDS")
        self.until(page, "document.querySelectorAll('[data-found] li').length === 1")
        self.assertIn(STEADY, page.locator("[data-found] li").inner_text())
        page.locator("[data-search] input").fill("no such test")
        self.until(page, "document.querySelector('[data-found] li').textContent === 'No tests found'")

    def test_failed_message_links_its_history(self):
        links = (site() / "core/tests/index.html").as_uri() + "#"
        for page_path in (f"core/runs/n{NIGHTS - 1}/index.html", "core/index.html"):
            page = self.open(site() / page_path)
            addresses = page.locator("a", has_text="History of this test").evaluate_all("all => all.map(a => a.href)")
            self.assertTrue(addresses and all(address.startswith(links) for address in addresses), addresses)
        page.goto(addresses[0])
        self.until(page, "document.querySelector('[data-signs] > a')")

    def test_slow_and_flaky_lists_link_histories(self):
        page = self.open(site() / "core/index.html", script=False)
        for kind, name in (("slowest", NEW_NAME), ("flaky", FLAKY)):
            address = page.locator(f"[data-list={kind}] a", has_text=name).evaluate("a => a.href")
            self.assertRegex(address, r"/core/tests/index\.html#[0-9a-f]{10}$", kind)

    def test_mail_links_the_history_if_the_site_has_an_address(self):
        root = self.copy()
        publish(root, NIGHTS, "--base-url", "https://ci.example/r/", tests=cases(NIGHTS))
        file, when = report(NIGHTS)
        result = support.run("mail", file, "--site", root, "--project", "core", "--now", when.isoformat() + "Z", "--run", f"n{NIGHTS}",
                             "--from", "a@example.org", "--to", "b@example.org")
        self.assertIn(b"https://ci.example/r/core/tests/index.html#", result.stdout.replace(b"=\r\n", b"").replace(b"=\n", b""))


class One(TestPage):
    def test_failing_test_shows_when_it_broke(self):
        page = self.one(FAILING)
        self.assertEqual("error", page.locator("[data-verdict]").get_attribute("data-urgency"))
        self.assertEqual("Failing", page.locator("[data-verdict] h2").inner_text().strip())
        self.assertEqual(f"Broken between {NIGHTS - 4:07x}0 and {NIGHTS - 3:07x}0; passed before: 87 runs",
                         page.locator("[data-broken]").inner_text())
        self.assertIn("First failure of this series", page.locator("[data-first] h2").inner_text())
        self.assertEqual(["pass"] * 87 + ["fail"] * 3, self.signs(page))
        self.assertEqual("87 of 90", page.locator("[data-passed]:not(main)").inner_text())
        self.assertEqual("3%", page.locator("[data-rate]").inner_text())
        self.assertEqual("5 Nov", page.locator("[data-last-pass]").inner_text())
        self.assertIn("10 min", page.locator("[data-duration]").inner_text())
        self.assertEqual("3", page.locator("[data-failures]").inner_text())
        self.assertIn("1 Aug 2026", page.locator("[data-seen]").inner_text().replace("Aug 1, ", "1 Aug "))
        causes = page.locator("[data-causes] li").all_inner_texts()
        self.assertEqual(1, len(causes))
        self.assertIn("3 runs", causes[0])
        self.assertIn("usual 1 min 10 s", page.locator("[data-curve] .label").first.inner_text())
        page.locator("[data-open]").click()
        page.wait_for_url(f"**/runs/n{NIGHTS - 1}/index.html")

    def test_failures_are_not_told_by_colour_alone(self):
        page = self.one(FAILING)
        high, low = (page.locator(f"[data-signs] > .{kind}").last for kind in ("fail", "pass"))
        self.assertGreater(high.bounding_box()["height"], low.bounding_box()["height"])
        self.assertIn("✖", page.evaluate("getComputedStyle(document.querySelector('[data-signs] > .fail'), '::before').content"))
        self.assertIn("Failed", high.get_attribute("aria-label"))

    def test_flaky_test_says_so(self):
        page = self.one(FLAKY)
        self.assertIn("Intermittent", page.locator("[data-rate]").inner_text())
        self.assertEqual("18", page.locator("[data-signs] > .fail").count().__str__())
        self.assertEqual("20", page.locator("[data-failures]").inner_text(), "failures before the window count")

    def test_skipped_test_has_neither_passed_nor_failed(self):
        page = self.one(SKIPPED)
        self.assertEqual({"skip"}, set(self.signs(page)))
        self.assertEqual("neutral", page.locator("[data-verdict]").get_attribute("data-urgency"))
        self.assertEqual("0 of 0", page.locator("[data-passed]:not(main)").inner_text())
        self.assertFalse(page.locator("[data-curve]").is_visible())

    def test_renamed_test_keeps_its_history(self):
        page = self.one(NEW_NAME)
        self.assertEqual(["pass"] * 90, self.signs(page))
        self.assertIn(OLD_NAME, page.locator("[data-earlier]:has(dt)").inner_text())

    def test_hostile_names_stay_text(self):
        page = self.lists()
        title = page.title()
        for name in HOSTILE:
            with self.subTest(name=name):
                self.assertEqual(title, page.title())
                page.locator("[data-search] input").fill(name.split("\t")[0].split("\\")[0][-12:])
                page.locator("[data-found] li a").first.click()
                self.until(page, "document.querySelectorAll('[data-signs] > a').length === 90")
                shown = page.locator("[data-name]").inner_text()
                self.assertNotIn("\u202e", shown)
                self.assertEqual(0, page.locator("main img, main script").count())
                page.go_back()
        self.assertIn(HOSTILE[1], page.locator("main").inner_text())

    def test_unknown_test_and_lost_shard_are_said(self):
        page = self.lists(fragment="0000000000")
        self.until(page, "document.querySelector('[data-note]').textContent !== ''")
        self.assertEqual("There is no result of this test in the last 90 runs.", page.locator("[data-note]").inner_text())
        root = self.copy()
        (root / "core/tests/all.js").unlink()
        self.quiet = False
        page = self.lists(root, fragment="0000000000")
        self.until(page, "document.querySelector('[data-note]').textContent !== ''")
        self.assertEqual("The history of this test can’t be loaded.", page.locator("[data-note]").inner_text())
        self.assertFalse(page.locator("[data-body]").is_visible())

    def test_arrow_keys_walk_through_the_runs(self):
        page = self.one(FAILING)
        page.locator("[data-signs] > a").last.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        self.assertIn("5 Nov 2026, 02:00: Passed", page.evaluate("document.activeElement.ariaLabel"))
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/runs/n{NIGHTS - 4}/index.html")

    def test_page_fits_each_size_and_has_no_accessibility_faults(self):
        for size in ((320, 640), (390, 844), (1280, 900)):
            for scheme in ("light", "dark"):
                with self.subTest(size=size, scheme=scheme):
                    page = self.one(FAILING, size=size, scheme=scheme)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])
                    self.assertEqual(45 if size[0] < 640 else 90, len(self.signs(page)))
                    self.assertEqual([], axe(page))
                    page = self.lists(size=size, scheme=scheme)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])
                    self.assertEqual([], axe(page))

    def test_page_works_in_every_language(self):
        for language in ("de", "ar", "ja"):
            root = workshop() / f"test-pages-{language}"
            for number in range(97, 100):
                publish(root, number, "--locale", language)
            page = self.one(FAILING, root)
            self.assertEqual("rtl" if language == "ar" else "ltr", page.evaluate("getComputedStyle(document.body).direction"))
            self.assertNotIn("undefined", page.locator("main").inner_text())


class Memory(TestPage):
    def outcome(self, root, name):
        """The signs of a test in a site."""
        return self.signs(self.one(name, root))

    def test_environments_are_told_apart(self):
        root = workshop() / "test-pages-environments"
        for number in range(4):
            broken = failure("no such device") if number == 3 else ""
            tests = [case("starts", 1, environment="linux"), case("starts", 2, broken, environment="windows")]
            publish(root, number, tests=tests)
        page = self.one("starts", root)
        rows = {row.split("\n")[0]: row for row in page.locator("[data-environments] li").all_inner_texts()}
        self.assertEqual({"linux", "windows"}, set(rows))
        strips = page.locator("[data-environments] .strip").all_inner_texts()
        self.assertEqual(["✔✔✔✔", "✔✔✔✖"], ["".join(strip.split()) for strip in strips])

    def test_canceled_and_missing_runs_are_gaps(self):
        root = self.copy()
        publish(root, NIGHTS, tests=[case(STEADY, 0.4)], status="canceled")
        file, when = report(NIGHTS + 1)
        result = support.run("publish", "--site", root, "--project", "core", "--missing", "no power", "--run", f"n{NIGHTS + 1}",
                             "--now", when.isoformat() + "Z")
        self.assertEqual(support.DONE, result.returncode, result.stderr)
        self.assertEqual(["fail", "none", "missing"], self.outcome(root, FAILING)[-3:])
        self.assertEqual(["pass", "pass", "missing"], self.outcome(root, STEADY)[-3:])

    def test_replaced_run_counts_once(self):
        root = self.copy()
        publish(root, NIGHTS - 1, tests=[case(STEADY, 0.4, failure("odd")), case(FAILING, 70)])
        self.assertEqual(["fail", "fail", "pass"], self.outcome(root, FAILING)[-3:])
        self.assertEqual(["pass", "fail"], self.outcome(root, STEADY)[-2:])
        self.assertEqual("none", self.outcome(root, FLAKY)[-1])

    def test_expired_runs_leave_no_dead_link(self):
        root = self.copy()
        publish(root, NIGHTS, "--keep", "20")
        page = self.one(FAILING, root)
        self.assertEqual(["pass"] * 16 + ["fail"] * 4, self.signs(page))
        for address in page.locator("main a[href^='../runs/']").evaluate_all("all => all.map(a => a.getAttribute('href'))"):
            self.assertTrue((root / "core/tests" / address).is_file(), address)

    def test_rebuild_keeps_durations(self):
        root = self.copy()
        before = {path.name: path.read_bytes() for path in (root / "core/tests").iterdir()}
        result = support.run("publish", "--site", root, "--project", "core", "--rebuild")
        self.assertEqual(support.DONE, result.returncode, result.stderr)
        after = {path.name: path.read_bytes() for path in (root / "core/tests").iterdir()}
        self.assertEqual(before["all.js"], after["all.js"])
        self.assertEqual(set(before), set(after))

    def test_damaged_shard_is_made_again(self):
        for damage in (b"", b"testShard(2,", None):
            root = self.copy()
            shard = root / "core/tests/all.js"
            shard.write_bytes(shard.read_bytes()[:5000] + b"A" + shard.read_bytes()[5001:] if damage is None else damage)
            result = publish(root, NIGHTS)
            self.assertIn(b"[damaged-memory]", result.stderr)
            self.assertIn(b"tests/all.js", result.stderr)
            signs = self.outcome(root, FAILING)
            self.assertEqual(["pass"] * 86 + ["fail"] * 4, signs)
            self.assertNotIn(b"[damaged-memory]", publish(root, NIGHTS + 1).stderr)
            shutil.rmtree(root)

    def test_site_without_a_memory_of_tests_learns_its_runs(self):
        root = self.copy()
        shutil.rmtree(root / "core/tests")
        result = publish(root, NIGHTS)
        self.assertNotIn(b"[damaged-memory]", result.stderr)
        self.assertEqual(["pass"] * 86 + ["fail"] * 4, self.outcome(root, FAILING))

    def test_temporary_files_of_a_killed_process_are_removed(self):
        root = self.copy()
        stale = root / "core/tests/.tidemark-1-abc.tmp"
        stale.write_text("x")
        (root / "core/history/unfinished").write_text("")
        publish(root, NIGHTS)
        self.assertEqual(["all.js", "index.html"], sorted(path.name for path in (root / "core/tests").iterdir()))

    def test_same_run_again_changes_nothing(self):
        root = self.copy()
        files = {path: path.read_bytes() for path in (root / "core/tests").iterdir()}
        publish(root, NIGHTS - 1)
        self.assertEqual(files, {path: path.read_bytes() for path in (root / "core/tests").iterdir()})
