// A number of one problem (double), or of two side by side (Two), one per lane: the operations
// besides + - * / for code that serves both.
#pragma once

#include <cmath>
#include <cstdint>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "iklab/math/pair.hpp"

namespace iklab::detail {

typedef double Two __attribute__((vector_size(16)));

// The result of a comparison: a bool, or all bits of a lane.
typedef int64_t TwoMask __attribute__((vector_size(16)));
inline constexpr TwoMask kNoLane = {0, 0};
template <class Real>
struct MaskOf {
  using Type = TwoMask;
};
template <>
struct MaskOf<double> {
  using Type = bool;
};
template <class Real>
using Mask = typename MaskOf<Real>::Type;

inline bool any(bool mask) { return mask; }
inline bool any(TwoMask mask) { return (mask[0] | mask[1]) != 0; }
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
inline Two select(TwoMask mask, Two yes, Two no) {
  return (Two)((mask & (TwoMask)yes) | (~mask & (TwoMask)no));
}
inline double magnitude(double x) { return std::abs(x); }
inline Two magnitude(Two x) { return (Two)((TwoMask)x & TwoMask{INT64_MAX, INT64_MAX}); }
inline double root(double x) { return std::sqrt(x); }
inline Two root(Two x) {
#ifdef __wasm_simd128__
  return (Two)wasm_f64x2_sqrt((v128_t)x);
#else
  return Two{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}
// a < b; false if one is NaN.
inline bool below(double a, double b) { return a < b; }
inline TwoMask below(Two a, Two b) { return (TwoMask)(a < b); }
inline bool no(bool mask) { return !mask; }
inline TwoMask no(TwoMask mask) { return ~mask; }

// The same number in every lane.
template <class Real>
inline Real all(double x) {
  return Real{x, x};
}
template <>
inline double all(double x) {
  return x;
}

// Number of problems side by side.
template <class Real>
inline constexpr int kLanes = sizeof(Real) / sizeof(double);

inline double lane(double x, int) { return x; }
inline double lane(Two x, int at) { return x[at]; }
inline void setLane(double& x, int, double to) { x = to; }
inline void setLane(Two& x, int at, double to) { x[at] = to; }

// Sum of products, in order. count: at least 1.
template <class Real>
inline Real dot(const Real* x, const Real* y, int count) {
  Real sum = x[0] * y[0];
  for (int i = 1; i < count; ++i) sum += x[i] * y[i];
  return sum;
}
template <class Real>
inline Real squareOf(const Real* x, int count) {
  return dot(x, x, count);
}

}  // namespace iklab::detail
