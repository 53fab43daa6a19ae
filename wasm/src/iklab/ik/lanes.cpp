#include "iklab/ik/lanes.hpp"

#include <cmath>
#include <cstring>

#include "iklab/ik/step_limit.hpp"
#include "iklab/ik/stopping.hpp"
#include "iklab/math/arctangent.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Matrix3d;

// log(R_t R_s^T), like rotationVector of the kinematics. Vectorised if both traces are positive,
// which is the common case.
Three<Two> rotationError(const Rotation<Two>& goal, const Rotation<Two>& tip) {
  Rotation<Two> turned;
  Two r[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) r[i][k] = dot(goal.row(i), tip.row(k));
  const Two trace = r[0][0] + (r[1][1] + r[2][2]);
  Three<Two> v;
  if (any(no(below(all<Two>(0), trace)))) {
    for (int k = 0; k < 3; ++k) turned.column[k] = {r[0][k], r[1][k], r[2][k]};
    for (int at = 0; at < kLanes<Two>; ++at)
      setLane(v, at, rotationVector(Matrix3d(lane(turned, at))));
    return v;
  }
  const Two t = root(trace + 1.0), cosine = 0.5 * t, scale = 0.5 / t;
  v = {(r[2][1] - r[1][2]) * scale, (r[0][2] - r[2][0]) * scale, (r[1][0] - r[0][1]) * scale};
  const Two sine = norm(v);
  Two factor;
  for (int at = 0; at < kLanes<Two>; ++at)
    factor[at] = sine[at] == 0 ? 0 : 2 * arctangent2(sine[at], cosine[at]) / sine[at];
  return factor * v;
}

bool same(const std::vector<Two>& a, const std::vector<Two>& b) {
  return std::memcmp(a.data(), b.data(), sizeof(Two) * a.size()) == 0;
}

}  // namespace

bool Lanes::cover(const Solver& solver) {
  const Settings& settings = solver.settings();
  return LaneStepper::covers(solver) && settings.limits <= LimitPolicy::clamp &&
         settings.clamp.mode == ClampMode::off && settings.gain == 1 &&
         settings.maxStep.value_or(solver.method().entry().maxStep) >= 0 &&
         settings.secondary.kind == SecondaryKind::none;
}

Lanes::Lanes(const Solver& solver)
    : model_(solver.shared()),
      holds_(solver.settings().limits != LimitPolicy::ignore),
      maxStep_(all<Two>(solver.settings().maxStep.value_or(solver.method().entry().maxStep))),
      maxSlide_(all<Two>(solver.settings().maxSlide)),
      goal_(model_->task.targets().size()),
      goalFrame_(goal_.size(), all<Two>(kIdentity)),
      now_(*model_),
      strands_(model_->tree, model_->task),
      step_(at(model_->columns()), all<Two>(0)),
      gradient_(step_),
      justBegun_(kNoLane),
      lost_(no(kNoLane)),
      moved_(kNoLane),
      stepper_(LaneStepper::make(solver, *this)) {
  const std::vector<Goal> goals(goal_.size());
  for (int lane = 0; lane < kCount; ++lane) {
    goals_[at(lane)].resize(goal_.size());
    begin(lane, {Vector::Zero(model_->columns())}, goals);
    lost_[lane] = -1;  // There is no instance yet.
  }
  for (StopValues& seen : stopValues_) {
    seen.step = seen.gradient = Vector::Zero(model_->columns());
    seen.e = Vector::Zero(model_->rows());
  }
  place(now_);
  evaluate();
}

void Lanes::setGoals(int lane, std::span<const Goal> goals) {
  for (size_t i = 0; i < goals.size(); ++i) {
    Goal& goal = goals_[at(lane)][i];
    setLane(goal_[i], lane, goals[i].position);
    // In most updates the orientations are unchanged.
    if (goal.orientation.coeffs() != goals[i].orientation.coeffs())
      setLane(goalFrame_[i], lane, goals[i].orientation.toRotationMatrix());
    goal = goals[i];
  }
}

void Lanes::begin(int lane, const Memory& memory, std::span<const Goal> goals) {
  setGoals(lane, goals);
  lost_[lane] = 0;
  justBegun_[lane] = -1;
  stepper_->forget(lane);
  for (int c = 0; c < model_->columns(); ++c) {
    const double value = memory.theta[c];
    const bool sound = std::abs(value) < kReducible;
    now_.theta[at(c)][lane] = sound ? value : 0;
    if (!sound) lost_[lane] = -1;
  }
}

void Lanes::restart(int lane, Memory& memory, const Vector& theta) {
  memory.theta = theta;
  memory.updatesInAttempt = memory.rises = memory.slow = 0;
  memory.stop = Stop::none;
  justBegun_[lane] = -1;
  stepper_->forget(lane);
  for (int c = 0; c < model_->columns(); ++c) now_.theta[at(c)][lane] = theta[c];
}

void Lanes::round() {
  objectiveBefore_ = objective_;
  moved_ = stepper_->step(now_, strands_, no(justBegun_ | lost_), step_.data(), lost_);
  move(moved_);
  LaneTrial* tried = stepper_->tried();
  if (tried && same(tried->theta, now_.theta))
    std::swap(now_, *tried);
  else
    place(now_);
  evaluate();
}

// Applies the steps of the moving lanes: scaled by the step limit, then clamped by the joint
// limits.
void Lanes::move(TwoMask moving) {
  limitStep(model_->tree, maxStep_, maxSlide_, step_.data());
  for (int c = 0; c < model_->columns(); ++c) {
    Two &theta = now_.theta[at(c)], &step = step_[at(c)];
    Two next = theta + step;
    const TwoMask sound = below(magnitude(next), all<Two>(kReducible));
    lost_ |= moving & no(sound);
    if (holds_) {
      const Joint& j = model_->tree.moving(c);
      const Two lower = all<Two>(j.lower), upper = all<Two>(j.upper);
      next = select(below(next, lower), lower, select(below(upper, next), upper, next));
      step = next - theta;
    }
    theta = select(moving & sound, next, theta);
  }
}

void Lanes::place(LaneTrial& to) const {
  forwardKinematics(model_->tree, to.theta.data(), to.pose);
  for (size_t i = 0; i < goal_.size(); ++i) {
    const TaskTarget& t = model_->task.targets()[i];
    Two* e = &to.e[at(t.row)];
    store(goal_[i] - to.pose.tip[at(t.effector)], e);
    if (t.oriented)
      store(all<Two>(t.orientationWeight) *
                rotationError(goalFrame_[i], to.pose.worldFromTip[at(t.effector)]),
            e + 3);
    if (t.partial()) reduceError(to.pose, i, e);
  }
}

// Replaces e of a target by that of its constrained components.
void Lanes::reduceError(const PoseOf<Two>& pose, size_t target, Two* e) const {
  const TaskTarget& t = model_->task.targets()[target];
  for (int k = 0; k < kCount; ++k) {
    double one[6] = {};
    for (int i = 0; i < (t.oriented ? 6 : 3); ++i) one[i] = e[i][k];
    askedError(t, lane(pose.worldFromTip[at(t.effector)], k), goals_[at(k)][target], one);
    for (int i = 0; i < (t.oriented ? 6 : 3); ++i) e[i][k] = one[i];
  }
}

// Evaluates error, objective, J and gradient at the current poses.
void Lanes::evaluate() {
  error_ = all<Two>(0);
  bool oriented = false;
  for (const TaskTarget& t : model_->task.targets()) {
    error_ += norm(load(&now_.e[at(t.row)]));
    oriented = oriented || t.oriented;
  }
  objective_ = oriented ? root(squareOf(now_.e.data(), model_->rows())) : error_;
  linearise();
  jacobianNorm_ = root(strands_.squareNorm());
  strands_.transposeTimes(now_.e.data(), gradient_.data());
}

void Lanes::linearise() {
  strands_.compute(now_.pose);
  if (model_->task.partial())
    reduceRows(
        model_->task, now_.pose, [&](int i, int lane) { return goals_[at(lane)][at(i)]; },
        strands_);
}

void Lanes::update(const std::array<const Memory*, kCount>& memories,
                   const std::array<std::vector<Goal>, kCount>& goals) {
  const double *a = memories[0]->theta.data(), *b = memories[1]->theta.data();
  lost_ = justBegun_ = kNoLane;
  for (int c = 0; c < model_->columns(); ++c) {
    const Two value = {a[c], b[c]};
    const TwoMask sound = below(magnitude(value), all<Two>(kReducible));
    lost_ |= no(sound);
    now_.theta[at(c)] = select(sound, value, all<Two>(0));
  }
  for (int lane = 0; lane < kCount; ++lane) setGoals(lane, goals[at(lane)]);
  place(now_);
  linearise();
  moved_ = stepper_->step(now_, strands_, no(lost_), step_.data(), lost_);
  move(moved_);
}

bool Lanes::updated(int lane, Memory& memory) const {
  if (lost_[lane] || !moved_[lane]) return false;
  for (int c = 0; c < model_->columns(); ++c) memory.theta[c] = now_.theta[at(c)][lane];
  ++memory.updates;
  return true;
}

Lanes::Made Lanes::made(int lane, Memory& memory) {
  if (lost_[lane]) return Made::lost;
  if (justBegun_[lane]) {
    justBegun_[lane] = 0;
    return Made::stand;
  }
  memory.trials += stepper_->trials(lane);
  if (!moved_[lane]) return Made::trial;
  StopValues& seen = stopValues_[at(lane)];
  for (int c = 0; c < model_->columns(); ++c) {
    memory.theta[c] = now_.theta[at(c)][lane];
    seen.step[c] = step_[at(c)][lane];
    seen.gradient[c] = gradient_[at(c)][lane];
  }
  for (int i = 0; i < model_->rows(); ++i) seen.e[i] = now_.e[at(i)][lane];
  ++memory.updates;
  ++memory.updatesSinceMove;
  ++memory.updatesInAttempt;
  if (objective_[lane] > objectiveBefore_[lane]) ++memory.rises;
  return Made::update;
}

Stop Lanes::judge(int lane, Memory& memory, const StopRules& rules) const {
  const StopValues& seen = stopValues_[at(lane)];
  countSlow(memory, rules, objectiveBefore_[lane], objective_[lane]);
  return memory.stop = iklab::judge({.model = *model_,
                                     .memory = memory,
                                     .holds = holds_,
                                     .wraps = false,
                                     .e = seen.e,
                                     .gradient = seen.gradient,
                                     .jacobianNorm = jacobianNorm_[lane],
                                     .objectiveBefore = objectiveBefore_[lane],
                                     .objective = objective_[lane]},
                                    rules);
}

}  // namespace iklab
