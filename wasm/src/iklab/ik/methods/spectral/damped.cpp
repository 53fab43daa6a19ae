// Damped least squares:  step = argmin |J step - e|^2 + lambda^2 |step|^2
//                              = J^T (J J^T + lambda^2 I)^-1 e = sum sigma/(sigma^2 + lambda^2) ...
//
// Wampler 1986; Nakamura & Hanafusa 1986; Buss & Kim 2004, section 2. Rules for lambda: damping.hpp.
// Cost: one Cholesky factorisation of the smaller of J J^T and J^T J; the rules that look at
// singular values add a decomposition.
// Fails: a constant lambda large enough near singularities is slow everywhere else.
#include <cmath>

#include "iklab/ik/methods/spectral/damping.hpp"
#include "iklab/ik/methods/spectral/filtering.hpp"
#include "iklab/ik/methods/spectral/normal_equations.hpp"

namespace iklab {
namespace {

constexpr const char* kDampingRules[] = {
    "constant",      "smallest-singular-value", "manipulability", "bounded-step",
    "bounded-error", "bounded-condition",       "error"};

constexpr Param kDampedParams[] = {
    field<&DlsOptions::lambda>({.key = "lambda",
                                .unit = "m",
                                .min = 0,
                                .max = 1000,
                                .scale = Scale::log,
                                .when = "damping: constant",
                                .fit = Fit::damping}),
    field<&DlsOptions::damping>(
        {.key = "damping", .unit = "", .scale = Scale::choice, .options = kDampingRules}),
    field<&DlsOptions::lambdaMax>(
        {.key = "lambdaMax",
         .unit = "m",
         .min = 0,
         .max = 1000,
         .scale = Scale::log,
         .when = "damping: smallest-singular-value manipulability bounded-error",
         .fit = Fit::damping}),
    field<&DlsOptions::region>({.key = "region",
                                .unit = "m",
                                .min = 1e-9,
                                .max = 1000,
                                .scale = Scale::log,
                                .when = "damping: smallest-singular-value",
                                .fit = Fit::length}),
    field<&DlsOptions::manipulabilityBound>({.key = "manipulabilityBound",
                                             .unit = "",
                                             .min = 1e-12,
                                             .max = 1e6,
                                             .scale = Scale::log,
                                             .when = "damping: manipulability"}),
    field<&DlsOptions::stepBound>({.key = "stepBound",
                                   .unit = "rad",
                                   .min = 1e-6,
                                   .max = 100,
                                   .scale = Scale::log,
                                   .when = "damping: bounded-step"}),
    field<&DlsOptions::errorBound>({.key = "errorBound",
                                    .unit = "m",
                                    .min = 1e-9,
                                    .max = 1000,
                                    .scale = Scale::log,
                                    .when = "damping: bounded-error",
                                    .fit = Fit::length}),
    field<&DlsOptions::conditionBound>({.key = "conditionBound",
                                        .unit = "",
                                        .min = 1.0001,
                                        .max = 1e9,
                                        .scale = Scale::log,
                                        .when = "damping: bounded-condition"}),
    field<&DlsOptions::errorGain>({.key = "errorGain",
                                   .unit = "",
                                   .min = 0,
                                   .max = 1e6,
                                   .scale = Scale::log,
                                   .when = "damping: error"}),
    field<&DlsOptions::errorBias>({.key = "errorBias",
                                   .unit = "m²",
                                   .min = 0,
                                   .max = 1e6,
                                   .scale = Scale::log,
                                   .when = "damping: error",
                                   .fit = Fit::area}),
};

constexpr Observable kDampedObservables[] = {kSeenLambda};

class Damped : public MethodOf<DlsOptions> {
 public:
  Damped(const Model& model, const double* params)
      : MethodOf(params), model_(model), normal_(model) {}

  void update(const Problem& problem, Report& report) override {
    lambdaSquared_ =
        chooseLambdaSquared(options, problem, model_.rankWith(problem.jacobian().idle()));
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
  const Model& model_;
  NormalEquations normal_;
  double lambdaSquared_ = 0, noise_ = 0;
};

}  // namespace

extern constinit const MethodRow dampedRow = {
    .id = "dls",
    .name = "DLS",
    .group = Group::spectral,
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kDampedParams,
    .observables = kDampedObservables,
    .make = makeMethod<Damped>,
};

template <>
const MethodRow& rowOf<DlsOptions>() {
  return dampedRow;
}

}  // namespace iklab
