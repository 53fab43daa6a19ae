// Inverse kinematics of one mechanism by one method: update by update, or until it is solved.
//
//   Solver solver(model, MethodOptions("dls"));
//   Result<Solution> s = solver.solve(start, goals, {.tolerance = 1e-4});
#pragma once

#include "iklab/ik/method_options.hpp"
#include "iklab/ik/restarts.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// The pose nearest to its goals that was found.
struct Solution {
  Vector theta = {};                   // n: radians, metres for prismatic joints
  Stop stop = Stop::none;              // why the attempt that found it has ended
  double error = 0;                    // sum of the targets' distances, metres
  std::vector<double> distances = {};  // of each target, metres
  std::vector<double> angles = {};     // of each, radians, 0 without orientation
  int updates = 0;                     // of all attempts
  int evaluations = 0;                 // of e and f
  int restarts = 0;                    // attempts after the first one

  // within the tolerances
  bool reached() const { return stop == Stop::reached; }
};

// Immutable: one solver serves any number of threads, each with a workspace of its own.
class Solver {
 public:
  // Lengths of the method that were left open become those that fit the model: fitted.hpp.
  Solver(std::shared_ptr<const Model> model, MethodOptions method, Settings settings = {});

  // What is wrong with method or settings; empty: nothing. A solver with a fault solves nothing.
  const std::string& fault() const { return fault_; }

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared() const { return model_; }
  const MethodOptions& method() const { return method_; }
  const Settings& settings() const { return settings_; }

  // One update of an instance toward its goals (as many as targets, finite). No allocation.
  void update(Memory& memory, std::span<const Goal> goals, Workspace& workspace) const;

  // From start (n values) until a rule ends it, with up to 20 restarts from random poses unless told
  // otherwise; `{}` for restarts is none. Faults: the solver's own; start or goals of another
  // size, not finite, or a start outside limits that hold; rules or restarts that
  // are none.
  Result<Solution> solve(const Vector& start, std::span<const Goal> goals,
                         const StopRules& rules = {},
                         const Restarts& restarts = kSolveRestarts) const;
  // Like the above, in the memory of a workspace of this solver. An interrupted solve returns its
  // current pose, with Stop::none.
  Result<Solution> solve(const Vector& start, std::span<const Goal> goals, const StopRules& rules,
                         const Restarts& restarts, Workspace& workspace,
                         const Interrupt& interrupt = {}) const;

 private:
  std::shared_ptr<const Model> model_;
  MethodOptions method_;
  Settings settings_;
  std::string fault_;
};

// Why numbers are none that a solver takes, naming the field, the value and what is allowed; empty:
// they are.
std::string faultOf(const Settings& settings);
std::string faultOf(const StopRules& rules);
std::string faultOf(const Restarts& restarts);
std::string faultOf(const Model& model, const Vector& start, LimitPolicy limits);
std::string faultOf(const Model& model, std::span<const Goal> goals);

}  // namespace iklab
