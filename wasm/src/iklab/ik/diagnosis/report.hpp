// A diagnosis as text and as JSON, the same in every interface.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"

namespace iklab {

// "joint-limits: elbow would have to move 24° beyond its upper limit, 23 mm short": the cause, the
// findings of the experiments, and the remaining error; or "reached". solver: the one that was
// diagnosed.
std::string reasonOf(const Diagnosis& found, const Solver& solver);

// {"cause": "joint-limits", "reason": "...", "error", "distance", "angle", "shortfall",
//   "best", "restarts", "reached": numbers,
//   "pushed": [{"joint", "limit": "upper", "share"}], "limiting": [{"joint", "limit", "beyond"}],
//   "within", "released": {"error", "updates", "reached"},
//   "helped": [{"cause", "key", "value", "error", "updates", "reached"}]}
//
// `key`, `value`: what was changed, as in Experiment; "none" and 0 if nothing was. Lengths are in
// metres, values of rotating joints in radians; numbers have 12 digits.
std::string jsonOf(const Diagnosis& found, const Solver& solver);

// The JSON of `diagnose`. On a fault, such as a pose that is not finite, the cause is
// `undiagnosed`.
std::string explain(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                    const StopRules& rules, Stop stop, const Interrupt& interrupt = {},
                    const DiagnosisBudget& budget = {});

}  // namespace iklab
