// Second derivatives of the kinematics: plain functions as those of kinematics.hpp.
#pragma once

#include "iklab/core/kinematics.hpp"

namespace iklab {

// Hessian of f = 1/2 |e|^2 (n x n, both triangles) at `pose`, whose Jacobian and error are given:
// J^T J minus, for every position row r, e_r times the second derivatives of the tip; orientation
// blocks exactly, also far from the target. At half a turn, where f has a ridge, that of one side.
// goals: as many as targets; of no account where nothing is free.
void errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                  const Vector& e, Matrix& hessian, std::span<const Goal> goals = {});

// The change of J (m x n) as theta moves along `delta` (n values), to first order: the kinematic
// Hessian times delta, (H delta)_ij = sum_k dJ_ij/dtheta_k delta_k, at `pose`, whose Jacobian is given.
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, Matrix& change, std::span<const Goal> goals = {});

}  // namespace iklab
