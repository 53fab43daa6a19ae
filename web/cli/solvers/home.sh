#!/bin/sh
# A bad solver: answers every problem with its start and claims to have solved it, to test that
# claims are verified. Three replacements turn a problem into its answer; unknown keys stay and are
# ignored.
exec sed -u \
  -e 's/^{"iklab":"solver".*/{"ready": true, "solver": "stays at home"}/' \
  -e 's/^{"problems":/{"answers":/; s/"seed":[0-9]*/"claim":"solved"/g; s/"start":/"q":/g' \
  -e '/^{"end": *true}/d'
