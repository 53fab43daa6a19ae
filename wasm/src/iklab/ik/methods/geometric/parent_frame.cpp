#include "iklab/ik/methods/geometric/parent_frame.hpp"

namespace iklab {

using Eigen::Matrix3d;
using Eigen::Vector3d;

ParentFrameJacobian::ParentFrameJacobian(const Model& model)
    : model_(model), matrix_(Matrix::Zero(model.rows(), model.columns())) {
  const auto& joints = model.tree.joints();
  for (const Joint& j : joints) {
    int top = static_cast<int>(&j - joints.data());
    const auto isHinge = [&](int i) { return i >= 0 && joints[i].kind == JointKind::revolute; };
    Matrix3d turned = joints[top].parentFromJoint;
    // Finds the first of the hinges at the same point.
    while (isHinge(top) && joints[top].offset.isZero(0) && isHinge(joints[top].parent)) {
      top = joints[top].parent;
      turned = joints[top].parentFromJoint * turned;
    }
    bone_.push_back(joints[top].parent);
    axis_.push_back(turned * j.axis);
  }
}

const Matrix& ParentFrameJacobian::compute(const Problem& problem) {
  const Tree& tree = model_.tree;
  const Pose& pose = problem.state.pose;
  if (tree.coupled()) matrix_.setZero();
  for (const TaskTarget& t : model_.task.targets()) {
    for (const int i : tree.chainToEffector(t.effector)) {
      const Joint& j = tree.joints()[i];
      const int c = j.column;
      Vector3d axis = bone_[i] < 0 ? axis_[i] : Vector3d(pose.worldFromJoint[bone_[i]] * axis_[i]);
      if (problem.locked[c]) axis.setZero();
      const Vector3d arm = pose.tip[t.effector] - pose.origin[i];
      const Vector3d moved = j.slides() ? axis : Vector3d(axis.cross(arm) + j.pitch * axis);
      add(c, t.row, j.ratio * moved);
      if (t.oriented && j.turns()) add(c, t.row + 3, j.ratio * t.orientationWeight * axis);
    }
  }
  if (model_.task.partial())
    reduceRows(model_.task, problem.state.pose, problem.state.goals, matrix_);
  return matrix_;
}

// The contributions of the joints of a column add up.
void ParentFrameJacobian::add(int column, int row, const Vector3d& part) {
  auto block = matrix_.col(column).segment<3>(row);
  if (model_.tree.coupled())
    block += part;
  else
    block = part;
}

}  // namespace iklab
