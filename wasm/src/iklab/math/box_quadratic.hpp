// The minimiser of  x^T H x / 2 - g^T x  between bounds, H symmetric positive definite.
//
// A primal active set: the free entries move to their minimiser, or as far toward it as the first
// bound allows, which then fixes that entry; at the minimiser, the fixed entry that gains most is
// freed. The Cholesky factor of the free part follows each change in O(n^2) (Golub & Van Loan,
// section 6.5), so that the total is O(n^3) if about n entries change sides. No allocation after
// construction.
#pragma once

#include <vector>

#include "iklab/math/types.hpp"

namespace iklab::detail {

enum class Side : char { free, lower, upper };

class BoxQuadratic {
 public:
  explicit BoxQuadratic(int size);

  // n x n; must be filled before `solve`.
  Matrix& matrix() { return h_; }

  // x: a start on entry, the minimiser on return, accurate to the rounding of H; sides: the final
  // side of each entry. False if H is not positive definite to rounding, or the search did not end.
  bool solve(const Vector& g, const Vector& lower, const Vector& upper, Vector& x,
             std::vector<Side>& sides);

 private:
  void findPull(const Vector& g, const Vector& x);
  bool factorise();
  bool append(int entry);
  void remove(int position);
  void computeStep();
  bool stepToBound(const Vector& lower, const Vector& upper, Vector& x, std::vector<Side>& sides);
  int findWorstBound(const Vector& lower, const Vector& upper,
                     const std::vector<Side>& sides) const;

  Matrix h_, l_;           // H; L of its free part, in the order of free_
  std::vector<int> free_;  // Free entries, in the order of L.
  int count_ = 0;          // Number of free entries.
  Vector pull_;            // g - H x
  Vector step_;            // Step from the free entries to their minimiser, in the order of free_.
};

}  // namespace iklab::detail
