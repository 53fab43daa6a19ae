// A mechanism and its task: TreeBuilder, Tree, TargetSpec, Freedom, Model. Poses of its end
// effectors: Pose, forwardKinematics; as Eigen::Isometry3d and by name: effectorPose, linkPoses,
// goalOf, poseOf. Proven bounds of their reach: reachOf, shortfall. The start
// pose of a robot: readyPose.
#pragma once

#include "iklab/core/isometry.hpp"
#include "iklab/core/model.hpp"
#include "iklab/core/reach.hpp"
#include "iklab/core/ready_pose.hpp"
