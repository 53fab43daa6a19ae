// Poses as rigid transformations of Eigen: goals from and to them, and forward kinematics by name.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <string_view>
#include <vector>

#include "iklab/core/freedom.hpp"
#include "iklab/core/tree.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// The goal of reaching a pose: its position (metres) and orientation. The linear part of the pose
// must be a rotation.
Goal goalOf(const Eigen::Isometry3d& pose);
Eigen::Isometry3d poseOf(const Goal& goal);

// The pose of an effector at theta (n values), world frame. Faults: no such effector, a theta of
// another size.
Result<Eigen::Isometry3d> effectorPose(const Tree& tree, const Eigen::VectorXd& theta,
                                       std::string_view effector);

// The frame of the link that a joint carries, world frame, metres. In a URDF file it is the frame
// of the joint's child link.
struct LinkPose {
  std::string joint;
  Eigen::Isometry3d pose;
};

// The links of all joints at theta (n values), in the order of the joints: moving, mimicking and
// fixed. Fault: a theta of another size.
Result<std::vector<LinkPose>> linkPoses(const Tree& tree, const Eigen::VectorXd& theta);

}  // namespace iklab
