// How far to move one joint, all others held, so that points and frames below it come nearest to
// where they are wanted:  min  ½ sum w |t - s|^2 + sum w_o^2 (1 - cos of the angle that is left).
// What a target leaves free is held where it stands: the goal is the nearest point, attitude or
// direction that the target allows. So what is minimised is never below the distance to the target,
// equals it before the move, and a fall of the one is a fall of the other.
//
// All that the closed forms need of the points is their moments about a point of the joint's axis.
// Moments of a whole subtree turn and shift as one, so that a sweep from the last joint to the root
// costs the same for every joint, however many points there are.
#pragma once

#include <vector>

#include "iklab/ik/method_of.hpp"

namespace iklab {

// From here on `s` is where a point is and `t` where it is wanted, both seen from a point p.
struct Moments {
  Eigen::Matrix3d product;   // sum w s t^T + ½ sum w_o^2 R_s R_t^T
  Eigen::Vector3d from, to;  // sum w s, sum w t
  double weight;             // sum w
  double reach, noise;       // sum w (|s| + |t|); rounding error of `product`

  void clear();
  bool any() const { return weight > 0 || noise > 0; }
  // a point at `at` that is wanted at `goal`, seen from p
  void add(const Eigen::Vector3d& at, const Eigen::Vector3d& goal, const Eigen::Vector3d& p,
           double w = 1);
  // a frame that has to turn by the inverse of `off` = R_s R_t^T, with w_o
  void addTurn(const Eigen::Matrix3d& off, double orientationWeight);
  // an axis that stands along v and is wanted along `goal`, both unit, with w_o
  void addDirection(const Eigen::Vector3d& v, const Eigen::Vector3d& goal,
                    double orientationWeight);
  // what `below` says, seen from its point q, is added as seen from p
  void addShifted(const Moments& below, const Eigen::Vector3d& q, const Eigen::Vector3d& p);
  // after the joint with this axis through p has moved
  void move(const Joint& joint, const Eigen::Vector3d& axis, double by);
};

// About and by the length of a rotation vector.
Eigen::Matrix3d turnBy(const Eigen::Vector3d& rotationVector);

// What a joint may move by.
struct Range {
  double low = -kInfinity, high = kInfinity;
};

// Inside the limits where they hold; a locked joint goes to its limit. Of a follower what its
// leader's range gives it.
Range rangeOf(const Problem& problem, const Tree& tree, const Joint& joint);

// The best move in `range` and, of equals, the least; no move where none gains more than rounding.
double bestMove(const Joint& joint, const Eigen::Vector3d& axis, const Moments& below, Range range);

// One sweep from the last joint to the root: `step` by the moments of what each joint carries
// itself, seen from its origin in `pose`. The moments are used up. ranges: of every column. Columns
// with followers stay where they are.
void sweep(const Tree& tree, const Pose& pose, const std::vector<Range>& ranges,
           std::vector<Moments>& moments, Vector& step);

}  // namespace iklab
