// What surrounds a method in every update, and when a solve ends.
#pragma once

#include <optional>

#include "iklab/ik/target_clamp.hpp"

namespace iklab {

// What happens to a joint that a step would take beyond a limit.
enum class LimitPolicy {
  ignore,
  clamp,  // it stops there
  lock,   // it stands there, and the step is found once more for the others
  wrap,   // an angle comes back by whole turns if that is within; all else stops at the limit
};
inline constexpr auto kLimitPolicies = words<LimitPolicy::wrap>("ignore", "clamp", "lock", "wrap");

// What the joints do where the task leaves them free: see secondary.hpp.
enum class SecondaryKind { none, rest, limitMiddle, manipulability, clearance };
inline constexpr auto kSecondaryKinds =
    words<SecondaryKind::clearance>("none", "rest", "limit-middle", "manipulability", "clearance");

// A goal in the null space of the task.
struct SecondaryGoal {
  SecondaryKind kind = SecondaryKind::none;
  double gain = 0;                                   // of the descent of H
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  // of the sphere that `clearance` keeps off,
  double radius = 0;                                 // metres
};

// What surrounds a method in every update of a solver.
struct Settings {
  LimitPolicy limits = LimitPolicy::clamp;
  TargetClamp clamp = {};
  double gain = 1;                     // on e
  std::optional<double> maxStep = {};  // radians, kInfinity: no limit; none: the method's own
  double maxSlide = kInfinity;         // metres, of prismatic joints
  SecondaryGoal secondary = {};
};

// Why a solve has ended.
enum class Stop {
  none,
  reached,         // total distance and every angle within tolerance
  stalled,         // J^T e = 0 while e is not
  atLimit,         // the same over the joints that no limit holds
  breakdown,       // the method could not compute a step
  noImprovement,   // closer by less than minImprovement
  oscillating,     // maxRises-th time farther away since the target moved
  iterationLimit,  // maxUpdates
  tooSlow,         // maxSlow updates in a row that gained less than slowShare
  outside,         // at the goals with a joint outside its limits, which the Restarts do not take
};
inline constexpr auto kStops =
    words<Stop::outside>("none", "reached", "stalled", "at-limit", "breakdown", "no-improvement",
                         "oscillating", "iteration-limit", "too-slow", "outside-limits");
inline const char* word(Stop stop) { return kStops[static_cast<size_t>(stop)]; }

// When an attempt of a solve ends. minImprovement and maxRises end one early, so that a restart can try
// elsewhere. Scenarios and studies of version 2 have neither rule by default.
struct StopRules {
  double tolerance = 1e-4;             // metres, sum over targets
  double orientationTolerance = 1e-3;  // radians, each target
  double minImprovement = 1e-5;        // metres
  int maxRises = 3;
  int maxUpdates = 4000;
  // above 0: reached where |e|_2 of the whole unclamped task, metres, is at most this, whatever the
  // tolerances are (as Haviland & Corke and Lloyd et al. have it)
  double residual = 0;
  // above 0: a solve ends where so many updates in a row each lower what is judged by less than
  // slowShare of it, or raise it (QuIK, the program of Lloyd et al. 2022, has 10 and 0.05)
  int maxSlow = 0;
  double slowShare = 0.05;  // from 0 to 1
};

// Whether an unclamped e (m) is inside: the residual, where it is given; else the tolerances of the
// targets that have their own, and those of the rules for the others.
bool within(const StopRules& rules, const Task& task, const Vector& e);

}  // namespace iklab
