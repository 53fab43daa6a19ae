// Quadratic program:  min |J step - e|^2 + lambda^2 |step|^2
//   subject to  min_j - theta_j <= step_j <= max_j - theta_j  and  |step_j| <= maxStep
//
// Solved exactly: an active set on the normal equations, whose factor follows each change
// (box_quadratic.hpp), finds the joints at a bound; a QR of the stacked system then computes the
// minimiser of the free joints and checks this guess. If rounding errors made it wrong, block
// principal pivoting continues from there (Portugal, Judice & Vicente 1994): all joints beyond a
// bound are fixed, and all fixed ones whose multiplier has the wrong sign are freed, at once; if
// that makes no progress, one at a time (Murty 1974), which terminates. lambda > 0 makes the
// minimum unique. Joint limits apply if the limit policy is not `ignore`; a joint farther outside
// than one step can correct takes the largest step toward its range.
// Cost: O((n + m) m^2 + n^3): as a rule one QR if no bound is met, otherwise two and a Cholesky
// factor.
// Fails: it is exact for this update's linear model only, so that joints can slide along a limit
// into a corner where no small step helps.
#include <algorithm>
#include <cmath>

#include "iklab/ik/method_of.hpp"
#include "iklab/math/box_quadratic.hpp"
#include "iklab/math/stacked_qr.hpp"

namespace iklab {

using namespace detail;

namespace {

// Passes of block pivoting without progress before pivots are single.
constexpr int kPatience = 5;
constexpr int kMostPasses = 200;               // Far more than any run has needed.
constexpr double kMultiplierRounding = 1e-13;  // Relative to the terms of a multiplier.

class QuadraticProgram : public MethodOf<QpOptions> {
 public:
  QuadraticProgram(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        tree_(model.tree),
        system_(model.rows(), model.columns()),
        box_(model.columns()),
        lower_(Vector::Zero(model.columns())),
        upper_(lower_),
        inverse_(lower_),
        held_(lower_),
        trial_(lower_),
        gradient_(lower_),
        residual_(Vector::Zero(model.rows())),
        side_(static_cast<size_t>(model.columns()), Side::free),
        next_(side_) {}

  void update(const Problem& problem, Report& report) override {
    lambda_ = options.lambda;
    report.lambda = lambda_;
    Vector& step = report.step;
    findBounds(problem);
    std::fill(side_.begin(), side_.end(), Side::free);
    solveFree(problem, step);
    int wrong = findWrong(problem, step);
    if (wrong > 0 && !guess(problem, step)) turnOver(true);
    int fewest = static_cast<int>(step.size()) + 1, patience = kPatience;
    for (int pass = 0; pass < kMostPasses && wrong > 0; ++pass) {
      solveFree(problem, step);
      wrong = findWrong(problem, step);
      if (wrong < fewest)
        fewest = wrong, patience = kPatience;
      else
        --patience;
      turnOver(patience > 0);
    }
    step = step.cwiseMax(lower_).cwiseMin(upper_);
  }

 private:
  void findBounds(const Problem& problem) {
    for (int c = 0; c < lower_.size(); ++c) {
      const Joint& j = tree_.moving(c);
      const double own = j.slides() ? problem.maxSlide : problem.maxStep;
      const double reach = tree_.leads(c) ? tree_.bound(c, problem.maxStep, problem.maxSlide) : own;
      lower_[c] = -reach;
      upper_[c] = reach;
      if (!problem.limitsHold) continue;
      const double theta = problem.state.theta[c];
      lower_[c] = std::clamp(j.lower - theta, -reach, reach);
      upper_[c] = std::clamp(j.upper - theta, -reach, reach);
    }
  }

  // Sets side_ from the normal equations; false if these have no solution.
  bool guess(const Problem& problem, const Vector& step) {
    const Matrix& j = problem.jacobian().matrix();
    Matrix& h = box_.matrix();
    for (int c = 0; c < step.size(); ++c) {
      for (int d = 0; d <= c; ++d) h(c, d) = h(d, c) = j.col(c).dot(j.col(d));
      h(c, c) += lambda_ * lambda_;
      gradient_[c] = j.col(c).dot(problem.error);
    }
    trial_ = step;
    return box_.solve(gradient_, lower_, upper_, trial_, side_);
  }

  // Sets the step: fixed joints at their bounds, the others at their minimiser.
  void solveFree(const Problem& problem, Vector& step) {
    const Matrix& j = problem.jacobian().matrix();
    residual_ = problem.error;
    for (int c = 0; c < step.size(); ++c) {
      const bool free = side_[c] == Side::free;
      inverse_[c] = free ? 1 / lambda_ : 0;
      held_[c] = free ? 0 : side_[c] == Side::upper ? upper_[c] : lower_[c];
      if (!free) residual_ -= held_[c] * j.col(c);
    }
    system_.solve(j, inverse_, residual_, step);
    step += held_;
  }

  Side outside(double x, int c) const {
    if (x > upper_[c]) return Side::upper;
    return x < lower_[c] ? Side::lower : Side::free;
  }

  // Sets next_ to the side on which each joint should be according to this step. Returns how many
  // differ from side_.
  int findWrong(const Problem& problem, const Vector& step) {
    const Matrix& j = problem.jacobian().matrix();
    residual_ = problem.error;
    double scale = problem.error.norm();
    for (int c = 0; c < step.size(); ++c) {
      residual_ -= step[c] * j.col(c);
      scale += std::abs(step[c]) * j.col(c).norm();
    }
    int wrong = 0;
    for (int c = 0; c < step.size(); ++c) {
      next_[c] = side_[c] == Side::free ? outside(step[c], c) : side_[c];
      if (side_[c] != Side::free && lower_[c] < upper_[c]) {
        const double damped = lambda_ * lambda_ * step[c];
        const double pull = j.col(c).dot(residual_) - damped;
        const double rounding = kMultiplierRounding * (j.col(c).norm() * scale + std::abs(damped));
        if ((side_[c] == Side::upper ? -pull : pull) > rounding) next_[c] = Side::free;
      }
      wrong += next_[c] != side_[c];
    }
    return wrong;
  }

  // Changes the sides of all these joints, or of the last one only.
  void turnOver(bool all) {
    for (size_t c = side_.size(); c-- > 0;) {
      if (next_[c] == side_[c]) continue;
      side_[c] = next_[c];
      if (!all) return;
    }
  }

  const Tree& tree_;
  StackedQr system_;
  BoxQuadratic box_;
  Vector lower_, upper_, inverse_, held_, trial_, gradient_, residual_;
  std::vector<Side> side_, next_;
  double lambda_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<QpOptions>() {
  static constexpr Param params[] = {
      length<&QpOptions::lambda>("lambda", 1e-6, 1000, Fit::damping),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "qp",
      .name = "QP",
      .group = Group::constrained,
      .maxStep = EIGEN_PI / 4,
      .traits = kHandlesLimits | kPerJoint,
      .params = params,
      .observables = observables,
      .make = makeMethod<QuadraticProgram>,
  };
  return entry;
}

}  // namespace iklab
