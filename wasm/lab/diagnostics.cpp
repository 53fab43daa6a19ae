#include "lab/diagnostics.hpp"

#include <cmath>

namespace iklab {
namespace {

constexpr double kCluster = 1e-9;    // of sigma_1: directions as close as this share a space
constexpr double kNothing = 1e-300;  // an alpha below it has no response

using Eigen::Map;

}  // namespace

DiagnosticsLayout layoutOf(const Model& model) {
  DiagnosticsLayout l;
  int at = kFindingHead;
  const auto take = [&](int count) {
    at += count;
    return at - count;
  };
  l.directions = std::min(model.rows(), model.columns());
  for (int* part : {&l.sigma, &l.alpha, &l.response, &l.reach, &l.cost}) *part = take(l.directions);
  l.step = take(model.columns());
  l.u = take(l.directions * model.rows());
  l.v = take(l.directions * model.columns());
  l.axes = take(9 * static_cast<int>(model.task.targets().size()));
  l.size = at;
  return l;
}

Diagnostics::Diagnostics(const Model& model)
    : model_(model),
      layout_(layoutOf(model)),
      probe_(model.columns() + (kGoal + 1) * model.task.targets().size(), 0),
      findings_(layout_.size, 0),
      state_(model),
      problem_(model_, state_),
      report_(model),
      clamp_(model),
      tip_(3, model.columns()),
      rows_(Matrix::Zero(3, model.columns())),
      u_(Matrix::Zero(model.rows(), layout_.directions)),
      v_(Matrix::Zero(model.columns(), layout_.directions)) {}

void Diagnostics::look(const double* panel, bool limitsHold) {
  place();
  problem_.error = problem_.raw;
  method_.reset();
  if (panel) {
    method_ = methodTable()[static_cast<size_t>(panel[kMethod])]->make(model_, panel);
    if (!method_->ignoresClamp(problem_.totalDistance)) clamp_.apply(panel, problem_.error);
    problem_.error *= problem_.gain = panel[kGain];
  }
  takeApart();
  ask(panel, limitsHold);
  findAxes();
}

// the pose and the problem that the probe names
void Diagnostics::place() {
  const int n = model_.columns();
  const Map<const Vector> theta(probe_.data(), n);
  const bool known =
      placed_ && theta == state_.theta;  // J and its decomposition: they cost the most
  state_.theta = theta;
  placed_ = true;
  const double* row = probe_.data() + n;
  for (Goal& goal : state_.goals) {
    goal.position = Map<const Eigen::Vector3d>(row);
    goal.orientation.coeffs() = Map<const Eigen::Vector4d>(row + 3);
    row += kGoal;
  }
  clamp_.restore(row);
  if (!known) {
    forwardKinematics(model_.tree, state_.theta, state_.pose);
    problem_.jacobian.compute(state_.pose);
    problem_.jacobianChanged();
  }
  taskError(model_.task, state_.pose, state_.goals, problem_.raw);
  problem_.totalDistance = 0;
  for (const TaskTarget& t : model_.task.targets())
    problem_.totalDistance += problem_.raw.segment<3>(t.row).norm();
}

void Diagnostics::takeApart() {
  const Svd& s = problem_.svd();
  const int r = model_.workingRank;
  double* found = findings_.data();
  for (int i = 0; i < s.count(); ++i) {
    found[layout_.sigma + i] = s.sigma(i);
    u_.col(i) = s.u(i);
    v_.col(i) = s.v(i);
  }
  for (int i = 0, next; i < s.count(); i = next) {
    next = i + 1;
    while (next < s.count() && s.sigma(next - 1) - s.sigma(next) <= kCluster * s.largest()) ++next;
    if (next - i > 1 && s.sigma(next - 1) > 0) alignCluster(i, next);
  }
  double product = 1, comfort = 0;
  for (int i = 0; i < r; ++i) product *= s.sigma(i);
  for (int c = 0; c < model_.columns(); ++c)
    if (model_.tree.moving(c).turns())
      comfort += std::pow(state_.theta[c] - model_.tree.moving(c).comfort, 2);
  found[kFoundManipulability] = product;
  found[kFoundCondition] = s.condition(r);
  found[kFoundSmallest] = s.sigma(r - 1);
  found[kFoundComfort] = std::sqrt(comfort);
  for (int i = 0; i < s.count(); ++i) found[layout_.alpha + i] = u_.col(i).dot(problem_.error);
  findReach();
  std::copy_n(u_.data(), u_.size(), found + layout_.u);
  std::copy_n(v_.data(), v_.size(), found + layout_.v);
}

// Equal sigma leave their bases open. A reflection turns the first direction to where e points,
// so that all others have alpha 0: the basis that SDLS takes.
void Diagnostics::alignCluster(int first, int last) {
  auto u = u_.middleCols(first, last - first);
  auto v = v_.middleCols(first, last - first);
  Vector mirror = u.transpose() * problem_.error;
  const double length = mirror.norm();
  if (length == 0) return;
  mirror[0] += mirror[0] < 0 ? -length : length;
  const double scale = 2 / mirror.squaredNorm();
  u -= scale * (u * mirror) * mirror.transpose();
  v -= scale * (v * mirror) * mirror.transpose();
}

void Diagnostics::ask(const double* panel, bool limitsHold) {
  double* found = findings_.data();
  report_.clear();
  problem_.limitsHold = limitsHold;
  if (panel) method_->update(problem_, report_);
  found[kFoundLambda] = report_.lambda;
  std::copy_n(report_.step.data(), report_.step.size(), found + layout_.step);
  for (int i = 0; i < layout_.directions; ++i) {
    const double alpha = found[layout_.alpha + i];
    const bool told = panel && std::abs(alpha) > kNothing;
    found[layout_.response + i] = told ? v_.col(i).dot(report_.step) / alpha : kNotUsed;
  }
}

// N_i: how far e's direction is for the effectors; M_i: how far its joints would move them
void Diagnostics::findReach() {
  Vector moves = Vector::Zero(model_.columns());  // the effectors, by each joint
  for (int c = 0; c < moves.size(); ++c)
    for (const Block& b : model_.task.blocks())
      moves[c] += problem_.jacobian.matrix().col(c).segment<3>(b.row).norm();
  for (int i = 0; i < layout_.directions; ++i) {
    double reach = 0;
    for (const Block& b : model_.task.blocks()) reach += u_.col(i).segment<3>(b.row).norm();
    findings_[layout_.reach + i] = reach;
    findings_[layout_.cost + i] = v_.col(i).cwiseAbs().dot(moves) / findings_[layout_.sigma + i];
  }
}

void Diagnostics::findAxes() {
  double* to = &findings_[layout_.axes];
  for (const TaskTarget& t : model_.task.targets()) {
    rows_ = problem_.jacobian.matrix().middleRows(t.row, 3);
    tip_.compute(rows_);
    for (int i = 0; i < 3; ++i, to += 3)
      Map<Eigen::Vector3d>{to} =
          i < tip_.count() ? Eigen::Vector3d(tip_.sigma(i) * tip_.u(i)) : Eigen::Vector3d::Zero();
  }
}

}  // namespace iklab
