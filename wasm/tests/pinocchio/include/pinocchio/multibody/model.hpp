// The part of Pinocchio 3's documented interface that wasm/examples/from_pinocchio.hpp uses, for
// tests on computers without Pinocchio. Types and names are Pinocchio's; the code is not.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <string>
#include <vector>

namespace pinocchio {

using JointIndex = size_t;
using FrameIndex = size_t;

class SE3 {
 public:
  SE3(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation)
      : rotation_(rotation), translation_(translation) {}
  static SE3 Identity() { return {Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero()}; }
  const Eigen::Matrix3d& rotation() const { return rotation_; }
  const Eigen::Vector3d& translation() const { return translation_; }

 private:
  Eigen::Matrix3d rotation_;
  Eigen::Vector3d translation_;
};

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// The motion subspace of a joint: 6 x nv, linear, then angular velocity.
class JointMotionSubspace {
 public:
  explicit JointMotionSubspace(Columns columns) : columns_(std::move(columns)) {}
  const Columns& matrix() const { return columns_; }

 private:
  Columns columns_;
};

// As in Pinocchio, a screw has its pitch only after `calc`.
class JointData {
 public:
  JointMotionSubspace S() const { return JointMotionSubspace(columns); }
  Columns columns;
};

class JointModel {
 public:
  JointModel(std::string name, int nq, const Columns& columns)
      : name_(std::move(name)), nq_(nq), columns_(columns) {}
  std::string shortname() const { return name_; }
  int nq() const { return nq_; }
  int nv() const { return static_cast<int>(columns_.cols()); }
  int idx_q() const { return q_; }
  int idx_v() const { return v_; }
  void setIndexes(JointIndex, int q, int v) { q_ = q, v_ = v; }
  JointData createData() const { return {Columns::Zero(6, columns_.cols())}; }
  template <class Derived>
  void calc(JointData& data, const Eigen::MatrixBase<Derived>&) const {
    data.columns = columns_;
  }

 private:
  std::string name_;
  int nq_, q_ = 0, v_ = 0;
  Columns columns_;
};

inline Columns motion(const Eigen::Vector3d& linear, const Eigen::Vector3d& angular) {
  Columns all(6, 1);
  all << linear, angular;
  return all;
}

inline const Eigen::Vector3d kNone = Eigen::Vector3d::Zero();

struct JointModelRY : JointModel {
  JointModelRY() : JointModel("JointModelRY", 1, motion(kNone, Eigen::Vector3d::UnitY())) {}
};
struct JointModelRZ : JointModel {
  JointModelRZ() : JointModel("JointModelRZ", 1, motion(kNone, Eigen::Vector3d::UnitZ())) {}
};
struct JointModelRUBY : JointModel {
  JointModelRUBY() : JointModel("JointModelRUBY", 2, motion(kNone, Eigen::Vector3d::UnitY())) {}
};
struct JointModelRUBZ : JointModel {
  JointModelRUBZ() : JointModel("JointModelRUBZ", 2, motion(kNone, Eigen::Vector3d::UnitZ())) {}
};
struct JointModelHZ : JointModel {
  explicit JointModelHZ(double h)
      : JointModel("JointModelHZ", 1,
                   motion(h * Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitZ())) {}
};
struct JointModelPrismaticUnaligned : JointModel {
  explicit JointModelPrismaticUnaligned(const Eigen::Vector3d& axis)
      : JointModel("JointModelPrismaticUnaligned", 1, motion(axis.normalized(), kNone)) {}
};
struct JointModelFreeFlyer : JointModel {
  JointModelFreeFlyer() : JointModel("JointModelFreeFlyer", 7, Columns::Identity(6, 6)) {}
};

enum FrameType { OP_FRAME = 1, JOINT = 2, FIXED_JOINT = 4, BODY = 8, SENSOR = 16 };

struct Frame {
  Frame(const std::string& name, JointIndex parentJoint, const SE3& placement, FrameType type)
      : name(name), parentJoint(parentJoint), placement(placement), type(type) {}
  std::string name;
  JointIndex parentJoint;
  SE3 placement;
  FrameType type;
};

struct Model {
  int nq = 0, nv = 0, njoints = 1, nframes = 1;
  std::vector<SE3> jointPlacements = {SE3::Identity()};
  std::vector<JointModel> joints = {JointModel("", 0, Columns(6, 0))};
  std::vector<JointIndex> parents = {0};
  std::vector<std::string> names = {"universe"};
  std::vector<Frame> frames = {Frame("universe", 0, SE3::Identity(), FIXED_JOINT)};
  Eigen::VectorXd lowerPositionLimit, upperPositionLimit;

  JointIndex addJoint(JointIndex parent, const JointModel& joint, const SE3& placement,
                      const std::string& name) {
    const Eigen::VectorXd most =
        Eigen::VectorXd::Constant(joint.nq(), std::numeric_limits<double>::max());
    const Eigen::VectorXd any = Eigen::VectorXd::Constant(joint.nv(), most.maxCoeff());
    return addJoint(parent, joint, placement, name, any, any, -most, most);
  }

  JointIndex addJoint(JointIndex parent, const JointModel& joint, const SE3& placement,
                      const std::string& name, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
    joints.push_back(joint);
    joints.back().setIndexes(joints.size() - 1, nq, nv);
    nq += joint.nq(), nv += joint.nv(), ++njoints;
    parents.push_back(parent), names.push_back(name), jointPlacements.push_back(placement);
    lowerPositionLimit.conservativeResize(nq), upperPositionLimit.conservativeResize(nq);
    lowerPositionLimit.tail(joint.nq()) = lower, upperPositionLimit.tail(joint.nq()) = upper;
    return joints.size() - 1;
  }

  FrameIndex addFrame(const Frame& frame) {
    frames.push_back(frame);
    return static_cast<FrameIndex>(nframes++);
  }
  FrameIndex getFrameId(const std::string& name) const {
    FrameIndex i = 0;
    while (i < frames.size() && frames[i].name != name) ++i;
    return i;
  }
  bool existFrame(const std::string& name) const { return getFrameId(name) < frames.size(); }
};

}  // namespace pinocchio
