// The settings of an update, and the stop rules of a solve.
#pragma once

#include <optional>

#include "iklab/ik/target_clamp.hpp"

namespace iklab {

// How to treat a joint that a step would move beyond a limit.
enum class LimitPolicy {
  ignore,
  clamp,  // the joint stops at the limit
  lock,   // the joint stays at the limit, and the step is recomputed for the other joints
  wrap,   // an angle moves by full rotations if that is within; otherwise as `clamp`
};
inline constexpr auto kLimitPolicies = words<LimitPolicy::wrap>("ignore", "clamp", "lock", "wrap");

// Objectives in the null space of the task: see secondary.hpp.
enum class SecondaryKind { none, rest, limitMiddle, manipulability, clearance };
inline constexpr auto kSecondaryKinds =
    words<SecondaryKind::clearance>("none", "rest", "limit-middle", "manipulability", "clearance");

// A goal in the null space of the task.
struct SecondaryGoal {
  SecondaryKind kind = SecondaryKind::none;
  double gain = 0;                                   // factor on the descent of H
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  // of the sphere that `clearance` avoids
  double radius = 0;                                 // metres
};

// The settings of every update of a solver.
struct Settings {
  LimitPolicy limits = LimitPolicy::clamp;
  TargetClamp clamp = {};
  double gain = 1;                     // factor on e
  std::optional<double> maxStep = {};  // radians, kInfinity: no limit; empty: the method's default
  double maxSlide = kInfinity;         // metres, for prismatic joints
  SecondaryGoal secondary = {};
};

// Why a solve ended.
enum class Stop {
  none,
  reached,         // within the tolerances or the residual of the rules
  stalled,         // J^T e = 0, but e is not 0
  atLimit,         // the same for the joints not stopped by a limit
  breakdown,       // the method could not compute a step
  noImprovement,   // an update reduced the error by less than minImprovement
  oscillating,     // the error increased at least maxRises times, and again in this update
  iterationLimit,  // maxUpdates
  tooSlow,         // maxSlow consecutive updates gained less than slowShare
  outside,         // goals reached with a joint outside its limits, which the Restarts reject
};
inline constexpr auto kStops =
    words<Stop::outside>("none", "reached", "stalled", "at-limit", "breakdown", "no-improvement",
                         "oscillating", "iteration-limit", "too-slow", "outside-limits");
inline const char* word(Stop stop) { return kStops[static_cast<size_t>(stop)]; }

// When an attempt of a solve ends. minImprovement and maxRises end one early, so that a restart can
// try elsewhere. Scenarios and studies of version 2 have neither rule by default.
struct StopRules {
  double tolerance = 1e-4;             // metres, sum over targets
  double orientationTolerance = 1e-3;  // radians, each target
  double minImprovement = 1e-5;        // metres
  int maxRises = 3;
  int maxUpdates = 4000;
  // above 0: goals are reached if |e|_2 of the unclamped task, metres, is at most this, whatever
  // the tolerances (as in Haviland & Corke and Lloyd et al.)
  double residual = 0;
  // above 0: a solve ends after this many consecutive updates that each reduce the judged error by
  // less than slowShare of it, or increase it (QuIK, the program of Lloyd et al. 2022: 10 and 0.05)
  int maxSlow = 0;
  double slowShare = 0.05;  // from 0 to 1
};

// Whether an unclamped e (m) is within the residual, if given; otherwise within the tolerances of
// targets that have their own, and those of the rules for the others.
bool within(const StopRules& rules, const Task& task, const Vector& e);

}  // namespace iklab
