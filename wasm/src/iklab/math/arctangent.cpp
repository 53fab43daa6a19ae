#include "iklab/math/arctangent.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

// Optimised for size, not for speed: an update spends little time here.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::detail {
namespace {

// Exponent and the first 20 bits of the fraction, without the sign.
uint32_t magnitudeWord(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return static_cast<uint32_t>(bits >> 32) & 0x7fffffff;
}

constexpr double kPi = 0x1.921fb54442d18p+1, kPiRest = 0x1.1a62633145c07p-53;
constexpr uint32_t kInfinityWord = 0x7ff00000;
constexpr uint32_t kFarApart = 64 << 20;  // Difference of exponents for a quotient beyond 2^64.

// After FreeBSD's msun, s_atan.c and e_atan2.c:
//   Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//   Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
//   distribute this software is freely granted, provided that this notice is preserved.
//
// The argument is reduced to at most 7/16 by the arctangent of 1/2, 1, 3/2 or infinity, in two
// parts each; a minimax polynomial does the rest. x: 0 or above.
double arctangent(double x) {
  constexpr double kHigh[] = {0x1.dac670561bb4fp-2, 0x1.921fb54442d18p-1, 0x1.f730bd281f69bp-1,
                              0x1.921fb54442d18p+0};
  constexpr double kLow[] = {0x1.a2b7f222f65e2p-56, 0x1.1a62633145c07p-55, 0x1.007887af0cbbdp-56,
                             0x1.1a62633145c07p-54};
  constexpr double kTerm[] = {
      3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
      -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
      6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
      -3.65315727442169155270e-02, 1.62858201153657823623e-02};
  const uint32_t word = magnitudeWord(x);
  if (word >= 0x44100000) return kHigh[3];  // 2^66 and above.
  if (word < 0x3e400000) return x;          // Below 2^-27
  int part = -1;
  if (word >= 0x40038000)
    part = 3, x = -1 / x;
  else if (word >= 0x3ff30000)
    part = 2, x = (x - 1.5) / (1 + 1.5 * x);
  else if (word >= 0x3fe60000)
    part = 1, x = (x - 1) / (x + 1);
  else if (word >= 0x3fdc0000)
    part = 0, x = (2 * x - 1) / (2 + x);
  const double z = x * x, w = z * z;
  double odd = kTerm[10], even = kTerm[9];
  for (int i = 8; i >= 0; i -= 2) odd = kTerm[i] + w * odd;
  for (int i = 7; i >= 1; i -= 2) even = kTerm[i] + w * even;
  const double rest = x * (z * odd + w * even);
  return part < 0 ? x - rest : kHigh[part] - (rest - kLow[part] - x);
}

// x^2 as the sum of two doubles, by Dekker's splitting.
struct Square {
  explicit Square(double x) : high(x * x) {
    const double shifted = x * 0x1.000002p27;
    const double h = x - shifted + shifted, l = x - h;
    low = h * h - high + 2 * h * l + l * l;
  }
  double high, low;
};

}  // namespace

double arctangent2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  const uint32_t across = magnitudeWord(y), along = magnitudeWord(x);
  const bool back = std::signbit(x);
  double angle;
  if (y == 0) {
    angle = back ? kPi : 0;
  } else if (along == kInfinityWord) {
    const bool both = across == kInfinityWord;
    angle = both ? (back ? 3 * kPi / 4 : kPi / 4) : back ? kPi : 0;
  } else if (x == 0 || along + kFarApart < across || across == kInfinityWord) {
    angle = kPi / 2;
  } else {
    angle = back && across + kFarApart < along ? 0 : arctangent(std::abs(y / x));
    if (back) angle = kPi - (angle - kPiRest);
  }
  return std::copysign(angle, y);
}

double hypotenuse(double a, double b) {
  a = std::abs(a), b = std::abs(b);
  if (a < b) std::swap(a, b);
  if (b == 0 || !std::isfinite(a) || !std::isfinite(b)) return a + b;
  const int first = std::ilogb(a), second = std::ilogb(b);
  if (first - second > 64) return a + b;
  const double scale = first > 510 ? 0x1p-700 : second < -450 ? 0x1p700 : 1;
  const Square one(a * scale), two(b * scale);
  return std::sqrt(two.low + one.low + two.high + one.high) / scale;
}

}  // namespace iklab::detail

#ifdef __clang__
#pragma clang attribute pop
#endif
