// Joints that follow others, as URDF's mimic element has them.
#pragma once

#include <string>
#include <vector>

#include "iklab/core/tree.hpp"

namespace iklab {

// index of the joint with this id, -1: there is none
int indexOf(const std::vector<JointSpec>& specs, const std::string& id);

// Gives every follower the column of the joint that leads it at the end of a chain of mimics, ratio
// and shift along the chain, and leads' limits what followers leave of them. Returns what is wrong,
// or nothing. joints: as `specs`, those that move by themselves with their columns.
std::string couple(const std::vector<JointSpec>& specs, std::vector<Joint>& joints);

}  // namespace iklab
