#include "iklab/core/isometry.hpp"

#include "iklab/core/kinematics.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {
namespace {

Eigen::Isometry3d isometry(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& origin) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = rotation;
  pose.translation() = origin;
  return pose;
}

std::string thetaFault(const Tree& tree, const Vector& theta) {
  if (theta.size() == tree.columns()) return {};
  return detail::concatenate({"theta must have ", std::to_string(tree.columns()), " values; got ",
                              std::to_string(theta.size())});
}

}  // namespace

Goal goalOf(const Eigen::Isometry3d& pose) {
  return {pose.translation(), Eigen::Quaterniond(pose.linear()).normalized()};
}

Eigen::Isometry3d poseOf(const Goal& goal) {
  return isometry(goal.orientation.normalized().toRotationMatrix(), goal.position);
}

Result<Eigen::Isometry3d> effectorPose(const Tree& tree, const Vector& theta,
                                       std::string_view effector) {
  const int at = tree.effectorIndex(std::string(effector));
  if (at < 0) return Fault{detail::concatenate({"there is no effector '", effector, "'"})};
  if (std::string fault = thetaFault(tree, theta); !fault.empty()) return Fault{fault};
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  const size_t i = static_cast<size_t>(at);
  return isometry(pose.worldFromTip[i], pose.tip[i]);
}

Result<std::vector<LinkPose>> linkPoses(const Tree& tree, const Vector& theta) {
  if (std::string fault = thetaFault(tree, theta); !fault.empty()) return Fault{fault};
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  std::vector<LinkPose> links;
  for (size_t i = 0; i < tree.joints().size(); ++i)
    links.push_back({tree.joints()[i].id, isometry(pose.worldFromJoint[i], pose.origin[i])});
  return links;
}

}  // namespace iklab
