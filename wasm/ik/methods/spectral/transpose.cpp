// Jacobian transpose:  step = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>
//
// Wolovich & Elliott 1984; Balestrino, De Maria & Sciavicco 1984; the optimal alpha, which
// minimises |e - J step| along J^T e, as in Buss & Kim 2004, section 5.
// Cost: two products with J, no decomposition.
// Fails: many effectors pulling against each other (crawls, then oscillates); e orthogonal to
// the range of J, e.g. a straight arm with the target on its axis (no step at all).
#include "ik/method.hpp"

namespace iklab {
namespace {

enum { kAlpha };

constexpr Param kParams[] = {
    {.key = "alpha",
     .label = "Step factor α",
     .unit = "",
     .min = 0,
     .max = 100,
     .initial = 0,
     .scale = Scale::linear,
     .help = "Factor on Jᵀe. 0 chooses the one that minimises the predicted error, each update."},
};

class Transpose : public Method {
 public:
  Transpose(const Model& model, const double* params)
      : Method(params), moved_(Vector::Zero(model.rows())) {}

  void update(const Problem& problem, Report& report) override {
    problem.jacobian.transposeTimes(problem.error, report.step);
    double alpha = param(kAlpha);
    if (alpha == 0) {
      problem.jacobian.times(report.step, moved_);
      const double square = moved_.squaredNorm();
      alpha = square > 0 ? problem.error.dot(moved_) / square : 0;
    }
    report.step *= alpha_ = alpha;
  }

  double filter(double sigma) const override { return alpha_ * sigma; }

 private:
  Vector moved_;  // J J^T e
  double alpha_ = 0;
};

constexpr Showing kFailures[] = {
    {"A straight arm, the target on its axis",
     "The pull runs along the arm, so no joint feels it: Jᵀe is zero. Beside it a secondary goal "
     "bends the arm first.",
     R"({"iklab":1,"tree":{"joints":[{"id":"a","rest":0.6},{"id":"b","parent":"a",)"
     R"("xyz":[1,0,0],"rest":-1.2}],"effectors":[{"id":"tip","parent":"b","xyz":[1,0,0]}]},)"
     R"("start":[0,0],"targets":[{"effector":"tip","position":[1,0,0]}],)"
     R"("methods":[{"id":"transpose"},{"id":"dls","label":"DLS, bent rest pose",)"
     R"("secondary":{"kind":"rest"}}],"run":{"mode":"converge"},"view":{"up":"y",)"
     R"("camera":[0.25,0.35,1]}})",
     "stalled and error > 0.99", "reached"},
    {"The last stretch",
     "It creeps along the direction that is hard to move; damped least squares divides by σ there "
     "and arrives.",
     R"({"iklab":1,"preset":"tabaczynski-5-link","run":{"mode":"converge"},)"
     R"("methods":[{"id":"transpose"},{"id":"dls"}]})",
     "no-improvement and updates > 200", "reached and updates < 30"},
};

constexpr Showing kStrengths[] = {
    {"A nearly straight arm, no step limit",
     "Nothing is divided by a small σ: the arm bends calmly, where the pseudoinverse turns a joint "
     "hundreds of times.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,0.001],)"
     R"("targets":[{"effector":"tip","position":[1,0.5,0]}],"methods":[{"id":"transpose",)"
     R"("maxStep":null},{"id":"pseudoinverse","maxStep":null}],"run":{"mode":"converge"},)"
     R"("view":{"camera":[0.25,0.35,1]}})",
     "reached and step < 1.1", "step > 1000"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::inproceedings,
        .authors = "Wolovich, W. A. and Elliott, H.",
        .year = 1984,
        .title = "A computational technique for inverse kinematics",
        .in = "Proc. 23rd IEEE Conference on Decision and Control",
        .pages = "1359-1363",
        .doi = "10.1109/CDC.1984.272258",
    },
};

}  // namespace

extern const MethodRow transposeRow = {
    .id = "transpose",
    .name = "Transpose",
    .fullName = "Jacobian transpose",
    .group = Group::spectral,
    .summary = "Follows the gradient: each joint turns as if the target pulled on it.",
    .parent = "",
    .change = "turn joints downhill",
    .idea =
        "Every joint turns by how much the target would turn it if it pulled on the effector "
        "by a rubber band: that is the gradient of half the squared error. Nothing is "
        "inverted, so nothing blows up. One factor α scales the whole step; here it is the "
        "one that shortens the predicted error most.",
    .equation = R"(\Delta\theta &= \alpha\, J^T e \\)"
                R"(\alpha &= \frac{\langle e,\ J J^T e\rangle})"
                R"({\langle J J^T e,\ J J^T e\rangle})",
    .cost = "Two products with J: the cheapest update of all; many updates.",
    .good = "Any pose, any mechanism, no constant to choose; a first draft of a pose.",
    .bad = "Crawls near the target, more so with several effectors; stalls where Jᵀe is zero.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 6,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Transpose>,
};

}  // namespace iklab
