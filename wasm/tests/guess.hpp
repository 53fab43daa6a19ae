// The inverse Hessian of BFGS as matrices, with its own memory.
#pragma once

#include "iklab/ik/methods/optimisation/inverse_hessian.hpp"
#include "tests/support.hpp"

namespace iklab::test {

struct Guess {
  explicit Guess(int size)
      : size(size), hessian(size), memory(static_cast<size_t>(hessian.memorySize()), 0) {}
  void learn(const Vector& s, const Vector& y) { hessian.learn(memory, s, y); }
  void times(const Vector& x, const std::vector<char>& held, Vector& y) {
    hessian.times(memory, x, held, y);
  }
  bool known() const { return InverseHessian::known(memory); }
  Matrix matrix() const { return Eigen::Map<const Matrix>(memory.data(), size, size); }

  int size;
  InverseHessian hessian;
  std::vector<double> memory;
};

}  // namespace iklab::test
