#!/usr/bin/env bash
# Posts COMMENT, which 'tidemark render --to comment' has written, to the pull request PULL_REQUEST of GitHub, or puts
# it in the place of the comment of an earlier run, which begins with the same line. The line gets the NAME of the
# report, so that jobs of a matrix do not replace each other's comments. GH_TOKEN needs the permission
# 'pull-requests: write'. If this fails, it is a warning: the report was kept and is judged all the same.
set -euo pipefail
export GH_HOST=${GITHUB_SERVER_URL#*://} GH_ENTERPRISE_TOKEN=$GH_TOKEN MARKER
post() {
  local ids issues=repos/$GITHUB_REPOSITORY/issues
  MARKER=$(head -n 1 "$COMMENT") || return
  MARKER="${MARKER% -->} ${NAME//[!A-Za-z0-9]/_} -->"
  sed -i "1s/.*/$MARKER/" "$COMMENT" || return
  ids=$(gh api --paginate "$issues/$PULL_REQUEST/comments?per_page=100" \
    --jq '.[] | select(.body | startswith(env.MARKER)) | .id') || return
  if [ -n "$ids" ]; then
    gh api --silent --method PATCH "$issues/comments/${ids%%$'\n'*}" --field "body=@$COMMENT"
  else
    gh api --silent "$issues/$PULL_REQUEST/comments" --field "body=@$COMMENT"
  fi
}
command -v gh > /dev/null || { echo "::warning title=Tidemark::There is no comment, since gh is not installed."; exit; }
post || echo "::warning title=Tidemark::The comment could not be posted. The job needs 'permissions: pull-requests:" \
  "write', which a pull request from a fork never gets."
