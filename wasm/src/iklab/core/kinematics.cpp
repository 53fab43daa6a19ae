#include "iklab/core/kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/trigonometry.hpp"

namespace iklab {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// from, turned about the unit vector `axis` of its own frame (Rodrigues)
void turnAbout(const Vector3d& axis, double s, double c, const Matrix3d& from, Matrix3d& r) {
  const double k = 1 - c;
  const double x = axis.x(), y = axis.y(), z = axis.z();
  Matrix3d turn;
  turn << k * x * x + c, k * x * y - s * z, k * x * z + s * y,  //
      k * x * y + s * z, k * y * y + c, k * y * z - s * x,      //
      k * x * z - s * y, k * y * z + s * x, k * z * z + c;
  r.noalias() = from * turn;
}

// the same about the frame's own x, y or z axis: two columns change
void turnAboutPrincipal(int principal, double s, double c, const Matrix3d& from, Matrix3d& r) {
  const int first = principal == 2 ? 0 : principal + 1, second = principal == 0 ? 2 : principal - 1;
  const double *u = from.col(first).data(), *v = from.col(second).data();
  double *x = r.col(first).data(), *y = r.col(second).data();
  for (int i = 0; i < 3; ++i) {
    const double a = u[i], b = v[i];
    x[i] = c * a + s * b;
    y[i] = c * b - s * a;
  }
  for (int i = 0; i < 3; ++i) r(i, principal) = from(i, principal);
}

// worldFromJoint before the joint's own motion; `room` holds it where it is not the parent's
const Matrix3d& frameOf(const Joint& j, const Matrix3d& parent, Matrix3d& room) {
  if (!j.turned) return parent;
  room.noalias() = parent * j.parentFromJoint;
  return room;
}

// one joint's frame, its parent's being there; turn: sine and cosine of its value
void place(const Joint& j, int i, double value, SineCosine turn, Pose& pose) {
  static const Matrix3d kWorld = Matrix3d::Identity();
  Matrix3d room;
  const Matrix3d& parent = j.parent < 0 ? kWorld : pose.worldFromJoint[j.parent];
  const Matrix3d& before = frameOf(j, parent, room);
  Matrix3d& r = pose.worldFromJoint[i];
  Vector3d &origin = pose.origin[i], &axis = pose.axis[i];
  origin = j.offset;
  if (j.parent >= 0) origin = pose.origin[j.parent] + parent * j.offset;
  if (j.principal >= 0)
    axis = before.col(j.principal);
  else
    axis.noalias() = before * j.axis;
  if (!j.turns()) {
    r = before;
    if (j.slides()) origin += axis * value;
    return;
  }
  if (j.principal >= 0)
    turnAboutPrincipal(j.principal, turn.sine, turn.cosine, before, r);
  else
    turnAbout(j.axis, turn.sine, turn.cosine, before, r);
  if (j.pitch != 0) origin += axis * (j.pitch * value);
}

// what is asked of a target that leaves something free
void reduceError(const TaskTarget& t, const Pose& pose, const Goal& goal, Vector& e) {
  if (t.freedom.anyPosition())
    e.segment<3>(t.row) = (positionRows(t.freedom, goal) * e.segment<3>(t.row)).eval();
  if (t.oriented && t.freedom.anyTurn())
    e.segment<3>(t.row + 3) =
        t.orientationWeight * TurnRows(t.freedom, goal, pose.worldFromTip[t.effector]).error();
}

}  // namespace

void placeJoint(const Tree& tree, int joint, double value, Pose& pose) {
  const Joint& j = tree.joints()[joint];
  if (j.place >= 0) pose.values[j.place] = value;
  place(j, joint, value, j.turns() ? sineCosine(value) : SineCosine{0, 1}, pose);
}

Pose::Pose(const Tree& tree)
    : worldFromJoint(tree.joints().size(), Matrix3d::Identity()),
      origin(tree.joints().size(), Vector3d::Zero()),
      axis(tree.joints().size(), Vector3d::UnitZ()),
      worldFromTip(tree.effectors().size(), Matrix3d::Identity()),
      tip(tree.effectors().size(), Vector3d::Zero()),
      values(padded(tree.columns() + static_cast<int>(tree.followers().size())), 0),
      sines(values),
      cosines(values) {}

void Task::add(int effector, bool oriented, double orientationWeight,
               std::optional<AxisTolerance> tolerance, const Freedom& freedom) {
  const int target = static_cast<int>(targets_.size());
  Freedom left = freedom;
  if (left.turns[0] && left.turns[1] && left.turns[2]) oriented = false;
  if (!oriented) left.turns = {};
  targets_.push_back({effector, oriented, orientationWeight, rows(), tolerance, left});
  blocks_.push_back({rows(), target, false});
  if (oriented) blocks_.push_back({rows(), target, true});
  partial_ = partial_ || targets_.back().partial();
  cones_ += oriented && turnTask(left) == TurnTask::cone;
}

void forwardKinematics(const Tree& tree, const Vector& theta, Pose& pose) {
  const int count = static_cast<int>(pose.values.size());
  std::copy_n(theta.data(), theta.size(), pose.values.data());
  for (const int i : tree.followers())
    pose.values[tree.joints()[i].place] = tree.joints()[i].value(theta);
  sinesCosines(pose.values.data(), count, pose.sines.data(), pose.cosines.data());
  for (const int i : tree.order()) {
    const Joint& j = tree.joints()[i];
    const int at = j.place;
    if (at < 0)
      place(j, i, 0, {0, 1}, pose);
    else
      place(j, i, pose.values[at], {pose.sines[at], pose.cosines[at]}, pose);
  }
  for (size_t k = 0; k < tree.effectors().size(); ++k) {
    const Effector& effector = tree.effectors()[k];
    const Matrix3d& parent = pose.worldFromJoint[effector.parent];
    pose.worldFromTip[k].noalias() = parent * effector.parentFromTip;
    pose.tip[k] = pose.origin[effector.parent] + parent * effector.offset;
  }
}

Eigen::Vector3d rotationVector(const Matrix3d& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  Vector3d v = q.vec();
  if (q.w() < 1e-12) {  // half a turn: both signs are right, rounding must not choose
    const int first = std::abs(v.x()) > 1e-9 ? 0 : std::abs(v.y()) > 1e-9 ? 1 : 2;
    if (v[first] < 0) v = -v;
  }
  const double sine = v.norm();
  if (sine == 0) return Vector3d::Zero();
  return v * (2 * std::atan2(sine, q.w()) / sine);
}

void taskError(const Task& task, const Pose& pose, std::span<const Goal> goals, Vector& e) {
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    e.segment<3>(t.row) = goals[i].position - pose.tip[t.effector];
    if (!t.oriented) continue;
    const Matrix3d turned =
        goals[i].orientation.toRotationMatrix() * pose.worldFromTip[t.effector].transpose();
    e.segment<3>(t.row + 3) = t.orientationWeight * rotationVector(turned);
  }
  if (!task.partial()) return;
  for (size_t i = 0; i < goals.size(); ++i)
    if (task.targets()[i].partial()) reduceError(task.targets()[i], pose, goals[i], e);
}

int reduceRows(const Task& task, const Pose& pose, std::span<const Goal> goals, Matrix& jacobian) {
  int idle = 0;
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    const auto reduce = [&](int row, const Matrix3d& rows) {
      for (int c = 0; c < jacobian.cols(); ++c)
        jacobian.col(c).segment<3>(row) = (rows * jacobian.col(c).segment<3>(row)).eval();
    };
    if (t.freedom.anyPosition()) reduce(t.row, positionRows(t.freedom, goals[i]));
    if (!t.oriented || !t.freedom.anyTurn()) continue;
    const TurnRows turn(t.freedom, goals[i], pose.worldFromTip[t.effector]);
    reduce(t.row + 3, turn.rows());
    idle += turn.idle();
  }
  return idle;
}

Eigen::Vector3d pointVelocity(const Tree& tree, const Pose& pose, int joint,
                              const Vector3d& point) {
  const Joint& j = tree.joints()[joint];
  const Vector3d& z = pose.axis[joint];
  if (j.slides()) return z;
  const Vector3d turning = z.cross(point - pose.origin[joint]);
  return j.pitch == 0 ? turning : Vector3d(turning + j.pitch * z);
}

Jacobian::Jacobian(const Tree& tree, const Task& task)
    : tree_(&tree), task_(&task), matrix_(Matrix::Zero(task.rows(), tree.columns())) {}

const std::vector<int>& Jacobian::path(int block) const {
  const Block& b = task_->blocks()[block];
  return tree_->pathToEffector(task_->targets()[b.target].effector);
}

void Jacobian::compute(const Pose& pose, std::span<const Goal> goals) {
  computeWhole(pose);
  if (task_->partial()) idle_ = reduceRows(*task_, pose, goals, matrix_);
}

void Jacobian::computeWhole(const Pose& pose) {
  if (tree_->coupled()) return computeCoupled(pose);
  for (const TaskTarget& t : task_->targets()) {
    const Vector3d& s = pose.tip[t.effector];
    for (const int i : tree_->chainToEffector(t.effector)) {
      const Joint& j = tree_->joints()[i];
      matrix_.col(j.column).segment<3>(t.row) = pointVelocity(*tree_, pose, i, s);
      if (t.oriented && j.turns())
        matrix_.col(j.column).segment<3>(t.row + 3) = t.orientationWeight * pose.axis[i];
    }
  }
}

// a column is a sum: it begins at zero
void Jacobian::computeCoupled(const Pose& pose) {
  matrix_.setZero();
  for (const TaskTarget& t : task_->targets()) {
    const Vector3d& s = pose.tip[t.effector];
    for (const int i : tree_->chainToEffector(t.effector)) {
      const Joint& j = tree_->joints()[i];
      matrix_.col(j.column).segment<3>(t.row) += j.ratio * pointVelocity(*tree_, pose, i, s);
      if (t.oriented && j.turns())
        matrix_.col(j.column).segment<3>(t.row + 3) += j.ratio * t.orientationWeight * pose.axis[i];
    }
  }
}

void Jacobian::times(const Vector& x, Vector& y) const {
  const auto& blocks = task_->blocks();
  for (size_t b = 0; b < blocks.size(); ++b) {
    Vector3d sum = Vector3d::Zero();
    for (const int c : path(static_cast<int>(b)))
      sum += matrix_.col(c).segment<3>(blocks[b].row) * x[c];
    y.segment<3>(blocks[b].row) = sum;
  }
}

void Jacobian::transposeTimes(const Vector& e, Vector& x) const {
  const auto& blocks = task_->blocks();
  x.setZero();
  for (size_t b = 0; b < blocks.size(); ++b) {
    const Vector3d part = e.segment<3>(blocks[b].row);
    for (const int c : path(static_cast<int>(b)))
      x[c] += matrix_.col(c).segment<3>(blocks[b].row).dot(part);
  }
}

void Jacobian::gram(Matrix& product) const {
  const auto& blocks = task_->blocks();
  for (size_t a = 0; a < blocks.size(); ++a) {
    const auto& left = path(static_cast<int>(a));
    for (size_t b = 0; b <= a; ++b) {
      const auto& right = path(static_cast<int>(b));
      Matrix3d sum = Matrix3d::Zero();
      // two paths from the root share a prefix and nothing else; with followers they may share any
      // column, and one that they do not share is zero in one of the blocks
      const auto shared = [&](size_t i) {
        return tree_->coupled() || (i < right.size() && left[i] == right[i]);
      };
      for (size_t i = 0; i < left.size() && shared(i); ++i) {
        const auto column = matrix_.col(left[i]);
        sum.noalias() +=
            column.segment<3>(blocks[a].row) * column.segment<3>(blocks[b].row).transpose();
      }
      product.block<3, 3>(blocks[a].row, blocks[b].row) = sum;
      product.block<3, 3>(blocks[b].row, blocks[a].row) = sum.transpose();
    }
  }
}

}  // namespace iklab
