// The limbs of a tree, prepared for the forward kinematics of many poses.
#pragma once

#include <algorithm>
#include <vector>

#include "iklab/core/rigid_frame.hpp"
#include "iklab/core/tree.hpp"

namespace iklab::ready {

using rigid::addScaled;
using rigid::dot;
using rigid::Frame;
using rigid::norm;
using rigid::Vec3;
using Values = std::vector<double>;  // Joint values, one per column.

inline constexpr double kPi = 3.141592653589793;

struct Mover {
  const Joint* joint = nullptr;
  int columnIndex = -1;  // Index of its column in Limb::own; -1 if it is not there.
  Frame frame;           // Relative to the previous mover, including the fixed frames between.
  Vec3 axis;
};

struct Limb {
  std::vector<Mover> movers;
  Frame tip;  // From the end of the last mover to the effector.
  // Columns of the joints that bend it, root first; excludes the mobile base.
  std::vector<int> columns;
  size_t base = 0;   // Number of movers of the mobile base.
  double reach = 0;  // Upper bound of the distance of its tip from its first joint, metres.
};

struct LimbPose {
  std::vector<Vec3> axes;             // Axes of the movers.
  std::vector<Vec3> points;           // Origins of the movers, then the tip.
  rigid::RotationMatrix orientation;  // Orientation of the tip.

  const Vec3& tip() const { return points.back(); }
};

bool contains(const std::vector<int>& all, int each);
inline bool isLimited(const Joint& joint) {
  return std::isfinite(joint.lower) && std::isfinite(joint.upper);
}
inline double clampToLimits(const Joint& joint, double value) {
  return std::min(std::max(value, joint.lower), joint.upper);
}
// The unit of a joint value: a radian for a hinge, half the reach for a slide.
inline double jointUnit(const Joint& joint, const Limb& limb) {
  return joint.slides() ? limb.reach / 2 : 1;
}

// whole: includes the mobile base and joints that cannot move.
Limb makeLimb(const Tree& tree, size_t effector, bool whole = false);
LimbPose computeLimbPose(const Limb& limb, const Values& pose);

}  // namespace iklab::ready
