"""The same facts in every target: what was counted, what has changed, what the messages are called."""
import collections
import html
import json
import re
from html.parser import HTMLParser

import support
from mail_support import NOW, MailTest, body, parsed


class Words(HTMLParser):
    """The words of a page or a mail, in order; what is not shown left out. Tooltips come last."""
    def __init__(self, source):
        super().__init__()
        self.hidden, self.words, self.tooltips = 0, [], []
        self.feed(source)
        self.words += self.tooltips

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("style", "script", "title")
        self.tooltips += [value for name, value in attributes if name == "title"]

    def handle_endtag(self, tag):
        self.hidden -= tag in ("style", "script", "title")

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)


def squashed(text):
    """Letters and digits alone: neither markup nor line breaks tell texts apart."""
    return re.sub(r"[\W_]+", "", text)


class Facts(MailTest):
    def targets(self, dataset, *arguments):
        """The words of each target, squashed."""
        arguments = ("--now", NOW, *arguments)
        # The whole mail, because a brief mail only counts old messages.
        message = parsed(self.mail(dataset, *arguments, "--attach", "page", "--brief=false"))
        page = next(message.iter_attachments()).get_content()
        return {
            "page": squashed(" ".join(Words(self.render(dataset, "--to", "page", *arguments).decode()).words)),
            "attached page": squashed(" ".join(Words(page).words)),
            "mail": squashed(" ".join(Words(body(message, "html")).words)),
            "mail's text": squashed(body(message, "plain")),
            "markdown": squashed(html.unescape(self.render(dataset, "--to", "markdown", *arguments).decode())),
            "text": squashed(self.render(dataset, "--to", "text", *arguments).decode()),
        }

    def word(self, dataset, key):
        """A word of the interface in the language of a dataset."""
        language = re.search(r'"?locale"?: "(\w+)', dataset.read_text()).group(1)
        return json.loads((support.repository / f"Templates/strings/{language}.json").read_text())["strings"][key]

    def facts(self, dataset, *arguments):
        """What every target has to say, as the decisions for programs have it, and the messages."""
        report = json.loads(self.render(dataset, "--to", "json", "--now", NOW, *arguments))
        facts = [report["title"]]
        # A single message has no verdict above it.
        verdict = report["verdict"]
        if verdict["total"] != 1:
            # Each urgency may be followed by its news; the heading of the list has the total.
            _, isSeveral, counts = verdict["text"].partition(": ")
            facts += re.split("[,،] ", counts) if isSeveral else [verdict["text"]]
            facts += [f"{self.word(dataset, 'messages')} ({verdict['total']})"] if isSeveral else []
        if report.get("comparison"):
            # A list's heading also shows the number of new messages.
            comparison = report["comparison"]
            new, *others = comparison["text"].split(", ")
            self.assertEqual(f"{comparison['new']} new", new)
            facts += [f"New ({comparison['new']})", *others]
        messages = [message for section in report["sections"] for message in section["messages"]]
        facts += [section["title"] for section in report["sections"]]
        facts += [message["title"] for message in [*report["alerts"], *report["banners"]]]
        return facts, [message["title"] for message in messages]

    def assertSaid(self, dataset, *arguments):
        facts, titles = self.facts(dataset, *arguments)
        for target, words in self.targets(dataset, *arguments).items():
            for fact in facts:
                with self.subTest(dataset=dataset.parent.name, target=target, fact=fact):
                    self.assertIn(squashed(fact), words)
            missing = [title for title in titles if squashed(title) not in words]
            with self.subTest(dataset=dataset.parent.name, target=target):
                if missing and target.startswith("mail"):     # a mail has a budget, and counts what has no room
                    self.assertLess(len(missing), len(titles) / 2)
                    # The list of new messages names some of the dropped messages.
                    self.assertLessEqual(len(missing), sum(map(int, re.findall(r"and(\d+)more", words))))
                else:
                    self.assertEqual([], missing)

    def test_facts_of_every_example_are_in_every_target(self):
        for path in support.examples().values():
            self.assertSaid(path)

    def test_facts_of_a_comparison_are_in_every_target(self):
        nightly = support.examples()["nightly"]
        self.assertSaid(nightly, "--baseline", nightly.with_name("previous.json"))

    def test_numbers_in_the_subject_are_those_of_the_report(self):
        nightly = support.examples()["nightly"]
        arguments = ("--baseline", nightly.with_name("previous.json"))
        report = json.loads(self.render(nightly, "--to", "json", *arguments))
        subject = self.message(nightly, *arguments)["Subject"]
        messages = [*report["alerts"], *report["banners"], *(m for section in report["sections"] for m in section["messages"])]
        counts = collections.Counter((message["urgency"], message["change"]) for message in messages)
        self.assertEqual(
            [counts["error", "new"], counts["error", "still"], counts["warning", "new"], counts["warning", "still"],
             report["comparison"]["fixed"]],
            [int(number) for number in re.findall(r"(\d+) (?:new errors|new warnings|fixed|old)", subject)])
