// BFGS:  step = a H J^T e,  H <- (I - s y^T/y^T s) H (I - y s^T/y^T s) + s s^T/y^T s
//
// H is an estimate of the inverse Hessian of f = 1/2 |e|^2, updated by every applied step s and the
// change y of the gradient -J^T e along it, both ends with the same targets. Broyden, Fletcher,
// Goldfarb, Shanno 1970; for inverse kinematics Wang & Chen 1991, Zhao & Badler 1994. At first H is
// the transpose's optimal alpha, then s^T y / y^T y (Nocedal & Wright 2006, section 6.1), times the
// identity. Strong Wolfe line search, so that y^T s > 0; if a limit prevents that, H is not
// updated. Locked joints are eliminated from H, which leaves the inverse Hessian of the others.
// Memory is reset when a target jumps.
// Cost: O(n^2); an evaluation and a Jacobian per trial, mostly one or two.
// Fails: needs about n updates to learn; while targets move, H has outdated directions.
#include <cmath>

#include "iklab/ik/methods/optimisation/inverse_hessian.hpp"
#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {
namespace {

constexpr double kBfgsRounding = 1e-12;  // Relative to |pull||direction|.

class Bfgs : public MethodOf<BfgsOptions> {
 public:
  Bfgs(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        search_(model),
        inverse_(model.columns()),
        pull_(Vector::Zero(model.columns())),
        direction_(pull_),
        moved_(Vector::Zero(model.rows())) {}

  void update(const Problem& problem, Report& report) override {
    search_.begin(problem, pull_);
    used_ = InverseHessian::known(problem.learnt) && follow(problem);
    double a = used_ ? search(problem) : 0;
    if (a == 0) {
      used_ = false;
      steepest(problem);
      a = search(problem);
    }
    report.alpha = a;
    report.step = a * direction_;
    if (a == 0) giveUp(model_, problem, report);
  }

  int memorySize() const override { return inverse_.memorySize(); }
  void forget(std::span<double> learnt) const override { InverseHessian::forget(learnt); }

  void learn(const Problem& problem, const Vector& step, std::span<double> learnt) override {
    if (step.isZero(0)) return;
    if (!used_) InverseHessian::forget(learnt);
    inverse_.learn(learnt, step, search_.gradientChange(problem, step));
  }

 private:
  double search(const Problem& problem) {
    const double slope = -problem.gain * problem.gain * pull_.dot(direction_);
    return search_.wolfe(problem, direction_, slope, 1, options.curvature);
  }

  void steepest(const Problem& problem) {
    problem.jacobian().times(pull_, moved_);
    const double square = moved_.squaredNorm();
    direction_ = (problem.gain * (square > 0 ? pull_.squaredNorm() / square : 0)) * pull_;
  }

  // Direction H pull over the joints that are not locked; false if it is not a descent direction.
  bool follow(const Problem& problem) {
    inverse_.times(problem.learnt, pull_, problem.locked, direction_);
    direction_ *= problem.gain;
    return pull_.dot(direction_) > kBfgsRounding * pull_.norm() * direction_.norm();
  }

  const Model& model_;
  LineSearch search_;
  InverseHessian inverse_;
  Vector pull_, direction_, moved_;
  bool used_ = false;  // True if the last update used H.
};

}  // namespace

template <>
const MethodEntry& describe<BfgsOptions>() {
  static constexpr Param params[] = {
      number<&BfgsOptions::curvature>("curvature", "", 0.001, 0.99),
  };
  static constexpr Observable observables[] = {kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "bfgs",
      .name = "BFGS",
      .group = Group::optimisation,
      .maxStep = kInfinity,
      .traits = kUnclamped,
      .params = params,
      .observables = observables,
      .make = makeMethod<Bfgs>,
  };
  return entry;
}

}  // namespace iklab
