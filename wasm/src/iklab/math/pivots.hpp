// The rank of a large matrix if it is clear from pivots, at a small part of the cost of its
// singular values: Gram-Schmidt with pivoted columns (Golub & Van Loan, section 5.4).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "iklab/math/svd_rows.hpp"
#include "iklab/math/types.hpp"

namespace iklab::detail {

// Subtracts from a column its projection on a unit vector; returns the square of the remainder.
inline double subtractProjection(const double* unit, double* column, int rows) {
  const int half = rows / 2;
  const Pair* x = pairs(unit);
  Pair *y = pairs(column), square = {0, 0};
  double along = row_sums::dot(x, y, half), last = 0;
  if (rows & 1) along += unit[rows - 1] * column[rows - 1];
  const Pair factor = row_sums::broadcast(along);
  for (int i = 0; i < half; ++i) {
    y[i] -= factor * x[i];
    square += y[i] * y[i];
  }
  if (rows & 1) last = column[rows - 1] -= along * unit[rows - 1];
  return row_sums::sumPair(square) + last * last;
}

// The diagonal of R, descending, down to 1e-14 of the first. Overwrites a.
inline std::vector<double> pivots(Matrix& a) {
  constexpr double kRounding = 1e-14;
  const int rows = static_cast<int>(a.rows()), columns = static_cast<int>(a.cols());
  std::vector<double> found, squares(static_cast<size_t>(columns));
  for (int c = 0; c < columns; ++c) squares[c] = a.col(c).squaredNorm();
  for (int k = 0; k < std::min(rows, columns); ++k) {
    const auto most = std::max_element(squares.begin() + k, squares.end());
    const double length = std::sqrt(*most);
    if (!(length > 0) || (k > 0 && length <= kRounding * found[0])) break;
    a.col(k).swap(a.col(most - squares.begin()));
    std::swap(squares[k], *most);
    a.col(k) /= length;
    found.push_back(length);
    for (int c = k + 1; c < columns; ++c)
      squares[c] = subtractProjection(a.col(k).data(), a.col(c).data(), rows);
  }
  return found;
}

// Number of singular values above `cutoff` of the largest, from the pivots; -1 if one is too close
// to the cutoff to decide.
inline int plainRank(const std::vector<double>& pivots, double cutoff) {
  constexpr double kDoubt = 1e3;  // Far more than pivots and singular values differ in practice.
  int rank = 0;
  for (const double pivot : pivots) {
    const double share = pivot / pivots[0];
    if (share > cutoff / kDoubt && share < cutoff * kDoubt) return -1;
    rank += share > cutoff;
  }
  return rank;
}

}  // namespace iklab::detail
