// Numerical filtering:  step = J^T (J J^T + lambda^2 I + beta^2 u_m u_m^T)^-1 e
//
// Every direction is damped by lambda, the smallest also by beta: Maciejewski & Klein 1988;
// Chiaverini 1997. With a region, both set in as sigma_m falls below it:
// lambda^2, beta^2 times 1 - (sigma_m / region)^2.
// Cost: one singular value decomposition.
// Fails: several small singular values at once (only one is filtered); an unreachable target.
#include <cmath>

#include "ik/methods/papers.hpp"
#include "ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

enum { kLambda, kBeta, kRegion };

constexpr Param kParams[] = {
    {.key = "lambda",
     .label = "Damping λ",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 0.05,
     .scale = Scale::log,
     .help = "Damps every direction."},
    {.key = "beta",
     .label = "Filter β",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 0.5,
     .scale = Scale::log,
     .help = "Damps the direction of the smallest singular value in addition."},
    {.key = "region",
     .label = "Region",
     .unit = "m",
     .min = 0,
     .max = 1000,
     .initial = 0,
     .scale = Scale::log,
     .help = "λ and β set in where σₘ falls below it. 0: always on."},
};

class Filtered : public Method {
 public:
  Filtered(const Model& model, const double* params)
      : Method(params), smallest_(model.workingRank - 1) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const double share = shareOf(s.sigma(smallest_)), noise = s.noise();
    const double lambda2 = share * param(kLambda) * param(kLambda);
    const double beta2 = share * param(kBeta) * param(kBeta);
    const auto tau = [&](int i) {
      return dampedFilter(s.sigma(i), lambda2 + (i == smallest_ ? beta2 : 0), noise);
    };
    addFiltered(s, problem.error, tau, report.step);
    report.lambda = std::sqrt(lambda2);
    report.rank = Report::kSpectralRank;
    smallestSigma_ = s.sigma(smallest_);
    lambdaSquared_ = lambda2;
    betaSquared_ = beta2;
    noise_ = noise;
  }

  // beta stands on one direction, so it shows at and below that direction's sigma
  double filter(double sigma) const override {
    return dampedFilter(sigma, lambdaSquared_ + (sigma <= smallestSigma_ ? betaSquared_ : 0),
                        noise_);
  }

 private:
  double shareOf(double sigma) const {
    const double region = param(kRegion);
    if (region == 0) return 1;
    return sigma < region ? 1 - (sigma / region) * (sigma / region) : 0;
  }

  int smallest_;
  double smallestSigma_ = 0, lambdaSquared_ = 0, betaSquared_ = 0, noise_ = 0;
};

constexpr Showing kFailures[] = {
    {"Four arms stretched at once", "Many σ are small and one is damped; one λ for all calms them.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1","position":[3,1,1]})"
     R"(,{"effector":"tip2","position":[2.5,1.2,-1.8]},{"effector":"tip3",)"
     R"("position":[-2.6,1.8,-1]},{"effector":"tip4","position":[-3,1.2,0.4]}],)"
     R"("methods":[{"id":"filtered"},{"id":"dls"}]})",
     "jitter > 1.5 and shake > 1", "jitter < 0.5 and shake < 0.1"},
};

constexpr Showing kStrengths[] = {
    {"Along a path, far from singular",
     "With the smallest σ alone damped it stays on its target, where one λ for all lags.",
     R"({"iklab":1,"preset":"spatial-8","methods":[{"id":"filtered"},{"id":"dls"}]})",
     "mean-error < 0.004", "mean-error > 0.01"},
};

constexpr Reference kReferences[] = {
    papers::kMaciejewskiKlein1988,
};

}  // namespace

extern const MethodRow filteredRow = {
    .id = "filtered",
    .name = "Filtered",
    .fullName = "Numerical filtering",
    .group = Group::spectral,
    .summary = "Damps the direction of the smallest singular value, and hardly any other.",
    .parent = "dls",
    .change = "damp the smallest σ more",
    .idea =
        "DLS pays for the worst direction with slowness in all of them. This keeps λ small "
        "and adds β to the direction of the smallest σ alone, where the trouble is. With a "
        "region, both are zero until the smallest σ falls below it, and then set in smoothly.",
    .equation = R"(\Delta\theta &= J^T A^{-1} e \\)"
                R"(A &= J J^T + \lambda^2 I + \beta^2 u_m u_m^T)",
    .cost = "One singular value decomposition.",
    .good = "One arm with one singular direction: precise in the others.",
    .bad = "Several small σ at once, of which one is damped; targets out of reach.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Filtered>,
};

}  // namespace iklab
