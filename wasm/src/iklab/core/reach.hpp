// How far a mechanism stretches: the size that its lengths are measured by; and what can be proved of its
// reach.
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

// The tip of an effector stays between two distances from a place: the first joint that moves it. Proved of
// the lengths of links alone; what a pose can reach may be less.
struct Reach {
  Eigen::Vector3d from = Eigen::Vector3d::Zero();
  double least = 0, most = 0;  // metres; of a planar chain those in its plane
  // of a planar chain, the normal of its plane, and how far along it the tip stays
  std::optional<Eigen::Vector3d> normal = {};
  double height = 0;
};

// holds: joints stay within their limits. A slide without limits reaches everywhere.
Reach reachOf(const Tree& tree, int effector, bool holds);

// Metres that no pose brings the tip nearer to a place than; 0: nothing is proved.
double shortfall(const Reach& reach, const Eigen::Vector3d& place);

}  // namespace iklab
