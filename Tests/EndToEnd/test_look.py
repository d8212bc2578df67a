"""The template and theme that a site remembers."""
import json

import lxml.html
import support


class SiteLookTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "mine/page").mkdir(parents=True)
        self.write("mine/page/99-own.css", "body { --own-mark: 1; outline: var(--own-mark); }\n")

    def publish(self, number, *arguments, status=support.DONE, cwd=None):
        night = {"version": 1, "project": "core", "now": f"2026-11-{number:02}T03:00:00Z",
                 "messages": [{"title": f"Error {number}", "urgency": "error"}],
                 "run": {"finished": f"2026-11-{number:02}T03:00:00Z"}}
        self.write("night.json", json.dumps(night))
        result = support.run("publish", "night.json", "--site", "site", *arguments, cwd=cwd or self.folder)
        self.assertStatus(status, result)
        return result.stderr.decode()

    def look(self):
        path = self.folder / "site/look.json"
        return json.loads(path.read_text()) if path.exists() else None

    def is_own(self, number):
        """Whether a run has the style of the own template."""
        page = (self.folder / f"site/core/runs/2026-11-{number:02}-0300/index.html").read_text(encoding="utf-8")
        sheets = lxml.html.document_fromstring(page).xpath("//link[@rel='stylesheet']/@href")
        folder = self.folder / f"site/core/runs/2026-11-{number:02}-0300"
        return any("--own-mark" in (folder / sheet).resolve().read_text(encoding="utf-8") for sheet in sheets)

    def test_a_site_uses_the_template_and_theme_of_its_first_page(self):
        self.publish(1, "--template", "mine/", "--theme", "plain")
        self.assertEqual({"version": 1, "template": "mine/", "theme": "plain"}, self.look())
        self.assertTrue(self.is_own(1))
        self.publish(2)
        self.assertTrue(self.is_own(2))
        self.publish(3, "--template", "default")
        self.assertEqual({"version": 1, "template": "default", "theme": "plain"}, self.look())
        self.publish(4)
        self.assertFalse(self.is_own(3) or self.is_own(4))

    def test_a_site_without_a_choice_remembers_nothing(self):
        self.publish(1)
        self.assertIsNone(self.look())

    def test_a_missing_folder_is_a_warning_and_the_run_is_published(self):
        self.publish(1, "--template", "mine/")
        (self.folder / "mine").rename(self.folder / "gone")
        said = self.publish(2)
        self.assertIn("forgotten-look", said)
        self.assertIn("site/look.json", said)
        self.assertFalse(self.is_own(2))
        (self.folder / "gone").rename(self.folder / "mine")
        self.publish(3)
        self.assertTrue(self.is_own(3), "the site remembers it still")

    def test_a_damaged_file_loses_no_run(self):
        self.publish(1, "--template", "mine/")
        for number, damage in enumerate([b"", b"{", b"[]", b'{"version":1,"template":7}',
                                         b'{"version":1,"template":"../mine/"}', b'{"version":1,"theme":"/etc"}'], 2):
            (self.folder / "site/look.json").write_bytes(damage)
            self.assertIn("damaged-look", self.publish(number), damage)
            self.assertFalse(self.is_own(number))
        self.publish(9, "--template", "mine/")
        self.assertEqual("mine/", self.look()["template"])

    def test_a_folder_outside_of_the_working_folder_is_not_remembered(self):
        self.publish(1, "--template", str(self.folder / "mine"))
        self.assertEqual(None, (self.look() or {}).get("template"))
        (self.folder / "link").symlink_to("/", target_is_directory=True)
        (self.folder / "site/look.json").write_text('{"version":1,"template":"link/etc"}')
        self.assertIn("forgotten-look", self.publish(2))
