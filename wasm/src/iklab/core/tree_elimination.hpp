// Solves (J^T J + mu I) step = J^T e on a tree with many targets, without the matrix J J^T, in
// which a joint at the root couples all targets. No allocation after construction.
//
// A_t: the columns of J that move only target t; S_t: the shared ones. With
//
//   B_t = A_t A_t^T + mu I,   N = I + sum S_t^T B_t^-1 S_t,
//   N s = sum S_t^T B_t^-1 e_t,   y_t = B_t^-1 (e_t - S_t s),
//
// the step is s in the shared columns and A_t^T y_t in the others: the matrix inversion lemma
// (Golub & Van Loan, section 2.1.4). B_t has 3 or 6 rows. N = L D L^T from the leaves to the root
// has no entry in L that is zero in N (Featherstone 2005).
//
// If the own joints of a target are singular, only mu is left of a pivot of B_t, although the
// shared joints may make J J^T regular. Therefore a small pivot ends in no result.
#pragma once

#include <memory>

#include "iklab/core/kernel.hpp"
#include "iklab/core/tree_pattern.hpp"

namespace iklab::detail {

class TreeElimination {
 public:
  // Null if a dense factorisation is cheaper, or not clearly more expensive.
  static std::unique_ptr<TreeElimination> ifCheaper(const Tree& tree, const Task& task);
  explicit TreeElimination(TreePattern pattern);
  ~TreeElimination();

  // False if a pivot is too small; otherwise the step is accurate to about 1e-9 or better.
  bool solve(const Strands<double>& j, const double* e, double mu, double* step);

 private:
  static constexpr int kMost = 6;  // Largest number of rows of a target.

  // B_t = L D L^T: L below the diagonal, row-major.
  struct Limb {
    double lower[kMost * kMost], inverse[kMost];  // inverse: of D.
    double error[kMost];                          // L^-1 e_t
  };
  struct Reduced {
    double z[kMost];  // A column of L^-1 S_t.
  };

  void reduce(int target, const Strands<double>& j, const double* e, double mu);
  void solveShared();
  void moveOwn(int target, const Strands<double>& j, double* step) const;

  const TreePattern pattern_;
  std::vector<Limb> limbs_;
  std::vector<Reduced> reduced_;  // Per shared column of every target.
  std::vector<double> entries_;   // N, and then L.
  std::vector<double> shared_;    // Per shared column.
  bool sound_ = true;             // True if all pivots are positive and finite.
  double most_ = 0, least_ = 0;   // The largest and the smallest pivot of all B_t.
};

}  // namespace iklab::detail
