// Converts a robot to the joints and effectors of a tree: fixed joints are merged into their
// parents, and branches without effector are left out.
#pragma once

#include <string>
#include <vector>

#include "iklab/urdf/link_tree.hpp"
#include "iklab/urdf/mimics.hpp"

namespace iklab::urdf {

struct FoldedRobot {
  std::vector<JointSpec> joints;
  std::vector<EffectorSpec> effectors;
  std::vector<std::string> dropped;  // First joints of branches without effector.
};

// effectors: links, each once. root: the link whose frame is the world. Notes a fault for unknown
// links, for too many links, and if no joint moves.
FoldedRobot foldRobot(const Description& robot, const LinkTree& tree,
                      const std::vector<Drive>& drives, const std::vector<std::string>& effectors,
                      const std::string& root, bool allJoints, Notes& notes);

// Removes limits of followers that leave their leader no range.
void removeInconsistentLimits(std::vector<JointSpec>& joints, const Description& robot,
                              Notes& notes);

}  // namespace iklab::urdf
