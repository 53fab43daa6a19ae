// An estimate of the inverse of a Hessian, updated by steps and changes of the gradient (BFGS).
#pragma once

#include <span>
#include <vector>

#include "iklab/core/kinematics.hpp"

namespace iklab {

// The caller stores the numbers, `memorySize` of them: H column-major, then a flag that is not 0 if
// H is set.
class InverseHessian {
 public:
  explicit InverseHessian(int size);

  int memorySize() const { return 1 + size_ * size_; }
  static bool known(std::span<const double> memory) { return memory.back() != 0; }
  static void forget(std::span<double> memory) { memory.back() = 0; }

  // Updates H so that H y = s, and H stays positive definite: s the step, y the change of the
  // gradient. If H is not set, it starts as s^T y / y^T y times the identity. No update if s^T y is
  // not positive beyond rounding, or s itself is at rounding level.
  void learn(std::span<double> memory, const Vector& s, const Vector& y);

  // y = H x for the inverse Hessian of the free variables, which is not the free rows of H. x must
  // be 0 for held variables, and so is y.
  void times(std::span<const double> memory, const Vector& x, const std::vector<char>& held,
             Vector& y);

 private:
  int size_;
  Matrix reduced_;
  Vector turned_;
};

}  // namespace iklab
