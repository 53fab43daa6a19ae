// The tree of a Denavit-Hartenberg table, with the same bits as on the page.
#pragma once

#include <string>
#include <vector>

#include "iklab/core/ready_pose.hpp"

namespace iklab {

// standard: a row is Rz(theta) Tz(d) Tx(a) Rx(alpha), and its joint moves along or about z of the
// previous frame. modified (Craig): Rx(alpha) Tx(a) Rz(theta) Tz(d), along or about z of its own
// frame.
enum class DhConvention { standard, modified };
inline constexpr auto kDhConventions = words<DhConvention::modified>("standard", "modified");

// Metres and radians. The value of a revolute joint is added to theta, that of a prismatic joint to
// d.
struct DhRow {
  double a = 0, alpha = 0, d = 0, theta = 0;
  JointKind kind = JointKind::revolute;  // revolute, prismatic or fixed.
  double lower = -kInfinity;
  double upper = kInfinity;
  std::string id = {};  // If empty: q1, q2, ... in the order of the moving joints.
};

// effector: the name of the frame after the last row. Faults: those of TreeBuilder. readyPose gives
// the default start pose.
Result<Tree> dhTree(const std::vector<DhRow>& rows,
                    DhConvention convention = DhConvention::standard,
                    const std::string& effector = "tool");

}  // namespace iklab
