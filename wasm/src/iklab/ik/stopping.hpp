// Why a solve ends, from the numbers of one update: shared by all callers.
#pragma once

#include "iklab/ik/memory.hpp"

namespace iklab {

inline constexpr double kLimitSlack =
    1e-12;  // Radians or metres: a joint this close is at its limit.
inline constexpr double kStandstill = 1e-12;  // J^T e = 0 to rounding, relative to |J|_F |e|.

// An instance after an update, at the pose of its memory.
struct UpdateState {
  const Model& model;
  const Memory& memory;
  bool holds;                         // True if joints stay within their limits.
  bool wraps;                         // True if no limit stops a joint that `goesRound`.
  const Vector &e, &gradient;         // The unclamped e (m), and J^T e (n).
  double jacobianNorm;                // |J|_F
  double objectiveBefore, objective;  // Metres.
  bool breakdown = false, noImprovement = false;
};

// Counts an update that gains too little by these rules; any other update resets the count. Must be
// called once per update, before `judge`. before, now: the error that the rules check, metres.
void countSlow(Memory& memory, const StopRules& rules, double before, double now);

// The stop by these rules within one attempt; none if the solve continues. Checks the objective
// that methods minimise, so an update that lowers it never counts as a rise.
Stop judge(const UpdateState& now, const StopRules& rules);

}  // namespace iklab
