// Kinematic tree: joints, their frames and limits, and the effectors they carry.
//
// Frames follow URDF. A joint's frame stands in its parent joint's frame at `xyz`, turned by
// `rpy` (about the parent's fixed x, y, z axes in this order); the joint then moves about or
// along `axis`, given in its own frame. Radians and metres throughout.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

#include "core/words.hpp"
#include "math/result.hpp"

namespace iklab {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Of any number that comes from outside: beyond any mechanism, and far from overflow when squared.
inline constexpr double kMagnitude = 1e15;

enum class JointKind { revolute, prismatic, screw, fixed };
inline constexpr auto kJointKinds =
    words<JointKind::fixed>("revolute", "prismatic", "screw", "fixed");

// What a caller says of a joint. An empty parent is the world.
struct JointSpec {
  std::string id;
  std::string parent;
  JointKind kind = JointKind::revolute;
  Eigen::Vector3d xyz = Eigen::Vector3d::Zero();
  Eigen::Vector3d rpy = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // any length but zero
  double lower = -kInfinity;
  double upper = kInfinity;
  double rest = 0;
  double comfort = 0;
  double weight = 1;
  double pitch = 0;  // of a screw, metres per radian
};

struct EffectorSpec {
  std::string id;
  std::string parent;
  Eigen::Vector3d xyz = Eigen::Vector3d::Zero();
  Eigen::Vector3d rpy = Eigen::Vector3d::Zero();
};

// The same once built.
struct Joint {
  std::string id;
  int parent;  // index of a joint, -1: the world
  int column;  // index among the joints that move, -1 for a fixed one
  JointKind kind;
  Eigen::Vector3d offset;           // joint frame's origin in the parent's frame
  Eigen::Matrix3d parentFromJoint;  // its rotation, at joint value 0
  bool turned;                      // parentFromJoint is not the identity
  Eigen::Vector3d axis;             // unit, joint frame
  int principal;                    // 0, 1, 2 where the axis is exactly x, y or z, else -1
  double lower, upper, rest, comfort, weight, pitch;

  bool turns() const { return kind == JointKind::revolute || kind == JointKind::screw; }
  bool slides() const { return kind == JointKind::prismatic; }
};

struct Effector {
  std::string id;
  int parent;
  Eigen::Vector3d offset;
  Eigen::Matrix3d parentFromTip;
};

// Immutable. Joints keep the order they were given in; `order` lists them parents first.
class Tree {
 public:
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Effector>& effectors() const { return effectors_; }
  const std::vector<int>& order() const { return order_; }

  // number of joints that move: the columns of J
  int columns() const { return static_cast<int>(jointOfColumn_.size()); }
  const Joint& moving(int column) const { return joints_[jointOfColumn_[column]]; }
  int jointOfColumn(int column) const { return jointOfColumn_[column]; }

  // -1 where there is none
  int effectorIndex(const std::string& id) const;

  // rest pose: a value for each joint that moves
  Eigen::VectorXd rest() const;

  // columns of the moving joints from the root to this joint, itself included
  const std::vector<int>& pathToJoint(int joint) const { return paths_[joint]; }
  const std::vector<int>& pathToEffector(int effector) const {
    return paths_[effectors_[effector].parent];
  }
  // true where column a is column b or stands above it
  bool atOrAbove(int a, int b) const;

 private:
  friend class TreeBuilder;
  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> order_;
  std::vector<int> jointOfColumn_;
  std::vector<std::vector<int>> paths_;
};

// Takes joints and effectors in any order; `build` refuses with the reason: no joint, none that
// moves, an id twice, an unknown parent, a cycle, an axis of length 0, limits upside down, a
// number that is not finite or beyond kMagnitude (a limit may be absent: infinite), more than kMaxJoints joints or kMaxEffectors effectors.
class TreeBuilder {
 public:
  static constexpr int kMaxJoints = 256;
  static constexpr int kMaxEffectors = 64;

  void joint(const JointSpec& spec) { joints_.push_back(spec); }
  void effector(const EffectorSpec& spec) { effectors_.push_back(spec); }
  Result<Tree> build() const;

 private:
  std::vector<JointSpec> joints_;
  std::vector<EffectorSpec> effectors_;
};

// Rz(yaw) Ry(pitch) Rx(roll)
Eigen::Matrix3d rotationFromRpy(const Eigen::Vector3d& rpy);

}  // namespace iklab
