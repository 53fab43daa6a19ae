// One method that goes from goal to goal, each from the answer before: an instance that is tracked, whose
// memory goes on from point to point. Or answers from elsewhere, measured alike. A row of numbers for each
// point of the last round; they hang on the scene, the method or the answers, the start and the goals alone.
#pragma once

#include "iklab/lab/joint_limits.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

inline constexpr int kMostFollowPoints = 10000;
inline constexpr int kMostFollowUpdates = 1000;  // a point
inline constexpr int kMostFollowRounds = 1000;
inline constexpr int kFollowLimitBits = 53;  // joints that a double has a bit for

// What is known of a point, at its answer. Those of `measure` are kNotUsed until it is asked for.
enum FollowField : int {
  kFollowError,    // sum of distances, metres
  kFollowAngle,    // largest orientation error, radians
  kFollowWithin,   // 1: within the tolerances
  kFollowUpdates,  // kNotUsed of answers from elsewhere
  kFollowSigma,    // measure: sigma_r0 of J, r_0 its working rank
  // measure: largest |change| of a joint that turns since the answer before, radians; where none
  // turns, of those that slide, metres
  kFollowTurn,
  kFollowLimits,  // measure: sum of 2^c of the columns c < 53 whose joints are on a limit, or beyond
  kFollowLimited,  // measure: 1: any joint is
  kFollowStride,
};
inline constexpr auto kFollowFields = words<kFollowLimited>("error", "angle", "within", "updates",
                                                            "sigma", "turn", "limits", "limited");

class Follower {
 public:
  // Of the spec's run its tolerances and limits are taken. Refuses as modelOf does.
  static Result<std::unique_ptr<Follower>> open(Result<Tree> tree, LabSpec spec);
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // one panel's row of numbers, as PanelSetting says: the method, from the next run on
  std::span<double> params() { return params_; }
  // Writes it; lengths that were left open fit the mechanism. Refuses a method that is not in the
  // registry, numbers out of range.
  std::string setMethod(const MethodOptions& method, const Settings& settings = {});

  // A path of so many points, 1 to kMostFollowPoints: each has the scene's targets as they stand. The
  // buffers move, and a run at work ends. Refuses another number.
  std::string resize(int points);
  // kTargetStride a target, point after point
  std::span<double> goals() { return goals_; }
  // n: where a run starts; at first the scene's start
  std::span<double> start() { return start_; }

  // Begins a run from `start` through all goals, `rounds` (1 to kMostFollowRounds) times. At each point
  // there are updates until it is within the tolerances, one at least, `updates` (1 to kMostFollowUpdates) at
  // most. Empty, or what is wrong with these, the method, the start or a goal: then there is no run.
  std::string begin(int updates, int rounds);
  // Goes on by so many points; true: all are done. Where it pauses changes no number. No allocation.
  bool advance(int points);

  // Begins a run whose answers come from elsewhere, `takeAnswer` point after point. The method of `params`
  // solves nothing, but must be one. Empty, or what is wrong, as of `begin`.
  std::string beginAnswers(int rounds);
  // n: what is taken next
  std::span<double> answer() { return answer_; }
  // Takes the answer to the next point; true: it was the last. Error, angle and `within` are those of forward
  // kinematics made anew; within is 0 as well where limits hold and a joint is beyond them by more than
  // kAnswerSlack. One that is not finite is none: the joints stay where they are.
  bool takeAnswer();

  // What is found afterwards, so that `advance` costs what the method costs: `measure` of the points of
  // the round at work, or of the last, as far as it has come.
  void measure();

  // kFollowStride a point, of that round
  std::span<const double> rows() const { return rows_; }
  // n a point, likewise: its answers
  std::span<const double> poses() const { return poses_; }
  // n a point: those of the round before; kNotUsed: there was none
  std::span<const double> before() const { return before_; }

 private:
  Follower(Model::Pointer model, LabSpec spec);
  void readGoals(int point, std::vector<Goal>& goals) const;
  std::string goalsFault();
  Result<Solver> prepare(int updates, int rounds);
  int nextPoint();
  void enter(int rounds);
  double* writeRow(int point, const Vector& theta, const Workspace& seen);
  void follow(int point);
  void measure(int point, const double* last);

  const Model::Pointer model_;
  const LabSpec spec_;
  std::unique_ptr<Runner> runner_;
  std::unique_ptr<Workspace> verifier_;  // of answers from elsewhere
  Memory end_;
  std::vector<double> params_, goals_, start_, begun_, answer_, rows_, poses_, before_;
  std::vector<Goal> aims_, next_;
  Vector theta_;  // room
  Pose pose_;
  Jacobian jacobian_;
  Svd svd_;
  int points_ = 0, done_ = 0, all_ = 0;  // all: of the run, every round
};

}  // namespace iklab
