#include "core/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "core/pair.hpp"
#include "core/random.hpp"

namespace iklab {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kMaxQlSteps = 60;
constexpr int kMaxSweeps = 40;

double dot(const double* x, const double* y, int stride) {
  // two sums, so that an addition need not wait for the one before
  Pair even = {0, 0}, odd = {0, 0};
  const Pair *a = pairs(x), *b = pairs(y);
  const int count = stride / 2;
  int i = 0;
  for (; i + 1 < count; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  if (i < count) even += a[i] * b[i];
  even += odd;
  return even[0] + even[1];
}

// y += f x
void add(double* y, double f, const double* x, int stride) {
  const Pair factor = {f, f};
  const Pair* a = pairs(x);
  Pair* b = pairs(y);
  for (int i = 0; i < stride / 2; ++i) b[i] += factor * a[i];
}

// (x, y) <- (c x - s y, s x + c y)
void rotate(double* x, double* y, double c, double s, int stride) {
  const Pair cc = {c, c}, ss = {s, s};
  Pair *a = pairs(x), *b = pairs(y);
  for (int i = 0; i < stride / 2; ++i) {
    const Pair p = a[i], q = b[i];
    a[i] = cc * p - ss * q;
    b[i] = ss * p + cc * q;
  }
}

}  // namespace

Spectrum::Spectrum(int rows, int columns)
    : count_(std::min(rows, columns)),
      length_(std::max(rows, columns)),
      wide_(rows <= columns),
      given_(RowMajor::Zero(count_, padded(length_))),
      work_(RowMajor::Zero(count_, padded(length_))),
      turn_(RowMajor::Zero(count_, padded(count_))),
      gram_(RowMajor::Zero(count_, padded(count_))),
      diagonal_(padded(count_)),
      offDiagonal_(count_),
      scratch_(padded(count_)),
      sigma_(count_),
      order_(count_) {
  std::iota(order_.begin(), order_.end(), 0);
}

void Spectrum::compute(const Matrix& j) {
  load(j);
  formGram();
  tridiagonalise();
  diagonalise();
  applyTurn();
  orthogonalise();
  finish();
}

// scaled by a power of two, which is exact, so that the squares of squares stay in range
void Spectrum::load(const Matrix& j) {
  const double largest = j.cwiseAbs().maxCoeff();
  int exponent = 0;
  if (largest > 0) std::frexp(largest, &exponent);
  scale_ = std::ldexp(1.0, exponent);
  const double shrink = std::ldexp(1.0, -exponent);
  for (int r = 0; r < count_; ++r)
    for (int k = 0; k < length_; ++k) given_(r, k) = shrink * (wide_ ? j(r, k) : j(k, r));
}

void Spectrum::formGram() {
  const int stride = static_cast<int>(given_.cols());
  for (int a = 0; a < count_; ++a)
    for (int b = 0; b <= a; ++b)
      gram_(a, b) = gram_(b, a) = dot(given_.row(a).data(), given_.row(b).data(), stride);
}

// gram = turn^T T turn, T tridiagonal (Golub & Van Loan, algorithm 8.3.1)
void Spectrum::tridiagonalise() {
  turn_.setZero();
  for (int i = 0; i < count_; ++i) turn_(i, i) = 1;
  const int stride = static_cast<int>(turn_.cols());
  double* h = scratch_.data();  // the reflector, zero above k + 1
  double* w = diagonal_.data();
  for (int k = 0; k + 2 < count_; ++k) {
    double square = 0;
    for (int i = k + 2; i < count_; ++i) square += gram_(i, k) * gram_(i, k);
    if (square == 0) {
      offDiagonal_[k] = gram_(k + 1, k);
      continue;
    }
    const double head = gram_(k + 1, k);
    const double norm = std::sqrt(head * head + square);
    offDiagonal_[k] = head > 0 ? -norm : norm;
    for (int i = 0; i <= k; ++i) h[i] = 0;
    for (int i = k + 1; i < count_; ++i) h[i] = gram_(i, k);
    h[k + 1] -= offDiagonal_[k];
    const double beta = 2 / (h[k + 1] * h[k + 1] + square);

    double along = 0;
    std::fill_n(w, k + 1, 0.0);
    for (int i = k + 1; i < count_; ++i) {
      w[i] = beta * dot(gram_.row(i).data(), h, stride);
      along += w[i] * h[i];
    }
    for (int i = k + 1; i < count_; ++i) w[i] -= 0.5 * beta * along * h[i];
    for (int i = k + 1; i < count_; ++i) {  // columns up to k are done with
      add(gram_.row(i).data(), -h[i], w, stride);
      add(gram_.row(i).data(), -w[i], h, stride);
    }

    std::fill_n(w, stride, 0.0);
    for (int i = k + 1; i < count_; ++i) add(w, h[i], turn_.row(i).data(), stride);
    for (int i = k + 1; i < count_; ++i) add(turn_.row(i).data(), -beta * h[i], w, stride);
  }
  for (int i = 0; i < count_; ++i) diagonal_[i] = gram_(i, i);
  if (count_ > 1) offDiagonal_[count_ - 2] = gram_(count_ - 1, count_ - 2);
  if (count_ > 0) offDiagonal_[count_ - 1] = 0;
}

// implicit QL with Wilkinson's shift on T (Bowdler, Martin, Reinsch & Wilkinson 1968)
void Spectrum::diagonalise() {
  double *d = diagonal_.data(), *e = offDiagonal_.data();
  const int stride = static_cast<int>(turn_.cols());
  for (int low = 0; low < count_; ++low) {
    for (int step = 0; step < kMaxQlSteps; ++step) {
      int high = low;
      while (high + 1 < count_ &&
             !(std::abs(e[high]) <= kEps * (std::abs(d[high]) + std::abs(d[high + 1]))))
        ++high;
      if (high == low) break;

      const double half = (d[low + 1] - d[low]) / (2 * e[low]);
      const double root = std::sqrt(half * half + 1);
      double g = d[high] - d[low] + e[low] / (half + std::copysign(root, half));
      double c = 1, s = 1, shift = 0;
      int i = high - 1;
      for (; i >= low; --i) {
        const double f = s * e[i], b = c * e[i];
        const double radius = std::sqrt(f * f + g * g);
        e[i + 1] = radius;
        if (radius == 0) break;
        s = f / radius;
        c = g / radius;
        g = d[i + 1] - shift;
        const double t = (d[i] - g) * s + 2 * c * b;
        shift = s * t;
        d[i + 1] = g + shift;
        g = c * t - b;
        rotate(turn_.row(i).data(), turn_.row(i + 1).data(), c, s, stride);
      }
      if (i >= low) {  // the chase met a zero: the matrix splits there
        d[i + 1] -= shift;
        e[high] = 0;
        continue;
      }
      d[low] -= shift;
      e[low] = g;
      e[high] = 0;
    }
  }
}

// work = turn given, four columns at a time so that the sums stay in registers
void Spectrum::applyTurn() {
  const int stride = static_cast<int>(given_.cols());
  for (int i = 0; i < count_; ++i) {
    const double* factor = turn_.row(i).data();
    Pair* to = pairs(work_.row(i).data());
    for (int at = 0; at < stride / 2; at += 2) {
      const bool both = at + 1 < stride / 2;
      const Pair* from = pairs(given_.data()) + at;
      Pair first = {0, 0}, second = {0, 0};
      for (int k = 0; k < count_; ++k, from += stride / 2) {
        const Pair f = {factor[k], factor[k]};
        first += f * from[0];
        if (both) second += f * from[1];
      }
      to[at] = first;
      if (both) to[at + 1] = second;
    }
  }
}

// rotate pairs of rows until all are orthogonal to working precision
void Spectrum::orthogonalise() {
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep)
    if (!this->sweep()) return;
}

// once over all pairs; false: they are orthogonal now
bool Spectrum::sweep() {
  const int stride = static_cast<int>(work_.cols()), short_ = static_cast<int>(turn_.cols());
  const double tolerance = kEps * std::max(4.0, std::sqrt(static_cast<double>(length_)));
  double* square = sigma_.data();
  for (int i = 0; i < count_; ++i)
    square[i] = dot(work_.row(i).data(), work_.row(i).data(), stride);
  double cosine = 0, spoil = 0;  // the largest met
  for (int p = 0; p + 1 < count_; ++p) {
    for (int q = p + 1; q < count_; ++q) {
      double *x = work_.row(p).data(), *y = work_.row(q).data();
      const double cross = dot(x, y, stride);
      const double norms = std::sqrt(square[p] * square[q]);
      if (!(std::abs(cross) > tolerance * norms)) continue;
      const double zeta = (square[q] - square[p]) / (2 * cross);
      const double t = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
      const double c = 1 / std::sqrt(1 + t * t), s = c * t;
      cosine = std::max(cosine, std::abs(cross) / norms);
      spoil = std::max(spoil, std::abs(t) * std::max(square[p], square[q]) / norms);
      rotate(x, y, c, s, stride);
      rotate(turn_.row(p).data(), turn_.row(q).data(), c, s, short_);
      square[p] = dot(x, x, stride);
      square[q] = dot(y, y, stride);
    }
  }
  // a pair set right is spoilt by a later rotation of one of its rows: by no more than the tangent
  // times the ratio of the norms times the cosine to the third row
  return !(2 * count_ * spoil * cosine <= tolerance);
}

void Spectrum::finish() {
  for (int i = 0; i < count_; ++i) sigma_[i] = std::sqrt(sigma_[i]);
  for (int i = 0; i < count_; ++i) {
    if (sigma_[i] > 0) work_.row(i) /= sigma_[i];
    sigma_[i] *= scale_;
  }
  // insertion sort: short, nearly sorted, and it does not allocate
  for (int i = 0; i < count_; ++i) {
    int k = i;
    for (; k > 0 && sigma_[order_[k - 1]] < sigma_[i]; --k) order_[k] = order_[k - 1];
    order_[k] = i;
  }
}

int Spectrum::rankAbove(double cutoff) const {
  int rank = 0;
  while (rank < count_ && sigma(rank) > cutoff) ++rank;
  return rank;
}

double Spectrum::noise() const { return kEps * largest() * length_; }

int workingRank(const Tree& tree, const Task& task) {
  constexpr int kPoses = 8;
  constexpr double kTolerance = 1e-9;
  Random random(1);
  Pose pose(tree);
  Jacobian jacobian(tree, task);
  Spectrum spectrum(task.rows(), tree.columns());
  Vector theta(tree.columns());
  int rank = 0;
  for (int p = 0; p < kPoses; ++p) {
    for (int c = 0; c < tree.columns(); ++c) {
      const Joint& j = tree.moving(c);
      const double reach = j.slides() ? 1 : EIGEN_PI;
      const bool limited = std::isfinite(j.lower) && std::isfinite(j.upper);
      theta[c] = limited ? random.uniform(j.lower, j.upper) : random.uniform(-reach, reach);
    }
    forwardKinematics(tree, theta, pose);
    jacobian.compute(pose);
    spectrum.compute(jacobian.matrix());
    rank = std::max(rank, spectrum.rankAbove(kTolerance * spectrum.largest()));
    if (rank == spectrum.count()) break;  // no pose can have more
  }
  return rank;
}

}  // namespace iklab
