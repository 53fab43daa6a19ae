// The lanes of a vector of doubles. Sources that include this header choose the instructions.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "iklab/ik/joint_limits.hpp"
#include "iklab/ik/lane_steppers.hpp"
#include "iklab/ik/lanes.hpp"
#include "iklab/ik/step_limit.hpp"
#include "iklab/ik/stopping.hpp"
#include "iklab/math/arctangent.hpp"

namespace iklab::detail {

// log(R_t R_s^T), like rotationVector of the kinematics. Vectorised where the trace is positive,
// which is the common case.
template <class Real>
Three<Real> rotationError(const Rotation<Real>& goal, const Rotation<Real>& tip) {
  Real r[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) r[i][k] = dot(goal.row(i), tip.row(k));
  const Real trace = r[0][0] + (r[1][1] + r[2][2]);
  const Mask<Real> common = below(all<Real>(0), trace);
  const Real t = root(trace + 1.0), cosine = 0.5 * t, scale = 0.5 / t;
  Three<Real> v = {(r[2][1] - r[1][2]) * scale, (r[0][2] - r[2][0]) * scale,
                   (r[1][0] - r[0][1]) * scale};
  const Real sine = norm(v);
  Real factor = {};
  for (int at = 0; at < kLanes<Real>; ++at)
    if (common[at] && sine[at] != 0) factor[at] = 2 * arctangent2(sine[at], cosine[at]) / sine[at];
  v = factor * v;
  if (!any(no(common))) return v;
  for (int at = 0; at < kLanes<Real>; ++at) {
    if (common[at]) continue;
    Eigen::Matrix3d turned;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) turned(i, k) = r[i][k][at];
    setLane(v, at, rotationVector(turned));
  }
  return v;
}

inline bool hasTolerances(const Task& task) {
  for (const TaskTarget& t : task.targets())
    if (t.tolerance) return true;
  return false;
}

template <class Real>
class LanesOf final : public Lanes, public LaneAligned, private LanePlacer<Real> {
  using Flags = Mask<Real>;

 public:
  static constexpr int kCount = kLanes<Real>;

  LanesOf(const Solver& solver, const StopRules& rules);

  int count() const override { return kCount; }
  void begin(int lane, const Memory& memory, std::span<const Goal> goals,
             const StopRules& attempt) override;
  void restart(int lane, const Vector& theta, const StopRules& attempt) override;
  void end(int lane) override { lost_[lane] = reported_[lane] = -1; }
  unsigned round() override;
  Made made(int lane) const override;

  void write(int lane, Memory& memory) const override;
  int updates(int lane) const override { return static_cast<int>(updates_[lane]); }
  double error(int lane) const override { return error_[lane]; }
  double objective(int lane) const override { return objective_[lane]; }
  Vector step(int lane) const override;
  double told(int lane, double Report::*field) const override {
    return stepper_->told(lane, field);
  }
  Stop judge(int lane, Memory& memory, const StopRules& rules) override;
  double distance(int lane, int target) const override { return distance_[at(target)][lane]; }
  double angle(int lane, int target) const override;

  double travel(int lane) const override { return travel_[lane]; }
  int limitHits(int lane) const override { return static_cast<int>(limitHits_[lane]); }
  double startError(int lane) const override { return startError_[lane]; }
  double best(int lane) const override { return best_[lane]; }
  unsigned improved() const override { return bitsOf(improved_); }

  // Assigns an instance and its goals to each lane and makes one update, without evaluating the
  // pose at its end. For callers that only need theta and what the method has learnt, which
  // Memory::learnt must have room for. Afterwards `pose` is the one before the update.
  void update(const std::array<const Memory*, kCount>& memories,
              const std::array<std::vector<Goal>, kCount>& goals);
  const PoseOf<Real>& pose() const { return now_.pose; }
  // Writes the update of a lane into its memory; false if the lane has none or is lost.
  bool updated(int lane, Memory& memory) const;

 private:
  static constexpr int kNever = std::numeric_limits<int>::max();

  static size_t at(int i) { return static_cast<size_t>(i); }
  static void copyLane(const Array<Real>& values, int lane, Vector& to);
  void setPose(int lane, const Vector& theta);
  void setGoals(int lane, std::span<const Goal> goals);
  void move(Flags moving);
  void place(LaneTrial<Real>& to) const override;
  void reduceError(const PoseOf<Real>& pose, size_t target, Real* e) const;
  void evaluate();
  void linearise();
  void count(Flags tried);
  void watch(Flags stood);
  Flags mayStop() const;
  Flags mayBeWithin() const;
  Flags mayBeStationary() const;

  const std::shared_ptr<const Model> model_;
  const bool holds_;  // True if joints stay within their limits.
  const Real maxStep_, maxSlide_;
  const StopRules rules_;
  const bool boxes_;                             // True if a target has tolerances of its own.
  std::array<std::vector<Goal>, kCount> goals_;  // Per lane, one per target.
  Array<Real, Three<Real>> goal_;                // Per target: position.
  Array<Real, Rotation<Real>> goalFrame_;        // Per target: orientation.
  LaneTrial<Real> now_;
  Strands<Real> strands_;
  Array<Real> step_, gradient_, distance_;
  Real error_, objective_, objectiveBefore_, jacobianNorm_;
  Flags justBegun_ = {}, stood_ = {}, moved_ = {}, improved_ = {};
  Flags lost_ = no(Flags{}), reported_ = lost_;  // There are no instances yet.
  // Counts, see Memory.
  Flags updates_ = {}, updatesInAttempt_ = {}, mostUpdates_ = {}, maxSlow_ = {}, rises_ = {},
        slow_ = {}, trials_ = {};
  Flags limitHits_ = {}, fresh_ = {};  // fresh_: without an evaluated pose yet.
  Real travel_ = {}, startError_ = {}, best_ = {};
  Vector judgedError_, judgedGradient_;
  std::unique_ptr<LaneStepper<Real>> stepper_;
};

template <class Real>
LanesOf<Real>::LanesOf(const Solver& solver, const StopRules& rules)
    : model_(solver.shared()),
      holds_(solver.settings().limits != LimitPolicy::ignore),
      maxStep_(all<Real>(solver.settings().maxStep.value_or(solver.method().entry().maxStep))),
      maxSlide_(all<Real>(solver.settings().maxSlide)),
      rules_(rules),
      boxes_(hasTolerances(model_->task)),
      goal_(model_->task.targets().size()),
      goalFrame_(goal_.size(), all<Real>(kIdentity)),
      now_(*model_),
      strands_(model_->tree, model_->task),
      step_(at(model_->columns()), all<Real>(0)),
      gradient_(step_),
      distance_(goal_.size(), all<Real>(0)),
      judgedError_(Vector::Zero(model_->rows())),
      judgedGradient_(Vector::Zero(model_->columns())),
      stepper_(makeLaneStepper<Real>(solver, *this)) {
  for (std::vector<Goal>& goals : goals_) goals.resize(goal_.size());
  for (Three<Real>& goal : goal_) goal = all<Real>(Three<double>{0, 0, 0});
  place(now_);
  evaluate();
}

template <class Real>
void LanesOf<Real>::copyLane(const Array<Real>& values, int lane, Vector& to) {
  for (size_t i = 0; i < values.size(); ++i) to[static_cast<Eigen::Index>(i)] = values[i][lane];
}

template <class Real>
Vector LanesOf<Real>::step(int lane) const {
  Vector step(model_->columns());
  copyLane(step_, lane, step);
  return step;
}

template <class Real>
void LanesOf<Real>::setGoals(int lane, std::span<const Goal> goals) {
  for (size_t i = 0; i < goals.size(); ++i) {
    Goal& goal = goals_[at(lane)][i];
    setLane(goal_[i], lane, goals[i].position);
    // In most updates the orientations are unchanged.
    if (goal.orientation.coeffs() != goals[i].orientation.coeffs())
      setLane(goalFrame_[i], lane, goals[i].orientation.toRotationMatrix());
    goal = goals[i];
  }
}

template <class Real>
void LanesOf<Real>::setPose(int lane, const Vector& theta) {
  justBegun_[lane] = -1;
  stepper_->forget(lane);
  for (int c = 0; c < model_->columns(); ++c) {
    const bool sound = std::abs(theta[c]) < kReducible;
    now_.theta[at(c)][lane] = sound ? theta[c] : 0;
    if (!sound) lost_[lane] = -1;
  }
}

template <class Real>
void LanesOf<Real>::begin(int lane, const Memory& memory, std::span<const Goal> goals,
                          const StopRules& attempt) {
  setGoals(lane, goals);
  lost_[lane] = reported_[lane] = 0;
  updates_[lane] = trials_[lane] = limitHits_[lane] = 0;
  travel_[lane] = 0;
  fresh_[lane] = -1;
  restart(lane, memory.theta, attempt);
}

template <class Real>
void LanesOf<Real>::restart(int lane, const Vector& theta, const StopRules& attempt) {
  updatesInAttempt_[lane] = rises_[lane] = slow_[lane] = 0;
  mostUpdates_[lane] = attempt.maxUpdates;
  maxSlow_[lane] = attempt.maxSlow > 0 ? attempt.maxSlow : kNever;
  setPose(lane, theta);
}

template <class Real>
unsigned LanesOf<Real>::round() {
  objectiveBefore_ = objective_;
  const Flags active = no(justBegun_ | lost_);
  moved_ = stepper_->step(now_, strands_, active, step_.data(), lost_);
  move(moved_);
  moved_ &= no(lost_);
  LaneTrial<Real>* tried = stepper_->tried();
  if (tried &&
      std::memcmp(tried->theta.data(), now_.theta.data(), sizeof(Real) * now_.theta.size()) == 0)
    std::swap(now_, *tried);
  else
    place(now_);
  evaluate();
  stood_ = justBegun_ & no(lost_);
  justBegun_ = Flags{};
  count(active);
  if (watching_) watch(stood_);
  const Flags report = (lost_ & no(reported_)) | (moved_ & mayStop());
  reported_ |= lost_;
  return bitsOf(report);
}

template <class Real>
Lanes::Made LanesOf<Real>::made(int lane) const {
  if (lost_[lane]) return Made::lost;
  if (stood_[lane]) return Made::stand;
  return moved_[lane] ? Made::update : Made::trial;
}

// Applies the steps of the moving lanes: scaled by the step limit, then clamped by the joint
// limits.
template <class Real>
void LanesOf<Real>::move(Flags moving) {
  limitStep(model_->tree, maxStep_, maxSlide_, step_.data());
  for (int c = 0; c < model_->columns(); ++c) {
    Real &theta = now_.theta[at(c)], &step = step_[at(c)];
    Real next = theta + step;
    const Flags sound = below(magnitude(next), all<Real>(kReducible));
    lost_ |= moving & no(sound);
    if (holds_) {
      const Joint& j = model_->tree.moving(c);
      const Real lower = all<Real>(j.lower), upper = all<Real>(j.upper);
      next = select(below(next, lower), lower, select(below(upper, next), upper, next));
      step = next - theta;
    }
    theta = select(moving & sound, next, theta);
  }
}

template <class Real>
void LanesOf<Real>::place(LaneTrial<Real>& to) const {
  forwardKinematics(model_->tree, to.theta.data(), to.pose);
  for (size_t i = 0; i < goal_.size(); ++i) {
    const TaskTarget& t = model_->task.targets()[i];
    Real* e = &to.e[at(t.row)];
    store(goal_[i] - to.pose.tip[at(t.effector)], e);
    if (t.oriented)
      store(all<Real>(t.orientationWeight) *
                rotationError(goalFrame_[i], to.pose.worldFromTip[at(t.effector)]),
            e + 3);
    if (t.partial()) reduceError(to.pose, i, e);
  }
}

// Replaces e of a target by that of its constrained components.
template <class Real>
void LanesOf<Real>::reduceError(const PoseOf<Real>& pose, size_t target, Real* e) const {
  const TaskTarget& t = model_->task.targets()[target];
  for (int k = 0; k < kCount; ++k) {
    double one[6] = {};
    for (int i = 0; i < (t.oriented ? 6 : 3); ++i) one[i] = e[i][k];
    askedError(t, lane(pose.worldFromTip[at(t.effector)], k), goals_[at(k)][target], one);
    for (int i = 0; i < (t.oriented ? 6 : 3); ++i) e[i][k] = one[i];
  }
}

// Evaluates error, objective, J and gradient at the current poses.
template <class Real>
void LanesOf<Real>::evaluate() {
  error_ = all<Real>(0);
  bool oriented = false;
  for (size_t i = 0; i < distance_.size(); ++i) {
    const TaskTarget& t = model_->task.targets()[i];
    distance_[i] = norm(load(&now_.e[at(t.row)]));
    error_ += distance_[i];
    oriented = oriented || t.oriented;
  }
  objective_ = oriented ? root(squareOf(now_.e.data(), model_->rows())) : error_;
  linearise();
  jacobianNorm_ = root(strands_.squareNorm());
  strands_.transposeTimes(now_.e.data(), gradient_.data());
}

template <class Real>
void LanesOf<Real>::linearise() {
  strands_.compute(now_.pose);
  if (model_->task.partial())
    reduceRows(
        model_->task, now_.pose, [&](int i, int lane) { return goals_[at(lane)][at(i)]; },
        strands_);
}

// active: lanes that had an evaluated pose before this round.
template <class Real>
void LanesOf<Real>::count(Flags active) {
  trials_ -= active & stepper_->trials();
  updates_ -= moved_;
  updatesInAttempt_ -= moved_;
  rises_ -= moved_ & below(objectiveBefore_, objective_);
  const Flags enough =
      (Flags)(objectiveBefore_ - objective_ >= rules_.slowShare * objectiveBefore_);
  slow_ = (moved_ & no(enough) & (slow_ + 1)) | (no(moved_) & slow_);
}

template <class Real>
void LanesOf<Real>::watch(Flags stood) {
  const Flags first = stood & fresh_;
  fresh_ &= no(stood);
  startError_ = select(first, error_, startError_);
  improved_ = first | (moved_ & below(error_, best_));
  best_ = select(improved_, error_, best_);
  Flags atLimit = {};
  for (int c = 0; c < model_->columns(); ++c) {
    const Joint& j = model_->tree.moving(c);
    if (j.turns()) travel_ += select(moved_, magnitude(step_[at(c)]), all<Real>(0));
    const double slack = limitSlack(j);
    atLimit |= (Flags)(now_.theta[at(c)] <= all<Real>(j.lower + slack)) |
               (Flags)(now_.theta[at(c)] >= all<Real>(j.upper - slack));
  }
  limitHits_ -= moved_ & atLimit;
}

// Lanes in which a rule of stopping.cpp may apply after this update. Sums may differ from those of
// `judge` by rounding, hence the slack.
template <class Real>
typename LanesOf<Real>::Flags LanesOf<Real>::mayStop() const {
  const Real gain = objectiveBefore_ - objective_;
  Flags stops = mayBeWithin() | mayBeStationary();
  stops |= (Flags)(gain >= all<Real>(0)) & below(gain, all<Real>(rules_.minImprovement));
  stops |= below(objectiveBefore_, objective_) & (Flags)(rises_ >= rules_.maxRises);
  stops |= (Flags)(slow_ >= maxSlow_);
  return stops | (Flags)(updatesInAttempt_ >= mostUpdates_);
}

inline constexpr double kMore = 1 + 1e-9;

template <class Real>
typename LanesOf<Real>::Flags LanesOf<Real>::mayBeWithin() const {
  if (rules_.residual > 0) {
    const Real square = squareOf(now_.e.data(), model_->rows());
    return no(below(all<Real>(kMore * rules_.residual * rules_.residual), square));
  }
  if (boxes_) return no(Flags{});
  Flags within = no(below(all<Real>(kMore * rules_.tolerance), error_));
  if (!any(within)) return within;
  for (const TaskTarget& t : model_->task.targets()) {
    if (!t.oriented) continue;
    const Real angle = norm(load(&now_.e[at(t.row + 3)]));
    within &=
        no(below(all<Real>(kMore * t.orientationWeight * rules_.orientationTolerance), angle));
  }
  return within;
}

template <class Real>
typename LanesOf<Real>::Flags LanesOf<Real>::mayBeStationary() const {
  Real square = all<Real>(0);
  for (int c = 0; c < model_->columns(); ++c) {
    const Real gradient = gradient_[at(c)];
    Real free = gradient * gradient;
    if (holds_) {
      const Joint& j = model_->tree.moving(c);
      const Real theta = now_.theta[at(c)], zero = all<Real>(0);
      const Flags held =
          ((Flags)(theta >= all<Real>(j.upper - kLimitSlack)) & below(zero, gradient)) |
          ((Flags)(theta <= all<Real>(j.lower + kLimitSlack)) & below(gradient, zero));
      free = select(held, zero, free);
    }
    square += free;
  }
  const Real scale = kMore * kStandstill * jacobianNorm_;
  const Real least = squareOf(now_.e.data(), model_->rows());
  return no(below(scale * scale * least, square));
}

template <class Real>
void LanesOf<Real>::write(int lane, Memory& memory) const {
  for (int c = 0; c < model_->columns(); ++c) memory.theta[c] = now_.theta[at(c)][lane];
  memory.updates = static_cast<int>(updates_[lane]);
  memory.updatesSinceMove = memory.updates;
  memory.updatesInAttempt = static_cast<int>(updatesInAttempt_[lane]);
  memory.rises = static_cast<int>(rises_[lane]);
  memory.slow = maxSlow_[lane] == kNever ? 0 : static_cast<int>(slow_[lane]);
  memory.trials = static_cast<int>(trials_[lane]);
}

template <class Real>
Stop LanesOf<Real>::judge(int lane, Memory& memory, const StopRules& rules) {
  copyLane(now_.e, lane, judgedError_);
  copyLane(gradient_, lane, judgedGradient_);
  return memory.stop = iklab::judge({.model = *model_,
                                     .memory = memory,
                                     .holds = holds_,
                                     .wraps = false,
                                     .e = judgedError_,
                                     .gradient = judgedGradient_,
                                     .jacobianNorm = jacobianNorm_[lane],
                                     .objectiveBefore = objectiveBefore_[lane],
                                     .objective = objective_[lane]},
                                    rules);
}

template <class Real>
double LanesOf<Real>::angle(int lane, int target) const {
  const TaskTarget& t = model_->task.targets()[at(target)];
  if (!t.oriented) return 0;
  return norm(load(&now_.e[at(t.row + 3)]))[lane] / t.orientationWeight;
}

template <class Real>
void LanesOf<Real>::update(const std::array<const Memory*, kCount>& memories,
                           const std::array<std::vector<Goal>, kCount>& goals) {
  lost_ = justBegun_ = Flags{};
  for (int c = 0; c < model_->columns(); ++c) {
    Real value;
    for (int lane = 0; lane < kCount; ++lane) value[lane] = memories[at(lane)]->theta[c];
    const Flags sound = below(magnitude(value), all<Real>(kReducible));
    lost_ |= no(sound);
    now_.theta[at(c)] = select(sound, value, all<Real>(0));
  }
  for (int lane = 0; lane < kCount; ++lane) {
    setGoals(lane, goals[at(lane)]);
    stepper_->recall(lane, memories[at(lane)]->learnt);
  }
  place(now_);
  linearise();
  moved_ = stepper_->step(now_, strands_, no(lost_), step_.data(), lost_);
  move(moved_);
}

template <class Real>
bool LanesOf<Real>::updated(int lane, Memory& memory) const {
  if (lost_[lane] || !moved_[lane]) return false;
  for (int c = 0; c < model_->columns(); ++c) memory.theta[c] = now_.theta[at(c)][lane];
  stepper_->remember(lane, memory.learnt);
  ++memory.updates;
  return true;
}

extern template class LanesOf<Two>;

}  // namespace iklab::detail
