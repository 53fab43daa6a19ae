// A panel's row of numbers (the `params` buffer), and its conversion to the types of the solver.
#pragma once

#include "iklab/ik/registry.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// The settings of a panel. They are followed by the numbers of its method, one per parameter (for a
// stage: its index in the registry), and those of each of its stages.
enum PanelSetting : int {
  kMethod,  // Index in the registry.
  kClampMode,
  kClampDistance,  // Metres.
  kClampAngle,     // Radians.
  kClampRule,
  kMaxStep,   // Radians; kInfinity: no limit; kByStage: that of the method.
  kMaxSlide,  // Metres; kInfinity: no limit.
  kGain,
  kSecondaryKind,
  kSecondaryGain,
  kCentreX,
  kCentreY,
  kCentreZ,
  kRadius,
  kNumbersAt,  // Index of the first number of the method.
};
inline constexpr auto kPanelFields = words<kRadius>(
    "method", "clampMode", "clampDistance", "clampAngle", "clampRule", "maxStep", "maxSlide",
    "gain", "secondaryKind", "secondaryGain", "centreX", "centreY", "centreZ", "radius");

// Length of a row that fits every method of the registry.
inline size_t panelStride(const MethodRegistry& methods) {
  return kNumbersAt + methods.mostNumbers();
}
size_t numbersUsed(const MethodOptions& method);

// The method, and the solver, that a row describes. row: panelStride numbers of any value. Faults:
// those of faultOf; for the method alone only an invalid index.
Result<MethodOptions> methodIn(const MethodRegistry& methods, std::span<const double> row);
Result<Solver> solverOf(std::shared_ptr<const Model> model, LimitPolicy limits,
                        const MethodRegistry& methods, std::span<const double> row);

// Writes the row of a method and settings, except for `limits`. Faults: those of the method and of
// the settings; a method or stage that is not in the registry. Then nothing is written.
std::string writePanel(const MethodOptions& method, const Settings& settings,
                       const MethodRegistry& methods, std::span<double> row);

}  // namespace iklab
