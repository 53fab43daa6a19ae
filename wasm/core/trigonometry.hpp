// Sine and cosine of one angle together, the same to the bit in every build.
//
// Reduction to |r| <= pi/4 by a pi/2 in three parts (Cody & Waite 1980), then the Taylor sums, whose
// remainders there are below 1e-16 of the value. Error at most 2.3e-16 for |angle| < 170 radians; the
// standard library's own functions beyond.
#pragma once

#include <cmath>

namespace iklab {

struct SineCosine {
  double sine, cosine;
};

inline SineCosine sineCosine(double angle) {
  if (!(std::abs(angle) < 170)) return {std::sin(angle), std::cos(angle)};

  // pi/2 in parts of 33, 33 and 53 bits: the first two products are exact
  constexpr double kPart1 = 0x1.921fb544p+0, kPart2 = 0x1.0b4611a6p-34,
                   kPart3 = 0x1.3198a2e037073p-69;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  const double turns = std::nearbyint(angle * kTwoOverPi);
  const double r = ((angle - turns * kPart1) - turns * kPart2) - turns * kPart3;
  const double z = r * r;

  double p = 1.0 / 355687428096000;  // 1/17!
  p = p * z - 1.0 / 1307674368000;
  p = p * z + 1.0 / 6227020800;
  p = p * z - 1.0 / 39916800;
  p = p * z + 1.0 / 362880;
  p = p * z - 1.0 / 5040;
  p = p * z + 1.0 / 120;
  p = p * z - 1.0 / 6;
  const double s = r + r * z * p;

  double q = 1.0 / 20922789888000;  // 1/16!
  q = q * z - 1.0 / 87178291200;
  q = q * z + 1.0 / 479001600;
  q = q * z - 1.0 / 3628800;
  q = q * z + 1.0 / 40320;
  q = q * z - 1.0 / 720;
  q = q * z + 1.0 / 24;
  const double half = 0.5 * z, rounded = 1 - half;
  const double c = rounded + (((1 - rounded) - half) + z * z * q);

  switch (static_cast<int>(turns) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace iklab
