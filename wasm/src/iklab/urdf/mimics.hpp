// Joints that follow others: chains followed to the joint that leads.
#pragma once

#include <vector>

#include "iklab/urdf/description.hpp"

namespace iklab::urdf {

// What moves a joint: itself, another one, or nothing.
struct Drive {
  enum Kind { own, follows, held } kind = own;
  MimicSpec mimic = {};  // its joint moves by itself; the numbers are those of the whole chain
  double value = 0;      // where it is held
};

// Of each joint. A circle is a fault; who follows what cannot be followed moves by itself.
std::vector<Drive> drivesOf(const std::vector<JointRow>& joints, Notes& notes);

}  // namespace iklab::urdf
