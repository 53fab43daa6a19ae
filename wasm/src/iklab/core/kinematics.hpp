// Forward kinematics, task error and Jacobian: plain functions over a const Tree, a const Task
// and the caller's workspace (Pose, Jacobian, vectors), none of which allocates after set-up.
//
// Rows of the task: task.hpp. Columns: the joints that move, in document order.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>

#include "iklab/core/kernel.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

using Pose = PoseOf<double>;

// J (m x n), of which only the entries are kept that a tree can fill: a joint that is no ancestor of
// an effector has a zero block there. A column with followers is the sum over its joints above the
// effector, each by its ratio.
class Jacobian {
 public:
  Jacobian(const Tree& tree, const Task& task);

  // dense and column-major: written down when first asked for
  const Matrix& matrix() const;
  const Strands<double>& strands() const { return strands_; }
  int rows() const { return strands_.rows(); }
  int columns() const { return strands_.columns(); }

  // goals: as many as targets; of no account where nothing is free
  void compute(const Pose& pose, std::span<const Goal> goals = {});
  // cones that their axes are inside of: rows that are zero for the moment
  int idle() const { return idle_; }
  void zeroColumn(int column) {
    strands_.zeroColumn(column);
    written_ = false;
  }

  void times(const Vector& x, Vector& y) const { strands_.times(x.data(), y.data()); }  // y = J x
  void transposeTimes(const Vector& e, Vector& x) const {                               // x = J^T e
    strands_.transposeTimes(e.data(), x.data());
  }
  double norm() const { return std::sqrt(strands_.squareNorm()); }  // Frobenius

 private:
  const Task* task_;
  Strands<double> strands_;
  mutable Matrix matrix_;
  mutable bool written_ = false;
  int idle_ = 0;
};

// J (m x n) of the whole task becomes that of what is asked. Says how many cones are idle.
int reduceRows(const Task& task, const Pose& pose, std::span<const Goal> goals, Matrix& jacobian);

// theta: n values, in the order of the columns.
void forwardKinematics(const Tree& tree, const Vector& theta, Pose& pose);

// The frame of one joint alone, at its own value, from its parent's frame in `pose`.
void placeJoint(const Tree& tree, int joint, double value, Pose& pose);

// e (m): position rows t - s; orientation rows w_o log(R_t R_s^T); what is free: freedom.hpp.
void taskError(const Task& task, const Pose& pose, std::span<const Goal> goals, Vector& e);

// e of one target (3, with an orientation 6) becomes that of what is asked of it.
void askedError(const TaskTarget& target, const Eigen::Matrix3d& worldFromTip, const Goal& goal,
                double* e);

// Rotation vector, norm <= pi; at pi the axis whose first non-zero entry is positive.
Eigen::Vector3d rotationVector(const Eigen::Matrix3d& rotation);

// Velocity of a point carried by a joint, per unit of the joint's own value:
// revolute z x (s - p), screw z x (s - p) + h z, prismatic z.
Eigen::Vector3d pointVelocity(const Tree& tree, const Pose& pose, int joint,
                              const Eigen::Vector3d& point);

}  // namespace iklab
