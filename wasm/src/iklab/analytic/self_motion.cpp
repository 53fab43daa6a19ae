#include "iklab/analytic/self_motion.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/analytic/branch.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

namespace {

constexpr double kReachedError = 1e-13;  // Radians, and metres as a share of the stretch.
constexpr double kShortestStep = 1e-6;   // Radians.
constexpr double kLeastCosine = 0.99;    // Between the tangents of two steps.
constexpr double kSlowest = 0.5;         // Ratio of the errors of two corrections.
constexpr int kMostCorrections = 30;
constexpr double kSideCosine = 0.5;  // Between the singular vectors of two steps.
constexpr int kBisections = 45;
constexpr double kArcRounding = 1e-12;  // Radians.

std::vector<int> movingColumns(const Model& model) {
  std::vector<int> columns;
  for (const TaskTarget& target : model.task.targets())
    for (const int column : model.tree.pathToEffector(target.effector)) columns.push_back(column);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

}  // namespace

Result<SelfMotion> SelfMotion::make(Model::Pointer model) {
  if (model->task.cones() > 0) return Fault{"a self-motion needs targets without cones"};
  std::vector<int> columns = movingColumns(*model);
  const int redundant = static_cast<int>(columns.size()) - model->workingRank;
  if (redundant != 1)
    return Fault{
        detail::concatenate({"the joints that move the effectors have ", std::to_string(redundant),
                             " redundant degrees of freedom; a self-motion curve needs 1"})};
  return SelfMotion(std::move(model), std::move(columns));
}

SelfMotion::SelfMotion(Model::Pointer model, std::vector<int> columns)
    : model_(std::move(model)),
      columns_(std::move(columns)),
      rank_(model_->workingRank),
      unit_(Vector::Ones(model_->columns())),
      rowShare_(Vector::Zero(model_->rows())),
      turns_(static_cast<size_t>(model_->columns()), false),
      goals_(model_->task.targets().size()),
      pose_(model_->tree),
      jacobian_(model_->tree, model_->task),
      scaled_(Matrix::Zero(model_->rows(), model_->columns())),
      svd_(model_->rows(), model_->columns()),
      error_(Vector::Zero(model_->rows())),
      leftBefore_(error_),
      rightBefore_(Vector::Zero(model_->columns())),
      next_{rightBefore_, rightBefore_},
      regular_(next_) {
  const double stretch = model_->stretch > 0 ? model_->stretch : 1;
  for (const Block& block : model_->task.blocks()) {
    const TaskTarget& target = model_->task.targets()[static_cast<size_t>(block.target)];
    rowShare_.segment<3>(block.row).setConstant(
        1 / (block.rotation ? target.orientationWeight : stretch));
  }
  for (int column = 0; column < model_->columns(); ++column) {
    const Joint& joint = model_->tree.moving(column);
    if (joint.slides()) unit_[column] = stretch;
    turns_[static_cast<size_t>(column)] =
        joint.kind == JointKind::revolute && !model_->tree.leads(column);
  }
}

void SelfMotion::hold(const Vector& theta) {
  forwardKinematics(model_->tree, theta, pose_);
  for (size_t i = 0; i < goals_.size(); ++i) {
    const size_t effector = static_cast<size_t>(model_->task.targets()[i].effector);
    goals_[i] = {pose_.tip[effector], Eigen::Quaterniond(pose_.worldFromTip[effector])};
  }
  share_ = 1;
}

void SelfMotion::linearise(const Vector& theta) {
  forwardKinematics(model_->tree, theta, pose_);
  jacobian_.compute(pose_, goals_);
  scaled_ = jacobian_.matrix();
  for (int column = 0; column < scaled_.cols(); ++column)
    for (int row = 0; row < scaled_.rows(); ++row)
      scaled_(row, column) *= rowShare_[row] * unit_[column];
  svd_.compute(scaled_);
}

// Removes the part that J moves. Returns the length of the rest, as a share.
double SelfMotion::alignTangent(Vector& tangent) const {
  double share = 1;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < rank_; ++i) {
      const auto v = svd_.v(i);
      double along = 0;
      for (const int c : columns_) along += v[c] * tangent[c];
      for (const int c : columns_) tangent[c] -= along * v[c];
    }
    const double length = std::sqrt(squareOf(tangent));
    if (!(length > 0)) return 0;
    for (double& each : tangent) each /= length;
    share *= length;
  }
  return share;
}

bool SelfMotion::settle(SelfMotionPoint& point) {
  linearise(point.theta);
  return alignTangent(point.tangent) > 0 && !isWeak();
}

SelfMotionPoint SelfMotion::pointAt(const Vector& theta) {
  hold(theta);
  linearise(theta);
  SelfMotionPoint point{theta, Vector::Zero(theta.size())};
  if (isWeak()) return point;
  double most = -1;
  for (const int c : columns_) {
    double rest = 1;
    for (int i = 0; i < rank_; ++i) rest -= svd_.v(i)[c] * svd_.v(i)[c];
    if (rest <= most) continue;
    most = rest;
    point.tangent.setZero();
    point.tangent[c] = 1;
  }
  alignTangent(point.tangent);
  return point;
}

bool SelfMotion::moved(const SelfMotionPoint& point, double h, Vector& theta) {
  for (int c = 0; c < theta.size(); ++c)
    theta[c] = point.theta[c] + unit_[c] * h * point.tangent[c];
  double before = kInfinity;
  for (int k = 0; k < kMostCorrections; ++k) {
    forwardKinematics(model_->tree, theta, pose_);
    taskError(model_->task, pose_, goals_, error_);
    for (int row = 0; row < error_.size(); ++row) error_[row] *= rowShare_[row];
    const double now = std::sqrt(squareOf(error_));
    if (now <= kReachedError) return true;
    if (!(now <= kSlowest * before)) return false;
    before = now;
    for (int i = 0; i < rank_; ++i) {
      const auto u = svd_.u(i), v = svd_.v(i);
      double along = 0;
      for (int row = 0; row < error_.size(); ++row) along += u[row] * error_[row];
      along /= svd_.sigma(i);
      for (const int c : columns_) theta[c] += unit_[c] * along * v[c];
    }
  }
  return false;
}

double SelfMotion::reach(const SelfMotionPoint& point) const {
  double most = 0;
  for (const double each : point.tangent) most = std::max(most, std::abs(each));
  return share_ * kLargestStep / most;
}

// A singular value that passes through 0 turns one of its vectors round.
bool SelfMotion::changesSide() const {
  const auto u = svd_.u(rank_ - 1), v = svd_.v(rank_ - 1);
  double left = 0, right = 0;
  for (int i = 0; i < leftBefore_.size(); ++i) left += leftBefore_[i] * u[i];
  for (int i = 0; i < rightBefore_.size(); ++i) right += rightBefore_[i] * v[i];
  return left * right < 0 && std::min(std::abs(left), std::abs(right)) > kSideCosine;
}

// Bisects between the point and the pose at h, on whose sides a singular value has opposite signs.
bool SelfMotion::findCrossing(const SelfMotionPoint& point, double h, double& square) {
  double low = 0, high = h;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    linearise(point.theta);
    if (!moved(point, middle, next_.theta)) return false;
    linearise(next_.theta);
    if (isWeak()) {
      square = middle * middle;
      return true;
    }
    (changesSide() ? high : low) = middle;
  }
  return false;
}

bool SelfMotion::step(SelfMotionPoint& point, double most, double& arc, SelfMotionEnd& why) {
  leftBefore_ = svd_.u(rank_ - 1);
  rightBefore_ = svd_.v(rank_ - 1);
  double h = std::min(most, reach(point));
  for (;; h *= 0.5, share_ *= 0.5, settle(point)) {
    if (h < std::min(kShortestStep, most)) {
      why = SelfMotionEnd::lost;
      return false;
    }
    if (!moved(point, h, next_.theta)) continue;
    double square = 0, largest = 0;
    for (const int c : columns_) {
      const double x = (next_.theta[c] - point.theta[c]) / unit_[c];
      square += x * x, largest = std::max(largest, std::abs(x));
    }
    if (largest > kLargestStep * (1 + 1e-3)) continue;
    next_.tangent = point.tangent;
    linearise(next_.theta);
    const double cosine = alignTangent(next_.tangent);
    if (cosine < kLeastCosine) continue;
    bool ends = isWeak();
    if (!ends && changesSide()) {
      ends = findCrossing(point, h, square);
      if (ends) {
        next_.tangent = point.tangent;
      } else {  // Two singular values changed places.
        linearise(point.theta);
        moved(point, h, next_.theta);
        linearise(next_.theta);
      }
    }
    // The chord of an arc whose ends differ by an angle.
    arc += std::sqrt(square) * (1 + (1 - cosine) / 12);
    std::swap(point, next_);
    share_ = std::min(1.0, 2 * share_);
    why = SelfMotionEnd::twoDirections;
    return !ends;
  }
}

double SelfMotion::advance(SelfMotionPoint& point, double arc) {
  const double sign = arc < 0 ? -1 : 1, wanted = std::abs(arc);
  double travelled = 0;
  SelfMotionEnd why;
  hold(point.theta);
  point.tangent *= sign;
  if (!settle(point)) return 0;
  while (wanted - travelled > kArcRounding) {
    regular_ = point;
    const double before = travelled;
    if (step(point, wanted - travelled, travelled, why)) continue;
    point = regular_;  // From where the way back is clear.
    travelled = before;
    break;
  }
  point.tangent *= sign;
  return sign * travelled;
}

void SelfMotion::difference(const Vector& to, const Vector& from, Vector& x) const {
  for (int c = 0; c < x.size(); ++c) {
    const double change = to[c] - from[c];
    x[c] = turns_[static_cast<size_t>(c)] ? detail::nearestTurn(change, 0) : change / unit_[c];
  }
}

double SelfMotion::margin(const Vector& theta) const {
  double least = kInfinity;
  for (const int c : columns_) {
    const Joint& joint = model_->tree.moving(c);
    double value = theta[c];
    const bool both = std::isfinite(joint.lower) && std::isfinite(joint.upper);
    if (both && turns_[static_cast<size_t>(c)])
      value = detail::nearestTurn(value, 0.5 * (joint.lower + joint.upper));
    const bool free = turns_[static_cast<size_t>(c)] && !both;  // Some turn is within.
    if (!free)
      least = std::min(least, std::min(value - joint.lower, joint.upper - value) / unit_[c]);
  }
  return least;
}

}  // namespace iklab
