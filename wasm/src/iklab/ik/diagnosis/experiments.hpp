// Which parameter of a method holds it where it stands: the same method from the same pose, one change
// at a time, without stop rules. A change is a cause only where its run ends closer by a tenth.
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
