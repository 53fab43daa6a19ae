// The default start pose of a robot: its tool can be moved in every direction. At zero an arm is
// often stretched out or at a limit. The page, npm, the command line, Python and C++ all use this
// function.
#pragma once

#include <vector>

#include "iklab/core/tree.hpp"

namespace iklab {

// The goal of an effector. Heading: the rotation about the vertical axis.
enum class EffectorGoal { position, pose, poseWithoutHeading };
inline constexpr auto kEffectorGoals =
    words<EffectorGoal::poseWithoutHeading>("position", "pose", "pose-without-heading");

enum class UpAxis { x, y, z };

// The goals that the joints of a tree can meet, one per effector: its pose, if six joints move it
// and the tree has six joints per effector; for an arm of five joints the pose without heading, if
// they can meet it; otherwise its position.
std::vector<EffectorGoal> defaultGoals(const Tree& tree, UpAxis up = UpAxis::z);

// A value per column, radians or metres, the same bits in every build. An arm is bent, with its
// tool in front of it and its joints clear of their limits. With more than two effectors (a figure
// or a hand) joints stay within a radian of zero. goals: one per effector; empty: defaultGoals. A
// mobile base (slides without limits and the hinges directly after them) stays at 0, or at the
// nearest limit.
Eigen::VectorXd readyPose(const Tree& tree, const std::vector<EffectorGoal>& goals = {},
                          UpAxis up = UpAxis::z);

}  // namespace iklab
