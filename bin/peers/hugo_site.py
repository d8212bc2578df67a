#!/usr/bin/env python3
"""Makes a Hugo site of one page that shows a dataset.

    hugo_site.py DATASET.json SITE_FOLDER

The dataset becomes a data file; the page's layout sorts, groups and renders each message. This is
done before the clock starts: only Hugo's own work is measured.
"""
import os
import pathlib
import sys

CONFIGURATION = """\
baseURL = "https://ci.harbor.example/"
title = "Report"
disableKinds = ["page", "section", "taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"]
"""

LAYOUT = """\
{{ $report := .Site.Data.report -}}
<!doctype html>
<html lang="{{ $report.locale }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ $report.title }}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
.cell { border-left: 4px solid #789; margin: .5rem 0; padding: .5rem 1rem }
.error { border-color: #b00020 } .warning { border-color: #b26a00 } .success { border-color: #1b7f3b }
</style>
</head>
<body>
<header>
<h1>{{ $report.title }}</h1>
<p>{{ $report.subtitle }}</p>
<dl>{{ range $report.run.facts }}<dt>{{ .title }}</dt><dd>{{ .value }}</dd>{{ end }}</dl>
</header>
{{ $urgencies := slice "error" "warning" "success" "information" "neutral" -}}
<p class="cell"><strong>{{ len $report.messages }} messages:</strong>
{{ range $urgencies }}{{ with where $report.messages "urgency" . }}{{ len . }} {{ (index . 0).urgency }} {{ end }}{{ end }}</p>
{{ range $category := $report.categories -}}
{{ with where $report.messages "category" $category.id -}}
<section>
<h2>{{ $category.title }} ({{ len . }})</h2>
<ul>
{{ $filed := . -}}
{{ range $urgencies -}}
{{ range sort (where $filed "urgency" .) "time" "desc" -}}
<li class="cell {{ .urgency }}">
<h3><span>{{ .urgency }}</span> {{ .title }}</h3>
<div>{{ .text | markdownify }}</div>
{{ with .location }}<p><a href="{{ .url }}">{{ .file }}:{{ .line }}</a></p>{{ end }}
{{ with .details }}<details><summary>Details</summary>{{ . | markdownify }}</details>{{ end }}
<time datetime="{{ .time }}">{{ .time }}</time>
</li>
{{ end -}}
{{ end -}}
</ul>
</section>
{{ end -}}
{{ end -}}
<section>
<h2>{{ $report.timeline.title }}</h2>
<ol>
{{ $today := substr $report.now 0 10 -}}
{{ range sort $report.timeline.entries "time" -}}
<li class="{{ .milestone }}"><time datetime="{{ .time }}">{{ .time }}</time> <strong>{{ .title }}</strong>
<span>{{ if lt .time $today }}past{{ else if eq .time $today }}current{{ else }}future{{ end }}, {{ .status }}</span>{{ range .statuses }} <em>{{ .text }}</em>{{ end }}
<p>{{ .description }}</p>{{ range .attributes }}<small>{{ . }}</small>{{ end }}</li>
{{ end -}}
</ol>
</section>
</body>
</html>
"""


def main(dataset, site):
    site = pathlib.Path(site)
    for folder in ("data", "layouts", "content"):
        (site / folder).mkdir(parents=True, exist_ok=True)
    (site / "config.toml").write_text(CONFIGURATION)
    (site / "layouts/index.html").write_text(LAYOUT)
    data = site / "data/report.json"
    data.unlink(missing_ok=True)
    os.link(dataset, data)


if __name__ == "__main__":
    main(*sys.argv[1:])
