// A table of Denavit and Hartenberg as a tree: the page's, to the bit.
#pragma once

#include <string>
#include <vector>

#include "iklab/core/ready_pose.hpp"

namespace iklab {

// standard: Rz(theta) Tz(d) Tx(a) Rx(alpha) a row, its joint moves along and about the z before; modified
// (Craig): Rx(alpha) Tx(a) Rz(theta) Tz(d), its joint moves along and about the z behind.
enum class DhConvention { standard, modified };
inline constexpr auto kDhConventions = words<DhConvention::modified>("standard", "modified");

// Metres and radians. A joint's value adds to theta, of a prismatic one to d.
struct DhRow {
  double a = 0, alpha = 0, d = 0, theta = 0;
  JointKind kind = JointKind::revolute;  // or prismatic, or fixed
  double lower = -kInfinity;
  double upper = kInfinity;
  std::string id = {};  // empty: q1, q2 … by the joints that move
};

// effector: what the frame behind the last row is called. A fault is that of TreeBuilder. Where a solve starts
// that is told nothing else: readyPose of the tree.
Result<Tree> dhTree(const std::vector<DhRow>& rows,
                    DhConvention convention = DhConvention::standard,
                    const std::string& effector = "tool");

}  // namespace iklab
