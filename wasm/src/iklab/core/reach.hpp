// The stretch of a mechanism, to which lengths are scaled, and bounds of its reach.
#pragma once

#include <optional>
#include <span>

#include "iklab/core/tree.hpp"

namespace iklab {

// Metres from the first joint that moves an effector to the effector, with all links in one line;
// for a planar chain, in its plane. A slide counts up to its limits, at most as much as the rest of
// the chain, and without limits not at all. An upper bound of the effector's reach, unless a slide
// can move farther than it counts.
double stretchOf(const Tree& tree, int effector);

// The largest stretch of these effectors; 0 if none of them moves.
double stretchOf(const Tree& tree, std::span<const int> effectors);

// Bounds of the distance of an effector from the first joint that moves it, from the lengths of the
// links alone: not every position between them can be reached.
struct Reach {
  Eigen::Vector3d from = Eigen::Vector3d::Zero();
  double least = 0, most = 0;  // Metres; for a planar chain, in its plane.
  // For a planar chain, the normal of its plane, and the effector's coordinate along it.
  std::optional<Eigen::Vector3d> normal = {};
  double height = 0;
};

// holds: joints stay within their limits. A slide without limits reaches everywhere.
Reach reachOf(const Tree& tree, int effector, bool holds);

// A proven lower bound of the distance from the effector to a position over all poses, metres; 0 if
// the position may be within reach.
double shortfall(const Reach& reach, const Eigen::Vector3d& place);

}  // namespace iklab
