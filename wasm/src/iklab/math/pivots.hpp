// The rank of a large matrix where it is plain to see, at a small part of what its singular values
// cost: Gram-Schmidt with pivoted columns (Golub & Van Loan, section 5.4).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "iklab/math/types.hpp"

namespace iklab {

// The diagonal of R, falling, down to 1e-14 of the first. a: destroyed.
inline std::vector<double> pivots(Matrix& a) {
  constexpr double kRounding = 1e-14;
  std::vector<double> found;
  for (Eigen::Index k = 0; k < std::min(a.rows(), a.cols()); ++k) {
    Eigen::Index next = k;
    double square = -1;
    for (Eigen::Index c = k; c < a.cols(); ++c)
      if (const double each = a.col(c).squaredNorm(); each > square) square = each, next = c;
    const double length = std::sqrt(square);
    if (!(length > 0) || (k > 0 && length <= kRounding * found[0])) break;
    a.col(k).swap(a.col(next));
    a.col(k) /= length;
    found.push_back(length);
    for (Eigen::Index c = k + 1; c < a.cols(); ++c) a.col(c) -= a.col(k).dot(a.col(c)) * a.col(k);
  }
  return found;
}

// How many singular values are above `cutoff` of the largest, as the pivots tell it; -1: there is
// one so near to it that they do not.
inline int plainRank(const std::vector<double>& pivots, double cutoff) {
  constexpr double kDoubt = 1e3;  // far more than pivots and singular values differ in practice
  int rank = 0;
  for (const double pivot : pivots) {
    const double share = pivot / pivots[0];
    if (share > cutoff / kDoubt && share < cutoff * kDoubt) return -1;
    rank += share > cutoff;
  }
  return rank;
}

}  // namespace iklab
