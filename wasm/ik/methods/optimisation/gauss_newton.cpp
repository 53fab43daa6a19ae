// Gauss-Newton:  step = a J^+ e,  a = 1 or the first shorter one that lowers f = 1/2 |e|^2 enough
//
// Gauss 1809; with a line search Hartley 1961; Dennis & Schnabel 1983, chapters 6 and 10. J^T J
// stands for the Hessian: exact where e = 0, so that the last steps double the digits.
// Cost: one singular value decomposition, one evaluation a trial (mostly one).
// Fails: near a singularity J^+ e is nearly at right angles to the gradient and enormous, and the
// search ends in steps that do next to nothing; a target out of reach leaves it there.
#include "ik/methods/optimisation/line_search.hpp"
#include "ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

enum { kLineSearch };

constexpr Param kParams[] = {
    {.key = "lineSearch",
     .label = "Line search",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = 1,
     .scale = Scale::toggle,
     .help = "Shortens the step until the error falls. Off, every step is the whole J⁺e."},
};

class GaussNewton : public Method {
 public:
  GaussNewton(const Model& model, const double* params)
      : Method(params),
        model_(model),
        search_(model),
        whole_(Vector::Zero(model.columns())),
        pull_(whole_) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const double noise = s.noise();
    report.rank = s.rankAbove(noise);
    whole_.setZero();
    addFiltered(
        s, problem.error, [&](int i) { return dampedFilter(s.sigma(i), 0, noise); }, whole_);
    double a = 1;
    if (on(kLineSearch)) {
      problem.jacobian.transposeTimes(problem.error, pull_);
      search_.begin(problem);
      a = search_.backtrack(problem, whole_, -problem.gain * pull_.dot(whole_));
    }
    report.step = a * whole_;
    if (a == 0) giveUp(model_, problem, report);
  }

 private:
  const Model& model_;
  LineSearch search_;
  Vector whole_, pull_;
};

constexpr Showing kFailures[] = {
    {"A nearly straight arm",
     "The step is wild, and the search lets one through that happens to land nearer.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,0.001],)"
     R"("targets":[{"effector":"tip","position":[1,0.5,0]}],"methods":[{"id":"gauss-newton"})"
     R"(,{"id":"sdls"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "reached and step > 100", "reached and step < 0.5"},
    {"Four arms stretched out",
     "What is left of the shortened step goes nowhere; damped, the arms come nearer.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1","position":[3,1,1]})"
     R"(,{"effector":"tip2","position":[2.5,1.2,-1.8]},{"effector":"tip3",)"
     R"("position":[-2.6,1.8,-1]},{"effector":"tip4","position":[-3,1.2,0.4]}],)"
     R"("methods":[{"id":"gauss-newton"},{"id":"levenberg-marquardt"}]})",
     "error > 6", "error < 5.6"},
};

constexpr Showing kStrengths[] = {
    {"The last digits",
     "Near the target every update doubles the right digits, where damping adds a few.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,1],)"
     R"("targets":[{"effector":"tip","position":[1,0.5,0]}],"methods":[{"id":"gauss-newton"})"
     R"(,{"id":"dls"}],"run":{"mode":"converge","tolerance":1e-10,"minImprovement":0},)"
     R"("view":{"camera":[0.25,0.35,1]}})",
     "reached and updates < 10", "updates > 60"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Hartley, H. O.",
        .year = 1961,
        .title = "The modified Gauss-Newton method for the fitting of non-linear regression "
                 "functions by least squares",
        .in = "Technometrics",
        .volume = "3",
        .number = "2",
        .pages = "269-280",
        .doi = "10.1080/00401706.1961.10489945",
    },
};

}  // namespace

extern const MethodRow gaussNewtonRow = {
    .id = "gauss-newton",
    .name = "Gauss-Newton",
    .fullName = "Gauss-Newton with line search",
    .group = Group::optimisation,
    .summary = "The pseudoinverse's step, shortened until the error really falls.",
    .parent = "pseudoinverse",
    .change = "shorten the step until f falls",
    .idea =
        "Takes the pseudoinverse's step, tries the pose it leads to, and shortens the step until "
        "f = ½‖e‖² has really fallen. It is Newton's method with JᵀJ in place of the Hessian, "
        "which is exact where the error is zero: near a target in reach every update doubles the "
        "number of right digits. No update makes the error larger.",
    .equation = R"(\Delta\theta &= a\, J^{+} e, \quad a \in \{1, \dots\} \\)"
                R"(f(\theta + \Delta\theta) &\le f(\theta) - 10^{-4}\, a\, \|J J^{+} e\|^2)",
    .cost = "One decomposition of J, and one evaluation a trial, mostly one.",
    .good = "The last digits of a target in reach: few updates, none of which goes wrong.",
    .bad = "Near a singular pose the step is wild and its shortened rest goes nowhere.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kUnclamped,
    .params = kParams,
    .make = makeMethod<GaussNewton>,
};

}  // namespace iklab
