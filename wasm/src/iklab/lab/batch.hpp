// Many problems, one method, a row of numbers each: a solve of the library without clock, trace or
// panels. A row depends on the scene, the sampling and its index alone; the same in any order.
#pragma once

#include "iklab/ik/diagnosis/diagnosis.hpp"
#include "iklab/ik/lanes.hpp"
#include "iklab/lab/joint_limits.hpp"
#include "iklab/lab/sampler.hpp"
#include "iklab/lab/shown_numbers.hpp"

namespace iklab {

inline constexpr int kBatchCapacity = 512;  // rows of one call

// One row. Counts are totals of all attempts; the pose is that of the end.
enum BatchField : int {
  // 1: within tolerances or residual, by forward kinematics made anew, and within the limits where
  // the scene's restarts take no other solution
  kBatchSolved,
  kBatchInLimits,  // 1: within the limits, whether they hold or not
  kBatchStop,      // Stop
  kBatchUpdates,
  kBatchEvaluations,  // of e and f
  kBatchRestarts,
  kBatchError,       // sum of distances, metres
  kBatchAngle,       // largest orientation error, radians
  kBatchObjective,   // what the stop rules judge, metres
  kBatchTravel,      // sum of |step| of joints that turn, radians
  kBatchLimitHits,   // updates that end with a joint on a limit, or beyond
  kBatchStartError,  // metres
  kBatchBest,        // least error on the way, metres
  // updates until the error is within 0.1, 0.01, 0.001, 0.0001 m of the least; NaN: not asked for
  kBatchWithin1,
  kBatchWithin2,
  kBatchWithin3,
  kBatchWithin4,
  // sigma_1 / sigma_r0 at the end, and at the pose that the targets were made from; NaN: not asked
  // for, or there is none
  kBatchCondition,
  kBatchGoalCondition,
  kBatchStride,
};
inline constexpr auto kBatchFields = words<kBatchGoalCondition>(
    "solved", "inLimits", "stop", "updates", "evaluations", "restarts", "error", "angle",
    "objective", "travel", "limitHits", "startError", "best", "within1", "within2", "within3",
    "within4", "condition", "goalCondition");

// Why a row is not solved.
enum BatchCauseField : int {
  kBatchCause,       // Cause; undiagnosed as well where `diagnose` finds nothing that is left to reach
  kBatchCauseJoint,  // column of the joint whose limit is in the way, if several the most pulled; NaN: none
  kBatchCauseStride,
};
inline constexpr auto kBatchCauseFields = words<kBatchCauseJoint>("cause", "causeJoint");

class Batch {
 public:
  // Restarts and stop rules are the scene's, the seed of restarts is the row's own. Refuses with the
  // reason: a scene that a lab refuses, settings that are none for it.
  static Result<std::unique_ptr<Batch>> open(Result<Tree> tree, LabSpec spec,
                                             const BatchRow& settings);
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // one panel's row of numbers, as PanelSetting says: the method, from the next call on
  std::span<double> params() { return params_; }
  // Writes it; lengths that were left open fit the mechanism, and `limits` of the settings is the
  // scene's. Refuses a method that is not in the registry, numbers out of range.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});

  // Rows `first` to `first + count - 1`, count at most kBatchCapacity, each from row 0 of the buffers
  // on. Empty, or what is wrong with the range or the method: then no row has changed.
  // An interrupt leaves rows out; which ones is unspecified.
  std::string solve(double first, int count, const Interrupt& interrupt = {});

  // Why row `row` of the last `solve` is not solved, into row 0 of `causes`: the experiments of `diagnose`
  // from the pose at its end. kNotUsed where the row is solved. It depends on the scene, the sampling and the
  // index alone. Takes milliseconds. Empty, or what is wrong with the row.
  std::string diagnose(int row, const Interrupt& interrupt = {});

  // The problem of a row into `start` and `goals`; the seed of its restarts, NaN: there is no such row.
  double draw(double index);

  // What an answer from elsewhere to the problem of a row comes to. Reads `answer` and
  // writes row 0 of `rows`: solved (within tolerances, whatever the limits), inLimits (kAnswerSlack beyond
  // a limit counts as on it), error, angle, objective, startError and the conditions; what only a solve knows is kNotUsed, and
  // the stop `none`. Empty, or what is wrong with the index or the method.
  std::string judge(double index);
  // n: the pose that `judge` looks at
  std::span<double> answer() { return answer_; }

  // kBatchStride numbers a row
  std::span<const double> rows() const { return rows_; }
  // n a row: the pose at its end
  std::span<const double> poses() const { return poses_; }
  // What the method lets one see that is one number each, in the order of its entry, as of the last
  // update of a row; shownStride a row. kNotUsed: there was no update, or it has none.
  std::span<const double> shown() const { return shown_; }
  int shownStride() const { return shownStride_; }
  // kBatchCauseStride
  std::span<const double> causes() const { return causes_; }
  // n, and kTargetStride a target
  std::span<const double> start() const { return {drawn().start().data(), size(drawn().start())}; }
  std::span<const double> goals() const { return goals_; }

 private:
  struct Low {
    int updates;
    double error;
  };
  // A problem at work.
  struct Work {
    Sampler sampler;
    Attempts attempts;
    double index = 0;
    int row = 0;  // of the call
    Memory memory = {};
    double travel = 0;
    int limitHits = 0;
    std::vector<Low> lows = {};  // every error below all before it; without levels the last alone
    bool inLane = false;         // its last update was made
  };

  Batch(Model::Pointer model, const LabSpec& spec, const BatchRow& settings);
  const Sampler& drawn() const { return work_[0].sampler; }
  static size_t size(const Vector& v) { return static_cast<size_t>(v.size()); }
  std::string choose();
  void solveInLanes(double first, int count, const Interrupt& interrupt);
  bool goOn(int lane, const Interrupt& interrupt);
  void begin(Work& work, double index, int row);
  bool solveAlone(Work& work, const Interrupt& interrupt);
  void seeUpdate(Work& work, const Vector& step, double error);
  void seeError(Work& work, double error);
  void finish(Work& work);
  void verify(const Vector& theta, const Sampler& sampler, double slack, double* row);
  void findConditions(const Vector& theta, Sampler& sampler, double* row);
  void countLevels(const Work& work, double* row) const;
  void show(const Work& work);

  const Model::Pointer model_;
  const RunSettings run_;
  const MethodRegistry::Pointer methods_;
  const bool levels_, conditions_;
  std::array<Work, Lanes::kCount> work_;  // one a lane; the first where there are none
  std::optional<Solver> solver_;  // of the method in `chosen_`
  // of the same: one solves, one that never has looks at where it ends
  std::unique_ptr<Workspace> workspace_, verifier_;
  std::unique_ptr<Lanes> lanes_;  // where they cover the method
  const int shownStride_;
  std::vector<double> params_, chosen_, rows_, poses_, shown_, goals_, answer_, causes_;
  double first_ = 0;  // of the last call of `solve`:
  int count_ = 0;     // its rows
  ShownNumbers shows_;  // of the method at work
  Memory end_;
};

}  // namespace iklab
