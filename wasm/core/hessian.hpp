// Second derivatives of the task error: a plain function as those of kinematics.hpp.
#pragma once

#include "core/kinematics.hpp"

namespace iklab {

// Hessian of f = 1/2 |e|^2 (n x n, both triangles) at `pose`, whose Jacobian and error are given:
// J^T J minus, for every position row r, e_r times the second derivatives of the tip; orientation
// blocks exactly, also far from the target. At half a turn, where f has a ridge, that of one side.
void errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                  const Vector& e, Matrix& hessian);

}  // namespace iklab
