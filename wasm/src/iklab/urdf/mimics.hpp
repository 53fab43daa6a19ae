// Joints that follow others: resolves chains of mimics to the leading joint.
#pragma once

#include <vector>

#include "iklab/urdf/description.hpp"

namespace iklab::urdf {

// How a joint moves: independently, with another joint, or not at all.
struct Drive {
  enum Kind { independent, follows, fixed } kind = independent;
  // The leader moves independently; the numbers are those of the whole chain.
  MimicSpec mimic = {};
  double value = 0;  // Value of a joint that is held.
};

// One drive per joint. A cycle is a fault; a joint with an invalid mimic moves independently.
std::vector<Drive> resolveDrives(const std::vector<JointRow>& joints, Notes& notes);

}  // namespace iklab::urdf
