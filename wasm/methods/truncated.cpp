// Truncated pseudoinverse:  step = sum_{sigma_i > cutoff} (u_i^T e / sigma_i) v_i
//
// Tabaczynski 2005, section 2.3 (absolute cutoff 1e-4); Buss & Kim 2004, section 5 (their program
// drops sigma_i at or below 0.01 sigma_1).
// Cost: one singular value decomposition.
// Fails: a direction switches on and off as its sigma crosses the cutoff, so steps jump; motion
// along dropped directions is given up altogether.
#include "methods/filtering.hpp"

namespace iklab {
namespace {

enum { kCutoff, kCutoffIs };
enum { kAbsolute, kRelative };
constexpr const char* kKinds[] = {"absolute", "relative"};

constexpr Param kParams[] = {
    {.key = "cutoff",
     .label = "Cutoff σ_cut",
     .unit = "",
     .min = 0,
     .max = 10,
     .initial = 1e-4,
     .scale = Scale::log,
     .help = "Singular values at or below it are dropped."},
    {.key = "cutoffIs",
     .label = "Cutoff is",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = kAbsolute,
     .scale = Scale::choice,
     .help = "absolute: in the units of σ; relative: a share of σ₁.",
     .options = kKinds},
};

class Truncated : public Method {
 public:
  Truncated(const Setup&, const double* params) : Method(params) {}

  void update(const Problem& problem, Report& report) override {
    const Spectrum& s = problem.spectrum();
    cutoff_ = param(kCutoff) * (choice(kCutoffIs) == kRelative ? s.largest() : 1);
    cutoff_ = std::max(cutoff_, s.noise());
    report.rank = s.rankAbove(cutoff_);
    addFiltered(
        s, problem.error, [&](int i) { return filter(s.sigma(i)); }, report.step);
  }

  double filter(double sigma) const override { return sigma > cutoff_ ? 1 / sigma : 0; }

 private:
  double cutoff_ = 0;
};

constexpr Failure kFailures[] = {
    {"Targets out of reach: small σ switch on and off, the joints swing",
     R"({"iklab":1,"preset":"double-y",)"
     R"("methods":[{"id":"truncated"},{"id":"dls-clamped"}]})",
     "jitter > 1.5 and shake > 1"},
    {"A nearly straight arm with the target on its axis: the one way out is dropped",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0,0.00001],)"
     R"("targets":[{"effector":"tip","position":[1,0,0]}],)"
     R"("methods":[{"id":"truncated"},{"id":"pseudoinverse"}],)"
     R"("run":{"mode":"converge"}})",
     "no-improvement and error > 0.99"},
};

}  // namespace

extern const MethodRow truncatedRow = {
    .id = "truncated",
    .name = "Truncated",
    .fullName = "Truncated pseudoinverse",
    .group = Group::spectral,
    .summary = "The pseudoinverse without the directions whose singular value is too small.",
    .parent = "pseudoinverse",
    .change = "drop small σ",
    .idea =
        "The pseudoinverse without the directions whose σ is at or below a cutoff. What is "
        "left can no longer ask for more than the error divided by the cutoff. A direction is"
        " either used in full or not at all, so the step jumps whenever a σ crosses the "
        "cutoff.",
    .equation = R"(\Delta\theta = \sum_{\sigma_i > \sigma_{\mathrm{cut}}})"
                R"( \frac{1}{\sigma_i}\, v_i\, u_i^T e)",
    .cost = "One singular value decomposition.",
    .good = "Targets within reach: as fast as the pseudoinverse, and calmer.",
    .bad = "Shakes while a σ crosses the cutoff; gives up motion along dropped directions.",
    .failures = kFailures,
    .reference = {"Tabaczynski, M. (2005). Jacobian solutions to the inverse kinematics problem. "
                  "Tufts University.",
                  ""},
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Truncated>,
};

}  // namespace iklab
