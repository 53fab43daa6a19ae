#include "iklab/ik/methods/spectral/normal_equations.hpp"

#include <algorithm>

namespace iklab {

NormalEquations::NormalEquations(const Model& model)
    : wide_(model.rows() <= model.columns()),
      system_(std::min(model.rows(), model.columns())),
      gram_(system_.matrix()),
      right_(Vector::Zero(gram_.cols())) {}

void NormalEquations::load(const Problem& problem) {
  const Jacobian& j = problem.jacobian();
  if (wide_)
    j.gram(gram_);
  else
    gram_.topRows(j.columns()).noalias() = j.matrix().transpose().lazyProduct(j.matrix());
}

bool NormalEquations::solve(const Problem& problem, double mu, Vector& step) {
  const Jacobian& j = problem.jacobian();
  system_.matrix() = gram_;
  system_.diagonal().array() += mu;
  if (wide_)
    right_ = problem.error;
  else
    j.transposeTimes(problem.error, right_);
  if (!system_.solve(right_)) return false;
  if (wide_)
    j.transposeTimes(right_, step);
  else
    step = right_;
  return step.allFinite();
}

}  // namespace iklab
