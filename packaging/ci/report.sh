#!/usr/bin/env bash
# Makes the report of a job on GitHub: a page, its summary, and annotations of what meets FAIL_ON. REPORTS and
# OPTIONS have one word a line. A report that is not there is an error of the page and meets FAIL_ON, since its tool did
# not do its work; OPTIONS may say --broken=refuse.
set -euo pipefail
words() { printf '%s\n' "$1" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d'; }
mapfile -t reports < <(words "$REPORTS")
mapfile -t options < <(words "$OPTIONS")
# The commits since the last report, which a checkout with 'fetch-depth: 1000' has.
log=$(mktemp)
if ! printf '%s\n' "${options[@]}" | grep -q '^--commits' &&
  git log -1000 --format='%x00%H%x00%P%x00%ct%x00%aN%x00%s%x00' --name-only > "$log"; then
  options+=("--commits=$log")
fi
status=0
tidemark render "${reports[@]}" --to page,markdown,json -o "$OUTPUT" --ci --source-url auto --broken report \
  --fail-on "$FAIL_ON" --format github "${options[@]}" || status=$?
rm "$log"
# 1 is --fail-on: there is a report, which is kept before the job fails.
[ "$status" -le 1 ] || exit "$status"
cat "$OUTPUT/report.md" >> "$GITHUB_STEP_SUMMARY"
echo "status=$status" >> "$GITHUB_OUTPUT"
