#include "iklab/ik/registry.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/math/concatenate.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

bool isId(std::string_view id) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !id.empty() && letter(id[0]) && std::all_of(id.begin(), id.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '-';
  });
}

// A '.' separates a stage from its parameter.
bool isKey(std::string_view key) { return !key.empty() && key.find('.') == std::string_view::npos; }

bool hasStages(const MethodEntry& entry) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [](const Param& each) { return each.scale == Scale::method; });
}

template <class Each>
bool isDuplicate(std::span<const Each> all, size_t at) {
  return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const auto& other) { return std::string_view(other.key) == all[at].key; });
}

std::string finite(const Param& param, const char* name, double value) {
  return rangeFault(concatenate({param.key, ".", name}), value, -kMagnitude, kMagnitude);
}

double countOf(std::string_view options) {
  return options.empty() ? 0
                         : 1 + static_cast<double>(std::count(options.begin(), options.end(), ' '));
}

std::string paramFault(const Param& param) {
  if (!isOneOf(param.scale, kScales))
    return rangeFault(concatenate({param.key, ".scale"}), static_cast<int>(param.scale), 0,
                      static_cast<double>(kScales.size() - 1));
  if (param.scale == Scale::method) return {};
  if (param.scale == Scale::choice && param.max + 1 != countOf(param.options))
    return concatenate({param.key, ".options must be one for each number from 0 to max; got '",
                        param.options, "'"});
  for (std::string fault :
       {finite(param, "min", param.min), finite(param, "max", param.max),
        rangeFault(concatenate({param.key, ".initial"}), param.initial, param.min, param.max)})
    if (!fault.empty()) return fault;
  return {};
}

}  // namespace

int MethodEntry::observedSize(const Model& model) const {
  int size = 0;
  for (const Observable& each : observables) size += each.size(model);
  return size;
}

void MethodEntry::observe(const Method& method, const Report& report, const Model& model,
                          std::span<double> seen) const {
  std::fill(seen.begin(), seen.end(), kNotUsed);
  method.observe(seen.first(static_cast<size_t>(observedSize(model))));
  size_t at = 0;
  for (const Observable& each : observables) {
    if (each.told) seen[at] = report.*each.told;
    at += static_cast<size_t>(each.size(model));
  }
}

const MethodRegistry::Pointer& MethodRegistry::builtIn() {
  static const Pointer all(new MethodRegistry({
#define METHOD(Options) methodOf<Options>(),
#include "iklab/ik/methods/methods.def"
#undef METHOD
  }));
  return all;
}

Result<MethodRegistry::Pointer> MethodRegistry::make(std::vector<MethodEntry::Pointer> entries) {
  if (entries.empty()) return Fault{"there is no method"};
  const std::shared_ptr<const MethodRegistry> made(new MethodRegistry(std::move(entries)));
  for (size_t i = 0; i < made->entries_.size(); ++i) {
    const MethodEntry::Pointer& entry = made->entries_[i];
    if (!entry) return Fault{concatenate({"method ", std::to_string(i), " is none"})};
    if (made->indexOf(entry->id) != static_cast<int>(i))
      return Fault{concatenate({"two methods have the id '", entry->id, "'"})};
    if (std::string fault = made->faultOf(*entry); !fault.empty())
      return Fault{concatenate({"method '", entry->id, "': ", fault})};
  }
  return made;
}

Result<MethodRegistry::Pointer> MethodRegistry::with(MethodEntry::Pointer entry) const {
  std::vector<MethodEntry::Pointer> all = entries_;
  all.push_back(std::move(entry));
  return make(std::move(all));
}

int MethodRegistry::indexOf(std::string_view id) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const auto& entry) { return entry && id == entry->id; });
  return found == entries_.end() ? -1 : static_cast<int>(found - entries_.begin());
}

MethodEntry::Pointer MethodRegistry::find(std::string_view id) const {
  const int index = indexOf(id);
  return index < 0 ? nullptr : entries_[static_cast<size_t>(index)];
}

size_t MethodRegistry::mostNumbers() const {
  size_t stage = 0, most = 0;
  for (const auto& entry : entries_)
    if (entry->traits & kStage) stage = std::max(stage, entry->params.size());
  for (const auto& entry : entries_) {
    size_t numbers = entry->params.size();
    for (const Param& each : entry->params)
      if (each.scale == Scale::method) numbers += stage;
    most = std::max(most, numbers);
  }
  return most;
}

int MethodRegistry::mostObserved(const Model& model) const {
  int most = 0;
  for (const auto& entry : entries_) most = std::max(most, entry->observedSize(model));
  return most;
}

std::string MethodRegistry::faultOf(const MethodEntry& entry) const {
  if (!isId(entry.id)) return "an id must be of a to z, 0 to 9 and -, a letter first";
  if (!entry.make) return *entry.fault ? entry.fault : "make must be given";
  if (!isOneOf(entry.group, kGroups))
    return rangeFault("group", static_cast<int>(entry.group), 0,
                      static_cast<double>(kGroups.size() - 1));
  if (!(entry.maxStep > 0 || entry.maxStep == kByStage)) return "maxStep must be above 0";
  if ((entry.traits & kStage) && hasStages(entry)) return "a stage must not have stages";
  for (size_t i = 0; i < entry.params.size(); ++i) {
    const Param& param = entry.params[i];
    if (!isKey(param.key)) return concatenate({"'", param.key, "' is no key of a parameter"});
    if (isDuplicate(entry.params, i)) return concatenate({"two parameters are '", param.key, "'"});
    if (std::string fault = paramFault(param); !fault.empty()) return fault;
    if (param.scale != Scale::method) continue;
    const MethodEntry::Pointer initial = find(param.stage);
    if (!initial || !(initial->traits & kStage))
      return concatenate(
          {param.key, ".stage must be a method that may be a stage; got '", param.stage, "'"});
  }
  for (size_t i = 0; i < entry.observables.size(); ++i)
    if (isDuplicate(entry.observables, i))
      return concatenate({"two observables are '", entry.observables[i].key, "'"});
  return {};
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
