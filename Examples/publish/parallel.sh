#!/bin/sh
# A batch in parts on one machine: sh parallel.sh [xargs|parallel]. One call without --shard uses all cores as well;
# parts are for a limit on each process, or with GNU parallel's --sshlogin for several machines and a folder they share.
parts=${PARTS:-4}
export TIDEMARK_SITE="${SITE:-public}"
status=0

case ${1:-xargs} in
xargs) seq "$parts" | xargs -P "$parts" -I @ tidemark publish --batch nights.json --shard "@/$parts" || status=$? ;;
parallel) seq "$parts" | parallel -j "$parts" tidemark publish --batch nights.json --shard "{}/$parts" || status=$? ;;
*) echo "parallel.sh: xargs or parallel" >&2; exit 2 ;;
esac

# Whatever came of a part: the others' nights are there.
tidemark publish --index || exit
exit "$status"
