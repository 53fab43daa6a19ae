// Operations of the singular value decomposition on rows of doubles of an even length: `count`
// pairs each.
#pragma once

#include "iklab/math/pair.hpp"

namespace iklab::detail::row_sums {

inline Pair broadcast(double x) { return Pair{x, x}; }
inline double sumPair(Pair x) { return x[0] + x[1]; }
// The sum of each of two pairs.
inline Pair sumsOf(Pair x, Pair y) { return Pair{x[0], y[0]} + Pair{x[1], y[1]}; }

inline double dot(const Pair* x, const Pair* y, int count) {
  // Two sums, so that an addition does not wait for the previous one.
  Pair even = {0, 0}, odd = {0, 0};
  int i = 0;
  for (; i + 1 < count; i += 2) {
    even += x[i] * y[i];
    odd += x[i + 1] * y[i + 1];
  }
  if (i < count) even += x[i] * y[i];
  return sumPair(even + odd);
}

// Products of x with each of two rows.
inline Pair dots(const Pair* x, const Pair* y, const Pair* z, int count) {
  Pair first = {0, 0}, second = {0, 0};
  for (int i = 0; i < count; ++i) {
    first += x[i] * y[i];
    second += x[i] * z[i];
  }
  return sumsOf(first, second);
}

// Products of x and y with each of p and q.
inline void grid(const Pair* x, const Pair* y, const Pair* p, const Pair* q, int count, Pair& ofX,
                 Pair& ofY) {
  Pair a = {0, 0}, b = {0, 0}, c = {0, 0}, d = {0, 0};
  for (int i = 0; i < count; ++i) {
    const Pair u = x[i], v = y[i], s = p[i], t = q[i];
    a += u * s;
    b += u * t;
    c += v * s;
    d += v * t;
  }
  ofX = sumsOf(a, b);
  ofY = sumsOf(c, d);
}

// y += f x
inline void add(Pair* y, double f, const Pair* x, int count) {
  const Pair factor = broadcast(f);
  for (int i = 0; i < count; ++i) y[i] += factor * x[i];
}

// (x, y) <- (c x - s y, s x + c y)
inline void rotate(Pair* x, Pair* y, double c, double s, int count) {
  const Pair cc = broadcast(c), ss = broadcast(s);
  for (int i = 0; i < count; ++i) {
    const Pair p = x[i], q = y[i];
    x[i] = cc * p - ss * q;
    y[i] = ss * p + cc * q;
  }
}

// Subtracts f w + g h from two rows, with separate factors; returns the products of x with the
// results.
inline Pair updateAndDot(Pair* first, Pair* second, Pair f, Pair g, const Pair* h, const Pair* w,
                         const Pair* x, int count) {
  const Pair f0 = broadcast(f[0]), f1 = broadcast(f[1]), g0 = broadcast(g[0]), g1 = broadcast(g[1]);
  Pair a = {0, 0}, b = {0, 0};
  for (int i = 0; i < count; ++i) {
    first[i] -= f0 * w[i] + g0 * h[i];
    second[i] -= f1 * w[i] + g1 * h[i];
    a += first[i] * x[i];
    b += second[i] * x[i];
  }
  return sumsOf(a, b);
}

// y += f[0] x, z += f[1] x; z may be x.
inline void addToBoth(Pair* y, Pair* z, Pair f, const Pair* x, int count) {
  const Pair f0 = broadcast(f[0]), f1 = broadcast(f[1]);
  for (int i = 0; i < count; ++i) {
    const Pair p = x[i];
    y[i] += f0 * p;
    z[i] += f1 * p;
  }
}

// `count` rows of `count` factors.
struct Factors {
  const double* data;
  int stride, count;
};

// The first `width` pairs of each row: to = factors from, or to += factors from (onTop), two rows
// at a time.
template <int width, bool onTop>
void multiply(Factors f, const Pair* from, int fromStride, Pair* to, int toStride) {
  for (int i = 0; i < f.count; i += 2, to += 2 * toStride) {
    const double *a = f.data + i * f.stride, *b = a + f.stride;
    const Pair* x = from;
    Pair first[width] = {}, second[width] = {};
    for (int k = 0; k < f.count; ++k, x += fromStride) {
      const Pair p = broadcast(a[k]), q = broadcast(b[k]);
      for (int c = 0; c < width; ++c) {
        first[c] += p * x[c];
        second[c] += q * x[c];
      }
    }
    for (int c = 0; c < width; ++c) {
      to[c] = onTop ? to[c] + first[c] : first[c];
      to[toStride + c] = onTop ? to[toStride + c] + second[c] : second[c];
    }
  }
}

}  // namespace iklab::detail::row_sums
