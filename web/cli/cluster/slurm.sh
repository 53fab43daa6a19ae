#!/usr/bin/env bash
# Solves a study as a Slurm array, one shard per task, and merges the shards when all are done.
#   slurm.sh STUDY OUT [SHARDS]    OUT: as in iklab merge --out; SHARDS: 8 by default
# sbatch reads the options of the cluster from SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT.
# A second call, or a requeued job, continues where it stopped.
#SBATCH --job-name=iklab
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail

if [ -z "${SLURM_JOB_ID:-}" ]; then # Not in a job: submits this script twice.
  STUDY=$(realpath "$1")
  OUT=$(realpath -m "$2")
  SHARDS=${3:-8}
  IKLAB=${IKLAB:-$(dirname "$(realpath "$0")")/../iklab.mjs}
  export STUDY OUT SHARDS IKLAB
  mkdir -p "$OUT.shards"
  log=$OUT.shards/%x-%j.log
  array=$(sbatch --parsable --array="1-$SHARDS" --output="$OUT.shards/%x-%A-%a.log" "$0")
  echo "array $array"
  echo "merge $(sbatch --parsable --dependency="afterok:${array%%;*}" --output="$log" "$0")"
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then # A task of the array.
  task=$SLURM_ARRAY_TASK_ID
  exec node "$IKLAB" study "$STUDY" --shard "$task/$SHARDS" --out "$OUT.shards/$task-$SHARDS.rows" \
    --jobs "${SLURM_CPUS_PER_TASK:-1}" --resume
else # After all tasks.
  exec node "$IKLAB" merge "$OUT.shards"/*"-$SHARDS.rows" --out "$OUT"
fi
