// The minimiser of  |J x - e|^2 + sum (lambda_j x_j)^2  for damping that differs by orders of
// magnitude from joint to joint: the stacked system (J; D) x = (e; 0), D = diag(lambda_j).
//
// With y = D x it is the shortest (r, y) with r + J D^-1 y = e, found by a Householder QR of the
// transpose (I; D^-1 J^T), its rows in descending order and its columns pivoted: each row then
// keeps its own relative accuracy (Cox & Higham 1998), which normal equations would lose. Cost:
// about 2 (n + m) m^2 operations. No allocation after construction.
#pragma once

#include <vector>

#include "iklab/math/types.hpp"

namespace iklab::detail {

class StackedQr {
 public:
  StackedQr(int rows, int columns);

  // j: m x n. inverse (n): 1/lambda_j, finite; 0 fixes the joint. x (n): the minimiser.
  void solve(const Matrix& j, const Vector& inverse, const Vector& e, Vector& x);

 private:
  void load(const Matrix& j, const Vector& inverse);
  void factorise();
  void reflect(int k, int column);

  int columns_;  // n
  int usedRows_ = 0;
  Matrix work_;    // usedRows_ rows are used; R above the diagonal, reflections at and below it.
  Vector pivot_;   // Diagonal of R.
  Vector scale_;   // 2 / |v|^2 of each reflection.
  Vector square_;  // Square norm of the remainder of each column.
  Vector right_;   // n + m
  Vector size_;    // n + m: largest entry of a row.
  std::vector<int> row_;     // n + m, sorted by size: column of J, or n + row of I.
  std::vector<int> column_;  // m: the row of J in each column of work_
};

}  // namespace iklab::detail
