// Why a solve did not reach its goals: diagnose, Diagnosis, Cause; as text: reasonOf, jsonOf.
//
//   Result<Solution> found = solver.solve(start, goals);
//   const auto why = diagnose(solver, found.value().theta, goals, {}, found.value().stop);
//   std::cout << word(why.value().cause) << ": " << reasonOf(why.value(), solver);
#pragma once

#include "iklab/ik/diagnosis/report.hpp"
