"""Whose a message is: its own owner, else that of its file by CODEOWNERS, in every target."""
import json
import os

import support
from support import DONE, run

JUNIT = """<testsuite name="s" tests="2">
<testcase name="stores" file="src/storage/disk.py" line="3"><failure message="m"/></testcase>
<testcase name="draws" file="src/ui/page.py" line="4"><failure message="m"/></testcase>
</testsuite>"""
OWNERS = "* @acme/all\nsrc/storage/ @acme/storage ada@example.org\n"


class Owner(support.ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "root" / ".github").mkdir(parents=True)
        self.write("report.xml", JUNIT)

    def call(self, *arguments):
        result = run(*arguments, cwd=self.folder)
        self.assertStatus(DONE, result)
        return result

    def owners(self, *arguments):
        report = json.loads(self.call("render", *arguments, "--to", "json").stdout)
        return {m["title"]: m.get("owner") for s in report["sections"] for m in s["messages"]}

    def test_reports_have_the_owners_of_the_root_that_is_named(self):
        self.write("root/.github/CODEOWNERS", OWNERS)
        self.write("root/CODEOWNERS", "* @never\n")
        self.assertEqual({"stores": "@acme/storage, ada@example.org", "draws": "@acme/all"}, self.owners("report.xml", "--root", "root"))
        self.assertEqual({"stores": None, "draws": None}, self.owners("report.xml"))
        settings = {"inputs": [{"path": "report.xml", "root": "root"}]}
        self.write("tidemark.json", json.dumps(settings))
        self.assertEqual("@acme/all", self.owners()["draws"])

    def test_a_dataset_keeps_its_owners_and_every_target_names_them(self):
        self.write("root/CODEOWNERS", "* @file-owner\n")
        place = {"file": "a.c", "line": 1}
        self.write("data.json", json.dumps({"version": 1, "messages": [
            {"urgency": "error", "title": "One", "owner": "@own", "location": place}, {"urgency": "error", "title": "Two", "location": place}]}))
        self.write("old.json", json.dumps({"version": 1, "messages": []}))
        self.assertEqual({"One": "@own", "Two": "@file-owner"}, self.owners("data.json", "--root", "root"))
        for target in ("mail", "text", "markdown"):
            with self.subTest(target=target):
                text = self.call("render", "data.json", "--root", "root", "--baseline", "old.json", "--to", target).stdout.decode()
                self.assertGreater(text.replace("<!-- -->", "").count("@own"), 1)
        kept = self.call("convert", "data.json", "--root", "root")
        self.assertEqual(["@own", "@file-owner"], [m["owner"] for m in json.loads(kept.stdout)["messages"]])

    def test_owners_filter_and_sort(self):
        self.write("root/CODEOWNERS", OWNERS)
        self.assertEqual({"stores": "@acme/storage, ada@example.org"}, self.owners("report.xml", "--root", "root", "--filter", "owner=@acme/sto*"))
        self.assertEqual(["stores"], [*self.owners("report.xml", "--root", "root", "--filter", "owner=ada@*")])
        self.assertEqual(["draws", "stores"], [*self.owners("report.xml", "--root", "root", "--sort", "owner")])
        self.assertEqual(["stores", "draws"], [*self.owners("report.xml", "--root", "root", "--sort", "owner:desc")])

    def test_hostile_files_of_owners_are_not_read_or_cost_little(self):
        path = self.folder / "root" / "CODEOWNERS"
        self.write("secret", "* @secret\n")

        def warned(expected):
            result = self.call("render", "report.xml", "--root", "root", "--to", "json")
            self.assertIn(expected.encode(), result.stderr)
            self.assertNotIn(b"@secret", result.stdout)

        path.symlink_to("../secret")
        warned("unread-owners")
        path.unlink()
        os.mkfifo(path)
        warned("unread-owners")
        path.unlink()
        path.mkdir()
        warned("unread-owners")
        path.rmdir()
        path.write_bytes(b"* @secret\n" + b"#" * (3 << 20))
        warned("unread-owners")
        path.write_bytes(b"*a" * 4_000 + b" @x\n" + b"x" * 100_000 + b" @y\n\xff\xfe\x00 @z nobody\n")
        warned("malformed-owners")
