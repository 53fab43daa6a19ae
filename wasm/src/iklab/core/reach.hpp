// How far a mechanism stretches: the size that its lengths are measured by.
#pragma once

#include <span>

#include "iklab/core/tree.hpp"

namespace iklab {

// Metres from the first joint that moves an effector to its tip, all links in one line; of a planar
// chain, in its plane. A slide counts as far as its limits let it, at most as the rest of the chain
// stretches, and without limits not at all. An upper bound of what the tip can reach.
double stretchOf(const Tree& tree, int effector);

// The largest of these; 0 where nothing stretches, or there is none.
double stretchOf(const Tree& tree, std::span<const int> effectors);

}  // namespace iklab
