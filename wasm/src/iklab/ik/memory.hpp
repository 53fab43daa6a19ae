// The state of one instance between updates: small and copyable. A new one only has its theta; the
// first `begin` of a workspace allocates the rest.
#pragma once

#include <vector>

#include "iklab/ik/settings.hpp"

namespace iklab {

// The state of one instance between updates.
struct Memory {
  Vector theta;                      // n: radians, metres for prismatic joints.
  std::vector<double> adapted = {};  // Per target: current D_i of the adaptive clamp, metres.
  std::vector<double> learnt = {};   // The method's own state.
  int updates = 0;
  int updatesSinceMove = 0;  // Since the targets last moved.
  int updatesInAttempt = 0;  // Since the last move or restart.
  int rises = 0;             // Of these, those that increased the objective.
  int slow = 0;           // Latest consecutive updates with too little gain, if a rule counts them.
  int trials = 0;         // Poses that methods tried, besides one per update.
  double startError = 0;  // Sum of the distances when the targets last moved, metres.
  Stop stop = Stop::none;

  int evaluations() const { return updates + trials; }  // Of e and f.
};

}  // namespace iklab
