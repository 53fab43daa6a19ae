// Solves (J^T J + mu I) step = J^T e by one factorisation L D L^T of the smaller of J J^T + mu I
// and J^T J + mu I. No allocation after construction.
#pragma once

#include "iklab/ik/method_of.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab {

class NormalEquations {
 public:
  explicit NormalEquations(const Model& model);

  // takes J of `problem`
  void load(const Problem& problem);
  // false where mu is too small for the factorisation
  bool solve(const Problem& problem, double mu, Vector& step);

 private:
  bool wide_;
  Ldlt system_;
  Matrix gram_;  // laid out as the system's matrix
  Vector right_;
};

}  // namespace iklab
