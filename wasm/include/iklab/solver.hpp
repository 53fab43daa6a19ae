// Inverse kinematics of a mechanism by one method: Solver, Solution, Settings, StopRules, Restarts,
// with the mechanism (model.hpp) and the methods' options (options.hpp).
//
//   Solver solver(model, DlsOptions{});
//   Result<Solution> found = solver.solve(start, goals);
#pragma once

#include "iklab/ik/solver.hpp"
#include "iklab/model.hpp"
#include "iklab/options.hpp"
