// Solves (J^T J + mu I) step = J^T e by one factorisation L D L^T of the smaller of J J^T + mu I
// and J^T J + mu I. No allocation after construction.
#pragma once

#include "iklab/core/kernel.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab::detail {

template <class Real>
class NormalEquations {
 public:
  NormalEquations(int rows, int columns)
      : wide_(rows <= columns),
        system_(std::min(rows, columns)),
        right_(static_cast<size_t>(system_.size()), all<Real>(0)) {}

  // Returns the lanes in which mu is too small for the factorisation; their step is not usable.
  Mask<Real> solve(const Strands<Real>& j, const Real* e, Real mu, Real* step) {
    if (wide_)
      j.outer(system_.matrix(), system_.stride());
    else
      j.inner(system_.matrix(), system_.stride());
    system_.addToDiagonal(mu);
    if (!wide_) {
      j.transposeTimes(e, step);
      return system_.solve(step);
    }
    std::copy_n(e, system_.size(), right_.data());
    const Mask<Real> failed = system_.solve(right_.data());
    j.transposeTimes(right_.data(), step);
    return failed;
  }

 private:
  bool wide_;
  Ldlt<Real> system_;
  Array<Real> right_;
};

}  // namespace iklab::detail
