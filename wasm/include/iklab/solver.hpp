// Inverse kinematics of a mechanism with one method: Solver, Solution, Settings, StopRules,
// Restarts. Includes the mechanism (model.hpp) and the options of the methods (options.hpp).
//
//   Solver solver(model, DlsOptions{});
//   Result<Solution> found = solver.solve(start, goals);
#pragma once

#include "iklab/ik/solver.hpp"
#include "iklab/model.hpp"
#include "iklab/options.hpp"
