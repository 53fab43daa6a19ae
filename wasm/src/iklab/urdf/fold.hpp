// A robot as the joints and effectors of a tree: what does not move is merged into what carries it,
// branches that end in no effector are left out.
#pragma once

#include <string>
#include <vector>

#include "iklab/urdf/link_tree.hpp"
#include "iklab/urdf/mimics.hpp"

namespace iklab::urdf {

struct Folding {
  std::vector<JointSpec> joints;
  std::vector<EffectorSpec> effectors;
  std::vector<std::string> dropped;  // joints at which a branch without an effector begins
};

// effectors: links, each once; root: that whose frame is the world. A fault is told of links that
// there are not, of too many, and where nothing moves.
Folding fold(const Description& robot, const LinkTree& tree, const std::vector<Drive>& drives,
             const std::vector<std::string>& effectors, const std::string& root, bool allJoints,
             Notes& notes);

// Followers' limits that leave their leader nothing to move within are left out.
void soundLimits(std::vector<JointSpec>& joints, const Description& robot, Notes& notes);

}  // namespace iklab::urdf
