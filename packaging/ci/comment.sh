#!/usr/bin/env bash
# Posts COMMENT, which 'tidemark render --to comment' has written, to the pull request PULL_REQUEST of GitHub, or puts
# it in the place of the comment of an earlier run. Its first line, which is hidden, says which workflow, job and NAME
# it is of: titles can change, and a matrix has jobs that differ in NAME alone. Comments of other people never match.
# It also has the number and the attempt of the run, RUN, so that an older run that ends later does not replace the
# comment of a newer one. GH_TOKEN needs the permission 'pull-requests: write'. If this fails, it is a warning: the
# report was kept and is judged all the same.
set -euo pipefail
export GH_HOST=${GITHUB_SERVER_URL#*://} GH_ENTERPRISE_TOKEN=$GH_TOKEN MARKER LOGIN
run=${RUN:-$GITHUB_RUN_NUMBER.$GITHUB_RUN_ATTEMPT}
post() {
  local found issues=repos/$GITHUB_REPOSITORY/issues
  MARKER="$GITHUB_WORKFLOW $GITHUB_JOB $NAME"
  # The names have no parenthesis, so that they end where the run begins.
  MARKER="<!-- tidemark report ${MARKER//[!A-Za-z0-9 ]/_} ("
  sed -i "1s/.*/$MARKER$run) -->/" "$COMMENT" || return
  # The token of a job has no user.
  LOGIN=$(gh api user --jq .login 2> /dev/null) || LOGIN=
  found=$(gh api --paginate "$issues/$PULL_REQUEST/comments?per_page=100" --jq '.[] |
    select((.body | startswith(env.MARKER)) and (.user.type == "Bot" or .user.login == env.LOGIN)) |
    "\(.id) \(.body | ltrimstr(env.MARKER) | split(")")[0])"') || return
  if [ -z "$found" ]; then
    gh api --silent "$issues/$PULL_REQUEST/comments" --field "body=@$COMMENT"
    return
  fi
  [[ $found =~ ^([0-9]+)\ ([0-9]+)\.([0-9]+) ]] || return
  if ((BASH_REMATCH[2] > ${run%.*} || (BASH_REMATCH[2] == ${run%.*} && BASH_REMATCH[3] > ${run#*.}))); then
    echo "::notice title=Tidemark::The comment is not replaced: it is of a newer run, ${BASH_REMATCH[2]}."
    return
  fi
  gh api --silent --method PATCH "$issues/comments/${BASH_REMATCH[1]}" --field "body=@$COMMENT"
}
command -v gh > /dev/null || { echo "::warning title=Tidemark::There is no comment, since gh is not installed."; exit; }
post || echo "::warning title=Tidemark::The comment could not be posted: the log says why. With 401 or 403, the job lacks" \
  "'permissions: pull-requests: write', which a pull request from a fork never gets."
