#!/bin/sh
# Publishes a batch in parts on one machine: sh parallel.sh [xargs|parallel]. One call without --shard also uses all
# cores; use parts to limit each process, or with GNU parallel's --sshlogin for several machines with a shared folder.
# The status is the worst of all parts.
parts=${PARTS:-4}
export TIDEMARK_SITE="${SITE:-public}"

case ${1:-xargs} in
xargs) run="xargs -P $parts -I @ sh -c" ;;
parallel) run="parallel -j $parts -I @" ;;
*) echo "parallel.sh: xargs or parallel" >&2; exit 2 ;;
esac
# xargs and parallel have statuses of their own, so each part prints its own; 4 when a part can't.
status=$({ seq "$parts" | $run "tidemark publish --batch nights.json --shard @/$parts; echo \$?" || echo 4; } |
  sort -n | tail -n 1)

# Updates the first page even if a part failed.
tidemark publish --index || exit
exit "$status"
