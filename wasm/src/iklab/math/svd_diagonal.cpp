// First stages of the singular value decomposition: compute turn, which diagonalises the Gram
// matrix.
#include <algorithm>
#include <cmath>
#include <limits>

#include "iklab/math/svd.hpp"
#include "iklab/math/svd_rows.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kTiny = std::numeric_limits<double>::min();
constexpr double kLoose = 1e-20;  // Square of a cosine that the correction removes.
constexpr int kMaxQlSteps = 60;

}  // namespace

// gram = turn^T T turn, T tridiagonal (Martin, Reinsch & Wilkinson 1968): computes row k of T, and
// its reflector in place of row k of turn. The update by the previous reflector is delayed until
// here, so that the matrix is passed only once.
double Svd::tridiagonalise(int k) {
  if (k + 1 == nonZeroRows_) {
    rotation_.row(nonZeroRows_).setZero();
    std::fill(update_.begin(), update_.end(), 0.0);
  }
  const int half = (k + 1) / 2, stride = static_cast<int>(rotation_.cols()) / 2;
  Pair *h = pairs(rotation_.row(k).data()), *w = pairs(update_.data()), *p = pairs(block_.data());
  const Pair* before = h + stride;
  Pair* row = pairs(gram_.row(k).data());
  row_sums::add(row, -rotation_(k + 1, k), w, k / 2 + 1);
  row_sums::add(row, -update_[k], before, k / 2 + 1);
  const double beta = reflector(k);
  if (k == 0) return 1;

  for (int r = 0; r < half; ++r) {
    Pair* x = pairs(gram_.row(2 * r).data());
    p[r] = row_sums::updateAndDot(x, x + stride, before[r], w[r], before, w, h, half);
  }
  const double along = -0.5 * beta * beta * row_sums::dot(p, h, half);
  for (int r = 0; r < half; ++r)
    w[r] = row_sums::broadcast(beta) * p[r] + row_sums::broadcast(along) * h[r];
  return 12.0 * half * half;
}

// I - beta h h^T moves row k of gram to its last entry before the diagonal.
double Svd::reflector(int k) {
  const double* row = gram_.row(k).data();
  double* h = rotation_.row(k).data();
  diagonal_[k] = row[k];
  if (k == 0) return betas_[k] = 0;
  const double head = row[k - 1];
  double square = 0;
  for (int i = 0; i < k - 1; ++i) square += row[i] * row[i];
  const double norm = std::sqrt(head * head + square);
  const double off = square == 0 ? head : head > 0 ? -norm : norm, tip = head - off;
  offDiagonal_[k - 1] = off;
  // Stored in the pairs in which it is read next.
  const int last = (k - 1) / 2;
  for (int i = 0; i < last; ++i) pairs(h)[i] = pairs(row)[i];
  pairs(h)[last] = k & 1 ? Pair{tip, 0} : Pair{row[k - 2], tip};
  return betas_[k] = square == 0 ? 0 : 2 / (tip * tip + square);
}

// Makes the off-diagonals of T positive by the signs of the rows of rotation_, and squares them for
// `chaseBulge`.
void Svd::endTridiagonal() {
  double sign = update_[0] = 1;
  for (int i = 0; i + 1 < nonZeroRows_; ++i) {
    update_[i + 1] = sign = std::copysign(sign, sign * offDiagonal_[i]);
    offDiagonal_[i] *= offDiagonal_[i];
  }
  offDiagonal_[nonZeroRows_ - 1] = 0;
}

// Computes turn from the reflectors, the smallest first, so that it only grows: to k + 1 rows.
double Svd::transform(int k) {
  const int half = (k + 1) / 2, stride = static_cast<int>(rotation_.cols()) / 2;
  Pair* h = pairs(rotation_.row(k).data());
  for (int r = 0; r < k; r += 2) {
    Pair *x = pairs(rotation_.row(r).data()), *y = x + stride;
    const Pair f = row_sums::broadcast(-betas_[k]) * row_sums::dots(h, x, y, half);
    row_sums::addToBoth(x, y, f, h, half);
  }
  rotation_.row(k).setZero();
  rotation_(k, k) = update_[k];
  return 8.0 * half * half;
}

// Computes the eigenvalue `low` of T: QL with Wilkinson's shift (Bowdler, Martin, Reinsch &
// Wilkinson 1968).
double Svd::diagonalise(int low) {
  bool negative = false;  // Sign of the first off-diagonal entry.
  double work = 0;
  for (int step = 0; step < kMaxQlSteps; ++step) {
    int high = low;
    while (high + 1 < nonZeroRows_ && !split(high)) ++high;
    if (high == low) break;
    negative = chaseBulge(low, high, negative);
    work += 4.0 * rotation_.cols() * (high - low);
  }
  return work;
}

// True if T splits after row i: the neglected entry is a rounding error, or small enough for the
// correction.
bool Svd::split(int i) const {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double a = std::abs(diagonal_[i]), b = std::abs(diagonal_[i + 1]);
  return offDiagonal_[i] <= eps * eps * (a + b) * (a + b) || offDiagonal_[i] <= kLoose * (a * b);
}

// One step, without a square root between one rotation and the next (Pal, Walker & Kahan; Parlett
// 1980, 8.15): it gives the squares of the cosines, and g their signs.
bool Svd::chaseBulge(int low, int high, bool negative) {
  double *d = diagonal_.data(), *e = offDiagonal_.data();
  const double half = 0.5 * (d[low + 1] - d[low]);
  const double shift =
      d[low] - e[low] / (half + std::copysign(std::sqrt(half * half + e[low]), half));
  double gamma = d[high] - shift, p = gamma * gamma, c = 1, s = 0, cosine = 1, g = gamma;
  for (int i = high - 1; i >= low; --i) {
    const double square = e[i], r = p + square, before = c, old = gamma;
    e[i + 1] = s * r;
    c = p / r;
    s = square / r;
    const double inverse = r / p;
    gamma = c * (d[i] - shift) - s * old;
    d[i + 1] = old + (d[i] - gamma);
    const double cosineBefore = cosine;
    cosines_[i] = cosine = std::copysign(std::sqrt(c), g);
    sines_[i] = std::sqrt(s);
    // Delayed by two steps, when the square roots are available.
    if (i + 2 < high) rotateTurn(i + 2);
    const bool plain = c > kTiny;
    p = plain ? gamma * gamma * inverse : before * square;
    g = plain ? gamma * cosine : -cosineBefore;
  }
  e[low] = s * p;
  d[low] = gamma + shift;
  if (negative) sines_[low] = -sines_[low];
  for (int i = std::min(low + 2, high) - 1; i >= low; --i) rotateTurn(i);
  return negative != (g < 0);
}

void Svd::rotateTurn(int i) {
  Pair* row = pairs(rotation_.row(i).data());
  row_sums::rotate(row, row + rotation_.cols() / 2, cosines_[i], sines_[i], (nonZeroRows_ + 1) / 2);
}

}  // namespace iklab
