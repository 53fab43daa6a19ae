// A panel's row of numbers (the `params` buffer) and the settings of a run.
#pragma once

#include "ik/method.hpp"

namespace iklab {

enum class ClampMode { off, fixed, adaptive };
enum class ClampRule { paper, published, repaired };
enum class SecondaryKind { none, rest, limitMiddle, manipulability, clearance };
enum class LimitPolicy { ignore, clamp, lock };
enum class RunMode { track, converge, hybrid };

// Behind the method's own parameters (and its stages') stand the panel's settings.
enum PanelSetting : int {
  kMethod = kParamStride,  // index in the table
  kClampMode,
  kClampDistance,  // metres
  kClampAngle,     // radians
  kClampRule,
  kMaxStep,   // radians, kInfinity: no limit, kByStage: the method's
  kMaxSlide,  // metres, kInfinity: no limit
  kGain,
  kSecondaryKind,
  kSecondaryGain,
  kCentreX,
  kCentreY,
  kCentreZ,
  kRadius,
  kPanelStride,  // numbers of one panel
};

struct RunSettings {
  RunMode mode = RunMode::track;
  LimitPolicy limitPolicy = LimitPolicy::ignore;
  int updatesPerFrame = 1;
  double timeStep = 1.0 / 60;          // seconds
  double tolerance = 1e-4;             // metres, sum over targets
  double orientationTolerance = 1e-3;  // radians, each target
  double minImprovement = 1e-5;        // metres
  int maxRises = 3;
  int maxUpdates = 4000;
};

}  // namespace iklab
