#include "iklab/math/tree_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace iklab::detail {
namespace {

constexpr Three<double> kZeros = {0, 0, 0};

}  // namespace

TreeMatrix::TreeMatrix(int nodes, const std::vector<std::vector<int>>& paths)
    : paths_(paths.size()), termIndices_(paths_), sums_(paths_ * paths_), pathSums_(paths_) {
  // Sorting makes the paths through a node adjacent.
  std::vector<size_t> order(paths_);
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return paths[a] < paths[b]; });
  constexpr size_t kUnseen = std::numeric_limits<size_t>::max();
  std::vector<size_t> rowOf(at(nodes), kUnseen);
  const auto see = [&](int node, size_t path) -> Row& {
    if (rowOf[at(node)] == kUnseen) {
      rowOf[at(node)] = rows_.size();
      rows_.push_back({node, static_cast<int>(path), 0, 0});
    }
    return rows_[rowOf[at(node)]];
  };
  for (size_t k = 0; k < paths_; ++k)
    for (const int node : paths[order[k]]) ++see(node, k).size;
  for (int node = 0; node < nodes; ++node) see(node, paths_);
  size_t count = 0;
  for (Row& row : rows_) {
    row.from = count;
    count += at(row.size);
  }
  for (size_t k = 0; k < paths_; ++k)
    for (const int node : paths[order[k]]) {
      const Row& row = rows_[rowOf[at(node)]];
      termIndices_[order[k]].push_back(row.from + k - at(row.first));
    }
  terms_.resize(count, {kZeros, kZeros, kZeros});
  lower_.resize(count);
  pivots_.resize(rows_.size());
  magnitudes_.resize(rows_.size());
}

void TreeMatrix::zeroNode(int node) {
  for (const Row& row : rows_)
    if (row.node == node)
      std::fill_n(terms_.begin() + static_cast<std::ptrdiff_t>(row.from), row.size,
                  Term{kZeros, kZeros, kZeros});
}

double TreeMatrix::norm() {
  std::fill(magnitudes_.begin(), magnitudes_.end(), 0.0);
  for (size_t a = 0; a < rows_.size(); ++a) {
    double sum = 0;
    eachBelow(a, &Term::part, [&](size_t b, double entry) {
      sum += std::abs(entry);
      if (b != a) magnitudes_[b] += std::abs(entry);
    });
    magnitudes_[a] += sum;
  }
  return rows_.empty() ? 0 : *std::max_element(magnitudes_.begin(), magnitudes_.end());
}

// With S = sum of w w^T / d over the nodes below, w = q - S p and d = mu + p . w: the entries above
// after these are eliminated.
bool TreeMatrix::factorise(double mu) {
  std::fill(sums_.begin(), sums_.end(), Rotation<double>{{kZeros, kZeros, kZeros}});
  least_ = std::numeric_limits<double>::infinity();
  for (size_t i = rows_.size(); i-- > 0;) {
    const Row& row = rows_[i];
    const Term* term = terms_.data() + row.from;
    Three<double>* w = lower_.data() + row.from;
    double pivot = mu;
    for (int a = 0; a < row.size; ++a) {
      Three<double> known = kZeros;
      for (int b = 0; b < row.size; ++b)
        known = known + sum(row.first + a, row.first + b) * term[b].p;
      w[a] = term[a].q - known;
      pivot += dot(term[a].p, w[a]);
    }
    if (!(pivot > 0 && pivot < std::numeric_limits<double>::infinity())) return false;
    pivots_[i] = pivot;
    least_ = std::min(least_, pivot);
    for (int a = 0; a < row.size; ++a) {
      const Three<double> share = 1 / pivot * w[a];
      for (int b = 0; b < row.size; ++b) {
        auto& [x, y, z] = sum(row.first + a, row.first + b).column;
        x = x + w[b].x * share;
        y = y + w[b].y * share;
        z = z + w[b].z * share;
      }
    }
  }
  return true;
}

void TreeMatrix::solve(double* x) {
  std::fill(pathSums_.begin(), pathSums_.end(), kZeros);
  for (size_t i = rows_.size(); i-- > 0;) {
    const Row& row = rows_[i];
    double& own = x[row.node];
    for (int k = 0; k < row.size; ++k)
      own -= dot(terms_[row.from + at(k)].p, pathSums_[at(row.first + k)]);
    own /= pivots_[i];
    for (int k = 0; k < row.size; ++k) {
      Three<double>& carried = pathSums_[at(row.first + k)];
      carried = carried + own * lower_[row.from + at(k)];
    }
  }
  std::fill(pathSums_.begin(), pathSums_.end(), kZeros);
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    double& own = x[row.node];
    double above = 0;
    for (int k = 0; k < row.size; ++k)
      above += dot(lower_[row.from + at(k)], pathSums_[at(row.first + k)]);
    own -= above / pivots_[i];
    for (int k = 0; k < row.size; ++k) {
      Three<double>& carried = pathSums_[at(row.first + k)];
      carried = carried + own * terms_[row.from + at(k)].p;
    }
  }
}

double TreeMatrix::work() const {
  double products = 0;
  for (const Row& row : rows_) products += 18.0 * row.size * row.size;
  return products;
}

}  // namespace iklab::detail
