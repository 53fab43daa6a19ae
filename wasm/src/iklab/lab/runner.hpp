// One panel: an instance of a solver with its own workspace, and the rules that end its frames.
#pragma once

#include "iklab/lab/panel_row.hpp"

namespace iklab {

enum class RunMode { track, converge, hybrid };
inline constexpr auto kRunModes = words<RunMode::hybrid>("track", "converge", "hybrid");

struct RunSettings {
  RunMode mode = RunMode::track;
  LimitPolicy limitPolicy = LimitPolicy::ignore;
  int updatesPerFrame = 1;
  double timeStep = 1.0 / 60;  // Seconds.
  StopRules rules = {};
  Restarts restarts = {};  // Used by `converge`.
};

class Runner {
 public:
  // start: n values.
  Runner(const Solver& solver, const RunSettings& settings, const Vector& start);

  // Sets other numbers of the same method, from the next update on. Restarts an update in progress.
  void tune(const Solver& solver);

  // Uses external poses (n values each) from now on, one update per frame: each becomes the result
  // of the next update; the first one, before any update, becomes the start.
  void give(const Vector& theta);
  bool given() const { return given_.size() > 0; }

  // moved: true if any target differs from the last frame's. jump: largest distance moved, metres.
  void beginFrame(const std::vector<Goal>& goals, bool moved, double jump);
  bool frameDone() const;
  void update() {
    while (!work()) continue;
  }
  // Computes a piece of an update; true once the update is complete. The pieces do not change any
  // number.
  bool work();
  void watch(bool on) { workspace_.watch(on); }

  const Workspace& seen() const { return workspace_; }
  // As passed to the constructor.
  const MethodOptions& method() const { return workspace_.options(); }
  // Count of the numbers of the method and its stages.
  size_t numbersUsed() const { return numbersUsed_; }
  const Memory& memory() const { return memory_; }
  const Vector& theta() const { return memory_.theta; }
  const Pose& pose() const { return workspace_.pose(); }
  const Vector& step() const {
    return workspace_.report().step;
  }  // As applied, without the full rotations of `wrap`.
  int updates() const { return memory_.updates; }
  int restarts() const { return attempts_.restarts(); }  // Since the targets last moved.
  Stop stop() const { return memory_.stop; }
  double error() const { return workspace_.error(); }  // Sum of distances, metres.
  double allowed(int target) const {                   // D_i of the next update, metres.
    return workspace_.settings().clamp.allowed(memory_.adapted[static_cast<size_t>(target)]);
  }
  bool within() const { return workspace_.within(settings_.rules); }  // Within both tolerances.

 private:
  const RunSettings settings_;
  const size_t numbersUsed_;
  Workspace workspace_;
  Memory memory_;
  Attempts attempts_;
  int updatesInFrame_ = 0;
  Vector given_;  // Result of the next update; empty: computed by the method.
};

}  // namespace iklab
