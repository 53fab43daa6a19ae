#include "iklab/ik/methods/geometric/point_tree.hpp"

namespace iklab {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A joint's frame at value 0, relative to the last joint of the point that carries it.
struct PointTree::Frame {
  int carrier = -1;  // -1: the world.
  Matrix3d turn = Matrix3d::Identity();
  Vector3d shift = Vector3d::Zero();
  bool isUnshared =
      false;  // True if nothing else is between the carrier's last joint and this frame.
};

PointTree::PointTree(const Model& model)
    : tree_(model.tree), ending_(model.tree.joints().size(), -1) {
  const auto& joints = tree_.joints();
  std::vector<int> below(joints.size(), 0);  // Number of joints and tips below a joint that carry a
                                             // target.
  for (const TaskTarget& t : model.task.targets()) {
    int i = tree_.effectors()[t.effector].parent;
    while (i >= 0 && below[i]++ == 0) i = joints[i].parent;
  }
  std::vector<Frame> frames(joints.size());
  for (const int i : tree_.order()) {
    if (below[i] == 0) continue;
    const Joint& j = joints[i];
    Frame& frame = frames[i];
    if (j.parent >= 0) frame = frames[j.parent];
    frame.shift += frame.turn * j.offset;
    frame.turn = frame.turn * j.parentFromJoint;
    if (j.column >= 0)
      frame = {addJointPoint(frame, i), Matrix3d::Identity(), Vector3d::Zero(), true};
    frame.isUnshared = frame.isUnshared && below[i] == 1;
  }
  for (size_t i = 0; i < model.task.targets().size(); ++i) {
    const Effector& effector = tree_.effectors()[model.task.targets()[i].effector];
    const Frame& frame = frames[effector.parent];
    if (frame.carrier < 0) continue;  // No joint moves it.
    Point tip;
    tip.parent = frame.carrier;
    tip.joint = effector.parent;
    tip.target = static_cast<int>(i);
    tip.offset = frame.shift + frame.turn * effector.offset;
    add(tip);
  }
}

// The point of a moving joint: its carrier, if both are hinges at one position.
int PointTree::addJointPoint(const Frame& frame, int joint) {
  const Joint& j = tree_.joints()[joint];
  const bool hinge = j.turns() && j.pitch == 0;
  if (hinge && frame.isUnshared && frame.shift.isZero(0) && !points_[frame.carrier].run.empty() &&
      !points_[frame.carrier].slides()) {
    Point& point = points_[frame.carrier];
    point.run.push_back(joint);
    ending_[point.joint] = -1;
    ending_[point.joint = joint] = frame.carrier;
    return frame.carrier;
  }
  Point point;
  point.parent = frame.isUnshared ? frame.carrier : addBranchPoint(frame);
  point.joint = joint;
  point.run.push_back(joint);
  point.parentOffset = frame.isUnshared || frame.carrier < 0 ? Vector3d::Zero() : frame.shift;
  point.offset = frame.shift;
  if (!hinge) point.slideAxis = frame.turn * j.axis * (j.slides() ? 1 : j.pitch);
  if (!hinge && point.parent < 0) {
    Point start;
    start.offset = frame.shift;
    point.parent = add(start);
    point.parentOffset = start.offset;
  }
  return ending_[joint] = add(point);
}

// The sub-base at this position of a carrier with several children.
int PointTree::addBranchPoint(const Frame& frame) {
  if (frame.carrier < 0 || frame.shift.isZero(0)) return frame.carrier;
  for (const int child : points_[frame.carrier].children) {
    const Point& p = points_[child];
    if (p.run.empty() && p.target < 0 && p.offset == frame.shift) return child;
  }
  Point point;
  point.parent = frame.carrier;
  point.joint = points_[frame.carrier].joint;
  point.offset = frame.shift;
  return add(point);
}

int PointTree::add(Point point) {
  const int index = size();
  if (point.parent >= 0) points_[point.parent].children.push_back(index);
  points_.push_back(std::move(point));
  return index;
}

Vector3d PointTree::position(const Point& point, const Pose& pose) const {
  const int carrier = point.parent < 0 ? -1 : points_[point.parent].joint;
  Vector3d at = point.offset;
  if (point.slides()) at += point.slideAxis * pose.values[tree_.joints()[point.joint].place];
  return carrier < 0 ? at : Vector3d(pose.origin[carrier] + pose.worldFromJoint[carrier] * at);
}

}  // namespace iklab
