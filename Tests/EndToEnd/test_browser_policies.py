"""Wherever a page is opened it is whole: without script, in a sandbox, from disk; with script it says the same."""
import gzip
import json
import re

import support
from browser import BrowserTest, address, dismiss, night, rendered, rules, unfold

LIMIT = 16_384


def many(count):
    """More messages than a page holds as elements."""
    return night(categories=[{"id": "tests", "title": "Tests"}, {"id": "lint", "title": "Lint"}], messages=[
        {"title": f"Finding {number}", "category": "tests" if number % 3 else "lint",
         "urgency": "error" if number % 5 == 0 else "warning"} for number in range(count)])


def dataset(name):
    """An example as it was written; one that is not plain JSON is brought into its form by the program."""
    path = support.examples()[name]
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    return None


PLAIN = [name for name, path in support.examples().items() if path.suffix == ".json"]


class Whole(BrowserTest):
    """Without script: everything of the dataset can be reached by scrolling, links and disclosures."""

    def check(self, page, data):
        kinds = [message.get("kind", "message") for message in data["messages"]]
        alone = len(kinds) == 1
        expect = {"li[data-key]": 0 if alone else kinds.count("message"), "[data-component=alert]": kinds.count("alert"),
                  "div[data-kind]": kinds.count("offline") + kinds.count("progress") + (alone and kinds.count("message")),
                  "li[data-tense][id]": len(data.get("timeline", {}).get("entries", []))}
        for selector, count in expect.items():
            found = page.locator(selector)
            self.eventually(self.assertEqual, count, found.count, selector)
            # A sticky banner has no box of its own; its bar has one.
            self.eventually(self.assertEqual, count,
                            lambda: page.evaluate("""selector => [...document.querySelectorAll(selector)].filter(node =>
              [node, ...node.children].some(part => part.checkVisibility() && part.offsetHeight && part.innerText.trim())
            ).length""", selector), f"{selector} that are seen")
        things = data["messages"] + data.get("timeline", {}).get("entries", [])
        detailed = [thing for thing in things if "details" in thing]
        unfold(page)
        summaries = page.locator(".d:has(> .p) > summary")
        self.eventually(self.assertEqual, len(detailed), summaries.count)
        for summary in summaries.all():
            content = summary.locator("xpath=following-sibling::*[1]")
            self.eventually(self.assertFalse, content.is_visible)
            summary.click()
            self.eventually(self.assertTrue, content.is_visible)
            self.eventually(self.assertGreater, lambda: len(content.inner_text()), 0)
        for summary in page.locator(".d:has(> .sheet) > summary").all():
            summary.click()
        for thing in things:
            for action in thing.get("actions", []):
                # The page shows no Cancel action without a URL.
                if action.get("role") == "cancel" and "url" not in action:
                    continue
                link = page.locator(".btn", has_text=action["title"]).filter(visible=True)
                self.eventually(self.assertGreater, link.count, 0, action["title"])
                if "url" in action:
                    self.eventually(self.assertGreater, page.locator(f'a.btn[href="{action["url"]}"]').filter(visible=True).count, 0)

    @rules("M14", "V3")
    def test_everything_can_be_reached_without_script(self):
        for name in PLAIN:
            for size in ("compact", "regular"):
                with self.subTest(example=name, size=size):
                    self.check(self.open(name, size, script=False), dataset(name))

    @rules("M14", "V3")
    def test_everything_can_be_reached_in_a_sandbox_without_script(self):
        for name in PLAIN:
            with self.subTest(example=name):
                page = self.open(name, csp="sandbox")
                self.eventually(self.assertEqual, "", lambda: page.evaluate("document.documentElement.className"))
                self.check(page, dataset(name))

    @rules("M7")
    def test_without_script_the_category_filter_filters(self):
        page = self.open("nightly", script=False)
        page.locator(".filter .chip", has_text="Tests").click()
        self.eventually(self.assertEqual, ["Tests"],
                        lambda: [title.split("\n")[0] for title in page.locator(".hd > h3 bdi:visible").all_inner_texts()])
        page.locator(".filter .chip").first.click()
        self.eventually(self.assertGreater, page.locator("section[data-position]:visible").count, 1)

    @rules("M7")
    def test_without_script_the_news_have_no_heading_if_a_category_has_none(self):
        old = [{"title": "Old", "category": "Tests"}]
        page = self.open(night(old + [{"title": "New", "category": "Build"}]), baseline=night(old), script=False)
        for category, seen in (("Build", True), ("Tests", False), ("All", True)):
            page.locator(".filter .chip", has_text=category).click()
            self.eventually(self.assertEqual, seen, page.locator("#news").is_visible)


class Sandboxed(BrowserTest):
    """`sandbox allow-scripts` takes away storage, history and the address's own origin, and nothing may break of it."""

    def test_the_script_runs_and_logs_nothing(self):
        for name in support.examples():
            for size in ("compact", "regular"):
                with self.subTest(example=name, size=size):
                    page = self.open(name, size, csp="sandbox allow-scripts")
                    self.eventually(self.assertIn, "js", lambda: page.evaluate("document.documentElement.className.split(' ')"))
                    self.eventually(self.assertEqual, "null", lambda: page.evaluate("self.origin"), "the page has lost its origin")
                    dismiss(page)

    def test_filter_details_and_links_within_the_page_work(self):
        page = self.open("nightly", csp="sandbox allow-scripts")
        dismiss(page)
        page.locator(".messages .feedback .chip", has_text="Static analysis").click()
        self.until(page, "[...document.querySelectorAll('section[data-position]')].filter(s => s.checkVisibility()).length === 1")
        self.eventually(self.assertEqual, "Static analysis", page.locator(".hd > h3 bdi:visible").inner_text)
        page.locator(".found").get_by_role("button", name="Reset").click()
        self.until(page, "[...document.querySelectorAll('section[data-position]')].filter(s => s.checkVisibility()).length > 1")
        unfold(page)
        summary = page.locator("li[data-key] .d:has(> .p) > summary").first
        words = summary.evaluate("summary => summary.nextElementSibling.textContent.trim().slice(0, 20)")
        summary.click()
        page.get_by_text(words).first.wait_for(state="visible")
        dismiss(page)
        page.locator("[data-component=timeline-preview]").click()
        self.until(page, "(top => top > 0 && top < innerHeight)(document.querySelector('#now').getBoundingClientRect().top)")

    def test_a_search_finds_what_it_looks_for(self):
        page = self.open("nightly", csp="sandbox allow-scripts")
        dismiss(page)
        field = page.locator("#search")
        self.eventually(self.assertEqual, 1, field.count, "there is a field to search in")
        field.fill("reopensAfterPowerLoss")
        self.until(page, "[...document.querySelectorAll('li[data-key]')].filter(m => m.checkVisibility()).length === 1")
        self.eventually(self.assertIn, "reopensAfterPowerLoss", page.locator("li[data-key]:visible").inner_text)


class Same(BrowserTest):
    READ = """() => [...document.querySelectorAll('section[data-position]')].map(section => [section.querySelector('h3 bdi').textContent,
      ...[...section.querySelectorAll('li[data-key]')].map(cell => ['[data-label]', 'summary > time', 'h4', '[data-rest] > [dir]', '[data-place]', '[data-file]']
        .map(part => cell.querySelector(part)?.textContent.replace(/\\s+/g, ' ').trim()).join(' | '))])"""

    def test_with_and_without_script_a_page_shows_the_same_messages(self):
        for name in support.examples():
            with self.subTest(example=name):
                plain = self.open(name, script=False)
                better = self.open(name)
                self.assertEqual(plain.evaluate(self.READ), better.evaluate(self.READ))
                self.assertEqual(plain.locator("li[data-tense][id]").count(), better.locator("li[data-tense][id]").count())
                plain.context.close()
                better.context.close()

    def test_with_script_every_one_of_many_messages_is_scrolled_to(self):
        page = self.open(many(1500), calm=True)
        numbers = page.evaluate("""async () => {
          const found = new Set();
          for (let y = 0; y < document.documentElement.scrollHeight; y += 700) {
            scrollTo(0, y);
            await new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
            for (const cell of document.querySelectorAll('li[data-key]')) found.add(cell.querySelector('h4').textContent);
          }
          return [...found]; }""")
        self.assertEqual({f"Finding {number}" for number in range(1500)}, {words.strip() for words in numbers})

    @rules("F7")
    def test_fragment_and_query_work_from_disk(self):
        page = self.open("nightly", fragment="timeline")
        self.eventually(self.assertTrue, lambda: address(page).startswith("file:"))
        dismiss(page)
        self.eventually(self.assertLess, lambda: abs(page.locator("#timeline").bounding_box()["y"]), 400)
        page = self.open("nightly", query="category=Tests")
        dismiss(page)
        self.until(page, "[...document.querySelectorAll('section[data-position]')].filter(s => s.checkVisibility()).length === 1")
        self.eventually(self.assertEqual, "Tests", page.locator(".hd > h3 bdi:visible").inner_text)

    def test_the_script_is_small(self):
        page = rendered("nightly").read_text(encoding="utf-8")
        scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
        self.assertEqual(1, len(scripts))
        size = len(gzip.compress(scripts[0].encode(), 9))
        self.assertLess(size, LIMIT, f"the script is {size} bytes after gzip -9, and may be {LIMIT}")
