// Two stages: `first` while the targets are far, `second` once they are near.
//
// Buss & Kim 2004, section 5 (DLS first, SDLS near the targets); Tabaczynski 2005, section 5 (DLS,
// then the pseudoinverse). Far: the total unclamped distance at the start of the update exceeds
// switchAt times the number of targets. No memory and no hysteresis.
// Cost: that of the stage at work.
// Fails: targets that stay out of reach keep it in the first stage for ever.
#include "ik/method.hpp"

namespace iklab {
namespace {

enum { kFirst, kSecond, kSwitchAt, kClampFirstOnly };

const Param kParams[] = {
    {.key = "first",
     .unit = "",
     .min = 0,
     .max = 0,
     .initial = static_cast<double>(methodIndex("dls")),
     .scale = Scale::method},
    {.key = "second",
     .unit = "",
     .min = 0,
     .max = 0,
     .initial = static_cast<double>(methodIndex("sdls")),
     .scale = Scale::method},
    {.key = "switchAt", .unit = "m", .min = 0, .max = 1e6, .initial = 0.01, .scale = Scale::log},
    {.key = "clampFirstOnly", .unit = "", .min = 0, .max = 1, .initial = 0, .scale = Scale::toggle},
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

}  // namespace

extern const MethodRow twoStageRow = {
    .id = "two-stage",
    .name = "Two stages",
    .group = Group::staged,
    .maxStep = kByStage,
    .traits = kSpectral,
    .params = kParams,
    .make = makeMethod<TwoStage>,
};

}  // namespace iklab
