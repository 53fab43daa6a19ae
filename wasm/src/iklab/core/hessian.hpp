// Second derivatives of the kinematics.
#pragma once

#include "iklab/core/kinematics.hpp"
#include "iklab/math/tree_matrix.hpp"

namespace iklab {

// Hessian of f = 1/2 |e|^2: J^T J minus, for every position row r, e_r times the second derivatives of
// the tip; orientation blocks exactly, also far from the target. At half a turn, where f has a ridge,
// that of one side. Alive as long as tree and task.
class ErrorHessian {
 public:
  ErrorHessian(const Tree& tree, const Task& task);

  // at `pose`, whose error is given. goals: as many as targets; of no account where nothing is free.
  void compute(const Pose& pose, const Vector& e, std::span<const Goal> goals = {});
  // row and column become zero
  void leaveOut(int column);

  // n x n, on and above the diagonal, by rows, so many numbers from one to the next
  void write(double* upper, int stride) const;
  // the largest sum of a row's magnitudes of what is added to J^T J
  double bend();
  // where no joint follows another: the Hessian, a node for each column
  TreeMatrix& terms() { return terms_; }

 private:
  void write(Three<double> TreeMatrix::Term::*p, double* upper, int stride) const;

  const Tree& tree_;
  const Task& task_;
  std::vector<int> columns_;  // of values
  TreeMatrix terms_;          // of values
  std::vector<double> bent_;  // n x n, where joints follow others
};

// The change of J (m x n) as theta moves along `delta` (n values), to first order: the kinematic
// Hessian times delta, (H delta)_ij = sum_k dJ_ij/dtheta_k delta_k, at `pose`, whose Jacobian is given.
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, Matrix& change, std::span<const Goal> goals = {});

}  // namespace iklab
