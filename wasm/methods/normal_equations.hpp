// Solves (J^T J + mu I) step = J^T e by one Cholesky factorisation of the smaller of J J^T + mu I
// and J^T J + mu I. No allocation after construction.
#pragma once

#include <Eigen/Cholesky>

#include "methods/method.hpp"

namespace iklab {

class NormalEquations {
 public:
  explicit NormalEquations(const Setup& setup);

  // takes J of `problem`
  void load(const Problem& problem);
  // false where mu is too small for the factorisation
  bool solve(const Problem& problem, double mu, Vector& step);

 private:
  bool wide_;
  Matrix gram_, shifted_;
  Eigen::LLT<Matrix> factor_;
  Vector right_;
};

}  // namespace iklab
