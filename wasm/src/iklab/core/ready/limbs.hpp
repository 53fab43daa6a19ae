// The limbs of a tree, made ready for many poses: what does not move is worked out once.
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
using Values = std::vector<double>;  // of the joints: one for each column

inline constexpr double kPi = 3.141592653589793;

// A joint that moves, on the way to an effector.
struct Mover {
  const Joint* joint = nullptr;
  int own = -1;  // place of its column among those of the limb, -1: it does not bend it
  Frame place;   // from the end of the mover before, what is fixed between them included
  Vec3 axis;
};

struct Limb {
  std::vector<Mover> movers;
  Frame tip;             // from the end of the last mover to the effector
  std::vector<int> own;  // columns that bend it, from the root: not what drives it about
  size_t base = 0;       // movers before that is what drives it about: where its base stands
  double reach = 0;      // how far it stretches at most from its first joint, metres
};

// How a limb stands.
struct LimbPose {
  std::vector<Vec3> axes;    // of the movers
  std::vector<Vec3> points;  // their origins, and the tip
  rigid::Turn turn;          // of the tip

  const Vec3& tip() const { return points.back(); }
};

bool contains(const std::vector<int>& all, int each);
inline bool isLimited(const Joint& joint) {
  return std::isfinite(joint.lower) && std::isfinite(joint.upper);
}
inline double insideLimits(const Joint& joint, double value) {
  return std::min(std::max(value, joint.lower), joint.upper);
}
// A hinge counts in radians, a slide in halves of the reach.
inline double unitOf(const Joint& joint, const Limb& limb) {
  return joint.slides() ? limb.reach / 2 : 1;
}

// whole: with what drives it about, and joints that cannot move
Limb limbOf(const Tree& tree, size_t effector, bool whole = false);
LimbPose limbPose(const Limb& limb, const Values& pose);

}  // namespace iklab::ready
