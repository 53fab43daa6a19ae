// What is asked of a batch as a row of numbers, and its way into the types of one.
#pragma once

#include "lab/batch.hpp"

namespace iklab {

enum BatchSetting : int {
  kBatchSampling,  // Sampling
  kBatchStart,     // StartKind
  kBatchSeed,      // a whole number below 2^53
  kBatchSharedRestarts,
  kBatchSpread,
  kBatchLow,  // x y z each, as the vectors below
  kBatchHigh = kBatchLow + 3,
  kBatchAnyTurn = kBatchHigh + 3,
  kBatchSpacing,
  kBatchTarget,
  kBatchNx,
  kBatchNy,
  kBatchOrigin,
  kBatchU = kBatchOrigin + 3,
  kBatchV = kBatchU + 3,
  kBatchColumn = kBatchV + 3,  // of two joints each
  kBatchFrom = kBatchColumn + 2,
  kBatchTo = kBatchFrom + 2,
  kBatchLevels = kBatchTo + 2,
  kBatchConditions,
  kBatchSettingStride,
};
inline constexpr auto kBatchSettings = words<kBatchConditions>(
    "sampling", "start", "seed", "sharedRestarts", "spread", "lowX", "lowY", "lowZ", "highX",
    "highY", "highZ", "anyTurn", "spacing", "target", "nx", "ny", "originX", "originY", "originZ",
    "uX", "uY", "uZ", "vX", "vY", "vZ", "column0", "column1", "from0", "from1", "to0", "to1",
    "levels", "conditions");

// row: kBatchSettingStride numbers, any: what is none is found by Batch::open, but for the seed, which
// becomes 0.
BatchSpec batchOf(const double* row);

}  // namespace iklab
