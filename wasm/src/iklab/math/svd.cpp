#include "iklab/math/svd.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "iklab/math/svd_rows.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// A sigma^2 this small relative to the largest is the rounding error of a zero row.
constexpr double kVanished = 1e-280;
constexpr double kUseful = 0.1;      // Smaller cosines are reduced by the correction.
constexpr double kUnscaled = 1e-12;  // J between this and its inverse is not scaled.
constexpr int kMaxSweeps = 40;
constexpr double kPiece = 1e6;  // Products, about a millisecond.

}  // namespace

Svd::Svd(int rows, int columns)
    : count_(std::min(rows, columns)),
      length_(std::max(rows, columns)),
      wide_(rows <= columns),
      // Rows are processed in pairs, so both dimensions are padded.
      rows_(RowMajor::Zero(padded(count_), padded(length_))),
      work_(RowMajor::Zero(padded(count_), padded(length_))),
      rotation_(RowMajor::Zero(count_ + 2, padded(count_))),
      gram_(RowMajor::Zero(padded(count_), padded(count_))),
      diagonal_(count_),
      offDiagonal_(count_),
      betas_(count_),
      update_(padded(count_)),
      cosines_(count_),
      sines_(count_),
      sigma_(count_),
      block_(4 * count_),
      order_(count_),
      originalRow_(count_) {
  std::iota(order_.begin(), order_.end(), 0);
}

void Svd::compute(const Matrix& j) {
  begin(j);
  while (resume()) continue;
}

void Svd::begin(const Matrix& j) {
  load(j);
  enter(nonZeroRows_ > 0 ? Stage::gram : Stage::done);
  if (stage_ == Stage::done) finish();
}

bool Svd::resume() {
  for (double work = 0; work < kPiece && stage_ != Stage::done;) work += next();
  return stage_ != Stage::done;
}

void Svd::enter(Stage stage) {
  stage_ = stage;
  unit_ = 0;
}

// Performs one unit of the current stage; returns the approximate number of products.
double Svd::next() {
  const double work = perform(unit_++);
  if (unit_ >= units()) enter(nextStage());
  return work;
}

int Svd::units() const {
  switch (stage_) {
    case Stage::gram:
    case Stage::compare:
      return (nonZeroRows_ + 1) / 2;
    case Stage::turn:
    case Stage::correct:
      return static_cast<int>(rows_.cols() + 3) / 4;
    default:
      return nonZeroRows_;
  }
}

double Svd::perform(int unit) {
  switch (stage_) {
    case Stage::gram:
      return formGram(rows_, 2 * unit);
    case Stage::tridiagonal:
      return tridiagonalise(nonZeroRows_ - 1 - unit);
    case Stage::transform:
      return transform(unit);
    case Stage::diagonal:
      return diagonalise(unit);
    case Stage::turn:
      return applyTurn(4 * unit);
    case Stage::compare:
      return formGram(work_, 2 * unit);
    case Stage::weigh:
      return computeFactors(unit);
    case Stage::correct:
      return correct(4 * unit);
    case Stage::sweep:
      return sweep(unit);
    case Stage::done:
      break;
  }
  return 0;
}

Svd::Stage Svd::nextStage() {
  switch (stage_) {
    case Stage::tridiagonal:
      endTridiagonal();
      break;
    case Stage::compare:
      beginWeighing();
      break;
    case Stage::correct:
      if (isCorrected_) return finish(), Stage::done;
      beginSweep();
      break;
    case Stage::sweep:
      if (isSweepDone()) return finish(), Stage::done;
      beginSweep();
      return Stage::sweep;
    default:
      break;
  }
  return static_cast<Stage>(static_cast<int>(stage_) + 1);
}

// Scales by a power of two, which is exact, if the squares of squares would over- or underflow.
void Svd::load(const Matrix& j) {
  const Eigen::Index along = wide_ ? j.rows() : 1, across = wide_ ? 1 : j.rows();
  double total = 0;
  nonZeroRows_ = sweeps_ = 0;
  int dead = count_;
  for (int r = 0; r < count_; ++r) {
    const double* from = j.data() + r * across;
    double* to = rows_.row(nonZeroRows_).data();
    double sum = 0;
    for (int k = 0; k < length_; ++k, from += along) {
      to[k] = *from;
      sum += std::abs(*from);
    }
    total += sum;
    originalRow_[sum == 0 ? --dead : nonZeroRows_++] = r;
  }
  scale_ = 1;
  if (total > 0 && !(kUnscaled < total && total < 1 / kUnscaled)) {
    int exponent = 0;
    std::frexp(rows_.topRows(nonZeroRows_).cwiseAbs().maxCoeff(), &exponent);
    scale_ = std::ldexp(1.0, exponent);
    rows_.topRows(nonZeroRows_) *= std::ldexp(1.0, -exponent);
  }
  if (nonZeroRows_ & 1) rows_.row(nonZeroRows_).setZero();
}

// Rows a and a + 1 of rows rows^T, and the mirrored columns.
double Svd::formGram(const RowMajor& rows, int a) {
  const int half = static_cast<int>(rows.cols()) / 2;
  const Pair *x = pairs(rows.row(a).data()), *y = x + half;
  for (int b = 0; b <= a; b += 2) {
    const Pair *p = pairs(rows.row(b).data()), *q = p + half;
    Pair first, second;
    row_sums::grid(x, y, p, q, half, first, second);
    *pairs(&gram_(a, b)) = first;
    *pairs(&gram_(a + 1, b)) = second;
    *pairs(&gram_(b, a)) = Pair{first[0], second[0]};
    *pairs(&gram_(b + 1, a)) = Pair{first[1], second[1]};
  }
  return 4.0 * (a + 2) * half;
}

// Four columns of work = turn given.
double Svd::applyTurn(int column) {
  const int half = static_cast<int>(rows_.cols()) / 2, at = column / 2;
  const row_sums::Factors f{rotation_.data(), static_cast<int>(rotation_.cols()), nonZeroRows_};
  const Pair* from = pairs(rows_.data()) + at;
  Pair* to = pairs(work_.data()) + at;
  if (at + 1 < half)
    row_sums::multiply<2, false>(f, from, half, to, half);
  else
    row_sums::multiply<1, false>(f, from, half, to, half);
  return 4.0 * nonZeroRows_ * nonZeroRows_;
}

void Svd::beginWeighing() {
  isCorrected_ = true;
  reach_ = std::sqrt(tolerated() / (8 * nonZeroRows_));
  for (int i = 0; i < nonZeroRows_; ++i) {
    sigma_[i] = gram_(i, i);
    update_[i] = std::sqrt(sigma_[i]);
  }
}

// Row i of the E that makes the rows of (I + E) work orthogonal to first order. The remainder of a
// pair is of second order: of the largest E times the ratio of norms.
double Svd::computeFactors(int i) {
  const double norm = update_[i];
  for (int j = 0; j < i; ++j) {
    const double other = update_[j], cross = gram_(i, j);
    const double small = std::min(norm, other), large = std::max(norm, other);
    double e = cross / (sigma_[i] - sigma_[j]);
    if (!(std::abs(e) * large <= reach_ * small)) e = limited(e, cross, small, large);
    gram_(i, j) = e;
    gram_(j, i) = -e;
  }
  gram_(i, i) = 0;
  return 8.0 * i;
}

// Returns e, or 0 if the pair is orthogonal to the tolerance already or if e is too large for a
// first-order correction to keep `rotation_` orthogonal.
double Svd::limited(double e, double cross, double small, double large) {
  if (std::abs(cross) <= tolerated() * small * large) return 0;
  isCorrected_ = false;
  return std::abs(e) <= reach_ && std::abs(e) * large <= kUseful * small ? e : 0;
}

double Svd::correct(int column) {
  correct(work_, column);
  if (column < nonZeroRows_) correct(rotation_, column);
  return 8.0 * nonZeroRows_ * nonZeroRows_;
}

void Svd::correct(RowMajor& rows, int column) {
  const int half = static_cast<int>(rows.cols()) / 2, at = column / 2;
  const row_sums::Factors f{gram_.data(), static_cast<int>(gram_.cols()), nonZeroRows_};
  Pair *to = pairs(rows.data()) + at, *block = pairs(block_.data());
  if (at + 1 < half) {
    const Pair* from = to;
    for (int k = 0; k < nonZeroRows_; ++k, from += half) {
      block[2 * k] = from[0];
      block[2 * k + 1] = from[1];
    }
    row_sums::multiply<2, true>(f, block, 2, to, half);
  } else {
    for (int k = 0; k < nonZeroRows_; ++k) block[k] = to[k * half];
    row_sums::multiply<1, true>(f, block, 1, to, half);
  }
}

void Svd::beginSweep() {
  const int half = static_cast<int>(work_.cols()) / 2;
  for (int i = 0; i < nonZeroRows_; ++i) {
    const Pair* row = pairs(work_.row(i).data());
    sigma_[i] = row_sums::dot(row, row, half);
  }
  cosine_ = spoil_ = 0;
}

// Rotates row p with the later rows, until all are orthogonal to working precision.
double Svd::sweep(int p) {
  const int half = static_cast<int>(work_.cols()) / 2, width = (nonZeroRows_ + 1) / 2;
  const double tolerance = tolerated();
  double* square = sigma_.data();
  double work = 0;
  for (int q = p + 1; q < nonZeroRows_; ++q) {
    Pair *x = pairs(work_.row(p).data()), *y = pairs(work_.row(q).data());
    const double cross = row_sums::dot(x, y, half);
    work += 2 * half;
    const double norms = std::sqrt(square[p] * square[q]);
    if (!(std::abs(cross) > tolerance * norms)) continue;
    const double zeta = (square[q] - square[p]) / (2 * cross);
    const double t = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
    const double c = 1 / std::sqrt(1 + t * t), s = c * t;
    cosine_ = std::max(cosine_, std::abs(cross) / norms);
    spoil_ = std::max(spoil_, std::abs(t) * std::max(square[p], square[q]) / norms);
    row_sums::rotate(x, y, c, s, half);
    row_sums::rotate(pairs(rotation_.row(p).data()), pairs(rotation_.row(q).data()), c, s, width);
    square[p] = row_sums::dot(x, x, half);
    square[q] = row_sums::dot(y, y, half);
    work += 12.0 * half + 8.0 * width;
  }
  return work;
}

// A later rotation of one of its rows changes an orthogonal pair by no more than the tangent times
// the ratio of the norms times the cosine to the third row. If that is negligible, all rows are
// orthogonal.
bool Svd::isSweepDone() {
  return 2 * nonZeroRows_ * spoil_ * cosine_ <= tolerated() || ++sweeps_ == kMaxSweeps;
}

void Svd::finish() {
  double largest = 0;
  for (int i = 0; i < nonZeroRows_; ++i) largest = std::max(largest, sigma_[i]);
  for (int i = 0; i < nonZeroRows_; ++i) {
    if (sigma_[i] <= kVanished * largest) {
      sigma_[i] = 0;
      work_.row(i).setZero();
      continue;
    }
    sigma_[i] = std::sqrt(sigma_[i]);
    work_.row(i) /= sigma_[i];
    sigma_[i] *= scale_;
  }
  spread();
  // Insertion sort: short, nearly sorted, and it does not allocate.
  for (int i = 0; i < count_; ++i) {
    int k = i;
    for (; k > 0 && sigma_[order_[k - 1]] < sigma_[i]; --k) order_[k] = order_[k - 1];
    order_[k] = i;
  }
}

// Expands the rows of rotation_ to all rows of J, and adds a unit vector for each zero row.
void Svd::spread() {
  if (nonZeroRows_ == count_) return;
  for (int i = 0; i < nonZeroRows_; ++i) {
    auto row = rotation_.row(i);
    row.segment(nonZeroRows_, count_ - nonZeroRows_).setZero();
    for (int k = nonZeroRows_ - 1; k >= 0 && originalRow_[k] != k; --k) {
      row[originalRow_[k]] = row[k];
      row[k] = 0;
    }
  }
  for (int i = nonZeroRows_; i < count_; ++i) {
    sigma_[i] = 0;
    rotation_.row(i).setZero();
    rotation_(i, originalRow_[i]) = 1;
    work_.row(i).setZero();
  }
}

int Svd::rankAbove(double cutoff) const {
  int rank = 0;
  while (rank < count_ && sigma(rank) > cutoff) ++rank;
  return rank;
}

// Cosines between two rows up to this count as rounding errors.
double Svd::tolerated() const {
  return kEps * std::max(4.0, std::sqrt(static_cast<double>(length_)));
}

double Svd::noise() const { return kEps * largest() * length_; }

}  // namespace iklab
