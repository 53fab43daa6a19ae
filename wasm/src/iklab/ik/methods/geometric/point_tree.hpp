// A mechanism as FABRIK sees it: points joined by bones. A point is a run of hinges at one place, a
// slide or screw, a tip with a target, a place where chains part (a sub-base), or the place in the
// world from which a slide starts. Only what carries a target is in it; fixed joints are part of
// the bones.
#pragma once

#include <vector>

#include "iklab/ik/method_of.hpp"

namespace iklab {

struct Point {
  int parent = -1;            // a point before this one; -1: it stays where it is
  int joint = -1;             // whose frame it moves with, its own motion included; -1: the world
  std::vector<int> run = {};  // its own joints that move, root first
  int target = -1;            // of a tip
  // in the frame of the parent's joint: the parent, this point, and its way per unit of its own
  // slide or screw
  Eigen::Vector3d before = Eigen::Vector3d::Zero();
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();
  Eigen::Vector3d along = Eigen::Vector3d::Zero();
  std::vector<int> children = {};

  bool slides() const { return !along.isZero(0); }
  bool standsOnParent() const { return offset == before && !slides(); }
};

class PointTree {
 public:
  explicit PointTree(const Model& model);

  const std::vector<Point>& points() const { return points_; }  // parents first
  int size() const { return static_cast<int>(points_.size()); }
  // the point whose run ends with this joint, or -1
  int endingAt(int joint) const { return ending_[joint]; }

  // where a point stands in a pose in which its parent's joint is placed
  Eigen::Vector3d position(const Point& point, const Pose& pose) const;

 private:
  struct Frame;
  int pointOf(const Frame& frame, int joint);
  int parting(const Frame& frame);
  int add(Point point);

  const Tree& tree_;
  std::vector<Point> points_;
  std::vector<int> ending_;
};

}  // namespace iklab
