// The best of many poses of a limb: drawn within its limits, the best of them refined.
#pragma once

#include "iklab/core/ready/score.hpp"

namespace iklab::ready {

// free: columns; others stay as in `start`
Values bestPose(const LimbFrame& frame, const std::vector<int>& free, const Values& start);

}  // namespace iklab::ready
