#!/bin/sh
# Publishes the runs of many projects as a Slurm array. Start it in the folder of nights.json, on a file system that all
# nodes share. (Lustre locks files between nodes if it is mounted with "flock".)
#
# A part whose node fails or is needed for others is started again and continues where it was. A part that failed is
# started again by `scontrol requeue JOB_PART`; `tidemark publish --index` then updates the first page, unless the job
# for it is still waiting.
set -eu
parts=${PARTS:-8}
export TIDEMARK_SITE="${SITE:-public}"

array=$(sbatch --parsable --requeue --job-name=nights --array="1-$parts" \
  --wrap="tidemark publish --batch nights.json --shard \$SLURM_ARRAY_TASK_ID/$parts")
# afterany, not afterok: the first page is updated even if a part failed.
sbatch --requeue --job-name=nights-index --dependency="afterany:${array%%;*}" --wrap="tidemark publish --index"
