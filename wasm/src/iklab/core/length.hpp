// A length that is scaled to the mechanism if it is not specified.
#pragma once

#include <limits>

namespace iklab {

// Metres (square metres for an area, metres per radian for a damping). By default it is scaled to
// the mechanism's stretch by the code that uses it (ik/fitted.hpp).
class Length {
 public:
  constexpr Length() = default;
  constexpr Length(double metres) : metres_(metres), fits_(false) {}

  // NaN if no length was specified, so that no computation can use it unnoticed.
  constexpr operator double() const { return metres_; }
  constexpr bool fits() const { return fits_; }  // True if no length was specified.

 private:
  double metres_ = std::numeric_limits<double>::quiet_NaN();
  bool fits_ = true;
};

}  // namespace iklab
