#include "ik/secondary.hpp"

#include <cmath>

namespace iklab {

using Eigen::Vector3d;

Secondary::Secondary(const Model& model)
    : model_(model),
      gradient_(Vector::Zero(model.columns())),
      inverse_(Matrix::Zero(model.columns(), model.rows())) {}

void Secondary::add(const SecondaryGoal& goal, const Problem& problem, Vector& step) {
  gradient_.setZero();
  if (goal.kind == SecondaryKind::none) return;
  const Pose& pose = problem.state.pose;
  const Vector& theta = problem.state.theta;
  switch (goal.kind) {
    case SecondaryKind::rest:
      towardRest(theta);
      break;
    case SecondaryKind::limitMiddle:
      towardMiddle(theta);
      break;
    case SecondaryKind::manipulability:
      towardManipulability(problem, pose);
      break;
    default:
      towardClearance(goal, pose);
      break;
  }
  // phi, without the joints that are locked: their columns are zero
  for (int c = 0; c < gradient_.size(); ++c) gradient_[c] *= problem.locked[c] ? 0 : -goal.gain;
  const Svd& s = problem.svd();
  const int rank = s.rankAbove(1e-9 * s.largest());
  // twice: once leaves a rounding error of the order of |phi|, the second of its own order
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < rank; ++i) gradient_ -= s.v(i).dot(gradient_) * s.v(i);
  step += gradient_;
}

// H = ½ |theta - rest|²
void Secondary::towardRest(const Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) gradient_[c] = theta[c] - model_.tree.moving(c).rest;
}

// H = ½ sum ((theta - middle) / (max - min))², over the joints that have both limits
void Secondary::towardMiddle(const Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    const double range = j.upper - j.lower;
    if (std::isfinite(range) && range > 0)
      gradient_[c] = (theta[c] - 0.5 * (j.upper + j.lower)) / (range * range);
  }
}

// H = -w, w = prod sigma_i;  dw/dtheta_a = w tr(J^+ dJ/dtheta_a), 0 where w < 1e-9
void Secondary::towardManipulability(const Problem& problem, const Pose& pose) {
  const Svd& s = problem.svd();
  double w = 1;
  for (int i = 0; i < model_.workingRank; ++i) w *= s.sigma(i);
  if (!(w >= 1e-9)) return;
  inverse_.setZero();
  for (int i = 0; i < model_.workingRank; ++i)
    for (int r = 0; r < inverse_.cols(); ++r) inverse_.col(r) += s.u(i)[r] / s.sigma(i) * s.v(i);
  const Matrix& j = problem.jacobian().matrix();
  for (int a = 0; a < model_.columns(); ++a) {
    double trace = 0;
    for (int b = 0; b < model_.columns(); ++b) trace += traceTerm(j, pose, a, b);
    gradient_[a] = -w * trace;
  }
}

// row b of J^+ times dJ_b/dtheta_a: with `top` the one of a, b nearer to the root, the position
// column of the other turns about top's axis; an orientation column turns only with joints above
double Secondary::traceTerm(const Matrix& jacobian, const Pose& pose, int a, int b) const {
  const Tree& tree = model_.tree;
  double sum = 0;
  for (const Block& block : model_.task.blocks()) {
    const int effector = model_.task.targets()[block.target].effector;
    const auto& path = tree.pathToEffector(effector);
    int first = -1, second = -1;
    for (const int c : path) {
      if (c != a && c != b) continue;
      if (first < 0) first = c;
      second = c;
    }
    const bool both = first >= 0 && (a == b || first != second);
    if (!both || (block.rotation && (a == b || first != a))) continue;
    const int top = tree.jointOfColumn(first);
    if (!tree.joints()[top].turns()) continue;
    const Vector3d column = jacobian.col(second).segment<3>(block.row);
    sum += inverse_.row(b).segment<3>(block.row).dot(pose.axis[top].cross(column));
  }
  return sum;
}

// H = ½ sum max(0, radius - distance)² over joints and tips
void Secondary::towardClearance(const SecondaryGoal& goal, const Pose& pose) {
  const Tree& tree = model_.tree;
  for (size_t i = 0; i < tree.joints().size(); ++i)
    pushFrom(goal.centre, goal.radius, pose, pose.origin[i], tree.pathToJoint(static_cast<int>(i)));
  for (size_t k = 0; k < tree.effectors().size(); ++k)
    pushFrom(goal.centre, goal.radius, pose, pose.tip[k], tree.pathToEffector(static_cast<int>(k)));
}

void Secondary::pushFrom(const Vector3d& centre, double radius, const Pose& pose,
                         const Vector3d& point, const std::vector<int>& path) {
  const Vector3d away = point - centre;
  const double distance = away.norm();
  if (distance >= radius || distance == 0) return;
  for (const int c : path) {
    const Vector3d velocity = pointVelocity(model_.tree, pose, c, point);
    gradient_[c] -= (radius - distance) * away.dot(velocity) / distance;
  }
}

}  // namespace iklab
