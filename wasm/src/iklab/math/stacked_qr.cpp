#include "iklab/math/stacked_qr.hpp"

#include <algorithm>
#include <cmath>

namespace iklab::detail {
namespace {

constexpr double kCancelled = 1e-3;  // Relative to a column's square before a step.

}  // namespace

StackedQr::StackedQr(int rows, int columns)
    : columns_(columns),
      work_(Matrix::Zero(rows + columns, rows)),
      pivot_(Vector::Zero(rows)),
      scale_(pivot_),
      square_(pivot_),
      right_(Vector::Zero(rows + columns)),
      size_(right_),
      row_(static_cast<size_t>(rows + columns)),
      column_(static_cast<size_t>(rows)) {}

void StackedQr::solve(const Matrix& j, const Vector& inverse, const Vector& e, Vector& x) {
  load(j, inverse);
  factorise();
  // R^T z = e, then (r, y) = Q (z, 0)
  const int m = static_cast<int>(e.size());
  right_.setZero();
  for (int k = 0; k < m; ++k) {
    double sum = e[column_[k]];
    for (int i = 0; i < k; ++i) sum -= work_(i, k) * right_[i];
    right_[k] = sum / pivot_[k];
  }
  for (int k = m - 1; k >= 0; --k) {
    const auto v = work_.col(k).segment(k, usedRows_ - k);
    auto part = right_.segment(k, usedRows_ - k);
    part -= (scale_[k] * v.dot(part)) * v;
  }
  x.setZero();
  for (int r = 0; r < usedRows_; ++r)
    if (row_[r] < columns_) x[row_[r]] = right_[r] * inverse[row_[r]];
}

// Loads the rows of (I; D^-1 J^T) that are not zero, the largest first.
void StackedQr::load(const Matrix& j, const Vector& inverse) {
  const int m = static_cast<int>(column_.size());
  for (int c = 0; c < columns_; ++c) size_[c] = inverse[c] * j.col(c).cwiseAbs().maxCoeff();
  size_.tail(m).setOnes();
  usedRows_ = 0;
  for (int r = 0; r < columns_ + m; ++r)
    if (size_[r] > 0) row_[usedRows_++] = r;
  std::sort(row_.begin(), row_.begin() + usedRows_,
            [&](int a, int b) { return size_[a] != size_[b] ? size_[a] > size_[b] : a < b; });
  for (int r = 0; r < usedRows_; ++r) {
    if (row_[r] < columns_)
      work_.row(r) = inverse[row_[r]] * j.col(row_[r]).transpose();
    else
      work_.row(r) = Vector::Unit(m, row_[r] - columns_).transpose();
  }
}

void StackedQr::factorise() {
  const int m = static_cast<int>(column_.size());
  for (int k = 0; k < m; ++k) {
    column_[k] = k;
    square_[k] = work_.col(k).head(usedRows_).squaredNorm();
  }
  for (int k = 0; k < m; ++k) {
    int best = k;
    for (int c = k + 1; c < m; ++c)
      if (square_[c] > square_[best]) best = c;
    if (best != k) {
      work_.col(k).head(usedRows_).swap(work_.col(best).head(usedRows_));
      std::swap(column_[k], column_[best]);
      std::swap(square_[k], square_[best]);
    }
    // The rows of I keep the norm at 1 or above.
    const double norm = work_.col(k).segment(k, usedRows_ - k).norm();
    double& head = work_(k, k);
    pivot_[k] = head > 0 ? -norm : norm;
    head -= pivot_[k];
    scale_[k] = 1 / (norm * std::abs(head));
    for (int c = k + 1; c < m; ++c) {
      reflect(k, c);
      const double before = square_[c];
      square_[c] -= work_(k, c) * work_(k, c);
      // After cancellation the remainder is mostly rounding errors.
      if (square_[c] < kCancelled * before)
        square_[c] = work_.col(c).segment(k + 1, usedRows_ - k - 1).squaredNorm();
    }
  }
}

void StackedQr::reflect(int k, int column) {
  const auto v = work_.col(k).segment(k, usedRows_ - k);
  auto part = work_.col(column).segment(k, usedRows_ - k);
  part -= (scale_[k] * v.dot(part)) * v;
}

}  // namespace iklab::detail
