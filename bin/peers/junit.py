#!/usr/bin/env python3
"""Writes a dataset's messages as JUnit XML, each as a test case with the same words.

    junit.py DATASET.json REPORT.xml
"""
import json
import sys
from xml.sax.saxutils import escape, quoteattr

ELEMENT = {"error": "error", "warning": "failure"}


def case(message, suite):
    head = f"<testcase classname={quoteattr(suite)} name={quoteattr(message['title'])} time=\"0\""
    location = message["location"]
    head += f" file={quoteattr(location['file'])} line=\"{location['line']}\">"
    words = escape("\n\n".join(filter(None, (message["text"], message.get("details")))))
    kind = ELEMENT.get(message["urgency"])
    if kind:
        return f"{head}<{kind} message={quoteattr(message['title'])}>{words}</{kind}></testcase>\n"
    return f"{head}<system-out>{words}</system-out></testcase>\n"


def main(dataset, report):
    with open(dataset, encoding="utf-8") as file:
        data = json.load(file)
    with open(report, "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
        for category in data["categories"]:
            filed = [message for message in data["messages"] if message["category"] == category["id"]]
            urgencies = [message["urgency"] for message in filed]
            out.write(f"<testsuite name={quoteattr(category['title'])} tests=\"{len(filed)}\" "
                      f"errors=\"{urgencies.count('error')}\" failures=\"{urgencies.count('warning')}\" skipped=\"0\" time=\"0\">\n")
            out.writelines(case(message, category["title"]) for message in filed)
            out.write("</testsuite>\n")
        out.write("</testsuites>\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
