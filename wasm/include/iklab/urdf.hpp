// A robot of a URDF file as a tree: urdf::parse, urdf::Robot.
//
//   const urdf::Reading robot = urdf::parse(text);
//   if (!robot) return fail(robot.reason());
//   const auto model = Model::make(robot.value().tree, {{.effector = "tool0"}});
#pragma once

#include "iklab/urdf/reading.hpp"
