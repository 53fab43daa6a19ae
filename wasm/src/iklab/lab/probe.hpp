// The input of an inspection as numbers: n joint values, one goal per target, then D_i (metres) per
// target.
#pragma once

#include <string>

#include "iklab/ik/solver.hpp"
#include "iklab/lab/goal_row.hpp"

namespace iklab {

inline constexpr int kGoalNumbers = 7;

inline size_t probeSize(const Model& model) {
  return static_cast<size_t>(model.columns()) + (kGoalNumbers + 1) * model.task.targets().size();
}

// theta: n values. goals: one per target. Returns the fault; empty if there is none.
inline std::string readProbe(const Model& model, std::span<const double> probe, Vector& theta,
                             std::vector<Goal>& goals) {
  std::copy_n(probe.data(), theta.size(), theta.data());
  const double* row = probe.data() + theta.size();
  for (Goal& goal : goals) {
    goal = readGoal(row);
    row += kGoalNumbers;
  }
  const std::string fault = faultOf(model, theta, LimitPolicy::ignore);
  return fault.empty() ? faultOf(model, goals) : fault;
}

}  // namespace iklab
