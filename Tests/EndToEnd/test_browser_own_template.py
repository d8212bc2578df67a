"""Templates of one's own: the page's script leans on ids, `data-` attributes and roles, not on classes or their order."""
import hashlib
import json

import support
from browser import BrowserTest, night, rendered, rules, unfold

# Other elements, classes and attributes, attributes on several lines, no built-in component.
MESSAGE = """<article class="card is-{{urgency}}" data-key="{{fingerprint}}" aria-label="{{urgencyWord}}"
  data-team="core" data-urgency="{{urgency}}"
  id="{{anchor}}"><header class="top-line"><b class="badge" data-label>{{urgencyWord}}</b>
<h4 class="headline" lang="en"
  data-title>{{title}}</h4></header>
{{#time}}<time class="stamp" datetime="{{machineTime}}">{{time}}</time>{{/time}}
<div class="body">{{{text}}}</div>
{{#location}}<span class="where" data-file>{{text}}</span>{{/location}}
{{#details}}<details class="extra"><summary>More of it</summary><div data-details class="deep">{{{details}}}</div></details>{{/details}}
</article>
"""
SECTION = """<div class="group" data-component="section" data-urgency="{{urgency}}" data-position="{{position}}" data-filed="{{filed}}" id="{{anchor}}">
<header data-header class="title-bar"><h3><bdi data-title>{{title}}</bdi> (<em data-count>{{count}}</em>)</h3></header>
{{#chunks}}
{{#waits}}<noscript>{{/waits}}<div class="pile" data-rows="{{rows}}" role="list">
{{#messages}}
{{> message}}
{{/messages}}
</div>{{#waits}}</noscript>{{/waits}}
{{/chunks}}
</div>
"""
# The same message in the list of the default template.
ITEM = MESSAGE.replace("<article", "<li").replace("</article>", "</li>")
TEMPLATES = {"message": {"components/message.page": ITEM},
             "message and section": {"components/message.page": MESSAGE, "components/section.page": SECTION}}
COUNT = 1500


def many():
    """Three times as many tests as lints; what a script could take for markup stands among the words."""
    return night(categories=[{"id": "tests", "title": "Tests"}, {"id": "lint", "title": "Lint"}], messages=[
        {"title": f'Finding {number} of data-title and data-key="ab"', "category": "tests" if number % 4 else "lint",
         "urgency": "error" if number % 5 == 0 else "warning", "text": f"Words of number {number:04}, *data-file* and `data-key=\"1\"`.",
         "time": f"2026-11-20T0{number % 3}:{number % 60:02}:00+01:00",
         "location": {"file": f"Sources/Part{number % 7}/File{number}.swift", "line": 7},
         **({"details": f"Details of number {number:04}."} if number % 10 == 0 else {})} for number in range(COUNT)])


class TemplateTest(BrowserTest):
    def template(self, files):
        # A folder for each template, because pages are cached by their arguments.
        folder = self.folder / f"template-{hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]}"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    def page(self, files, source=None, **options):
        return self.open(source or many(), arguments=("--template", self.template(files)), calm=True, **options)


class Components(TemplateTest):
    NUMBERS = """() => [...document.querySelectorAll('#messages [data-rows] > [data-key]')].filter(it => it.checkVisibility())
      .map(it => +it.querySelector('[data-title]').textContent.match(/Finding (\\d+)/)[1])"""

    def each(self, **options):
        for files in TEMPLATES.values():
            page = self.page(files, **options)
            yield page
            page.context.close()

    def numbers(self, page):
        return page.evaluate(self.NUMBERS)

    def found(self, page, words):
        self.until(page, f"document.querySelector('[data-found]').textContent.includes({json.dumps(words)})")

    @rules("F2", "F7")
    def test_it_is_filtered_by_urgency_category_and_file(self):
        for page in self.each(query="urgency=error&category=lint"):
            self.found(page, "75 of 1,500")
            self.assertTrue(all(number % 20 == 0 for number in self.numbers(page)))
        for page in self.each(query="file=**/Part3/*"):
            self.found(page, "214 of 1,500")
            self.assertEqual({3}, {number % 7 for number in self.numbers(page)})

    def test_it_is_searched_where_it_waits_too(self):
        for page in self.each():
            field = page.get_by_role("searchbox", name="Search messages")
            for words, numbers in (("number 1499", [1499]), ("finding 1400", [1400]), ("DETAILS 1490", [1490]), ("File1234.swift", [1234]),
                                   ("more of it", []), ("warning", []), ("data-urgency", []), ("article", [])):
                field.fill(words)
                self.until(page, f"JSON.stringify(({self.NUMBERS})()) === '{json.dumps(numbers)}'")

    @rules("O4")
    def test_it_is_sorted_by_title_file_and_time(self):
        for key, first in (("title:desc", 1499), ("file:asc", 0), ("time:desc", 59)):
            for page in self.each(query=f"sort={key}&category=tests"):
                expected = [number for number in range(COUNT) if number % 4]
                order = {"title:desc": lambda number: -number, "file:asc": lambda number: (number % 7, number),
                         "time:desc": lambda number: (-(number % 3), -(number % 60), number)}[key]
                expected.sort(key=order)
                self.until(page, f"({self.NUMBERS})()[0] === {expected[0]}")
                self.assertEqual(expected[:50], self.numbers(page)[:50])

    @rules("M9", "M14")
    def test_one_that_waits_is_brought_in_cleared_and_brought_back(self):
        for page in self.each(fragment="m1401"):
            cell = page.locator("[id='m1401']")
            self.until(page, "document.activeElement.id === 'm1401'")
            cell.get_by_role("button", name="Clear").press("Enter")
            cell.wait_for(state="detached")
            self.assertIn("Cleared on this device: 1", page.inner_text("#overview"))
            page.goto(page.url.split("#")[0])
            # The device remembers the message by its fingerprint.
            self.until(page, "document.querySelector('#overview').innerText.includes('Cleared on this device: 1')")
            page.goto(page.url + "#m1401")
            cell.get_by_role("button", name="Restore: Finding 1400").press("Enter")
            self.until(page, "!document.querySelector('#overview').innerText.includes('Cleared')")

    @rules("M8")
    def test_a_category_is_cleared_and_counts_what_is_left(self):
        for page in self.each(query="urgency=error"):
            self.found(page, "300 of 1,500")
            header = page.locator("[data-header]", has_text="Tests")
            self.assertIn("225 of 1,125", header.inner_text())
            page.get_by_role("button", name="Clear: Tests").click()
            self.found(page, "75 of 1,500")
            self.assertTrue(all(number % 4 == 0 for number in self.numbers(page)))

    @rules("V1")
    def test_details_open_in_a_view(self):
        for page in self.each(fragment="m1491"):
            self.until(page, "document.activeElement.id === 'm1491'")
            page.keyboard.press("o")
            view = page.locator("dialog[open]")
            view.wait_for()
            self.assertIn("Details of number 1490.", view.inner_text())
            page.keyboard.press("Escape")
            self.until(page, "!document.querySelector('dialog')")
            self.assertEqual(1, page.locator("[id='m1491'] [data-details]").count(), "they are back in their place")

    def test_all_that_waits_comes_when_it_is_scrolled_to(self):
        for page in self.each():
            numbers = page.evaluate(f"""async () => {{
              const found = new Set();
              for (let y = 0; y < document.documentElement.scrollHeight; y += 700) {{
                scrollTo(0, y);
                await new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
                for (const number of ({self.NUMBERS})()) found.add(number);
              }}
              return [...found]; }}""")
            self.assertEqual(set(range(COUNT)), set(numbers))
            self.assertEqual(0, page.locator("#messages noscript").count())
            self.assertLess(page.locator("#messages [data-key]").count(), COUNT, "what is far away is no element")


class Broken(TemplateTest):
    """Templates in which the script does not find what it looks for: all messages are shown."""

    PLAIN = "<section><h3>{{title}}</h3>{{#chunks}}{{#waits}}<noscript>{{/waits}}<ul>{{#messages}}{{> message}}{{/messages}}</ul>" \
            "{{#waits}}</noscript>{{/waits}}{{/chunks}}</section>\n"
    SHOWN = "[...document.querySelectorAll('main h4')].filter(it => it.checkVisibility()).length"

    def broken(self):
        """A name, a template's files, and whether its script stops with an error."""
        part = lambda path: (support.repository / "Templates/default" / path).read_text(encoding="utf-8")  # noqa: E731
        for path, words, stops in (
                ("components/message.page", ' data-key="{{fingerprint}}"', False), ("components/message.page", ' id="{{anchor}}"', False),
                ("components/section.page", ' data-rows="{{rows}}"', False), ("components/sections.page", ' id="messages"', False),
                ("page/shell.html", "{{> words}}\n", True), ("page/shell.html", "{{> keys}}\n", True)):
            yield words.strip(), {path: part(path).replace(words, "")}, stops
        yield "a plain section", {"components/section.page": self.PLAIN}, False

    @rules("M10")
    def test_all_messages_are_shown(self):
        for name, files, stops in self.broken():
            with self.subTest(name):
                page = self.page(files)
                self.until(page, f"{self.SHOWN} >= {COUNT}")
                self.assertEqual(stops, bool(self.words), self.words)
                self.words.clear()
                page.context.close()

    def test_details_open_though_the_list_is_not_the_scripts(self):
        source = night([{"title": "One", "text": "Its text.", "details": "What is in it."}, "Two"])
        page = self.page({"components/section.page": self.PLAIN}, source)
        unfold(page)
        page.locator("summary:has(+ [data-details])").click()
        self.eventually(self.assertIn, "What is in it.", page.locator("dialog[open]").inner_text)

    def test_check_names_the_line(self):
        for name, files, _ in self.broken():
            with self.subTest(name):
                result = support.run("check", "--template", self.template(files), "--format", "json")
                self.assertEqual(support.INPUT, result.returncode)
                found = [one for one in json.loads(result.stdout) if one["id"] == "script-contract"]
                self.assertTrue(found)
                self.assertTrue(all(one["file"].endswith(next(iter(files))) and one["line"] for one in found), found)


class Scripts(TemplateTest):
    SMALL = night(["One", "Two"])

    def test_a_file_of_ones_own_follows_the_bundle(self):
        page = self.page({"page/50-own.js": "document.title = [...document.documentElement.classList].join();\n"}, self.SMALL)
        self.assertEqual("js", page.title())
        self.assertEqual(1, page.locator("#overview [data-cleared]").count(), "the bundle is there")

    def test_one_that_fails_does_not_stop_the_bundle(self):
        for text in ("throw new Error('own')\n", "this is no script\n"):
            for name in ("page/00-own.js", "page/50-own.js"):
                page = self.page({name: text}, self.SMALL)
                self.assertEqual("js", page.evaluate("document.documentElement.className").split()[0])
                self.assertEqual(1, page.locator("#overview [data-cleared]").count(), "the bundle is there")
                self.assertEqual(1, len(self.words), self.words)
                self.words.clear()

    def test_a_shell_has_styles_and_scripts_of_its_own(self):
        shell = """{{< super}}
  {{$head}}
  <style>
    h1 { color: rgb(1, 2, 3) }
  </style>
  {{/head}}
  {{$after}}
<script>
  document.title = 'own'
</script>
  {{/after}}
{{/super}}
"""
        page = self.page({"page/shell.html": shell}, self.SMALL)
        self.assertEqual("own", page.title())
        self.assertEqual("rgb(1, 2, 3)", page.locator("h1").evaluate("it => getComputedStyle(it).color"))
        self.assertIn("js", page.evaluate("document.documentElement.className").split())

    def test_a_file_of_its_name_takes_the_bundles_place(self):
        page = self.page({"page/10-script.js": "document.title = 'mine';\n"}, self.SMALL)
        self.assertEqual("mine", page.title())
        self.assertFalse(page.evaluate("document.documentElement.classList.contains('js')"))
        self.assertEqual(2, page.locator("#messages [data-key]:visible").count())

    def test_without_any_the_page_has_no_script(self):
        page = rendered(self.SMALL, arguments=("--template", self.template({"page/10-script.js": ""})))
        self.assertNotIn("<script", page.read_text(encoding="utf-8"))

    def test_an_export_holds_the_bundle_and_makes_the_same_page(self):
        folder = self.folder / "exported"
        result = support.run("templates", "export", "default", folder)
        self.assertEqual(support.DONE, result.returncode, result.stderr)
        self.assertEqual(["05-unpack.js", "10-script.js", "20-viewer.js"], sorted(file.name for file in (folder / "page").glob("**/*.js")))
        # A page leaves nothing out of a user's style, so that only pages that link their style are the same.
        linked = ("--assets", "assets")
        self.assertEqual(rendered(self.SMALL, arguments=linked).read_bytes(),
                         rendered(self.SMALL, arguments=(*linked, "--template", folder)).read_bytes())
