#include "core/tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace iklab {
namespace {

using Index = std::unordered_map<std::string, int>;

std::string quoted(const std::string& id) { return "'" + id + "'"; }

// empty: nothing wrong
std::string faultOf(const JointSpec& s) {
  const std::string who = "joint " + quoted(s.id) + ": ";
  const bool sized = s.xyz.cwiseAbs().maxCoeff() <= kMagnitude &&
                     s.rpy.cwiseAbs().maxCoeff() <= kMagnitude && std::abs(s.rest) <= kMagnitude &&
                     std::abs(s.comfort) <= kMagnitude && std::abs(s.pitch) <= kMagnitude;
  const bool finite = s.xyz.allFinite() && s.rpy.allFinite() && s.axis.allFinite() &&
                      std::isfinite(s.rest) && std::isfinite(s.comfort) &&
                      std::isfinite(s.weight) && std::isfinite(s.pitch);
  if (s.id.empty()) return "a joint has no id";
  if (!isOneOf(s.kind, kJointKinds)) return who + "there is no such kind";
  if (!finite) return who + "a number is not finite";
  if (!sized) return who + "a number is beyond 1e15";
  if (s.kind != JointKind::fixed && s.axis.cwiseAbs().maxCoeff() == 0)
    return who + "its axis has length 0";
  if (!(s.lower <= s.upper)) return who + "its lower limit is above its upper one";
  if (!(s.lower <= kMagnitude && s.upper >= -kMagnitude)) return who + "a limit is beyond 1e15";
  if (!(s.weight > 0)) return who + "its weight must be positive";
  return {};
}

// parent's index, -1 for the world, -2 when unknown
int find(const Index& index, const std::string& parent) {
  if (parent.empty()) return -1;
  const auto found = index.find(parent);
  return found == index.end() ? -2 : found->second;
}

// parents first; shorter than the joints when there is a cycle
std::vector<int> parentsFirst(const std::vector<Joint>& joints) {
  std::vector<int> order, depth(joints.size(), 0);
  for (size_t i = 0; i < joints.size(); ++i) {
    size_t steps = 0;
    for (int p = joints[i].parent; p >= 0 && steps <= joints.size(); p = joints[p].parent) ++steps;
    if (steps > joints.size()) return order;
    depth[i] = static_cast<int>(steps);
    order.push_back(static_cast<int>(i));
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth[a] < depth[b]; });
  return order;
}

int principalOf(const Eigen::Vector3d& axis) {
  for (int i = 0; i < 3; ++i)
    if (axis == Eigen::Vector3d::Unit(i)) return i;
  return -1;
}

Joint made(const JointSpec& s, int parent, int column) {
  const double largest = s.axis.cwiseAbs().maxCoeff();  // keeps tiny and huge axes in range
  Joint j;
  j.id = s.id;
  j.parent = parent;
  j.column = column;
  j.kind = s.kind;
  j.offset = s.xyz;
  j.parentFromJoint = rotationFromRpy(s.rpy);
  j.turned = !s.rpy.isZero(0);
  j.axis =
      largest > 0 ? Eigen::Vector3d((s.axis / largest).normalized()) : Eigen::Vector3d::UnitZ();
  j.principal = principalOf(j.axis);
  j.lower = s.lower;
  j.upper = s.upper;
  j.rest = std::clamp(s.rest, s.lower, s.upper);
  j.comfort = s.comfort;
  j.weight = s.weight;
  j.pitch = s.kind == JointKind::screw ? s.pitch : 0;
  return j;
}

}  // namespace

Eigen::Matrix3d rotationFromRpy(const Eigen::Vector3d& rpy) {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

int Tree::effectorIndex(const std::string& id) const {
  for (size_t i = 0; i < effectors_.size(); ++i)
    if (effectors_[i].id == id) return static_cast<int>(i);
  return -1;
}

Eigen::VectorXd Tree::rest() const {
  Eigen::VectorXd theta(columns());
  for (int c = 0; c < columns(); ++c) theta[c] = moving(c).rest;
  return theta;
}

bool Tree::atOrAbove(int a, int b) const {
  const auto& path = paths_[jointOfColumn_[b]];
  return std::find(path.begin(), path.end(), a) != path.end();
}

Result<Tree> TreeBuilder::build() const {
  if (joints_.empty()) return Fault{"the tree has no joint"};
  if (joints_.size() > kMaxJoints)
    return Fault{"the tree has " + std::to_string(joints_.size()) + " joints, at most " +
                 std::to_string(kMaxJoints) + " are allowed"};
  if (effectors_.empty()) return Fault{"the tree has no effector"};
  if (effectors_.size() > kMaxEffectors)
    return Fault{"the tree has " + std::to_string(effectors_.size()) + " effectors, at most " +
                 std::to_string(kMaxEffectors) + " are allowed"};

  Index joints, effectors;
  for (const JointSpec& s : joints_) {
    if (const std::string fault = faultOf(s); !fault.empty()) return Fault{fault};
    if (!joints.emplace(s.id, static_cast<int>(joints.size())).second)
      return Fault{"two joints are called " + quoted(s.id)};
  }

  Tree tree;
  for (const JointSpec& s : joints_) {
    const int parent = find(joints, s.parent);
    if (parent == -2)
      return Fault{"joint " + quoted(s.id) + ": its parent " + quoted(s.parent) + " is unknown"};
    const bool moves = s.kind != JointKind::fixed;
    if (moves) tree.jointOfColumn_.push_back(static_cast<int>(tree.joints_.size()));
    tree.joints_.push_back(made(s, parent, moves ? tree.columns() - 1 : -1));
  }
  if (tree.columns() == 0) return Fault{"no joint of the tree moves"};
  tree.order_ = parentsFirst(tree.joints_);
  if (tree.order_.size() < tree.joints_.size()) return Fault{"the joints form a cycle"};

  for (const EffectorSpec& s : effectors_) {
    const int parent = find(joints, s.parent);
    if (s.id.empty()) return Fault{"an effector has no id"};
    if (!s.xyz.allFinite() || !s.rpy.allFinite())
      return Fault{"effector " + quoted(s.id) + ": a number is not finite"};
    if (!effectors.emplace(s.id, 0).second)
      return Fault{"two effectors are called " + quoted(s.id)};
    if (parent < 0)
      return Fault{"effector " + quoted(s.id) + ": its parent " + quoted(s.parent) + " is unknown"};
    tree.effectors_.push_back({s.id, parent, s.xyz, rotationFromRpy(s.rpy)});
  }

  tree.paths_.resize(tree.joints_.size());
  for (const int i : tree.order_) {
    const Joint& j = tree.joints_[i];
    if (j.parent >= 0) tree.paths_[i] = tree.paths_[j.parent];
    if (j.column >= 0) tree.paths_[i].push_back(j.column);
  }
  return tree;
}

}  // namespace iklab
