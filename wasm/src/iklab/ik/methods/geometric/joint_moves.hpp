// The best move of one joint, all others fixed, for points and frames below it with targets:
//   min  ½ sum w |t - s|^2 + sum w_o^2 (1 - cos of the remaining angle).
// Unconstrained components stay as they are: the goal is the nearest point, orientation or
// direction that the target allows. So the objective is never below the distance to the target,
// equals it before the move, and a decrease of one is a decrease of the other.
//
// The closed forms need only the moments of the points about a point of the joint's axis. Moments
// of a whole subtree rotate and shift as one, so that in a sweep from the last joint to the root
// the cost per joint does not depend on the number of points.
#pragma once

#include <vector>

#include "iklab/ik/method_of.hpp"

namespace iklab {

// `s` is the position of a point and `t` its target, both relative to a point p.
struct Moments {
  Eigen::Matrix3d product;   // Sum w s t^T + ½ sum w_o^2 R_s R_t^T
  Eigen::Vector3d from, to;  // Sum w s, sum w t.
  double weight;             // Sum w.
  double reach, noise;       // Sum w (|s| + |t|); rounding error of `product`.

  void clear();
  bool any() const { return weight > 0 || noise > 0; }
  // Adds a point at `at` with the target `goal`, relative to p.
  void add(const Eigen::Vector3d& at, const Eigen::Vector3d& goal, const Eigen::Vector3d& p,
           double w = 1);
  // Adds a frame whose remaining rotation is the inverse of `off` = R_s R_t^T, with w_o.
  void addRotation(const Eigen::Matrix3d& off, double orientationWeight);
  // Adds an axis along v with the target direction `goal`, both unit, with w_o.
  void addDirection(const Eigen::Vector3d& v, const Eigen::Vector3d& goal,
                    double orientationWeight);
  // Adds `below`, which is relative to q, converted to p.
  void addShifted(const Moments& below, const Eigen::Vector3d& q, const Eigen::Vector3d& p);
  // Updates the moments when the joint with this axis through p moves.
  void move(const Joint& joint, const Eigen::Vector3d& axis, double by);
};

// Rotation about a rotation vector, by its length.
Eigen::Matrix3d rotationBy(const Eigen::Vector3d& rotationVector);

struct Range {
  double low = -kInfinity, high = kInfinity;
};

// The move within the limits if they are active; a locked joint moves to its limit. For a follower:
// the range that its leader allows.
Range moveRange(const Problem& problem, const Tree& tree, const Joint& joint);

// The best move in `range`, the smallest one among equals; 0 if no move gains more than rounding.
double bestMove(const Joint& joint, const Eigen::Vector3d& axis, const Moments& moments,
                Range range);

// One sweep from the last joint to the root: computes `step` from the moments of what each joint
// itself carries, relative to its origin in `pose`. Overwrites the moments. ranges: one per column.
// Columns with followers do not move.
void sweep(const Tree& tree, const Pose& pose, const std::vector<Range>& ranges,
           std::vector<Moments>& moments, Vector& step);

}  // namespace iklab
