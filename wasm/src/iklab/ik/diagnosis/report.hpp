// A diagnosis in words, and as JSON: the same at every door.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"

namespace iklab {

// "joint-limits: elbow would have to move 24° beyond its upper limit, 23 mm short": the cause, what the
// experiments have shown, and the error that is left; or "reached". solver: the one that was diagnosed.
std::string reasonOf(const Diagnosis& found, const Solver& solver);

// {"cause": "joint-limits", "reason": "…", "error", "distance", "angle", "shortfall",
//  "best", "restarts", "reached": numbers,
//  "pushed": [{"joint", "limit": "upper", "share"}], "limiting": [{"joint", "limit", "beyond"}],
//  "within", "released": {"error", "updates", "reached"},
//  "helped": [{"cause", "key", "value", "error", "updates", "reached"}]}
// `key`, `value`: what was set, as in Experiment; "none" and 0: nothing. Metres, radians of joints that
// turn; numbers to 12 digits.
std::string jsonOf(const Diagnosis& found, const Solver& solver);

// The JSON of `diagnose`; where that has a fault, as of a pose that is not finite, `undiagnosed`.
std::string explain(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                    const StopRules& rules, Stop stop, const Interrupt& interrupt = {},
                    const DiagnosisBudget& budget = {});

}  // namespace iklab
