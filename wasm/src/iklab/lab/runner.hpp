// One panel: an instance of a solver with a workspace of its own, and when its frame is done.
#pragma once

#include "iklab/lab/panel_row.hpp"

namespace iklab {

enum class RunMode { track, converge, hybrid };
inline constexpr auto kRunModes = words<RunMode::hybrid>("track", "converge", "hybrid");

struct RunSettings {
  RunMode mode = RunMode::track;
  LimitPolicy limitPolicy = LimitPolicy::ignore;
  int updatesPerFrame = 1;
  double timeStep = 1.0 / 60;  // seconds
  StopRules rules = {};
  Restarts restarts = {};  // of `converge`
};

class Runner {
 public:
  // start: n values
  Runner(const Solver& solver, const RunSettings& settings, const Vector& start);

  // Other numbers of the same method, from the next update on: one at work begins anew.
  void tune(const Solver& solver);

  // Its poses come from outside (n values each) from now on, an update a frame: each is where the
  // next update leads; at the first one, before any update, it stands at once.
  void give(const Vector& theta);
  bool given() const { return given_.size() > 0; }

  // moved: any target differs from the last frame's. jump: largest distance moved, metres.
  void beginFrame(const std::vector<Goal>& goals, bool moved, double jump);
  bool frameDone() const;
  void update() {
    while (!work()) continue;
  }
  // A piece of an update; true once it is complete. Where it is cut changes no number.
  bool work();
  void watch(bool on) { workspace_.watch(on); }

  const Workspace& seen() const { return workspace_; }
  const MethodOptions& method() const { return workspace_.options(); }  // as it was made with
  size_t numbersUsed() const { return numbersUsed_; }  // of the row, by the method and its stages
  const Memory& memory() const { return memory_; }
  const Vector& theta() const { return memory_.theta; }
  const Pose& pose() const { return workspace_.pose(); }
  const Vector& step() const {
    return workspace_.report().step;
  }  // as applied, but for turns of `wrap`
  int updates() const { return memory_.updates; }
  int restarts() const { return attempts_.restarts(); }  // since the targets last moved
  Stop stop() const { return memory_.stop; }
  double error() const { return workspace_.error(); }  // sum of distances now, metres
  double allowed(int target) const {                   // D_i of the next update, metres
    return workspace_.settings().clamp.allowed(memory_.adapted[static_cast<size_t>(target)]);
  }
  bool within() const { return workspace_.within(settings_.rules); }  // inside both tolerances

 private:
  const RunSettings settings_;
  const size_t numbersUsed_;
  Workspace workspace_;
  Memory memory_;
  Attempts attempts_;
  int updatesInFrame_ = 0;
  Vector given_;  // where the next update leads; empty: the method says
};

}  // namespace iklab
