// Truncated pseudoinverse:  step = sum_{sigma_i > cutoff} (u_i^T e / sigma_i) v_i
//
// Tabaczynski 2005, section 2.3 (absolute cutoff 1e-4); Buss & Kim 2004, section 5 (their program
// drops sigma_i at or below 0.01 sigma_1).
// Cost: one singular value decomposition.
// Fails: a direction switches on and off as its sigma crosses the cutoff, so steps jump; motion
// along dropped directions is given up altogether.
#include "ik/methods/spectral/filtering.hpp"

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
  Truncated(const Model&, const double* params) : Method(params) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
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

constexpr Showing kFailures[] = {
    {"Four arms stretched out",
     "Small σ cross the cutoff and back, and the joints swing; damped and clamped, they rest.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1","position":[3,1,1]})"
     R"(,{"effector":"tip2","position":[2.5,1.2,-1.8]},{"effector":"tip3",)"
     R"("position":[-2.6,1.8,-1]},{"effector":"tip4","position":[-3,1.2,0.4]}],)"
     R"("methods":[{"id":"truncated"},{"id":"dls-clamped"}]})",
     "jitter > 1.5 and shake > 1", "jitter < 0.5 and shake < 0.1"},
    {"The one way out is dropped",
     "The arm is nearly straight, its target on its axis: the σ that would bend it is below the "
     "cutoff.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0,0.00001],)"
     R"("targets":[{"effector":"tip","position":[1,0,0]}],"methods":[{"id":"truncated"})"
     R"(,{"id":"pseudoinverse"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "no-improvement and error > 0.99", "reached"},
};

constexpr Showing kStrengths[] = {
    {"Four targets, all within reach",
     "Every direction above the cutoff is solved in full, where damping slows them all.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1",)"
     R"("position":[1.82,0.26,0.64]},{"effector":"tip2","position":[1.41,0.41,-1.17]})"
     R"(,{"effector":"tip3","position":[-0.49,1.34,-0.63]},{"effector":"tip4",)"
     R"("position":[-1.13,0.87,-0.1]}],"methods":[{"id":"truncated"},{"id":"dls"}],)"
     R"("run":{"mode":"converge","tolerance":0.001}})",
     "reached and updates < 15", "updates > 60"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::misc,
        .authors = "Tabaczynski, M.",
        .year = 2005,
        .title = "Jacobian solutions to the inverse kinematics problem",
        .in = "Math 128 final project, Tufts University",
    },
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
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 4,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Truncated>,
};

}  // namespace iklab
