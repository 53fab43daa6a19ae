#include "iklab/ik/restarts.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {
namespace {

constexpr double kFullTurn = 2 * EIGEN_PI;

// An angle beyond a limit, moved by the fewest full rotations that bring it back to that limit or
// past it.
double wrapByFullTurns(const Joint& j, double angle) {
  if (angle > j.upper) return angle - kFullTurn * std::ceil((angle - j.upper) / kFullTurn);
  return angle < j.lower ? angle + kFullTurn * std::ceil((j.lower - angle) / kFullTurn) : angle;
}

bool withinLimits(const Joint& j, double value) { return value >= j.lower && value <= j.upper; }

// True if a full rotation of the joint leaves the pose unchanged.
bool isAngle(const Tree& tree, int column) {
  return tree.moving(column).kind == JointKind::revolute && !tree.leads(column);
}

}  // namespace

bool wrap(const Tree& tree, int column, double& value) {
  const Joint& j = tree.moving(column);
  if (withinLimits(j, value)) return false;
  const double back = isAngle(tree, column) ? wrapByFullTurns(j, value) : value;
  const bool within = withinLimits(j, back);
  value = within ? back : std::clamp(value, j.lower, j.upper);
  return within;
}

bool goesRound(const Tree& tree, int column) {
  const Joint& j = tree.moving(column);
  return isAngle(tree, column) && j.upper - j.lower >= kFullTurn;
}

bool settle(const Tree& tree, Outside outside, const Vector& theta, Vector& settled) {
  settled = theta;
  bool inside = true;
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = tree.moving(c);
    if (isAngle(tree, c)) {
      const double back = wrapByFullTurns(j, theta[c]);
      if (outside == Outside::wrap) settled[c] = std::remainder(theta[c], kFullTurn);
      if (outside == Outside::turn && withinLimits(j, back)) settled[c] = back;
    }
    inside &= withinLimits(j, settled[c]);
  }
  return inside;
}

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
    : policy_(policy),
      tree_(model.tree),
      drawn_(Vector::Zero(model.columns())),
      best_(drawn_),
      settled_(drawn_) {}

void Attempts::begin() {
  restarts_ = 0;
  restartDue_ = false;
  bestObjective_ = kInfinity;
}

void Attempts::begin(std::uint64_t seed) {
  policy_.seed = seed;
  begin();
}

StopRules Attempts::attemptRules(const StopRules& rules) const {
  StopRules now = rules;
  if (!last() && policy_.every > 0) now.maxUpdates = std::min(now.maxUpdates, policy_.every);
  return now;
}

const Vector* Attempts::next() {
  if (!restartDue_) return nullptr;
  restartDue_ = false;
  ++restarts_;
  Random random(mix(policy_.seed, static_cast<std::uint64_t>(restarts_)));
  drawPose(tree_, random, drawn_);
  return &drawn_;
}

void Attempts::keepBest(const Memory& memory, double objective) {
  if (objective < bestObjective_) {
    bestObjective_ = objective;
    bestStop_ = memory.stop;
    best_ = memory.theta;
  }
  restartDue_ = !last();
}

}  // namespace iklab
