#include "iklab/ik/methods/geometric/point_fit.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int kMostHinges = 6;   // Hinges of a run that one Newton step rotates together.
constexpr int kMostTrials = 40;  // Newton trials per run.
constexpr double kAligned = 1e-15;
// Relative to the trace: below it the spin of a bone is undetermined.
constexpr double kFlat = 1e-6;
// Relative to the largest coordinate: no sweep can improve on that.
constexpr double kExact = 1e-14;

// z . (the vector of the antisymmetric part): the derivative of tr M when M rotates about z.
double pull(const Matrix3d& m, const Vector3d& z) {
  return z.x() * (m(1, 2) - m(2, 1)) + z.y() * (m(2, 0) - m(0, 2)) + z.z() * (m(0, 1) - m(1, 0));
}

// x <- H^-1 x by Cholesky; false if H is not positive definite.
bool solve(double (&h)[kMostHinges][kMostHinges], int n, double* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k <= i; ++k) {
      double sum = h[i][k];
      for (int l = 0; l < k; ++l) sum -= h[i][l] * h[k][l];
      if (i == k && !(sum > 0)) return false;
      h[i][k] = i == k ? std::sqrt(sum) : sum / h[k][k];
    }
    for (int k = 0; k < i; ++k) x[i] -= h[i][k] * x[k];
    x[i] /= h[i][i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= h[k][i] * x[k];
    x[i] /= h[i][i];
  }
  return true;
}

}  // namespace

PointFit::PointFit(const Model& model, const PointTree& points)
    : model_(model),
      tree_(points),
      theta_(Vector::Zero(model.columns())),
      best_(theta_),
      step_(theta_),
      pose_(model.tree),
      whole_(model.columns()),
      ranges_(whole_),
      positions_(points.points().size(), Vector3d::Zero()),
      moments_(model.tree.joints().size()),
      groups_(model, points.points().size()),
      fitted_(model.columns(), 0),
      share_(fitted_) {}

void PointFit::run(const Problem& problem, const std::vector<Vector3d>& wanted,
                   const std::vector<Attitude>& attitudes, double tipWeight, int sweeps) {
  problem_ = &problem;
  wanted_ = &wanted;
  attitudes_ = &attitudes;
  tipWeight_ = tipWeight;
  theta_ = best_ = problem.state.theta;
  pose_ = problem.state.pose;
  for (int c = 0; c < model_.columns(); ++c)
    whole_[c] = moveRange(problem, model_.tree, model_.tree.moving(c));
  size_ = 0;
  for (const Vector3d& each : wanted) size_ = std::max(size_, each.cwiseAbs().maxCoeff());
  double least = measure();
  for (groupsFixed_ = false;; groupsFixed_ = true) {
    descend();
    if (groupsFixed_ || !model_.tree.coupled()) break;
    alignFollowers();
  }
  std::copy_n(pose_.values.data(), theta_.size(), theta_.data());
  const double aligned = measure();
  if (aligned > least) {  // The current joints fit better.
    theta_ = best_;
    forwardKinematics(model_.tree, theta_, pose_);
    measure();
  }
  least = std::min(least, aligned);
  for (int i = 0; i < sweeps && farthest_ > kExact * size_; ++i) {
    collectMoments();
    sweep(model_.tree, pose_, ranges_, moments_, step_);
    best_ = theta_;
    theta_ += step_;
    if (model_.tree.coupled()) groups_.run(ranges_, theta_, step_);
    forwardKinematics(model_.tree, theta_, pose_);
    const double now = measure();
    if (now >= least) {
      theta_ = best_;
      forwardKinematics(model_.tree, theta_, pose_);
      measure();
      break;
    }
    least = now;
  }
}

// Sum of weighted squares, orientations included; also sets positions_ and farthest_.
double PointFit::measure() {
  double sum = 0, most = 0;
  for (int i = 0; i < tree_.size(); ++i) {
    const Point& point = tree_.points()[i];
    if (point.parent < 0 || (point.target < 0 && point.coincidesWithParent())) continue;
    positions_[i] = tree_.position(point, pose_);
    const double square = (positions_[i] - (*wanted_)[i]).squaredNorm();
    sum += weightOf(point) * square;
    most = std::max(most, square);
    if (point.target < 0) continue;
    const Attitude& a = (*attitudes_)[point.target];
    if (a.weight == 0) continue;
    const Effector& tip = model_.tree.effectors()[model_.task.targets()[point.target].effector];
    const Matrix3d now = pose_.worldFromJoint[point.joint] * tip.parentFromTip;
    if (a.isFullOrientation())
      sum += 0.5 * a.weight * a.weight * (now - a.worldFromTip).squaredNorm();
    else
      sum += a.weight * a.weight * ((now - a.worldFromTip) * a.direction).squaredNorm();
  }
  farthest_ = std::sqrt(most);
  return sum;
}

// The range of motion that a joint has left.
Range PointFit::remainingRange(int joint) const {
  const Joint& j = model_.tree.joints()[joint];
  if (groupsFixed_ && model_.tree.leads(j.column)) return {0, 0};
  const Range whole = j.follows ? moveRange(*problem_, model_.tree, j) : whole_[j.column];
  const double gone = valueOf(joint) - problem_->state.pose.values[j.place];
  return {whole.low - gone, whole.high - gone};
}

// ---- from the root to the tips ---------------------------------------------------------------

void PointFit::descend() {
  for (const int i : model_.tree.order()) {
    placeJoint(model_.tree, i, pose_);
    const int point = tree_.pointEndingAt(i);
    if (point >= 0) fitPoint(tree_.points()[point]);
  }
}

// Computes the value of a column nearest to those of its joints: the minimum of sum (ratio x +
// shift - theirs)^2.
void PointFit::alignFollowers() {
  std::fill(fitted_.begin(), fitted_.end(), 0.0);
  std::fill(share_.begin(), share_.end(), 0.0);
  for (const Point& point : tree_.points()) {
    for (const int joint : point.run) {
      const Joint& j = model_.tree.joints()[joint];
      fitted_[j.column] += j.ratio * (valueOf(joint) - j.shift);
      share_[j.column] += j.ratio * j.ratio;
    }
  }
  std::copy_n(pose_.values.data(), theta_.size(), theta_.data());
  for (const int c : model_.tree.groups()) {
    const Range range = moveRange(*problem_, model_.tree, model_.tree.moving(c));
    const double start = problem_->state.theta[c];
    const double by = share_[c] > 0 ? fitted_[c] / share_[c] - start : 0;
    theta_[c] = start + std::min(std::max(by, range.low), range.high);
  }
  forwardKinematics(model_.tree, theta_, pose_);
}

void PointFit::fitPoint(const Point& point) {
  const Joint& j = model_.tree.joints()[point.joint];
  if (point.run.size() > 1) return fitRun(point);
  Moments around = childMoments(point);
  if (point.slides()) {  // A slide only moves its own point.
    const int index = tree_.pointEndingAt(point.joint);
    const Vector3d& origin = pose_.origin[point.joint];
    if (j.slides()) around.clear();
    around.add(origin, (*wanted_)[index], origin);
  }
  const double by = bestMove(j, pose_.axis[point.joint], around, remainingRange(point.joint));
  moveTo(point.joint, valueOf(point.joint) + by);
}

// Moments of the bones below a point, and of the orientation of a tip.
Moments PointFit::childMoments(const Point& point) const {
  Moments sum;
  sum.clear();
  const Vector3d& origin = pose_.origin[point.joint];
  for (const int child : point.children) {
    const Point& end = tree_.points()[child];
    sum.add(tree_.position(end, pose_), (*wanted_)[child], origin, weightOf(end));
    addAttitude(end, sum);
  }
  return sum;
}

void PointFit::addAttitude(const Point& tip, Moments& moments) const {
  if (tip.target < 0) return;
  const Attitude& wanted = (*attitudes_)[tip.target];
  if (wanted.weight == 0) return;
  const Effector& effector = model_.tree.effectors()[model_.task.targets()[tip.target].effector];
  const Matrix3d now = pose_.worldFromJoint[tip.joint] * effector.parentFromTip;
  if (wanted.isFullOrientation())
    moments.addRotation(now * wanted.worldFromTip.transpose(), wanted.weight);
  else
    moments.addDirection(now * wanted.direction, wanted.worldFromTip * wanted.direction,
                         wanted.weight);
}

void PointFit::fitRun(const Point& point) {
  for (int i = 0; i < kMostTrials; ++i) {
    const Moments now = childMoments(point);
    double most = 0;
    for (const int joint : point.run)
      most = std::max(most, std::abs(pull(now.product, pose_.axis[joint])));
    if (most <= kAligned * now.product.norm()) return;
    if (!newton(point, now) && !fitEachHinge(point, now)) return;
  }
}

// Rotates all hinges of a run at once. The Hessian of -tr M is z_i . z_k tr M - z_i^T M z_k, with
// hinge i nearer to the root than k. False if the step is no improvement, or out of range.
bool PointFit::newton(const Point& point, const Moments& now) {
  const int n = static_cast<int>(point.run.size());
  if (n > kMostHinges) return false;
  double h[kMostHinges][kMostHinges], by[kMostHinges], before[kMostHinges];
  const double trace = now.product.trace(), size = now.product.norm();
  double slope = 0;
  for (int k = 0; k < n; ++k) {
    const Vector3d& zk = pose_.axis[point.run[k]];
    by[k] = pull(now.product, zk);
    slope += by[k] * by[k];
    const Vector3d turned = now.product * zk;
    for (int i = 0; i <= k; ++i) {
      const Vector3d& zi = pose_.axis[point.run[i]];
      h[k][i] = zi.dot(zk) * trace - zi.dot(turned) + (i == k ? kFlat * size : 0);
    }
  }
  if (!solve(h, n, by)) return false;
  for (int k = 0; k < n; ++k) {
    const Range range = remainingRange(point.run[k]);
    if (!(by[k] >= range.low && by[k] <= range.high)) return false;
    before[k] = valueOf(point.run[k]);
  }
  for (int k = 0; k < n; ++k) moveTo(point.run[k], before[k] + by[k]);
  const Moments then = childMoments(point);
  double slopeThen = 0;
  for (const int joint : point.run) {
    const double part = pull(then.product, pose_.axis[joint]);
    slopeThen += part * part;
  }
  const double gain = then.product.trace() - trace;
  if (gain > 1e-14 * size || (gain >= -1e-14 * size && slopeThen < slope)) return true;
  for (int k = 0; k < n; ++k) moveTo(point.run[k], before[k]);
  return false;
}

// Rotates one hinge of a run after the other, the last first; false if none rotates.
bool PointFit::fitEachHinge(const Point& point, const Moments& now) {
  Moments around = now;
  double most = 0;
  for (auto i = point.run.rbegin(); i != point.run.rend(); ++i) {
    const Joint& j = model_.tree.joints()[*i];
    const double by = bestMove(j, pose_.axis[*i], around, remainingRange(*i));
    if (by != 0) around.move(j, pose_.axis[*i], by);
    pose_.values[j.place] += by;
    most = std::max(most, std::abs(by));
  }
  for (const int joint : point.run) moveTo(joint, valueOf(joint));
  return most > kAligned;
}

// ---- all points at once ----------------------------------------------------------------------

// Adds each point to the last joint that moves it. The positions are those of the last `measure`.
void PointFit::collectMoments() {
  groupsFixed_ = false;
  groups_.clear();
  for (const int c : model_.tree.groups()) step_[c] = 0;
  for (Moments& m : moments_) m.clear();
  for (int i = 0; i < tree_.size(); ++i) {
    const Point& point = tree_.points()[i];
    if (point.parent < 0 || (point.target < 0 && point.coincidesWithParent())) continue;
    Moments& m = moments_[point.joint];
    const Vector3d& at = positions_[i];
    m.add(at, (*wanted_)[i], pose_.origin[point.joint], weightOf(point));
    groups_.add(point.joint, at, pose_, (*wanted_)[i], weightOf(point));
    addAttitude(point, m);
    if (point.target < 0) continue;
    const Attitude& a = (*attitudes_)[point.target];
    const Effector& tip = model_.tree.effectors()[model_.task.targets()[point.target].effector];
    if (a.isFullOrientation())
      groups_.addOrientation(tip, a.worldFromTip, a.weight);
    else
      groups_.addDirection(pose_,
                           pose_.worldFromJoint[point.joint] * (tip.parentFromTip * a.direction),
                           a.worldFromTip * a.direction, a.weight);
  }
  for (int c = 0; c < model_.columns(); ++c) {
    const double gone = pose_.values[c] - problem_->state.pose.values[c];
    ranges_[c] = {whole_[c].low - gone, whole_[c].high - gone};
  }
}

}  // namespace iklab
