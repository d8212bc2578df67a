#!/usr/bin/env bash
# Posts COMMENT, which 'tidemark render --to comment' has written, to the merge request of a pipeline of GitLab as one
# note, or replaces the note of an earlier run. The first line of the note, which is hidden, names the job. A copy of this
# line in a note of another user does not count. The line also has the numbers of the pipeline and of the job, so that an
# older pipeline that ends later does not replace the note of a newer one. TOKEN is a project access token: the token of
# a job can't post notes. A failure is a warning and does not change the result of the job.
set -euo pipefail
warn() { echo "tidemark: warning: $*" >&2; }
call() {
  # Arguments are visible to other users of the machine, so the token is none.
  curl --fail --silent --show-error --max-time 60 --config - "$@" <<< "header = \"PRIVATE-TOKEN: $TOKEN\""
}
post() {
  local project=${CI_MERGE_REQUEST_PROJECT_ID-} number=${CI_MERGE_REQUEST_IID-} first marker user notes page=1 found=
  if [ -z "$number" ]; then
    # The pipeline of a branch lists the merge requests of the branch: GROUP/PROJECT!7,…
    first=${CI_OPEN_MERGE_REQUESTS%%,*} project=${CI_OPEN_MERGE_REQUESTS%%!*} number=${first##*!}
  fi
  notes=$CI_API_V4_URL/projects/${project//\//%2F}/merge_requests/$number/notes
  # The name has no parenthesis, so that it ends where the numbers begin. A fork counts its own CI_PIPELINE_IID, but
  # CI_PIPELINE_ID counts the pipelines of all projects. A job that is tried again has a larger number.
  marker="<!-- tidemark report ${CI_JOB_NAME//[!A-Za-z0-9 ]/_} ("
  # A line that begins with a slash would be a quick action, such as /merge, in the name of the token's user. GitLab
  # drops carriage returns before it looks for one.
  sed -i "1s/.*/$marker$CI_PIPELINE_ID.$CI_JOB_ID) -->/; s|^\r*/|\\\\/|" "$COMMENT" || return
  user=$(call "$CI_API_V4_URL/user" | jq --exit-status .id) || return
  while [ -n "$page" ] && [ -z "$found" ]; do
    # The oldest first, so that a note posted in the meantime does not move others to another page.
    call --dump-header "$folder/headers" --output "$folder/notes" \
      "$notes?order_by=created_at&sort=asc&per_page=100&page=$page" || return
    found=$(jq --raw-output --arg marker "$marker" --argjson user "$user" \
      'first(.[] | select(.author.id == $user and (.body | startswith($marker))) |
        "\(.id) \(.body | ltrimstr($marker) | split(")")[0])")' "$folder/notes") || return
    page=$(sed -n 's/^x-next-page:[[:space:]]*\([0-9]*\).*/\1/Ip' "$folder/headers")
  done
  if [ -z "$found" ]; then
    call --output /dev/null --data-urlencode "body@$COMMENT" "$notes"
    return
  fi
  [[ $found =~ ^([0-9]+)\ ([0-9]+)\.([0-9]+) ]] || return
  if ((BASH_REMATCH[2] > CI_PIPELINE_ID || (BASH_REMATCH[2] == CI_PIPELINE_ID && BASH_REMATCH[3] > CI_JOB_ID))); then
    echo "tidemark: the note is not replaced: it is of a newer job, ${BASH_REMATCH[3]}"
    return
  fi
  call --output /dev/null --request PUT --data-urlencode "body@$COMMENT" "$notes/${BASH_REMATCH[1]}"
}
for program in curl jq; do
  command -v "$program" > /dev/null || { warn "there is no note, because $program is not installed"; exit; }
done
# GitLab may leave the name of a variable that does not exist as it is.
[[ ${TOKEN-} =~ ^[A-Za-z0-9._=-]+$ ]] || { warn "there is no note, because the job has no token: set the variable TIDEMARK_TOKEN, which must not be protected"; exit; }
[ -n "${CI_MERGE_REQUEST_IID-}${CI_OPEN_MERGE_REQUESTS-}" ] || { echo "tidemark: there is no merge request"; exit; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
post || warn "the note could not be posted, see above. With 401, 403 or 404, the token needs the scope 'api' and the role" \
  "Reporter in the project of the merge request"
