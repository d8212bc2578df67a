#!/bin/sh
# Publishes a run to a site in a bucket: REMOTE=s3:bucket/reports sh object-store.sh nightly.json
# The arguments are passed to `tidemark publish`; project and base-url are set in tidemark.json. The remote is one of
# rclone's. Run `rm -f nightly.json` before the job, so that an old report isn't published. With SITE=public, an
# existing site in public/ is uploaded as a whole if the bucket has no runs yet.
#
# Status: that of `tidemark publish`, and 4 when rclone fails.
#
# A bucket has no lock of its own. With LOCK, the address of an object beside the site, writers on several machines wait
# for each other: see bucket-lock.sh, which has to stand beside this file. Without it use a queue: a concurrent change is
# noticed until the push begins, and if two pushes overlap, the folders of both runs are there, and
# `object-store.sh --rebuild` finds them.
set -eu
remote=${REMOTE:-}
[ -n "$remote" ] || { echo "object-store.sh: set REMOTE to the site's place, such as s3:bucket/reports" >&2; exit 2; }
# Under the lock LOCK is empty.
[ -z "${LOCK:-}" ] || exec sh "$(dirname "$0")/bucket-lock.sh" sh "$0" "$@"
site=${SITE:-site}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Locks are local to this machine.
printf '%s\n' '.tidemark-*' '/*/history/lock' > "$work/locks"
# Suppresses rclone's notices, which hide the program's messages.
export RCLONE_LOG_LEVEL="${RCLONE_LOG_LEVEL:-ERROR}"
rclone() { command rclone "$@" || exit 4; }
sums() {
  rclone md5sum "$1" --exclude-from "$work/locks" > "$2"
  LC_ALL=C sort -o "$2" "$2"
}

mkdir -p "$site"
rclone mkdir "$remote"
attempt=1
while :; do
  sums "$remote" "$work/before"
  # A remote without runs is new or has a wrong name, and one with a mark may lack runs: neither removes local files.
  how=sync
  if ! grep -q '/runs/' "$work/before"; then
    echo "object-store.sh: $remote has no nights yet; all of $site goes there" >&2
    how=copy
  elif grep -q '/history/unfinished$' "$work/before"; then
    how=copy
  fi
  # Fetches everything, since --keep, late runs and --rebuild may read any run; files that are here already are not
  # fetched.
  rclone "$how" "$remote" "$site" --checksum --exclude-from "$work/locks"
  status=0
  tidemark publish --site "$site" "$@" || status=$?
  # 1 is --fail-on: the run is published, and such a run must not be lost.
  [ "$status" -le 1 ] || exit "$status"
  sums "$remote" "$work/now"
  ! cmp -s "$work/before" "$work/now" || break
  # Another process was faster: once more, on top of its changes.
  attempt=$((attempt + 1))
  [ "$attempt" -le 5 ] || { echo "object-store.sh: $remote keeps changing" >&2; exit 4; }
done
sums "$site" "$work/after"

# Lists what has changed, in the order of links: style and script, new runs, new files of the history, files that link
# there, project pages, the first page.
awk -v work="$work" '
  { hash = $1; name = substr($0, 35) }
  FILENAME ~ /before$/ { old[name] = hash; next }
  { kept[name]; if (old[name] == hash) next }
  { split(name, part, "/"); if (name ~ /\//) print part[1] "/history/unfinished" > (work "/marks") }
  name == "index.html" { print name > (work "/6-first"); next }
  name !~ /\// { print name > (work "/5-beside"); next }
  name ~ "^[^/]*/index.html$" { print name > (work "/4-project"); next }
  name ~ "/feed.xml$" { print name > (work "/3-feed"); next }
  name in old && old[name] != "" { print name > (work "/2-changed"); next }
  { print name > (work "/" (part[2] == "assets" ? "0-assets" : part[2] == "runs" ? "0-nights" : "1-new")) }
  END { for (name in old) if (!(name in kept)) print name > (work (name ~ "/history/unfinished$" ? "/marks" : "/gone")) }
' "$work/before" "$work/after"

# If this is interrupted, the next process finds the mark and trusts only the runs.
touch "$work/marks" "$work/gone"
sort -u "$work/marks" -o "$work/marks"
while read -r mark; do : | rclone rcat "$remote/$mark"; done < "$work/marks"
for list in "$work"/[0-6]-*; do
  [ -s "$list" ] || continue
  type=
  case $list in *-feed) type="--header-upload=Content-Type: application/atom+xml" ;; esac
  rclone copy "$site" "$remote" --files-from "$list" --no-traverse --ignore-times \
    --header-upload "Cache-Control: no-cache" ${type:+"$type"}
done
# No page links to these any more.
[ ! -s "$work/gone" ] || rclone delete "$remote" --files-from "$work/gone"
[ ! -s "$work/marks" ] || rclone delete "$remote" --files-from "$work/marks"
exit "$status"
