// Two stages: `first` while the targets are far, `second` once they are near.
//
// Buss & Kim 2004, section 5 (DLS first, SDLS near the targets); Tabaczynski 2005, section 5 (DLS,
// then the pseudoinverse). Far: the total unclamped distance at the start of the update exceeds
// switchAt times the number of targets. No memory and no hysteresis.
// Cost: that of the active stage.
// Fails: targets that stay out of reach keep it in the first stage.
#include <algorithm>
#include <string_view>

#include "iklab/ik/method_of.hpp"

namespace iklab {
namespace {

class TwoStage : public MethodOf<TwoStageOptions> {
 public:
  TwoStage(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        targets_(static_cast<int>(model.task.targets().size())),
        stages_{options.first.make(model), options.second.make(model)},
        room_(static_cast<size_t>(std::max(options.first.entry().observedSize(model),
                                           options.second.entry().observedSize(model)))) {}

  void tune(const MethodOptions& given) override {
    MethodOf::tune(given);
    stages_[0]->tune(options.first);
    stages_[1]->tune(options.second);
  }

  void update(const Problem& problem, Report& report) override {
    near_ = isNear(problem.totalDistance);
    stages_[near_]->update(problem, report);
  }

  bool ignoresClamp(double totalDistance) const override {
    return options.clampFirstOnly && isNear(totalDistance);
  }

  double filter(double sigma) const override { return stages_[near_]->filter(sigma); }

  double jointDamping(int column, double theta) const override {
    return stages_[near_]->jointDamping(column, theta);
  }

  // Writes the observables of the active stage, each at its index in this entry.
  void observe(std::span<double> seen) const override {
    std::fill(room_.begin(), room_.end(), kNotUsed);
    stages_[near_]->observe(room_);
    auto to = seen.begin();
    for (const Observable& own : describe<TwoStageOptions>().observables) {
      auto from = room_.begin();
      for (const Observable& its : entry().observables) {
        const int size = its.size(model_);
        if (std::string_view(own.key) == its.key && own.per == its.per) std::copy_n(from, size, to);
        from += size;
      }
      to += own.size(model_);
    }
  }

  double stepLimit() const override {
    const double limit = entry().maxStep;
    return limit == kByStage ? stages_[near_]->stepLimit() : limit;
  }

 private:
  bool isNear(double totalDistance) const { return !(totalDistance > options.switchAt * targets_); }
  const MethodEntry& entry() const { return (near_ ? options.second : options.first).entry(); }

  const Model& model_;
  int targets_;
  std::unique_ptr<Method> stages_[2];
  bool near_ = false;                 // True while the second stage is active.
  mutable std::vector<double> room_;  // Observables of the stage.
};

}  // namespace

template <>
const MethodEntry& describe<TwoStageOptions>() {
  static constexpr Param params[] = {
      stage<&TwoStageOptions::first>("first", "dls"),
      stage<&TwoStageOptions::second>("second", "sdls"),
      length<&TwoStageOptions::switchAt>("switchAt", 0, 1e6, Fit::length).from(0.01),
      toggle<&TwoStageOptions::clampFirstOnly>("clampFirstOnly"),
  };
  static constexpr Observable observables[] = {kSeenLambda, kSeenAlpha, kSeenInfeasibility,
                                               kSeenJointDamping, kSeenGamma};
  static constexpr MethodEntry entry = {
      .id = "two-stage",
      .name = "Two stages",
      .group = Group::staged,
      .maxStep = kByStage,
      .traits = kSpectral,
      .params = params,
      .observables = observables,
      .make = makeMethod<TwoStage>,
  };
  return entry;
}

}  // namespace iklab
