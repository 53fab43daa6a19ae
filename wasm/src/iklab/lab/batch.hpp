// Many problems solved by one method, one row of numbers per problem, without clock, trace or
// panels. A row depends only on the scene, the sampling and its index, not on the order of the
// rows.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"
#include "iklab/ik/joint_limits.hpp"
#include "iklab/ik/problem_run.hpp"
#include "iklab/lab/sampler.hpp"
#include "iklab/lab/shown_numbers.hpp"

namespace iklab {

inline constexpr int kBatchCapacity = 512;  // Rows per call.

// The fields of a row. Counts are totals of all attempts; the pose is the final one.
enum BatchField : int {
  // 1: within tolerances or residual, verified by independent forward kinematics, and within the
  // limits if the scene's restarts require it.
  kBatchSolved,
  kBatchInLimits,  // 1: within the limits, whether limits are active or not.
  kBatchStop,
  kBatchUpdates,
  kBatchEvaluations,  // Evaluations of e and f.
  kBatchRestarts,
  kBatchError,       // Sum of distances, metres.
  kBatchAngle,       // Largest orientation error, radians.
  kBatchObjective,   // Value that the stop rules check, metres.
  kBatchTravel,      // Sum of |step| over rotating joints, radians.
  kBatchLimitHits,   // Updates that end with a joint at or beyond a limit.
  kBatchStartError,  // Metres.
  kBatchBest,        // Smallest error during the solve, metres.
  // Updates until the error is within 0.1, 0.01, 0.001, 0.0001 m of the smallest error; NaN if not
  // requested.
  kBatchWithin1,
  kBatchWithin2,
  kBatchWithin3,
  kBatchWithin4,
  // sigma_1 / sigma_r0 at the final pose, and at the pose that generated the targets; NaN if not
  // requested or if there is no such pose.
  kBatchCondition,
  kBatchGoalCondition,
  kBatchStride,
};
inline constexpr auto kBatchFields = words<kBatchGoalCondition>(
    "solved", "inLimits", "stop", "updates", "evaluations", "restarts", "error", "angle",
    "objective", "travel", "limitHits", "startError", "best", "within1", "within2", "within3",
    "within4", "condition", "goalCondition");

// The fields of a row of `causes`.
enum BatchCauseField : int {
  kBatchCause,  // A Cause; also `undiagnosed` if `diagnose` finds that the goals were reached.
  // Column of the blocking joint limit with the largest pull; NaN if there is none.
  kBatchCauseJoint,
  kBatchCauseStride,
};
inline constexpr auto kBatchCauseFields = words<kBatchCauseJoint>("cause", "causeJoint");

// The fields of a row of `solutions`, angles in radians.
enum BatchSolutionField : int {
  // Number of the solution that the final pose approximates, see SolutionField; 0: none, as in an
  // unsolved row or beside a singularity.
  kBatchBranch,
  kBatchBranches,          // Number of solutions.
  kBatchBranchesInLimits,  // Number of those within the limits.
  // The solution nearest to the start of the problem (`isNearer`): within limits, unless the scene
  // ignores them; then full rotations do not count. 0: none.
  kBatchNearestBranch,
  kBatchNearestTurn,        // Its largest rotation of a joint; kNotUsed if there is none.
  kBatchTurn,               // Largest rotation from the start of the problem to the final pose.
  kBatchCertified,          // An exact solution lies within this distance; kNotUsed if not proven.
  kBatchCertifiedInLimits,  // 1: that solution is within the limits; kNotUsed if not proven.
  kBatchSolutionStride,
};
inline constexpr auto kBatchSolutionFields =
    words<kBatchCertifiedInLimits>("branch", "branches", "branchesInLimits", "nearestBranch",
                                   "nearestTurn", "turn", "certified", "certifiedInLimits");

class SolutionFinder;

class Batch final : private ProblemRun::Client {
 public:
  // Restarts and stop rules are those of the scene; each row has its own restart seed. Faults:
  // those of a lab's scene; invalid settings.
  static Result<std::unique_ptr<Batch>> open(Result<Tree> tree, LabSpec spec,
                                             const BatchRow& settings);
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // A panel's row of numbers, see PanelSetting. Sets the method from the next call on.
  std::span<double> params() { return params_; }
  // Writes `params`. Unspecified lengths are scaled to the mechanism; `limits` of the settings is
  // ignored, because that of the scene applies. Returns the fault: a method that is not in the
  // registry, or a number out of range; empty if there is none.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});

  // Solves rows `first` to `first + count - 1`, count at most kBatchCapacity, and writes them to
  // the buffers from row 0 on. Returns the fault of the range or of the method, and then no row has
  // changed; empty if there is none. After an interrupt some rows are missing; which ones is
  // unspecified.
  [[nodiscard]] std::string solve(double first, int count, const Interrupt& interrupt = {});

  // Finds why row `row` of the last `solve` is not solved, by the experiments of `diagnose` from
  // its final pose, and writes it to row 0 of `causes`; kNotUsed if the row is solved. Depends only
  // on the scene, the sampling and the index. Takes milliseconds. Returns the fault of the row;
  // empty if there is none.
  std::string diagnose(int row, const Interrupt& interrupt = {});

  // Compares the final pose of row `row` of the last `solve` with all solutions of its problem, and
  // writes the result to `solutions`; kNotUsed if there is no closed form. Returns the fault of the
  // row; empty if there is none.
  std::string compareSolutions(int row);

  // Writes the problem of a row to `start` and `goals`. Returns the seed of its restarts; NaN if
  // there is no such row.
  double draw(double index);

  // Evaluates an external answer to the problem of a row. Reads `answer` and writes row 0 of
  // `rows`: solved (within tolerances, whatever the limits), inLimits (up to kAnswerSlack beyond a
  // limit counts as at the limit), error, angle, objective, startError and the conditions. Other
  // fields are kNotUsed, and the stop is `none`. Returns the fault of the index or of the method;
  // empty if there is none.
  std::string judge(double index);
  // n: the pose that `judge` evaluates.
  std::span<double> answer() { return answer_; }

  // kBatchStride numbers per row.
  std::span<const double> rows() const { return rows_; }
  // n per row: the final poses.
  std::span<const double> poses() const { return poses_; }
  // The method's scalar observables, in the order of its entry, for the last update of a row;
  // shownStride per row. kNotUsed if there was no update or no value.
  std::span<const double> shown() const { return shown_; }
  int shownStride() const { return shownStride_; }
  // kBatchCauseStride numbers.
  std::span<const double> causes() const { return causes_; }
  // kBatchSolutionStride numbers.
  std::span<const double> solutions() const { return solutions_; }
  // n numbers.
  std::span<const double> start() const { return {drawn().start().data(), size(drawn().start())}; }
  std::span<const double> goals() const { return goals_; }

 private:
  Batch(Model::Pointer model, const LabSpec& spec, const BatchRow& settings);
  const Sampler& drawn() const { return samplers_[0]; }
  static size_t size(const Vector& v) { return static_cast<size_t>(v.size()); }
  std::string choose();
  bool next(size_t& problem) override;
  void begin(ProblemRun::Slot& slot) override;
  void finish(ProblemRun::Slot& slot) override;
  void verify(const Vector& theta, const Sampler& sampler, double slack, double* row);
  void findConditions(const Vector& theta, Sampler& sampler, double* row);
  void countLevels(const std::vector<SmallestError>& lows, double* row) const;
  void writeObservables(const ProblemRun::Slot& slot);

  const Model::Pointer model_;
  const RunSettings run_;
  const MethodRegistry::Pointer methods_;
  const bool levels_, conditions_;
  std::vector<Sampler> samplers_;  // One per slot of the run; the first one also for `draw`.
  std::optional<Solver> solver_;   // The solver of the method in `chosen_`.
  std::unique_ptr<ProblemRun> solving_;
  std::unique_ptr<Workspace> verifier_;  // A fresh one, which verifies the final poses.
  const int shownStride_;
  std::vector<double> params_, chosen_, rows_, poses_, shown_, goals_, answer_, causes_;
  std::vector<double> solutions_;
  // Opened on first use. A shared_ptr, so that programs without compareSolutions do not link it.
  std::shared_ptr<SolutionFinder> finder_;
  double first_ = 0;    // First row of the last call of `solve`.
  int count_ = 0;       // Number of rows of that call.
  int next_ = 0;        // Next row of that call.
  ShownNumbers shows_;  // Observables of the current method.
  Memory end_;
};

}  // namespace iklab
