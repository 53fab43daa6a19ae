// Solves single problems, one after the other: completely, or update by update. Numbers are
// exchanged through flat arrays of doubles that never move. There is no clock, trace or panel.
#pragma once

#include "iklab/ik/problem_run.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

// LimitPolicy, StopRules and Restarts as numbers.
enum RuleField : int {
  kRuleLimits,
  kRuleTolerance,             // Metres.
  kRuleOrientationTolerance,  // Radians.
  kRuleMinImprovement,        // Metres.
  kRuleMaxRises,
  kRuleMaxUpdates,
  kRuleResidual,  // Metres; 0: none.
  kRuleMaxSlow,   // 0: no limit.
  kRuleSlowShare,
  kRuleRestarts,
  kRuleEvery,
  kRuleSeed,  // A whole number below 2^53.
  kRuleOutside,
  kRuleFrom,            // A RestartPose; -1: the default of Restarts::from.
  kRuleRestartMaxSlow,  // Restarts::maxSlow
  kRuleStride,
};
inline constexpr auto kRuleFields =
    words<kRuleRestartMaxSlow>("limits", "tolerance", "orientationTolerance", "minImprovement",
                               "maxRises", "maxUpdates", "residual", "maxSlow", "slowShare",
                               "restarts", "every", "seed", "outside", "from", "restartMaxSlow");

// The default rules of a solve, from Settings, StopRules and kSolveRestarts.
std::vector<double> defaultRules();

// The fields of an answer. Counts are totals of all attempts.
enum AnswerField : int {
  kAnswerStop,    // A Stop; `none` after `step`.
  kAnswerError,   // Sum of distances, metres.
  kAnswerAngle,   // Largest orientation error, radians.
  kAnswerWithin,  // 1: within the tolerances.
  kAnswerUpdates,
  kAnswerEvaluations,  // Evaluations of e and f.
  kAnswerRestarts,
  kAnswerGivenUp,  // Attempts that Restarts::maxSlow ended.
  kAnswerStride,
};
inline constexpr auto kAnswerFields = words<kAnswerGivenUp>(
    "stop", "error", "angle", "within", "updates", "evaluations", "restarts", "givenUp");

inline constexpr int kPoseRows = 256;  // Problems per call of `solveRows`.

class PoseSolver {
 public:
  // The initial `rules` are those of the spec's run. Faults: those of modelOf.
  static Result<std::unique_ptr<PoseSolver>> open(Result<Tree> tree, LabSpec spec);
  PoseSolver(const PoseSolver&) = delete;
  PoseSolver& operator=(const PoseSolver&) = delete;

  // A panel's row of numbers, see PanelSetting.
  std::span<double> params() { return params_; }
  std::span<double> rules() { return rules_; }
  // n; initially the start pose of the scene.
  std::span<double> start() { return start_; }
  // kTargetStride per target; initially those of the scene.
  std::span<double> goals() { return goals_; }

  // Solves until a rule ends the solve. row: if 0 or above, the restarts have their own seed,
  // derived from the given one and this number; below 0: the given seed. started: from `start`;
  // otherwise without a start, see Solver. Returns false on a fault, and then nothing has changed.
  bool solve(double row, bool started);

  // Solves rows 0 to count - 1 of `rowStarts` and `rowGoals`, count at most kPoseRows, several at a
  // time where the method allows it, and writes `rowAnswers` and `rowOutcomes`: the same numbers as
  // `solve(first + row, started)`. Returns -1; on a fault the row that has it, or kPoseRows for a
  // fault of the settings, and then nothing has changed.
  int solveRows(double first, int count, bool started);
  // kPoseRows rows of n, of kTargetStride per target, of n, of kAnswerStride. Made on first use.
  std::span<double> rowStarts() { return rows().starts; }
  std::span<double> rowGoals() { return rows().goals; }
  std::span<const double> rowAnswers() { return rows().answers; }
  std::span<const double> rowOutcomes() { return rows().outcomes; }

  // Why a solve that ended at `start` has not reached `goals`, as JSON: report.hpp. stop: the Stop
  // that ended it. Takes milliseconds. Empty on a fault.
  std::string diagnose(int stop);

  // Creates an instance at `start` for `step`. updates: largest number per step. Returns false on a
  // fault.
  bool begin(int updates);
  // Makes updates toward `goals`, at least one, until the instance is within the tolerances.
  // Returns false on a fault, or if there is no instance.
  bool step();

  // Computes the poses of the effectors at `start`, whatever the limits, and J. Returns false on a
  // fault.
  bool look();

  [[nodiscard]] const std::string& fault() const { return fault_; }

  // n: the pose of the last solve or step.
  std::span<const double> answer() const { return answer_; }
  std::span<const double> outcome() const { return outcome_; }
  // The distance of each target (metres), then the angle of each (radians, 0 without orientation).
  std::span<const double> misses() const { return misses_; }
  // kTargetStride per effector: position, quaternion with w >= 0; world frame.
  std::span<const double> frames() const { return frames_; }
  // m x n, row-major.
  std::span<const double> jacobian() const { return jacobianBuffer_; }

 private:
  class RowClient;
  // The rows of `solveRows`, and what solves them with the rules in `solvedWith`.
  struct Rows {
    std::vector<double> starts, goals, answers, outcomes, solvedWith;
    std::unique_ptr<ProblemRun> run;
  };

  PoseSolver(Model::Pointer model, LabSpec spec);
  Rows& rows();
  bool setFault(std::string fault);
  std::string updateMethod();
  std::string readRules(RunSettings& run) const;
  void readGoals(std::vector<Goal>& goals) const;
  void write(const Vector& theta, const Workspace& seen);

  const Model::Pointer model_;
  const LabSpec spec_;
  std::optional<Solver> solver_;  // Solver for the current `params` and `rules`.
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Rows> rows_;
  std::unique_ptr<Runner> runner_;  // Runs the instance of `step`.
  bool stepped_ = false;
  double chosenLimits_ = 0;
  std::vector<double> params_, chosen_, rules_, start_, goals_;
  std::vector<double> answer_, outcome_, misses_, frames_, jacobianBuffer_;
  std::vector<Goal> aims_, next_;
  Vector theta_;  // Scratch space.
  Pose pose_;
  Jacobian jacobian_;
  std::string fault_;
};

}  // namespace iklab
