// Reads a robot as a tree from the text of a URDF file: urdf::parse, urdf::Robot.
//
//   const urdf::Reading robot = urdf::parse(text);
//   if (!robot) return fail(robot.reason());
//   const auto model = Model::make(robot.value().tree, {{.effector = "tool0"}});
//   const Vector start = robot.value().start();  // bent, tool in front, clear of limits
#pragma once

#include "iklab/urdf/reading.hpp"
