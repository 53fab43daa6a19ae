// Two stages: `first` while the targets are far, `second` once they are near.
//
// Buss & Kim 2004, section 5 (DLS first, SDLS near the targets); Tabaczynski 2005, section 5 (DLS,
// then the pseudoinverse). Far: the total unclamped distance at the start of the update exceeds
// switchAt times the number of targets. No memory and no hysteresis.
// Cost: that of the stage at work.
// Fails: targets that stay out of reach keep it in the first stage for ever.
#include <algorithm>
#include <string_view>

#include "iklab/ik/method_options.hpp"

namespace iklab {
namespace {

constexpr Param kTwoStageParams[] = {
    {.key = "first", .unit = "", .scale = Scale::method, .stage = "dls"},
    {.key = "second", .unit = "", .scale = Scale::method, .stage = "sdls"},
    {.key = "switchAt",
     .unit = "m",
     .min = 0,
     .max = 1e6,
     .scale = Scale::log,
     .fit = Fit::length,
     .initial = 0.01},
    {.key = "clampFirstOnly", .unit = "", .max = 1, .scale = Scale::toggle},
};

const MethodRow& stageOf(double number) { return *methodTable()[static_cast<size_t>(number)]; }

constexpr Observable kTwoStageObservables[] = {kSeenLambda, kSeenAlpha, kSeenInfeasibility,
                                               kSeenJointDamping, kSeenGamma};

class TwoStage : public Method {
 public:
  TwoStage(const Model& model, const double* params)
      : model_(model),
        targets_(static_cast<int>(model.task.targets().size())),
        rows_{&stageOf(params[0]), &stageOf(params[1])},
        stages_{rows_[0]->make(model, params + kStageStride),
                rows_[1]->make(model, params + 2 * kStageStride)},
        room_(static_cast<size_t>(mostObserved(model)), kNotUsed) {
    TwoStage::tune(params);
  }

  void tune(const double* params) override {
    switchAt_ = params[2];
    clampFirstOnly_ = params[3] != 0;
    for (int i = 0; i < kMaxStages; ++i) stages_[i]->tune(params + kStageStride * (i + 1));
  }

  void update(const Problem& problem, Report& report) override {
    stage_ = problem.totalDistance > switchAt_ * targets_ ? 0 : 1;
    stages_[stage_]->update(problem, report);
  }

  bool ignoresClamp(double totalDistance) const override {
    return clampFirstOnly_ && !(totalDistance > switchAt_ * targets_);
  }

  double filter(double sigma) const override { return stages_[stage_]->filter(sigma); }

  double jointDamping(int column, double theta) const override {
    return stages_[stage_]->jointDamping(column, theta);
  }

  // what the stage at work lets one see, each in its place here
  void observe(std::span<double> seen) const override {
    stages_[stage_]->observe(room_);
    auto to = seen.begin();
    for (const Observable& own : kTwoStageObservables) {
      auto from = room_.begin();
      for (const Observable& its : rows_[stage_]->observables) {
        const int size = its.size(model_);
        if (std::string_view(own.key) == its.key) std::copy_n(from, size, to);
        from += size;
      }
      to += own.size(model_);
    }
  }

  double stepLimit() const override {
    const double limit = rows_[stage_]->maxStep;
    return limit == kByStage ? stages_[stage_]->stepLimit() : limit;
  }

 private:
  const Model& model_;
  double switchAt_ = 0;
  bool clampFirstOnly_ = false;
  int targets_;
  const MethodRow* rows_[kMaxStages];
  std::unique_ptr<Method> stages_[kMaxStages];
  int stage_ = 0;
  mutable std::vector<double> room_;  // what the stage lets one see
};

}  // namespace

extern constinit const MethodRow twoStageRow = {
    .id = "two-stage",
    .name = "Two stages",
    .group = Group::staged,
    .maxStep = kByStage,
    .traits = kSpectral,
    .params = kTwoStageParams,
    .observables = kTwoStageObservables,
    .make = makeMethod<TwoStage>,
};

MethodOptions::MethodOptions(const TwoStageOptions& options) : MethodOptions("two-stage") {
  const MethodOptions* stages[] = {&options.first, &options.second};
  for (int i = 0; i < kMaxStages; ++i) {
    const int from = kStageStride * (i + 1);
    numbers_[i] = methodIndex(stages[i]->row().id);
    std::copy_n(stages[i]->numbers_.begin(), kStageStride, numbers_.begin() + from);
    std::copy_n(stages[i]->open_.begin(), kStageStride, open_.begin() + from);
  }
  open_[2] = options.switchAt.fits();
  if (!open_[2]) numbers_[2] = options.switchAt;
  numbers_[3] = options.clampFirstOnly;
}

}  // namespace iklab
