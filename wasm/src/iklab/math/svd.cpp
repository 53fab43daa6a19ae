#include "iklab/math/svd.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "iklab/math/pair.hpp"

namespace iklab {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kMaxQlSteps = 60;
constexpr int kMaxSweeps = 40;
constexpr double kPiece = 1e6;  // products, about a millisecond

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

Svd::Svd(int rows, int columns)
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
      order_(count_),
      place_(count_) {
  std::iota(order_.begin(), order_.end(), 0);
}

void Svd::compute(const Matrix& j) {
  begin(j);
  while (resume()) continue;
}

void Svd::begin(const Matrix& j) {
  load(j);
  enter(live_ > 0 ? Stage::gram : Stage::done);
  if (stage_ == Stage::done) finish();
}

bool Svd::resume() {
  for (double work = 0; work < kPiece && stage_ != Stage::done;) work += next();
  return stage_ != Stage::done;
}

void Svd::enter(Stage stage) {
  stage_ = stage;
  at_ = 0;
}

// one unit of the stage at work; how many products it took, about
double Svd::next() {
  const int unit = at_++;
  const bool last = at_ == live_;
  double work = 0;
  switch (stage_) {
    case Stage::gram:
      work = formGram(unit);
      if (last) enter(Stage::tridiagonal);
      break;
    case Stage::tridiagonal:
      if (unit == 0) turn_.topRows(live_).setIdentity();
      if (unit + 2 < live_) work = tridiagonalise(unit);
      if (last) endTridiagonal();
      break;
    case Stage::diagonal:
      work = diagonalise(unit);
      if (last) enter(Stage::turn);
      break;
    case Stage::turn:
      work = applyTurn(unit);
      if (last) enter(Stage::sweep);
      break;
    case Stage::sweep:
      if (unit == 0) beginSweep();
      work = sweep(unit);
      if (last) endSweep();
      break;
    case Stage::done:
      break;
  }
  return work;
}

// scaled by a power of two, which is exact, so that the squares of squares stay in range
void Svd::load(const Matrix& j) {
  const double largest = j.cwiseAbs().maxCoeff();
  int exponent = 0;
  if (largest > 0) std::frexp(largest, &exponent);
  scale_ = std::ldexp(1.0, exponent);
  const double shrink = std::ldexp(1.0, -exponent);
  live_ = 0;
  int dead = count_;
  for (int r = 0; r < count_; ++r) {
    const bool zero = wide_ ? j.row(r).isZero(0) : j.col(r).isZero(0);
    place_[zero ? --dead : live_++] = r;
  }
  for (int a = 0; a < live_; ++a)
    for (int k = 0, r = place_[a]; k < length_; ++k)
      given_(a, k) = shrink * (wide_ ? j(r, k) : j(k, r));
  sweeps_ = 0;
}

double Svd::formGram(int a) {
  const int stride = static_cast<int>(given_.cols());
  for (int b = 0; b <= a; ++b)
    gram_(a, b) = gram_(b, a) = dot(given_.row(a).data(), given_.row(b).data(), stride);
  // what pairs read beyond the end
  if (live_ < gram_.cols()) gram_(a, live_) = 0;
  return static_cast<double>(a + 1) * stride;
}

// gram = turn^T T turn, T tridiagonal (Golub & Van Loan, algorithm 8.3.1): its column k
double Svd::tridiagonalise(int k) {
  const int width = padded(live_);
  double* h = scratch_.data();  // the reflector, zero above k + 1
  double* w = diagonal_.data();
  double square = 0;
  for (int i = k + 2; i < live_; ++i) square += gram_(i, k) * gram_(i, k);
  if (square == 0) {
    offDiagonal_[k] = gram_(k + 1, k);
    return live_;
  }
  const double head = gram_(k + 1, k);
  const double norm = std::sqrt(head * head + square);
  offDiagonal_[k] = head > 0 ? -norm : norm;
  std::fill_n(h, width, 0.0);
  for (int i = k + 1; i < live_; ++i) h[i] = gram_(i, k);
  h[k + 1] -= offDiagonal_[k];
  const double beta = 2 / (h[k + 1] * h[k + 1] + square);

  // columns up to k are done with: where the sums begin is even, and even in pairs
  const int from = (k + 1) & ~3, rest = width - from;
  double along = 0;
  std::fill_n(w, width, 0.0);
  for (int i = k + 1; i < live_; ++i) {
    w[i] = beta * dot(gram_.row(i).data() + from, h + from, rest);
    along += w[i] * h[i];
  }
  for (int i = k + 1; i < live_; ++i) w[i] -= 0.5 * beta * along * h[i];
  for (int i = k + 1; i < live_; ++i) {
    add(gram_.row(i).data() + from, -h[i], w + from, rest);
    add(gram_.row(i).data() + from, -w[i], h + from, rest);
  }

  std::fill_n(w, width, 0.0);
  for (int i = k + 1; i < live_; ++i) add(w, h[i], turn_.row(i).data(), width);
  for (int i = k + 1; i < live_; ++i) add(turn_.row(i).data(), -beta * h[i], w, width);
  return (live_ - k) * (3.0 * rest + 2.0 * width);
}

void Svd::endTridiagonal() {
  for (int i = 0; i < live_; ++i) diagonal_[i] = gram_(i, i);
  if (live_ > 1) offDiagonal_[live_ - 2] = gram_(live_ - 1, live_ - 2);
  offDiagonal_[live_ - 1] = 0;
  enter(Stage::diagonal);
}

// implicit QL with Wilkinson's shift on T (Bowdler, Martin, Reinsch & Wilkinson 1968): its `low`-th
// value
double Svd::diagonalise(int low) {
  double *d = diagonal_.data(), *e = offDiagonal_.data();
  const int width = padded(live_);
  double work = 0;
  for (int step = 0; step < kMaxQlSteps; ++step) {
    int high = low;
    while (high + 1 < live_ &&
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
      rotate(turn_.row(i).data(), turn_.row(i + 1).data(), c, s, width);
    }
    work += 4.0 * width * (high - low);
    if (i >= low) {  // the chase met a zero: the matrix splits there
      d[i + 1] -= shift;
      e[high] = 0;
      continue;
    }
    d[low] -= shift;
    e[low] = g;
    e[high] = 0;
  }
  return work;
}

// row i of work = turn given, four columns at a time so that the sums stay in registers
double Svd::applyTurn(int i) {
  const int stride = static_cast<int>(given_.cols());
  const double* factor = turn_.row(i).data();
  Pair* to = pairs(work_.row(i).data());
  for (int at = 0; at < stride / 2; at += 2) {
    const bool both = at + 1 < stride / 2;
    const Pair* from = pairs(given_.data()) + at;
    Pair first = {0, 0}, second = {0, 0};
    for (int k = 0; k < live_; ++k, from += stride / 2) {
      const Pair f = {factor[k], factor[k]};
      first += f * from[0];
      if (both) second += f * from[1];
    }
    to[at] = first;
    if (both) to[at + 1] = second;
  }
  return static_cast<double>(live_) * stride;
}

void Svd::beginSweep() {
  const int stride = static_cast<int>(work_.cols());
  for (int i = 0; i < live_; ++i) sigma_[i] = dot(work_.row(i).data(), work_.row(i).data(), stride);
  cosine_ = spoil_ = 0;
}

// rotates row p with those behind it, until all are orthogonal to working precision
double Svd::sweep(int p) {
  const int stride = static_cast<int>(work_.cols()), width = padded(live_);
  const double tolerance = kEps * std::max(4.0, std::sqrt(static_cast<double>(length_)));
  double* square = sigma_.data();
  double work = 0;
  for (int q = p + 1; q < live_; ++q) {
    double *x = work_.row(p).data(), *y = work_.row(q).data();
    const double cross = dot(x, y, stride);
    work += stride;
    const double norms = std::sqrt(square[p] * square[q]);
    if (!(std::abs(cross) > tolerance * norms)) continue;
    const double zeta = (square[q] - square[p]) / (2 * cross);
    const double t = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
    const double c = 1 / std::sqrt(1 + t * t), s = c * t;
    cosine_ = std::max(cosine_, std::abs(cross) / norms);
    spoil_ = std::max(spoil_, std::abs(t) * std::max(square[p], square[q]) / norms);
    rotate(x, y, c, s, stride);
    rotate(turn_.row(p).data(), turn_.row(q).data(), c, s, width);
    square[p] = dot(x, x, stride);
    square[q] = dot(y, y, stride);
    work += 6.0 * stride + 4.0 * width;
  }
  return work;
}

// A pair set right is spoilt by a later rotation of one of its rows: by no more than the tangent
// times the ratio of the norms times the cosine to the third row. Where that is nothing, all is
// orthogonal now.
void Svd::endSweep() {
  const double tolerance = kEps * std::max(4.0, std::sqrt(static_cast<double>(length_)));
  const bool again = !(2 * live_ * spoil_ * cosine_ <= tolerance);
  enter(again && ++sweeps_ < kMaxSweeps ? Stage::sweep : Stage::done);
  if (stage_ == Stage::done) finish();
}

void Svd::finish() {
  for (int i = 0; i < live_; ++i) {
    sigma_[i] = std::sqrt(sigma_[i]);
    if (sigma_[i] > 0) work_.row(i) /= sigma_[i];
    sigma_[i] *= scale_;
  }
  spread();
  // insertion sort: short, nearly sorted, and it does not allocate
  for (int i = 0; i < count_; ++i) {
    int k = i;
    for (; k > 0 && sigma_[order_[k - 1]] < sigma_[i]; --k) order_[k] = order_[k - 1];
    order_[k] = i;
  }
}

// the rows of turn over all of J again, and a direction of its own for each row that is zero
void Svd::spread() {
  if (live_ == count_) return;
  for (int i = 0; i < live_; ++i) {
    auto row = turn_.row(i);
    row.segment(live_, count_ - live_).setZero();
    for (int k = live_ - 1; k >= 0 && place_[k] != k; --k) {
      row[place_[k]] = row[k];
      row[k] = 0;
    }
  }
  for (int i = live_; i < count_; ++i) {
    sigma_[i] = 0;
    turn_.row(i).setZero();
    turn_(i, place_[i]) = 1;
    work_.row(i).setZero();
  }
}

int Svd::rankAbove(double cutoff) const {
  int rank = 0;
  while (rank < count_ && sigma(rank) > cutoff) ++rank;
  return rank;
}

double Svd::noise() const { return kEps * largest() * length_; }

}  // namespace iklab
