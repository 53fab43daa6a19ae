// One pose of an arm that reaches a goal, among all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "iklab/core/model.hpp"

namespace iklab {

// On which sides of its singularities an arm is: the signs of the factors of det J. 0: at the
// singularity (within 1e-7), or det J of the class does not have this factor.
struct ArmSides {
  std::int8_t shoulder = 0, elbow = 0, wrist = 0;
  bool operator==(const ArmSides&) const = default;
};

// One pose that reaches the goal.
struct Branch {
  Vector theta = {};    // n, radians: of each joint the turn nearest to the start, within limits if
                        // any is. Joints that do not move the effector have the start's values.
  double residual = 0;  // |position error| (metres) and |rotation error| (radians) together.
  double margin = 0;    // Radians to the nearest limit of the chain's joints; negative: outside.
  ArmSides sides = {};
  // At a singularity: the goal leaves an angle free, which is that of the start.
  bool family = false;
};

}  // namespace iklab

namespace iklab::detail {

inline constexpr int kMostSolutions = 16;

// The angle closest to `near`, of those that differ by turns.
double nearestTurn(double angle, double near);
// The turn within limits that is nearest to `near`; if none is within, the one least outside.
double turnWithin(double angle, const Joint& joint, double near);

// Sets theta and margin of a branch. columns: those of the chain; q: their angles in (-pi, pi] or
// any other turn.
void placeBranch(const Model& model, std::span<const int> columns, std::span<const double> q,
                 const Vector& start, Branch& branch);
// By the largest rotation of a joint from start. At most kMostSolutions. Does not allocate.
void sortBranches(std::span<const int> columns, const Vector& start, std::span<Branch> branches);
// Storage for kMostSolutions.
std::vector<Branch> emptyBranches(const Model& model);

}  // namespace iklab::detail
