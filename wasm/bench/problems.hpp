// Random reachable problems, solved in one of several ways. Every end is checked by forward
// kinematics of its own: standard sine and cosine, Eigen's isometries.
#pragma once

#include <string>

#include "iklab/ik/problem_run.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

class Problems {
 public:
  // Poses of the effector of the only target at random joint values within the limits.
  Problems(Model::Pointer model, const LabSpec& spec, int count);

  struct Result {
    bool absent = false;  // True if these problems cannot be solved in this way.
    double rate = 0;      // Solved problems per second of processor time.
    double solved = 0;    // The share that the check confirms.
    double updates = 0;   // Of a problem, mean; 0 if not counted.
  };
  // by: "one" (one after another in one workspace), a number of lanes, "kdl" or "closed" (the first
  // solution in closed form). seeded: no start is given. Restarts have the seeds of `solveMany`.
  Result solve(const Solver& solver, const StopRules& rules, const Restarts& restarts,
               const std::string& by, bool seeded) const;

  const std::vector<Goal>& goals() const { return goals_; }
  // The share of ends that are within the tolerances and the limits. ends: one per problem.
  double share(const std::vector<Vector>& ends, const StopRules& rules) const;

 private:
  bool reaches(const Vector& theta, const Goal& goal, const StopRules& rules) const;

  const Model::Pointer model_;
  const Vector start_;
  const bool oriented_;
  std::vector<Goal> goals_;
};

}  // namespace iklab
