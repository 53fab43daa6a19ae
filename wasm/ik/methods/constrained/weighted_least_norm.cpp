// Weighted least norm:  step = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e,  W = diag(w_j)
//
// Chan & Dubey 1995: H = sum (max - min)^2 / (4 (max - theta)(theta - min)) grows without bound at
// the limits; w_j = 1 + |dH/dtheta_j| where the unweighted damped step takes joint j the way H
// grows, else 1. One re-solve, no memory. At or beyond a limit 1/w_j = 0 for a step outward.
// With z = W^1/2 step it is a damped step on J W^-1/2, so that lambda = 0 is the weighted
// pseudoinverse.
// Cost: two singular value decompositions.
// Fails: the second solve may turn a joint around that the first moved inward, and then with weight
// 1; one long step can pass a limit from afar. Joints are slowed near a limit, not kept from it.
#include <cmath>

#include "ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

enum { kLambda };

constexpr Param kParams[] = {
    {.key = "lambda",
     .label = "Damping λ",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 0.05,
     .scale = Scale::log,
     .help = "Larger is smoother and slower. 0 is the weighted pseudoinverse."},
};

// dH/dtheta_j, infinite at a limit; 0 without both limits
double slope(const Joint& j, double theta) {
  const double range = j.upper - j.lower;
  if (!std::isfinite(range)) return 0;
  const double toEnds = (j.upper - theta) * (theta - j.lower);
  const double share = range / toEnds;
  return 0.25 * share * share * (2 * theta - j.upper - j.lower);
}

// 1/w_j for an unweighted step that takes the joint by `step`
double inverseWeight(const Joint& j, double theta, double step) {
  if ((theta >= j.upper && step > 0) || (theta <= j.lower && step < 0)) return 0;
  if (theta >= j.upper || theta <= j.lower) return 1;
  const double h = slope(j, theta);
  return h * step > 0 ? 1 / (1 + std::abs(h)) : 1;
}

class WeightedLeastNorm : public Method {
 public:
  WeightedLeastNorm(const Model& model, const double* params)
      : Method(params),
        tree_(model.tree),
        weighted_(Matrix::Zero(model.rows(), model.columns())),
        root_(Vector::Zero(model.columns())),
        svd_(model.rows(), model.columns()) {}

  void update(const Problem& problem, Report& report) override {
    report.lambda = param(kLambda);
    const Vector& theta = problem.state.theta;
    addDamped(problem.svd(), problem.error, report.step);
    bool any = false;
    for (int c = 0; c < root_.size(); ++c) {
      root_[c] = std::sqrt(inverseWeight(tree_.moving(c), theta[c], report.step[c]));
      any = any || root_[c] != 1;
    }
    if (!any) return;
    weighted_ = problem.jacobian.matrix() * root_.asDiagonal();
    svd_.compute(weighted_);
    report.step.setZero();
    addDamped(svd_, problem.error, report.step);
    report.step.array() *= root_.array();
  }

 private:
  void addDamped(const Svd& s, const Vector& e, Vector& step) const {
    const double square = param(kLambda) * param(kLambda), noise = s.noise();
    addFiltered(
        s, e, [&](int i) { return dampedFilter(s.sigma(i), square, noise); }, step);
  }

  const Tree& tree_;
  Matrix weighted_;  // J W^-1/2
  Vector root_;      // diagonal of W^-1/2
  Svd svd_;
};

constexpr Showing kFailures[] = {
    {"A long step passes the limit",
     "The weight has not grown yet when the step is taken; shorter steps pass it by less.",
     R"({"iklab":1,"preset":"na-human-1","methods":[{"id":"weighted-least-norm"})"
     R"(,{"id":"weighted-least-norm","label":"Short steps","maxStep":0.1}]})",
     "outside > 0.3", "outside < 0.2"},
};

constexpr Showing kStrengths[] = {
    {"A reach with a human arm",
     "Joints near their limits become too heavy to pass them, where one λ lets them.",
     R"({"iklab":1,"preset":"na-human-3","methods":[{"id":"weighted-least-norm"},{"id":"dls"}]})",
     "reached and outside < 0.01", "outside > 1"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Chan, T. F. and Dubey, R. V.",
        .year = 1995,
        .title = "A weighted least-norm solution based scheme for avoiding joint limits for "
                 "redundant joint manipulators",
        .in = "IEEE Transactions on Robotics and Automation",
        .volume = "11",
        .number = "2",
        .pages = "286-292",
        .doi = "10.1109/70.370511",
    },
};

}  // namespace

extern const MethodRow weightedLeastNormRow = {
    .id = "weighted-least-norm",
    .name = "Weighted least norm",
    .fullName = "Weighted least-norm solution",
    .group = Group::constrained,
    .summary = "Damped least squares that makes joints heavier the nearer they come to a limit.",
    .parent = "idls",
    .change = "weigh joints near their limits",
    .idea =
        "Near a limit a joint becomes heavier, and on the limit infinitely heavy, but only "
        "while it moves toward it; on its way back it weighs 1. A first, unweighted step "
        "tells which way each joint would go, a second one is taken with the weights.",
    .equation = R"(\Delta\theta &= W^{-1} J^T\bigl(J W^{-1} J^T + \lambda^2 I\bigr)^{-1} e \\)"
                R"(w_j &= 1 + \Bigl|\frac{\partial H}{\partial\theta_j}\Bigr|)",
    .cost = "Two singular value decompositions.",
    .good = "Redundant arms: the motion is kept, by joints that have room left.",
    .bad = "A long step passes a limit; a joint outside is not brought back.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 4,
    .traits = kStage | kPerJoint,
    .params = kParams,
    .make = makeMethod<WeightedLeastNorm>,
};

}  // namespace iklab
