// A length that fits the mechanism unless it is given.
#pragma once

namespace iklab {

// Metres (of an area square metres, of a damping metres per radian). As it is made it fits: what takes
// it sets it to its share of the mechanism's stretch (ik/fitted.hpp).
class Length {
 public:
  constexpr Length() = default;
  constexpr Length(double metres) : metres_(metres), fits_(false) {}

  constexpr operator double() const { return metres_; }
  constexpr bool fits() const { return fits_; }  // it has not been given

 private:
  double metres_ = 0;
  bool fits_ = true;
};

}  // namespace iklab
