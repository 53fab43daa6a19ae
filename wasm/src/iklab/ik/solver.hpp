// Inverse kinematics of one mechanism with one method: single updates, or a complete solve.
//
//   Solver solver(model, MethodOptions("dls"));
//   Result<Solution> s = solver.solve(goals);  // Or near a pose: solver.solve(start, goals).
#pragma once

#include "iklab/ik/interrupts.hpp"
#include "iklab/ik/method_options.hpp"
#include "iklab/ik/restarts.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// The pose closest to the goals that was found.
struct Solution {
  Vector theta = {};                   // n: radians, metres for prismatic joints.
  Stop stop = Stop::none;              // Why the attempt that found this pose ended.
  double error = 0;                    // Sum of the distances to the targets, metres.
  std::vector<double> distances = {};  // Per target, metres.
  std::vector<double> angles = {};     // Per target, radians; 0 without orientation.
  int updates = 0;                     // Total of all attempts.
  int evaluations = 0;                 // Evaluations of e and f.
  int restarts = 0;                    // Attempts after the first one.
  int givenUp = 0;                     // Attempts that were given up: Restarts::maxSlow.

  // True if the goals are within the tolerances.
  bool reached() const { return stop == Stop::reached; }
};

// Immutable: any number of threads can use one solver, each with its own workspace.
class Solver {
 public:
  // Unspecified lengths of the method are scaled to the model: fitted.hpp.
  Solver(std::shared_ptr<const Model> model, MethodOptions method, Settings settings = {});

  // The fault of the method or the settings; empty if there is none. A solver with a fault solves
  // nothing.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared() const { return model_; }
  const MethodOptions& method() const { return method_; }
  const Settings& settings() const { return settings_; }

  // Makes one update of an instance toward its goals (one per target, finite). Does not allocate.
  void update(Memory& memory, std::span<const Goal> goals, Workspace& workspace) const;

  // Solves from start (n values) until a rule ends the solve, by default with up to 30 restarts
  // from random poses (kSolveRestarts); pass `{}` as restarts for none. Faults: the solver's own; a
  // start or goals of the wrong size or not finite; a start outside active limits; invalid rules or
  // restarts.
  // interrupt: such as timeLimit or stopRequested; an interrupted solve returns its current pose, or
  // the end of an earlier attempt if that is closer, with Stop::none.
  Result<Solution> solve(const Vector& start, std::span<const Goal> goals,
                         const StopRules& rules = {}, const Restarts& restarts = kSolveRestarts,
                         const Interrupt& interrupt = {}) const;
  // Like the above, in the memory of a workspace of this solver.
  Result<Solution> solve(const Vector& start, std::span<const Goal> goals, const StopRules& rules,
                         const Restarts& restarts, Workspace& workspace,
                         const Interrupt& interrupt = {}) const;

  // Solves without a start: the first attempt starts from the pose of Model::seeds that is nearest
  // to the goals, and restarts take the next ones, unless `restarts` says otherwise. The same
  // answer on every platform. Everything else is as above.
  Result<Solution> solve(std::span<const Goal> goals, const StopRules& rules = {},
                         const Restarts& restarts = kSolveRestarts,
                         const Interrupt& interrupt = {}) const;
  Result<Solution> solve(std::span<const Goal> goals, const StopRules& rules,
                         const Restarts& restarts, Workspace& workspace,
                         const Interrupt& interrupt = {}) const;

  // Solves many problems, several at a time where the method allows it, with the same results as
  // one after another. starts: none, one for all problems, or one per problem. goals: one per target
  // of the first problem, then of the next one. The restarts of problem i have their own seed,
  // mix(restarts.seed, i). For threads: problem_run.hpp. Faults: as above, for any problem. After
  // an interrupt, unfinished problems have an empty theta.
  Result<std::vector<Solution>> solveMany(std::span<const Vector> starts,
                                          std::span<const Goal> goals, const StopRules& rules = {},
                                          const Restarts& restarts = kSolveRestarts,
                                          const Interrupt& interrupt = {}) const;

 private:
  std::string problemFault(std::span<const Goal> goals, const StopRules& rules,
                           const Restarts& restarts) const;
  Solution solve(Memory memory, std::span<const Goal> goals, const StopRules& rules,
                 Attempts& attempts, Workspace& workspace, const Interrupt& interrupt) const;

  std::shared_ptr<const Model> model_;
  MethodOptions method_;
  Settings settings_;
  std::string fault_;
};

// The fault of these values: the field, the value and what is allowed. Empty if there is none.
[[nodiscard]] std::string faultOf(const Settings& settings);
[[nodiscard]] std::string faultOf(const StopRules& rules);
[[nodiscard]] std::string faultOf(const Restarts& restarts);
[[nodiscard]] std::string faultOf(const Model& model, const Vector& start, LimitPolicy limits);
[[nodiscard]] std::string faultOf(const Model& model, std::span<const Goal> goals);

}  // namespace iklab
