// Two instances of one solver at a time, a lane each: transpose, DLS with a constant lambda and
// Levenberg-Marquardt on any mechanism and task. Each makes the updates of a workspace, to the bit;
// where one of them is out of the ordinary, it is lost to the lanes, and a workspace solves it from
// its start.
#pragma once

#include <array>

#include "iklab/ik/lane_steppers.hpp"

namespace iklab {

class Lanes final : private LanePlacer {
 public:
  static constexpr int kCount = kLanes<Two>;

  static bool cover(const Solver& solver);
  // solver: one that they cover
  explicit Lanes(const Solver& solver);

  // A lane turns to an instance and its goals, or to another pose of it; it comes to stand there in
  // the next round.
  void begin(int lane, const Memory& memory, std::span<const Goal> goals);
  void restart(int lane, Memory& memory, const Vector& theta);

  // A trial of each lane, mostly an update; a lane that has just begun only comes to stand at its pose.
  void round();
  enum class Made { stand, trial, update, lost };
  // What the round has made of a lane, written into its memory.
  Made made(int lane, Memory& memory);

  // Of the pose where a lane stands, and of its last update:
  double error(int lane) const { return error_[lane]; }          // metres
  double objective(int lane) const { return objective_[lane]; }  // metres
  const Vector& step(int lane) const { return seen_[static_cast<size_t>(lane)].step; }
  double told(int lane, double Report::*field) const { return stepper_->told(lane, field); }
  Stop judge(int lane, Memory& memory, const StopRules& rules) const;

  // Each turns to an instance and its goals and makes an update, without coming to stand where it ends:
  // for who wants nothing of that pose but its theta, of a method that learns nothing. `pose` is that
  // before it.
  void update(const std::array<const Memory*, kCount>& memories,
              const std::array<std::vector<Goal>, kCount>& goals);
  const PoseOf<Two>& pose() const { return now_.pose; }
  // Writes the update into the lane's memory; false: it is lost.
  bool updated(int lane, Memory& memory) const;

 private:
  static size_t at(int i) { return static_cast<size_t>(i); }
  void aim(int lane, std::span<const Goal> goals);
  void move(TwoMask moving);
  void place(LaneTrial& to) const override;
  void reduceError(const PoseOf<Two>& pose, size_t target, Two* e) const;
  void stand();
  void linearise();

  const std::shared_ptr<const Model> model_;
  const bool holds_;  // joints keep their limits
  const Two maxStep_, maxSlide_;
  std::array<std::vector<Goal>, kCount> goals_;  // a lane each
  std::vector<Three<Two>> goal_;                 // a target each: where it is,
  std::vector<Rotation<Two>> goalFrame_;         // and how it is turned
  LaneTrial now_;
  Strands<Two> strands_;
  std::vector<Two> step_, gradient_;
  Two error_, objective_, objectiveBefore_, jacobianNorm_;
  TwoMask begun_, lost_, moved_;
  std::unique_ptr<LaneStepper> stepper_;

  // of one lane, as its stop is judged by
  struct Seen {
    Vector step, e, gradient;
  };
  std::array<Seen, kCount> seen_;
};

// A lane as `Attempts` sees it.
struct Lane {
  Lanes& lanes;
  int index;
  double objective() const { return lanes.objective(index); }
  Stop judge(Memory& memory, const StopRules& rules) { return lanes.judge(index, memory, rules); }
  void restart(Memory& memory, const Vector& theta) { lanes.restart(index, memory, theta); }
  void place(Memory& memory, const Vector& theta) { memory.theta = theta; }
};

}  // namespace iklab
