#include "iklab/ik/workspace.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "iklab/ik/solver.hpp"
#include "iklab/ik/step_limit.hpp"
#include "iklab/ik/stopping.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kMaxValue = 1e15;         // Radians or metres: largest joint value.
constexpr double kSpectralCutoff = 1e-10;  // Relative to sigma_1.

}  // namespace

Workspace::Workspace(const Solver& solver)
    : shared_(solver.shared()),
      model_(*shared_),
      options_(solver.method()),
      method_(options_.make(model_)),
      state_(model_),
      secondary_(model_),
      problem_(model_, state_),
      report_(model_),
      search_(model_),
      next_(state_.theta),
      unclamped_(Vector::Zero(model_.rows())),
      before_(unclamped_),
      scratch_(unclamped_),
      sigma_(Vector::Zero(std::min(model_.rows(), model_.columns()))),
      gradient_(state_.theta),
      distance_(model_.task.targets().size(), 0),
      angle_(distance_) {
  forwardKinematics(model_.tree, state_.theta, state_.pose);
  tune(solver);
}

void Workspace::tune(const Solver& solver) {
  assert(solver.fault().empty() && solver.shared() == shared_ &&
         solver.method().sameMethod(options_));
  settings_ = solver.settings();
  maxStep_ = settings_.maxStep.value_or(method().maxStep);
  problem_.limitsHold = settings_.limits != LimitPolicy::ignore;
  method_->tune(solver.method());
}

void Workspace::begin(Memory& memory, std::span<const Goal> goals) {
  assert(memory.theta.size() == model_.columns() && goals.size() == state_.goals.size());
  abandon();
  if (memory.adapted.empty()) {
    memory.adapted.assign(goals.size(), kInfinity);
    memory.learnt.resize(static_cast<size_t>(method_->memorySize()));
    method_->forget(memory.learnt);
  }
  std::copy(goals.begin(), goals.end(), state_.goals.begin());
  if (model_.task.partial()) problem_.poseChanged();
  refresh(memory);
}

// Evaluates the instance at the memory's theta.
void Workspace::refresh(const Memory& memory) {
  const size_t size = sizeof(double) * static_cast<size_t>(state_.theta.size());
  if (std::memcmp(memory.theta.data(), state_.theta.data(), size) != 0) {
    state_.theta = memory.theta;
    forwardKinematics(model_.tree, state_.theta, state_.pose);
    problem_.poseChanged();
  }
  measure();
}

void Workspace::moved(Memory& memory, bool jumped) {
  if (jumped) forget(memory);
  memory.startError = error_;
  memory.updatesSinceMove = memory.updatesInAttempt = memory.rises = memory.slow = 0;
  memory.stop = Stop::none;
}

void Workspace::place(Memory& memory, const Vector& theta) {
  abandon();
  memory.theta = theta;
  refresh(memory);
}

void Workspace::restart(Memory& memory, const Vector& theta) {
  place(memory, theta);
  forget(memory);
  memory.updatesInAttempt = memory.rises = memory.slow = 0;
  memory.stop = Stop::none;
}

void Workspace::forget(Memory& memory) {
  std::fill(memory.adapted.begin(), memory.adapted.end(), kInfinity);
  method_->forget(memory.learnt);
}

bool Workspace::work(Memory& memory) {
  if (!inProgress_) prepare(memory);
  inProgress_ = true;
  if (problem_.decomposeAhead() || solve()) return false;
  inProgress_ = false;
  check();
  apply(memory);
  measure();
  settings_.clamp.adapt(model_.task, before_, unclamped_, memory.adapted);
  memory.trials += problem_.evaluations() - evaluationsBefore_;
  count(memory);
  return true;
}

void Workspace::follow(Memory& memory, const Vector& theta) {
  abandon();
  saveErrors();
  report_.clear();
  report_.step = theta - state_.theta;
  leak_ = 0;
  sigma_.setZero();
  memory.theta = theta;
  refresh(memory);
  count(memory);
}

void Workspace::count(Memory& memory) const {
  ++memory.updates;
  ++memory.updatesSinceMove;
  ++memory.updatesInAttempt;
  if (objective_ > objectiveBefore_) ++memory.rises;
}

void Workspace::abandon() {
  if (!inProgress_) return;
  inProgress_ = false;
  problem_.poseChanged();  // Columns of locked joints are zero.
  std::fill(problem_.locked.begin(), problem_.locked.end(), 0);
}

// Computes error and distances at the current pose.
void Workspace::measure() {
  taskError(model_.task, state_.pose, state_.goals, unclamped_);
  error_ = 0;
  bool oriented = false;
  for (size_t i = 0; i < distance_.size(); ++i) {
    const TaskTarget& t = model_.task.targets()[i];
    distance_[i] = norm(load(&unclamped_[t.row]));
    error_ += distance_[i];
    if (!t.oriented) continue;
    oriented = true;
    angle_[i] = norm(load(&unclamped_[t.row + 3])) / t.orientationWeight;
  }
  objective_ = oriented ? std::sqrt(squareOf(unclamped_)) : error_;
}

void Workspace::saveErrors() {
  before_ = unclamped_;
  errorBefore_ = error_;
  objectiveBefore_ = objective_;
}

void Workspace::prepare(const Memory& memory) {
  saveErrors();
  evaluationsBefore_ = problem_.evaluations();
  report_.mayPause = true;
  report_.unfinished = false;
  if (watching_)
    for (int i = 0; i < sigma_.size(); ++i) sigma_[i] = problem_.svd().sigma(i);
  problem_.unclampedError = problem_.error = unclamped_;
  problem_.totalDistance = error_;
  problem_.learnt = memory.learnt;
  if (!method_->ignoresClamp(error_))
    settings_.clamp.apply(model_.task, memory.adapted, problem_.error);
  problem_.gain = settings_.gain;
  problem_.error *= problem_.gain;
  problem_.maxStep = maxStep_ < 0 ? kInfinity : maxStep_;
  problem_.maxSlide = settings_.maxSlide;
}

// Computes the step. Returns true if it has to be called again, because the step is unfinished or
// the lock policy has locked joints that would leave their limits.
bool Workspace::solve() {
  if (report_.unfinished) {
    method_->resume(problem_, report_);
  } else {
    report_.clear();
    method_->update(problem_, report_);
  }
  if (report_.unfinished) return true;
  problem_.answered();
  if (report_.breakdown) return false;
  secondary_.add(settings_.secondary, problem_, report_.step);
  limitStep(model_.tree, maxStep_ < 0 ? method_->stepLimit() : maxStep_, settings_.maxSlide,
            report_.step.data());
  return settings_.limits == LimitPolicy::lock && report_.step.allFinite() && lockExceededJoints();
}

// Shortens an update that tried poses but raises f, and rejects a step that is not finite.
void Workspace::check() {
  if (problem_.evaluations() > evaluationsBefore_ && report_.step.allFinite()) shortenStep();
  if (!computeNext()) {
    report_.step.setZero();
    next_ = state_.theta;
    report_.breakdown = true;
  }
  leak_ = 0;
  if (settings_.secondary.kind != SecondaryKind::none) {
    problem_.jacobian().times(secondary_.motion(), scratch_);
    leak_ = scratch_.norm();
  }
  if (report_.rank == Report::kSpectralRank && watching_)
    report_.rank = problem_.svd().rankAbove(kSpectralCutoff * problem_.svd().largest());
}

// Sets `next_` to the end of the step; false if a value is not finite or too large.
bool Workspace::computeNext() {
  bool sound = true;
  for (int c = 0; c < next_.size(); ++c) {
    next_[c] = state_.theta[c] + report_.step[c];
    sound &= std::abs(next_[c]) <= kMaxValue;  // Also false for NaN.
  }
  return sound && model_.tree.farthestFollower(next_) <= kMaxValue;
}

// Locks every joint that the step moves beyond a limit; false if there is none.
bool Workspace::lockExceededJoints() {
  bool any = false;
  for (int c = 0; c < state_.theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    const double next = state_.theta[c] + report_.step[c];
    if (problem_.locked[c] || (next <= j.upper + kLimitSlack && next >= j.lower - kLimitSlack))
      continue;
    const double limit = next > j.upper ? j.upper : j.lower;
    problem_.error -= problem_.jacobian().matrix().col(c) * (limit - state_.theta[c]);
    problem_.zeroColumn(c);
    problem_.locked[c] = next > j.upper ? 1 : -1;
    any = true;
  }
  return any;
}

// The trials of a method already have the locked joints at their limits. Their motion to the limits
// is part of the update: if the complete update does not lower f, it is shortened until it does.
void Workspace::shortenStep() {
  Vector& step = report_.step;
  const bool any = std::any_of(problem_.locked.begin(), problem_.locked.end(),
                               [](char side) { return side != 0; });
  scratch_ = problem_.gain * unclamped_;
  const double before = 0.5 * squareOf(scratch_);
  if (!any || problem_.evaluate(step, scratch_) < before) return;
  for (int c = 0; c < step.size(); ++c) {
    if (!problem_.locked[c]) continue;
    const Joint& j = model_.tree.moving(c);
    step[c] = (problem_.locked[c] > 0 ? j.upper : j.lower) - state_.theta[c];
    problem_.locked[c] = 0;
  }
  problem_.poseChanged();
  step *= search_.shorten(problem_, step);
  report_.noImprovement = step.isZero(0);
}

// theta += step; a joint stopped by its limit is set to it exactly. For an angle that
// LimitPolicy::wrap moves back, the report keeps the full step, because the pose is the same.
void Workspace::apply(Memory& memory) {
  if (settings_.limits == LimitPolicy::wrap) {
    for (int c = 0; c < next_.size(); ++c) {
      if (!wrap(model_.tree, c, next_[c])) report_.step[c] = next_[c] - state_.theta[c];
    }
  } else if (settings_.limits != LimitPolicy::ignore) {
    for (int c = 0; c < next_.size(); ++c) {
      const Joint& j = model_.tree.moving(c);
      if (problem_.locked[c]) next_[c] = problem_.locked[c] > 0 ? j.upper : j.lower;
      next_[c] = std::clamp(next_[c], j.lower, j.upper);
      report_.step[c] = next_[c] - state_.theta[c];
      problem_.locked[c] = 0;
    }
  }
  method_->learn(problem_, report_.step, memory.learnt);
  memory.theta = next_;
  state_.theta.swap(next_);
  if (!problem_.takeTried(state_.theta, state_.pose))
    forwardKinematics(model_.tree, state_.theta, state_.pose);
  problem_.poseChanged();
}

Stop Workspace::judge(Memory& memory, const StopRules& rules) {
  const Jacobian& jacobian = problem_.jacobian();
  jacobian.transposeTimes(unclamped_, gradient_);
  countSlow(memory, rules, objectiveBefore_, objective_);
  return memory.stop = iklab::judge({.model = model_,
                                     .memory = memory,
                                     .holds = settings_.limits != LimitPolicy::ignore,
                                     .wraps = settings_.limits == LimitPolicy::wrap,
                                     .e = unclamped_,
                                     .gradient = gradient_,
                                     .jacobianNorm = jacobian.norm(),
                                     .objectiveBefore = objectiveBefore_,
                                     .objective = objective_,
                                     .breakdown = report_.breakdown,
                                     .noImprovement = report_.noImprovement},
                                    rules);
}

double Workspace::discomfort() const {
  double square = 0;
  for (int c = 0; c < state_.theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    if (j.turns()) square += (state_.theta[c] - j.comfort) * (state_.theta[c] - j.comfort);
  }
  return std::sqrt(square);
}

bool Workspace::within(const StopRules& rules) const {
  return iklab::within(rules, model_.task, unclamped_);
}

}  // namespace iklab
