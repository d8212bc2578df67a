#!/usr/bin/env bash
# Posts the messages of a report that have a file as annotations of one check run of GitHub, for the commit SHA: the
# commands of a workflow show ten errors and ten warnings of a step alone. REPORT is the folder with report.json and
# report.md, STATUS is 1 if the gate was met, and GATE says whether this fails the check. PAGE is the address of the page
# or empty. GH_TOKEN needs the permission 'checks: write'. If this fails, it is a warning.
#
# A second call in the same attempt of a run posts nothing. Another attempt makes a new check run, because annotations
# can only be added. GitHub shows the newest of a name.
set -euo pipefail
export GH_HOST=${GITHUB_SERVER_URL#*://} GH_ENTERPRISE_TOKEN=$GH_TOKEN
export ID="tidemark $GITHUB_RUN_ID.$GITHUB_RUN_ATTEMPT $GITHUB_JOB $NAME"
export TITLE="$GITHUB_WORKFLOW: ${NAME:-report}"
warn() { echo "::warning title=Tidemark::$*"; }
# Writes the body of each call as a line: GitHub takes 50 annotations at a time. More than a thousand would take minutes.
bodies() {
  jq --compact-output --rawfile text "$REPORT/report.md" '
    . as $report
    | {error: [0, "failure"], warning: [1, "warning"], information: [2, "notice"]} as $levels
    | [.alerts[]?, .banners[]?, .sections[]?.messages[]?]
    # A path outside of the repository has no place in it.
    | map(select($levels[.urgency] and (.location.file // "/" | test("^/|^[A-Za-z]:|(^|/)[.][.](/|$)") | not)))
    | sort_by($levels[.urgency][0])
    | map(.location as $place | {
        path: $place.file, start_line: ($place.line // 1), end_line: ($place.line // 1),
        annotation_level: $levels[.urgency][1], message: ((.text // "" | select(. != "")) // .title | .[:10000]),
        # A finding without a text has its rule as the title.
        title: ((if .text // "" != "" then .title else .link.title end // "")[:255]), raw_details: ((.details // "")[:4000]),
        start_column: (if $place.line then $place.column else null end)})
    | map(.end_column = .start_column | with_entries(select(.value != null and .value != "")))
    | length as $count | .[:1000] as $shown
    | {title: $report.verdict.text, summary: (
        (if $count > 1000 then "Of \($count) messages with a file, the 1000 most urgent are annotated.\n\n" else "" end)
        + ($text | if utf8bytelength > 65000 then "\($report.verdict.text)\n\nThe report is too long for this place." else . end))} as $output
    | (if env.STATUS == "0" then "success" elif env.GATE == "true" then "failure" else "neutral" end) as $conclusion
    | range(0; [1, ($shown | length)] | max; 50) as $start
    | {output: ($output + {annotations: $shown[$start:$start + 50]})}
      + if $start > 0 then {} else
          {name: env.TITLE, head_sha: env.SHA, external_id: env.ID, status: "completed", conclusion: $conclusion}
          + if env.PAGE == "" then {} else {details_url: env.PAGE} end
        end' "$REPORT/report.json"
}
post() {
  local there body id=
  there=$(gh api --paginate --method GET "repos/$GITHUB_REPOSITORY/commits/$SHA/check-runs" --raw-field "check_name=$TITLE" \
    --raw-field filter=all --field per_page=100 --jq '.check_runs[] | select(.external_id == env.ID) | .id') || return
  if [ -n "$there" ]; then
    echo "::notice title=Tidemark::This attempt of the run has its check run already."
    return
  fi
  bodies > "$folder/bodies" || return
  # The first call also ends the check run, so that none waits forever if a later call fails.
  while IFS= read -r body; do
    printf '%s\n' "$body" > "$folder/body"
    if [ -z "$id" ]; then
      id=$(gh api --method POST "repos/$GITHUB_REPOSITORY/check-runs" --input "$folder/body" --jq .id) || return
    else
      gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/check-runs/$id" --input "$folder/body" || return
    fi
  done < "$folder/bodies"
}
for program in gh jq; do
  command -v "$program" > /dev/null || { warn "There is no check run, since $program is not installed."; exit; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
post || warn "The check run could not be posted: the log says why. With 401 or 403, the job lacks" \
  "'permissions: checks: write', which a pull request from a fork never gets."
