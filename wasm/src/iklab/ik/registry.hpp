// The methods of a lab or a batch: the library's own, and those that a program adds.
//
//   const auto methods = MethodRegistry::builtIn()->with(methodOf<MineOptions>());
//   if (!methods) return fail(methods.reason());
//   LabSpec spec{.methods = methods.value()};
#pragma once

#include <string_view>

#include "iklab/ik/method_options.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// Immutable: any number of labs and threads can use one registry.
class MethodRegistry {
 public:
  using Pointer = std::shared_ptr<const MethodRegistry>;

  // The methods of methods.def, in display order.
  static const Pointer& builtIn();
  // Contains only these methods. Faults: no method, a null one, an invalid or duplicate id, no
  // `make`. For a parameter: an invalid or duplicate key, a range or default that is not a number,
  // a default out of range, a choice without options. For a stage: a default that is not one of
  // these methods or cannot be a stage, or a stage with stages. For an observable: a duplicate key.
  static Result<Pointer> make(std::vector<MethodEntry::Pointer> entries);
  // Contains these methods and one more at the end; the others keep their indices. Faults: as
  // above.
  Result<Pointer> with(MethodEntry::Pointer entry) const;

  const std::vector<MethodEntry::Pointer>& entries() const { return entries_; }
  // -1 if there is no such method.
  int indexOf(std::string_view id) const;
  // Null if there is no such method.
  MethodEntry::Pointer find(std::string_view id) const;

  // The largest count of numbers of a method and its stages.
  size_t mostNumbers() const;
  // The largest count of numbers of a method's observables.
  int mostObserved(const Model& model) const;

 private:
  explicit MethodRegistry(std::vector<MethodEntry::Pointer> entries)
      : entries_(std::move(entries)) {}
  [[nodiscard]] std::string faultOf(const MethodEntry& entry) const;

  std::vector<MethodEntry::Pointer> entries_;
};

}  // namespace iklab
