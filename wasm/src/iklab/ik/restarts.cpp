#include "iklab/ik/restarts.hpp"

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

StopRules Attempts::now(const StopRules& rules) const {
  StopRules now = rules;
  if (!last() && policy_.every > 0) now.maxUpdates = std::min(now.maxUpdates, policy_.every);
  return now;
}

const Vector* Attempts::next() {
  if (!due_) return nullptr;
  due_ = false;
  ++restarts_;
  Random random(mix(policy_.seed, static_cast<std::uint64_t>(restarts_)));
  drawPose(tree_, random, drawn_);
  return &drawn_;
}

void Attempts::keep(const Memory& memory, double objective) {
  if (objective < bestObjective_) {
    bestObjective_ = objective;
    bestStop_ = memory.stop;
    best_ = memory.theta;
  }
  due_ = !last();
}

}  // namespace iklab
