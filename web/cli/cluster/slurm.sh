#!/usr/bin/env bash
# Solves a study as a Slurm array, a shard each task, and makes the shards one when all are done.
#   slurm.sh STUDY OUT [SHARDS]    OUT: as iklab merge --out takes it; SHARDS: 8 by default
# Options of the cluster stand in SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT, as sbatch has
# them. Called again, and requeued, it goes on where it was.
#SBATCH --job-name=iklab
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail

if [ -z "${SLURM_JOB_ID:-}" ]; then # not in a job: hands itself in, twice
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
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then # a task of the array
  task=$SLURM_ARRAY_TASK_ID
  exec node "$IKLAB" study "$STUDY" --shard "$task/$SHARDS" --out "$OUT.shards/$task-$SHARDS.rows" \
    --jobs "${SLURM_CPUS_PER_TASK:-1}" --resume
else # after all of them
  exec node "$IKLAB" merge "$OUT.shards"/*"-$SHARDS.rows" --out "$OUT"
fi
