// Newton:  (H + mu I) step = J^T e,  H = J^T J - sum_r e_r grad^2 s_r, the Hessian of 1/2 |e|^2
//
// Second derivatives of the kinematics in closed form (core/hessian.hpp), for inverse kinematics
// Erleben & Andrews 2017; the shift as in Nocedal & Wright 2006, section 3.4. mu is 0 where H is positive definite, else the first of |C|/64,
// |C|/16, ... with which H + mu I is, C = H - J^T J: it fades with the error, so that the last
// steps double the digits also on redundant arms. Backtracking from the whole step.
// Cost: H in O(n^2) for every target, a Cholesky factorisation of n x n, up to five where H is
// indefinite.
// Fails: far from the target H is mostly indefinite and the shift makes the step a short one down
// the gradient; at a saddle (straight arm, target on its axis) there is no gradient at all.
#include <Eigen/Cholesky>
#include <cmath>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/methods/optimisation/whole_step.hpp"

namespace iklab {
namespace {

constexpr double kFloor = 1e-12;     // smallest shift, of the trace of J^T J
constexpr double kFirst = 1.0 / 64;  // first shift, of |C|

class Newton : public MethodOf<NewtonOptions> {
 public:
  Newton(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        search_(model),
        hessian_(Matrix::Zero(model.columns(), model.columns())),
        shifted_(hessian_),
        factor_(model.columns()),
        whole_(Vector::Zero(model.columns())),
        pull_(whole_) {}

  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, pull_);
    errorHessian(model_.tree, model_.task, problem.state.pose, problem.jacobian(),
                 problem.unclampedError, hessian_, problem.state.goals);
    leaveOutLocked(problem);
    report.lambda = std::sqrt(factorise(problem));
    whole_ = pull_;
    factor_.solveInPlace(whole_);
    takeWhole(whole_, options.lineSearch ? &pull_ : nullptr, search_, model_, problem, report);
  }

 private:
  void leaveOutLocked(const Problem& problem) {
    for (int c = 0; c < model_.columns(); ++c) {
      if (!problem.locked[c]) continue;
      hessian_.row(c).setZero();
      hessian_.col(c).setZero();
    }
  }

  // Cholesky of H + mu I with the first mu that makes it positive definite
  double factorise(const Problem& problem) {
    double trace = 0, curvature = 0;
    const Matrix& j = problem.jacobian().matrix();
    for (int a = 0; a < model_.columns(); ++a) {
      trace += j.col(a).squaredNorm();
      double sum = 0;
      for (int b = 0; b < model_.columns(); ++b)
        sum += std::abs(hessian_(a, b) - j.col(a).dot(j.col(b)));
      curvature = std::max(curvature, sum);
    }
    const double floor = trace > 0 ? kFloor * trace : 1;
    double mu = 0;
    while (!factorises(mu, floor)) mu = mu == 0 ? std::max(floor, kFirst * curvature) : 4 * mu;
    return mu;
  }

  // a pivot at rounding level counts as none
  bool factorises(double mu, double floor) {
    shifted_ = hessian_;
    shifted_.diagonal().array() += mu;
    factor_.compute(shifted_);
    if (factor_.info() != Eigen::Success) return false;
    return mu > 0 || factor_.matrixLLT().diagonal().array().square().minCoeff() > floor;
  }

  const Model& model_;
  LineSearch search_;
  Matrix hessian_, shifted_;
  Eigen::LLT<Matrix> factor_;
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
