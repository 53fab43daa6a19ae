// The scalar observables of a method: those with one number per instance, in the order of its
// entry.
#pragma once

#include "iklab/ik/workspace.hpp"

namespace iklab {

inline constexpr int kMostShown = 6;  // Per method.

class ShownNumbers {
 public:
  ShownNumbers() = default;
  ShownNumbers(const MethodEntry& method, const Model& model);

  int count() const { return static_cast<int>(observables_.size()); }
  // Writes the `count` numbers of the last update. Does not allocate.
  void write(const Workspace& seen, double* to);
  // The same for a method whose report contains all of them; told(field) returns a field of the
  // report.
  template <class Told>
  void writeTold(const Told& told, double* to) const {
    for (const ScalarObservable& each : observables_)
      *to++ = each.told ? told(each.told) : kNotUsed;
  }

  // The largest count of any method of the registry.
  static int mostOf(const MethodRegistry& methods);

 private:
  struct ScalarObservable {
    double Report::*told;  // nullptr: from Method::observe.
    size_t at;             // Index among all observables of the method.
  };
  std::vector<ScalarObservable> observables_ = {};
  std::vector<double> seen_ = {};  // Empty if the report contains all of them.
};

}  // namespace iklab
