// The bounds of SDLS per direction (Buss & Kim 2004, section 4), for the method and the
// diagnostics.
#pragma once

#include "iklab/core/model.hpp"

namespace iklab {

// Sum over the blocks of |column j of J in the block|: motion of the effectors per unit of joint j.
void computeEffectorMotion(const Model& model, const Matrix& j, Vector& moved);

// For a direction, u and v each `length` times as long as a unit vector: N = sum_blocks |u in the
// block|, motion of the effectors.
double directionReach(const Model& model, const Eigen::Ref<const Vector>& u, double length);
// M = 1/sigma sum_j |v_j| moved_j: largest motion of the effectors caused by its joints.
double directionCost(const Vector& moved, const Eigen::Ref<const Vector>& v, double sigma,
                     double length);

}  // namespace iklab
