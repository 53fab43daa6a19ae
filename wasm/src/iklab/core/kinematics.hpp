// Forward kinematics, task error and Jacobian: plain functions over a const Tree, a const Task and
// the caller's workspace (Pose, Jacobian, vectors), none of which allocates after set-up.
//
// Rows of the task: task.hpp. Columns: the independent moving joints, in document order.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>

#include "iklab/core/kernel.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

using Pose = PoseOf<double>;

// The Jacobian J (m x n). Stores only the entries that can be non-zero: a joint that does not move
// an effector has a zero block there. A column with followers is the sum over its joints above the
// effector, each times its ratio.
class Jacobian {
 public:
  Jacobian(const Tree& tree, const Task& task);

  // Dense, column-major; filled by the first call after `compute`.
  const Matrix& matrix() const;
  const detail::Strands<double>& strands() const { return strands_; }
  int rows() const { return strands_.rows(); }
  int columns() const { return strands_.columns(); }

  // goals: one per target; ignored if no target has free components.
  void compute(const Pose& pose, std::span<const Goal> goals = {});
  // Number of idle cones: the tool's axis is inside, and the row is zero.
  int idle() const { return idle_; }
  void zeroColumn(int column) {
    strands_.zeroColumn(column);
    written_ = false;
  }

  void times(const Vector& x, Vector& y) const { strands_.times(x.data(), y.data()); }  // y = J x
  void transposeTimes(const Vector& e, Vector& x) const {                               // x = J^T e
    strands_.transposeTimes(e.data(), x.data());
  }
  double norm() const { return std::sqrt(strands_.squareNorm()); }  // Frobenius norm.

 private:
  const Task* task_;
  detail::Strands<double> strands_;
  mutable Matrix matrix_;
  mutable bool written_ = false;
  int idle_ = 0;
};

// Replaces the rows of J (m x n) by those of the constrained components. Returns the number of idle
// cones.
int reduceRows(const Task& task, const Pose& pose, std::span<const Goal> goals, Matrix& jacobian);

// theta: n values, in the order of the columns.
void forwardKinematics(const Tree& tree, const Vector& theta, Pose& pose);

// Computes the frame of one joint from its parent's frame in `pose`. value: the joint's own,
// radians or metres.
void placeJoint(const Tree& tree, int joint, double value, Pose& pose);
// The same, from its value, sine and cosine in `pose`.
void placeJoint(const Tree& tree, int joint, Pose& pose);

// e (m): position rows t - s; orientation rows w_o log(R_t R_s^T); with free components:
// freedom.hpp.
void taskError(const Task& task, const Pose& pose, std::span<const Goal> goals, Vector& e);

// Replaces the rows of e of one target (3, with an orientation 6) by those of its constrained
// components.
void askedError(const TaskTarget& target, const Eigen::Matrix3d& worldFromTip, const Goal& goal,
                double* e);

// Rotation vector, norm <= pi; at pi the axis whose first non-zero entry is positive.
Eigen::Vector3d rotationVector(const Eigen::Matrix3d& rotation);

// Velocity of a point carried by a joint, per unit of the joint's own value:
// revolute z x (s - p), screw z x (s - p) + h z, prismatic z.
Eigen::Vector3d pointVelocity(const Tree& tree, const Pose& pose, int joint,
                              const Eigen::Vector3d& point);

}  // namespace iklab
