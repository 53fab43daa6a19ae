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

// Runs once per attempt: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

Attempts::Attempts(const Restarts& policy, const Model& model)
    : policy_(policy),
      from_(policy.from.value_or(RestartPose::random)),
      model_(model),
      goals_(model.task.targets().size()),
      drawn_(Vector::Zero(model.columns())),
      best_(drawn_),
      settled_(drawn_) {
  if (policy.most > 0 && policy.from == RestartPose::table)
    distances_.resize(static_cast<size_t>(model.seeds().parts() * SeedTable::kRows));
}

void Attempts::begin(std::span<const Goal> goals) {
  std::copy(goals.begin(), goals.end(), goals_.begin());
  measured_ = false;
  from_ = policy_.from.value_or(RestartPose::random);
  restarts_ = givenUp_ = 0;
  restartDue_ = false;
  hasStart_ = true;
  bestObjective_ = kInfinity;
}

void Attempts::begin(std::uint64_t seed, std::span<const Goal> goals) {
  policy_.seed = seed;
  begin(goals);
}

const Vector& Attempts::nearestStart() {
  from_ = policy_.from.value_or(RestartPose::table);
  hasStart_ = false;
  takeNearest();
  return drawn_;
}

// Writes the next nearest pose of the table into drawn_; false if all rows were taken.
bool Attempts::takeNearest() {
  const SeedTable& seeds = model_.seeds();
  if (!measured_) {
    distances_.resize(static_cast<size_t>(seeds.parts() * SeedTable::kRows));
    seeds.measure(model_.task, goals_, distances_);
    measured_ = true;
  }
  return seeds.takeNearest(distances_, drawn_);
}

// rules: those of the solve.
bool Attempts::mayGiveUp(const StopRules& rules) const {
  const bool isSooner = rules.maxSlow == 0 || policy_.maxSlow < rules.maxSlow;
  const bool fromStart = restarts_ == 0 && hasStart_;
  return policy_.maxSlow > 0 && isSooner && restarts_ < firstComplete() && !fromStart;
}

StopRules Attempts::attemptRules(const StopRules& rules) const {
  StopRules now = rules;
  if (!last() && policy_.every > 0) now.maxUpdates = std::min(now.maxUpdates, policy_.every);
  if (mayGiveUp(rules)) now.maxSlow = policy_.maxSlow;
  return now;
}

const Vector* Attempts::next() {
  if (!restartDue_) return nullptr;
  restartDue_ = false;
  ++restarts_;
  continues_ = restarts_ == firstComplete() && bestGivenUp_;
  if (continues_) return &best_;
  if (from_ == RestartPose::table && takeNearest()) return &drawn_;
  Random random(mix(policy_.seed, static_cast<std::uint64_t>(restarts_)));
  drawPose(model_.tree, random, drawn_);
  return &drawn_;
}

void Attempts::keepBest(const Memory& memory, double objective, const StopRules& rules) {
  const bool isGivenUp = memory.stop == Stop::tooSlow && mayGiveUp(rules);
  givenUp_ += isGivenUp;
  if (objective < bestObjective_) {
    bestObjective_ = objective;
    bestStop_ = memory.stop;
    bestGivenUp_ = isGivenUp;
    best_ = memory.theta;
  } else if (continues_) {
    bestStop_ = memory.stop;  // Why no better pose was found from there.
  }
  continues_ = false;
  restartDue_ = !last();
}

#ifdef __clang__
#pragma clang attribute pop
#endif

}  // namespace iklab
