#!/bin/sh
# A batch in parts on one machine: sh parallel.sh [xargs|parallel]. One call without --shard uses all cores as well;
# parts are for a limit on each process, or with GNU parallel's --sshlogin for several machines and a folder they share.
# The status is the worst of all parts, as the program means it.
parts=${PARTS:-4}
export TIDEMARK_SITE="${SITE:-public}"

case ${1:-xargs} in
xargs) run="xargs -P $parts -I @ sh -c" ;;
parallel) run="parallel -j $parts -I @" ;;
*) echo "parallel.sh: xargs or parallel" >&2; exit 2 ;;
esac
# xargs and parallel have statuses of their own, so each part says its own; where one can't, its nights aren't written.
status=$({ seq "$parts" | $run "tidemark publish --batch nights.json --shard @/$parts; echo \$?" || echo 4; } |
  sort -n | tail -n 1)

# Whatever came of a part: the others' nights are there.
tidemark publish --index || exit
exit "$status"
