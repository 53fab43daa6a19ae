// Proof that an exact solution lies beside a pose that almost reaches its goal.
//
// F(q): the position error, as a share of the length scale L, and twice the vector part of the
// quaternion from the goal to the tip. Newton's method from q converges to a zero of F within
//
//   r = (1 - sqrt(1 - 2 h)) / (beta K),   h = beta^2 K |F(q)| <= 1/2
//
// (Kantorovich 1948; Polyak 1964 for more joints than rows). beta = 1 / sigma_m of F'(q). K bounds
// |F''| over all poses: a second derivative by joints a and b, b the one nearer to the tip, is at
// most rho_b / L and 1/2, where rho_b is the length of the chain beyond joint b. |F| includes a
// bound of its rounding errors.
#pragma once

#include <optional>

#include "iklab/core/model.hpp"

namespace iklab {

struct Certificate {
  // An exact solution lies within this distance, the root of the sum of squares over the joints:
  // radians, and metres as a share of the chain's length.
  double radius;
  // Each joint stays within its limits for all poses within the radius.
  bool withinLimits;
};

// Empty if nothing is proven, as near singularities. theta: n finite values; goal: finite, its
// orientation of unit length. For a model with one target without free components, to an effector
// that revolute and prismatic joints move, none of which mimics another; otherwise empty.
std::optional<Certificate> certifyReached(const Model& model, const Vector& theta,
                                          const Goal& goal);

}  // namespace iklab
