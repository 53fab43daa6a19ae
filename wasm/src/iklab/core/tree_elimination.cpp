#include "iklab/core/tree_elimination.hpp"

#include <algorithm>

// Optimised for size: the rest of an update takes longer.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::detail {
namespace {

// Smallest ratio of the pivots of all B_t.
constexpr double kLeastRatio = 1e-6;

size_t index(int i) { return static_cast<size_t>(i); }

// The entries of a column of J in the rows of a target.
void read(const Strands<double>& j, int target, int rows, int i, double* to) {
  store(j.moves(target)[index(i)], to);
  if (rows == 6) store(j.turns(target)[index(i)], to + 3);
}

// x <- L^-1 x. stride: from one row of L to the next.
void forward(const double* lower, int stride, int rows, double* x) {
  for (int i = 1; i < rows; ++i)
    for (int k = 0; k < i; ++k) x[i] -= lower[stride * i + k] * x[k];
}

}  // namespace

std::unique_ptr<TreeElimination> TreeElimination::ifCheaper(const Tree& tree, const Task& task) {
  TreePattern pattern(tree, task);
  return pattern.isCheaper() ? std::make_unique<TreeElimination>(std::move(pattern)) : nullptr;
}

TreeElimination::TreeElimination(TreePattern pattern)
    : pattern_(std::move(pattern)),
      limbs_(pattern_.limbs().size()),
      reduced_(pattern_.factors()),
      entries_(pattern_.entries()),
      shared_(pattern_.nodes().size()) {}

TreeElimination::~TreeElimination() = default;

bool TreeElimination::solve(const Strands<double>& j, const double* e, double mu, double* step) {
  sound_ = true;
  most_ = 0;
  least_ = kInfinity;
  std::fill(entries_.begin(), entries_.end(), 0.0);
  std::fill(shared_.begin(), shared_.end(), 0.0);
  for (size_t t = 0; t < limbs_.size(); ++t) reduce(static_cast<int>(t), j, e, mu);
  solveShared();
  std::fill_n(step, j.columns(), 0.0);
  for (size_t i = 0; i < shared_.size(); ++i) step[pattern_.nodes()[i].column] = shared_[i];
  for (size_t t = 0; t < limbs_.size(); ++t) moveOwn(static_cast<int>(t), j, step);
  return sound_ && least_ > kLeastRatio * most_;
}

// Factorises B_t, and adds to N and its right side.
void TreeElimination::reduce(int target, const Strands<double>& j, const double* e, double mu) {
  const TreePattern::Limb& path = pattern_.limbs()[index(target)];
  Limb& limb = limbs_[index(target)];
  double b[kMost][kMost], v[kMost];  // On and above the diagonal.
  for (int i = 0; i < path.rows; ++i)
    for (int k = i; k < path.rows; ++k) b[i][k] = 0.0;
  for (int c = path.shared; c < path.shared + path.own; ++c) {
    read(j, target, path.rows, c, v);
    for (int i = 0; i < path.rows; ++i)
      for (int k = i; k < path.rows; ++k) b[i][k] += v[i] * v[k];
  }
  for (int i = 0; i < path.rows; ++i) b[i][i] += mu;
  for (int k = 0; k < path.rows; ++k) {
    sound_ &= b[k][k] > 0;  // False for NaN.
    most_ = std::max(most_, b[k][k]);
    least_ = std::min(least_, b[k][k]);
    limb.inverse[k] = 1 / b[k][k];
    for (int i = k + 1; i < path.rows; ++i) {
      const double factor = b[k][i] * limb.inverse[k];
      for (int l = i; l < path.rows; ++l) b[i][l] -= factor * b[k][l];
      limb.lower[kMost * i + k] = factor;
    }
  }
  std::copy_n(e + path.row, path.rows, limb.error);
  forward(limb.lower, kMost, path.rows, limb.error);

  Reduced* reduced = reduced_.data() + path.factor;
  for (int a = 0; a < path.shared; ++a) {
    read(j, target, path.rows, a, reduced[a].z);
    forward(limb.lower, kMost, path.rows, reduced[a].z);
  }
  for (int a = path.shared - 1, node = path.last; a >= 0; --a) {
    double w[kMost];
    for (int i = 0; i < path.rows; ++i) w[i] = reduced[a].z[i] * limb.inverse[i];
    double* row = entries_.data() + pattern_.nodes()[index(node)].row;
    for (int k = 0; k <= a; ++k) row[k] += dot(w, reduced[k].z, path.rows);
    shared_[index(node)] += dot(w, limb.error, path.rows);
    node = pattern_.nodes()[index(node)].parent;
  }
}

// shared_ <- N^-1 shared_
void TreeElimination::solveShared() {
  const auto& nodes = pattern_.nodes();
  for (size_t i = nodes.size(); i-- > 0;) {
    double* row = entries_.data() + nodes[i].row;
    const int depth = nodes[i].depth;
    const double pivot = 1 + row[depth];
    sound_ &= pivot > 0 && pivot < kInfinity;
    const double inverse = 1 / pivot;
    for (int a = depth - 1, node = nodes[i].parent; a >= 0; --a) {
      const double factor = row[a] * inverse;
      double* above = entries_.data() + nodes[index(node)].row;
      for (int k = 0; k <= a; ++k) above[k] -= factor * row[k];
      shared_[index(node)] -= factor * shared_[i];
      node = nodes[index(node)].parent;
    }
    for (int a = 0; a < depth; ++a) row[a] *= inverse;  // L
    shared_[i] *= inverse;
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    const double* row = entries_.data() + nodes[i].row;
    for (int a = nodes[i].depth - 1, node = nodes[i].parent; a >= 0; --a) {
      shared_[i] -= row[a] * shared_[index(node)];
      node = nodes[index(node)].parent;
    }
  }
}

// The step of a target's own columns.
void TreeElimination::moveOwn(int target, const Strands<double>& j, double* step) const {
  const TreePattern::Limb& path = pattern_.limbs()[index(target)];
  const Limb& limb = limbs_[index(target)];
  double y[kMost], v[kMost];
  std::copy_n(limb.error, path.rows, y);
  for (int a = path.shared - 1, node = path.last; a >= 0; --a) {
    const double* z = reduced_[path.factor + index(a)].z;
    for (int i = 0; i < path.rows; ++i) y[i] -= z[i] * shared_[index(node)];
    node = pattern_.nodes()[index(node)].parent;
  }
  for (int i = 0; i < path.rows; ++i) y[i] *= limb.inverse[i];
  for (int i = path.rows - 1; i > 0; --i)
    for (int k = 0; k < i; ++k) y[k] -= limb.lower[kMost * i + k] * y[i];
  for (int c = path.shared; c < path.shared + path.own; ++c) {
    read(j, target, path.rows, c, v);
    step[j.columns(target)[index(c)]] = dot(v, y, path.rows);
  }
}

}  // namespace iklab::detail

#ifdef __clang__
#pragma clang attribute pop
#endif
