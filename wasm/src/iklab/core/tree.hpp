// Kinematic tree: joints, their frames and limits, and the effectors they carry.
//
// Frames follow URDF. A joint's frame is in its parent joint's frame at `xyz`, rotated by `rpy`
// (about the parent's fixed x, y, z axes in this order). The joint then moves about or along
// `axis`, given in its own frame. Radians and metres throughout.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

#include "iklab/core/words.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Largest magnitude of an input number: more than any mechanism needs, and its square does not
// overflow.
inline constexpr double kMagnitude = 1e15;

enum class JointKind { revolute, prismatic, screw, fixed };
inline constexpr auto kJointKinds =
    words<JointKind::fixed>("revolute", "prismatic", "screw", "fixed");

// A joint that mimics another: its value is multiplier * that joint's + offset (URDF's mimic
// element). That joint may mimic another in turn.
struct MimicSpec {
  std::string joint;      // Empty if the joint mimics none.
  double multiplier = 1;  // Radians or metres of this joint per unit of that one.
  double offset = 0;      // Radians or metres.
};

// An empty parent is the world. Rest, comfort and weight of a joint that mimics another are
// ignored.
struct JointSpec {
  std::string id;
  std::string parent;
  JointKind kind = JointKind::revolute;
  Eigen::Vector3d xyz = Eigen::Vector3d::Zero();
  Eigen::Vector3d rpy = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // Of any non-zero length.
  double lower = -kInfinity;
  double upper = kInfinity;
  double rest = 0;
  double comfort = 0;
  double weight = 1;
  double pitch = 0;  // For a screw, metres per radian.
  MimicSpec mimic = {};

  bool mimics() const { return !mimic.joint.empty(); }
};

struct EffectorSpec {
  std::string id;
  std::string parent;
  Eigen::Vector3d xyz = Eigen::Vector3d::Zero();
  Eigen::Vector3d rpy = Eigen::Vector3d::Zero();
};

// A joint of a tree. A moving joint has the value ratio * theta[column] + shift: a leader has its
// own column, a follower that of its leader. A leader's limits keep its followers within theirs.
struct Joint {
  std::string id;
  int parent;  // Index of a joint, -1: the world.
  int column;  // -1 if the joint is fixed.
  // Index among moving joints: leaders by column, then followers; -1 if fixed.
  int place;
  double ratio, shift;  // 1 and 0 for a leader.
  bool follows;
  JointKind kind;
  Eigen::Vector3d offset;           // Joint frame's origin in the parent's frame.
  Eigen::Matrix3d parentFromJoint;  // Rotation of the joint frame at joint value 0.
  bool turned;                      // parentFromJoint is not the identity.
  Eigen::Vector3d axis;             // Unit, joint frame.
  Eigen::Vector3d rpy, givenAxis;   // From the JointSpec, for readyPose.
  int principal;                    // 0, 1 or 2 if the axis is exactly x, y or z, otherwise -1.
  double lower, upper, rest, comfort, weight, pitch;

  bool turns() const { return kind == JointKind::revolute || kind == JointKind::screw; }
  bool slides() const { return kind == JointKind::prismatic; }
  // theta: n values.
  double value(const Eigen::VectorXd& theta) const {
    return follows ? ratio * theta[column] + shift : theta[column];
  }
};

struct Effector {
  std::string id;
  int parent;
  Eigen::Vector3d offset;
  Eigen::Matrix3d parentFromTip;
  Eigen::Vector3d rpy;  // From the EffectorSpec, for readyPose.
};

// The numbers of a joint, or of an effector as a fixed joint, in one compact struct for forward
// kinematics.
struct Link {
  int to = 0, parent = -1;  // Indices of joints, or of the effector itself; parent -1: the world.
  int place = -1;           // Joint::place.
  // Offsets in `frame` of the two columns that a rotation about x, y or z combines, and of the
  // column that it keeps; kept is negative if the axis is none of x, y and z.
  int first = 0, second = 0, kept = -1;
  bool turned = false, turns = false, slides = false;
  double pitch = 0;
  double offset[3] = {}, axis[3] = {}, frame[9] = {};  // frame: column-major.
};

// Immutable. Joints keep their given order; `order` lists parents first.
class Tree {
 public:
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Effector>& effectors() const { return effectors_; }
  const std::vector<int>& order() const { return order_; }
  // The joints in `order`, and the effectors.
  const std::vector<Link>& links() const { return links_; }
  const std::vector<Link>& tips() const { return tips_; }
  const Link& link(int joint) const { return links_[linkOf_[joint]]; }

  // Number of independent joints: the columns of J.
  int columns() const { return static_cast<int>(columns_.size()); }
  // The leader of a column.
  const Joint& moving(int column) const { return joints_[columns_[column].joint]; }
  int jointOfColumn(int column) const { return columns_[column].joint; }

  // Indices of the joints that mimic others, by Joint::place.
  const std::vector<int>& followers() const { return followers_; }
  bool coupled() const { return !followers_.empty(); }
  // Number of moving joints, including followers.
  int places() const { return columns() + static_cast<int>(followers_.size()); }
  // Columns with followers.
  const std::vector<int>& groups() const { return groups_; }
  bool leads(int column) const { return columns_[column].hasFollowers; }
  // Largest rotation or translation of the joints of a column per unit of its value.
  double turning(int column) const { return columns_[column].rotationPerUnit; }
  double sliding(int column) const { return columns_[column].translationPerUnit; }
  // Largest |step| of a column for which none of its joints exceeds these bounds.
  double bound(int column, double turn, double slide) const;
  // The largest |value| of a follower, radians or metres.
  double farthestFollower(const Eigen::VectorXd& theta) const;

  // -1 if there is no such effector.
  int effectorIndex(const std::string& id) const;

  // One value per column.
  Eigen::VectorXd rest() const;

  // The same tree with another frame of an effector, such as a new tool, in the frame of the joint
  // that carries it, metres and radians. effector: its index. Faults: those of its EffectorSpec.
  Result<Tree> withEffector(int effector, const Eigen::Vector3d& xyz,
                            const Eigen::Vector3d& rpy) const;

  Tree withEqualWeights() const;

  // Moving joints from the root to this joint, inclusive.
  const std::vector<int>& chainToJoint(int joint) const { return chains_[joint]; }
  const std::vector<int>& chainToEffector(int effector) const {
    return chains_[effectors_[effector].parent];
  }
  // The columns of these joints, each once; without followers in the same order.
  const std::vector<int>& pathToEffector(int effector) const {
    return paths_[effectors_[effector].parent];
  }

 private:
  friend class TreeBuilder;
  std::vector<Joint> joints_;
  std::vector<Effector> effectors_;
  std::vector<int> order_;
  struct Column {
    int joint;
    bool hasFollowers = false;
    double rotationPerUnit = 0, translationPerUnit = 0;
  };

  std::vector<Column> columns_;
  std::vector<int> followers_, groups_;
  std::vector<Link> links_, tips_;
  std::vector<int> linkOf_;  // Index in links_ of each joint.
  std::vector<std::vector<int>> chains_, paths_;

  void numberColumns();
  void findPaths();
  void makeLinks();
};

// Accepts joints and effectors in any order. Faults of `build`: no joint, no moving joint, a
// duplicate id, an unknown parent, a cycle, an axis of length 0, a lower limit above the upper, a
// number that is not finite or beyond kMagnitude (an absent limit is infinite), a mimic of an
// unknown or fixed joint, by a fixed joint or in a loop, a mimic whose limits leave its leader no
// value, more than kMaxJoints joints or kMaxEffectors effectors.
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
