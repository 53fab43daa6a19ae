// Joints that follow others: resolves chains of mimics to the leading joint.
#pragma once

#include <vector>

#include "iklab/urdf/description.hpp"

namespace iklab::urdf {

// How a joint moves: by itself, with another joint, or not at all.
struct Drive {
  enum Kind { own, follows, held } kind = own;
  MimicSpec mimic = {};  // The leader moves by itself; the numbers are those of the whole chain.
  double value = 0;      // Value of a joint that is held.
};

// One drive per joint. A cycle is a fault; a joint whose mimic is invalid moves by itself.
std::vector<Drive> drivesOf(const std::vector<JointRow>& joints, Notes& notes);

}  // namespace iklab::urdf
