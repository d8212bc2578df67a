#!/usr/bin/env python3
"""The script that a team writes today: JSON in, Markdown rendered, a template filled, one page out.

    script.py minijinja|jinja2 cmarkgfm|markdown DATASET.json PAGE.html

Only what is asked for is imported, so that no engine pays for another's start.
"""
import json
import pathlib
import sys

TEMPLATE = pathlib.Path(__file__).with_name("report.html.jinja")
RANK = {"error": 4, "warning": 3, "success": 2, "information": 1, "neutral": 0}


def markdown_renderer(name):
    if name == "cmarkgfm":
        import cmarkgfm
        return cmarkgfm.github_flavored_markdown_to_html
    import markdown
    converter = markdown.Markdown(extensions=["fenced_code", "tables"])
    return lambda text: converter.reset().convert(text)


def template_renderer(name):
    source = TEMPLATE.read_text(encoding="utf-8")
    if name == "minijinja":
        import minijinja
        engine = minijinja.Environment(templates={"report.html": source})
        return lambda context: engine.render_template("report.html", **context)
    import jinja2
    template = jinja2.Environment(autoescape=True).from_string(source)
    return lambda context: template.render(**context)


def compose(dataset, to_html):
    """What the template needs: counts, sections in order, tenses."""
    sections = {category["id"]: {"title": category["title"], "messages": []} for category in dataset["categories"]}
    counts = {}
    for message in dataset["messages"]:
        counts[message["urgency"]] = counts.get(message["urgency"], 0) + 1
        message["text_html"] = to_html(message["text"])
        if "details" in message:
            message["details_html"] = to_html(message["details"])
        sections[message["category"]]["messages"].append(message)
    for section in sections.values():
        section["messages"].sort(key=lambda message: message["time"], reverse=True)
        section["messages"].sort(key=lambda message: RANK[message["urgency"]], reverse=True)
    entries = sorted(dataset["timeline"]["entries"], key=lambda entry: entry["time"])
    today = dataset["now"][:10]
    for entry in entries:
        entry["tense"] = "past" if entry["time"] < today else "current" if entry["time"] == today else "future"
    worst_first = sorted(counts, key=RANK.get, reverse=True)
    return {
        **{key: dataset[key] for key in ("title", "subtitle", "locale", "run")},
        "total": len(dataset["messages"]), "worst": worst_first[0] if counts else "neutral",
        "counts": [{"urgency": urgency, "number": counts[urgency]} for urgency in worst_first],
        "sections": [section for section in sections.values() if section["messages"]],
        "timeline": {"title": dataset["timeline"]["title"], "entries": entries},
    }


def main(engine, markdown, dataset, page):
    with open(dataset, encoding="utf-8") as file:
        data = json.load(file)
    html = template_renderer(engine)(compose(data, markdown_renderer(markdown)))
    with open(page, "w", encoding="utf-8") as file:
        file.write(html)


if __name__ == "__main__":
    main(*sys.argv[1:])
