// A mechanism and what is asked of it: TreeBuilder, Tree, TargetSpec, Freedom, Model, and where its
// tips stand: Pose, forwardKinematics.
#pragma once

#include "iklab/core/model.hpp"
