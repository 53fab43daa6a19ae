// A guess of the inverse of a Hessian, taught by steps and changes of the gradient (BFGS).
#pragma once

#include <vector>

#include "core/kinematics.hpp"

namespace iklab {

class InverseHessian {
 public:
  explicit InverseHessian(int size);

  bool known() const { return known_; }
  void forget() { known_ = false; }

  // Bends H so that H y = s, staying positive definite: s the step, y the change of the gradient.
  // Where it was not known it begins as s^T y / y^T y times the identity. Nothing is learnt where
  // s^T y is not positive beyond rounding, or s itself is rounding.
  void learn(const Vector& s, const Vector& y);

  // y = H x over the variables that are not held: their inverse Hessian, not the rows of H. x is 0
  // on held ones, and so is y.
  void times(const Vector& x, const std::vector<char>& held, Vector& y);

  const Matrix& matrix() const { return matrix_; }

 private:
  Matrix matrix_, reduced_;
  Vector turned_;
  bool known_ = false;
};

}  // namespace iklab
