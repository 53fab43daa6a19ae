// The methods that a lab or a batch knows: the library's own, and those that a program adds.
//
//   const auto methods = MethodRegistry::builtIn()->with(methodOf<MineOptions>());
//   if (!methods) return fail(methods.reason());
//   LabSpec spec{.methods = methods.value()};
#pragma once

#include <string_view>

#include "iklab/ik/method_options.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// Immutable: one registry serves any number of labs and threads.
class MethodRegistry {
 public:
  using Pointer = std::shared_ptr<const MethodRegistry>;

  // Those of methods.def, in display order.
  static const Pointer& builtIn();
  // These and no others. Faults: none at all, a null one, an id that is none or stands twice, no
  // `make`; of a parameter a key that is none or stands twice, a range or default that is no number, a
  // default outside of its range, a choice without options; of a stage a default that is no method here
  // that may be one; a stage that has stages; an observable whose key stands twice.
  static Result<Pointer> make(std::vector<MethodEntry::Pointer> entries);
  // These and one more at the end; the places of the others stay. Faults: likewise.
  Result<Pointer> with(MethodEntry::Pointer entry) const;

  const std::vector<MethodEntry::Pointer>& entries() const { return entries_; }
  // -1 where there is none
  int indexOf(std::string_view id) const;
  // null where there is none
  MethodEntry::Pointer find(std::string_view id) const;

  // The most numbers that a method and its stages have together.
  size_t mostNumbers() const;
  // The most numbers that the observables of any of them take.
  int mostObserved(const Model& model) const;

 private:
  explicit MethodRegistry(std::vector<MethodEntry::Pointer> entries)
      : entries_(std::move(entries)) {}
  std::string faultOf(const MethodEntry& entry) const;

  std::vector<MethodEntry::Pointer> entries_;
};

}  // namespace iklab
