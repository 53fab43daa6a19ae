#include "iklab/formula/dense.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace iklab::formula {

bool factorLdlt(double* a, int n, double floor) {
  for (int k = 0; k < n; ++k) {
    double* column = a + k * n;
    const double pivot = column[k];
    if (!(pivot > floor && pivot < std::numeric_limits<double>::infinity())) return false;
    for (int j = k + 1; j < n; ++j) {
      const double factor = column[j] / pivot;
      double* to = a + j * n;
      for (int i = j; i < n; ++i) to[i] -= factor * column[i];
    }
    for (int i = k + 1; i < n; ++i) column[i] /= pivot;
  }
  return true;
}

void solveLdlt(const double* a, int n, double* x) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) x[i] -= a[k * n + i] * x[k];
  for (int k = 0; k < n; ++k) x[k] /= a[k * n + k];
  for (int k = n - 1; k >= 0; --k)
    for (int i = k + 1; i < n; ++i) x[k] -= a[k * n + i] * x[i];
}

bool factorLu(double* a, int n, double* order) {
  double largest = 0;
  for (int i = 0; i < n * n; ++i) {
    if (!std::isfinite(a[i])) return false;
    largest = std::max(largest, std::abs(a[i]));
  }
  const double least = n * std::numeric_limits<double>::epsilon() * largest;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[k * n + i]) > std::abs(a[k * n + pivot])) pivot = i;
    order[k] = pivot;
    if (!(std::abs(a[k * n + pivot]) > least)) return false;
    if (pivot != k)
      for (int j = 0; j < n; ++j) std::swap(a[j * n + k], a[j * n + pivot]);
    for (int i = k + 1; i < n; ++i) a[k * n + i] /= a[k * n + k];
    for (int j = k + 1; j < n; ++j) {
      const double factor = a[j * n + k];
      for (int i = k + 1; i < n; ++i) a[j * n + i] -= a[k * n + i] * factor;
    }
  }
  return true;
}

void solveLu(const double* a, int n, const double* order, double* x) {
  for (int k = 0; k < n; ++k) std::swap(x[k], x[static_cast<int>(order[k])]);
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) x[i] -= a[k * n + i] * x[k];
  for (int k = n - 1; k >= 0; --k) {
    x[k] /= a[k * n + k];
    for (int i = 0; i < k; ++i) x[i] -= a[k * n + i] * x[k];
  }
}

bool factorCholesky(double* a, int n) {
  if (!factorLdlt(a, n)) return false;
  for (int k = 0; k < n; ++k) {
    const double root = std::sqrt(a[k * n + k]);
    a[k * n + k] = root;
    for (int i = k + 1; i < n; ++i) a[k * n + i] *= root;
    for (int i = 0; i < k; ++i) a[k * n + i] = 0;
  }
  return true;
}

void factorQr(double* r, int m, int n, double* q, double* room) {
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < m; ++i) q[j * m + i] = i == j;
  for (int k = 0; k < std::min(m - 1, n); ++k) {
    double square = 0;
    for (int i = k; i < m; ++i) square += r[k * m + i] * r[k * m + i];
    if (square == 0) continue;
    const double alpha = -std::copysign(std::sqrt(square), r[k * m + k]);
    double length = 0;
    for (int i = k; i < m; ++i) {
      room[i] = r[k * m + i] - (i == k ? alpha : 0);
      length += room[i] * room[i];
    }
    const auto reflect = [&](double* x, int step) {
      double dot = 0;
      for (int i = k; i < m; ++i) dot += room[i] * x[i * step];
      const double factor = 2 * dot / length;
      for (int i = k; i < m; ++i) x[i * step] -= factor * room[i];
    };
    for (int j = k; j < n; ++j) reflect(r + j * m, 1);
    for (int i = 0; i < m; ++i) reflect(q + i, m);
    for (int i = k + 1; i < m; ++i) r[k * m + i] = 0;
  }
}

void eigenvalues(double* a, int n, double* values, double* vectors) {
  constexpr int kMostSweeps = 40;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) vectors[j * n + i] = i == j;
  const auto rotate = [n](double* x, int stepX, double* y, double c, double s) {
    for (int i = 0; i < n; ++i) {
      const double u = x[i * stepX], v = y[i * stepX];
      x[i * stepX] = c * u - s * v;
      y[i * stepX] = s * u + c * v;
    }
  };
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool turned = false;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        const double off = a[q * n + p];
        const double beside = std::numeric_limits<double>::epsilon() *
                              std::sqrt(std::abs(a[p * n + p] * a[q * n + q]));
        if (!(std::abs(off) > beside) || off == 0) continue;
        turned = true;
        const double tau = (a[q * n + q] - a[p * n + p]) / (2 * off);
        const double t = std::copysign(1.0, tau) / (std::abs(tau) + std::sqrt(1 + tau * tau));
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        rotate(a + p * n, 1, a + q * n, c, s);
        rotate(a + p, n, a + q, c, s);
        rotate(vectors + p * n, 1, vectors + q * n, c, s);
      }
    if (!turned) break;
  }
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
  for (int i = 0; i < n; ++i) {
    const int least = static_cast<int>(std::min_element(values + i, values + n) - values);
    if (least == i) continue;
    std::swap(values[i], values[least]);
    std::swap_ranges(vectors + i * n, vectors + (i + 1) * n, vectors + least * n);
  }
}

}  // namespace iklab::formula
