#include "methods/normal_equations.hpp"

#include <algorithm>

namespace iklab {

NormalEquations::NormalEquations(const Setup& setup)
    : wide_(setup.rows() <= setup.columns()),
      gram_(Matrix::Zero(std::min(setup.rows(), setup.columns()),
                         std::min(setup.rows(), setup.columns()))),
      shifted_(gram_),
      factor_(gram_.rows()),
      right_(Vector::Zero(gram_.rows())) {}

void NormalEquations::load(const Problem& problem) {
  const Jacobian& j = problem.jacobian;
  if (wide_)
    j.gram(gram_);
  else
    gram_.noalias() = j.matrix().transpose().lazyProduct(j.matrix());
}

bool NormalEquations::solve(const Problem& problem, double mu, Vector& step) {
  const Jacobian& j = problem.jacobian;
  shifted_ = gram_;
  shifted_.diagonal().array() += mu;
  factor_.compute(shifted_);
  if (factor_.info() != Eigen::Success) return false;
  if (wide_)
    right_ = problem.error;
  else
    j.transposeTimes(problem.error, right_);
  factor_.solveInPlace(right_);
  if (wide_)
    j.transposeTimes(right_, step);
  else
    step = right_;
  return step.allFinite();
}

}  // namespace iklab
