// A diagnosis in words, and as JSON: the same at every door.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"

namespace iklab {

// "elbow would have to turn 24° beyond its upper limit": no more than the experiments have shown. Empty
// where nothing is to be said: reached, or undiagnosed. solver: that was diagnosed.
std::string reasonOf(const Diagnosis& found, const Solver& solver);

// {"cause": "joint-limits", "reason": "…", "error", "shortfall", "best", "restarts", "reached": numbers,
//  "pushed": [{"joint", "limit": "upper", "share"}], "limiting": [{"joint", "limit", "beyond"}],
//  "within", "released": {"error", "updates", "reached"},
//  "helped": [{"cause", "key", "value", "error", "updates", "reached"}]}
// Metres, radians of joints that turn; numbers to 12 digits.
std::string jsonOf(const Diagnosis& found, const Solver& solver);

}  // namespace iklab
