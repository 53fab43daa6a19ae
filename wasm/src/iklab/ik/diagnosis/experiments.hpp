// Finds the parameter or setting that prevents a method from reaching its goals: runs the same
// method from the same pose, without stop rules, with one change at a time.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"

namespace iklab {

struct MethodTrials {
  Experiment unchanged;             // Cause: converging.
  std::vector<Experiment> changed;  // In the order of the runs.
};

// Share of the updates that the unchanged method needs to reach the goals: a change that needs more
// does not help.
inline constexpr double kSoonerShare = 0.25;

// theta (n): must be within the limits if they are active. With causeOnly, a run ends when it can
// no longer be the first that reaches the goals.
MethodTrials tryMethod(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                       const StopRules& rules, const DiagnosisBudget& budget,
                       const Interrupt& interrupt = {});

}  // namespace iklab
