// How far a mechanism stretches, the size that its lengths are measured by; and bounds of its reach.
#pragma once

#include <optional>
#include <span>

#include "iklab/core/tree.hpp"

namespace iklab {

// Metres from the first joint that moves an effector to its tip, all links in one line; of a planar
// chain, in its plane. A slide counts as far as its limits let it, at most as the rest of the chain
// stretches, and without limits not at all. An upper bound of what the tip can reach.
double stretchOf(const Tree& tree, int effector);

// The largest of these; 0 where nothing stretches, or there is none.
double stretchOf(const Tree& tree, std::span<const int> effectors);

// Bounds of the distance of an effector's tip from the first joint that moves it, by the lengths of the
// links alone: not every place between them can be reached.
struct Reach {
  Eigen::Vector3d from = Eigen::Vector3d::Zero();
  double least = 0, most = 0;  // metres; of a planar chain those in its plane
  // of a planar chain, the normal of its plane, and how far along it the tip stays
  std::optional<Eigen::Vector3d> normal = {};
  double height = 0;
};

// holds: joints stay within their limits. A slide without limits reaches everywhere.
Reach reachOf(const Tree& tree, int effector, bool holds);

// A lower bound of the distance of the tip from a place over all poses, metres; 0: none is proved.
double shortfall(const Reach& reach, const Eigen::Vector3d& place);

}  // namespace iklab
