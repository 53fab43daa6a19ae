#include "iklab/math/box_quadratic.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

constexpr double kRounding = 1e-12;  // Relative to the terms of a multiplier.

}  // namespace

BoxQuadratic::BoxQuadratic(int size)
    : h_(Matrix::Zero(size, size)),
      l_(h_),
      free_(static_cast<size_t>(size)),
      pull_(Vector::Zero(size)),
      step_(pull_) {}

bool BoxQuadratic::solve(const Vector& g, const Vector& lower, const Vector& upper, Vector& x,
                         std::vector<Side>& sides) {
  const int n = static_cast<int>(x.size());
  count_ = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = std::clamp(x[i], lower[i], upper[i]);
    sides[i] = Side::free;
    if (x[i] == lower[i]) sides[i] = Side::lower;
    if (x[i] == upper[i]) sides[i] = Side::upper;
    if (sides[i] == Side::free) free_[count_++] = i;
  }
  if (!factorise()) return false;
  for (int change = 0; change < 8 * n + 16; ++change) {
    findPull(g, x);
    computeStep();
    if (stepToBound(lower, upper, x, sides)) continue;
    findPull(g, x);
    const int entry = findWorstBound(lower, upper, sides);
    if (entry < 0) return true;
    sides[entry] = Side::free;
    if (!append(entry)) return false;
  }
  return false;
}

// In the order of the columns: Eigen's products contract multiplications and additions on some
// machines.
void BoxQuadratic::findPull(const Vector& g, const Vector& x) {
  const int n = static_cast<int>(x.size());
  pull_.setZero();
  for (int j = 0; j < n; ++j) {
    const double* column = h_.data() + static_cast<std::ptrdiff_t>(j) * n;
    for (int i = 0; i < n; ++i) pull_[i] += column[i] * x[j];
  }
  for (int i = 0; i < n; ++i) pull_[i] = g[i] - pull_[i];
}

bool BoxQuadratic::factorise() {
  const int count = count_;
  for (count_ = 0; count_ < count;)
    if (!append(free_[count_])) return false;
  return true;
}

// Appends the row of L of an entry, as the last one.
bool BoxQuadratic::append(int entry) {
  const int k = count_;
  double rest = h_(entry, entry);
  for (int i = 0; i < k; ++i) l_(k, i) = h_(free_[i], entry);
  for (int i = 0; i < k; ++i) {
    l_(k, i) /= l_(i, i);
    const double factor = l_(k, i);
    rest -= factor * factor;
    for (int j = i + 1; j < k; ++j) l_(k, j) -= factor * l_(j, i);
  }
  if (!(rest > 0)) return false;
  l_(k, k) = std::sqrt(rest);
  free_[k] = entry;
  ++count_;
  return true;
}

// Moves the later rows up; the entries they had in the removed column are rotated into the later
// columns.
void BoxQuadratic::remove(int position) {
  for (int i = position; i + 1 < count_; ++i) {
    free_[i] = free_[i + 1];
    for (int j = 0; j <= i + 1; ++j) l_(i, j) = l_(i + 1, j);
  }
  --count_;
  for (int k = position; k < count_; ++k) {
    const double a = l_(k, k), b = l_(k, k + 1), r = hypotenuse(a, b);
    const double c = a / r, s = b / r;
    for (int i = k; i < count_; ++i) {
      const double left = l_(i, k), right = l_(i, k + 1);
      l_(i, k) = c * left + s * right;
      l_(i, k + 1) = c * right - s * left;
    }
  }
}

// Sets step_: L L^T step = pull, over the free entries.
void BoxQuadratic::computeStep() {
  for (int i = 0; i < count_; ++i) step_[i] = pull_[free_[i]];
  for (int i = 0; i < count_; ++i) {
    step_[i] /= l_(i, i);
    for (int j = i + 1; j < count_; ++j) step_[j] -= step_[i] * l_(j, i);
  }
  for (int i = count_ - 1; i >= 0; --i) {
    double sum = step_[i];
    for (int j = i + 1; j < count_; ++j) sum -= step_[j] * l_(j, i);
    step_[i] = sum / l_(i, i);
  }
}

// Moves along `step_`; true if a bound stopped it, whose entry is then fixed.
bool BoxQuadratic::stepToBound(const Vector& lower, const Vector& upper, Vector& x,
                               std::vector<Side>& sides) {
  double share = 1;
  int first = -1;
  for (int i = 0; i < count_; ++i) {
    const int entry = free_[i];
    const double to = x[entry] + step_[i];
    if (to >= lower[entry] && to <= upper[entry]) continue;
    const double bound = to > upper[entry] ? upper[entry] : lower[entry];
    const double part = (bound - x[entry]) / step_[i];
    if (first < 0 || part < share) share = part, first = i;
  }
  for (int i = 0; i < count_; ++i) {
    const int entry = free_[i];
    x[entry] = std::clamp(x[entry] + share * step_[i], lower[entry], upper[entry]);
  }
  if (first < 0) return false;
  const int entry = free_[first];
  sides[entry] = step_[first] > 0 ? Side::upper : Side::lower;
  x[entry] = step_[first] > 0 ? upper[entry] : lower[entry];
  remove(first);
  return true;
}

// The fixed entry that gains most by moving inward; -1 if there is none.
int BoxQuadratic::findWorstBound(const Vector& lower, const Vector& upper,
                                 const std::vector<Side>& sides) const {
  const double rounding = kRounding * pull_.cwiseAbs().maxCoeff();
  int worst = -1;
  double most = rounding;
  for (int i = 0; i < pull_.size(); ++i) {
    if (sides[i] == Side::free || lower[i] == upper[i]) continue;
    const double inward = sides[i] == Side::upper ? -pull_[i] : pull_[i];
    if (inward > most) most = inward, worst = i;
  }
  return worst;
}

}  // namespace iklab::detail
