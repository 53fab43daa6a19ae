// A panel's row of numbers (the `params` buffer), and its way into the types of the solver.
#pragma once

#include "iklab/ik/solver.hpp"

namespace iklab {

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
// from kMethod on
inline constexpr std::array kPanelFields = {
    "method", "clampMode",     "clampDistance", "clampAngle", "clampRule", "maxStep", "maxSlide",
    "gain",   "secondaryKind", "secondaryGain", "centreX",    "centreY",   "centreZ", "radius"};
static_assert(kPanelFields.size() == kPanelStride - kMethod, "a word for each");

// The solver that a row asks for. row: kPanelStride numbers, any. Faults: as faultOf gives them.
Result<Solver> solverOf(std::shared_ptr<const Model> model, LimitPolicy limits, const double* row);

}  // namespace iklab
