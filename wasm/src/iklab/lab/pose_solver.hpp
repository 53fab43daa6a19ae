// Problems as they are asked, one after the other: a solve of the library, or update by update,
// whose numbers go through flat arrays of doubles that never move. No clock, trace or panels.
#pragma once

#include "iklab/lab/lab.hpp"

namespace iklab {

// Whether limits hold, when a solve ends, what is tried again: LimitPolicy, StopRules, Restarts.
enum RuleField : int {
  kRuleLimits,
  kRuleTolerance,             // metres
  kRuleOrientationTolerance,  // radians
  kRuleMinImprovement,        // metres
  kRuleMaxRises,
  kRuleMaxUpdates,
  kRuleResidual,  // metres, 0: none
  kRuleMaxSlow,   // 0: no end
  kRuleSlowShare,
  kRuleRestarts,
  kRuleEvery,
  kRuleSeed,  // a whole number below 2^53
  kRuleOutside,
  kRuleStride,
};
inline constexpr auto kRuleFields = words<kRuleOutside>(
    "limits", "tolerance", "orientationTolerance", "minImprovement", "maxRises", "maxUpdates",
    "residual", "maxSlow", "slowShare", "restarts", "every", "seed", "outside");

// The default rules of a solve, from Settings, StopRules and kSolveRestarts.
std::vector<double> defaultRules();

// What is known of an answer. Counts are those of all attempts.
enum AnswerField : int {
  kAnswerStop,    // Stop; none, where it was made update by update
  kAnswerError,   // sum of distances, metres
  kAnswerAngle,   // largest orientation error, radians
  kAnswerWithin,  // 1: within the tolerances
  kAnswerUpdates,
  kAnswerEvaluations,  // of e and f
  kAnswerRestarts,
  kAnswerStride,
};
inline constexpr auto kAnswerFields = words<kAnswerRestarts>("stop", "error", "angle", "within",
                                                             "updates", "evaluations", "restarts");

class PoseSolver {
 public:
  // The spec's run gives the first `rules`. Refuses as modelOf does.
  static Result<std::unique_ptr<PoseSolver>> open(Result<Tree> tree, LabSpec spec);
  PoseSolver(const PoseSolver&) = delete;
  PoseSolver& operator=(const PoseSolver&) = delete;

  // one panel's row of numbers, as PanelSetting says: the method
  std::span<double> params() { return params_; }
  std::span<double> rules() { return rules_; }
  // n; at first the scene's start
  std::span<double> start() { return start_; }
  // kTargetStride a target; at first where they stand
  std::span<double> goals() { return goals_; }

  // From `start` until a rule ends it. row: 0 or above where this is that row of many, whose
  // restarts have a seed of their own, made of the given one and this number alone; below 0: the
  // given one. False: there is a fault, and nothing has changed.
  bool solve(double row);

  // Why a solve that ended at `start` has not reached `goals`, as JSON: report.hpp. stop: a Stop,
  // the rule that ended it. Takes milliseconds. Empty: a fault.
  std::string diagnose(int stop);

  // An instance at `start`, which `step` leads on. updates: of a step, at most. False: a fault.
  bool begin(int updates);
  // Towards `goals`, by one update at least, until it is within the tolerances. False: a fault, or
  // nothing was begun.
  bool step();

  // Where the effectors stand at `start`, whatever the limits, and J there. False: a fault.
  bool look();

  const std::string& fault() const { return fault_; }

  // n: the pose of the last solve or step
  std::span<const double> answer() const { return answer_; }
  std::span<const double> outcome() const { return outcome_; }
  // each target's distance (metres), then each one's angle (radians, 0 without orientation)
  std::span<const double> misses() const { return misses_; }
  // kTargetStride an effector: position, quaternion with w >= 0; world frame
  std::span<const double> frames() const { return frames_; }
  // m x n, row by row
  std::span<const double> jacobian() const { return jacobianBuffer_; }

 private:
  PoseSolver(Model::Pointer model, LabSpec spec);
  bool tell(std::string fault);
  std::string choose();
  std::string take(RunSettings& run) const;
  void readGoals(std::vector<Goal>& goals) const;
  void write(const Vector& theta, const Workspace& seen);

  const Model::Pointer model_;
  const LabSpec spec_;
  std::optional<Solver> solver_;  // that these ask for, of `params` and `rules`
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Runner> runner_;  // of what was begun
  bool stepped_ = false;
  double chosenLimits_ = 0;
  std::vector<double> params_, chosen_, rules_, start_, goals_;
  std::vector<double> answer_, outcome_, misses_, frames_, jacobianBuffer_;
  std::vector<Goal> aims_, next_;
  Vector theta_;  // room
  Pose pose_;
  Jacobian jacobian_;
  std::string fault_;
};

}  // namespace iklab
