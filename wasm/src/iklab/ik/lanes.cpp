#include "iklab/ik/lanes.hpp"

#include "iklab/ik/stopping.hpp"
#include "iklab/math/trigonometry.hpp"

// little of this is done in an update: small before fast
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr PairMask kNone = {0, 0};

Pair3 twice(const Vector3d& v) { return {both(v.x()), both(v.y()), both(v.z())}; }

PairRotation twice(const Matrix3d& m) {
  return {{twice(Vector3d(m.col(0))), twice(Vector3d(m.col(1))), twice(Vector3d(m.col(2)))}};
}

void set(Pair3& to, int lane, const Vector3d& v) {
  to.x[lane] = v.x();
  to.y[lane] = v.y();
  to.z[lane] = v.z();
}

Vector3d of(const Pair3& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

DlsOptions optionsOf(const Solver& solver) { return solver.method().as<DlsOptions>(); }

// hinges alone from the world to the effector, as many as columns and in their order
bool isChainOfHinges(const Model& model) {
  const Tree& tree = model.tree;
  int joint = tree.effectors()[static_cast<size_t>(model.task.targets()[0].effector)].parent;
  for (int c = tree.columns(); c-- > 0; joint = tree.joints()[static_cast<size_t>(joint)].parent) {
    if (joint != tree.jointOfColumn(c)) return false;
    const Joint& j = tree.joints()[static_cast<size_t>(joint)];
    if (j.kind != JointKind::revolute) return false;
  }
  return joint < 0 && !tree.coupled();
}

}  // namespace

bool Lanes::cover(const Solver& solver) {
  const Model& model = solver.model();
  const Settings& settings = solver.settings();
  if (&solver.method().entry() != &describe<DlsOptions>()) return false;
  const DlsOptions options = optionsOf(solver);
  return options.damping == Damping::constant && options.lambda > 0 &&
         settings.limits != LimitPolicy::lock && settings.clamp.mode == ClampMode::off &&
         settings.gain == 1 && settings.maxStep.value_or(0) >= 0 &&
         settings.secondary.kind == SecondaryKind::none && model.rows() == kRows &&
         model.task.targets().size() == 1 && !model.task.partial() && model.columns() >= kRows &&
         isChainOfHinges(model);
}

Lanes::Lanes(const Solver& solver)
    : model_(solver.shared()),
      holds_(solver.settings().limits != LimitPolicy::ignore),
      weight_(model_->task.targets()[0].orientationWeight),
      mu_(both(optionsOf(solver).lambda * optionsOf(solver).lambda)),
      maxStep_(both(solver.settings().maxStep.value_or(solver.method().entry().maxStep))),
      hinges_(static_cast<size_t>(model_->columns())),
      goal_(twice(Vector3d(Vector3d::Zero()))),
      begun_(kNone),
      lost_(~kNone) {
  const Tree& tree = model_->tree;
  for (size_t c = 0; c < hinges_.size(); ++c) {
    const Joint& j = tree.moving(static_cast<int>(c));
    // the world's own frame is multiplied as every other is
    const Matrix3d world = Matrix3d::Identity();
    Matrix3d from = j.parentFromJoint;
    if (c == 0 && j.turned) from.noalias() = world * j.parentFromJoint;
    hinges_[c].turned = j.turned;
    hinges_[c].principal = j.principal;
    hinges_[c].fromBefore = twice(from);
    hinges_[c].offset = twice(j.offset);
    hinges_[c].axisThere = twice(j.axis);
    hinges_[c].lower = both(j.lower);
    hinges_[c].upper = both(j.upper);
    hinges_[c].theta = both(0);
  }
  const Effector& tip = tree.effectors()[static_cast<size_t>(model_->task.targets()[0].effector)];
  tipFromLast_ = twice(tip.parentFromTip);
  tipOffset_ = twice(tip.offset);
  goalFrame_ = twice(Matrix3d(Matrix3d::Identity()));
  for (Seen& seen : seen_) {
    seen.step = seen.gradient = Vector::Zero(model_->columns());
    seen.e = Vector::Zero(kRows);
  }
  place();
  measure();
  differentiate();
}

void Lanes::begin(int lane, const Memory& memory, const Goal& goal) {
  set(goal_, lane, goal.position);
  const Matrix3d turned = goal.orientation.toRotationMatrix();
  for (int i = 0; i < 3; ++i) set(goalFrame_.column[i], lane, turned.col(i));
  lost_[lane] = 0;
  begun_[lane] = -1;
  for (size_t c = 0; c < hinges_.size(); ++c) {
    const double value = memory.theta[static_cast<int>(c)];
    const bool sound = std::abs(value) < kReducible;
    hinges_[c].theta[lane] = sound ? value : 0;
    if (!sound) lost_[lane] = -1;
  }
}

void Lanes::restart(int lane, Memory& memory, const Vector& theta) {
  memory.theta = theta;
  memory.updatesInAttempt = memory.rises = 0;
  memory.stop = Stop::none;
  begun_[lane] = -1;
  for (size_t c = 0; c < hinges_.size(); ++c) hinges_[c].theta[lane] = theta[static_cast<int>(c)];
}

Lanes::Made Lanes::made(int lane, Memory& memory) {
  if (lost_[lane]) return Made::lost;
  if (begun_[lane]) {
    begun_[lane] = 0;
    return Made::stand;
  }
  Seen& seen = seen_[static_cast<size_t>(lane)];
  for (size_t i = 0; i < hinges_.size(); ++i) {
    const int c = static_cast<int>(i);
    memory.theta[c] = hinges_[i].theta[lane];
    seen.step[c] = hinges_[i].step[lane];
    seen.gradient[c] = hinges_[i].gradient[lane];
  }
  seen.e << of(off_, lane), of(turn_, lane);
  ++memory.updates;
  ++memory.updatesSinceMove;
  ++memory.updatesInAttempt;
  if (objective_[lane] > objectiveBefore_[lane]) ++memory.rises;
  return Made::update;
}

Stop Lanes::judge(int lane, Memory& memory, const StopRules& rules) const {
  const Seen& seen = seen_[static_cast<size_t>(lane)];
  return memory.stop = iklab::judge({.model = *model_,
                                     .memory = memory,
                                     .holds = holds_,
                                     .e = seen.e,
                                     .gradient = seen.gradient,
                                     .jacobianNorm = jacobianNorm_[lane],
                                     .objectiveBefore = objectiveBefore_[lane],
                                     .objective = objective_[lane]},
                                    rules);
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
