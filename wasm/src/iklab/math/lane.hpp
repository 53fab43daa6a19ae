// A number of one problem (double), or of two, four or eight side by side, one per lane: the
// operations besides + - * / for code that serves all of them. Each lane has the bits of a double.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "iklab/math/pair.hpp"

namespace iklab::detail {

typedef double Two __attribute__((vector_size(16)));
typedef double Four __attribute__((vector_size(32)));
typedef double Eight __attribute__((vector_size(64)));
template <class Real>
concept ManyReals =
    std::same_as<Real, Two> || std::same_as<Real, Four> || std::same_as<Real, Eight>;

// The result of a comparison: a bool, or all bits of a lane. Also an integer per lane.
typedef int64_t TwoMask __attribute__((vector_size(16)));
typedef int64_t FourMask __attribute__((vector_size(32)));
typedef int64_t EightMask __attribute__((vector_size(64)));
template <class M>
concept ManyMasks =
    std::same_as<M, TwoMask> || std::same_as<M, FourMask> || std::same_as<M, EightMask>;
template <class Real>
struct MaskOf;
template <>
struct MaskOf<double> {
  using Type = bool;
};
template <>
struct MaskOf<Two> {
  using Type = TwoMask;
};
template <>
struct MaskOf<Four> {
  using Type = FourMask;
};
template <>
struct MaskOf<Eight> {
  using Type = EightMask;
};
template <class Real>
using Mask = typename MaskOf<Real>::Type;

// Number of problems side by side.
template <class Real>
inline constexpr int kLanes = sizeof(Real) / sizeof(double);

// Compilers align wide vectors differently where they may not use their instructions, so the
// alignment of arrays and objects of them is stated.
inline constexpr std::align_val_t kLaneAlignment{sizeof(Eight)};
template <class T>
struct LaneAllocator {
  using value_type = T;
  LaneAllocator() = default;
  template <class U>
  LaneAllocator(const LaneAllocator<U>&) {}
  T* allocate(size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kLaneAlignment));
  }
  void deallocate(T* all, size_t) { ::operator delete(all, kLaneAlignment); }
  bool operator==(const LaneAllocator&) const { return true; }
};
template <class Real, class T = Real>
using Array =
    std::vector<T, std::conditional_t<(kLanes < Real >> 2), LaneAllocator<T>, std::allocator<T>>>;
// A base of classes with such members.
struct LaneAligned {
  static void* operator new(size_t size) { return ::operator new(size, kLaneAlignment); }
  static void operator delete(void* at) { ::operator delete(at, kLaneAlignment); }
};

inline bool any(bool mask) { return mask; }
template <ManyMasks M>
inline bool any(M mask) {
  int64_t bits = mask[0];
  for (int i = 1; i < kLanes<M>; ++i) bits |= mask[i];
  return bits != 0;
}
// Bit i is lane i.
template <ManyMasks M>
inline unsigned bitsOf(M mask) {
  unsigned bits = 0;
  for (int i = 0; i < kLanes<M>; ++i) bits |= (mask[i] ? 1u : 0u) << i;
  return bits;
}
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
template <ManyReals Real>
inline Real select(Mask<Real> mask, Real yes, Real no) {
  return (Real)((mask & (Mask<Real>)yes) | (~mask & (Mask<Real>)no));
}
inline double magnitude(double x) { return std::abs(x); }
template <ManyReals Real>
inline Real magnitude(Real x) {
  return (Real)((Mask<Real>)x & (Mask<Real>{} + INT64_MAX));
}
inline double root(double x) { return std::sqrt(x); }
template <ManyReals Real>
inline Real root(Real x) {
#ifdef __wasm_simd128__
  return (Real)wasm_f64x2_sqrt((v128_t)x);
#else
  for (int i = 0; i < kLanes<Real>; ++i) x[i] = std::sqrt(x[i]);
  return x;
#endif
}
// a < b; false if one is NaN.
inline bool below(double a, double b) { return a < b; }
template <ManyReals Real>
inline Mask<Real> below(Real a, Real b) {
  return (Mask<Real>)(a < b);
}
inline bool no(bool mask) { return !mask; }
template <ManyMasks M>
inline M no(M mask) {
  return ~mask;
}

// The same number in every lane.
template <class Real>
inline Real all(double x) {
  if constexpr (kLanes<Real> == 1)
    return x;
  else
    return x - Real{};  // Not a sum, which would lose the sign of -0.
}

inline double lane(double x, int) { return x; }
template <ManyReals Real>
inline double lane(Real x, int at) {
  return x[at];
}
inline void setLane(double& x, int, double to) { x = to; }
template <ManyReals Real>
inline void setLane(Real& x, int at, double to) {
  x[at] = to;
}

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
