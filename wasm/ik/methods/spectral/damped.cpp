// Damped least squares:  step = argmin |J step - e|^2 + lambda^2 |step|^2
//                              = J^T (J J^T + lambda^2 I)^-1 e = sum sigma/(sigma^2 + lambda^2) ...
//
// Wampler 1986; Nakamura & Hanafusa 1986; Buss & Kim 2004, section 2. Rules for lambda: damping.hpp.
// Cost: one Cholesky factorisation of the smaller of J J^T and J^T J; the rules that look at
// singular values add a decomposition.
// Fails: a constant lambda large enough near singularities is slow everywhere else.
#include <cmath>

#include "ik/methods/papers.hpp"
#include "ik/methods/spectral/damping.hpp"
#include "ik/methods/spectral/filtering.hpp"
#include "ik/methods/spectral/normal_equations.hpp"

namespace iklab {
namespace {

enum {
  kLambda,
  kDamping,
  kLambdaMax,
  kRegion,
  kManipulabilityBound,
  kStepBound,
  kErrorBound,
  kConditionBound,
  kErrorGain,
  kErrorBias
};
constexpr const char* kRules[] = {"constant",     "smallest-singular-value", "manipulability",
                                  "bounded-step", "bounded-error",           "bounded-condition",
                                  "error"};

constexpr Reference kRuleSources[] = {
    papers::kWampler1986,
    {
        .kind = Work::article,
        .authors = "Chiaverini, S.",
        .year = 1997,
        .title = "Singularity-robust task-priority redundancy resolution for real-time kinematic "
                 "control of robot manipulators",
        .in = "IEEE Transactions on Robotics and Automation",
        .volume = "13",
        .number = "3",
        .pages = "398-410",
        .doi = "10.1109/70.585902",
    },
    {
        .kind = Work::article,
        .authors = "Nakamura, Y. and Hanafusa, H.",
        .year = 1986,
        .title =
            "Inverse kinematic solutions with singularity robustness for robot manipulator control",
        .in = "Journal of Dynamic Systems, Measurement, and Control",
        .volume = "108",
        .number = "3",
        .pages = "163-171",
        .doi = "10.1115/1.3143764",
    },
    papers::kMaciejewskiKlein1988,
    papers::kMaciejewskiKlein1988,
    papers::kMaciejewskiKlein1988,
    papers::kChanLawrence1988,
};

constexpr Param kParams[] = {
    {.key = "lambda",
     .label = "Damping λ",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 1.1,
     .scale = Scale::log,
     .help = "Larger is smoother and slower. 0 is the pseudoinverse.",
     .when = "damping: constant"},
    {.key = "damping",
     .label = "λ chosen by",
     .unit = "",
     .min = 0,
     .max = 6,
     .initial = 0,
     .scale = Scale::choice,
     .help = "constant, or anew at each update by the smallest singular value, the "
             "manipulability, a bound on step, error or condition, or the error itself.",
     .options = kRules,
     .sources = kRuleSources},
    {.key = "lambdaMax",
     .label = "Largest λ",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 1.1,
     .scale = Scale::log,
     .help = "λ at the singularity; for bounded-error the upper bound.",
     .when = "damping: smallest-singular-value manipulability bounded-error"},
    {.key = "region",
     .label = "Region ε",
     .unit = "m",
     .min = 1e-9,
     .max = 1000,
     .initial = 0.1,
     .scale = Scale::log,
     .help = "smallest-singular-value: damping sets in where σₘ falls below it.",
     .when = "damping: smallest-singular-value"},
    {.key = "manipulabilityBound",
     .label = "Manipulability w₀",
     .unit = "",
     .min = 1e-12,
     .max = 1e6,
     .initial = 0.05,
     .scale = Scale::log,
     .help = "manipulability: damping sets in where w = Πσ falls below it.",
     .when = "damping: manipulability"},
    {.key = "stepBound",
     .label = "Step bound",
     .unit = "rad",
     .min = 1e-6,
     .max = 100,
     .initial = EIGEN_PI / 4,
     .scale = Scale::log,
     .help = "bounded-step: the smallest λ with ‖Δθ‖ at or below it.",
     .when = "damping: bounded-step"},
    {.key = "errorBound",
     .label = "Error bound",
     .unit = "m",
     .min = 1e-9,
     .max = 1000,
     .initial = 0.1,
     .scale = Scale::log,
     .help = "bounded-error: the largest λ that loses no more than this of the step's effect.",
     .when = "damping: bounded-error"},
    {.key = "conditionBound",
     .label = "Condition bound κ",
     .unit = "",
     .min = 1.0001,
     .max = 1e9,
     .initial = 100,
     .scale = Scale::log,
     .help = "bounded-condition: the smallest λ with condition of (J; λI) at or below it.",
     .when = "damping: bounded-condition"},
    {.key = "errorGain",
     .label = "Error gain g",
     .unit = "",
     .min = 0,
     .max = 1e6,
     .initial = 1,
     .scale = Scale::log,
     .help = "error: λ² = ½ g ‖e‖² + b.",
     .when = "damping: error"},
    {.key = "errorBias",
     .label = "Error bias b",
     .unit = "m²",
     .min = 0,
     .max = 1e6,
     .initial = 0.001,
     .scale = Scale::log,
     .help = "error: λ² = ½ g ‖e‖² + b.",
     .when = "damping: error"},
};

class Damped : public Method {
 public:
  Damped(const Model& model, const double* params)
      : Method(params), workingRank_(model.workingRank), normal_(model) {}

  void update(const Problem& problem, Report& report) override {
    lambdaSquared_ = chooseLambdaSquared(rule(), problem, workingRank_);
    report.lambda = std::sqrt(lambdaSquared_);
    report.rank = Report::kSpectralRank;
    if (lambdaSquared_ > 0) {
      normal_.load(problem);
      if (normal_.solve(problem, lambdaSquared_, report.step)) return;
    }
    const Svd& s = problem.svd();
    noise_ = s.noise();
    report.step.setZero();
    addFiltered(
        s, problem.error, [&](int i) { return filter(s.sigma(i)); }, report.step);
  }

  double filter(double sigma) const override { return dampedFilter(sigma, lambdaSquared_, noise_); }

 private:
  DampingRule rule() const {
    return {static_cast<Damping>(choice(kDamping)),
            param(kLambda),
            param(kLambdaMax),
            param(kRegion),
            param(kManipulabilityBound),
            param(kStepBound),
            param(kErrorBound),
            param(kConditionBound),
            param(kErrorGain),
            param(kErrorBias)};
  }

  int workingRank_;
  NormalEquations normal_;
  double lambdaSquared_ = 0, noise_ = 0;
};

constexpr Showing kFailures[] = {
    {"λ too large", "Every direction is slowed, and the arms lag behind moving targets.",
     R"({"iklab":1,"preset":"double-y","methods":[{"id":"dls","label":"λ 3",)"
     R"("params":{"lambda":3}},{"id":"dls","label":"λ 0.7","params":{"lambda":0.7}}]})",
     "mean-error > 2.8 and step < 0.1", "mean-error < 2.7"},
    {"λ too small", "Out of reach, small σ are hardly damped, and the joints swing.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1","position":[3,1,1]})"
     R"(,{"effector":"tip2","position":[2.5,1.2,-1.8]},{"effector":"tip3",)"
     R"("position":[-2.6,1.8,-1]},{"effector":"tip4","position":[-3,1.2,0.4]}],)"
     R"("methods":[{"id":"dls","label":"λ 0.01","params":{"lambda":0.01}},{"id":"dls",)"
     R"("label":"λ 1.1"}]})",
     "jitter > 1.5 and shake > 1", "jitter < 0.5 and shake < 0.1"},
};

constexpr Showing kStrengths[] = {
    {"A target out of reach", "The arm stretches toward it and rests; undamped, it swings.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,1],)"
     R"("targets":[{"effector":"tip","position":[3,0,0]}],"methods":[{"id":"dls"})"
     R"(,{"id":"pseudoinverse"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "error < 1.01", "oscillating and error > 1.3"},
};

constexpr Reference kReferences[] = {
    papers::kWampler1986,
};

}  // namespace

extern const MethodRow dampedRow = {
    .id = "dls",
    .name = "DLS",
    .fullName = "Damped least squares",
    .group = Group::spectral,
    .summary = "Trades accuracy for small joint changes: never wild, slow where λ is large.",
    .parent = "pseudoinverse",
    .change = "damp every σ by one λ",
    .idea =
        "The pseudoinverse weighs only the error; this weighs the size of the step too, by "
        "λ². A direction with σ far above λ is followed as before, one far below is left "
        "alone, and between them the filter is smooth, so steps never jump. λ is the whole "
        "art: large is calm and slow, small is fast and shakes. It may be constant or set by "
        "one of six rules.",
    .equation = R"(\Delta\theta &= J^T\bigl(J J^T + \lambda^2 I\bigr)^{-1} e \\)"
                R"(&= \sum_i \frac{\sigma_i}{\sigma_i^2 + \lambda^2}\, v_i\, u_i^T e)",
    .cost = "One Cholesky factorisation; a rule that looks at σ adds a decomposition.",
    .good = "Smooth in every pose, also with targets out of reach.",
    .bad = "One λ for all directions: safe near singular poses is slow everywhere else.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Damped>,
};

}  // namespace iklab
