// Why a solve ends, from the numbers of one update: the same for whoever makes it.
#pragma once

#include "iklab/ik/memory.hpp"

namespace iklab {

inline constexpr double kLimitSlack =
    1e-12;  // radians or metres: a joint so near stands on its limit

// An instance after an update, at the pose of its memory.
struct Standing {
  const Model& model;
  const Memory& memory;
  bool holds;                         // joints keep their limits
  bool wraps;                         // those that go round are stopped by none
  const Vector &e, &gradient;         // unclamped (m), and J^T e (n)
  double jacobianNorm;                // |J|_F
  double objectiveBefore, objective;  // metres
  bool breakdown = false, noImprovement = false;
};

// Counts an update, made and not yet judged, that gains too little by these rules; any other begins the
// count anew. before, now: what is judged, metres.
void countSlow(Memory& memory, const StopRules& rules, double before, double now);

// By these rules, counted in one attempt; none: it goes on. By what the methods minimise, so that one
// that lowers it never counts as rising.
Stop judge(const Standing& now, const StopRules& rules);

}  // namespace iklab
