// Weighted least norm:  step = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e,  W = diag(w_j)
//
// Chan & Dubey 1995: H = sum (max - min)^2 / (4 (max - theta)(theta - min)) grows without bound at
// the limits; w_j = 1 + |dH/dtheta_j| if the unweighted damped step moves joint j in the direction
// in which H grows, else 1. One re-solve, no memory. At or beyond a limit 1/w_j = 0 for a step
// outward. With z = W^1/2 step it is a damped step on J W^-1/2, so that lambda = 0 is the weighted
// pseudoinverse.
// Cost: two singular value decompositions.
// Fails: the second solve may reverse a joint that the first moved inward, and then with weight 1;
// one long step can pass a limit from afar. Joints are slowed near a limit, not kept from it.
#include <cmath>

#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

// dH/dtheta_j, infinite at a limit; 0 without both limits.
double slope(const Joint& j, double theta) {
  const double range = j.upper - j.lower;
  if (!std::isfinite(range)) return 0;
  const double toEnds = (j.upper - theta) * (theta - j.lower);
  const double share = range / toEnds;
  return 0.25 * share * share * (2 * theta - j.upper - j.lower);
}

// 1/w_j for an unweighted `step` of the joint.
double inverseWeight(const Joint& j, double theta, double step) {
  if ((theta >= j.upper && step > 0) || (theta <= j.lower && step < 0)) return 0;
  if (theta >= j.upper || theta <= j.lower) return 1;
  const double h = slope(j, theta);
  return h * step > 0 ? 1 / (1 + std::abs(h)) : 1;
}

class WeightedLeastNorm : public MethodOf<WeightedLeastNormOptions> {
 public:
  WeightedLeastNorm(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        tree_(model.tree),
        weighted_(Matrix::Zero(model.rows(), model.columns())),
        root_(Vector::Zero(model.columns())),
        svd_(model.rows(), model.columns()) {}

  void update(const Problem& problem, Report& report) override {
    report.lambda = options.lambda;
    const Vector& theta = problem.state.theta;
    addDamped(problem.svd(), problem.error, report.step);
    bool any = false;
    for (int c = 0; c < root_.size(); ++c) {
      root_[c] = std::sqrt(inverseWeight(tree_.moving(c), theta[c], report.step[c]));
      any = any || root_[c] != 1;
    }
    if (!any) return;
    weighted_ = problem.jacobian().matrix() * root_.asDiagonal();
    svd_.compute(weighted_);
    report.step.setZero();
    addDamped(svd_, problem.error, report.step);
    report.step.array() *= root_.array();
  }

 private:
  void addDamped(const Svd& s, const Vector& e, Vector& step) const {
    const double square = options.lambda * options.lambda, noise = s.noise();
    addFiltered(
        s, e, [&](int i) { return dampedFilter(s.sigma(i), square, noise); }, step);
  }

  const Tree& tree_;
  Matrix weighted_;  // J W^-1/2
  Vector root_;      // Diagonal of W^-1/2.
  Svd svd_;
};

}  // namespace

template <>
const MethodEntry& describe<WeightedLeastNormOptions>() {
  static constexpr Param params[] = {
      length<&WeightedLeastNormOptions::lambda>("lambda", 0, 1000, Fit::damping),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "weighted-least-norm",
      .name = "Weighted least norm",
      .group = Group::constrained,
      .maxStep = EIGEN_PI / 4,
      .traits = kStage | kPerJoint,
      .params = params,
      .observables = observables,
      .make = makeMethod<WeightedLeastNorm>,
  };
  return entry;
}

}  // namespace iklab
