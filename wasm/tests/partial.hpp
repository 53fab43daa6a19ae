// Targets with free components, and their errors by another method: quaternions and dot products
// instead of the core's matrices.
#pragma once

#include "tests/coupled.hpp"
#include "tests/reference.hpp"

namespace iklab::test {

// A random freedom. kind: 0 to 3, the orientation's TurnTask.
inline Freedom randomFreedom(Random& random, bool oriented, int kind) {
  Freedom f;
  f.frame = random.unit() < 0.5 ? AxisFrame::world : AxisFrame::target;
  for (bool& axis : f.position) axis = random.unit() < 0.4;
  if (!oriented || kind == 0) {
    if (f.position[0] && f.position[1] && f.position[2]) f.position[2] = false;
    return f;
  }
  const auto axis = static_cast<size_t>(3 * random.unit());
  const bool named = kind == 1 && random.unit() < 0.5;
  if (kind == 3) f.turns = {true, true, true}, f.turns[axis] = false;
  if (named) f.turns[axis] = true;
  if (kind == 2 || (kind == 1 && !named)) f.axis = randomVector(3, 2, random);
  if (kind == 2) f.cone = random.uniform(0.1, 1.5);
  return f;
}

// The error of a target in numbers that do not depend on the choice of rows: the three components
// of its position, and the remaining angle (for a component with its sign).
struct Missed {
  Eigen::Vector3d way;
  double angle;
};

inline Missed missed(const TaskTarget& t, const Pose& pose, const Goal& goal) {
  using Eigen::Quaterniond;
  using Eigen::Vector3d;
  const Freedom& f = t.freedom;
  const Quaterniond tip(pose.worldFromTip[t.effector]),
      frame = f.frame == AxisFrame::target ? goal.orientation : Quaterniond::Identity();
  Missed out{Vector3d::Zero(), 0};
  for (int k = 0; k < 3; ++k)
    if (!f.position[static_cast<size_t>(k)])
      out.way += (frame * Vector3d::Unit(k)) *
                 (frame * Vector3d::Unit(k)).dot(goal.position - pose.tip[t.effector]);
  if (!t.oriented) return out;
  const Quaterniond off = goal.orientation * tip.conjugate();
  const Eigen::AngleAxisd turn(off);
  const Vector3d vector =
      (turn.angle() > EIGEN_PI ? turn.angle() - 2 * EIGEN_PI : turn.angle()) * turn.axis();
  out.angle = vector.norm();
  Vector3d wanted = goal.orientation * f.axis, now = tip * f.axis;
  const int free = f.turns[0] + f.turns[1] + f.turns[2];
  for (int k = 0; k < 3; ++k) {
    const Vector3d axis = frame * Vector3d::Unit(k);
    if (free == 2 && !f.turns[static_cast<size_t>(k)]) out.angle = axis.dot(vector);
    if (free == 1 && f.turns[static_cast<size_t>(k)]) wanted = axis, now = off.conjugate() * axis;
  }
  if (wanted.isZero(0)) return out;
  // By half angles: exact for small angles and near 180 degrees.
  const Vector3d a = now.normalized(), b = wanted.normalized();
  out.angle = 2 * std::atan2((a - b).norm(), (a + b).norm());
  if (f.cone > 0) out.angle = std::max(0.0, out.angle - f.cone);
  return out;
}

// 1/2 |e|^2
inline double lossOf(const Model& model, const Vector& theta, const std::vector<Goal>& goals) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  double sum = 0;
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = model.task.targets()[i];
    const Missed m = missed(t, pose, goals[i]);
    sum += m.way.squaredNorm() + std::pow(t.orientationWeight * m.angle, 2);
  }
  return 0.5 * sum;
}

// A tree, sometimes coupled, with one target per effector that has free components.
struct PartialCase {
  PartialCase(Random& random, int kind, bool coupled)
      : tree(coupled ? randomCoupled(random).tree : randomTree(random)) {
    for (size_t k = 0; k < tree.effectors().size(); ++k) {
      const bool oriented = random.unit() < 0.8;
      task.add(static_cast<int>(k), oriented, random.uniform(0.3, 1.5), {},
               randomFreedom(random, oriented, kind));
    }
    theta = randomVector(tree.columns(), 2, random);
    goals = randomGoals(task, 1, random);
    // Unit quaternions, so that each one is a rotation.
    for (Goal& g : goals) g.orientation.normalize();
  }
  Tree tree;
  Task task;
  Vector theta;
  std::vector<Goal> goals;
};

}  // namespace iklab::test
