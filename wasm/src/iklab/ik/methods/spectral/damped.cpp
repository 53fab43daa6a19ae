// Damped least squares:  step = argmin |J step - e|^2 + lambda^2 |step|^2
//                              = J^T (J J^T + lambda^2 I)^-1 e = sum sigma/(sigma^2 + lambda^2) ...
//
// Wampler 1986; Nakamura & Hanafusa 1986; Buss & Kim 2004, section 2. Rules for lambda:
// damping.hpp.
// Cost: one Cholesky factorisation of the smaller of J J^T and J^T J, with many targets O(n) along
// the tree; the rules that use singular values add a decomposition.
// Fails: a constant lambda large enough near singularities is slow everywhere else.
#include <cmath>

#include "iklab/core/normal_equations.hpp"
#include "iklab/ik/methods/spectral/damping.hpp"
#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {

using namespace detail;

namespace {

class Damped : public MethodOf<DlsOptions> {
 public:
  Damped(const Model& model, const MethodOptions& given)
      : MethodOf(given), model_(model), normal_(model.tree, model.task) {}

  void update(const Problem& problem, Report& report) override {
    lambdaSquared_ =
        chooseLambdaSquared(options, problem, model_.rankWith(problem.jacobian().idle()));
    report.lambda = std::sqrt(lambdaSquared_);
    report.rank = Report::kSpectralRank;
    if (lambdaSquared_ > 0) {
      const bool failed = normal_.solve(problem.jacobian().strands(), problem.error.data(),
                                        lambdaSquared_, report.step.data());
      if (!failed && report.step.allFinite()) return;
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
  NormalEquations<double> normal_;
  double lambdaSquared_ = 0, noise_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<DlsOptions>() {
  static constexpr Param params[] = {
      length<&DlsOptions::lambda>("lambda", 0, 1000, Fit::damping, "damping: constant"),
      choice<&DlsOptions::damping>("damping",
                                   "constant smallest-singular-value manipulability bounded-step "
                                   "bounded-error bounded-condition error"),
      length<&DlsOptions::lambdaMax>(
          "lambdaMax", 0, 1000, Fit::damping,
          "damping: smallest-singular-value manipulability bounded-error"),
      length<&DlsOptions::region>("region", 1e-9, 1000, Fit::length,
                                  "damping: smallest-singular-value"),
      number<&DlsOptions::manipulabilityBound>("manipulabilityBound", "", 1e-12, 1e6, Scale::log,
                                               "damping: manipulability"),
      number<&DlsOptions::stepBound>("stepBound", "rad", 1e-6, 100, Scale::log,
                                     "damping: bounded-step"),
      length<&DlsOptions::errorBound>("errorBound", 1e-9, 1000, Fit::length,
                                      "damping: bounded-error"),
      number<&DlsOptions::conditionBound>("conditionBound", "", 1.0001, 1e9, Scale::log,
                                          "damping: bounded-condition"),
      number<&DlsOptions::errorGain>("errorGain", "", 0, 1e6, Scale::log, "damping: error"),
      length<&DlsOptions::errorBias>("errorBias", 0, 1e6, Fit::area, "damping: error"),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "dls",
      .name = "DLS",
      .group = Group::spectral,
      .maxStep = EIGEN_PI / 4,
      .traits = kSpectral | kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<Damped>,
  };
  return entry;
}

}  // namespace iklab
