// The joint values that bring the points of a mechanism as near to given positions as its axes
// allow.
//
// First, from the root to the tips, every run of hinges rotates so that the bones below it point to
// their targets (the traces of Wahba's problem, by Newton), and every slide moves to its target.
// For points that move like ball joints this is exact. Joints that follow one another then agree by
// least squares, and the others rotate once more. If points still miss their targets, sweeps of
// coordinate descent over all points follow, from the last joint to the root.
#pragma once

#include "iklab/ik/methods/geometric/group_search.hpp"
#include "iklab/ik/methods/geometric/point_tree.hpp"

namespace iklab {

// The target orientation of a frame, and its weight.
struct Attitude {
  Eigen::Matrix3d worldFromTip;
  double weight;  // w_o; 0: the orientation is ignored.
  // If not zero: only the direction of this axis matters; in the tip's frame, unit.
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
  bool isFullOrientation() const { return direction.isZero(0); }
};

class PointFit {
 public:
  PointFit(const Model& model, const PointTree& points);

  // tipWeight: weight of a tip; any other point has weight 1. sweeps: largest number of sweeps.
  void run(const Problem& problem, const std::vector<Eigen::Vector3d>& wanted,
           const std::vector<Attitude>& attitudes, double tipWeight, int sweeps);

  const Vector& theta() const { return theta_; }
  // Largest distance of a point from its target, metres.
  double farthest() const { return farthest_; }

 private:
  void descend();
  void alignFollowers();
  void fitPoint(const Point& point);
  void fitRun(const Point& point);
  bool newton(const Point& point, const Moments& now);
  bool fitEachHinge(const Point& point, const Moments& now);
  void moveTo(int joint, double value) { placeJoint(model_.tree, joint, value, pose_); }
  double valueOf(int joint) const { return pose_.values[model_.tree.joints()[joint].place]; }
  Moments childMoments(const Point& point) const;
  double measure();
  void collectMoments();
  void addAttitude(const Point& tip, Moments& moments) const;
  Range remainingRange(int joint) const;
  double weightOf(const Point& point) const { return point.target < 0 ? 1 : tipWeight_; }

  const Model& model_;
  const PointTree& tree_;
  const Problem* problem_ = nullptr;
  const std::vector<Eigen::Vector3d>* wanted_ = nullptr;
  const std::vector<Attitude>* attitudes_ = nullptr;
  double tipWeight_ = 1, farthest_ = 0;
  double size_ = 0;           // Largest coordinate of a target, metres.
  bool groupsFixed_ = false;  // True if columns with followers do not move.
  Vector theta_, best_, step_;
  Pose pose_;
  std::vector<Range> whole_, ranges_;       // Per column: in the update, and what is left of it.
  std::vector<Eigen::Vector3d> positions_;  // Per point.
  std::vector<Moments> moments_;
  GroupSearch groups_;
  std::vector<double> fitted_, share_;  // Sums of the least squares, per column with followers.
};

}  // namespace iklab
