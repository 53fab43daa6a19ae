// Second derivatives of the kinematics.
#pragma once

#include "iklab/core/kinematics.hpp"
#include "iklab/math/tree_matrix.hpp"

namespace iklab {

// Hessian of f = 1/2 |e|^2: J^T J minus, for every position row r, e_r times the second derivatives
// of the tip; orientation blocks exactly, also far from the target. At a rotation by pi, where f
// has a ridge, that of one side. Keeps references to tree and task.
class ErrorHessian {
 public:
  ErrorHessian(const Tree& tree, const Task& task);

  // Computes the Hessian at `pose`, whose error is e. goals: one per target; ignored if no target
  // has free components.
  void compute(const Pose& pose, const Vector& e, std::span<const Goal> goals = {});
  // Sets the row and the column of a joint to zero.
  void zeroColumn(int column);

  // Writes the n x n Hessian row-major, with zeros below the diagonal. stride: from one row to the
  // next.
  void write(double* upper, int stride) const;
  // Largest absolute row sum of the matrix that is added to J^T J.
  double curvatureNorm();
  // The Hessian with a node per moving joint; per column if no joint follows another.
  detail::TreeMatrix& terms() { return terms_; }

 private:
  void write(detail::Three<double> detail::TreeMatrix::Term::*p, double* upper, int stride) const;

  const Tree& tree_;
  const Task& task_;
  std::vector<int> columns_;   // Column of each moving joint, by Joint::place.
  detail::TreeMatrix terms_;   // One node per moving joint, by Joint::place.
  std::vector<double> dense_;  // n x n; used if joints follow others.
};

// The change of J (m x n) as theta moves along `delta` (n values), to first order: the kinematic
// Hessian times delta, (H delta)_ij = sum_k dJ_ij/dtheta_k delta_k, at `pose`, whose Jacobian is
// given. change: of the same tree and task.
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, detail::Strands<double>& change,
                    std::span<const Goal> goals = {});

}  // namespace iklab
