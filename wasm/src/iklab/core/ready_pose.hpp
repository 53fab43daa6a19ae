// The pose in which a robot starts: ready to be moved by its tool, and not at zero, where an arm is often
// stretched out or on a limit. The one table of starts: page, npm, command line, Python and C++ ask here.
#pragma once

#include <vector>

#include "iklab/core/tree.hpp"

namespace iklab {

// What is asked of an effector. Heading: its turn about the axis of the world that points up.
enum class EffectorGoal { position, pose, poseWithoutHeading };
inline constexpr auto kEffectorGoals =
    words<EffectorGoal::poseWithoutHeading>("position", "pose", "pose-without-heading");

// The axis of the world that points up.
enum class UpAxis { x, y, z };

// What the joints of a tree can be asked: of each effector its pose where six joints move each, and six
// more in all for every further effector; of an arm of five joints its pose without heading, where they can
// do that; else positions. An entry for each effector.
std::vector<EffectorGoal> defaultGoals(const Tree& tree, UpAxis up = UpAxis::z);

// A value for each column, radians and metres, the same to the bit everywhere. An arm is bent, its tool
// before it, its joints clear of their limits; with more than two effectors, of a figure or a hand, joints
// stay within a radian of zero. goals: of each effector; none: defaultGoals. What drives a limb about,
// slides without limits and hinges at their end, stays at 0, or at the nearest limit.
Eigen::VectorXd readyPose(const Tree& tree, const std::vector<EffectorGoal>& goals = {},
                          UpAxis up = UpAxis::z);

}  // namespace iklab
