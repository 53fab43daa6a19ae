// Numerical filtering:  step = J^T (J J^T + lambda^2 I + beta^2 u_m u_m^T)^-1 e
//
// Every direction is damped by lambda, the smallest also by beta: Maciejewski & Klein 1988;
// Chiaverini 1997. With a region, both increase as sigma_m falls below it:
// lambda^2, beta^2 times 1 - (sigma_m / region)^2.
// Cost: one singular value decomposition.
// Fails: several small singular values at once (only one is filtered); an unreachable target.
#include <cmath>

#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

class Filtered : public MethodOf<FilteredOptions> {
 public:
  Filtered(const Model& model, const MethodOptions& given) : MethodOf(given), model_(model) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const int smallest = model_.rankWith(problem.jacobian().idle()) - 1;
    const double share = shareOf(s.sigma(smallest)), noise = s.noise();
    const double lambda2 = share * options.lambda * options.lambda;
    const double beta2 = share * options.beta * options.beta;
    const auto tau = [&](int i) {
      return dampedFilter(s.sigma(i), lambda2 + (i == smallest ? beta2 : 0), noise);
    };
    addFiltered(s, problem.error, tau, report.step);
    report.lambda = std::sqrt(lambda2);
    report.rank = Report::kSpectralRank;
    smallestSigma_ = s.sigma(smallest);
    lambdaSquared_ = lambda2;
    betaSquared_ = beta2;
    noise_ = noise;
  }

  // beta only damps the smallest direction, so it appears at and below that direction's sigma.
  double filter(double sigma) const override {
    return dampedFilter(sigma, lambdaSquared_ + (sigma <= smallestSigma_ ? betaSquared_ : 0),
                        noise_);
  }

 private:
  double shareOf(double sigma) const {
    const double region = options.region;
    if (region == 0) return 1;
    return sigma < region ? 1 - (sigma / region) * (sigma / region) : 0;
  }

  const Model& model_;
  double smallestSigma_ = 0, lambdaSquared_ = 0, betaSquared_ = 0, noise_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<FilteredOptions>() {
  static constexpr Param params[] = {
      length<&FilteredOptions::lambda>("lambda", 0, 1000, Fit::damping),
      length<&FilteredOptions::beta>("beta", 0, 1000, Fit::damping),
      length<&FilteredOptions::region>("region", 0, 1000, Fit::length),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "filtered",
      .name = "Filtered",
      .group = Group::spectral,
      .maxStep = EIGEN_PI / 4,
      .traits = kSpectral | kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<Filtered>,
  };
  return entry;
}

}  // namespace iklab
