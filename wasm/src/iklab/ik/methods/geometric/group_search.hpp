// Joints that follow one another have no closed form together: the value of their column is sought
// along their true motion, all other columns held. Gauss-Newton steps of
//   ½ sum w |t - s|^2 + sum w_o^2 (1 - cos of the angle that is left),
// each halved until that falls, so that it never rises.
#pragma once

#include <vector>

#include "iklab/ik/methods/geometric/turning.hpp"

namespace iklab {

class GroupSearch {
 public:
  // most: pulls at a time
  GroupSearch(const Model& model, size_t most);

  void clear() { used_ = 0; }
  // a point that stands at `at` in `pose`, carried by this joint, is wanted at `goal`
  void add(int joint, const Eigen::Vector3d& at, const Pose& pose, const Eigen::Vector3d& goal,
           double weight);
  // and with it, where w_o > 0, its effector's frame at `goalTurn`
  void turn(const Effector& effector, const Eigen::Matrix3d& goalTurn, double orientationWeight);
  // or, where w_o > 0, an axis that stands along v in `pose` along `goal`, both unit
  void point(const Pose& pose, const Eigen::Vector3d& v, const Eigen::Vector3d& goal,
             double orientationWeight);

  // One column with followers after the other. theta: where all stand, those moved on return; step:
  // written for these columns. ranges: of every column.
  void run(const std::vector<Range>& ranges, Vector& theta, Vector& step);

 private:
  struct Pull {
    int joint;
    Eigen::Vector3d offset;  // in the joint's frame
    Eigen::Vector3d goal;
    double weight, orientationWeight;
    Eigen::Matrix3d turn, goalTurn;  // in the joint's frame, in the world's
    double directionWeight;          // w_o of an axis
    Eigen::Vector3d axis, goalAxis;  // likewise
  };

  double search(int column, Range range, Vector& theta);
  double newton(int column) const;
  double place(const Vector& theta);

  const Tree& tree_;
  std::vector<Pull> pulls_;
  size_t used_ = 0;
  Pose pose_;
};

}  // namespace iklab
