// The state of one instance between updates: small and copyable. Only theta has to be set; the
// first `begin` of a workspace allocates the rest.
#pragma once

#include <vector>

#include "iklab/ik/settings.hpp"

namespace iklab {

struct Memory {
  Vector theta;                      // n: radians, metres for prismatic joints.
  std::vector<double> adapted = {};  // Per target: current D_i of the adaptive clamp, metres.
  std::vector<double> learnt = {};   // The method's own state.
  int updates = 0;
  int updatesSinceMove = 0;  // Since a target last moved.
  int updatesInAttempt = 0;  // Since a target last moved, or the last restart.
  int rises = 0;             // Number of those updates that increased the objective.
  // Latest consecutive updates with too little gain; counted only if a rule uses it.
  int slow = 0;
  int trials = 0;         // Poses that methods tried in addition to one per update.
  double startError = 0;  // Sum of the distances when a target last moved, metres.
  Stop stop = Stop::none;

  int evaluations() const { return updates + trials; }  // Evaluations of e and f.
};

}  // namespace iklab
