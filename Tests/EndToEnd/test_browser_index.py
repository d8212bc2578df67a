"""The pages of very many projects: what needs a look, folders, a search through all names."""
import pathlib

from browser import SIZES, axe
from site_support import SiteTest, SiteServer
from test_publish_many import FLEET, fleet


class Index(SiteTest):
    """The first page of many projects in a browser."""
    def setUp(self):
        super().setUp()
        self.root = pathlib.Path(fleet())

    def hits(self, page):
        return page.locator(".hit:visible a").all_inner_texts()

    def test_the_search_looks_through_all_names_and_stands_in_the_address(self):
        page = self.visit("index.html")
        page.get_by_role("searchbox", name="Search projects").fill("TEAM00777 part3")
        self.eventually(self.assertEqual, ["team00777-part3"], lambda: self.hits(page))
        self.assertEqual("1 of 10,000", page.get_by_role("status").inner_text())
        self.assertEqual(0, page.locator(".project:visible, .folders:visible").count())
        self.assertTrue(page.locator(".hit a").evaluate("link => link.href").endswith("/team00777-part3/index.html"))
        page.reload()
        self.eventually(self.assertEqual, ["team00777-part3"], lambda: self.hits(page), "the address says what is shown")
        page.get_by_role("searchbox").fill("")
        self.eventually(self.assertEqual, [], lambda: self.hits(page))
        self.assertEqual(32, page.locator(".project:visible").count())

    def test_what_is_found_can_be_narrowed_and_shown_whole(self):
        page = self.visit("index.html")
        page.get_by_role("searchbox").fill("part2")
        self.eventually(self.assertEqual, 100, page.locator(".hit").count)
        more = page.get_by_role("button", name="and 900 more")
        more.click()
        self.eventually(self.assertEqual, 200, page.locator(".hit").count)
        self.assertEqual(100, page.evaluate("[...document.querySelectorAll('.hit a')].indexOf(document.activeElement)"))
        page.get_by_role("button", name="Still failing").click()
        self.eventually(self.assertTrue, lambda: 0 < page.locator(".hit").count() < 100)
        self.assertEqual({"Error"}, set(page.locator(".hit b").all_inner_texts()))
        page.get_by_role("searchbox").fill("nothing has this name")
        self.eventually(self.assertEqual, "0 of 10,000", lambda: page.get_by_role("status").inner_text())

    def test_without_a_script_two_links_lead_to_every_project(self):
        page = self.visit("index.html", script=False)
        self.assertFalse(page.locator("[data-search]").is_visible())
        page.get_by_role("link", name="team0077…").click()
        self.eventually(self.assertIn, "team00777-part3", lambda: page.locator(".project a").all_inner_texts())
        page.get_by_role("link", name="All projects").click()
        page.get_by_role("link", name="and 279 more").click()
        self.eventually(self.assertEqual, 200, page.locator(".project").count)
        page.locator("a[rel=next]").click()
        self.eventually(self.assertEqual, 103, page.locator(".project").count)

    def test_a_list_has_the_search_of_a_small_site(self):
        page = self.visit("index~team0000.html")
        page.get_by_role("searchbox", name="Search projects").fill("00003 part7")
        self.eventually(self.assertEqual, ["team00003-part7"], lambda: page.locator(".project:visible a").all_inner_texts())
        self.assertEqual("1 of 100", page.get_by_role("status").inner_text())

    def test_it_is_accessible_and_as_wide_as_the_window(self):
        page = None
        for size in SIZES:
            for name in ("index.html", "index~team0000.html", "index~changed~2.html"):
                with self.subTest(size=size, name=name):
                    page = self.visit(name, size=size, page=page)
                    self.assertEqual([], axe(page))
                    self.assertTrue(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
        page = self.visit("index.html")
        page.get_by_role("searchbox").fill("part1")
        self.eventually(self.assertEqual, 100, page.locator(".hit").count)
        self.assertEqual([], axe(page))

    def test_it_asks_a_server_for_nothing(self):
        server = SiteServer(self.root)
        page = self.visit("index.html")
        page.goto(server.address + "index.html")
        page.get_by_role("searchbox").fill("part1")
        self.eventually(self.assertEqual, 100, page.locator(".hit").count)
        self.assertEqual({"/reports/index.html"}, set(server.asked) - {"/favicon.ico"})
        self.assertEqual(FLEET, page.evaluate("document.querySelector('[data-names]').textContent.trim().split('\\n').length"))
