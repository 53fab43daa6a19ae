// Two doubles at once: one source for native builds and WebAssembly.
#pragma once

namespace iklab::detail {

// Aligned like a double: malloc guarantees no more on every platform.
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));

inline const Pair* pairs(const double* x) { return reinterpret_cast<const Pair*>(x); }
inline Pair* pairs(double* x) { return reinterpret_cast<Pair*>(x); }

// Arrays that are read in pairs have an even length.
constexpr int padded(int n) { return n + (n & 1); }

}  // namespace iklab::detail
