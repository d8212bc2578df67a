"""What the tests of mails share: making one, and reading it as other programs do."""
import email
import email.policy

import support
from support import DONE, run

SENDER = "Nightly build <nightly@example.org>"
NOW = "2026-11-20T03:12:00+01:00"
WHO = ("--from", SENDER, "--to", "team@example.org")


def parsed(raw):
    """The message as Python's library reads it, with every defect an exception."""
    return email.message_from_bytes(raw, policy=email.policy.strict)


def body(message, kind):
    return message.get_body((kind,)).get_content().replace("\r\n", "\n")


def attachments(message):
    return {part.get_filename(): part.get_content() for part in message.iter_attachments()}


class MailTest(support.ProgramTest):
    def mail(self, dataset, *arguments, status=DONE, who=WHO, **more):
        """The bytes of a message."""
        result = run("mail", dataset, *who, *arguments, **more)
        self.assertStatus(status, result)
        return result.stdout

    def message(self, dataset, *arguments, **more):
        return parsed(self.mail(dataset, *arguments, **more))

    def dataset(self, name="night.json", **members):
        import json
        content = {"version": 1, "title": "Night", "now": NOW, "run": {"status": "completed"}, "messages": []}
        return self.write(name, json.dumps({**content, **members}))
