#include "ik/restarts.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {

Span spanOf(const Joint& j) {
  const double reach = j.slides() ? 1 : EIGEN_PI;
  return {std::isfinite(j.lower) ? j.lower : std::min(-reach, j.upper),
          std::isfinite(j.upper) ? j.upper : std::max(reach, j.lower)};
}

void drawPose(const Tree& tree, Random& random, Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) {
    const Span span = spanOf(tree.moving(c));
    theta[c] = random.uniform(span.low, span.high);
  }
}

Attempts::Attempts(const Restarts& policy, const Model& model)
    : policy_(policy), tree_(model.tree), drawn_(Vector::Zero(model.columns())), best_(drawn_) {}

void Attempts::begin() {
  restarts_ = 0;
  due_ = false;
  bestObjective_ = kInfinity;
}

void Attempts::begin(std::uint64_t seed) {
  policy_.seed = seed;
  begin();
}

void Attempts::next(Memory& memory, Workspace& workspace) {
  if (!due_) return;
  due_ = false;
  ++restarts_;
  Random random(mix(policy_.seed, static_cast<std::uint64_t>(restarts_)));
  drawPose(tree_, random, drawn_);
  workspace.restart(memory, drawn_);
}

Stop Attempts::judge(Memory& memory, Workspace& workspace, const StopRules& rules) {
  const bool last = restarts_ >= policy_.most;
  StopRules now = rules;
  if (!last && policy_.every > 0) now.maxUpdates = std::min(now.maxUpdates, policy_.every);
  const Stop stop = workspace.judge(memory, now);
  if (stop == Stop::none || stop == Stop::reached || policy_.most == 0) return stop;
  if (workspace.objective() < bestObjective_) {
    bestObjective_ = workspace.objective();
    bestStop_ = stop;
    best_ = memory.theta;
  }
  due_ = !last;
  if (due_) return memory.stop = Stop::none;
  workspace.place(memory, best_);
  return memory.stop = bestStop_;
}

}  // namespace iklab
