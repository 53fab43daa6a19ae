#!/bin/sh
# A bad solver: answers every problem with its start, and claims to have solved it. Nothing is believed.
# A problem becomes its answer by three words; what nobody knows of it is left in and ignored.
exec sed -u \
  -e 's/^{"iklab":"solver".*/{"ready": true, "solver": "stays at home"}/' \
  -e 's/^{"problems":/{"answers":/; s/"seed":[0-9]*/"claim":"solved"/g; s/"start":/"q":/g' \
  -e '/^{"end": *true}/d'
