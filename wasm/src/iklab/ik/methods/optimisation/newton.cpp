// Newton:  (H + mu I) step = J^T e,  H = J^T J - sum_r e_r grad^2 s_r, the Hessian of 1/2 |e|^2
//
// Second derivatives of the kinematics in closed form (core/hessian.hpp), for inverse kinematics
// Erleben & Andrews 2017; the shift as in Nocedal & Wright 2006, section 3.4. mu is 0 if H is
// positive definite, else the first of |C|/64, |C|/16, ... for which H + mu I is, C = H - J^T J: it
// decreases with the error, so that the last steps converge quadratically also on redundant arms.
// Backtracking from the whole step.
// Cost: one factorisation L D L^T, up to five if H is indefinite, and then |C| in O(n^2). On a long
// chain or a large tree L has few numbers per joint (math/tree_matrix.hpp), so that the time is
// O(n) per target; otherwise, and if joints follow one another, H is a dense matrix.
// Fails: far from the target H is mostly indefinite and the shift makes the step a short one down
// the gradient; at a saddle (straight arm, target on its axis) there is no gradient at all.
#include <cmath>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/methods/optimisation/full_step.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kFloor = 1e-12;     // Smallest shift, relative to the trace of J^T J.
constexpr double kFirst = 1.0 / 64;  // First shift, relative to |C|.
constexpr double kDense = 1;         // H is dense if its size cubed is below this times the work.

class Newton : public MethodOf<NewtonOptions> {
 public:
  Newton(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        search_(model),
        hessian_(model.tree, model.task),
        dense_(model.tree.coupled() || cube(model.columns()) < kDense * hessian_.terms().work()),
        system_(dense_ ? model.columns() : 0),
        kept_(static_cast<size_t>(system_.size() * system_.stride())),
        whole_(Vector::Zero(model.columns())),
        pull_(whole_) {}

  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, pull_);
    hessian_.compute(problem.state.pose, problem.unclampedError, problem.state.goals);
    for (int c = 0; c < model_.columns(); ++c)
      if (problem.locked[c]) hessian_.zeroColumn(c);
    if (dense_) hessian_.write(kept_.data(), system_.stride());
    report.lambda = std::sqrt(solve(problem.jacobian().norm()));
    applyFullStep(whole_, options.lineSearch ? &pull_ : nullptr, search_, model_, problem, report);
  }

 private:
  static double cube(double n) { return n * n * n; }

  // Solves with the first mu that makes H + mu I positive definite; returns that mu.
  double solve(double jacobian) {
    const double floor = jacobian > 0 ? kFloor * jacobian * jacobian : 1;
    double mu = 0;
    while (!solve(mu, floor) && std::isfinite(mu))
      mu = mu == 0 ? std::max(floor, kFirst * hessian_.curvatureNorm()) : 4 * mu;
    return mu;
  }

  // A pivot at rounding level counts as zero.
  bool solve(double mu, double floor) {
    whole_ = pull_;
    const double least = dense_ ? solveDense(mu) : solveTree(mu);
    return least > (mu > 0 ? 0 : floor);
  }

  // Both return the smallest pivot.
  double solveTree(double mu) {
    if (!hessian_.terms().factorise(mu)) return 0;
    hessian_.terms().solve(whole_.data());
    return hessian_.terms().leastPivot();
  }
  double solveDense(double mu) {
    std::copy(kept_.begin(), kept_.end(), system_.matrix());
    system_.addToDiagonal(mu);
    return system_.solve(whole_.data()) ? 0 : system_.pivots().first;
  }

  const Model& model_;
  LineSearch search_;
  ErrorHessian hessian_;
  const bool dense_;
  Ldlt<double> system_;
  std::vector<double> kept_;  // Entries of H on and above the diagonal.
  Vector whole_, pull_;
};

}  // namespace

template <>
const MethodEntry& describe<NewtonOptions>() {
  static constexpr Param params[] = {
      toggle<&NewtonOptions::lineSearch>("lineSearch"),
  };
  static constexpr Observable observables[] = {kSeenLambda, kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "newton",
      .name = "Newton",
      .group = Group::optimisation,
      .maxStep = kInfinity,
      .traits = kUnclamped,
      .params = params,
      .observables = observables,
      .make = makeMethod<Newton>,
  };
  return entry;
}

}  // namespace iklab
