// The mechanism of FABRIK: points connected by bones. A point is a run of hinges at one position, a
// slide or screw, a tip with a target, a position where chains branch (a sub-base), or the position
// in the world from which a slide starts. Contains only the ancestors of targets; fixed joints are
// part of the bones.
#pragma once

#include <vector>

#include "iklab/ik/method_of.hpp"

namespace iklab {

struct Point {
  int parent = -1;            // Previous point; -1 if this one is fixed.
  int joint = -1;             // The joint that carries it, including its own motion; -1: the world.
  std::vector<int> run = {};  // Its own moving joints, root first.
  int target = -1;            // Target of a tip; -1 if it is none.
  // Given in the frame of the parent's joint: the parent, this point, and its displacement per unit
  // of its own slide or screw.
  Eigen::Vector3d parentOffset = Eigen::Vector3d::Zero();
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();
  Eigen::Vector3d slideAxis = Eigen::Vector3d::Zero();
  std::vector<int> children = {};

  bool slides() const { return !slideAxis.isZero(0); }
  bool coincidesWithParent() const { return offset == parentOffset && !slides(); }
};

class PointTree {
 public:
  explicit PointTree(const Model& model);

  const std::vector<Point>& points() const { return points_; }  // Parents first.
  int size() const { return static_cast<int>(points_.size()); }
  // The point whose run ends with this joint, or -1.
  int pointEndingAt(int joint) const { return ending_[joint]; }

  // Position of a point in a pose that has the frame of its parent's joint.
  Eigen::Vector3d position(const Point& point, const Pose& pose) const;

 private:
  struct Frame;
  int addJointPoint(const Frame& frame, int joint);
  int addBranchPoint(const Frame& frame);
  int add(Point point);

  const Tree& tree_;
  std::vector<Point> points_;
  std::vector<int> ending_;
};

}  // namespace iklab
