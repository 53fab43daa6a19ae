// A mechanism and what is asked of it: TreeBuilder, Tree, TargetSpec, Freedom, Model, and where its
// tips stand: Pose, forwardKinematics; what is proved of their reach: reachOf, shortfall; where a robot
// starts: readyPose.
#pragma once

#include "iklab/core/model.hpp"
#include "iklab/core/reach.hpp"
#include "iklab/core/ready_pose.hpp"
