// Two stages: `first` while the targets are far, `second` once they are near.
//
// Buss & Kim 2004, section 5 (DLS first, SDLS near the targets); Tabaczynski 2005, section 5 (DLS,
// then the pseudoinverse). Far: the total unclamped distance at the start of the update exceeds
// switchAt times the number of targets. No memory and no hysteresis.
// Cost: that of the stage at work.
// Fails: targets that stay out of reach keep it in the first stage for ever.
#include "ik/method.hpp"
#include "ik/methods/papers.hpp"

namespace iklab {
namespace {

enum { kFirst, kSecond, kSwitchAt, kClampFirstOnly };

const Param kParams[] = {
    {.key = "first",
     .label = "First",
     .unit = "",
     .min = 0,
     .max = 0,
     .initial = static_cast<double>(methodIndex("dls")),
     .scale = Scale::method,
     .help = "Method at work while the targets are far."},
    {.key = "second",
     .label = "Second",
     .unit = "",
     .min = 0,
     .max = 0,
     .initial = static_cast<double>(methodIndex("sdls")),
     .scale = Scale::method,
     .help = "Method at work once the targets are near."},
    {.key = "switchAt",
     .label = "Switch at d",
     .unit = "m",
     .min = 0,
     .max = 1e6,
     .initial = 0.01,
     .scale = Scale::log,
     .help = "Mean distance of the targets at or below which the second method works."},
    {.key = "clampFirstOnly",
     .label = "Clamp first only",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = 0,
     .scale = Scale::toggle,
     .help = "The target clamp holds for the first method alone."},
};

class TwoStage : public Method {
 public:
  TwoStage(const Model& model, const double* params)
      : Method(params),
        targets_(static_cast<int>(model.task.targets().size())),
        rows_{methodTable()[choice(kFirst)], methodTable()[choice(kSecond)]},
        stages_{rows_[0]->make(model, params + kStageStride),
                rows_[1]->make(model, params + 2 * kStageStride)} {}

  void update(const Problem& problem, Report& report) override {
    stage_ = problem.totalDistance > param(kSwitchAt) * targets_ ? 0 : 1;
    stages_[stage_]->update(problem, report);
  }

  bool ignoresClamp(double totalDistance) const override {
    return on(kClampFirstOnly) && !(totalDistance > param(kSwitchAt) * targets_);
  }

  double filter(double sigma) const override { return stages_[stage_]->filter(sigma); }

  double stepLimit() const override {
    const double limit = rows_[stage_]->maxStep;
    return limit == kByStage ? stages_[stage_]->stepLimit() : limit;
  }

 private:
  int targets_;
  const MethodRow* rows_[kMaxStages];
  std::unique_ptr<Method> stages_[kMaxStages];
  int stage_ = 0;
};

constexpr Showing kFailures[] = {
    {"The first stage never ends",
     "Out of reach the targets never come near, so that the calm second stage never gets its turn.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,1],)"
     R"("targets":[{"effector":"tip","position":[3,0,0]}],"methods":[{"id":"two-stage",)"
     R"("label":"Pseudoinverse, then DLS","params":{"first":"pseudoinverse","second":"dls"}})"
     R"(,{"id":"dls"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "oscillating and error > 1.3", "error < 1.01"},
};

constexpr Showing kStrengths[] = {
    {"Four targets, all within reach",
     "Damped on the way and selectively damped at the end, it arrives sooner than damped all "
     "along.",
     R"({"iklab":1,"preset":"double-y","targets":[{"effector":"tip1",)"
     R"("position":[1.82,0.26,0.64]},{"effector":"tip2","position":[1.41,0.41,-1.17]})"
     R"(,{"effector":"tip3","position":[-0.49,1.34,-0.63]},{"effector":"tip4",)"
     R"("position":[-1.13,0.87,-0.1]}],"methods":[{"id":"dls-then-sdls"},{"id":"dls-clamped"}],)"
     R"("run":{"mode":"converge","tolerance":0.001}})",
     "reached and updates < 45", "updates > 60"},
};

constexpr Reference kReferences[] = {
    papers::kBussKim2005,
};

}  // namespace

extern const MethodRow twoStageRow = {
    .id = "two-stage",
    .name = "Two stages",
    .fullName = "One method far, another near",
    .group = Group::staged,
    .summary = "One method far from the targets, another near them.",
    .parent = "sdls",
    .change = "one far, another near",
    .idea =
        "One method while the targets are far, another once they are near: what is calm at a "
        "distance is seldom what arrives fastest. The mean distance d̄ of the targets decides"
        " at every update, without memory. Both papers end with this advice.",
    .equation = R"(\Delta\theta = \begin{cases} \Delta\theta_{\text{first}} & \bar d > d \\)"
                R"( \Delta\theta_{\text{second}} & \text{else} \end{cases})",
    .cost = "That of the stage at work.",
    .good = "A robust method to come near, an exact one to arrive.",
    .bad = "Targets that stay out of reach keep it in the first stage for ever.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kByStage,
    .traits = kSpectral,
    .params = kParams,
    .make = makeMethod<TwoStage>,
};

}  // namespace iklab
