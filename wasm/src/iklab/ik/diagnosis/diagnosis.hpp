// Why a solve stands where it does: decided by experiments from its pose, not by the rule that ended it.
//
//   E1: can a strong solver (BoxLevenberg) lower |e| by a tenth from here within the joint limits?
//   E2: can it without them?
//
//   E1 yes          the method or its parameters: experiments.hpp finds which
//   E1 no, E2 yes   the joint limits; E2's solution names the joints
//   neither         another start within the limits reaches the goals: a pose nudged by 5 degrees (a
//                   singular pose), or one drawn at random (a local minimum); else no pose was found
//
// A goal that the lengths of the links cannot reach needs no experiment: reach.hpp.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/diagnosis/box_levenberg.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

enum class Cause {
  none,         // within the tolerances
  outOfReach,   // proved by the lengths of the links
  jointLimits,  // closer poses are beyond them
  singularPose,
  localMinimum,
  noPoseFound,  // by any experiment
  // of the method:
  converging,  // it goes on as it is
  updateLimit,
  stopRule,
  damping,
  droppedDirection,
  stepLimit,
  targetClamp,
  jointWeights,
  secondaryGoal,
  priority,
  overshoot,
  breakdown,    // its equations have no sound solution
  method,       // closer poses are there, and no change of its parameters finds them
  undiagnosed,  // an experiment was interrupted, or could not be made
};
inline constexpr auto kCauses = words<Cause::undiagnosed>(
    "none", "out-of-reach", "joint-limits", "singular-pose", "local-minimum", "no-pose-found",
    "converging", "update-limit", "stop-rule", "damping", "dropped-direction", "step-limit",
    "target-clamp", "joint-weights", "secondary-goal", "priority", "overshoot", "breakdown",
    "method", "undiagnosed");
inline const char* word(Cause cause) { return kCauses[static_cast<size_t>(cause)]; }

// A joint on its limit, which the goals pull outward.
struct PushedJoint {
  int column;
  bool upper;
  double share;  // of |J^T e|_2, 0 to 1
};

// A joint whose limit must give way.
struct LimitingJoint {
  int column;
  bool upper;
  double beyond;  // radians, metres of a joint that slides: how far beyond it the solution stands
};

// A run of the same method from the same pose with one thing changed.
struct Experiment {
  Cause cause;       // what it takes away
  std::string key;   // of a parameter, "" of a setting
  double value = 0;  // that it was set to
  double error = 0;  // |e|_2 in the end, metres
  int updates = 0;
  bool reached = false;
};

struct DiagnosisBudget {
  int strongUpdates = 300;  // of E1, E2 and each restart
  int methodUpdates = 400;  // of each experiment with the method; 0: none is made
  int restarts = 8;
  std::uint64_t seed = 1;
};

struct Diagnosis {
  Cause cause = Cause::undiagnosed;
  double error = 0;                      // |e|_2 of the whole task at the pose, metres
  double distance = 0;                   // of the tips from their goals, summed, metres
  double angle = 0;                      // the largest turn that is left, radians
  bool placed = false;                   // distance is within the tolerance,
  bool turned = false;                   // and angle
  double shortfall = 0;                  // no pose is nearer, as is proved, metres; 0: nothing is
  std::vector<PushedJoint> pushed = {};  // largest share first
  BoxLevenberg::End within = {};         // E1
  BoxLevenberg::End released = {};       // E2, where E1 does not reach the goals and limits hold
  std::vector<LimitingJoint> limiting = {};  // of E2: the fewest that were found
  int restarts = 0;                          // other starts that were tried,
  int reached = 0;                           // and that reached the goals
  double best = 0;  // the least |e|_2 of all experiments within the limits, metres
  // experiments with the method that lower |e| by a tenth, best first
  std::vector<Experiment> helped = {};

  // within 1 % of the best pose that was found
  bool settled() const { return error <= 1.01 * best; }
};

// Of a solver's pose (n values). stop: why the run ended; none: it goes on. The faults: those of solve,
// but a pose outside its limits is moved into them. An interrupt leaves `undiagnosed`.
Result<Diagnosis> diagnose(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                           const StopRules& rules, Stop stop, const DiagnosisBudget& budget = {},
                           const Interrupt& interrupt = {});

// The least fall of |e| that counts: a tenth.
inline constexpr double kFallen = 0.9;

}  // namespace iklab
