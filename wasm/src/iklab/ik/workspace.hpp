// One update, the same for every method: error, target clamp, gain, Jacobian, the method's step,
// secondary goal, step limit, limit policy, new pose, adapted clamp.
//
// A workspace is the storage of an update. All state of an instance is in its Memory, so one
// workspace per thread serves any number of instances of a solver. An update neither allocates nor
// throws.
#pragma once

#include <functional>
#include <memory>

#include "iklab/ik/memory.hpp"
#include "iklab/ik/method_options.hpp"
#include "iklab/ik/methods/optimisation/line_search.hpp"
#include "iklab/ik/secondary.hpp"

namespace iklab {

class Solver;

// Called between pieces of an update. Once it returns true, it must keep returning true, and the
// computation ends. An empty function never interrupts.
using Interrupt = std::function<bool()>;

class Workspace {
 public:
  // solver: must have no fault.
  explicit Workspace(const Solver& solver);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Sets other numbers of the same method, from the next update on. solver: must have the same
  // model.
  void tune(const Solver& solver);

  // Selects an instance and its goals, one per target, and evaluates pose, error and distances at
  // its theta. Allocates the memory of a new instance.
  void begin(Memory& memory, std::span<const Goal> goals);
  // Resets the counts of the selected instance, because its targets have moved. jumped: they have
  // moved too far for the learnt state of the method and the clamp to be useful.
  void moved(Memory& memory, bool jumped);

  // Clears the learnt state of the method and the clamp.
  void forget(Memory& memory);

  // Moves the instance to another pose (n values); keeps goals and learnt state.
  void place(Memory& memory, const Vector& theta);
  // Like `place`, but clears the learnt state: a new attempt at the same goals.
  void restart(Memory& memory, const Vector& theta);

  void update(Memory& memory) {
    while (!work(memory)) continue;
  }
  // Makes one update. Returns false if it was interrupted; then the instance is as before the
  // update.
  bool update(Memory& memory, const Interrupt& interrupt) {
    for (;;) {
      if (interrupt && interrupt()) {
        abandon();
        return false;
      }
      if (work(memory)) return true;
    }
  }
  // Computes a piece of an update; true once the update is complete. The pieces do not change any
  // number.
  bool work(Memory& memory);
  // Cancels the update in progress; the next `work` starts it again.
  void abandon();
  // Counts an external pose (n values) as an update, in place of the method's.
  void follow(Memory& memory, const Vector& theta);

  // Returns why a solve ends here by these rules, and stores it in the memory: see stopping.hpp.
  Stop judge(Memory& memory, const StopRules& rules);
  bool within(const StopRules& rules) const;  // Within both tolerances.

  // Sets whether sigma and the rank are computed in every update, even if the method does not need
  // them.
  void watch(bool on) { watching_ = on; }

  // These describe the current pose.
  const Pose& pose() const { return state_.pose; }
  double error() const { return error_; }  // Sum of distances, metres.
  // The value that the stop rules check: the error; with oriented targets, |e| of the unclamped
  // task.
  double objective() const { return objective_; }
  double distance(int target) const { return distance_[target]; }  // Metres.
  // Radians, 0 without orientation.
  double angle(int target) const { return angle_[target]; }
  const std::vector<double>& distances() const { return distance_; }  // Per target.
  const std::vector<double>& angles() const { return angle_; }
  // |theta - comfort| over the rotating joints, radians (l_comf of Na, Yang & Jia; there degrees).
  double discomfort() const;

  // These describe the last update.
  double errorBefore() const { return errorBefore_; }
  double objectiveBefore() const { return objectiveBefore_; }
  const Report& report() const { return report_; }  // With the step as applied.
  // Singular values of the update's J, while watching.
  const Vector& sigma() const { return sigma_; }
  // Writes the method's observables, observedSize numbers.
  void observe(std::span<double> seen) const { method().observe(*method_, report_, model_, seen); }
  double leak() const { return leak_; }  // |J step| of the secondary goal, metres.

  const Settings& settings() const { return settings_; }
  const MethodEntry& method() const { return options_.entry(); }
  const MethodOptions& options() const { return options_; }  // As passed to the constructor.

 private:
  void measure();
  void refresh(const Memory& memory);
  void saveErrors();
  void count(Memory& memory) const;
  void prepare(const Memory& memory);
  bool solve();
  void check();
  bool computeNext();
  bool lockExceededJoints();
  void shortenStep();
  void apply(Memory& memory);

  const std::shared_ptr<const Model> shared_;
  const Model& model_;
  const MethodOptions options_;  // As passed to the constructor.
  Settings settings_;
  double maxStep_ = kInfinity;  // From the settings or the entry; below 0: Method::stepLimit().
  std::unique_ptr<Method> method_;
  State state_;
  Secondary secondary_;
  Problem problem_;
  Report report_;
  LineSearch search_;
  Vector next_, unclamped_, before_, scratch_, sigma_, gradient_;
  bool watching_ = false;
  bool inProgress_ = false;               // True while an update is in progress.
  int evaluationsBefore_ = 0;             // Evaluations before the update in progress.
  std::vector<double> distance_, angle_;  // Per target.
  double error_ = 0, errorBefore_ = 0;
  double leak_ = 0;
  double objective_ = 0, objectiveBefore_ = 0;  // Metres.
};

}  // namespace iklab
