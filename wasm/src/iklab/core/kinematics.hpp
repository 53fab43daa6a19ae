// Forward kinematics, task error and Jacobian: plain functions over a const Tree, a const Task
// and the caller's workspace (Pose, Jacobian, vectors), none of which allocates after set-up.
//
// Rows of the task: in the order of the targets, 3 position rows (metres), then, for a target
// with an orientation, 3 rows w_o log(R_t R_s^T) (metres: w_o metres per radian), world axes. What a
// target leaves free has rows of its own, as many: freedom.hpp.
// Columns: the joints that move, in document order.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "iklab/core/freedom.hpp"
#include "iklab/core/tree.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

// Where everything stands, world frame.
struct Pose {
  explicit Pose(const Tree& tree);
  std::vector<Eigen::Matrix3d> worldFromJoint;
  std::vector<Eigen::Vector3d> origin;  // of the joint frame after its own motion, metres
  std::vector<Eigen::Vector3d> axis;    // unit
  std::vector<Eigen::Matrix3d> worldFromTip;
  std::vector<Eigen::Vector3d> tip;  // effectors' origins, metres
  // per joint that moves, by its place, and one more where their number is odd
  std::vector<double> values, sines, cosines;
};

// How far off a target may be along, and about, each of the world's axes; with a part of it free, in
// each of its rows.
struct AxisTolerance {
  double position;  // metres
  double rotation;  // radians, of its rotation vector; of no account without orientation
};

// What is asked of which effector.
struct TaskTarget {
  int effector;
  bool oriented;
  double orientationWeight;                     // w_o, metres per radian
  int row;                                      // its first row
  std::optional<AxisTolerance> tolerance = {};  // in place of the stop rules'
  Freedom freedom = {};                         // what is not asked
  bool partial() const { return freedom.anyPosition() || freedom.anyTurn(); }
};

// Three rows that belong together: a target's position or its orientation.
struct Block {
  int row;
  int target;
  bool rotation;
};

// All targets, and which rows of e are whose.
class Task {
 public:
  // An orientation about which everything is free counts as none.
  void add(int effector, bool oriented, double orientationWeight,
           std::optional<AxisTolerance> tolerance = {}, const Freedom& freedom = {});
  const std::vector<TaskTarget>& targets() const { return targets_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  int rows() const { return 3 * static_cast<int>(blocks_.size()); }
  // a target leaves something free: then J depends on the goals too
  bool partial() const { return partial_; }
  int cones() const { return cones_; }

 private:
  std::vector<TaskTarget> targets_;
  std::vector<Block> blocks_;
  bool partial_ = false;
  int cones_ = 0;
};

// J (m x n), stored dense and column-major; the products use only the entries that a tree can
// fill: a joint that is no ancestor of an effector has a zero block there. A column with followers
// is the sum over its joints above the effector, each by its ratio.
class Jacobian {
 public:
  Jacobian(const Tree& tree, const Task& task);

  const Matrix& matrix() const { return matrix_; }
  int rows() const { return static_cast<int>(matrix_.rows()); }
  int columns() const { return static_cast<int>(matrix_.cols()); }

  // goals: as many as targets; of no account where nothing is free
  void compute(const Pose& pose, std::span<const Goal> goals = {});
  // cones that their axes are inside of: rows that are zero for the moment
  int idle() const { return idle_; }
  void zeroColumn(int column) { matrix_.col(column).setZero(); }

  void times(const Vector& x, Vector& y) const;           // y = J x
  void transposeTimes(const Vector& e, Vector& x) const;  // x = J^T e
  void gram(Matrix& product) const;                       // J J^T, both triangles

 private:
  void computeWhole(const Pose& pose);
  void computeCoupled(const Pose& pose);
  const std::vector<int>& path(int block) const;
  const Tree* tree_;
  const Task* task_;
  Matrix matrix_;
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

// Rotation vector, norm <= pi; at pi the axis whose first non-zero entry is positive.
Eigen::Vector3d rotationVector(const Eigen::Matrix3d& rotation);

// Velocity of a point carried by a joint, per unit of the joint's own value:
// revolute z x (s - p), screw z x (s - p) + h z, prismatic z.
Eigen::Vector3d pointVelocity(const Tree& tree, const Pose& pose, int joint,
                              const Eigen::Vector3d& point);

}  // namespace iklab
