#include "core/hessian.hpp"

#include <cmath>

namespace iklab {
namespace {

using Eigen::Vector3d;

// (1 - x/2 cot(x/2)) / x^2 for 0 <= x <= pi: 1/12 at 0, 1/pi^2 at pi
double logarithmFactor(double x) {
  const double x2 = x * x;
  if (x < 0.3) return 1.0 / 12 + x2 * (1.0 / 720 + x2 * (1.0 / 30240 + x2 / 1209600));
  return (1 - 0.5 * x / std::tan(0.5 * x)) / x2;
}

// axis a joint turns about, zero where it only slides
Vector3d turningAxis(const Tree& tree, const Pose& pose, int joint) {
  return tree.joints()[joint].turns() ? pose.axis[joint] : Vector3d::Zero();
}

// adds what one target has a part in; kCoupled: some joints follow others
template <bool kCoupled>
void addTarget(const Tree& tree, const TaskTarget& t, const Pose& pose, const Matrix& jacobian,
               const Vector& e, Matrix& hessian) {
  const auto& chain = tree.chainToEffector(t.effector);  // root first
  const auto& path = tree.pathToEffector(t.effector);    // the same in columns, without followers
  const auto columnOf = [&](size_t i) {
    return kCoupled ? tree.joints()[chain[i]].column : path[i];
  };
  const Vector3d off = e.segment<3>(t.row);
  const double w2 = t.orientationWeight * t.orientationWeight;
  const Vector3d turn =
      t.oriented ? Vector3d(e.segment<3>(t.row + 3) / t.orientationWeight) : Vector3d::Zero();
  const double factor = logarithmFactor(turn.norm());
  // how one joint alone moves the tip
  const auto velocity = [&](size_t i) -> Vector3d {
    if constexpr (kCoupled) return pointVelocity(tree, pose, chain[i], pose.tip[t.effector]);
    return jacobian.col(path[i]).segment<3>(t.row);
  };
  for (size_t i = 0; i < chain.size(); ++i) {
    const int a = columnOf(i);
    const Vector3d axis = turningAxis(tree, pose, chain[i]);
    // d^2 s / d theta_a d theta_b = axis_a x J_b for b at or below a
    const Vector3d bent = velocity(i) - off.cross(axis);
    const Vector3d twist = turn.cross(axis);
    for (size_t k = i; k < chain.size(); ++k) {
      const int b = columnOf(k);
      double sum = bent.dot(velocity(k));
      if (t.oriented) {
        const Vector3d other = turningAxis(tree, pose, chain[k]);
        sum += w2 * (axis.dot(other) - factor * twist.dot(turn.cross(other)) -
                     0.5 * turn.dot(axis.cross(other)));
      }
      if constexpr (kCoupled) sum *= tree.joints()[chain[i]].ratio * tree.joints()[chain[k]].ratio;
      hessian(a, b) += sum;
      if (i != k) hessian(b, a) += sum;
    }
  }
}

}  // namespace

void errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                  const Vector& e, Matrix& hessian) {
  hessian.setZero();
  const auto add = tree.coupled() ? addTarget<true> : addTarget<false>;
  for (const TaskTarget& t : task.targets()) add(tree, t, pose, jacobian.matrix(), e, hessian);
}

// dJ_k/dtheta_i = omega_i x J_k for i at or above k, omega_k x J_i below: so what the joints above
// turn, and how those below move the tip, are sums along the chain
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, Matrix& change) {
  change.setZero();
  const bool coupled = tree.coupled();
  for (const TaskTarget& t : task.targets()) {
    const auto& chain = tree.chainToEffector(t.effector);  // root first
    const auto& path = tree.pathToEffector(t.effector);    // the same in columns, without followers
    const auto columnOf = [&](size_t i) {
      return coupled ? tree.joints()[chain[i]].column : path[i];
    };
    const auto ratioOf = [&](size_t i) { return coupled ? tree.joints()[chain[i]].ratio : 1; };
    const auto velocity = [&](size_t i) -> Vector3d {
      if (coupled) return pointVelocity(tree, pose, chain[i], pose.tip[t.effector]);
      return jacobian.matrix().col(path[i]).segment<3>(t.row);
    };
    Vector3d below = Vector3d::Zero(), turned = Vector3d::Zero();
    for (size_t i = 0; i < chain.size(); ++i)
      below += velocity(i) * (ratioOf(i) * delta[columnOf(i)]);
    for (size_t i = 0; i < chain.size(); ++i) {
      const int c = columnOf(i);
      const double ratio = ratioOf(i);
      const Vector3d axis = turningAxis(tree, pose, chain[i]), v = velocity(i);
      below -= v * (ratio * delta[c]);
      if (t.oriented)
        change.col(c).segment<3>(t.row + 3) += ratio * t.orientationWeight * turned.cross(axis);
      turned += axis * (ratio * delta[c]);
      change.col(c).segment<3>(t.row) += ratio * (turned.cross(v) + axis.cross(below));
    }
  }
}

}  // namespace iklab
