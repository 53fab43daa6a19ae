// One panel: a method on its own copy of the pose, stepped by the same rules as every other.
//
// One update: error, target clamp, gain, Jacobian, the method's step, secondary goal, step limit,
// limit policy, new pose, adapted clamp, stop rules. Nothing in `update` allocates.
#pragma once

#include <memory>

#include "ik/methods/optimisation/line_search.hpp"
#include "ik/secondary.hpp"
#include "ik/target_clamp.hpp"

namespace iklab {

// The order is that of the module's interface.
enum class Stop {
  none,
  reached,         // total distance and every angle within tolerance
  stalled,         // J^T e = 0 while e is not
  atLimit,         // the same over the joints that no limit holds
  breakdown,       // the method could not compute a step
  noImprovement,   // closer by less than minImprovement
  oscillating,     // maxRises-th time farther away since the target moved
  iterationLimit,  // maxUpdates
};

class Runner {
 public:
  // panel: its row of numbers, alive as long as the runner. start: n values.
  Runner(const Model& model, const RunSettings& settings, const double* panel, const Vector& start);

  // moved: any target differs from the last frame's. jump: largest distance moved, metres.
  void beginFrame(const std::vector<Goal>& goals, bool moved, double jump);
  bool frameDone() const;
  void update() {
    while (!work()) continue;
  }
  // A piece of an update; true once it is complete. Where it is cut changes no number.
  bool work();
  // The update at work is to be begun anew: its numbers have changed.
  void abandon();

  // sigma and the rank of every update are found, also where the method does not need them
  void watch(bool on) { watching_ = on; }

  const Vector& theta() const { return state_.theta; }
  const Pose& pose() const { return state_.pose; }
  const Vector& step() const { return report_.step; }  // as applied
  const Vector& sigma() const { return sigma_; }       // of the J last used, when watching
  double lambda() const { return report_.lambda; }
  int rank() const { return report_.rank; }
  double leak() const { return leak_; }  // |J step| of the secondary goal
  double infeasibility() const { return report_.infeasibility; }
  // |theta - comfort| over the joints that turn, radians (Na, Yang & Jia's l_comf, in degrees there)
  double discomfort() const;
  int updates() const { return updates_; }
  int evaluations() const { return updates_ + problem_.evaluations(); }  // of e and f
  int updatesSinceMove() const { return updatesSinceMove_; }
  int rises() const { return rises_; }
  double error() const { return error_; }              // sum of distances now, metres
  double errorBefore() const { return errorBefore_; }  // at the start of the last update
  double startError() const { return startError_; }    // when the target last moved
  // what the stop rules judge: the error, with oriented targets |e| of the whole unclamped task
  double objective() const { return objective_; }
  double objectiveBefore() const { return objectiveBefore_; }
  double distance(int target) const { return distance_[target]; }  // metres
  double angle(int target) const { return angle_[target]; }        // radians, 0 without orientation
  double allowed(int target) const { return clamp_.allowed(panel_, target); }  // D_i, metres
  bool within() const;  // inside both tolerances
  Stop stop() const { return stop_; }

 private:
  void measure();
  void prepare();
  bool solve();
  void check();
  bool hasGoal() const;
  void limitStep();
  bool lockNext();
  void lowerAsWhole();
  void apply();
  void judge();
  bool standstill(bool heldOnly) const;

  const Model& model_;
  const RunSettings& settings_;
  const double* panel_;
  State state_;
  std::unique_ptr<Method> method_;
  TargetClamp clamp_;
  Secondary secondary_;
  Problem problem_;
  Report report_;
  LineSearch search_;
  Vector next_, raw_, before_, leaked_, sigma_;
  mutable Vector gradient_;
  std::vector<double> slides_;  // per column: 1 for a prismatic joint, else 0
  bool watching_ = false, jacobianIsCurrent_ = false;
  bool open_ = false;  // an update is at work,
  int tried_ = 0;      // begun after so many evaluations
  int updates_ = 0, updatesInFrame_ = 0, updatesSinceMove_ = 0, rises_ = 0;
  std::vector<double> distance_, angle_;  // per target
  double error_ = 0, errorBefore_ = 0, startError_ = 0;
  double leak_ = 0;
  double objective_ = 0, objectiveBefore_ = 0;  // metres
  Stop stop_ = Stop::none;
};

}  // namespace iklab
