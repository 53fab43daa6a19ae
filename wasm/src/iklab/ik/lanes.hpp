// Solves several instances of one solver at a time, one per lane of a vector: transpose, DLS with a
// constant lambda and Levenberg-Marquardt, on any mechanism and task. The updates equal those of a
// workspace bit for bit, for every number of lanes. In an unusual case a lane is lost: a workspace
// must solve its instance again from its start.
#pragma once

#if defined(__x86_64__) && !defined(__EMSCRIPTEN__)
#define IKLAB_WIDE_LANES  // Four and eight lanes are compiled: wide_lanes.hpp.
#endif

#include <memory>

#include "iklab/ik/solver.hpp"

namespace iklab {

class Lanes {
 public:
  // The result of a round in a lane: the pose at which it begins; a trial that failed; an update.
  enum class Made { stand, trial, update, lost };

  static bool cover(const Solver& solver);
  // The largest number of lanes of this processor: 2, 4 or 8.
  static int most();
  // solver: must be one that `cover` accepts. count: 2, 4 or 8, and at most `most`. rules: those by
  // which `round` reports lanes.
  static std::unique_ptr<Lanes> make(const Solver& solver, const StopRules& rules, int count);

  Lanes() = default;
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;
  virtual ~Lanes() = default;

  virtual int count() const = 0;

  // Assigns an instance and its goals to a lane, or moves its instance to another pose. The next
  // round computes that pose. attempt: the rules of this attempt, which differ from those of `make`
  // in maxUpdates and maxSlow only.
  virtual void begin(int lane, const Memory& memory, std::span<const Goal> goals,
                     const StopRules& attempt) = 0;
  virtual void restart(int lane, const Vector& theta, const StopRules& attempt) = 0;
  // Ends the work of a lane.
  virtual void end(int lane) = 0;

  // Makes a trial in each lane, which is mostly an update. In a lane that has just begun it computes
  // the pose instead. Returns bit i for every lane i that has just been lost or in which a stop rule
  // may apply, which `judge` decides.
  virtual unsigned round() = 0;
  virtual Made made(int lane) const = 0;

  // For the current pose of a lane and its last update:
  virtual void write(int lane, Memory& memory) const = 0;  // Pose and counts.
  virtual int updates(int lane) const = 0;                 // Since the instance began.
  virtual double error(int lane) const = 0;                // Metres.
  virtual double objective(int lane) const = 0;            // Metres.
  virtual Vector step(int lane) const = 0;
  virtual double told(int lane, double Report::*field) const = 0;
  // memory: as written by `write`.
  virtual Stop judge(int lane, Memory& memory, const StopRules& rules) = 0;
  // Per target: metres, then radians.
  virtual double distance(int lane, int target) const = 0;
  virtual double angle(int lane, int target) const = 0;

  // Since an instance began, if `watch` is on:
  void watch(bool on) { watching_ = on; }
  virtual double travel(int lane) const = 0;      // Sum of |step| over rotating joints, radians.
  virtual int limitHits(int lane) const = 0;      // Updates that end with a joint at a limit.
  virtual double startError(int lane) const = 0;  // Metres.
  virtual double best(int lane) const = 0;        // The smallest error, metres.
  // Bit i if lane i found its smallest error in the last round.
  virtual unsigned improved() const = 0;

 protected:
  bool watching_ = false;
};

// A lane, in the role of a workspace for `Attempts`.
struct Lane {
  Lanes& lanes;
  int index;
  bool placed = false;  // True if the final pose is not that of the lane.
  double objective() const { return lanes.objective(index); }
  Stop judge(Memory& memory, const StopRules& rules) { return lanes.judge(index, memory, rules); }
  void place(Memory& memory, const Vector& theta) {
    memory.theta = theta;
    placed = true;
  }
};

}  // namespace iklab
