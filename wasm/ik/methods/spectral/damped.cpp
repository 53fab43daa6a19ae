// Damped least squares:  step = argmin |J step - e|^2 + lambda^2 |step|^2
//                              = J^T (J J^T + lambda^2 I)^-1 e = sum sigma/(sigma^2 + lambda^2) ...
//
// Wampler 1986; Nakamura & Hanafusa 1986; Buss & Kim 2004, section 2. Rules for lambda: damping.hpp.
// Cost: one Cholesky factorisation of the smaller of J J^T and J^T J; the rules that look at
// singular values add a decomposition.
// Fails: a constant lambda large enough near singularities is slow everywhere else.
#include <cmath>

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

constexpr Param kParams[] = {
    {.key = "lambda",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 1.1,
     .scale = Scale::log,
     .when = "damping: constant"},
    {.key = "damping",
     .unit = "",
     .min = 0,
     .max = 6,
     .initial = 0,
     .scale = Scale::choice,
     .options = kRules},
    {.key = "lambdaMax",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 1.1,
     .scale = Scale::log,
     .when = "damping: smallest-singular-value manipulability bounded-error"},
    {.key = "region",
     .unit = "m",
     .min = 1e-9,
     .max = 1000,
     .initial = 0.1,
     .scale = Scale::log,
     .when = "damping: smallest-singular-value"},
    {.key = "manipulabilityBound",
     .unit = "",
     .min = 1e-12,
     .max = 1e6,
     .initial = 0.05,
     .scale = Scale::log,
     .when = "damping: manipulability"},
    {.key = "stepBound",
     .unit = "rad",
     .min = 1e-6,
     .max = 100,
     .initial = EIGEN_PI / 4,
     .scale = Scale::log,
     .when = "damping: bounded-step"},
    {.key = "errorBound",
     .unit = "m",
     .min = 1e-9,
     .max = 1000,
     .initial = 0.1,
     .scale = Scale::log,
     .when = "damping: bounded-error"},
    {.key = "conditionBound",
     .unit = "",
     .min = 1.0001,
     .max = 1e9,
     .initial = 100,
     .scale = Scale::log,
     .when = "damping: bounded-condition"},
    {.key = "errorGain",
     .unit = "",
     .min = 0,
     .max = 1e6,
     .initial = 1,
     .scale = Scale::log,
     .when = "damping: error"},
    {.key = "errorBias",
     .unit = "m²",
     .min = 0,
     .max = 1e6,
     .initial = 0.001,
     .scale = Scale::log,
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

}  // namespace

extern const MethodRow dampedRow = {
    .id = "dls",
    .name = "DLS",
    .group = Group::spectral,
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Damped>,
};

}  // namespace iklab
