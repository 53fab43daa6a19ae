// One method along a path: each point starts from the previous answer, in one instance whose memory
// continues from point to point. External answers can be measured in the same way. Writes a row of
// numbers per point of the last round. The rows depend only on the scene, the method or the
// answers, the start and the goals.
#pragma once

#include "iklab/ik/joint_limits.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

inline constexpr int kMostFollowPoints = 10000;
inline constexpr int kMostFollowUpdates = 1000;  // Per point.
inline constexpr int kMostFollowRounds = 1000;
inline constexpr int kFollowLimitBits = 53;  // Number of joints that have a bit in a double.

// The fields of a row, at the answer. Those marked `measure` are kNotUsed until it is called.
enum FollowField : int {
  kFollowError,    // Sum of distances, metres.
  kFollowAngle,    // Largest orientation error, radians.
  kFollowWithin,   // 1: within the tolerances.
  kFollowUpdates,  // kNotUsed for external answers.
  kFollowSigma,    // measure: sigma_r0 of J; r_0: its working rank.
  // measure: largest |change| of a rotating joint since the previous answer, radians; without
  // rotating joints, of the sliding ones, metres.
  kFollowTurn,
  kFollowLimits,   // measure: sum of 2^c for columns c < 53 with a joint at or beyond a limit.
  kFollowLimited,  // measure: 1 if any joint is at or beyond a limit.
  kFollowStride,
};
inline constexpr auto kFollowFields = words<kFollowLimited>("error", "angle", "within", "updates",
                                                            "sigma", "turn", "limits", "limited");

class Follower {
 public:
  // Uses the tolerances and limits of the spec's run. Faults: those of modelOf.
  static Result<std::unique_ptr<Follower>> open(Result<Tree> tree, LabSpec spec);
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // A panel's row of numbers, see PanelSetting. Sets the method from the next run on.
  std::span<double> params() { return params_; }
  // Writes `params`; unspecified lengths are scaled to the mechanism. Returns the fault: a method
  // that is not in the registry, or a number out of range; empty if there is none.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});

  // Sets the number of points, 1 to kMostFollowPoints, each with the current targets of the scene.
  // Reallocates the buffers, and ends a run in progress. Returns a fault for any other number;
  // empty if there is none.
  [[nodiscard]] std::string resize(int points);
  // kTargetStride per target, in the order of the points.
  std::span<double> goals() { return goals_; }
  // n: the start pose of a run; initially that of the scene.
  std::span<double> start() { return start_; }

  // Begins a run from `start` through all goals, `rounds` (1 to kMostFollowRounds) times. At each
  // point it makes 1 to `updates` (1 to kMostFollowUpdates) updates, until the error is within the
  // tolerances. Returns the fault of these numbers, the method, the start or a goal, and then there
  // is no run; empty if there is none.
  [[nodiscard]] std::string begin(int updates, int rounds);
  // Continues by this many points; true when all are done. The results do not depend on how a run
  // is split into calls. Does not allocate.
  bool advance(int points);

  // Begins a run with external answers, passed to `takeAnswer` in the order of the points. The
  // method of `params` is not used, but must be valid. Returns the fault, as `begin` does.
  [[nodiscard]] std::string beginAnswers(int rounds);
  // n: the input of `takeAnswer`.
  std::span<double> answer() { return answer_; }
  // Reads the answer to the next point; true if it was the last one. Error, angle and `within` are
  // computed by independent forward kinematics; `within` is also 0 if limits are active and a joint
  // exceeds them by more than kAnswerSlack. After an answer that is not finite, the joints keep
  // their values.
  bool takeAnswer();

  // Fills the `measure` fields for the completed points of the current or last round. Separate from
  // `advance`, so that the time of `advance` is that of the method.
  void measure();

  // kFollowStride per point, of that round.
  std::span<const double> rows() const { return rows_; }
  // n per point: the answers of that round.
  std::span<const double> poses() const { return poses_; }
  // n per point: the answers of the previous round; kNotUsed if there was none.
  std::span<const double> before() const { return before_; }

 private:
  Follower(Model::Pointer model, LabSpec spec);
  void readGoals(int point, std::vector<Goal>& goals) const;
  std::string goalsFault();
  Result<Solver> prepare(int updates, int rounds);
  int nextPoint();
  void beginRun(int rounds);
  double* writeRow(int point, const Vector& theta, const Workspace& seen);
  void solvePoint(int point);
  void measure(int point, const double* last);

  const Model::Pointer model_;
  const LabSpec spec_;
  std::unique_ptr<Runner> runner_;
  std::unique_ptr<Workspace> verifier_;  // Evaluates external answers.
  Memory end_;
  std::vector<double> params_, goals_, start_, begun_, answer_, rows_, poses_, before_;
  std::vector<Goal> aims_, next_;
  Vector theta_;  // Scratch space.
  Pose pose_;
  Jacobian jacobian_;
  Svd svd_;
  int points_ = 0, done_ = 0, all_ = 0;  // all_: number of points of the run, over all rounds.
};

}  // namespace iklab
