// Symmetric matrices with entries only between nodes of a tree that are ancestors of each other:
// p · q, p of the upper node and q of the lower, each with three numbers for every path through the
// node. Semiseparable matrices (Vandebril, Van Barel & Mastronardi 2008), here on a tree.
#pragma once

#include <vector>

#include "iklab/math/three.hpp"

namespace iklab::detail {

class TreeMatrix {
 public:
  struct Term {
    Three<double> p, q;
    Three<double> part;  // The part of p that `norm` uses.
  };

  // paths: nodes below `nodes`, from the root on; two paths that branch do not meet again.
  TreeMatrix(int nodes, const std::vector<std::vector<int>>& paths);

  // The term of the i-th node of a path, for this path.
  Term& term(int path, int i) { return terms_[termIndices_[at(path)][at(i)]]; }
  void zeroNode(int node);

  // Calls take(upper, lower, p . q) once per pair of nodes, and for every node with itself.
  template <class Take>
  void each(Three<double> Term::*p, Take take) const {
    for (size_t a = 0; a < rows_.size(); ++a)
      eachBelow(a, p, [&](size_t b, double x) { take(rows_[a].node, rows_[b].node, x); });
  }
  // The largest absolute row sum, with `part` in place of p.
  double norm();

  // A + mu I = L D L^T from the leaves to the root: L has this form, too, so that the time grows
  // with the nodes and not with their cube. False if a pivot is not positive or not finite.
  bool factorise(double mu);
  double leastPivot() const { return least_; }
  // x <- (A + mu I)^-1 x, one number per node.
  void solve(double* x);

  // Approximate number of products of `factorise`.
  double work() const;

 private:
  struct Row {
    int node;
    int first, size;  // Range of its sorted paths.
    size_t from;      // Index of its first term.
  };
  static size_t at(int i) { return static_cast<size_t>(i); }
  Rotation<double>& sum(int a, int b) { return sums_[at(a) * paths_ + at(b)]; }

  // Visits the nodes at or below that of a row, with their entries.
  template <class Take>
  void eachBelow(size_t a, Three<double> Term::*upper, Take take) const {
    const Row& above = rows_[a];
    for (size_t b = a; b < rows_.size() && rows_[b].first < above.first + above.size; ++b) {
      const Term* from = &terms_[above.from + at(rows_[b].first - above.first)];
      const Term* to = &terms_[rows_[b].from];
      double entry = 0;
      for (int k = 0; k < rows_[b].size; ++k) entry += dot(from[k].*upper, to[k].q);
      take(b, entry);
    }
  }

  size_t paths_;
  std::vector<Row> rows_;  // Each row is followed directly by its descendants.
  std::vector<std::vector<size_t>> termIndices_;  // Indices of terms, per path.
  std::vector<Term> terms_;
  // L is p of the upper node times this, over the lower's pivot.
  std::vector<Three<double>> lower_;
  std::vector<double> pivots_;           // Per row.
  std::vector<Rotation<double>> sums_;   // Sums of lower_ lower_^T over the pivots below, per path.
  std::vector<Three<double>> pathSums_;  // Per path.
  std::vector<double> magnitudes_;       // Per row.
  double least_ = 0;
};

}  // namespace iklab::detail
