#include "iklab/core/hessian.hpp"

#include "iklab/core/logarithm.hpp"

namespace iklab {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

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

// The same of a target that leaves something free. With g = M^T e, the pull of its turn, Q = -dg along
// the twist and H = Q - g . (z_a x z_b); position rows likewise, of which S F^T does not change.
void addPartial(const Tree& tree, const TaskTarget& t, const Goal& goal, const Pose& pose,
                const Vector& e, Matrix& hessian) {
  const auto& chain = tree.chainToEffector(t.effector);  // root first
  const Matrix3d rows = positionRows(t.freedom, goal), asked = rows.transpose() * rows;
  const Vector3d off = rows.transpose() * e.segment<3>(t.row);
  Matrix3d bend = Matrix3d::Zero();
  Vector3d pull = Vector3d::Zero();
  if (t.oriented) {
    const TurnRows turn(t.freedom, goal, pose.worldFromTip[t.effector]);
    const double w2 = t.orientationWeight * t.orientationWeight;
    bend = w2 * turn.curvature();
    pull = w2 * turn.pull();
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    const Joint& above = tree.joints()[chain[i]];
    const Vector3d axis = turningAxis(tree, pose, chain[i]);
    const Vector3d velocity = pointVelocity(tree, pose, chain[i], pose.tip[t.effector]);
    const Vector3d bent = asked * velocity - off.cross(axis);
    const Vector3d turned = bend * axis - pull.cross(axis);
    for (size_t k = i; k < chain.size(); ++k) {
      const Joint& below = tree.joints()[chain[k]];
      const Vector3d other = pointVelocity(tree, pose, chain[k], pose.tip[t.effector]);
      const double sum = above.ratio * below.ratio *
                         (bent.dot(other) + turned.dot(turningAxis(tree, pose, chain[k])));
      hessian(above.column, below.column) += sum;
      if (i != k) hessian(below.column, above.column) += sum;
    }
  }
}

// A target's rows of the change of the whole J become those of what is asked; turned: the twist of
// the tip.
void reduceChange(const Tree& tree, const TaskTarget& t, const Goal& goal, const Pose& pose,
                  const Vector3d& turned, Matrix& change) {
  const TurnRows turn(t.freedom, goal, pose.worldFromTip[t.effector]);
  const Matrix3d rows = positionRows(t.freedom, goal), by = turn.change(turned);
  for (int c = 0; c < change.cols(); ++c) {
    change.col(c).segment<3>(t.row) = (rows * change.col(c).segment<3>(t.row)).eval();
    if (t.oriented)
      change.col(c).segment<3>(t.row + 3) =
          (turn.rows() * change.col(c).segment<3>(t.row + 3)).eval();
  }
  if (!t.oriented) return;
  for (const int i : tree.chainToEffector(t.effector)) {
    const Joint& j = tree.joints()[i];
    change.col(j.column).segment<3>(t.row + 3) +=
        j.ratio * t.orientationWeight * (by * turningAxis(tree, pose, i));
  }
}

}  // namespace

void errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                  const Vector& e, Matrix& hessian, std::span<const Goal> goals) {
  hessian.setZero();
  const auto add = tree.coupled() ? addTarget<true> : addTarget<false>;
  for (size_t i = 0; i < task.targets().size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    if (t.partial())
      addPartial(tree, t, goals[i], pose, e, hessian);
    else
      add(tree, t, pose, jacobian.matrix(), e, hessian);
  }
}

// dJ_k/dtheta_i = omega_i x J_k for i at or above k, omega_k x J_i below: so what the joints above
// turn, and how those below move the tip, are sums along the chain
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, Matrix& change, std::span<const Goal> goals) {
  change.setZero();
  const bool coupled = tree.coupled();
  for (const TaskTarget& t : task.targets()) {
    const bool whole = !t.partial();
    const auto& chain = tree.chainToEffector(t.effector);  // root first
    const auto& path = tree.pathToEffector(t.effector);    // the same in columns, without followers
    const auto columnOf = [&](size_t i) {
      return coupled ? tree.joints()[chain[i]].column : path[i];
    };
    const auto ratioOf = [&](size_t i) { return coupled ? tree.joints()[chain[i]].ratio : 1; };
    const auto velocity = [&](size_t i) -> Vector3d {
      if (coupled || !whole) return pointVelocity(tree, pose, chain[i], pose.tip[t.effector]);
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
    if (!whole) reduceChange(tree, t, goals[&t - task.targets().data()], pose, turned, change);
  }
}

}  // namespace iklab
