// Levenberg-Marquardt:  (J^T J + lambda^2 I) step = J^T e,  lambda^2 raised until f = 1/2 |e|^2 falls
//
// lambda^2 of the first trial, E = f:
//   levenberg  remembered: a tenth of the last one accepted      Levenberg 1944; Marquardt 1963
//   wampler    a constant                                        Wampler 1986
//   chan       g E                                               Chan & Lawrence 1988
//   sugihara   E + b                                             Sugihara 2011
//   nielsen    remembered: times max(1/3, 1 - (2 r - 1)^3), r the fall of f over the predicted one;
//              at first tau times the largest entry of diag J^T J    Nielsen 1999
// A trial that does not lower f is followed by one with lambda^2 times 10, 20, 40, ... (nielsen:
// 2, 4, 8, ...), ten in all, then no step. Unchecked, the rules without memory take the first trial
// as it is, like published comparisons. A trial has locked joints on their limits; where the whole
// update raises f all the same, the runner shortens it.
// Cost: a Cholesky factorisation and an evaluation a trial, mostly one.
// Fails: wampler is as slow as DLS near the target when lambda is large; chan's lambda fades too
// early at a singularity that is not at the target; all stop at a local minimum of f.
#include <algorithm>
#include <cmath>

#include "ik/methods/optimisation/line_search.hpp"
#include "ik/methods/papers.hpp"
#include "ik/methods/spectral/normal_equations.hpp"

namespace iklab {
namespace {

enum { kDamping, kLambda, kErrorGain, kErrorBias, kTau, kChecked };
enum Rule { kLevenberg, kWampler, kChan, kSugihara, kNielsen };
constexpr const char* kRules[] = {"levenberg", "wampler", "chan", "sugihara", "nielsen"};

constexpr int kTrials = 10;
constexpr double kLeast = 1e-12;  // of diag J^T J: a remembered or raised lambda^2 is not below

constexpr Reference kRuleSources[] = {
    {
        .kind = Work::article,
        .authors = "Levenberg, K.",
        .year = 1944,
        .title = "A method for the solution of certain non-linear problems in least squares",
        .in = "Quarterly of Applied Mathematics",
        .volume = "2",
        .number = "2",
        .pages = "164-168",
        .doi = "10.1090/qam/10666",
    },
    papers::kWampler1986,
    papers::kChanLawrence1988,
    papers::kSugihara2011,
    {
        .kind = Work::techreport,
        .authors = "Nielsen, H. B.",
        .year = 1999,
        .title = "Damping parameter in Marquardt's method",
        .in = "Technical University of Denmark",
        .number = "IMM-REP-1999-05",
    },
};

constexpr Param kParams[] = {
    {.key = "damping",
     .label = "λ chosen by",
     .unit = "",
     .min = 0,
     .max = 4,
     .initial = kNielsen,
     .scale = Scale::choice,
     .help = "levenberg and nielsen learn λ from how well the last steps went; wampler keeps it; "
             "chan and sugihara tie it to the error.",
     .options = kRules,
     .sources = kRuleSources},
    {.key = "lambda",
     .label = "Damping λ",
     .unit = "m",
     .min = 1e-9,
     .max = 1000,
     .initial = 0.1,
     .scale = Scale::log,
     .help = "wampler: λ of every first trial. levenberg: λ to begin with.",
     .when = "damping: wampler levenberg"},
    {.key = "errorGain",
     .label = "Error gain g",
     .unit = "",
     .min = 0,
     .max = 1e6,
     .initial = 1,
     .scale = Scale::log,
     .help = "chan: λ² = g E, with E = ½ ‖e‖².",
     .when = "damping: chan"},
    {.key = "errorBias",
     .label = "Error bias b",
     .unit = "m²",
     .min = 0,
     .max = 1e6,
     .initial = 0.001,
     .scale = Scale::log,
     .help = "sugihara: λ² = E + b, with E = ½ ‖e‖².",
     .when = "damping: sugihara"},
    {.key = "tau",
     .label = "First damping τ",
     .unit = "",
     .min = 1e-9,
     .max = 1000,
     .initial = 1e-3,
     .scale = Scale::log,
     .help = "nielsen: λ² to begin with, as a part of the largest entry of the diagonal of JᵀJ.",
     .when = "damping: nielsen"},
    {.key = "checked",
     .label = "Check each step",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = 1,
     .scale = Scale::toggle,
     .help = "A step that does not lower the error is tried again with more damping. Off, "
             "wampler, chan and sugihara take the first as it is.",
     .when = "damping: wampler chan sugihara"},
};

class LevenbergMarquardt : public Method {
 public:
  LevenbergMarquardt(const Model& model, const double* params)
      : Method(params),
        model_(model),
        normal_(model),
        search_(model),
        moved_(Vector::Zero(model.rows())),
        there_(moved_) {}

  void update(const Problem& problem, Report& report) override {
    normal_.load(problem);
    const double before = search_.begin(problem), largest = largestDiagonal(problem);
    double raise = choice(kDamping) == kNielsen ? 2 : 10;
    const bool checked = on(kChecked) || learns();
    double mu = firstTrial(problem, largest);
    for (int k = 0; k < kTrials; ++k, raise *= 2) {
      if (normal_.solve(problem, mu, report.step)) {
        const double after = checked ? problem.evaluate(report.step, there_) : 0;
        if (!checked || after < before) {
          report.lambda = std::sqrt(mu);
          next_ = std::max(lesson(problem, report.step, mu, before - after), kLeast * largest);
          return;
        }
      }
      mu = std::max(mu, kLeast * largest) * raise;
    }
    next_ = learnt_;
    report.lambda = std::sqrt(mu);
    giveUp(model_, problem, report);
  }

  void applied(const Problem&, const Vector&) override { learnt_ = next_; }
  void reset() override { learnt_ = next_ = kNotUsed; }

 private:
  bool learns() const { return choice(kDamping) == kLevenberg || choice(kDamping) == kNielsen; }

  static double largestDiagonal(const Problem& problem) {
    double largest = 0;
    for (int c = 0; c < problem.jacobian.columns(); ++c)
      largest = std::max(largest, problem.jacobian.matrix().col(c).squaredNorm());
    return largest;
  }

  double firstTrial(const Problem& problem, double largest) const {
    const double energy = 0.5 * problem.raw.squaredNorm();
    const bool fresh = std::isnan(learnt_);
    switch (choice(kDamping)) {
      case kLevenberg:
        return fresh ? param(kLambda) * param(kLambda) : learnt_;
      case kWampler:
        return param(kLambda) * param(kLambda);
      case kChan:
        return param(kErrorGain) * energy;
      case kSugihara:
        return energy + param(kErrorBias);
      default:
        return fresh ? param(kTau) * largest : learnt_;
    }
  }

  // lambda^2 of the next update's first trial, for the rules that remember
  double lesson(const Problem& problem, const Vector& step, double mu, double fall) {
    if (choice(kDamping) != kNielsen) return mu / 10;
    problem.jacobian.times(step, moved_);
    const double g = problem.gain;
    const double predicted = g * (problem.error.dot(moved_) - 0.5 * g * moved_.squaredNorm());
    const double miss = 2 * (predicted > 0 ? fall / predicted : 1) - 1;
    return mu * std::max(1.0 / 3, 1 - miss * miss * miss);
  }

  const Model& model_;
  NormalEquations normal_;
  LineSearch search_;
  Vector moved_, there_;
  double learnt_ = kNotUsed;  // lambda^2 of the next first trial
  double next_ = kNotUsed;    // the same, once the step of now has been applied
};

constexpr Showing kFailures[] = {
    {"λ large and constant",
     "With the rule wampler no step is refused, and each is as short as that of damped least "
     "squares.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,1],)"
     R"("targets":[{"effector":"tip","position":[1,0.5,0]}],)"
     R"("methods":[{"id":"levenberg-marquardt","label":"wampler, λ 3",)"
     R"("params":{"damping":"wampler","lambda":3}},{"id":"levenberg-marquardt",)"
     R"("label":"nielsen"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "updates > 50", "reached and updates < 10"},
    {"A straight arm, the target on its axis",
     "The pull runs along the arm, so no joint feels it: Jᵀe is zero. Beside it a secondary goal "
     "bends the arm first.",
     R"({"iklab":1,"tree":{"joints":[{"id":"a","rest":0.6},{"id":"b","parent":"a",)"
     R"("xyz":[1,0,0],"rest":-1.2}],"effectors":[{"id":"tip","parent":"b","xyz":[1,0,0]}]},)"
     R"("start":[0,0],"targets":[{"effector":"tip","position":[1,0,0]}],)"
     R"("methods":[{"id":"levenberg-marquardt"},{"id":"dls","label":"DLS, bent rest pose",)"
     R"("secondary":{"kind":"rest"}}],"run":{"mode":"converge"},"view":{"up":"y",)"
     R"("camera":[0.25,0.35,1]}})",
     "stalled and error > 0.99", "reached"},
};

constexpr Showing kStrengths[] = {
    {"Out of a singular pose",
     "It starts damped and lets go as its steps prove right; a constant λ never lets go.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,0],)"
     R"("targets":[{"effector":"tip","position":[1,1,0]}],)"
     R"("methods":[{"id":"levenberg-marquardt"},{"id":"dls"}],"run":{"mode":"converge"},)"
     R"("view":{"camera":[0.25,0.35,1]}})",
     "reached and updates < 10", "updates > 40"},
};

constexpr Reference kReferences[] = {
    papers::kSugihara2011,
};

}  // namespace

extern const MethodRow levenbergMarquardtRow = {
    .id = "levenberg-marquardt",
    .name = "Levenberg-Marquardt",
    .fullName = "Levenberg-Marquardt algorithm",
    .group = Group::optimisation,
    .summary = "Damped least squares whose damping learns from whether the last step helped.",
    .parent = "dls",
    .change = "raise λ until f falls",
    .idea =
        "A step of damped least squares is tried before it is taken: if it does not lower "
        "f = ½‖e‖², λ is raised and the step computed again, up to ten times. Between updates λ "
        "follows a rule: learnt from how far the last prediction was right (nielsen, levenberg), "
        "tied to the error (chan, sugihara) or constant (wampler). With λ small it is "
        "Gauss-Newton, "
        "with λ large a short step down the gradient.",
    .equation =
        R"((J^T J + \lambda^2 I)\, \Delta\theta &= J^T e \\)"
        R"(\lambda^2 &\leftarrow \lambda^2 \max\bigl(\tfrac13,\, 1 - (2\varrho - 1)^3\bigr))",
    .cost = "A Cholesky factorisation and an evaluation a trial, mostly one.",
    .good = "Safe in singular poses and fast near the target: the first to try.",
    .bad = "Ends in local minima; tied to the error, λ stays large for targets out of reach.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kUnclamped,
    .params = kParams,
    .make = makeMethod<LevenbergMarquardt>,
};

}  // namespace iklab
