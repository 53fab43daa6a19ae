#include "iklab/ik/methods/geometric/group_search.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace iklab {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int kMostSteps = 8;
constexpr int kMostHalvings = 40;
constexpr double kSettled = 1e-14;  // Relative to the value.

// The vector of the antisymmetric part: the rotation that reduces the remaining M = R_s R_t^T.
Vector3d rotationGradient(const Matrix3d& m) {
  return {m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0)};
}

}  // namespace

GroupSearch::GroupSearch(const Model& model, size_t most) : tree_(model.tree), pose_(model.tree) {
  if (tree_.coupled()) pulls_.resize(most);
}

void GroupSearch::add(int joint, const Vector3d& at, const Pose& pose, const Vector3d& goal,
                      double weight) {
  if (!tree_.coupled()) return;
  Pull& pull = pulls_[used_++];
  pull.joint = joint;
  pull.offset = pose.worldFromJoint[joint].transpose() * (at - pose.origin[joint]);
  pull.goal = goal;
  pull.weight = weight;
  pull.orientationWeight = pull.directionWeight = 0;
}

void GroupSearch::addOrientation(const Effector& effector, const Matrix3d& goalTurn,
                                 double orientationWeight) {
  if (!tree_.coupled()) return;
  Pull& pull = pulls_[used_ - 1];
  pull.orientationWeight = orientationWeight;
  pull.turn = effector.parentFromTip;
  pull.goalTurn = goalTurn;
}

void GroupSearch::addDirection(const Pose& pose, const Vector3d& v, const Vector3d& goal,
                               double orientationWeight) {
  if (!tree_.coupled()) return;
  Pull& pull = pulls_[used_ - 1];
  pull.directionWeight = orientationWeight;
  pull.axis = pose.worldFromJoint[pull.joint].transpose() * v;
  pull.goalAxis = goal;
}

void GroupSearch::run(const std::vector<Range>& ranges, Vector& theta, Vector& step) {
  for (const int c : tree_.groups()) step[c] = search(c, ranges[c], theta);
}

// Returns the change of the column.
double GroupSearch::search(int column, Range range, Vector& theta) {
  const double start = theta[column];
  double moved = std::min(std::max(0.0, range.low), range.high);
  theta[column] = start + moved;
  double least = evaluate(theta);
  for (int i = 0; i < kMostSteps; ++i) {
    const double wanted = std::min(std::max(moved + newton(column), range.low), range.high);
    double by = wanted - moved, now = least;
    for (int k = 0; k < kMostHalvings && std::abs(by) > kSettled * (1 + std::abs(moved));
         ++k, by *= 0.5) {
      theta[column] = start + (moved + by);
      now = evaluate(theta);
      if (now < least) break;
    }
    if (!(now < least)) {
      theta[column] = start + moved;
      evaluate(theta);
      break;
    }
    moved += by;
    least = now;
  }
  return moved;
}

// The Gauss-Newton step of the column at the current pose.
double GroupSearch::newton(int column) const {
  double slope = 0, curvature = 0;
  for (const Pull& pull : std::span(pulls_.data(), used_)) {
    const Matrix3d& frame = pose_.worldFromJoint[pull.joint];
    const Vector3d point = pose_.origin[pull.joint] + frame * pull.offset;
    Vector3d moved = Vector3d::Zero(), turned = moved;
    for (const int i : tree_.chainToJoint(pull.joint)) {
      const Joint& j = tree_.joints()[i];
      if (j.column != column) continue;
      moved += j.ratio * pointVelocity(tree_, pose_, i, point);
      if (j.turns()) turned += j.ratio * pose_.axis[i];
    }
    const double w2 = pull.orientationWeight * pull.orientationWeight;
    slope += pull.weight * moved.dot(pull.goal - point);
    if (w2 > 0)
      slope +=
          0.5 * w2 * turned.dot(rotationGradient(frame * pull.turn * pull.goalTurn.transpose()));
    curvature += pull.weight * moved.squaredNorm() + w2 * turned.squaredNorm();
    if (!(pull.directionWeight > 0)) continue;
    const double d2 = pull.directionWeight * pull.directionWeight;
    const Vector3d axis = frame * pull.axis;
    slope += d2 * turned.dot(axis.cross(pull.goalAxis));
    curvature += d2 * turned.cross(axis).squaredNorm();
  }
  return curvature > 0 && std::isfinite(slope / curvature) ? slope / curvature : 0;
}

// Computes the pose at theta. Returns the objective.
double GroupSearch::evaluate(const Vector& theta) {
  forwardKinematics(tree_, theta, pose_);
  double sum = 0;
  for (const Pull& pull : std::span(pulls_.data(), used_)) {
    const Matrix3d& frame = pose_.worldFromJoint[pull.joint];
    const Vector3d left = pull.goal - pose_.origin[pull.joint] - frame * pull.offset;
    sum += pull.weight * left.squaredNorm();
    const double w2 = pull.orientationWeight * pull.orientationWeight;
    if (w2 > 0) sum += 0.5 * w2 * (frame * pull.turn - pull.goalTurn).squaredNorm();
    const double d2 = pull.directionWeight * pull.directionWeight;
    if (d2 > 0) sum += d2 * (frame * pull.axis - pull.goalAxis).squaredNorm();
  }
  return 0.5 * sum;
}

}  // namespace iklab
