// A panel's row of numbers (the `params` buffer), and its way into the types of the solver.
#pragma once

#include "iklab/ik/registry.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// The settings of a panel; behind them stand the numbers of its method, one for each parameter (a
// stage: its place in the registry), and behind these those of each of its stages.
enum PanelSetting : int {
  kMethod,  // place in the registry
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
  kNumbersAt,  // from here on
};
inline constexpr auto kPanelFields = words<kRadius>(
    "method", "clampMode", "clampDistance", "clampAngle", "clampRule", "maxStep", "maxSlide",
    "gain", "secondaryKind", "secondaryGain", "centreX", "centreY", "centreZ", "radius");

// Room for a row that names any of these methods.
inline size_t panelStride(const MethodRegistry& methods) {
  return kNumbersAt + methods.mostNumbers();
}
// Of a row as long as this: those that are read for a method.
size_t numbersUsed(const MethodOptions& method);

// What a row asks for. row: panelStride numbers, any. Faults: as faultOf gives them; of the method
// alone, a place that is none.
Result<MethodOptions> methodIn(const MethodRegistry& methods, std::span<const double> row);
Result<Solver> solverOf(std::shared_ptr<const Model> model, LimitPolicy limits,
                        const MethodRegistry& methods, std::span<const double> row);

// Writes the row that asks for these; `limits` is no part of it. Faults: the method's and those of
// the settings, a method or stage that is not in the registry; then nothing is written.
std::string writePanel(const MethodOptions& method, const Settings& settings,
                       const MethodRegistry& methods, std::span<double> row);

}  // namespace iklab
