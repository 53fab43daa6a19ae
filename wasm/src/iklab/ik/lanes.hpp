// Solves two instances of one solver at a time, one per lane: transpose, DLS with a constant lambda
// and Levenberg-Marquardt, on any mechanism and task. The updates equal those of a workspace bit
// for bit. In an unusual case a lane is lost: a workspace must solve its instance again from its
// start.
#pragma once

#include <array>

#include "iklab/ik/lane_steppers.hpp"

namespace iklab {

class Lanes final : private LanePlacer {
 public:
  static constexpr int kCount = detail::kLanes<detail::Two>;

  static bool cover(const Solver& solver);
  // solver: must be one that `cover` accepts.
  explicit Lanes(const Solver& solver);

  // Assigns an instance and its goals to a lane, or moves its instance to another pose. The next
  // round computes that pose.
  void begin(int lane, const Memory& memory, std::span<const Goal> goals);
  void restart(int lane, Memory& memory, const Vector& theta);

  // Makes a trial in each lane, which is mostly an update. In a lane that has just begun it
  // computes the pose instead.
  void round();
  enum class Made { stand, trial, update, lost };
  // The result of the round in a lane. An update is written to the memory.
  Made made(int lane, Memory& memory);

  // For the current pose of a lane and its last update:
  double error(int lane) const { return error_[lane]; }          // Metres.
  double objective(int lane) const { return objective_[lane]; }  // Metres.
  const Vector& step(int lane) const { return stopValues_[static_cast<size_t>(lane)].step; }
  double told(int lane, double Report::*field) const { return stepper_->told(lane, field); }
  Stop judge(int lane, Memory& memory, const StopRules& rules) const;

  // Assigns an instance and its goals to each lane and makes one update, without evaluating the
  // pose at its end. For callers that only need theta, with a method that does not learn.
  // Afterwards `pose` is the one before the update.
  void update(const std::array<const Memory*, kCount>& memories,
              const std::array<std::vector<Goal>, kCount>& goals);
  const PoseOf<detail::Two>& pose() const { return now_.pose; }
  // Writes the update of a lane into its memory; false if the lane has none or is lost.
  bool updated(int lane, Memory& memory) const;

 private:
  static size_t at(int i) { return static_cast<size_t>(i); }
  void setGoals(int lane, std::span<const Goal> goals);
  void move(detail::TwoMask moving);
  void place(LaneTrial& to) const override;
  void reduceError(const PoseOf<detail::Two>& pose, size_t target, detail::Two* e) const;
  void evaluate();
  void linearise();

  const std::shared_ptr<const Model> model_;
  const bool holds_;  // True if joints stay within their limits.
  const detail::Two maxStep_, maxSlide_;
  std::array<std::vector<Goal>, kCount> goals_;           // Per lane, one per target.
  std::vector<detail::Three<detail::Two>> goal_;          // Per target: position.
  std::vector<detail::Rotation<detail::Two>> goalFrame_;  // Per target: orientation.
  LaneTrial now_;
  detail::Strands<detail::Two> strands_;
  std::vector<detail::Two> step_, gradient_;
  detail::Two error_, objective_, objectiveBefore_, jacobianNorm_;
  detail::TwoMask justBegun_, lost_, moved_;
  std::unique_ptr<LaneStepper> stepper_;

  // The values of one lane that the stop rules check.
  struct StopValues {
    Vector step, e, gradient;
  };
  std::array<StopValues, kCount> stopValues_;
};

// A lane, in the role of a workspace for `Attempts`.
struct Lane {
  Lanes& lanes;
  int index;
  double objective() const { return lanes.objective(index); }
  Stop judge(Memory& memory, const StopRules& rules) { return lanes.judge(index, memory, rules); }
  void restart(Memory& memory, const Vector& theta) { lanes.restart(index, memory, theta); }
  void place(Memory& memory, const Vector& theta) { memory.theta = theta; }
};

}  // namespace iklab
