#!/bin/sh
# A night on a site that is kept in a bucket: REMOTE=s3:bucket/reports sh object-store.sh nightly.json
# What follows goes to `tidemark publish`; project and base-url stand in tidemark.json. The remote is one of rclone's.
# Before the job, `rm -f nightly.json`: yesterday's would pass as tonight's. A site that is here already, with SITE=public,
# goes up as a whole when the bucket has no nights yet.
#
# Status: that of `tidemark publish`, and 4 when rclone fails.
#
# A bucket has no lock: nights from several machines want a queue. One that comes between is noticed until the push
# begins. Should two pushes meet, both nights' folders are there all the same, and `object-store.sh --rebuild` finds them.
set -eu
remote=${REMOTE:-}
[ -n "$remote" ] || { echo "object-store.sh: set REMOTE to the site's place, such as s3:bucket/reports" >&2; exit 2; }
site=${SITE:-site}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Locks belong to this machine.
printf '%s\n' '.tidemark-*' '/*/history/lock' > "$work/locks"
# Without its notices, which hide what the program says.
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
  # A remote without a night is a new one or a wrong name, and one with a mark may not have all nights yet: both take
  # nothing away from what is here.
  how=sync
  if ! grep -q '/runs/' "$work/before"; then
    echo "object-store.sh: $remote has no nights yet; all of $site goes there" >&2
    how=copy
  elif grep -q '/history/unfinished$' "$work/before"; then
    how=copy
  fi
  # All of it, since --keep, late nights and --rebuild look at any night; what is here already is not fetched again.
  rclone "$how" "$remote" "$site" --checksum --exclude-from "$work/locks"
  status=0
  tidemark publish --site "$site" "$@" || status=$?
  # 1 is --fail-on: the night is published, and such a night least of all may be lost.
  [ "$status" -le 1 ] || exit "$status"
  sums "$remote" "$work/now"
  ! cmp -s "$work/before" "$work/now" || break
  # Somebody else was faster: once more, on top of theirs.
  attempt=$((attempt + 1))
  [ "$attempt" -le 5 ] || { echo "object-store.sh: $remote keeps changing" >&2; exit 4; }
done
sums "$site" "$work/after"

# What has changed, in the order of links: new nights, new lists of them, what leads there, a project's page, the first one.
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
  { print name > (work "/" (part[2] == "runs" ? "0-nights" : "1-new")) }
  END { for (name in old) if (!(name in kept)) print name > (work (name ~ "/history/unfinished$" ? "/marks" : "/gone")) }
' "$work/before" "$work/after"

# Should this end halfway, whoever comes next finds the mark and trusts the nights alone.
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
# No page leads there any more.
[ ! -s "$work/gone" ] || rclone delete "$remote" --files-from "$work/gone"
[ ! -s "$work/marks" ] || rclone delete "$remote" --files-from "$work/marks"
exit "$status"
