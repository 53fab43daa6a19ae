// What a method lets one see of its updates as one number each: those of its observables that are
// of the instance, in the order of its entry.
#pragma once

#include "iklab/ik/workspace.hpp"

namespace iklab {

inline constexpr int kMostShown = 6;  // of a method that are recorded

class ShownNumbers {
 public:
  ShownNumbers() = default;
  ShownNumbers(const MethodEntry& method, const Model& model);

  int count() const { return static_cast<int>(places_.size()); }
  // Of the last update, `count` numbers. Nothing is allocated.
  void write(const Workspace& seen, double* to);
  // The same of a method that reports them all, as `told` has its fields.
  template <class Told>
  void writeTold(const Told& told, double* to) const {
    for (const Place& each : places_) *to++ = each.told ? told(each.told) : kNotUsed;
  }

  // the most of any of these
  static int mostOf(const MethodRegistry& methods);

 private:
  struct Place {
    double Report::*told;  // nullptr: asked from the method,
    size_t at;             // and here among all that it lets one see
  };
  std::vector<Place> places_ = {};
  std::vector<double> seen_ = {};  // none where the report has them all
};

}  // namespace iklab
