"""Secrets in the reports of other tools, which no output shows; addresses of the sources; the build service."""
import gzip
import json

import support

TOKEN = "ghp_" + "Zq7" * 12
KEY = "-----BEGIN RSA PRIVATE KEY-----&#10;" + "S3cr3tS3cr3tS3cr3tS3cr3t&#10;" * 20 + "-----END RSA PRIVATE KEY-----"
NOW = ("--now", "2026-11-20T03:12:00Z")

JUNIT = f"""<testsuites name="all {TOKEN}"><testsuite name="suite {TOKEN}" file="tests/{TOKEN}.py">
<properties><property name="p" value="{TOKEN}"/></properties>
<testcase classname="c.{TOKEN}" name="t {TOKEN}" file="a/{TOKEN}/b.py" line="3">
<failure type="T{TOKEN}" message="m {TOKEN}&#10;&#10;{KEY}">trace {TOKEN} {"x" * 5000}{TOKEN}{"y" * 30000}</failure>
<system-out>o {TOKEN}
[[ATTACHMENT|shots/{TOKEN}.png]]
[[ATTACHMENT|https://h/{TOKEN}.png]]
Authorization: Bearer Zq7Zq7.Zq7
see https://me:Zq7Zq7@git.example/x</system-out></testcase>
<testcase classname="c" name="f"><flakyFailure message="{TOKEN}" type="{TOKEN}">{TOKEN}</flakyFailure></testcase>
<error message="{TOKEN}">{TOKEN}</error></testsuite></testsuites>"""


def sarif(token):
    text, place = {"text": token}, {"physicalLocation": {
        "artifactLocation": {"uri": f"src/{token}.c"}, "region": {"startLine": 3, "snippet": {"text": token}}}}
    rule = {"id": "r" + token, "name": "n" + token, "helpUri": "https://h/" + token, "shortDescription": text,
            "help": text, "properties": {"security-severity": token}}
    result = {"ruleId": "r" + token, "ruleIndex": 0, "level": "error", "message": {"text": "x" * 180 + token},
              "locations": [place, place], "relatedLocations": [{"message": text}], "fixes": [{"description": text}],
              "codeFlows": [{"threadFlows": [{"locations": [{"location": {"message": text}}]}]}],
              "partialFingerprints": {"primaryLocationLineHash": token}}
    other = {"ruleId": "r2", "message": {"text": "plain"}, "locations": [{"physicalLocation": {
        "artifactLocation": {"uri": "src/a b.c"}, "region": {"startLine": 3}}}]}
    return json.dumps({"version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": "tool " + token, "rules": [rule]}},
        "versionControlProvenance": [{"repositoryUri": "https://github.com/o/r", "revisionId": "abc", "branch": token}],
        "invocations": [{"executionSuccessful": False, "exitCodeDescription": token, "toolExecutionNotifications": [
            {"level": "error", "message": text, "descriptor": {"id": token}}]}],
        "results": [result, other]}]})


class Secrets(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.inputs = [self.write("t.xml", JUNIT), self.write("t.sarif", sarif(TOKEN))]

    def assertHidden(self, folder):
        files = [path for path in folder.rglob("*") if path.is_file()]
        self.assertTrue(files)
        for path in files:
            content = path.read_bytes()
            if content.startswith(b"\x1f\x8b"):
                content = gzip.decompress(content)
            for secret in (b"Zq7Zq7", b"S3cr3tS3cr3t"):
                self.assertNotIn(secret, content, path)
            self.assertNotIn("Zq7Zq7", str(path))

    def test_no_target_shows_a_secret(self):
        out = self.folder / "out"
        result = support.run("render", *self.inputs, *NOW, "--to", "page,mail,markdown,text,json", "-o", f"{out}/")
        self.assertStatus(0, result)
        self.assertHidden(out)
        self.assertNotIn(b"Zq7Zq7", result.stderr)
        self.assertEqual(1, result.stderr.count(b"[redacted]"))
        self.assertIn("‹redacted›", (out / "report.txt").read_text())

    def test_every_rule_for_categories_and_details_hides_secrets(self):
        for number, more in enumerate((("--source-url", "auto"), ("--locale", "ar"))):
            out = self.folder / f"out{number}"
            self.assertStatus(0, support.run("render", *self.inputs, *NOW, *more, "-o", f"{out}/x.html"))
            self.assertHidden(out)

    def test_no_dataset_page_or_feed_of_a_site_holds_a_secret(self):
        site = self.folder / "site"
        for day in ("20", "21"):
            result = support.run(
                "publish", *self.inputs, "--site", site, "--project", "nightly", "--now", f"2026-11-{day}T03:12:00Z",
                "--base-url", "https://ci.example/")
            self.assertStatus(0, result)
        self.assertHidden(site)

    def test_reports_are_shown_as_they_are_on_demand(self):
        text = self.render(*self.inputs, *NOW, "--to", "text", "--redact=false").decode()
        self.assertIn(TOKEN, text)
        self.assertNotIn("‹redacted›", text)

    def test_values_of_variables_are_hidden(self):
        report = self.write("u.xml", "<testsuite name='s'><testcase name='t'><failure message='pw hunter22 x'/>"
                                     "</testcase></testsuite>")
        hidden = support.plain_environment(DB_PASSWORD="hunter22", PIN="123")
        result = support.run("render", report, *NOW, "--to", "text", "--redact-env", "DB_PASSWORD,UNSET",
                             environment=hidden)
        self.assertStatus(0, result)
        self.assertIn("pw ‹redacted› x", result.stdout.decode())
        result = support.run("render", report, *NOW, "--to", "text", "--redact-env", "PIN", environment=hidden)
        self.assertStatus(2, result)
        self.assertIn(b"too short", result.stderr)
        self.assertNotIn(b"123", result.stderr)


class Sources(support.ProgramTest):
    JUNIT = ("<testsuite name='s'><testcase name='t' file='{}' line='3'><failure message='m'/></testcase></testsuite>")

    def location(self, path, *arguments, environment=None, cwd=None):
        report = self.write("t.xml", self.JUNIT.format(path))
        result = support.run("render", report, *NOW, "--to", "json", *arguments, environment=environment, cwd=cwd)
        self.assertStatus(0, result)
        report = json.loads(result.stdout)
        return report, report["sections"][0]["messages"][0]["location"]

    def test_a_template_links_places_in_the_sources(self):
        template = "https://git.example/o/r/{{file}}{{#line}}?l={{line}}{{/line}}"
        _, location = self.location("src/a b.c", "--source-url", template)
        self.assertEqual("https://git.example/o/r/src/a%20b.c?l=3", location["url"])
        for outside in ("/etc/passwd", "../a.c"):
            self.assertNotIn("url", self.location(outside, "--source-url", template)[1])

    def test_mistakes_in_a_template_are_explained(self):
        report = self.write("t.xml", self.JUNIT.format("a.c"))
        for template in ("javascript:{{file}}", "https://h/{{fiel}}", "https://h/x", "https://{{file}}"):
            result = support.run("render", report, "--source-url", template)
            self.assertStatus(2, result)
            self.assertIn(b"'--source-url'", result.stderr)

    def test_the_build_service_is_asked_only_on_demand(self):
        github = support.plain_environment(
            GITHUB_ACTIONS="true", GITHUB_SERVER_URL="https://github.com", GITHUB_REPOSITORY="o/r", GITHUB_SHA="abc",
            GITHUB_REF_NAME="main", GITHUB_RUN_ID="7")
        plain, _ = self.location("src/a.c")
        self.assertEqual(plain, self.location("src/a.c", environment=github)[0])
        report, location = self.location("src/a.c", "--ci", "--source-url", "auto", environment=github)
        self.assertEqual("https://github.com/o/r/actions/runs/7", report["url"])
        self.assertEqual("https://github.com/o/r/blob/abc/src/a.c#L3", location["url"])
        facts = {fact["title"]: fact["value"] for fact in report["run"]["facts"]}
        self.assertEqual(("abc", "main"), (facts["Commit"], facts["Branch"]))

    def test_a_report_without_a_title_has_the_name_of_its_project_or_repository(self):
        log = self.write("build.log", "a.c:1:2: error: missing semicolon\n")
        github = support.plain_environment(
            GITHUB_ACTIONS="true", GITHUB_SERVER_URL="https://github.com", GITHUB_REPOSITORY="team/core")
        for more, title in (((), "Report"), (("--ci",), "core"), (("--project", "api"), "api"), (("--project", "api", "--ci"), "api")):
            result = support.run("render", log, "--from", "lines", *NOW, "--to", "json", *more, environment=github)
            self.assertStatus(0, result)
            self.assertEqual(title, json.loads(result.stdout)["title"], more)

    def test_attachments_do_not_lead_to_the_page_of_a_job(self):
        self.write("t.xml", "<testsuite name='s'><testcase name='t'><failure/><system-out>"
                            "[[ATTACHMENT|out/a.png]]</system-out></testcase></testsuite>")
        circle = support.plain_environment(CIRCLECI="true", CIRCLE_BUILD_URL="https://ci.example/jobs/5")
        for more in ((), ("--ci",)):
            words = support.run("render", "t.xml", *NOW, "--to", "markdown", *more, environment=circle, cwd=self.folder)
            self.assertStatus(0, words)
            self.assertIn("a.png (out/a.png)", words.stdout.decode())
        self.assertIn("https://ci.example/jobs/5", words.stdout.decode())

    def test_paths_are_shown_from_their_roots(self):
        self.assertEqual("src/a.c", self.location(f"{self.folder.resolve()}/src/a.c", cwd=self.folder)[1]["file"])
        self.assertEqual("a.c", self.location("/opt/app/a.c", "--root", "/opt/app/")[1]["file"])
        self.assertEqual("lib/a.c", self.location("/opt/app/a.c", "--path", "/opt/app=lib")[1]["file"])
        self.assertEqual("/opt/app/a.c", self.location("/opt/app/a.c")[1]["file"])
