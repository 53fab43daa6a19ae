// The joints that move an effector, as axes of rotation and translations between them, in the world
// frame with all joints at 0. Metres and radians.
#pragma once

#include <optional>
#include <vector>

#include "iklab/analytic/six_axis.hpp"

namespace iklab::detail {

// The largest displacement of a unit vector by rotations up to an angle, 0 or more.
double chord(double angle);

struct Slide {
  Vec axis;
  double low, high;  // From its place at 0; infinite without limits.
};

// A revolute joint, or the rotation of a screw.
struct Hinge {
  Vec axis, point;
  double low, high;  // From its angle at 0.
};

// Joints that mimic others count as independent: the poses are then more than those of the tree.
struct ZeroChain {
  std::vector<Hinge> hinges;
  std::vector<std::vector<Slide>> slides;  // [i]: between hinges i - 1 and i. The last: to the tip.
  Frame6 tip;
  bool screws = false;
  double scale = 0;  // The largest coordinate and link, for bounds of rounding errors.

  // The vector that the slides between hinges i - 1 and i change: from `points[i - 1]` to
  // `points[i]`, or to the tip.
  Vec link(size_t i, const std::vector<Vec>& points) const;
  std::vector<Vec> points() const;
};

// holds: joints stay within their limits; otherwise slides are infinite.
ZeroChain zeroChainOf(const Tree& tree, int effector, bool holds);

// If all hinges are parallel: their direction, and by how much position and rotation of any pose
// differ from those of the chain with exactly parallel hinges.
struct Plane {
  Vec normal;
  double distance = 0, angle = 0;
};
std::optional<Plane> planeOf(const ZeroChain& chain);

}  // namespace iklab::detail
