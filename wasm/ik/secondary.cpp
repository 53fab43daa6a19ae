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
  const auto& joints = model_.tree.joints();
  for (size_t a = 0; a < joints.size(); ++a) {
    if (joints[a].column < 0) continue;
    double trace = 0;
    for (size_t b = 0; b < joints.size(); ++b)
      if (joints[b].column >= 0)
        trace += joints[b].ratio * traceTerm(j, pose, static_cast<int>(a), static_cast<int>(b));
    gradient_[joints[a].column] -= joints[a].ratio * w * trace;
  }
}

// row b of J^+ times dJ_b/dtheta_a: with `top` the one of a, b nearer to the root, the position
// column of the other turns about top's axis; an orientation column turns only with joints above
double Secondary::traceTerm(const Matrix& jacobian, const Pose& pose, int a, int b) const {
  const Tree& tree = model_.tree;
  double sum = 0;
  for (const Block& block : model_.task.blocks()) {
    const TaskTarget& target = model_.task.targets()[block.target];
    int first = -1, second = -1;
    for (const int i : tree.chainToEffector(target.effector)) {
      if (i != a && i != b) continue;
      if (first < 0) first = i;
      second = i;
    }
    const bool both = first >= 0 && (a == b || first != second);
    if (!both || (block.rotation && (a == b || first != a))) continue;
    if (!tree.joints()[first].turns()) continue;
    const Vector3d column = columnOf(jacobian, pose, target, block, second);
    sum += inverse_.row(tree.joints()[b].column)
               .segment<3>(block.row)
               .dot(pose.axis[first].cross(column));
  }
  return sum;
}

// what one joint alone has of its column in a block
Vector3d Secondary::columnOf(const Matrix& jacobian, const Pose& pose, const TaskTarget& target,
                             const Block& block, int joint) const {
  const Joint& j = model_.tree.joints()[joint];
  if (!model_.tree.coupled()) return jacobian.col(j.column).segment<3>(block.row);
  if (!block.rotation) return pointVelocity(model_.tree, pose, joint, pose.tip[target.effector]);
  return j.turns() ? Vector3d(target.orientationWeight * pose.axis[joint]) : Vector3d::Zero();
}

// H = ½ sum max(0, radius - distance)² over joints and tips
void Secondary::towardClearance(const SecondaryGoal& goal, const Pose& pose) {
  const Tree& tree = model_.tree;
  for (size_t i = 0; i < tree.joints().size(); ++i)
    pushFrom(goal.centre, goal.radius, pose, pose.origin[i],
             tree.chainToJoint(static_cast<int>(i)));
  for (size_t k = 0; k < tree.effectors().size(); ++k)
    pushFrom(goal.centre, goal.radius, pose, pose.tip[k],
             tree.chainToEffector(static_cast<int>(k)));
}

void Secondary::pushFrom(const Vector3d& centre, double radius, const Pose& pose,
                         const Vector3d& point, const std::vector<int>& chain) {
  const Vector3d away = point - centre;
  const double distance = away.norm();
  if (distance >= radius || distance == 0) return;
  for (const int i : chain) {
    const Joint& j = model_.tree.joints()[i];
    const Vector3d velocity = pointVelocity(model_.tree, pose, i, point);
    gradient_[j.column] -= j.ratio * (radius - distance) * away.dot(velocity) / distance;
  }
}

}  // namespace iklab
