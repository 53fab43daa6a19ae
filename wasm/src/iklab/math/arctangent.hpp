// atan2 and hypot with the same bits in every build: standard libraries differ in their last bits.
// These are the bits of the library that the module is linked with (musl), so that native builds
// agree with it.
#pragma once

namespace iklab::detail {

// The angle of (x, y) from the x axis, -pi to pi. Error below 1.5 units in the last place.
double arctangent2(double y, double x);

// sqrt(a^2 + b^2) for finite a and b, also where a square over- or underflows.
double hypotenuse(double a, double b);

}  // namespace iklab::detail
