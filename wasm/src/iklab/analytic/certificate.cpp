#include "iklab/analytic/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/svd.hpp"

namespace iklab {

namespace {

constexpr double kRoundingPerJoint = 64 * 2.220446049250313e-16;
// The bound of F'' holds where no slide is farther out than at the pose plus this many chain
// lengths; a larger radius proves nothing.
constexpr double kSlideRoom = 1;

// Joints from the world to the effector; empty if one of them is none of the kinds.
std::vector<int> provableChain(const Model& model) {
  const std::vector<TaskTarget>& targets = model.task.targets();
  if (targets.size() != 1 || targets[0].partial()) return {};
  const std::vector<int>& chain = model.tree.chainToEffector(targets[0].effector);
  for (int joint : chain) {
    const Joint& j = model.tree.joints()[static_cast<size_t>(joint)];
    if (j.kind == JointKind::screw || j.follows || model.tree.leads(j.column)) return {};
  }
  return chain;
}

// 2 vec(conjugate(goal) * x).
Eigen::Vector3d doubleVector(const Eigen::Quaterniond& goal, const Eigen::Quaterniond& x) {
  return 2 * (goal.conjugate() * x).vec();
}

}  // namespace

std::optional<Certificate> certifyReached(const Model& model, const Vector& theta,
                                          const Goal& goal) {
  const std::vector<int> chain = provableChain(model);
  if (chain.empty()) return {};
  const Tree& tree = model.tree;
  const TaskTarget& target = model.task.targets()[0];
  const size_t effector = static_cast<size_t>(target.effector);
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  const Eigen::Vector3d tip = pose.tip[effector];
  const size_t n = chain.size();
  const auto origin = [&](size_t i) { return pose.origin[static_cast<size_t>(chain[i])]; };
  const auto jointAt = [&](size_t i) -> const Joint& {
    return tree.joints()[static_cast<size_t>(chain[i])];
  };

  // Lengths beyond each joint. A slide lengthens the way to all joints before it.
  std::vector<double> beyond(n);
  double length = (tip - origin(n - 1)).norm();
  beyond[n - 1] = length;
  for (size_t i = n - 1; i-- > 0;) beyond[i] = beyond[i + 1] + (origin(i + 1) - origin(i)).norm();
  length = beyond[0];
  if (!(length > 0)) return {};
  const double scale = length;
  double room = 0;
  for (size_t i = n; i-- > 0;) {
    if (jointAt(i).slides()) room += kSlideRoom * scale;
    beyond[i] += room;
  }

  const int rows = target.oriented ? 6 : 3;
  Matrix slope = Matrix::Zero(rows, static_cast<int>(n));
  Vector f = Vector::Zero(rows);
  f.head<3>() = (tip - goal.position) / scale;
  Eigen::Quaterniond at(pose.worldFromTip[effector]);
  if (target.oriented) {
    if (at.dot(goal.orientation) < 0) at.coeffs() = -at.coeffs();
    f.tail<3>() = doubleVector(goal.orientation, at);
  }
  double curvature = 0;
  for (size_t i = 0; i < n; ++i) {
    const int column = static_cast<int>(i);
    const Eigen::Vector3d axis = pose.axis[static_cast<size_t>(chain[i])];
    if (jointAt(i).slides()) {  // In chain lengths.
      slope.col(column).head<3>() = axis;
    } else {
      slope.col(column).head<3>() = axis.cross(tip - origin(i)) / scale;
      const Eigen::Quaterniond turn(0, axis.x(), axis.y(), axis.z());
      if (target.oriented)
        slope.col(column).tail<3>() = 0.5 * doubleVector(goal.orientation, turn * at);
    }
    for (size_t k = 0; k < n; ++k) {
      const size_t outer = std::max(i, k), inner = std::min(i, k);
      if (jointAt(inner).slides()) continue;  // Nothing before it turns it.
      const double position = jointAt(outer).slides() ? 1 : beyond[outer] / scale;
      const bool turns = target.oriented && !jointAt(outer).slides();
      curvature += position * position + (turns ? 0.25 : 0);
    }
  }
  curvature = std::sqrt(curvature) * (1 + 1e-12);

  Svd svd(rows, static_cast<int>(n));
  svd.compute(slope);
  if (svd.count() < rows) return {};
  const double rounding = kRoundingPerJoint * static_cast<double>(n + 2);
  const double far = std::max(1.0, (tip.norm() + goal.position.norm()) / scale);
  const double sigma = svd.sigma(rows - 1) - rounding * std::sqrt(static_cast<double>(n));
  const double error = f.norm() + rounding * far;
  if (!(sigma > 0)) return {};
  const double h = curvature * error / (sigma * sigma);
  if (!(h <= 0.5)) return {};
  // (1 - sqrt(1 - 2 h)) / x without cancellation.
  const double radius = 2 * error / (sigma * (1 + std::sqrt(1 - 2 * h))) * (1 + 1e-12);
  if (radius > kSlideRoom) return {};
  Certificate found{radius, true};
  for (size_t i = 0; i < n; ++i) {
    const Joint& joint = jointAt(i);
    const double value = theta[joint.column];
    const double most = joint.slides() ? radius * scale : radius;
    if (value - most < joint.lower || value + most > joint.upper) found.withinLimits = false;
  }
  return found;
}

}  // namespace iklab
