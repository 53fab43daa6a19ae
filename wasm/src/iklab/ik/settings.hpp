// The settings of an update, and the stop rules of a solve.
#pragma once

#include <optional>

#include "iklab/ik/target_clamp.hpp"

namespace iklab {

// How to treat a joint that a step would move beyond a limit.
enum class LimitPolicy {
  ignore,
  clamp,  // The joint stops at the limit.
  lock,   // The joint stays at the limit, and the step is recomputed for the other joints.
  // An angle moves back within its limits by full rotations if possible; otherwise as `clamp`.
  wrap,
};
inline constexpr auto kLimitPolicies = words<LimitPolicy::wrap>("ignore", "clamp", "lock", "wrap");

// Objectives in the null space of the task: see secondary.hpp.
enum class SecondaryKind { none, rest, limitMiddle, manipulability, clearance };
inline constexpr auto kSecondaryKinds =
    words<SecondaryKind::clearance>("none", "rest", "limit-middle", "manipulability", "clearance");

struct SecondaryGoal {
  SecondaryKind kind = SecondaryKind::none;
  double gain = 0;  // Factor on the descent of H.
  // Centre of the sphere that `clearance` avoids.
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double radius = 0;  // Metres.
};

// Apply to every update of a solver.
struct Settings {
  LimitPolicy limits = LimitPolicy::clamp;
  TargetClamp clamp = {};
  double gain = 1;                     // Factor on e.
  std::optional<double> maxStep = {};  // Radians; kInfinity: no limit; empty: the method's default.
  double maxSlide = kInfinity;         // Metres, for prismatic joints.
  SecondaryGoal secondary = {};
};

// Why a solve ended.
enum class Stop {
  none,
  reached,         // Within the tolerances or the residual of the rules.
  stalled,         // J^T e = 0, but e is not 0.
  atLimit,         // As `stalled`, for the joints that are not stopped by a limit.
  breakdown,       // The method could not compute a step.
  noImprovement,   // An update reduced the error by less than minImprovement.
  oscillating,     // The error increased at least maxRises times, and again in this update.
  iterationLimit,  // maxUpdates
  tooSlow,         // maxSlow consecutive updates gained less than slowShare.
  outside,         // Goals reached with a joint outside its limits, which the Restarts reject.
};
inline constexpr auto kStops =
    words<Stop::outside>("none", "reached", "stalled", "at-limit", "breakdown", "no-improvement",
                         "oscillating", "iteration-limit", "too-slow", "outside-limits");
inline const char* word(Stop stop) { return kStops[static_cast<size_t>(stop)]; }

// When an attempt of a solve ends. minImprovement and maxRises end an attempt early, so that a
// restart can try another pose. Scenarios and studies of version 2 use neither rule by default.
struct StopRules {
  double tolerance = 1e-4;             // Metres, sum over the targets.
  double orientationTolerance = 1e-3;  // Radians, for each target.
  double minImprovement = 1e-5;        // Metres.
  int maxRises = 3;
  int maxUpdates = 4000;
  // If above 0: goals are reached if |e|_2 of the unclamped task, metres, is at most this, whatever
  // the tolerances (as in Haviland & Corke and Lloyd et al.).
  double residual = 0;
  // If above 0: a solve ends after this many consecutive updates that each reduce the error by less
  // than slowShare of it, or increase it (QuIK, the program of Lloyd et al. 2022: 10 and 0.05).
  int maxSlow = 0;
  double slowShare = 0.05;  // From 0 to 1.
};

// True if an unclamped e (m) is within the residual, if there is one; otherwise within the
// tolerances of targets that have their own, and those of the rules for the others.
bool within(const StopRules& rules, const Task& task, const Vector& e);

}  // namespace iklab
