// A x = b for symmetric positive definite A by A = L D L^T, without square roots (Golub & Van Loan,
// section 4.1). For the small normal equations of an update.
#pragma once

#include <algorithm>
#include <cmath>

#include "iklab/math/pair.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

class Ldlt {
 public:
  explicit Ldlt(int size) : size_(size), matrix_(Matrix::Zero(padded(size), size)) {}

  // size x size, both triangles, in the upper rows; the last one only fills up and stays zero
  Matrix& matrix() { return matrix_; }
  auto diagonal() { return matrix_.topRows(size_).diagonal(); }

  // x: b on entry, the solution on return. Destroys the matrix. False: a pivot is not positive.
  bool solve(Vector& x) {
    for (int k = 0; k < size_; ++k) {
      const double pivot = matrix_(k, k);
      if (!(pivot > 0) || !std::isfinite(pivot)) return false;
      const double inverse = 1 / pivot;
      for (int i = k + 1; i < size_; ++i) {
        const double factor = matrix_(k, i) * inverse;
        x[i] -= factor * x[k];
        eliminate(i, k, factor);
        matrix_(k, i) = factor;
      }
      x[k] *= inverse;
    }
    // column k of L stands in row k behind the diagonal
    for (int k = size_ - 2; k >= 0; --k) {
      double sum = x[k];
      for (int i = k + 1; i < size_; ++i) sum -= matrix_(k, i) * x[i];
      x[k] = sum;
    }
    return true;
  }

 private:
  // column i less factor times column k, below row k
  void eliminate(int i, int k, double factor) {
    const Pair f = {factor, factor};
    const Pair* from = pairs(matrix_.col(k).data());
    Pair* to = pairs(matrix_.col(i).data());
    for (int at = (k + 1) / 2; at < (size_ + 1) / 2; ++at) to[at] -= f * from[at];
  }

  int size_;
  Matrix matrix_;
};

}  // namespace iklab
