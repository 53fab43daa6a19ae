// What one instance keeps between updates: little, and free to be copied. A new one has its theta
// alone; the first `begin` of a workspace makes room for the rest.
#pragma once

#include <vector>

#include "iklab/ik/settings.hpp"

namespace iklab {

// What one instance keeps between updates.
struct Memory {
  Vector theta;                      // n: radians, metres for prismatic joints
  std::vector<double> adapted = {};  // per target: D_i that the adaptive clamp has come to, metres
  std::vector<double> learnt = {};   // the method's own
  int updates = 0;
  int updatesSinceMove = 0;  // since the targets last moved
  int updatesInAttempt = 0;  // since then, or since it began again from another pose
  int rises = 0;             // of these, those that raised the objective
  int slow = 0;              // the last ones in a row that gained too little, where a rule asks
  int trials = 0;            // poses that methods tried, besides one an update
  double startError = 0;     // sum of the distances when the targets last moved, metres
  Stop stop = Stop::none;

  int evaluations() const { return updates + trials; }  // of e and f
};

}  // namespace iklab
