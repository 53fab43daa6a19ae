// Vectors and rotations of two problems side by side, a lane of f64x2 each. Sums have the order of
// Eigen's where it makes no pairs of its own, so that each lane has the bits of one problem alone.
#pragma once

#include <cmath>
#include <cstdint>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "iklab/math/pair.hpp"

namespace iklab {

// of a comparison: all bits of a lane, or none
typedef int64_t PairMask __attribute__((vector_size(16), aligned(8), may_alias));

inline Pair both(double x) { return Pair{x, x}; }
inline bool any(PairMask mask) { return (mask[0] | mask[1]) != 0; }
inline Pair select(PairMask mask, Pair yes, Pair no) {
  return (Pair)((mask & (PairMask)yes) | (~mask & (PairMask)no));
}
inline Pair magnitude(Pair x) { return (Pair)((PairMask)x & PairMask{INT64_MAX, INT64_MAX}); }
inline Pair root(Pair x) {
#ifdef __wasm_simd128__
  return (Pair)wasm_f64x2_sqrt((v128_t)x);
#else
  return Pair{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}

struct Pair3 {
  Pair x, y, z;
};

inline Pair3 operator+(const Pair3& a, const Pair3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Pair3 operator-(const Pair3& a, const Pair3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Pair3 operator*(Pair s, const Pair3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Pair dot(const Pair3& a, const Pair3& b) { return a.x * b.x + (a.y * b.y + a.z * b.z); }
inline Pair3 cross(const Pair3& a, const Pair3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// by columns
struct PairRotation {
  Pair3 column[3];
  Pair3 row(int i) const {
    const auto entry = [i](const Pair3& c) { return i == 0 ? c.x : i == 1 ? c.y : c.z; };
    return {entry(column[0]), entry(column[1]), entry(column[2])};
  }
};

inline Pair3 operator*(const PairRotation& m, const Pair3& v) {
  return {dot(m.row(0), v), dot(m.row(1), v), dot(m.row(2), v)};
}
// one copy of it: inlined, it makes the module large and no faster
__attribute__((noinline)) inline PairRotation operator*(const PairRotation& a,
                                                        const PairRotation& b) {
  return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}

}  // namespace iklab
