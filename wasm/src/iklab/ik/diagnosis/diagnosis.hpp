// Why a solve has not reached its goals. Experiments from its pose decide, not the rule that ended
// it.
//
//   E1: a strong solver (BoxLevenberg) starts from the pose and stays within the joint limits
//   E2: the same without the limits
//
//   E1 reaches the goals             the method or one of its numbers: experiments.hpp finds which
//   the pose is stationary, and
//   it improves from 5 degrees away  a singular pose
//   E2 reaches the goals, and        the joint limits; E2's solution names the joints
//   E1 from poses close by does not
//   E1 lowers |e| by a tenth         the method; the joint limits if none of its changes helps and
//                                    E2 ends closer than E1 by a tenth
//   E2 lowers |e| by a tenth         the joint limits
//   another start reaches the goals  a local minimum; otherwise no pose was found
//
// Goals that the lengths of the links cannot reach need no experiment: reach.hpp.
#pragma once

#include <string>
#include <vector>

#include "iklab/ik/diagnosis/box_levenberg.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

enum class Cause {
  none,         // The goals are within the tolerances.
  outOfReach,   // Proved from the lengths of the links.
  jointLimits,  // Closer poses are outside the limits.
  singularPose,
  localMinimum,
  noPoseFound,  // No experiment found a closer pose.
  // The causes below are in the method or its settings.
  converging,  // The method is still running and gets closer.
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
  breakdown,  // The method's equations have no solution at the pose.
  // There are closer poses, but no change of its parameters that was tried finds them.
  method,
  undiagnosed,  // `obstacle` contains the reason.
};
inline constexpr auto kCauses = words<Cause::undiagnosed>(
    "none", "out-of-reach", "joint-limits", "singular-pose", "local-minimum", "no-pose-found",
    "converging", "update-limit", "stop-rule", "damping", "dropped-direction", "step-limit",
    "target-clamp", "joint-weights", "secondary-goal", "priority", "overshoot", "breakdown",
    "method", "undiagnosed");
inline const char* word(Cause cause) { return kCauses[static_cast<size_t>(cause)]; }

// A joint at its limit that J^T e pulls outward.
struct PushedJoint {
  int column;
  bool upper;
  double share;  // Relative to |J^T e|_2, 0 to 1.
};

// A joint that E2's solution moves beyond its limit.
struct LimitingJoint {
  int column;
  bool upper;
  double beyond;  // Radians, or metres for a joint that slides.
};

inline constexpr const char* kNoKey = "none";

// A run of the same method from the same pose with one change.
struct Experiment {
  Cause cause;  // The cause that the change removes.
  // The changed parameter of the method, or gain, maxStep or clamp.distance of the settings.
  // kNoKey: the feature that the cause names was removed, or nothing was changed.
  std::string key = kNoKey;
  double value = 0;  // Radians or metres.
  double error = 0;  // |e|_2 at the end, metres.
  int updates = 0;
  bool reached = false;
};

struct DiagnosisBudget {
  int strongUpdates = 300;  // For each of E1, E2 and the restarts.
  int methodUpdates = 400;  // For each experiment with the method; 0: no such experiments.
  int restarts = 8;
  std::uint64_t seed = 1;
  // False: releases one limit alone, then all of them, and does not repeat E1 from poses close by.
  bool thorough = true;
  // True: skips experiments that cannot change the cause or the first limiting joint, so `best`,
  // `restarts`, `reached` and `helped` cover fewer experiments.
  bool causeOnly = false;
};
// For many problems: reports `method` for all causes that only experiments with the method can
// distinguish.
inline constexpr DiagnosisBudget kQuickDiagnosis{
    .strongUpdates = 100, .methodUpdates = 0, .restarts = 4, .thorough = false};

struct Diagnosis {
  Cause cause = Cause::undiagnosed;
  double error = 0;  // |e|_2 of the complete task at the pose, metres.
  // Sum of the distances of the effectors from their goals, metres.
  double distance = 0;
  double angle = 0;     // Largest remaining rotation of a target, radians.
  bool placed = false;  // True if distance is within the tolerance.
  bool turned = false;  // True if angle is within the tolerance.
  // A proved lower bound of distance, metres; 0 if there is none.
  double shortfall = 0;
  std::vector<PushedJoint> pushed = {};  // Largest share first.
  BoxLevenberg::End within = {};         // Result of E1.
  // Result of E2, if E1 does not reach the goals and limits are active.
  BoxLevenberg::End released = {};
  // The joints that E2 moves outside their limits, as few as were found; the one with the largest
  // pull first.
  std::vector<LimitingJoint> limiting = {};
  int restarts = 0;  // Number of other starts that were tried.
  int reached = 0;   // Number of those starts that reached the goals.
  double best = 0;   // Smallest |e|_2 of all experiments within the limits, metres.
  // Experiments with the method that lower |e| by a tenth, or reach the goals sooner; best first.
  std::vector<Experiment> helped = {};
  std::string obstacle = {};  // Why there is no diagnosis: interrupted, diverged, or invalid input.

  // True if |e| is within 1 % of the best that was found.
  bool settled() const { return error <= 1.01 * best; }
};

// theta: the pose (n values); if it is outside the limits, it is moved into them. stop: why the run
// ended there; none if it is still running. Faults: those of `solve`, but a pose may be outside the
// limits. After an interrupt the cause is `undiagnosed`.
Result<Diagnosis> diagnose(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                           const StopRules& rules, Stop stop, const DiagnosisBudget& budget = {},
                           const Interrupt& interrupt = {});

// An experiment helps if it reduces |e| to this share.
inline constexpr double kFallen = 0.9;

}  // namespace iklab
