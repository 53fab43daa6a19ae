#include "iklab/lab/runner.hpp"

namespace iklab {

Runner::Runner(const Solver& solver, const RunSettings& settings, const Vector& start)
    : settings_(settings),
      numbersUsed_(iklab::numbersUsed(solver.method())),
      workspace_(solver),
      memory_{start},
      attempts_(settings.restarts, solver.model()) {
  workspace_.begin(memory_, std::vector<Goal>(solver.model().task.targets().size()));
}

void Runner::tune(const Solver& solver) {
  workspace_.abandon();
  workspace_.tune(solver);
}

void Runner::give(const Vector& theta) {
  const bool first = !given();
  given_ = theta;
  if (!first || memory_.updates > 0) return;
  workspace_.place(memory_, theta);
  memory_.startError = error();
}

void Runner::beginFrame(const std::vector<Goal>& goals, bool moved, double jump) {
  updatesInFrame_ = 0;
  workspace_.begin(memory_, goals);
  if (!moved) return;
  attempts_.begin(goals);
  const double near = workspace_.settings().clamp.distance;
  workspace_.moved(memory_, settings_.mode == RunMode::converge || jump > near);
}

bool Runner::frameDone() const {
  if (given()) return updatesInFrame_ > 0;
  switch (settings_.mode) {
    case RunMode::converge:
      return memory_.stop != Stop::none;
    case RunMode::hybrid:
      if (updatesInFrame_ > 0 && within()) return true;
      [[fallthrough]];
    default:
      return updatesInFrame_ >= settings_.updatesPerFrame;
  }
}

bool Runner::work() {
  if (given()) {
    workspace_.follow(memory_, given_);
    ++updatesInFrame_;
    return true;
  }
  attempts_.next(memory_, workspace_);
  if (!workspace_.work(memory_)) return false;
  ++updatesInFrame_;
  if (settings_.mode == RunMode::converge) attempts_.judge(memory_, workspace_, settings_.rules);
  return true;
}

}  // namespace iklab
