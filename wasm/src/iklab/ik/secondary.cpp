#include "iklab/ik/secondary.hpp"

#include <cmath>

namespace iklab {

using Eigen::Matrix3d;
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
  // phi, zero for locked joints: their columns of J are zero.
  for (int c = 0; c < gradient_.size(); ++c) gradient_[c] *= problem.locked[c] ? 0 : -goal.gain;
  const Svd& s = problem.svd();
  const int rank = s.rankAbove(1e-9 * s.largest());
  // Twice: the first pass leaves a rounding error relative to |phi|, the second one relative to the
  // result.
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < rank; ++i) gradient_ -= s.v(i).dot(gradient_) * s.v(i);
  step += gradient_;
}

// H = ½ |theta - rest|²
void Secondary::towardRest(const Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) gradient_[c] = theta[c] - model_.tree.moving(c).rest;
}

// H = ½ sum ((theta - middle) / (max - min))², over the joints that have both limits.
void Secondary::towardMiddle(const Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = model_.tree.moving(c);
    const double range = j.upper - j.lower;
    if (std::isfinite(range) && range > 0)
      gradient_[c] = (theta[c] - 0.5 * (j.upper + j.lower)) / (range * range);
  }
}

// H = -w, w = prod sigma_i; dw/dtheta_a = w tr(J^+ dJ/dtheta_a), 0 where w < 1e-9.
void Secondary::towardManipulability(const Problem& problem, const Pose& pose) {
  const Svd& s = problem.svd();
  double w = 1;
  const int rank = model_.rankWith(problem.jacobian().idle());
  for (int i = 0; i < rank; ++i) w *= s.sigma(i);
  if (!(w >= 1e-9)) return;
  inverse_.setZero();
  for (int i = 0; i < rank; ++i)
    for (int r = 0; r < inverse_.cols(); ++r) inverse_.col(r) += s.u(i)[r] / s.sigma(i) * s.v(i);
  for (const Block& block : model_.task.blocks()) {
    if (model_.task.targets()[block.target].partial()) unfold(block, w, problem, pose);
    descendAlong(block, w, problem.jacobian().matrix(), pose);
  }
}

// Rows of a target with free components are R times the full rows. Maps J^+ back to the full rows,
// and subtracts the effect of the change of R.
void Secondary::unfold(const Block& block, double w, const Problem& problem, const Pose& pose) {
  const TaskTarget& target = model_.task.targets()[block.target];
  const Goal& goal = problem.state.goals[block.target];
  const TurnRows turn(target.freedom, goal, pose.worldFromTip[target.effector]);
  const Matrix3d rows = block.rotation ? turn.rows() : positionRows(target.freedom, goal);
  const auto& chain = model_.tree.chainToEffector(target.effector);
  Matrix3d moved = Matrix3d::Zero();
  for (const int i : chain) {
    const Joint& j = model_.tree.joints()[i];
    if (block.rotation && j.turns())
      moved += j.ratio * target.orientationWeight *
               inverse_.row(j.column).segment<3>(block.row).transpose() * pose.axis[i].transpose();
  }
  for (const int i : chain) {
    const Joint& j = model_.tree.joints()[i];
    if (block.rotation && j.turns())
      gradient_[j.column] -= w * j.ratio * turn.change(pose.axis[i]).cwiseProduct(moved).sum();
  }
  for (int c = 0; c < inverse_.rows(); ++c)
    inverse_.row(c).segment<3>(block.row) = (inverse_.row(c).segment<3>(block.row) * rows).eval();
}

// Subtracts a block's part of w tr(J^+ dJ), in two passes over its chain. dJ_b/dtheta_a: with
// `upper` the one of a, b nearer to the root, the position column of the other rotates about
// upper's axis; an orientation column rotates only with joints above.
void Secondary::descendAlong(const Block& block, double w, const Matrix& jacobian,
                             const Pose& pose) {
  const auto& joints = model_.tree.joints();
  const auto& chain = model_.tree.chainToEffector(model_.task.targets()[block.target].effector);
  const auto inverseOf = [&](int i) -> Vector3d {
    return joints[i].ratio * inverse_.row(joints[i].column).segment<3>(block.row);
  };
  Vector3d above = Vector3d::Zero();
  for (size_t k = 0; k < chain.size() && !block.rotation; ++k) {
    const Joint& j = joints[chain[k]];
    gradient_[j.column] -= w * j.ratio * columnOf(jacobian, pose, block, chain[k]).dot(above);
    if (j.turns()) above += inverseOf(chain[k]).cross(pose.axis[chain[k]]);
  }
  Vector3d below = Vector3d::Zero();  // Sum over this joint and those below it; an orientation has
                                      // no term for the joint itself.
  for (size_t k = chain.size(); k-- > 0;) {
    const Joint& j = joints[chain[k]];
    below += columnOf(jacobian, pose, block, chain[k]).cross(inverseOf(chain[k]));
    if (j.turns()) gradient_[j.column] -= w * j.ratio * pose.axis[chain[k]].dot(below);
  }
}

// The contribution of a single joint to its column of a block.
Vector3d Secondary::columnOf(const Matrix& jacobian, const Pose& pose, const Block& block,
                             int joint) const {
  const TaskTarget& target = model_.task.targets()[block.target];
  const Joint& j = model_.tree.joints()[joint];
  if (!model_.tree.coupled() && !target.partial())
    return jacobian.col(j.column).segment<3>(block.row);
  if (!block.rotation) return pointVelocity(model_.tree, pose, joint, pose.tip[target.effector]);
  return j.turns() ? Vector3d(target.orientationWeight * pose.axis[joint]) : Vector3d::Zero();
}

// H = ½ sum max(0, radius - distance)² over joints and tips.
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
