#include "iklab/lab/panel_row.hpp"

namespace iklab {
namespace {

// a number beyond the enum stays one, and is found by faultOf
template <class Enum>
Enum enumOf(double number) {
  const bool sound = number >= 0 && number < 1000 && number == static_cast<int>(number);
  return static_cast<Enum>(sound ? static_cast<int>(number) : -1);
}

}  // namespace

Result<Solver> solverOf(std::shared_ptr<const Model> model, LimitPolicy limits, const double* row) {
  const int index = static_cast<int>(enumOf<ClampMode>(row[kMethod]));
  if (index < 0 || index >= static_cast<int>(methodTable().size()))
    return Fault{"there is no such method"};
  Settings settings;
  settings.limits = limits;
  settings.clamp = {enumOf<ClampMode>(row[kClampMode]), enumOf<ClampRule>(row[kClampRule]),
                    row[kClampDistance], row[kClampAngle]};
  settings.gain = row[kGain];
  if (row[kMaxStep] != kByStage) settings.maxStep = row[kMaxStep];
  settings.maxSlide = row[kMaxSlide];
  settings.secondary = {enumOf<SecondaryKind>(row[kSecondaryKind]),
                        row[kSecondaryGain],
                        {row[kCentreX], row[kCentreY], row[kCentreZ]},
                        row[kRadius]};
  Solver solver(std::move(model), {*methodTable()[static_cast<size_t>(index)], {row, kParamStride}},
                settings);
  if (!solver.fault().empty()) return Fault{solver.fault()};
  return solver;
}

}  // namespace iklab
