// Joints that follow one another have no closed form together. The value of their column is found
// along their true motion, with all other columns fixed: Gauss-Newton steps of
//   ½ sum w |t - s|^2 + sum w_o^2 (1 - cos of the remaining angle),
// each halved until the objective decreases, so that it never increases.
#pragma once

#include <vector>

#include "iklab/ik/methods/geometric/joint_moves.hpp"

namespace iklab {

class GroupSearch {
 public:
  // most: largest number of pulls.
  GroupSearch(const Model& model, size_t most);

  void clear() { used_ = 0; }
  // Adds a pull: a point carried by this joint, at `at` in `pose`, has the target `goal`.
  void add(int joint, const Eigen::Vector3d& at, const Pose& pose, const Eigen::Vector3d& goal,
           double weight);
  // Adds to that pull, if w_o > 0, the target `goalTurn` for the frame of its effector.
  void addOrientation(const Effector& effector, const Eigen::Matrix3d& goalTurn,
                      double orientationWeight);
  // Adds to that pull, if w_o > 0, the target direction `goal` for an axis along v in `pose`, both
  // unit.
  void addDirection(const Pose& pose, const Eigen::Vector3d& v, const Eigen::Vector3d& goal,
                    double orientationWeight);

  // Moves the columns with followers one after the other. theta: the current values, updated for
  // these columns. step: written for these columns. ranges: one per column.
  void run(const std::vector<Range>& ranges, Vector& theta, Vector& step);

 private:
  struct Pull {
    int joint;
    Eigen::Vector3d offset;  // In the joint's frame.
    Eigen::Vector3d goal;
    double weight, orientationWeight;
    Eigen::Matrix3d turn, goalTurn;  // turn: in the joint's frame; goalTurn: in the world frame.
    double directionWeight;          // w_o of an axis.
    Eigen::Vector3d axis, goalAxis;  // axis: in the joint's frame; goalAxis: in the world frame.
  };

  double search(int column, Range range, Vector& theta);
  double newton(int column) const;
  double evaluate(const Vector& theta);

  const Tree& tree_;
  std::vector<Pull> pulls_;
  size_t used_ = 0;
  Pose pose_;
};

}  // namespace iklab
