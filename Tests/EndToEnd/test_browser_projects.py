"""The page of many projects: what has changed first, in groups, with a search and filters."""
import datetime
import functools
import json

from browser import axe, workshop
from site_support import SiteTest, publish

TEAMS = "api", "docs", "web"
KINDS = "audit", "build", "e2e", "lint", "perf", "sast", "types", "unit", "wire", "zip"


@functools.cache
def many():
    """31 projects on two days: `acme-web-e2e` has a new error, `acme-docs-unit` an old one."""
    root = workshop() / "many"
    for day in (19, 20):
        runs = []
        for name in [f"acme-{team}-{kind}" for team in TEAMS for kind in KINDS] + ["acme-alone"]:
            fails = name == "acme-docs-unit" or (name, day) == ("acme-web-e2e", 20)
            file = workshop() / f"{name}-{day}.json"
            file.write_text(json.dumps({"version": 1, "title": name.replace("-", " "), "now": f"2026-11-{day}T03:12:00Z",
                                        "messages": [{"urgency": "error", "title": "It fails"}] * fails,
                                        "run": {"status": "completed"}}))
            runs.append({"project": name, "inputs": [file.name]})
        (workshop() / "runs.json").write_text(json.dumps(runs))
        publish(root, "--batch", str(workshop() / "runs.json"), "--stale-after", "36h")
    return root


class Projects(SiteTest):
    """The page of many projects: groups, search, filters."""
    def setUp(self):
        super().setUp()
        self.root = many()

    def visible(self, page):
        return page.locator(".project:visible a").all_inner_texts()

    def test_changed_projects_come_first_and_the_rest_is_one_step_away(self):
        for script in (False, True):
            page = self.visit("index.html", script=script)
            self.assertEqual(["acme-web", "acme-docs", "acme-api", "Other projects"], page.locator("summary h2").all_inner_texts())
            self.assertEqual([True, False, False, False],
                             page.locator("[data-group]").evaluate_all("all => all.map(group => group.open)"))
            self.assertEqual(script, page.locator("[data-find]").is_visible())
            self.assertEqual(["acme web e2e"], self.visible(page))
            self.assertIn("1 new", page.locator(".project").first.inner_text())
            page.locator(".fold > summary").click()
            self.eventually(self.assertEqual, 10, page.locator(".project:visible").count)
            page.locator("summary h2", has_text="acme-docs").click()
            self.eventually(self.assertEqual, "acme docs unit", lambda: self.visible(page)[10])

    def test_search_and_filters_narrow_the_list_and_stand_in_the_address(self):
        page = self.visit("index.html")
        page.get_by_role("searchbox", name="Search projects").fill("LINT api")
        self.eventually(self.assertEqual, ["acme api lint"], lambda: self.visible(page))
        self.assertEqual("1 of 31", page.get_by_role("status").inner_text())
        page.reload()
        self.eventually(self.assertEqual, ["acme api lint"], lambda: self.visible(page), "the address says what is shown")
        page.get_by_role("searchbox").fill("")
        self.eventually(self.assertEqual, ["acme web e2e"], lambda: self.visible(page), "the groups are as they were")
        page.get_by_role("button", name="Still failing 1").click()
        self.eventually(self.assertEqual, ["acme docs unit"], lambda: self.visible(page))
        page.get_by_role("button", name="Changed 1").click()
        self.eventually(self.assertEqual, ["acme web e2e", "acme docs unit"], lambda: self.visible(page))
        self.assertRegex(page.url, "#show=changed")

    def test_a_project_takes_a_line_or_two(self):
        for size, most in (("regular", 40), ("compact", 64)):
            page = self.visit("index.html", size=size, at=datetime.datetime(2026, 11, 20, 9, tzinfo=datetime.timezone.utc))
            page.get_by_role("searchbox").fill("acme")
            self.eventually(self.assertEqual, 31, page.locator(".project:visible").count)
            heights = page.locator(".project").evaluate_all("all => all.map(row => row.offsetHeight)")
            self.assertLess(max(heights), most)
            self.assertEqual([], axe(page))
            self.assertTrue(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
