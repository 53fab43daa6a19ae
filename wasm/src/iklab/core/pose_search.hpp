// The pose of a limb with the best score: random poses within the limits, the best of them refined.
#pragma once

#include "iklab/core/pose_score.hpp"

namespace iklab::ready {

// free: the columns that may change; the others stay as in `start`.
Values bestPose(const LimbFrame& frame, const std::vector<int>& free, const Values& start);

}  // namespace iklab::ready
