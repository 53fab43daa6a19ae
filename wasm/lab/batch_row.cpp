#include "lab/batch_row.hpp"

#include <cmath>

namespace iklab {
namespace {

// -1: the number is no whole one that an int holds
int whole(double number) {
  return number >= 0 && number < 0x1p31 && number == std::floor(number) ? static_cast<int>(number)
                                                                        : -1;
}

}  // namespace

BatchSpec batchOf(const double* row) {
  const auto vector = [row](int at) { return Eigen::Vector3d(row + at); };
  const double seed = row[kBatchSeed];
  SamplingSpec s;
  s.kind = static_cast<Sampling>(whole(row[kBatchSampling]));
  s.start = static_cast<StartKind>(whole(row[kBatchStart]));
  s.seed = seed >= 0 && seed < 0x1p53 ? static_cast<std::uint64_t>(seed) : 0;
  s.sharedRestarts = row[kBatchSharedRestarts] != 0;
  s.spread = row[kBatchSpread];
  s.low = vector(kBatchLow);
  s.high = vector(kBatchHigh);
  s.anyTurn = row[kBatchAnyTurn] != 0;
  s.spacing = row[kBatchSpacing];
  s.target = whole(row[kBatchTarget]);
  s.nx = whole(row[kBatchNx]);
  s.ny = whole(row[kBatchNy]);
  s.origin = vector(kBatchOrigin);
  s.u = vector(kBatchU);
  s.v = vector(kBatchV);
  for (size_t k = 0; k < 2; ++k) {
    s.columns[k] = whole(row[kBatchColumn + k]);
    s.from[k] = row[kBatchFrom + k];
    s.to[k] = row[kBatchTo + k];
  }
  return {s, row[kBatchLevels] != 0, row[kBatchConditions] != 0};
}

}  // namespace iklab
