#include "iklab/lab/shown_numbers.hpp"

#include <algorithm>

#include "iklab/ik/registry.hpp"

namespace iklab {

ShownNumbers::ShownNumbers(const MethodEntry& method, const Model& model) {
  size_t at = 0;
  bool told = true;
  for (const Observable& each : method.observables) {
    if (each.per == Per::instance && count() < kMostShown) {
      observables_.push_back({each.told, at});
      told = told && each.told;
    }
    at += static_cast<size_t>(each.size(model));
  }
  if (!told) seen_.assign(at, kNotUsed);
}

void ShownNumbers::write(const Workspace& seen, double* to) {
  if (!seen_.empty()) seen.observe(seen_);
  for (const ScalarObservable& each : observables_)
    *to++ = each.told ? seen.report().*each.told : seen_[each.at];
}

int ShownNumbers::mostOf(const MethodRegistry& methods) {
  int most = 0;
  for (const auto& entry : methods.entries()) {
    const auto count = std::count_if(entry->observables.begin(), entry->observables.end(),
                                     [](const auto& each) { return each.per == Per::instance; });
    most = std::max(most, static_cast<int>(count));
  }
  return std::min(most, kMostShown);
}

}  // namespace iklab
