// Why a solve stands where it does: diagnose, Diagnosis, Cause.
//
//   Result<Solution> found = solver.solve(start, goals);
//   const auto why = diagnose(solver, found.value().theta, goals, {}, found.value().stop);
//   if (why.value().cause == Cause::jointLimits) ...
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"
