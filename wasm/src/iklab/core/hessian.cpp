#include "iklab/core/hessian.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/core/logarithm.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// [v] with [v] x = v x x
Matrix3d crossMatrix(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

// Zero if the joint does not rotate.
Vector3d rotationAxis(const Tree& tree, const Pose& pose, int joint) {
  return tree.joints()[joint].turns() ? pose.axis[joint] : Vector3d::Zero();
}

// The Hessian of a target. With q the velocity (position) or axis (orientation) that a joint gives
// the tip, joint a at or above joint b adds q_b . (asked q_a + c_a), where c_a is axis_a x off for
// the position and bent q_a for the orientation.
struct TargetCurvature {
  Matrix3d asked, turnAsked, bent;  // asked: of the position; turnAsked, bent: of the orientation.
  Vector3d off;
};

// With g = M^T e, the pull of an orientation with free components, Q = -dg along the tip's rotation
// and H = Q - g . (z_a x z_b). The position rows S F^T are constant.
TargetCurvature computeCurvature(const TaskTarget& t, std::span<const Goal> goals, size_t target,
                                 const Pose& pose, const Vector& e) {
  TargetCurvature b = {Matrix3d::Identity(), Matrix3d::Zero(), Matrix3d::Zero(),
                       e.segment<3>(t.row)};
  if (t.freedom.anyPosition()) {
    const Matrix3d rows = positionRows(t.freedom, goals[target]);
    b.asked = rows.transpose() * rows;
    b.off = (rows.transpose() * b.off).eval();
  }
  if (!t.oriented) return b;
  const double w2 = t.orientationWeight * t.orientationWeight;
  if (t.freedom.anyTurn()) {
    const TurnRows turn(t.freedom, goals[target], pose.worldFromTip[t.effector]);
    b.turnAsked = w2 * (turn.rows().transpose() * turn.rows());
    b.bent = w2 * (turn.curvature() - crossMatrix(turn.pull())) - b.turnAsked;
  } else {
    const Vector3d turn = e.segment<3>(t.row + 3) / t.orientationWeight;
    const Matrix3d cross = crossMatrix(turn);
    b.turnAsked = w2 * Matrix3d::Identity();
    b.bent = w2 * (logarithmFactor(turn.norm()) * (cross * cross) - 0.5 * cross);
  }
  return b;
}

// For each block of rows, the places of the joints that it depends on, root first.
std::vector<std::vector<int>> pathsOf(const Tree& tree, const Task& task) {
  std::vector<std::vector<int>> paths;
  for (const Block& block : task.blocks()) {
    paths.emplace_back();
    for (const int i : tree.chainToEffector(task.targets()[block.target].effector))
      paths.back().push_back(tree.joints()[i].place);
  }
  return paths;
}

// Adds the change of a target's entries of J. own: its position entries in J.
void changeTarget(const Tree& tree, const TaskTarget& t, const Goal& goal, const Pose& pose,
                  std::span<const Three<double>> own, const Vector& delta,
                  std::span<Three<double>> moves, std::span<Three<double>> turns) {
  const bool coupled = tree.coupled(), whole = !t.partial();
  const auto& chain = tree.chainToEffector(t.effector);  // Root first.
  const auto& path = tree.pathToEffector(t.effector);    // Its columns if nothing follows.
  const auto columnOf = [&](size_t i) {
    return coupled ? tree.joints()[chain[i]].column : path[i];
  };
  const auto ratioOf = [&](size_t i) { return coupled ? tree.joints()[chain[i]].ratio : 1; };
  const auto indexOf = [&](size_t i) { return coupled ? columnOf(i) : static_cast<int>(i); };
  const auto move = [&](int k) { return Eigen::Map<Vector3d>(&moves[static_cast<size_t>(k)].x); };
  const auto turn = [&](int k) { return Eigen::Map<Vector3d>(&turns[static_cast<size_t>(k)].x); };
  const auto velocity = [&](size_t i) -> Vector3d {
    if (coupled || !whole) return pointVelocity(tree, pose, chain[i], pose.tip[t.effector]);
    return lane(own[i], 0);
  };
  Vector3d below = Vector3d::Zero(), turned = Vector3d::Zero();
  for (size_t i = 0; i < chain.size(); ++i)
    below += velocity(i) * (ratioOf(i) * delta[columnOf(i)]);
  for (size_t i = 0; i < chain.size(); ++i) {
    const int c = columnOf(i);
    const double ratio = ratioOf(i);
    const Vector3d axis = rotationAxis(tree, pose, chain[i]), v = velocity(i);
    below -= v * (ratio * delta[c]);
    if (t.oriented) turn(indexOf(i)) += ratio * t.orientationWeight * turned.cross(axis);
    turned += axis * (ratio * delta[c]);
    move(indexOf(i)) += ratio * (turned.cross(v) + axis.cross(below));
  }
  if (whole) return;
  const TurnRows turning(t.freedom, goal, pose.worldFromTip[t.effector]);
  const Matrix3d rows = positionRows(t.freedom, goal), by = turning.change(turned);
  for (size_t i = 0; i < own.size(); ++i) {
    const int k = static_cast<int>(i);
    move(k) = (rows * move(k)).eval();
    if (t.oriented) turn(k) = (turning.rows() * turn(k)).eval();
  }
  if (!t.oriented) return;
  for (size_t i = 0; i < chain.size(); ++i)
    turn(indexOf(i)) +=
        ratioOf(i) * t.orientationWeight * (by * rotationAxis(tree, pose, chain[i]));
}

}  // namespace

ErrorHessian::ErrorHessian(const Tree& tree, const Task& task)
    : tree_(tree), task_(task), terms_(tree.places(), pathsOf(tree, task)) {
  if (tree.coupled()) dense_.resize(static_cast<size_t>(tree.columns() * tree.columns()));
  for (int c = 0; c < tree.columns(); ++c) columns_.push_back(c);
  for (const int i : tree.followers()) columns_.push_back(tree.joints()[i].column);
}

void ErrorHessian::compute(const Pose& pose, const Vector& e, std::span<const Goal> goals) {
  int block = 0;
  for (size_t k = 0; k < task_.targets().size(); ++k) {
    const TaskTarget& t = task_.targets()[k];
    const TargetCurvature b = computeCurvature(t, goals, k, pose, e);
    const auto& chain = tree_.chainToEffector(t.effector);
    const auto write = [&](int path, size_t i, const Vector3d& q, const Vector3d& asked,
                           const Vector3d& bent) {
      terms_.term(path, static_cast<int>(i)) = {load(Vector3d(asked + bent)), load(q), load(bent)};
    };
    for (size_t i = 0; i < chain.size(); ++i) {
      const double ratio = tree_.joints()[chain[i]].ratio;
      const Vector3d axis = ratio * rotationAxis(tree_, pose, chain[i]);
      const Vector3d move = ratio * pointVelocity(tree_, pose, chain[i], pose.tip[t.effector]);
      // d^2 s / d theta_a d theta_b = axis_a x J_b for b at or below a.
      write(block, i, move, b.asked * move, axis.cross(b.off));
      if (t.oriented) write(block + 1, i, axis, b.turnAsked * axis, b.bent * axis);
    }
    block += t.oriented ? 2 : 1;
  }
}

void ErrorHessian::zeroColumn(int column) {
  for (size_t place = 0; place < columns_.size(); ++place)
    if (columns_[place] == column) terms_.zeroNode(static_cast<int>(place));
}

void ErrorHessian::write(double* upper, int stride) const {
  write(&TreeMatrix::Term::p, upper, stride);
}

void ErrorHessian::write(Three<double> TreeMatrix::Term::*p, double* upper, int stride) const {
  for (int c = 0; c < tree_.columns(); ++c) std::fill_n(upper + c * stride, tree_.columns(), 0.0);
  terms_.each(p, [&](int above, int below, double entry) {
    const auto [a, b] = std::minmax(columns_[above], columns_[below]);
    upper[a * stride + b] += a == b && above != below ? 2 * entry : entry;
  });
}

double ErrorHessian::curvatureNorm() {
  if (!tree_.coupled()) return terms_.norm();
  const int n = tree_.columns();
  write(&TreeMatrix::Term::part, dense_.data(), n);
  double most = 0;
  for (int a = 0; a < n; ++a) {
    double sum = 0;
    for (int b = 0; b < n; ++b) sum += std::abs(dense_[std::min(a, b) * n + std::max(a, b)]);
    most = std::max(most, sum);
  }
  return most;
}

// dJ_k/dtheta_i = omega_i x J_k for i at or above k, omega_k x J_i below: so the rotation by the
// joints above, and the tip's motion by the joints below, are running sums along the chain.
void jacobianChange(const Tree& tree, const Task& task, const Pose& pose, const Jacobian& jacobian,
                    const Vector& delta, Strands<double>& change, std::span<const Goal> goals) {
  change.clear();
  for (size_t k = 0; k < task.targets().size(); ++k) {
    const TaskTarget& t = task.targets()[k];
    const int target = static_cast<int>(k);
    changeTarget(tree, t, t.partial() ? goals[k] : Goal(), pose, jacobian.strands().moves(target),
                 delta, change.moves(target), change.turns(target));
  }
}

}  // namespace iklab
