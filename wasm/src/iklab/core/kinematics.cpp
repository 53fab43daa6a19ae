#include "iklab/core/kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab {

using namespace detail;

template class detail::Strands<double>;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

}  // namespace

void placeJoint(const Tree& tree, int joint, double value, Pose& pose) {
  const Joint& j = tree.joints()[joint];
  if (j.place >= 0) pose.values[j.place] = value;
  if (j.turns()) {
    const SineCosine turn = sineCosine(value);
    pose.sines[j.place] = turn.sine;
    pose.cosines[j.place] = turn.cosine;
  }
  placeJoint(tree, joint, pose);
}

void placeJoint(const Tree& tree, int joint, Pose& pose) {
  place(tree.link(joint), Stand<double>(pose));
}

void forwardKinematics(const Tree& tree, const Vector& theta, Pose& pose) {
  forwardKinematics(tree, theta.data(), pose);
}

Eigen::Vector3d rotationVector(const Matrix3d& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  Vector3d v = q.vec();
  if (q.w() < 1e-12) {  // Rotation by pi: both signs are valid; rounding must not decide.
    const int first = std::abs(v.x()) > 1e-9 ? 0 : std::abs(v.y()) > 1e-9 ? 1 : 2;
    if (v[first] < 0) v = -v;
  }
  const double sine = norm(load(v));
  if (sine == 0) return Vector3d::Zero();
  return v * (2 * arctangent2(sine, q.w()) / sine);
}

// R_t R_s^T
Matrix3d rotationBetween(const Matrix3d& tip, const Matrix3d& goal) {
  const Rotation<double> t = load(goal), s = load(tip);
  Matrix3d turn;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) turn(i, k) = dot(t.row(i), s.row(k));
  return turn;
}

void taskError(const Task& task, const Pose& pose, std::span<const Goal> goals, Vector& e) {
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    e.segment<3>(t.row) = goals[i].position - pose.tip[t.effector];
    if (!t.oriented) continue;
    const Matrix3d turned =
        rotationBetween(pose.worldFromTip[t.effector], goals[i].orientation.toRotationMatrix());
    e.segment<3>(t.row + 3) = t.orientationWeight * rotationVector(turned);
  }
  if (!task.partial()) return;
  for (size_t i = 0; i < goals.size(); ++i)
    if (const TaskTarget& t = task.targets()[i]; t.partial())
      askedError(t, pose.worldFromTip[t.effector], goals[i], &e[t.row]);
}

void askedError(const TaskTarget& t, const Matrix3d& worldFromTip, const Goal& goal, double* e) {
  if (t.freedom.anyPosition()) store(load(Matrix3d(positionRows(t.freedom, goal))) * load(e), e);
  if (t.oriented && t.freedom.anyTurn())
    store(load(Vector3d(t.orientationWeight * TurnRows(t.freedom, goal, worldFromTip).error())),
          e + 3);
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
  return lane(pointVelocity(tree.joints()[joint], load(pose.axis[joint]), load(pose.origin[joint]),
                            load(point)),
              0);
}

Jacobian::Jacobian(const Tree& tree, const Task& task)
    : task_(&task), strands_(tree, task), matrix_(Matrix::Zero(task.rows(), tree.columns())) {}

void Jacobian::compute(const Pose& pose, std::span<const Goal> goals) {
  strands_.compute(pose);
  written_ = false;
  if (task_->partial())
    idle_ = reduceRows(
        *task_, pose, [&](int i, int) { return goals[i]; }, strands_);
}

const Matrix& Jacobian::matrix() const {
  if (!written_)
    strands_.each([&](int row, int c, const Three<double>& v) { store(v, &matrix_(row, c)); });
  written_ = true;
  return matrix_;
}

}  // namespace iklab
