#!/bin/sh
# The nights of many projects as a Slurm array: run it where nights.json is, on a file system that all nodes share.
# (Lustre locks files between nodes where it is mounted with "flock".)
set -eu
parts=${PARTS:-8}
export TIDEMARK_SITE="${SITE:-public}"

array=$(sbatch --parsable --job-name=nights --array="1-$parts" \
  --wrap="tidemark publish --batch nights.json --shard \$SLURM_ARRAY_TASK_ID/$parts")
# afterany, not afterok: a part that failed does not keep the others' nights from the first page.
sbatch --job-name=nights-index --dependency="afterany:${array%%;*}" --wrap="tidemark publish --index"
