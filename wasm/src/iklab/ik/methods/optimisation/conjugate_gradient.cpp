// Conjugate gradients:  step = a d,  d = J^T e + beta d',  beta = max(0, (g - g')^T g / |g'|^2)
//
// g = -J^T e is the gradient of f = 1/2 |e|^2; primes denote the previous update. Polak & Ribiere
// 1969, not negative (Powell 1986; "PR+", Gilbert & Nocedal 1992). g - g' is computed with the
// targets of the previous update at both ends. Strong Wolfe line search that starts at the a which
// is optimal for the linear model. Without memory, at the first step or after a jump, it is the
// transpose with a line search.
// Cost: O(n), products with J only; an evaluation and a Jacobian per trial, about two.
// Fails: no quadratic convergence, many updates on ill-conditioned arms; while targets move, the
// previous direction belongs to another target.
#include <algorithm>
#include <cmath>

#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {
namespace {

constexpr double kConjugateRounding = 1e-12;  // Relative to |pull||direction|.

class ConjugateGradient : public MethodOf<ConjugateGradientOptions> {
 public:
  ConjugateGradient(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        search_(model),
        pull_(Vector::Zero(model.columns())),
        direction_(pull_),
        moved_(Vector::Zero(model.rows())) {}

  void update(const Problem& problem, Report& report) override {
    search_.begin(problem, pull_);
    const double square = problem.learnt[0];
    const double beta =
        square > 0 ? std::max(0.0, -pull_.dot(changeIn(problem.learnt)) / square) : 0;
    double a = beta > 0 ? search(problem, beta) : 0;
    if (a == 0) a = search(problem, 0);
    report.alpha = a;
    report.step = a * direction_;
    if (a == 0) giveUp(model_, problem, report);
  }

  // |g'|^2 (0: no memory), then d' and g - g'.
  int memorySize() const override { return 1 + 2 * model_.columns(); }
  void forget(std::span<double> learnt) const override { learnt[0] = 0; }

  void learn(const Problem& problem, const Vector& step, std::span<double> learnt) override {
    const double length = step.norm();
    learnt[0] = length > 0 ? pull_.squaredNorm() : 0;
    if (!(learnt[0] > 0)) return;
    const int n = model_.columns();
    Eigen::Map<Vector>(learnt.data() + 1 + n, n) = search_.gradientChange(problem, step);
    // A limit may have changed the step.
    Eigen::Map<Vector>(learnt.data() + 1, n) = step * (direction_.norm() / length);
  }

 private:
  Eigen::Map<const Vector> directionIn(std::span<const double> learnt) const {
    return {learnt.data() + 1, model_.columns()};
  }
  Eigen::Map<const Vector> changeIn(std::span<const double> learnt) const {
    return {learnt.data() + 1 + model_.columns(), model_.columns()};
  }

  // Sets the direction; returns the factor along it, 0 if it is not a descent direction.
  double search(const Problem& problem, double beta) {
    direction_ = pull_;
    if (beta > 0) direction_ += beta * directionIn(problem.learnt);
    for (int c = 0; c < model_.columns(); ++c)
      if (problem.locked[c]) direction_[c] = 0;
    const double descent = pull_.dot(direction_);
    if (!(descent > kConjugateRounding * pull_.norm() * direction_.norm())) return 0;
    problem.jacobian().times(direction_, moved_);
    const double gain = problem.gain, square = moved_.squaredNorm();
    if (!(square > 0)) return 0;
    return search_.wolfe(problem, direction_, -gain * gain * descent, gain * descent / square,
                         options.curvature);
  }

  const Model& model_;
  LineSearch search_;
  Vector pull_, direction_, moved_;
};

}  // namespace

template <>
const MethodEntry& describe<ConjugateGradientOptions>() {
  static constexpr Param params[] = {
      number<&ConjugateGradientOptions::curvature>("curvature", "", 0.001, 0.5),
  };
  static constexpr Observable observables[] = {kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "conjugate-gradient",
      .name = "Conjugate gradients",
      .group = Group::optimisation,
      .maxStep = kInfinity,
      .traits = kUnclamped,
      .params = params,
      .observables = observables,
      .make = makeMethod<ConjugateGradient>,
  };
  return entry;
}

}  // namespace iklab
