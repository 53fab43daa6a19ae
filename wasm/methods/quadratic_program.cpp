// Quadratic program:  min |J step - e|^2 + lambda^2 |step|^2
//   subject to  min_j - theta_j <= step_j <= max_j - theta_j  and  |step_j| <= maxStep
//
// Solved exactly by an active set for simple bounds (Bjorck 1988; Stark & Parker 1995): the free
// joints take their minimiser, or as much of the way to it as the first bound allows, which then
// holds that joint; a held joint whose multiplier has the wrong sign is let go. lambda > 0 makes the
// minimum unique. Joint limits count where the limit policy is not `ignore`; a joint farther outside
// than a step can bring back takes the whole step toward its range.
// Cost: one QR of an (n + m) x m matrix for every change of the set; about as many as joints on
// their bounds.
// Fails: it is exact for this update's linear model only, so that joints can slide along a limit
// into a corner where no small step helps.
#include <algorithm>
#include <cmath>

#include "methods/method.hpp"
#include "methods/stacked_system.hpp"

namespace iklab {
namespace {

enum { kLambda };
enum Side : char { kFree, kLower, kUpper };

constexpr Param kParams[] = {
    {.key = "lambda",
     .label = "Damping λ",
     .unit = "m",
     .min = 1e-6,
     .max = 1000,
     .initial = 0.05,
     .scale = Scale::log,
     .help = "Larger is smoother and slower. Above 0, so that the best step is unique."},
};

class QuadraticProgram : public Method {
 public:
  QuadraticProgram(const Setup& setup, const double* params)
      : Method(params),
        tree_(setup.tree),
        system_(setup.rows(), setup.columns()),
        lower_(Vector::Zero(setup.columns())),
        upper_(lower_),
        inverse_(lower_),
        best_(lower_),
        residual_(Vector::Zero(setup.rows())),
        side_(static_cast<size_t>(setup.columns()), kFree) {}

  void update(const Problem& problem, Report& report) override {
    lambda_ = std::max(param(kLambda), kParams[kLambda].min);
    report.lambda = lambda_;
    Vector& step = report.step;
    findBounds(problem);
    std::fill(side_.begin(), side_.end(), kFree);
    solveFree(problem, step);
    if (inside(best_)) {
      step = best_;
      return;
    }
    step = best_.cwiseMax(lower_).cwiseMin(upper_);
    for (int c = 0; c < step.size(); ++c)
      if (step[c] != best_[c]) side_[c] = step[c] == upper_[c] ? kUpper : kLower;
    // every pass holds or frees a joint; far more than any run needs, in case rounding goes round
    for (int pass = 0; pass < 16 * step.size() + 64; ++pass) {
      solveFree(problem, step);
      if (advance(step) && !release(problem, step)) break;
    }
  }

 private:
  void findBounds(const Problem& problem) {
    for (int c = 0; c < lower_.size(); ++c) {
      const Joint& j = tree_.moving(c);
      const double reach = j.slides() ? problem.maxSlide : problem.maxStep;
      lower_[c] = -reach;
      upper_[c] = reach;
      if (!problem.limitsHold) continue;
      const double theta = problem.state.theta[c];
      lower_[c] = std::clamp(j.lower - theta, -reach, reach);
      upper_[c] = std::clamp(j.upper - theta, -reach, reach);
    }
  }

  // best_: the minimiser over the free joints, the others as in `step`
  void solveFree(const Problem& problem, const Vector& step) {
    const Matrix& j = problem.jacobian.matrix();
    residual_ = problem.error;
    for (int c = 0; c < step.size(); ++c) {
      inverse_[c] = side_[c] == kFree ? 1 / lambda_ : 0;
      if (side_[c] != kFree) residual_ -= step[c] * j.col(c);
    }
    system_.solve(j, inverse_, residual_, best_);
    for (int c = 0; c < step.size(); ++c)
      if (side_[c] != kFree) best_[c] = step[c];
  }

  bool inside(const Vector& x) const {
    return (x.array() >= lower_.array()).all() && (x.array() <= upper_.array()).all();
  }

  // from `step` toward best_, to the first bound; true when it gets there
  bool advance(Vector& step) {
    double share = 1;
    int first = -1;
    for (int c = 0; c < step.size(); ++c) {
      const double bound = best_[c] > upper_[c] ? upper_[c] : lower_[c];
      if (best_[c] <= upper_[c] && best_[c] >= lower_[c]) continue;
      const double part = (bound - step[c]) / (best_[c] - step[c]);
      if (part < share || first < 0) share = part, first = c;
    }
    if (first < 0) {
      step = best_;
      return true;
    }
    step += share * (best_ - step);
    step = step.cwiseMax(lower_).cwiseMin(upper_);
    side_[first] = best_[first] > upper_[first] ? kUpper : kLower;
    step[first] = side_[first] == kUpper ? upper_[first] : lower_[first];
    return false;
  }

  // frees the held joint that gains most by moving inward; false when there is none
  bool release(const Problem& problem, const Vector& step) {
    const Matrix& j = problem.jacobian.matrix();
    residual_ = problem.error;
    for (int c = 0; c < step.size(); ++c) residual_ -= step[c] * j.col(c);
    int worst = -1;
    double most = 0;
    for (int c = 0; c < step.size(); ++c) {
      if (side_[c] == kFree || lower_[c] == upper_[c]) continue;
      const double pull = j.col(c).dot(residual_) - lambda_ * lambda_ * step[c];
      const double rounding =
          1e-13 * (j.col(c).norm() * problem.error.norm() + lambda_ * lambda_ * std::abs(step[c]));
      const double inward = side_[c] == kUpper ? -pull : pull;
      if (inward > rounding && inward > most) most = inward, worst = c;
    }
    if (worst < 0) return false;
    side_[worst] = kFree;
    return true;
  }

  const Tree& tree_;
  StackedSystem system_;
  Vector lower_, upper_, inverse_, best_, residual_;
  std::vector<char> side_;
  double lambda_ = 0;
};

constexpr Showing kFailures[] = {
    {"Across the gap of a joint’s range",
     "It sees one update ahead and stops at the limit; one joint at a time goes the long way "
     "round.",
     R"({"iklab":1,"tree":{"joints":[{"id":"a","limits":[-3,3]},{"id":"b","parent":"a",)"
     R"("xyz":[1,0,0],"limits":[-0.3,0.3]}],"effectors":[{"id":"tip","parent":"b",)"
     R"("xyz":[1,0,0]}]},"start":[2.8,0],"limitPolicy":"clamp","targets":[{"effector":"tip",)"
     R"("position":[-1.87,-0.665,0]}],"methods":[{"id":"qp"},{"id":"ccd"}],)"
     R"("run":{"mode":"converge","tolerance":0.001},"view":{"up":"y","camera":[0.25,0.35,1]}})",
     "at-limit and error > 0.4", "reached"},
};

constexpr Showing kStrengths[] = {
    {"Joints clipped at their limits",
     "What a held joint cannot do, the others do in the same update; a clipped step loses it.",
     R"({"iklab":1,"preset":"na-human-1","limitPolicy":"clamp","methods":[{"id":"qp"})"
     R"(,{"id":"dls"}]})",
     "reached and updates < 10 and outside < 0.001", "updates > 15"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Stark, P. B. and Parker, R. L.",
        .year = 1995,
        .title = "Bounded-variable least-squares: an algorithm and applications",
        .in = "Computational Statistics",
        .volume = "10",
        .pages = "129-141",
    },
};

}  // namespace

extern const MethodRow quadraticProgramRow = {
    .id = "qp",
    .name = "QP",
    .fullName = "Quadratic program",
    .group = Group::constrained,
    .summary = "The best damped step that keeps joint limits and the step limit, found exactly.",
    .parent = "idls",
    .change = "limits as hard constraints",
    .idea =
        "Clipping a step at the limits throws part of it away. This asks for the best damped "
        "step among those that keep joint limits and step limit, so that the other joints "
        "make up for one that is held. The answer is exact: joints are put on a bound and "
        "taken off again until nothing can be gained. Limits count where the scene's limit "
        "policy is not ignore.",
    .equation =
        R"(&\min_{\Delta\theta}\ \|J\,\Delta\theta - e\|^2 + \lambda^2 \|\Delta\theta\|^2 \\)"
        R"(&\theta^{\min} \le \theta + \Delta\theta \le \theta^{\max},\quad )"
        R"(|\Delta\theta_j| \le \Delta_{\max})",
    .cost = "One QR of the stacked system for every change of the set of held joints.",
    .good = "Never leaves the limits, and loses nothing to them that it need not lose.",
    .bad = "Sees one update ahead: it can end in a corner of the limits.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 4,
    .traits = kHandlesLimits | kPerJoint,
    .params = kParams,
    .make = makeMethod<QuadraticProgram>,
};

}  // namespace iklab
