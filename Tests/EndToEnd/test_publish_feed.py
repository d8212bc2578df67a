"""The feed and the map of a site: what their formats ask for, by grammar and beyond it."""
import datetime
import json
import re

from lxml import etree

import support
from test_publish import SiteTest

HERE = support.repository / "Tests/EndToEnd"
MONTH = support.repository / "Tests/Snapshots/site"
ATOM, SITEMAP = "{http://www.w3.org/2005/Atom}", "{http://www.sitemaps.org/schemas/sitemap/0.9}"
# The limits of a site map, by the rules of search engines.
MOST_ADDRESSES, MOST_BYTES = 50_000, 50 * 1024 * 1024
# An absolute address of valid characters, including the letters of all languages.
ABSOLUTE = re.compile(
    r"""[A-Za-z][A-Za-z0-9+.-]*:(//\[[0-9A-Fa-f:.]+\])?(%[0-9A-Fa-f]{2}|[^\s<>"{}|\\^`%\[\]\x00-\x1F\x7F-\x9F])+""")
# RFC 4151: a domain or mail address, a day on which the author owned it, and a chosen word.
TAG = re.compile(r"tag:([a-z0-9.@_-]+),\d{4}(-\d\d(-\d\d)?)?:[A-Za-z0-9._~!$&'()*+,;=:@/?%-]+")

RICH = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://other.example/ns" xml:lang="en-GB" xml:base="https://a.example/">
  <o:before xmlns="" any="1"><plain/>text</o:before>
  <link rel="self" href="feed.xml"/>
  <link rel="http://other.example/rel" hreflang="de-AT" type="text/html; charset=utf-8" length="12" title="t" href="/x">
    <o:inside/></link>
  <logo>logo.png</logo><icon>icon.png</icon>
  <title type="html">A &lt;b&gt;rich&lt;/b&gt; one</title>
  <category term="night" scheme="https://a.example/terms" label="Night"/>
  <category term="day"/>
  <updated>2026-10-25T02:30:00.25+01:00</updated>
  <author><email>a@a.example</email><o:more/><name>A</name><uri>https://a.example/a</uri></author>
  <author><name/></author>
  <contributor><name>B</name></contributor>
  <generator uri="https://a.example/g" version="1">G</generator>
  <subtitle type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" class="c"><p>words</p></div></subtitle>
  <rights xml:lang="">None</rights>
  <entry>
    <id>tag:a.example,2026:2</id><updated>2026-10-25T02:30:00.25+01:00</updated><title>Two</title>
    <published>2026-10-25T00:00:00Z</published>
    <content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg" width="1"/></content>
    <source><title>Elsewhere</title><author><name>C</name></author></source>
  </entry>
  <id>tag:a.example,2026:all</id>
  <entry>
    <title type="text">One</title><summary>s</summary><id>tag:a.example,2026:1</id>
    <updated>2026-10-24T02:30:00Z</updated><content src="one.bin" type="application/octet-stream"/>
  </entry>
</feed>"""

# Mistakes in a feed, each as a part of `RICH` and its replacement.
WRONG = {
    "a feed without an id": ("<id>tag:a.example,2026:all</id>", ""),
    "two titles": ("<logo>", "<title>Again</title><logo>"),
    "an entry without a title": ("<title>Two</title>", ""),
    "an entry without a time": ("<updated>2026-10-24T02:30:00Z</updated>", ""),
    "two summaries": ("<summary>s</summary>", "<summary>s</summary><summary>t</summary>"),
    "a time without a zone": ("2026-10-24T02:30:00Z", "2026-10-24T02:30:00"),
    "a time without seconds": ("2026-10-24T02:30:00Z", "2026-10-24T02:30Z"),
    "a day alone": ("2026-10-24T02:30:00Z", "2026-10-24"),
    "a day that no month has": ("2026-10-24T02:30:00Z", "2026-02-30T02:30:00Z"),
    "small letters in a time": ("2026-10-24T02:30:00Z", "2026-10-24t02:30:00z"),
    "an element that Atom does not know": ("<logo>", "<language>en</language><logo>"),
    "an element in the wrong place": ("<logo>", "<published>2026-10-24T02:30:00Z</published><logo>"),
    "words between the elements": ("<logo>", "words<logo>"),
    "an author without a name": ("<name>A</name>", ""),
    "an author with two": ("<name>A</name>", "<name>A</name><name>B</name>"),
    "a mail address without a place": ("a@a.example", "a.example"),
    "a link that leads nowhere": ('<link rel="self" href="feed.xml"/>', '<link rel="self"/>'),
    "a link in no language": ('hreflang="de-AT"', 'hreflang="in German"'),
    "a category without a term": ('<category term="day"/>', '<category label="day"/>'),
    "a text of an unknown type": ('<title type="text">', '<title type="markdown">'),
    "elements in a plain text": ("<title>Two</title>", '<title><b xmlns="http://www.w3.org/1999/xhtml">2</b></title>'),
    "words without a frame": ('<div xmlns="http://www.w3.org/1999/xhtml" class="c"><p>words</p></div>', "words"),
    "content here and elsewhere": ('type="application/octet-stream"/>', 'type="application/octet-stream">x</content>'),
    "an attribute that Atom does not know": ("<logo>", '<logo size="1">'),
    "another root": ("feed", "channel"),
}


def grammar(name):
    return etree.RelaxNG(etree.parse(HERE / name))


def moment(element):
    return datetime.datetime.fromisoformat(element.findtext(ATOM + "updated").replace("Z", "+00:00"))


def against_the_words(feed):
    """What RFC 4287 forbids in words, or we do: feeds of ours stand alone and name whole addresses."""
    found = []
    entries = feed.findall(ATOM + "entry")
    ids = [one.findtext(ATOM + "id") for one in [feed, *entries]]
    found += [f"the id {name} stands for two" for name in set(ids) if ids.count(name) > 1]
    times = [moment(entry) for entry in entries]
    if times and moment(feed) < max(times):
        found.append("the feed is older than what is in it")
    if times != sorted(times, reverse=True):
        found.append("the newest does not come first")
    addresses = ids + [value for one in feed.iter() for key, value in one.attrib.items()
                       if key in ("href", "src", "uri", "scheme")]
    found += [f"{address!r} is no whole address" for address in addresses if not ABSOLUTE.fullmatch(address)]
    if [link.get("rel") for link in feed.findall(ATOM + "link")].count("self") != 1:
        found.append("the feed does not say once where it is")
    for entry in entries:
        about = entry.findtext(ATOM + "title")
        authors = [place for place in (feed, entry, entry.find(ATOM + "source"))
                   if place is not None and place.find(ATOM + "author") is not None]
        if not authors:
            found.append(f"'{about}' has no author")
        content = entry.find(ATOM + "content")
        links = [link for link in entry.findall(ATOM + "link") if link.get("rel", "alternate") == "alternate"]
        if content is None and not links:
            found.append(f"'{about}' has neither content nor a link to it")
        if content is not None and content.get("src") and entry.find(ATOM + "summary") is None:
            found.append(f"'{about}' has content elsewhere and no summary")
        kinds = [(link.get("type"), link.get("hreflang")) for link in links]
        if len(kinds) != len(set(kinds)):
            found.append(f"'{about}' has two links of a kind")
    return found


class Grammars(support.ProgramTest):
    def test_grammar_of_feeds_accepts_valid_and_refuses_invalid_ones(self):
        atom = grammar("atom.rng")
        self.assertTrue(atom.validate(etree.fromstring(RICH.encode())), atom.error_log)
        for what, (piece, instead) in WRONG.items():
            with self.subTest(what):
                self.assertIn(piece, RICH)
                self.assertFalse(atom.validate(etree.fromstring(RICH.replace(piece, instead).encode())))

    def test_grammar_of_site_maps_accepts_valid_and_refuses_invalid_ones(self):
        sitemap = grammar("sitemap.rng")
        text = ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><priority>0.5</priority>'
                '<loc>https://a.example/b?c=1</loc><lastmod>2026-10-25T02:30:00+01:00</lastmod></url>'
                '<url><loc>http://a.example/</loc><lastmod>2026-10-25</lastmod><changefreq>daily</changefreq></url>'
                '</urlset>')
        self.assertTrue(sitemap.validate(etree.fromstring(text)), sitemap.error_log)
        for piece, instead in (
                ("https://a.example/b?c=1", "b.html"), ("https://a.example/b?c=1", "https://a.example/" + "b" * 2048),
                ("<loc>http://a.example/</loc>", ""), ("2026-10-25<", "2026-13-25<"), ("2026-10-25<", "yesterday<"),
                ("02:30:00+01:00", "02:30:00"), ("0.5", "5"), ("daily", "nightly"), ("</urlset>", "<page/></urlset>")):
            with self.subTest(piece=piece, instead=instead[:40]):
                self.assertIn(piece, text)
                self.assertFalse(sitemap.validate(etree.fromstring(text.replace(piece, instead))))

    def test_checks_beyond_the_grammar_find_what_it_cannot_express(self):
        # `RICH` has relative addresses, which its `xml:base` resolves. They become absolute here.
        text = re.sub(r'(href|src)="/?(?=[a-z]+[.\"])', r'\1="https://a.example/', RICH)
        self.assertEqual([], against_the_words(etree.fromstring(text.encode())))
        for what, piece, instead in (
                ("stands for two", "2026:2", "2026:1"),
                ("older than what is in it", "<updated>2026-10-25T02:30:00.25+01:00</updated>\n", "<updated>2026-10-25T01:30:00Z</updated>\n"),
                ("does not come first", "2026-10-24T02:30:00Z", "2026-10-26T02:30:00Z"),
                ("no whole address", "https://a.example/feed.xml", "feed.xml"),
                ("no whole address", "https://a.example/feed.xml", "https://a.example/[feed].xml"),
                ("once where it is", 'rel="self"', 'rel="related"'),
                ("neither content", '<content src="https://a.example/one.bin" type="application/octet-stream"/>', ""),
                ("no summary", "<summary>s</summary>", "")):
            with self.subTest(what):
                self.assertIn(piece, text)
                self.assertIn(what, " ".join(against_the_words(etree.fromstring(text.replace(piece, instead).encode()))))
        alone = re.sub(r"<author><(email|name/).*</author>", "", text)
        self.assertEqual(["'One' has no author"], against_the_words(etree.fromstring(alone.encode())))


class Feeds(SiteTest):
    BASE = ("--base-url", "https://example.org/reports/")

    def feed(self, project="core", site="site"):
        """A project's feed, which is one by every rule."""
        atom, path = grammar("atom.rng"), self.folder / site / project / "feed.xml"
        tree = etree.parse(path)
        self.assertTrue(atom.validate(tree), f"{path}: {atom.error_log}")
        self.assertEqual([], against_the_words(tree.getroot()))
        for one in tree.iter(ATOM + "id"):
            self.assertRegex(one.text, f"^{TAG.pattern}$")
        return tree.getroot()

    def texts(self, feed, name):
        return [entry.findtext(ATOM + name) for entry in feed.findall(ATOM + "entry")]

    def dataset(self, day=1, **more):
        dataset = {"version": 1, "project": "core", "now": f"2026-10-{day:02}T03:12:00+02:00",
                   "run": {"status": "completed"}, "messages": [], **more}
        # `json.dumps` escapes lone surrogates, like programs that cut texts.
        return self.write(f"{day}.json", json.dumps(dataset))

    def test_feed_of_a_month_is_valid_and_has_every_run(self):
        result = support.run("publish", "--batch", "runs.json", *self.BASE, "--site", self.folder / "site", cwd=MONTH)
        self.assertStatus(support.DONE, result)
        feed = self.feed("lighthouse")
        self.assertEqual(13, len(feed.findall(ATOM + "entry")))
        words = "\n".join(self.texts(feed, "summary"))
        for piece in ("no space on /var", "canceled for the release", "stopped after 20 minutes", "All clear"):
            self.assertIn(piece, words)
        self.assertEqual(1, sum(title.startswith("No report") for title in self.texts(feed, "title")))
        self.assertEqual('Handbook <draft> & "links" 🔗', self.feed("handbook").findtext(ATOM + "title"))

    def test_feed_stays_valid_for_any_dataset(self):
        for day, hostile in enumerate((
                "\x01\x08\x0b\x1b[31m", "]]> <![CDATA[ --> <!--", "</title><entry/>&amp;&#0;&bogus;", "half \ud83d of a \udc00",
                "\ufffe\uffff\ufdd0 \U0001ffff", "\u202e\u2066 right to left", "\r\n\t\u0085\u2028 lines", "\x7f\x80\x9f", "x" * 10_000,
                "<" * 10_000, "\U0001f6a2" * 10_000), 1):
            with self.subTest(hostile[:20]):
                self.publish(self.dataset(day, title=f"first {hostile} last", run={"status": "failed", "reason": hostile}), *self.BASE)
                feed = self.feed()
                title = feed.findtext(ATOM + "title")
                self.assertTrue(title.startswith("first ") and title.endswith(" last"), title[:100])
                self.assertEqual(day, len(feed.findall(ATOM + "entry")))
        self.assertIn("</title><entry/>&amp;&#0;&bogus;", " ".join(self.texts(feed, "summary")))

    def test_feed_says_which_runs_failed(self):
        self.publish(self.dataset(1, run={"status": "failed", "reason": "out of <memory>"}), *self.BASE)
        self.publish(self.dataset(2, run={"status": "canceled"}), *self.BASE)
        self.publish("--project", "core", "--missing", "no power & no light", "--run", "third", "--now",
                     "2026-10-03T03:12:00Z", *self.BASE)
        feed = self.feed()
        third, second, first = self.texts(feed, "summary")
        self.assertIn("no power & no light", third)
        self.assertIn("canceled", second)
        self.assertIn("out of <memory>", first)
        self.assertNotIn("All clear", third + second + first)
        self.assertNotIn("Success", " ".join(self.texts(feed, "title")))

    def test_feed_has_the_language_of_the_run(self):
        self.publish(self.dataset(1, messages=[{"urgency": "error", "title": "x"}]), *self.BASE, "--locale", "ar")
        feed = self.feed()
        self.assertEqual("ar", feed.get("{http://www.w3.org/XML/1998/namespace}lang"))
        self.assertRegex(self.texts(feed, "summary")[0], "[\u0600-\u06ff]")
        self.publish(self.dataset(2), *self.BASE)
        self.assertEqual("ar", self.feed().get("{http://www.w3.org/XML/1998/namespace}lang"))

    def test_feed_is_at_the_same_path_for_any_base_url(self):
        for number, base in enumerate((
                "http://localhost:8080", "https://a.example/r&d/", "https://m\u00fcller.example/",
                "https://a.example/50%25/")):
            with self.subTest(base):
                self.publish(self.dataset(), "--base-url", base, site=f"site{number}")
                links = {link.get("rel"): link.get("href") for link in self.feed_links(f"site{number}")}
                self.assertEqual(base.rstrip("/") + "/core/feed.xml", links["self"])

    def test_feed_has_a_unique_id_and_absolute_addresses_for_any_base_url(self):
        for number, base in enumerate((
                "https://[2001:db8::1]:8443/r/", "https://EXAMPLE.org/", "https://someone:secret@example.org/",
                "https://example.org/a<b>/", 'https://example.org/"r"/', "https://example.org/50%/", "https://:80/")):
            with self.subTest(base):
                result = support.run("publish", self.dataset(), "--base-url", base, "--site", self.folder / f"site{number}")
                if result.returncode != support.USAGE:
                    self.assertStatus(support.DONE, result)
                    self.assertNotIn("secret", self.feed(site=f"site{number}").findtext(ATOM + "id"))

    def test_feed_never_says_of_a_failed_run_that_nothing_changed(self):
        found = [{"urgency": "error", "title": title} for title in ("one", "two", "three")]
        self.publish(self.dataset(1, messages=found), *self.BASE)
        self.publish(self.dataset(2, messages=found[:1], run={"status": "failed"}), *self.BASE)
        self.assertNotIn("nothing has changed", self.texts(self.feed(), "summary")[0])

    def feed_links(self, site):
        # Host names in addresses may have letters of any language, but those in tag URIs may not.
        tree = etree.parse(self.folder / site / "core/feed.xml")
        self.assertTrue(grammar("atom.rng").validate(tree))
        self.assertEqual([], against_the_words(tree.getroot()))
        return tree.getroot().findall(ATOM + "link")


class Maps(SiteTest):
    BASE = ("--base-url", "https://example.org/reports/")

    def addresses(self):
        """What the map names, which is one by every rule."""
        path, sitemap = self.folder / "site/sitemap.xml", grammar("sitemap.rng")
        tree = etree.parse(path)
        self.assertTrue(sitemap.validate(tree), sitemap.error_log)
        found = [one.text for one in tree.iter(SITEMAP + "loc")]
        self.assertEqual(len(set(found)), len(found))
        self.assertLessEqual(len(found), MOST_ADDRESSES)
        self.assertLessEqual(path.stat().st_size, MOST_BYTES)
        return found

    def test_site_map_names_only_existing_pages(self):
        result = support.run("publish", "--batch", "runs.json", *self.BASE, "--site", self.folder / "site", cwd=MONTH)
        self.assertStatus(support.DONE, result)
        found = self.addresses()
        self.assertIn("https://example.org/reports/lighthouse/archive/2026-10.html", found)
        for address in found:
            path = self.folder / "site" / address.removeprefix("https://example.org/reports/")
            self.assertTrue((path / "index.html" if path.is_dir() else path).is_file(), address)

    def test_site_map_of_an_empty_site_is_valid(self):
        (self.folder / "site").mkdir()
        self.publish("--index", *self.BASE)
        self.assertEqual(["https://example.org/reports/"], self.addresses())

    def test_site_map_of_hundreds_of_projects_after_ten_years_keeps_its_limit(self):
        night = self.write("night.json", json.dumps({
            "version": 1, "project": "p0", "now": "2026-10-01T03:12:00Z", "run": {"status": "completed"}, "messages": []}))
        self.publish(night)
        first = self.folder / "site/p0"
        index = json.loads((first / "history/project.json").read_bytes())
        index["months"] = [{"month": f"{2017 + month // 12}-{month % 12 + 1:02}", "nights": 30, "worst": "error"}
                           for month in range(118)] + index["months"]
        latest = (first / "latest.json").read_text()
        for number in range(420):
            folder = self.folder / f"site/p{number}"
            (folder / "history").mkdir(parents=True, exist_ok=True)
            (folder / "history/project.json").write_text(json.dumps(index))
            (folder / "latest.json").write_text(latest.replace('"p0"', f'"p{number}"'))
        self.publish("--index", *self.BASE)
        # One map within the limit, or an index of several maps.
        root = etree.parse(self.folder / "site/sitemap.xml").getroot()
        self.assertLessEqual(len(root), MOST_ADDRESSES)
