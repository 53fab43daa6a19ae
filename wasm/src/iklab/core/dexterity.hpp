// How far a tool can be moved in any direction before a joint reaches its limit or has rotated by a
// radian, to first order. 0 at a singular pose, and if a joint is at its limit.
#pragma once

#include <array>

#include "iklab/core/limbs.hpp"

namespace iklab::ready {

// Translation along x, y, z, then rotation about them.
inline constexpr size_t kRows = 6;
using Rows = std::array<double, kRows>;

// Eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations, which need only + - x /
// and the square root.
struct PrincipalAxes {
  Rows values = {};
  std::array<Rows, kRows> vectors = {};  // Unit vectors, in the order of the eigenvalues.
};
PrincipalAxes computePrincipalAxes(std::array<Rows, kRows> matrix, size_t size);

// Motion of the tip per unit of a mover: translation, and rotation times `metres`.
Rows computeTwist(const Limb& limb, const LimbPose& limbPose, size_t mover, double metres);

// The constrained rows, by number, always with the three translations.
struct ConstrainedRows {
  std::array<size_t, kRows> rows = {0, 1, 2};
  size_t count = 3;
};

struct LimbFreedom {
  std::vector<Rows> columns;  // One per column in limb.own, with an entry per constrained row.
  PrincipalAxes axes;         // Principal axes of J J^T.
  size_t rank = 0;            // Number of singular values above 1e-4 of the largest.
};

LimbFreedom computeFreedom(const Tree& tree, const Limb& limb, const LimbPose& limbPose,
                           const ConstrainedRows& constrained);

// Returns metres. rank: that of the limb at a regular pose; further directions are ignored.
double dexterity(const Tree& tree, const Limb& limb, const LimbFreedom& freedom,
                 const ConstrainedRows& constrained, const Values& pose, size_t rank);

}  // namespace iklab::ready
