#include "iklab/core/tree_pattern.hpp"

#include <algorithm>
#include <cmath>

namespace iklab::detail {
namespace {

// Products of a factorisation of a dense symmetric matrix.
double factorisation(double size) { return size * size * size / 6; }

// Length of the common start of two paths.
size_t common(const std::vector<int>& a, const std::vector<int>& b) {
  const size_t most = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin()).first -
      a.begin());
}

// Products of the smaller of J J^T and J^T J and of its factorisation.
double countDense(const Tree& tree, const Task& task) {
  const auto path = [&](const TaskTarget& t) -> const std::vector<int>& {
    return tree.pathToEffector(t.effector);
  };
  const auto rows = [](const TaskTarget& t) { return t.oriented ? 6.0 : 3.0; };
  double products = factorisation(std::min(task.rows(), tree.columns()));
  for (const TaskTarget& a : task.targets()) {
    if (task.rows() > tree.columns()) {
      const double length = static_cast<double>(path(a).size());
      products += rows(a) * length * length / 2;
      continue;
    }
    for (const TaskTarget& b : task.targets()) {
      if (b.row > a.row) break;
      products += rows(a) * rows(b) * static_cast<double>(common(path(a), path(b)));
    }
  }
  return products;
}

}  // namespace

TreePattern::TreePattern(const Tree& tree, const Task& task) {
  if (tree.coupled()) return;
  std::vector<int> users(static_cast<size_t>(tree.columns()), 0), nodeOf(users.size(), -1);
  for (const TaskTarget& t : task.targets())
    for (const int c : tree.pathToEffector(t.effector)) ++users[static_cast<size_t>(c)];
  for (const TaskTarget& t : task.targets()) {
    Limb limb = {t.row, t.oriented ? 6 : 3, 0, 0, factors_, -1};
    for (const int c : tree.pathToEffector(t.effector)) {
      if (users[static_cast<size_t>(c)] < 2) {
        ++limb.own;
        continue;
      }
      int& node = nodeOf[static_cast<size_t>(c)];
      if (node < 0) {
        node = static_cast<int>(nodes_.size());
        nodes_.push_back({c, limb.last, limb.shared, entries_});
        entries_ += static_cast<size_t>(limb.shared) + 1;
      }
      limb.last = node;
      ++limb.shared;
    }
    factors_ += static_cast<size_t>(limb.shared);
    limbs_.push_back(limb);
  }
  denseWork_ = countDense(tree, task);
}

double TreePattern::work() const {
  double products = 0;
  for (const Limb& limb : limbs_) {
    const double rows = limb.rows, shared = limb.shared;
    products += factorisation(rows) + rows * rows / 2 * (limb.own + shared + 2);
    products += rows * shared * shared / 2;
  }
  for (const Node& node : nodes_) products += 0.5 * node.depth * node.depth;
  return products;
}

}  // namespace iklab::detail
