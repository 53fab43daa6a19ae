#include "ik/methods/geometric/parent_frame.hpp"

namespace iklab {

using Eigen::Matrix3d;
using Eigen::Vector3d;

ParentFrameJacobian::ParentFrameJacobian(const Model& model)
    : model_(model), matrix_(Matrix::Zero(model.rows(), model.columns())) {
  const auto& joints = model.tree.joints();
  for (int c = 0; c < model.columns(); ++c) {
    int top = model.tree.jointOfColumn(c);
    const auto isHinge = [&](int i) { return i >= 0 && joints[i].kind == JointKind::revolute; };
    Matrix3d turned = joints[top].parentFromJoint;
    // up through the hinges that stand in the same point
    while (isHinge(top) && joints[top].offset.isZero(0) && isHinge(joints[top].parent)) {
      top = joints[top].parent;
      turned = joints[top].parentFromJoint * turned;
    }
    bone_.push_back(joints[top].parent);
    axis_.push_back(turned * model.tree.moving(c).axis);
  }
}

const Matrix& ParentFrameJacobian::compute(const Problem& problem) {
  const Tree& tree = model_.tree;
  const Pose& pose = problem.state.pose;
  for (const TaskTarget& t : model_.task.targets()) {
    for (const int c : tree.pathToEffector(t.effector)) {
      const Joint& j = tree.moving(c);
      Vector3d axis = bone_[c] < 0 ? axis_[c] : Vector3d(pose.worldFromJoint[bone_[c]] * axis_[c]);
      if (problem.locked[c]) axis.setZero();
      const Vector3d arm = pose.tip[t.effector] - pose.origin[tree.jointOfColumn(c)];
      auto position = matrix_.col(c).segment<3>(t.row);
      position = j.slides() ? axis : Vector3d(axis.cross(arm) + j.pitch * axis);
      if (t.oriented && j.turns())
        matrix_.col(c).segment<3>(t.row + 3) = t.orientationWeight * axis;
    }
  }
  return matrix_;
}

}  // namespace iklab
