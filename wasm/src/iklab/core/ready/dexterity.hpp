// How far a tool can be moved in any direction before a joint meets its limit or has turned far, as a first
// update sees it. Nothing where a direction is lost, or a joint stands on its limit.
#pragma once

#include <array>

#include "iklab/core/ready/limbs.hpp"

namespace iklab::ready {

// x, y, z and the turns about them
inline constexpr size_t kRows = 6;
using Rows = std::array<double, kRows>;

// Eigenvalues and vectors of a symmetric matrix, by Jacobi's rotations: of + - x / and the square root.
struct Principal {
  Rows values = {};
  std::array<Rows, kRows> vectors = {};  // of the same place: a unit vector
};
Principal principal(std::array<Rows, kRows> matrix, size_t size);

// What a unit of a mover does to the tip: its shift, and its turn in `metres` a radian.
Rows twistOf(const Limb& limb, const LimbPose& stand, size_t mover, double metres);

// Some of these rows, by number; the place is always among them.
struct Asked {
  std::array<size_t, kRows> rows = {0, 1, 2};
  size_t count = 3;
};

struct Freedom {
  std::vector<Rows> columns;  // one for each of limb.own, a number for each row that is asked
  Principal along;            // of J J^T
  size_t rank = 0;            // directions that are not lost
};

Freedom freedomOf(const Tree& tree, const Limb& limb, const LimbPose& stand, const Asked& asked);

// Metres. rank: directions that the limb has where none is lost, others are nobody's.
double dexterity(const Tree& tree, const Limb& limb, const Freedom& freedom, const Asked& asked,
                 const Values& pose, size_t rank);

}  // namespace iklab::ready
