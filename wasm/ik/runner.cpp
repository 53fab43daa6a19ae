#include "ik/runner.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {
namespace {

constexpr double kLimitSlack = 1e-12;      // radians or metres
constexpr double kFarthest = 1e15;         // radians or metres: no joint goes beyond
constexpr double kStandstill = 1e-12;      // of |J|_F |e|
constexpr double kSpectralCutoff = 1e-10;  // of sigma_1

}  // namespace

Runner::Runner(const Model& model, const RunSettings& settings, const double* panel,
               const Vector& start)
    : model_(model),
      settings_(settings),
      panel_(panel),
      state_(model),
      method_(methodTable()[static_cast<size_t>(panel[kMethod])]->make(model, panel)),
      clamp_(model),
      secondary_(model),
      problem_(model_, state_),
      report_(model),
      search_(model),
      next_(start),
      raw_(Vector::Zero(model.rows())),
      before_(raw_),
      leaked_(raw_),
      sigma_(Vector::Zero(std::min(model.rows(), model.columns()))),
      gradient_(Vector::Zero(model.columns())),
      distance_(model.task.targets().size(), 0),
      angle_(distance_) {
  for (int c = 0; c < model.columns(); ++c) slides_.push_back(model.tree.moving(c).slides());
  problem_.limitsHold = settings_.limitPolicy != LimitPolicy::ignore;
  state_.theta = start;
  forwardKinematics(model_.tree, state_.theta, state_.pose);
}

void Runner::beginFrame(const std::vector<Goal>& goals, bool moved, double jump) {
  std::copy(goals.begin(), goals.end(), state_.goals.begin());
  updatesInFrame_ = 0;
  abandon();
  measure();
  if (!moved) return;
  const bool afresh = settings_.mode == RunMode::converge || jump > panel_[kClampDistance];
  if (afresh) {
    clamp_.release();
    method_->reset();
  }
  startError_ = error_;
  updatesSinceMove_ = rises_ = 0;
  stop_ = Stop::none;
}

bool Runner::frameDone() const {
  switch (settings_.mode) {
    case RunMode::converge:
      return stop_ != Stop::none;
    case RunMode::hybrid:
      if (updatesInFrame_ > 0 && within()) return true;
      [[fallthrough]];
    default:
      return updatesInFrame_ >= settings_.updatesPerFrame;
  }
}

bool Runner::work() {
  if (!open_) prepare();
  open_ = true;
  if (problem_.decomposeAhead() || solve()) return false;
  open_ = false;
  check();
  apply();
  measure();
  clamp_.adapt(panel_, before_, raw_);
  ++updates_;
  ++updatesInFrame_;
  ++updatesSinceMove_;
  judge();
  return true;
}

void Runner::abandon() {
  if (!open_) return;
  open_ = jacobianIsCurrent_ = false;  // columns of locked joints are zero
  std::fill(problem_.locked.begin(), problem_.locked.end(), 0);
}

// error and distances at the pose of now
void Runner::measure() {
  taskError(model_.task, state_.pose, state_.goals, raw_);
  error_ = 0;
  bool oriented = false;
  for (size_t i = 0; i < distance_.size(); ++i) {
    const TaskTarget& t = model_.task.targets()[i];
    distance_[i] = raw_.segment<3>(t.row).norm();
    error_ += distance_[i];
    if (!t.oriented) continue;
    oriented = true;
    angle_[i] = raw_.segment<3>(t.row + 3).norm() / t.orientationWeight;
  }
  objective_ = oriented ? raw_.norm() : error_;
}

void Runner::prepare() {
  before_ = raw_;
  errorBefore_ = error_;
  objectiveBefore_ = objective_;
  tried_ = problem_.evaluations();
  if (!jacobianIsCurrent_) problem_.jacobian.compute(state_.pose);
  jacobianIsCurrent_ = true;
  problem_.jacobianChanged();
  if (watching_)
    for (int i = 0; i < sigma_.size(); ++i) sigma_[i] = problem_.svd().sigma(i);
  problem_.raw = problem_.error = raw_;
  problem_.totalDistance = error_;
  if (!method_->ignoresClamp(error_)) clamp_.apply(panel_, problem_.error);
  problem_.gain = panel_[kGain];
  problem_.error *= problem_.gain;
  problem_.maxStep = panel_[kMaxStep] < 0 ? kInfinity : panel_[kMaxStep];
  problem_.maxSlide = panel_[kMaxSlide];
}

// The step. True: the lock policy asks for it once more, for joints that would leave their limits.
bool Runner::solve() {
  report_.clear();
  method_->update(problem_, report_);
  problem_.answered();
  if (report_.breakdown) return false;
  secondary_.add(panel_, problem_, report_.step);
  limitStep();
  return settings_.limitPolicy == LimitPolicy::lock && report_.step.allFinite() && lockNext();
}

// an update that raises f though trials were made is shortened, and a step that is none not taken
void Runner::check() {
  if (problem_.evaluations() > tried_ && report_.step.allFinite()) lowerAsWhole();
  const bool sound =
      ((state_.theta + report_.step).array().abs() <= kFarthest).all();  // false for NaN
  if (!sound) {
    report_.step.setZero();
    report_.breakdown = true;
  }
  leak_ = 0;
  if (hasGoal()) {
    problem_.jacobian.times(secondary_.motion(), leaked_);
    leak_ = leaked_.norm();
  }
  if (report_.rank == Report::kSpectralRank && watching_)
    report_.rank = problem_.svd().rankAbove(kSpectralCutoff * problem_.svd().largest());
}

bool Runner::hasGoal() const {
  return panel_[kSecondaryKind] != static_cast<double>(SecondaryKind::none);
}

// one factor on the whole step, first for turning joints, then for sliding ones
void Runner::limitStep() {
  Vector& step = report_.step;
  double turn = 0, slide = 0;
  for (int c = 0; c < step.size(); ++c) {
    const double size = std::abs(step[c]), sliding = slides_[c];
    turn = std::max(turn, (1 - sliding) * size);
    slide = std::max(slide, sliding * size);
  }
  const double maxTurn = panel_[kMaxStep] < 0 ? method_->stepLimit() : panel_[kMaxStep];
  if (turn > maxTurn) {
    step *= maxTurn / turn;
    slide *= maxTurn / turn;
  }
  if (slide > panel_[kMaxSlide]) step *= panel_[kMaxSlide] / slide;
}

// locks every joint that the step takes beyond a limit; false when there is none
bool Runner::lockNext() {
  bool any = false;
  for (int c = 0; c < state_.theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    const double there = state_.theta[c] + report_.step[c];
    if (problem_.locked[c] || (there <= j.upper + kLimitSlack && there >= j.lower - kLimitSlack))
      continue;
    const double limit = there > j.upper ? j.upper : j.lower;
    problem_.error -= problem_.jacobian.matrix().col(c) * (limit - state_.theta[c]);
    problem_.jacobian.zeroColumn(c);
    problem_.locked[c] = there > j.upper ? 1 : -1;
    any = true;
  }
  if (any) problem_.jacobianChanged();
  return any;
}

// What a method tries begins with the locked joints on their limits already. Their way there is part
// of the update: where the whole of it does not lower f, it is shortened until it does.
void Runner::lowerAsWhole() {
  Vector& step = report_.step;
  const bool any = std::any_of(problem_.locked.begin(), problem_.locked.end(),
                               [](char side) { return side != 0; });
  const double before = 0.5 * (problem_.gain * raw_).squaredNorm();
  if (!any || problem_.evaluate(step, leaked_) < before) return;
  for (int c = 0; c < step.size(); ++c) {
    if (!problem_.locked[c]) continue;
    const Joint& j = model_.tree.moving(c);
    step[c] = (problem_.locked[c] > 0 ? j.upper : j.lower) - state_.theta[c];
    problem_.locked[c] = 0;
  }
  problem_.jacobian.compute(state_.pose);
  problem_.jacobianChanged();
  step *= search_.shorten(problem_, step);
  report_.noImprovement = step.isZero(0);
}

// theta += step, never wrapped; a joint held by its limit stands on it exactly
void Runner::apply() {
  next_ = state_.theta + report_.step;
  if (settings_.limitPolicy != LimitPolicy::ignore) {
    for (int c = 0; c < next_.size(); ++c) {
      const Joint& j = model_.tree.moving(c);
      if (problem_.locked[c]) next_[c] = problem_.locked[c] > 0 ? j.upper : j.lower;
      next_[c] = std::clamp(next_[c], j.lower, j.upper);
      report_.step[c] = next_[c] - state_.theta[c];
      problem_.locked[c] = 0;
    }
  }
  method_->applied(problem_, report_.step);
  state_.theta = next_;
  forwardKinematics(model_.tree, state_.theta, state_.pose);
  jacobianIsCurrent_ = false;
}

// by what the methods minimise: a method that lowers it never counts as rising
void Runner::judge() {
  const bool rose = objective_ > objectiveBefore_;
  if (rose) ++rises_;
  if (settings_.mode != RunMode::converge) return;
  problem_.jacobian.compute(state_.pose);
  jacobianIsCurrent_ = true;
  problem_.jacobian.transposeTimes(raw_, gradient_);
  const double gain = objectiveBefore_ - objective_;
  if (within())
    stop_ = Stop::reached;
  else if (standstill(false))
    stop_ = Stop::stalled;
  else if (settings_.limitPolicy != LimitPolicy::ignore && standstill(true))
    stop_ = Stop::atLimit;
  else if (report_.breakdown)
    stop_ = Stop::breakdown;
  else if (report_.noImprovement || (gain >= 0 && gain < settings_.minImprovement))
    stop_ = Stop::noImprovement;
  else if (rose && rises_ >= settings_.maxRises)
    stop_ = Stop::oscillating;
  else if (updatesSinceMove_ >= settings_.maxUpdates)
    stop_ = Stop::iterationLimit;
}

// J^T e = 0 to rounding; heldOnly: leaving out what pulls a joint against its limit
bool Runner::standstill(bool heldOnly) const {
  const double scale = problem_.jacobian.matrix().norm() * raw_.norm();
  if (raw_.isZero(0)) return false;
  double square = 0;
  for (int c = 0; c < gradient_.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    const bool held = (state_.theta[c] >= j.upper - kLimitSlack && gradient_[c] > 0) ||
                      (state_.theta[c] <= j.lower + kLimitSlack && gradient_[c] < 0);
    if (!heldOnly || !held) square += gradient_[c] * gradient_[c];
  }
  return std::sqrt(square) <= kStandstill * scale;
}

double Runner::discomfort() const {
  double square = 0;
  for (int c = 0; c < state_.theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    if (j.turns()) square += (state_.theta[c] - j.comfort) * (state_.theta[c] - j.comfort);
  }
  return std::sqrt(square);
}

bool Runner::within() const {
  if (!(error_ <= settings_.tolerance)) return false;
  return std::all_of(angle_.begin(), angle_.end(),
                     [&](double angle) { return angle <= settings_.orientationTolerance; });
}

}  // namespace iklab
