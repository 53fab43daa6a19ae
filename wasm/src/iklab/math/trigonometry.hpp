// Sine and cosine of one angle together, with the same bits in every build and lane.
//
// Reduction to |r| <= pi/4 by a pi/2 in three parts (Cody & Waite 1980), then the Taylor sums,
// whose remainders there are below 1e-16 of the value. Error at most 2.3e-16 for |angle| < 1e6
// radians; the standard library's own functions beyond.
#pragma once

#include <cmath>
#include <cstdint>

#include "iklab/math/lane.hpp"

namespace iklab::detail {

struct SineCosine {
  double sine, cosine;
};
template <class Reals>
struct SinesCosines {
  Reals sine, cosine;
};

// For two or more angles, each |angle| < kReducible.
inline constexpr double kReducible = 1e6;

template <ManyReals Reals>
inline SinesCosines<Reals> reducedSineCosine(Reals angle) {
  using Bits = Mask<Reals>;
  // pi/2 in parts of 33, 33 and 53 bits: for up to 2^20 quarter rotations the first two products
  // are exact.
  constexpr double kPart1 = 0x1.921fb544p+0, kPart2 = 0x1.0b4611a6p-34,
                   kPart3 = 0x1.3198a2e037073p-69;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kRound = 0x1.8p52;  // x + kRound - kRound is the integer nearest to x.
  const Reals shifted = angle * kTwoOverPi + kRound;
  const Reals turns = shifted - kRound;
  const Reals r = ((angle - turns * kPart1) - turns * kPart2) - turns * kPart3;
  const Reals z = r * r;

  Reals p = 1.0 / 355687428096000 * z - 1.0 / 1307674368000;  // 1/17!, 1/15!
  p = p * z + 1.0 / 6227020800;
  p = p * z - 1.0 / 39916800;
  p = p * z + 1.0 / 362880;
  p = p * z - 1.0 / 5040;
  p = p * z + 1.0 / 120;
  p = p * z - 1.0 / 6;
  const Reals s = r + r * z * p;

  Reals q = 1.0 / 20922789888000 * z - 1.0 / 87178291200;  // 1/16!, 1/14!
  q = q * z + 1.0 / 479001600;
  q = q * z - 1.0 / 3628800;
  q = q * z + 1.0 / 40320;
  q = q * z - 1.0 / 720;
  q = q * z + 1.0 / 24;
  const Reals half = 0.5 * z, rounded = 1 - half;
  const Reals c = rounded + (((1 - rounded) - half) + z * z * q);

  // The number of quarter rotations is in the lowest bits of `shifted`; odd ones swap sine and
  // cosine.
  const Bits quarter = (Bits)shifted;
  const Bits odd = -(quarter & 1), sign = quarter << 62;
  const Bits top = Bits{} + INT64_MIN;
  const Bits sine = (((Bits)s & ~odd) | ((Bits)c & odd)) ^ (sign & top);
  const Bits cosine = (((Bits)c & ~odd) | ((Bits)s & odd)) ^ ((sign ^ (quarter << 63)) & top);
  return {(Reals)sine, (Reals)cosine};
}

inline SineCosine sineCosine(double angle) {
  if (!(std::abs(angle) < kReducible)) return {std::sin(angle), std::cos(angle)};
  const auto [sine, cosine] = reducedSineCosine(Two{angle, angle});
  return {sine[0], cosine[0]};
}

// For `count` angles, an even number. A separate function, because within a larger one the
// constants would not stay in registers.
__attribute__((noinline)) inline void sinesCosines(const double* angles, int count, double* sines,
                                                   double* cosines) {
  for (int i = 0; i < count; i += 2) {
    const double a = angles[i], b = angles[i + 1];
    if (std::abs(a) < kReducible && std::abs(b) < kReducible) {
      const auto [sine, cosine] = reducedSineCosine(Two{a, b});
      *pairs(sines + i) = sine;
      *pairs(cosines + i) = cosine;
    } else {
      for (int k = i; k < i + 2; ++k) {
        const auto [sine, cosine] = sineCosine(angles[k]);
        sines[k] = sine;
        cosines[k] = cosine;
      }
    }
  }
}

// For `count` angles in each lane, |angle| < kReducible.
template <ManyReals Real>
__attribute__((noinline)) inline void sinesCosines(const Real* angles, int count, Real* sines,
                                                   Real* cosines) {
  for (int i = 0; i < count; ++i) {
    const auto [sine, cosine] = reducedSineCosine(angles[i]);
    sines[i] = sine;
    cosines[i] = cosine;
  }
}

}  // namespace iklab::detail
