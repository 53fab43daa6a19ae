// Couples joints that mimic others (URDF's mimic element).
#pragma once

#include <string>
#include <vector>

#include "iklab/core/tree.hpp"

namespace iklab {

// Returns -1 if no joint has this id.
int indexOf(const std::vector<JointSpec>& specs, const std::string& id);

// Gives every follower the column of the joint at the end of its chain of mimics, with the ratio
// and shift along the chain, and narrows the leaders' limits to values that keep all followers
// within theirs. Clamps rest values to the limits. Returns the fault; empty if there is none.
// joints: one per spec, the independent ones with their columns.
std::string coupleJoints(const std::vector<JointSpec>& specs, std::vector<Joint>& joints);

}  // namespace iklab
