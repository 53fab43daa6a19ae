#include "iklab/lab/panel_row.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

// A number outside the enum becomes another invalid value, which faultOf reports.
template <class Enum>
Enum enumOf(double number) {
  const bool sound = number >= 0 && number < 1000 && number == static_cast<int>(number);
  return static_cast<Enum>(sound ? static_cast<int>(number) : -1);
}

// A method and its stages, in the order of their numbers.
std::vector<const MethodOptions*> listMethods(const MethodOptions& method) {
  std::vector<const MethodOptions*> all = {&method};
  for (const MethodOptions& each : method.stages()) all.push_back(&each);
  return all;
}

// The index of a method in a parameter or setting.
Result<size_t> methodIndex(const MethodRegistry& methods, const std::string& key, double number) {
  const double last = static_cast<double>(methods.entries().size() - 1);
  if (std::string fault = wholeFault(key, number, 0, last); !fault.empty())
    return Fault{std::move(fault)};
  return static_cast<size_t>(number);
}

// numbers: as many as the largest method of the registry uses.
Result<MethodOptions> read(const MethodRegistry& methods, size_t place,
                           std::span<const double> numbers) {
  const MethodEntry::Pointer& entry = methods.entries()[place];
  const auto own = [&](const MethodEntry& of) {
    const auto from = numbers.begin();
    numbers = numbers.subspan(of.params.size());
    return std::vector<double>(from, numbers.begin());
  };
  std::vector<double> first = own(*entry);
  std::vector<MethodOptions> stages;
  for (size_t i = 0; i < first.size(); ++i) {
    if (entry->params[i].scale != Scale::method) continue;
    const Result<size_t> at = methodIndex(methods, entry->params[i].key, first[i]);
    if (!at) return Fault{at.reason()};
    const MethodEntry::Pointer& stage = methods.entries()[at.value()];
    const bool may =
        stage->traits & kStage;  // Otherwise this is a fault, and the method may have more numbers.
    stages.emplace_back(stage, may ? own(*stage) : std::vector<double>());
  }
  return MethodOptions(entry, std::move(first), std::move(stages));
}

Settings settingsOf(LimitPolicy limits, std::span<const double> row) {
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
  return settings;
}

void write(const Settings& s, std::span<double> row) {
  row[kClampMode] = static_cast<double>(s.clamp.mode);
  row[kClampRule] = static_cast<double>(s.clamp.rule);
  row[kClampDistance] = s.clamp.distance;
  row[kClampAngle] = s.clamp.angle;
  row[kMaxStep] = s.maxStep.value_or(kByStage);
  row[kMaxSlide] = s.maxSlide;
  row[kGain] = s.gain;
  row[kSecondaryKind] = static_cast<double>(s.secondary.kind);
  row[kSecondaryGain] = s.secondary.gain;
  for (int k = 0; k < 3; ++k) row[static_cast<size_t>(kCentreX + k)] = s.secondary.centre[k];
  row[kRadius] = s.secondary.radius;
}

}  // namespace

size_t numbersUsed(const MethodOptions& method) {
  size_t used = 0;
  for (const MethodOptions* each : listMethods(method)) used += each->numbers().size();
  return used;
}

Result<MethodOptions> methodIn(const MethodRegistry& methods, std::span<const double> row) {
  const Result<size_t> place = methodIndex(methods, "method", row[kMethod]);
  if (!place) return Fault{place.reason()};
  return read(methods, place.value(), row.subspan(kNumbersAt));
}

Result<Solver> solverOf(std::shared_ptr<const Model> model, LimitPolicy limits,
                        const MethodRegistry& methods, std::span<const double> row) {
  Result<MethodOptions> method = methodIn(methods, row);
  if (!method) return Fault{method.reason()};
  Solver solver(std::move(model), method.take(), settingsOf(limits, row));
  if (!solver.fault().empty()) return Fault{solver.fault()};
  return solver;
}

std::string writePanel(const MethodOptions& method, const Settings& settings,
                       const MethodRegistry& methods, std::span<double> row) {
  for (std::string fault : {method.fault(), faultOf(settings)})
    if (!fault.empty()) return fault;
  for (const MethodOptions* each : listMethods(method))
    if (methods.find(each->entry().id).get() != &each->entry())
      return concatenate({"the registry has no method '", each->entry().id, "'"});
  row[kMethod] = methods.indexOf(method.entry().id);
  write(settings, row);
  auto to = row.begin() + kNumbersAt;
  for (const MethodOptions* each : listMethods(method))
    to = std::copy(each->numbers().begin(), each->numbers().end(), to);
  size_t stage = 0;
  for (size_t i = 0; i < method.numbers().size(); ++i)
    if (method.entry().params[i].scale == Scale::method)
      row[kNumbersAt + i] = methods.indexOf(method.stages()[stage++].entry().id);
  return {};
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
