#!/usr/bin/env bash
# Solves a study in parallel shards with GNU parallel, and merges them.
#   parallel.sh STUDY OUT [SHARDS]    OUT: as in iklab merge --out; default of SHARDS: the cores
# A second call continues an unfinished run. On several machines that share a folder:
#   PARALLEL='--sshloginfile hosts --workdir .' parallel.sh STUDY OUT 64
set -euo pipefail
study=$(realpath "$1")
out=$(realpath -m "$2")
shards=${3:-$(nproc)}
iklab=${IKLAB:-$(dirname "$(realpath "$0")")/../iklab.mjs}

mkdir -p "$out.shards"
seq "$shards" | parallel --will-cite --halt now,fail=1 \
  node "$iklab" study "$study" --shard "{}/$shards" --out "$out.shards/{}-$shards.rows" --jobs 1 --resume
node "$iklab" merge "$out.shards"/*"-$shards.rows" --out "$out"
