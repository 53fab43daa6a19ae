#include "iklab/core/tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "iklab/core/coupling.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/three.hpp"

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

bool isSized(const Eigen::Vector3d& xyz, const Eigen::Vector3d& rpy) {
  return xyz.cwiseAbs().maxCoeff() <= kMagnitude && rpy.cwiseAbs().maxCoeff() <= kMagnitude;
}

std::string frameFault(const std::string& id, const Eigen::Vector3d& xyz,
                       const Eigen::Vector3d& rpy) {
  if (!xyz.allFinite() || !rpy.allFinite())
    return concatenate({"effector '", id, "': a number is not finite"});
  return isSized(xyz, rpy) ? "" : concatenate({"effector '", id, "': a number is beyond 1e15"});
}

std::string_view faultOf(const JointSpec& s) {
  const bool sized = isSized(s.xyz, s.rpy) && std::abs(s.rest) <= kMagnitude &&
                     std::abs(s.comfort) <= kMagnitude && std::abs(s.pitch) <= kMagnitude;
  const bool finite = s.xyz.allFinite() && s.rpy.allFinite() && s.axis.allFinite() &&
                      std::isfinite(s.rest) && std::isfinite(s.comfort) &&
                      std::isfinite(s.weight) && std::isfinite(s.pitch);
  if (!isOneOf(s.kind, kJointKinds)) return "there is no such kind";
  if (!finite) return "a number is not finite";
  if (!sized) return "a number is beyond 1e15";
  if (s.kind != JointKind::fixed && s.axis.cwiseAbs().maxCoeff() == 0)
    return "its axis has length 0";
  if (!(s.lower <= s.upper)) return "its lower limit is above its upper one";
  if (!(s.lower <= kMagnitude && s.upper >= -kMagnitude)) return "a limit is beyond 1e15";
  if (!(s.weight > 0)) return "its weight must be positive";
  return {};
}

Fault tooMany(std::string_view what, size_t count, int most) {
  return {concatenate({"the tree has ", std::to_string(count), " ", what, ", at most ",
                       std::to_string(most), " are allowed"})};
}

Fault unknownParent(std::string_view what, const std::string& id, const std::string& parent) {
  return {concatenate({what, " '", id, "': its parent '", parent, "' is unknown"})};
}

// Index of the parent; -1: the world, -2: unknown.
int find(const std::vector<JointSpec>& specs, const std::string& parent) {
  if (parent.empty()) return -1;
  const int found = indexOf(specs, parent);
  return found < 0 ? -2 : found;
}

// Parents first; shorter than `joints` if there is a cycle.
std::vector<int> parentsFirst(const std::vector<Joint>& joints) {
  std::vector<int> order, depth(joints.size(), 0);
  for (size_t i = 0; i < joints.size(); ++i)
    for (int p = joints[i].parent; p >= 0; p = joints[p].parent)
      if (++depth[i] > static_cast<int>(joints.size())) return order;
  for (int level = 0; order.size() < joints.size(); ++level)
    for (size_t i = 0; i < joints.size(); ++i)
      if (depth[i] == level) order.push_back(static_cast<int>(i));
  return order;
}

int findAxisIndex(const Eigen::Vector3d& axis) {
  for (int i = 0; i < 3; ++i)
    if (axis == Eigen::Vector3d::Unit(i)) return i;
  return -1;
}

Joint makeJoint(const JointSpec& s, int parent, int column) {
  const double largest = s.axis.cwiseAbs().maxCoeff();  // Keeps the squares in range.
  Joint j;
  j.id = s.id;
  j.parent = parent;
  j.column = j.place = column;
  j.ratio = 1;
  j.shift = 0;
  j.follows = s.mimics();
  j.kind = s.kind;
  j.offset = s.xyz;
  j.parentFromJoint = rotationFromRpy(s.rpy);
  j.turned = !s.rpy.isZero(0);
  const Eigen::Vector3d axis = s.axis / largest;
  j.axis = largest > 0 ? Eigen::Vector3d(axis / norm(load(axis))) : Eigen::Vector3d::UnitZ();
  j.rpy = s.rpy;
  j.givenAxis = s.axis;
  j.principal = findAxisIndex(j.axis);
  j.lower = s.lower;
  j.upper = s.upper;
  j.rest = s.rest;
  j.comfort = s.comfort;
  j.weight = s.weight;
  j.pitch = s.kind == JointKind::screw ? s.pitch : 0;
  return j;
}

}  // namespace

[[gnu::noinline]] Eigen::Matrix3d rotationFromRpy(const Eigen::Vector3d& rpy) {
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

Tree Tree::withEqualWeights() const {
  Tree tree = *this;
  for (Joint& j : tree.joints_) j.weight = 1;
  return tree;
}

double Tree::bound(int column, double turn, double slide) const {
  const double turning = columns_[column].rotationPerUnit,
               sliding = columns_[column].translationPerUnit;
  return std::min(turning > 0 ? turn / turning : kInfinity,
                  sliding > 0 ? slide / sliding : kInfinity);
}

double Tree::farthestFollower(const Eigen::VectorXd& theta) const {
  double farthest = 0;
  for (const int i : followers_) farthest = std::max(farthest, std::abs(joints_[i].value(theta)));
  return farthest;
}

// Gives each follower its place, and finds the largest |ratio| of each column.
void Tree::numberColumns() {
  for (size_t i = 0; i < joints_.size(); ++i) {
    Joint& j = joints_[i];
    if (j.column < 0) continue;
    Column& column = columns_[j.column];
    double& most = j.turns() ? column.rotationPerUnit : column.translationPerUnit;
    most = std::max(most, std::abs(j.ratio));
    if (!j.follows) continue;
    j.place = columns() + static_cast<int>(followers_.size());
    followers_.push_back(static_cast<int>(i));
    if (!column.hasFollowers) groups_.push_back(j.column);
    column.hasFollowers = true;
  }
}

// Root frames are multiplied by the identity, so that their zeros have the sign of a product.
void Tree::makeLinks() {
  const auto begun = [](int to, int parent, const Eigen::Vector3d& offset,
                        const Eigen::Matrix3d& frame) {
    Link link;
    link.to = to;
    link.parent = parent;
    const Eigen::Matrix3d from = parent < 0 ? Eigen::Matrix3d::Identity() * frame : frame;
    std::copy_n(offset.data(), 3, link.offset);
    std::copy_n(from.data(), 9, link.frame);
    return link;
  };
  links_.clear();
  tips_.clear();
  linkOf_.resize(joints_.size());
  for (const int i : order_) {
    const Joint& j = joints_[i];
    linkOf_[i] = static_cast<int>(links_.size());
    Link& link = links_.emplace_back(begun(i, j.parent, j.offset, j.parentFromJoint));
    link.place = j.place;
    link.first = 3 * ((j.principal + 1) % 3);
    link.second = 3 * ((j.principal + 2) % 3);
    link.kept = 3 * j.principal;
    link.turned = j.turned;
    link.turns = j.turns();
    link.slides = j.slides();
    link.pitch = j.pitch;
    std::copy_n(j.axis.data(), 3, link.axis);
  }
  for (const Effector& e : effectors_) {
    const int to = static_cast<int>(tips_.size());
    tips_.push_back(begun(to, e.parent, e.offset, e.parentFromTip));
    tips_.back().turned = !e.parentFromTip.isIdentity(0);
  }
}

void Tree::findPaths() {
  chains_.resize(joints_.size());
  paths_.resize(joints_.size());
  for (const int i : order_) {
    const Joint& j = joints_[i];
    if (j.parent >= 0) {
      chains_[i] = chains_[j.parent];
      paths_[i] = paths_[j.parent];
    }
    if (j.column < 0) continue;
    chains_[i].push_back(i);
    if (std::find(paths_[i].begin(), paths_[i].end(), j.column) == paths_[i].end())
      paths_[i].push_back(j.column);
  }
}

Result<Tree> Tree::withEffector(int effector, const Eigen::Vector3d& xyz,
                                const Eigen::Vector3d& rpy) const {
  Tree tree = *this;
  Effector& e = tree.effectors_[effector];
  if (std::string fault = frameFault(e.id, xyz, rpy); !fault.empty()) return Fault{fault};
  e.offset = xyz;
  e.parentFromTip = rotationFromRpy(rpy);
  e.rpy = rpy;
  tree.makeLinks();
  return tree;
}

Result<Tree> TreeBuilder::build() const {
  if (joints_.empty()) return Fault{"the tree has no joint"};
  if (joints_.size() > kMaxJoints) return tooMany("joints", joints_.size(), kMaxJoints);
  if (effectors_.empty()) return Fault{"the tree has no effector"};
  if (effectors_.size() > kMaxEffectors)
    return tooMany("effectors", effectors_.size(), kMaxEffectors);

  for (const JointSpec& s : joints_) {
    if (s.id.empty()) return Fault{"a joint has no id"};
    if (const std::string_view fault = faultOf(s); !fault.empty())
      return Fault{concatenate({"joint '", s.id, "': ", fault})};
    if (&s != &joints_[indexOf(joints_, s.id)])
      return Fault{concatenate({"two joints are called '", s.id, "'"})};
  }

  Tree tree;
  for (const JointSpec& s : joints_) {
    const int parent = find(joints_, s.parent);
    if (parent == -2) return unknownParent("joint", s.id, s.parent);
    const bool moves = s.kind != JointKind::fixed && !s.mimics();
    if (moves) tree.columns_.push_back({static_cast<int>(tree.joints_.size())});
    tree.joints_.push_back(makeJoint(s, parent, moves ? tree.columns() - 1 : -1));
  }
  if (std::string fault = coupleJoints(joints_, tree.joints_); !fault.empty()) return Fault{fault};
  if (tree.columns() == 0) return Fault{"no joint of the tree moves"};
  tree.order_ = parentsFirst(tree.joints_);
  if (tree.order_.size() < tree.joints_.size()) return Fault{"the joints form a cycle"};

  for (const EffectorSpec& s : effectors_) {
    const int parent = find(joints_, s.parent);
    if (s.id.empty()) return Fault{"an effector has no id"};
    if (std::string fault = frameFault(s.id, s.xyz, s.rpy); !fault.empty()) return Fault{fault};
    if (tree.effectorIndex(s.id) >= 0)
      return Fault{concatenate({"two effectors are called '", s.id, "'"})};
    if (parent < 0) return unknownParent("effector", s.id, s.parent);
    tree.effectors_.push_back({s.id, parent, s.xyz, rotationFromRpy(s.rpy), s.rpy});
  }

  tree.numberColumns();
  tree.findPaths();
  tree.makeLinks();
  return tree;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
