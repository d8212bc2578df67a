#!/usr/bin/env bash
# Makes the report of a job on GitHub: a page, its summary, and annotations of what meets FAIL_ON. REPORTS and
# OPTIONS have one word a line. A report that is not there is an error of the page and meets FAIL_ON, since its tool did
# not do its work; OPTIONS may say --broken=refuse. With COMMENT, it writes only that file, the comment of a pull
# request, whose links lead to PAGE if there is one and neither OPTIONS nor the settings have an address.
# shellcheck disable=SC2153 # the inputs are named like the arrays of their words
set -euo pipefail
words() { printf '%s\n' "$1" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d'; }
mapfile -t reports < <(words "$REPORTS")
mapfile -t options < <(words "$OPTIONS")
has() { printf '%s\n' "${options[@]}" | grep -q "^--$1"; }
# Whether an option, tidemark.json or the environment has an address for the links of the comment.
has_address() {
  local settings=() index
  ! has url || return 0
  for index in "${!options[@]}"; do
    case ${options[index]} in
    --config) settings+=("${options[@]:index:2}") ;;
    --config=* | --no-settings) settings+=("${options[index]}") ;;
    esac
  done
  [[ $(tidemark settings "${settings[@]}" --json --quiet) == *'"key": "url"'* ]]
}
# The commits since the last report, which a checkout with 'fetch-depth: 1000' has.
log=$(mktemp)
if ! has commits && git log -1000 --format='%x00%H%x00%P%x00%ct%x00%aN%x00%s%x00' --name-only > "$log"; then
  options+=("--commits=$log")
fi
status=0
call=(tidemark render "${reports[@]}" --ci --source-url auto --broken report)
if [ -n "${COMMENT-}" ]; then
  [ -z "${PAGE-}" ] || has_address || options+=("--url=$PAGE")
  # The last option counts. 65,536 characters are the limit, with a longer first line.
  "${call[@]}" "${options[@]}" --to comment -o "$COMMENT" --budget=65000 --quiet || status=$?
  rm "$log"
  # 1 is the 'failOn' of settings, which is judged elsewhere.
  [ "$status" -le 1 ] || exit "$status"
  exit 0
fi
"${call[@]}" --to page,markdown,json -o "$OUTPUT" --fail-on "$FAIL_ON" --format github "${options[@]}" || status=$?
rm "$log"
# 1 is --fail-on: there is a report, which is kept before the job fails.
[ "$status" -le 1 ] || exit "$status"
cat "$OUTPUT/report.md" >> "$GITHUB_STEP_SUMMARY"
# One file opens in a browser without unpacking. Its name is the name of the artifact.
page=$(mktemp -d)/${ARTIFACT:-report}.html
cp "$OUTPUT/index.html" "$page"
{ echo "status=$status"; echo "page=$page"; } >> "$GITHUB_OUTPUT"
