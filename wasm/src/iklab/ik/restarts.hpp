// Restarts: an instance that has not reached its goals begins again from a pose drawn at random.
#pragma once

#include <cstdint>

#include "iklab/ik/workspace.hpp"
#include "iklab/math/random.hpp"

namespace iklab {

// What becomes of a solution with a joint outside its limits. Angles are those of joints that only
// turn and that none follows; all others are judged as they stand.
enum class Outside {
  keep,  // it is one
  wrap,  // angles are wrapped into pi of zero; given up where one is outside then (Haviland & Corke)
  turn,  // an angle comes within by whole turns where it can; given up where one cannot
};
inline constexpr auto kOutsides = words<Outside::turn>("keep", "wrap", "turn");

// What is tried where an attempt has ended without reaching its goals.
struct Restarts {
  int most = 0;            // attempts after the first one
  int every = 0;           // updates after which an attempt makes way for the next; 0: as it stops
  std::uint64_t seed = 1;  // of the poses: that of an attempt depends on it and its number alone
  Outside outside = Outside::keep;
};

// The restarts of a solve whose caller names none. Of 300 reachable goals on a UR5e and on a Panda, SDLS reaches all with
// them and 79 and 76 % without; DLS 95 and 97 %, and 68 and 71 %.
inline constexpr Restarts kSolveRestarts{.most = 20, .every = 200};

// Between which values a joint is drawn: its limits; within pi or 1 m of zero where there are none.
struct Span {
  double low, high;
};
Span spanOf(const Joint& joint);

// LimitPolicy::wrap, as TRAC-IK's KDL-RR has it. True: an angle beyond a limit has come within by as few whole
// turns as bring it back from there. False: the value stops at the limit; one within stays.
bool wrap(const Tree& tree, int column, double& value);

// Whether a step beyond a limit always comes back by whole turns, so that no limit stops the joint.
bool goesRound(const Tree& tree, int column);

// Writes theta (n values) as a solution of these joints stands; false: one of them is outside.
bool settle(const Tree& tree, Outside outside, const Vector& theta, Vector& settled);

// Writes a pose (n values), uniformly within these.
void drawPose(const Tree& tree, Random& random, Vector& theta);

// The attempts of one instance at its goals. In the end it stands where it has reached them, else at
// the end of the attempt that came nearest by what the stop rules judge. No allocation after set-up.
class Attempts {
 public:
  Attempts(const Restarts& policy, const Model& model);

  // The goals have moved: the attempt at work is the first.
  void begin();
  // the same, with other poses
  void begin(std::uint64_t seed);

  // Before an update: the next attempt, if one is due. Room: a Workspace, or a lane of two.
  template <class Room>
  void next(Memory& memory, Room& room) {
    if (const Vector* theta = next()) room.restart(memory, *theta);
  }

  // After an update: why it ends here, as the room's `judge` says; none where the next attempt is due.
  // Rules count the updates of one attempt.
  template <class Room>
  Stop judge(Memory& memory, Room& room, const StopRules& rules) {
    const Stop stop = room.judge(memory, now(rules));
    if (stop == Stop::none) return stop;
    const double objective = room.objective();  // before the pose is settled: a lane has none after
    if (stop == Stop::reached && accept(memory, room)) return stop;
    if (policy_.most == 0) return memory.stop;
    keep(memory, objective);
    if (due_) return memory.stop = Stop::none;
    room.place(memory, best_);
    return memory.stop = bestStop_;
  }

  // made since the goals last moved
  int restarts() const { return restarts_; }

 private:
  // a solution, its pose settled; false: it is given up
  template <class Room>
  bool accept(Memory& memory, Room& room) {
    if (policy_.outside == Outside::keep) return true;
    const bool inside = settle(tree_, policy_.outside, memory.theta, settled_);
    if (settled_ != memory.theta) room.place(memory, settled_);
    if (!inside) memory.stop = Stop::outside;
    return inside;
  }

  bool last() const { return restarts_ >= policy_.most; }
  StopRules now(const StopRules& rules) const;
  const Vector* next();
  void keep(const Memory& memory, double objective);

  Restarts policy_;
  const Tree& tree_;
  int restarts_ = 0;
  bool due_ = false;
  Vector drawn_, best_, settled_;     // n
  double bestObjective_ = kInfinity;  // metres
  Stop bestStop_ = Stop::none;
};

}  // namespace iklab
