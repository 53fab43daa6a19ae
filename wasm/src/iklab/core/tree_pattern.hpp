// Which entries of the normal equations of a tree are not zero, and what they cost to solve.
#pragma once

#include <vector>

#include "iklab/core/task.hpp"
#include "iklab/core/tree.hpp"

namespace iklab::detail {

// The path to a target starts with the columns that it shares with other targets; the rest are its
// own. Two shared columns have an entry in J^T J only if one is an ancestor of the other.
class TreePattern {
 public:
  TreePattern(const Tree& tree, const Task& task);

  // A target. Its path has `shared` columns and then `own` ones.
  struct Limb {
    int row, rows;  // Rows of J: 3, or 6 with an orientation.
    int shared, own;
    size_t factor;  // Index of its first column in arrays with one entry per shared column.
    int last;       // Node of its last shared column, -1 if there is none.
  };
  // A shared column.
  struct Node {
    int column;
    int parent;  // Node, -1 for a root.
    int depth;   // Number of ancestors.
    size_t row;  // Index of its first entry in arrays with one entry per ancestor and for itself.
  };
  const std::vector<Limb>& limbs() const { return limbs_; }
  const std::vector<Node>& nodes() const { return nodes_; }  // Parents first.
  size_t factors() const { return factors_; }
  size_t entries() const { return entries_; }

  // True if elimination along the tree is clearly cheaper than a dense factorisation. Never if
  // joints follow others, because their columns do not follow the tree.
  bool isCheaper() const { return kMargin * work() < denseWork_; }
  // Approximate numbers of products: of the elimination, and of the smaller dense matrix.
  double work() const;
  double denseWork() const { return denseWork_; }

 private:
  // Products of the elimination are slower, because its loops are shorter, and rounding differs.
  // With this margin, tasks of up to five targets keep the dense matrices.
  static constexpr double kMargin = 8;

  std::vector<Limb> limbs_;
  std::vector<Node> nodes_;
  size_t factors_ = 0, entries_ = 0;
  double denseWork_ = 0;
};

}  // namespace iklab::detail
