// What SDLS bounds a direction by (Buss & Kim 2004, section 4), for the method and who looks into one.
#pragma once

#include "iklab/core/model.hpp"

namespace iklab {

// sum over the blocks of |column j of J in the block|: how far joint j moves the effectors
void effectorsMoved(const Model& model, const Matrix& j, Vector& moved);

// Of a direction, u and v each `length` times as long as a unit vector:
// N = sum_blocks |u in the block|, how far it is for the effectors
double directionReach(const Model& model, const Eigen::Ref<const Vector>& u, double length);
// M = 1/sigma sum_j |v_j| moved_j, how far its joints would move them
double directionCost(const Vector& moved, const Eigen::Ref<const Vector>& v, double sigma,
                     double length);

}  // namespace iklab
