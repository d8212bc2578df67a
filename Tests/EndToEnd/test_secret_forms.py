"""Which secrets are hidden in reports of other tools, and what is not taken for one."""
import json
import re
from xml.sax.saxutils import escape

import secret_lists
import support

NOW = ("--now", "2026-11-20T03:12:00Z")


class SecretForms(support.ProgramTest):
    def shown(self, texts):
        """What a report shows of each text."""
        cases = "".join(f"<testcase classname='c' name='t{number}'><failure>{escape(text)}</failure></testcase>" for number, text in enumerate(texts))
        report = self.write("t.xml", f"<testsuite name='s'>{cases}</testsuite>")
        result = support.run("render", report, *NOW, "--to", "json")
        self.assertStatus(0, result)
        shown = {}
        for section in json.loads(result.stdout)["sections"]:
            for message in section["messages"]:
                shown[int(re.search(r"t(\d+)$", message["title"])[1])] = json.dumps(message, ensure_ascii=False)
        return [shown[number] for number in range(len(texts))]

    def test_secrets_of_every_form_and_name_are_hidden(self):
        pairs = secret_lists.secrets()
        self.assertGreater(len(pairs), 200)
        missed = []
        for (text, values), shown in zip(pairs, self.shown([text for text, _ in pairs])):
            if any(json.dumps(value)[1:-1] in shown or value in shown for value in values):
                missed.append(text)
        self.assertEqual([], missed)

    def test_what_is_no_secret_is_shown(self):
        texts = secret_lists.harmless()
        self.assertGreater(len(texts), 100)
        self.assertEqual([], [text for text, shown in zip(texts, self.shown(texts)) if "‹redacted›" in shown])

    def test_a_diagnostic_hides_a_secret_that_it_cuts(self):
        for prefix in ("gh" + "p_", "gl" + "pat-", "xo" + "xb-"):
            value = secret_lists.made(secret_lists.WORD, 36)
            for before in ("a log of the deploy, with the token {} and more", "a log of the deploy that printed {} and more"):
                path = self.write("cut.txt", before.format(prefix + value))
                result = support.run("render", path, *NOW)
                self.assertStatus(3, result)
                self.assertIn("first line", result.stderr.decode())
                self.assertNotIn(value[:5], result.stderr.decode())
        result = support.run("render", self.write("cut.txt", "a log of the deploy that printed a b hunter22hunter22hunter22 and more"), *NOW,
                             "--redact-env", "PW", environment=support.plain_environment(PW="hunter22hunter22hunter22"))
        self.assertNotIn("hunter22", result.stderr.decode())
