// A guess of the inverse of a Hessian, taught by steps and changes of the gradient (BFGS).
#pragma once

#include <span>
#include <vector>

#include "iklab/core/kinematics.hpp"

namespace iklab {

// The numbers themselves stand outside, `memorySize` of them: H by columns, then not 0 where it
// is known.
class InverseHessian {
 public:
  explicit InverseHessian(int size);

  int memorySize() const { return 1 + size_ * size_; }
  static bool known(std::span<const double> memory) { return memory.back() != 0; }
  static void forget(std::span<double> memory) { memory.back() = 0; }

  // Bends H so that H y = s, staying positive definite: s the step, y the change of the gradient.
  // Where it was not known it begins as s^T y / y^T y times the identity. Nothing is learnt where
  // s^T y is not positive beyond rounding, or s itself is rounding.
  void learn(std::span<double> memory, const Vector& s, const Vector& y);

  // y = H x over the variables that are not held: their inverse Hessian, not the rows of H. x is 0
  // on held ones, and so is y.
  void times(std::span<const double> memory, const Vector& x, const std::vector<char>& held,
             Vector& y);

 private:
  int size_;
  Matrix reduced_;
  Vector turned_;
};

}  // namespace iklab
