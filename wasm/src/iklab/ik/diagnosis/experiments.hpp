// Which number of a method or setting keeps it from its goals: the same method from the same pose,
// without stop rules, one change at a time.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"

namespace iklab {

struct MethodTrials {
  Experiment unchanged;             // cause: converging
  std::vector<Experiment> changed;  // in the order in which they were made
};

// theta (n): within the limits where they hold.
MethodTrials tryMethod(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                       const StopRules& rules, int most, const Interrupt& interrupt = {});

}  // namespace iklab
