"""What a site remembers of itself, and tells mails, summaries and gates."""

import json

import support
from test_publish import SiteTest

BASE = "https://example.org/r/"


class Address(SiteTest):
    def test_base_url_is_kept_for_feed_site_map_and_404_page(self):
        self.publish(self.night(0), "--base-url", BASE)
        for number in (1, 2):
            self.publish(self.night(number))
        for file in ("core/feed.xml", "sitemap.xml"):
            self.assertIn(f"{BASE}core/", (self.folder / "site" / file).read_text(), file)
        self.assertEqual(3, (self.folder / "site/core/feed.xml").read_text().count("<entry>"))
        self.assertIn(f'href="{BASE}"', (self.folder / "site/404.html").read_text())
        latest = json.loads((self.folder / "site/core/latest.json").read_bytes())
        self.assertEqual(BASE + "core/", latest["address"])

    def test_base_url_is_known_to_regenerated_files(self):
        for number in range(3):
            self.publish(self.night(number), "--base-url", BASE)
        before = self.files()
        self.publish("--rebuild")
        self.publish("--index")
        self.assertEqual(before, self.files())

    def test_base_url_given_later_makes_a_feed_of_existing_runs(self):
        for number in range(3):
            self.publish(self.night(number))
        self.publish(self.night(2), "--base-url", BASE)
        self.assertEqual(3, (self.folder / "site/core/feed.xml").read_text().count("<entry>"))
        self.assertWhole()

    def test_last_base_url_given_is_used(self):
        self.publish(self.night(0), "--base-url", BASE)
        self.publish(self.night(1), "--base-url", "https://elsewhere.example")
        self.assertNotIn(BASE, (self.folder / "site/sitemap.xml").read_text())
        self.assertNotIn(BASE, (self.folder / "site/core/feed.xml").read_text())

    def test_base_url_that_projects_disagree_on_is_not_used(self):
        self.publish(self.night(0, "a"), "--base-url", BASE)
        (self.folder / "site/sitemap.xml").unlink()
        self.publish(self.night(0, "b"), "--base-url", "https://elsewhere.example/")
        (self.folder / "site/sitemap.xml").unlink()
        self.publish("--index")
        self.assertFalse((self.folder / "site/sitemap.xml").exists())

    def test_feed_is_linked_where_there_is_one(self):
        link = '<link rel="alternate" type="application/atom+xml"'
        self.publish(self.night(0))
        for page in ("core/index.html", "core/archive/index.html"):
            self.assertNotIn(link, (self.folder / "site" / page).read_text())
        self.publish(self.night(1), "--base-url", BASE)
        for page, feed in (("core/index.html", "feed.xml"), ("core/archive/index.html", "../feed.xml"),
                           ("core/archive/2026-09.html", "../feed.xml")):
            text = (self.folder / "site" / page).read_text()
            self.assertIn(link, text.partition("</head>")[0], page)
            self.assertIn(f'href="{feed}"', text, page)
        self.assertWhole()


class Mail(SiteTest):
    def mail(self, *arguments):
        result = support.run("mail", *arguments, "--from", "a@example.org", "--to", "b@example.org", "--text-only")
        self.assertStatus(support.DONE, result)
        return result.stdout.decode()

    def test_mail_has_changes_and_a_link_to_the_run(self):
        self.publish(self.night(0), "--base-url", BASE)
        before = self.mail(self.night(1), "--site", self.folder / "site")
        self.publish(self.night(1))
        after = self.mail(self.night(1), "--site", self.folder / "site")
        self.assertEqual(before, after)
        self.assertIn(BASE + "core/runs/2026-09-02-0312/index.html", after)
        self.assertTrue((self.folder / "site/core/runs/2026-09-02-0312/index.html").is_file())
        self.assertIn("3 errors, 1 new\n", after)

    def test_mail_links_to_the_run_when_only_the_base_url_is_known(self):
        text = self.mail(self.night(1), "--base-url", "https://example.org/r", "--run", "n1")
        self.assertIn(BASE + "core/runs/n1/index.html", text)

    def test_run_without_changes_makes_no_mail(self):
        self.publish(self.night(7))
        quiet = self.night(27)
        result = support.run("mail", quiet, "--site", self.folder / "site", "--only-if", "changed",
                             "--from", "a@example.org", "--to", "b@example.org")
        self.assertStatus(support.DONE, result)
        self.assertEqual(b"", result.stdout)
        self.assertIn(b"[no-mail]", result.stderr)

    def test_mail_prefers_a_baseline_to_a_site(self):
        self.publish(self.night(0))
        night = self.night(1)
        text = self.mail(night, "--site", self.folder / "site", "--baseline", night)
        self.assertIn("still failing", text)


class Gate(SiteTest):
    def write_night(self, day, *titles):
        return self.write(f"gate-{day}.json", json.dumps({
            "version": 1, "project": "core", "now": f"2026-09-0{day}T03:12:00Z", "run": {"status": "completed"},
            "messages": [{"urgency": "error", "title": title} for title in titles]}))

    def test_gate_fails_on_new_messages_and_all_are_new_on_a_first_run(self):
        first, same, more = self.write_night(1, "a"), self.write_night(2, "a"), self.write_night(3, "a", "b")
        gate = ("--fail-on", "new-error")
        self.publish(first, *gate, status=support.FOUND)
        self.publish(same, *gate)
        result = self.publish(more, *gate, status=support.FOUND)
        self.assertIn(b"[fail-on-met]", result.stderr)
        self.publish(more, *gate, status=support.FOUND)
        self.publish(same, *gate)

    def test_gate_of_mail_and_render_uses_the_site(self):
        site = ("--site", self.folder / "site", "--to", "text")
        first, more = self.write_night(1, "a"), self.write_night(3, "a", "b")
        self.assertStatus(support.FOUND, support.run("render", first, *site, "--fail-on", "new-error"))
        self.publish(first)
        self.assertStatus(support.DONE, support.run("render", self.write_night(2, "a"), *site, "--fail-on", "new-error"))
        result = support.run("render", more, *site, "--fail-on", "new-error", "--filter", "change=new")
        self.assertStatus(support.FOUND, result)
        self.assertIn("Error: b", result.stdout.decode())
        self.assertNotIn("Error: a", result.stdout.decode())


class Missing(SiteTest):
    def latest(self, name, project="core"):
        return json.loads((self.folder / "site" / project / "latest.json").read_bytes())["night"].get(name)

    def test_unreadable_report_is_a_missing_run(self):
        self.publish(self.night(0))
        at = ("--project", "core", "--now", "2026-09-02T03:12:00Z", "--missing", "The job left nothing")
        for number, content in enumerate([None, "", "{", '{"version": 1}']):
            path = self.folder / f"broken-{number}.json"
            if content is not None:
                path.write_text(content)
            result = self.publish(path, *at, "--run", f"n{number}")
            self.assertIn(b"[no-report]", result.stderr)
            self.assertNotIn(b"error:", result.stderr)
            self.assertEqual(("missing", "error"), (self.latest("status"), self.latest("urgency")))
        self.publish(self.folder / "broken-0.json", *at, "--run", "n9", "--fail-on", "error", status=support.FOUND)
        self.assertWhole()

    def test_missing_run_never_replaces_a_report(self):
        self.publish(self.night(0), "--missing", "The job left nothing")
        self.assertEqual("completed", self.latest("status"))

    def test_missing_run_can_be_an_entry_of_a_batch(self):
        manifest = self.write("nights.json", json.dumps([
            {"project": "a", "inputs": [str(self.folder / "none.json")], "missing": "never came", "run": "n1"},
            {"project": "b", "inputs": [str(self.night(0, "b"))], "missing": "never came"}]))
        self.publish("--batch", manifest, "--now", "2026-09-01T03:12:00Z")
        self.assertEqual(("missing", "completed"), (self.latest("status", "a"), self.latest("status", "b")))

    def test_missing_run_is_named_by_the_projects_time_zone(self):
        self.publish(self.night(0))
        self.publish("--project", "core", "--missing", "x", "--now", "2026-09-02T02:12:00Z")
        self.assertEqual("2026-09-02-0412", self.latest("id"))
        self.assertEqual(7200, self.latest("offset"))


class SettingsFile(SiteTest):
    def test_settings_file_with_a_project_allows_batch_lists(self):
        self.write("tidemark.json", json.dumps({"project": "core", "site": "site"}))
        self.write("nights.json", json.dumps([{"project": "a", "inputs": [str(self.night(0, "a"))]}]))
        result = support.run("publish", "--batch", "nights.json", cwd=self.folder)
        self.assertStatus(support.DONE, result)
        self.assertStatus(support.DONE, support.run("publish", self.night(0), cwd=self.folder))
        self.assertEqual(1, len(self.nights("a")))
        self.assertEqual(1, len(self.nights("core")))
        result = support.run("publish", "--batch", "nights.json", "--project", "core", cwd=self.folder)
        self.assertStatus(support.USAGE, result)


class Mistakes(SiteTest):
    def test_publish_mistakes_are_errors_with_help(self):
        night = self.write("night.json", json.dumps({"version": 1, "messages": []}))
        site = self.folder / "site"
        for arguments, status, word in [
            (("--site", site), support.USAGE, b"[project-needed]"),
            (("--site", site, "--project", "../x"), support.USAGE, b"[bad-name]"),
            (("--site", site, "--project", "core"), support.DONE, b"[no-site]"),
            (("--site", site, "--project", "core", "--strict"), support.INPUT, b"[no-site]"),
        ]:
            with self.subTest(arguments=arguments):
                result = support.run("render", night, "--to", "text", *arguments)
                self.assertStatus(status, result)
                self.assertIn(word, result.stderr)
        # With a baseline the report is compared, even if the site does not exist yet.
        result = support.run("render", night, "--to", "text", "--site", site, "--project", "core", "--baseline", night)
        self.assertStatus(support.DONE, result)
        self.assertEqual(b"", result.stderr)
        result = support.run("mail", night, "--from", "a@b.example", "--to", "b@b.example", "--base-url", "example.org")
        self.assertStatus(support.USAGE, result)
        self.assertIn(b"https://example.org/reports/", result.stderr)
        self.assertFalse(site.exists())
