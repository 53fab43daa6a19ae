// A x = b for symmetric positive definite A by A = L D L^T, without square roots (Golub & Van Loan,
// section 4.1). For the small normal equations of an update, of one problem or of several side by side.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "iklab/math/lane.hpp"

namespace iklab::detail {

template <class Real>
class Ldlt {
 public:
  explicit Ldlt(int size)
      : size_(size),
        stride_(padded(size)),
        matrix_(static_cast<size_t>(size * stride_), all<Real>(0)) {}

  int size() const { return size_; }
  int stride() const { return stride_; }
  // Row-major, `stride` numbers per row; only entries on and above the diagonal are used.
  Real* matrix() { return matrix_.data(); }
  const Real* matrix() const { return matrix_.data(); }
  void addToDiagonal(Real mu) {
    for (int i = 0; i < size_; ++i) matrix_[static_cast<size_t>(i * (stride_ + 1))] += mu;
  }

  // x: b on entry, the solution on return. Overwrites the matrix. Returns the lanes in which a
  // pivot is not positive or not finite; x is no solution there.
  Mask<Real> solve(Real* x) {
    // One effector with 6 rows: the loops have a constant length.
    if (size_ == 6) return solve(std::integral_constant<int, 6>(), matrix_.data(), x);
    return solve(size_, matrix_.data(), x);
  }

  // The smallest and the largest pivot of the last solution found.
  std::pair<double, double> pivots() const {
    double least = kMost, largest = 0;
    for (int i = 0; i < size_; ++i) {
      const double pivot = lane(matrix_[static_cast<size_t>(i * (stride_ + 1))], 0);
      least = std::min(least, pivot);
      largest = std::max(largest, pivot);
    }
    return {least, largest};
  }

 private:
  template <class Size>
  static Mask<Real> solve(Size size, Real* matrix, Real* x) {
    const auto row = [&](int i) { return matrix + i * padded(size); };
    Mask<Real> sound = no(Mask<Real>{});
    for (int k = 0; k < size; ++k) {
      const Real* pivot = row(k);
      sound &= isPivot(pivot[k]);
      const Real inverse = 1 / pivot[k];
      for (int i = k + 1; i < size; ++i) {
        const Real factor = pivot[i] * inverse;
        x[i] -= factor * x[k];
        subtract(factor, pivot, row(i), i, size);
        row(i)[k] = factor;  // L below the diagonal.
      }
      x[k] *= inverse;
    }
    for (int i = size - 1; i > 0; --i)
      for (int k = 0; k < i; ++k) x[k] -= row(i)[k] * x[i];
    return no(sound);
  }

  static bool isPivot(double x) { return x > 0 && x < kMost; }
  template <ManyReals Lanes>
  static Mask<Lanes> isPivot(Lanes x) {
    return below(all<Lanes>(0), x) & below(x, all<Lanes>(kMost));
  }
  static constexpr double kMost = std::numeric_limits<double>::infinity();

  // Subtracts factor times another row, from the diagonal on or the entry before it.
  static void subtract(double factor, const double* from, double* to, int diagonal, int size) {
    const Pair f = {factor, factor};
    for (int at = diagonal / 2; at < (size + 1) / 2; ++at) pairs(to)[at] -= f * pairs(from)[at];
  }
  template <ManyReals Lanes>
  static void subtract(Lanes factor, const Lanes* from, Lanes* to, int diagonal, int size) {
    for (int at = diagonal; at < size; ++at) to[at] -= factor * from[at];
  }

  int size_, stride_;
  Array<Real> matrix_;
};

}  // namespace iklab::detail
