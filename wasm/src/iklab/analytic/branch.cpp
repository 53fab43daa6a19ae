#include "iklab/analytic/branch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace iklab::detail {
namespace {

constexpr double kWholeTurn = 6.283185307179586;

}  // namespace

double nearestTurn(double angle, double near) {
  return angle - kWholeTurn * std::round((angle - near) / kWholeTurn);
}

double turnWithin(double angle, const Joint& joint, double near) {
  const double at = nearestTurn(angle, near);
  if (at >= joint.lower && at <= joint.upper) return at;
  const double limit = at < joint.lower ? joint.lower : joint.upper;
  const double inside = at < limit ? at + kWholeTurn * std::ceil((limit - at) / kWholeTurn)
                                   : at - kWholeTurn * std::ceil((at - limit) / kWholeTurn);
  if (inside >= joint.lower && inside <= joint.upper) return inside;
  const double below = nearestTurn(angle, joint.lower), above = nearestTurn(angle, joint.upper);
  const auto outside = [&](double x) { return std::max(joint.lower - x, x - joint.upper); };
  return outside(below) <= outside(above) ? below : above;
}

void placeBranch(const Model& model, std::span<const int> columns, std::span<const double> q,
                 const Vector& start, Branch& branch) {
  branch.theta = start;
  branch.margin = kInfinity;
  for (size_t i = 0; i < columns.size(); ++i) {
    const int column = columns[i];
    const Joint& joint = model.tree.moving(column);
    const double value = turnWithin(q[i], joint, start[column]);
    branch.theta[column] = value;
    branch.margin = std::min({branch.margin, value - joint.lower, joint.upper - value});
  }
}

void sortBranches(std::span<const int> columns, const Vector& start, std::span<Branch> branches) {
  std::array<double, kMostSolutions> turn = {};
  for (size_t i = 0; i < branches.size(); ++i)
    for (const int column : columns)
      turn[i] = std::max(turn[i], std::abs(branches[i].theta[column] - start[column]));
  // By insertion, so that thetas are swapped and nothing is allocated.
  for (size_t i = 1; i < branches.size(); ++i)
    for (size_t k = i; k > 0 && turn[k] < turn[k - 1]; --k) {
      std::swap(turn[k], turn[k - 1]);
      std::swap(branches[k], branches[k - 1]);
    }
}

std::vector<Branch> emptyBranches(const Model& model) {
  Branch empty;
  empty.theta = Vector::Zero(model.columns());
  return std::vector<Branch>(kMostSolutions, empty);
}

}  // namespace iklab::detail
