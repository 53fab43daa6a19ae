// Restarts: an instance that has not reached its goals restarts from a random pose, or from a pose
// of the model's table.
#pragma once

#include <cstdint>
#include <optional>

#include "iklab/core/random_pose.hpp"
#include "iklab/ik/workspace.hpp"

namespace iklab {

// How to treat a solution with a joint outside its limits. Only the angles of revolute joints that
// no joint mimics are changed; the values of all other joints are checked as they are.
enum class Outside {
  keep,  // Accept it.
  wrap,  // Wrap angles to within pi of zero; reject if one is still outside (Haviland & Corke).
  turn,  // Move angles within their limits by full rotations; reject if one is still outside.
};
inline constexpr auto kOutsides = words<Outside::turn>("keep", "wrap", "turn");

// Where the start pose of a restart comes from.
enum class RestartPose {
  random,
  table,  // The rows of Model::seeds, those nearest to the goals first; then random poses.
};
inline constexpr auto kRestartPoses = words<RestartPose::table>("random", "table");

// Further attempts after one that has not reached its goals.
struct Restarts {
  int most = 0;            // Attempts after the first one.
  int every = 0;           // Updates after which an attempt restarts; 0: only when it stops.
  std::uint64_t seed = 1;  // A random pose depends only on the seed and the number of the attempt.
  Outside outside = Outside::keep;
  // Default: `random` if the solve has a start, `table` if it has none.
  std::optional<RestartPose> from = {};
  // If above 0: an attempt of the first third is given up after this many slow updates in a row,
  // which each reduce the error by less than slowShare of it. An attempt from a given start is
  // never given up, nor any if there are fewer than kLeastToGiveUp restarts. If the best attempt of
  // the first third was given up, the next one continues it.
  int maxSlow = 0;
};

// With fewer restarts, no attempt is given up.
inline constexpr int kLeastToGiveUp = 6;

// The default restarts of a solve. 30 restarts with giving up have as many complete attempts as 20
// without it, and take less time: see docs/decisions/solver.md.
inline constexpr Restarts kSolveRestarts{.most = 30, .every = 200, .maxSlow = 3};

// LimitPolicy::wrap, as in TRAC-IK's KDL-RR. True if an angle beyond a limit was moved within its
// limits by the fewest full rotations. False if the value was moved to the limit, or was within its
// limits and is unchanged.
bool wrap(const Tree& tree, int column, double& value);

// True if full rotations bring every angle beyond a limit back within its limits, so that no limit
// stops the joint.
bool goesRound(const Tree& tree, int column);

// Writes theta (n values) of a solution after `outside` is applied; false if a joint is outside its
// limits.
bool settle(const Tree& tree, Outside outside, const Vector& theta, Vector& settled);

// The attempts to solve for one instance. It ends at the pose that reached its goals, otherwise at
// the end of the attempt with the smallest error by the stop rules. No allocation after set-up.
class Attempts {
 public:
  Attempts(const Restarts& policy, const Model& model);

  // Starts over with the first attempt, because the goals (one per target) have moved.
  void begin(std::span<const Goal> goals);
  // Like `begin`, with another seed.
  void begin(std::uint64_t seed, std::span<const Goal> goals);
  // After `begin`: returns the start of the first attempt if none is given, the nearest pose of the
  // table (SeedTable::takeNearest). Restarts take the next ones, unless the policy says otherwise.
  const Vector& nearestStart();

  // Must be called before an update: starts the next attempt if necessary. room: a Workspace or a
  // Lane.
  template <class Room>
  void next(Memory& memory, Room& room) {
    if (const Vector* theta = next()) room.restart(memory, *theta);
  }

  // Must be called after an update. Returns why the solve ends, by the `judge` of `room`; none if
  // the solve continues, or if the next attempt follows. Rules count the updates of one attempt.
  template <class Room>
  Stop judge(Memory& memory, Room& room, const StopRules& rules) {
    const Stop stop = room.judge(memory, attemptRules(rules));
    if (stop == Stop::none) return stop;
    // Read before settling: a lane has no objective after it.
    const double objective = room.objective();
    if (stop == Stop::reached && accept(memory, room)) return stop;
    if (policy_.most == 0) return memory.stop;
    keepBest(memory, objective, rules);
    if (restartDue_) return memory.stop = Stop::none;
    room.place(memory, best_);
    return memory.stop = bestStop_;
  }

  // Must be called when the solve is interrupted: returns to the end of the best attempt, unless the
  // current pose is closer.
  template <class Room>
  void interrupt(Memory& memory, Room& room) const {
    if (bestObjective_ < room.objective()) room.place(memory, best_);
  }

  // Begins the next attempt if a restart is due. Returns its start pose; null if none is due.
  const Vector* next();
  // The rules of the current attempt.
  StopRules attemptRules(const StopRules& rules) const;

  // Number of restarts since the goals last moved.
  int restarts() const { return restarts_; }
  // Number of attempts since then that Restarts::maxSlow ended.
  int givenUp() const { return givenUp_; }

 private:
  // Settles the pose of a solution; false if it is rejected.
  template <class Room>
  bool accept(Memory& memory, Room& room) {
    if (policy_.outside == Outside::keep) return true;
    const bool inside = settle(model_.tree, policy_.outside, memory.theta, settled_);
    if (settled_ != memory.theta) room.place(memory, settled_);
    if (!inside) memory.stop = Stop::outside;
    return inside;
  }

  bool last() const { return restarts_ >= policy_.most; }
  // Number of the first attempt after those that can be given up.
  int firstComplete() const { return policy_.most < kLeastToGiveUp ? 0 : policy_.most / 3; }
  bool mayGiveUp(const StopRules& rules) const;
  bool takeNearest();
  void keepBest(const Memory& memory, double objective, const StopRules& rules);

  Restarts policy_;
  RestartPose from_;      // Of the restarts of this solve.
  bool hasStart_ = true;  // True if the first attempt begins at a given start.
  const Model& model_;
  std::vector<Goal> goals_;
  // Results of SeedTable::measure, kInfinity for used rows. Empty if the table is not used.
  std::vector<double> distances_;
  bool measured_ = false;  // True if `distances_` are those from `goals_`.
  int restarts_ = 0, givenUp_ = 0;
  bool restartDue_ = false;
  bool continues_ = false;            // True if this attempt continues the best one.
  Vector drawn_, best_, settled_;     // n
  double bestObjective_ = kInfinity;  // Metres.
  Stop bestStop_ = Stop::none;
  bool bestGivenUp_ = false;
};

}  // namespace iklab
