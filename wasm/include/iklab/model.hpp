// A mechanism and its task: TreeBuilder, Tree, TargetSpec, Freedom, Model. Poses of its end
// effectors: Pose, forwardKinematics. Proven bounds of their reach: reachOf, shortfall. The start
// pose of a robot: readyPose.
#pragma once

#include "iklab/core/model.hpp"
#include "iklab/core/reach.hpp"
#include "iklab/core/ready_pose.hpp"
