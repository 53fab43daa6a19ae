#include "iklab/core/freedom.hpp"

#include <cmath>

#include "iklab/core/kinematics.hpp"
#include "iklab/core/logarithm.hpp"
#include "iklab/math/arctangent.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kMostLength = 1e15;
// Lower bound of sin alpha above a right angle: near pi, where the direction of the rotation is
// ambiguous, the rows stay bounded.
constexpr double kLeastSine = 0.01;

Matrix3d outer(const Vector3d& a, const Vector3d& b) { return a * b.transpose(); }

// (1 - alpha cot alpha) / sin alpha.
double unevenness(double alpha, double sine, double stretch, double cosine) {
  const double a2 = alpha * alpha;
  if (alpha > 0.1) return (1 - stretch * cosine) / sine;
  const double top = alpha * (1.0 / 3 + a2 * (1.0 / 45 + a2 * (2.0 / 945 + a2 / 4725)));
  return top * stretch;
}

int findAxisWith(const std::array<bool, 3>& axes, bool value) {
  for (int k = 0; k < 3; ++k)
    if (axes[static_cast<size_t>(k)] == value) return k;
  return 0;
}

Matrix3d getAxisFrame(const Freedom& freedom, const Goal& goal) {
  if (freedom.frame == AxisFrame::world) return Matrix3d::Identity();
  return goal.orientation.toRotationMatrix();
}

}  // namespace

std::string_view faultOf(const Freedom& f, bool oriented) {
  const int turns = f.turns[0] + f.turns[1] + f.turns[2];
  const double length = f.axis.norm();
  const bool axis = !f.axis.isZero(0);
  if (!isOneOf(f.frame, kAxisFrames)) return "the frame of its free axes must be world or target";
  if (axis && !(f.axis.allFinite() && length > 1e-12 && length <= kMostLength))
    return "its free axis must have a length above 1e-12 and at most 1e15";
  if (axis && turns > 0) return "its free turns are named by axes or by one axis, not by both";
  if (!(f.cone >= 0 && f.cone <= EIGEN_PI)) return "its cone must be from 0 to pi";
  if (f.cone > 0 && !axis) return "its cone needs an axis";
  if (!oriented && f.anyTurn()) return "its turns are free only where it has an orientation";
  if (f.position[0] && f.position[1] && f.position[2] && (!oriented || turns == 3))
    return "it leaves everything free";
  return {};
}

TurnTask turnTask(const Freedom& f) {
  if (!f.axis.isZero(0)) return f.cone > 0 ? TurnTask::cone : TurnTask::spin;
  const int turns = f.turns[0] + f.turns[1] + f.turns[2];
  if (turns == 0) return TurnTask::whole;
  return turns == 1 ? TurnTask::spin : TurnTask::component;
}

Vector3d directedAxis(const Freedom& f, const Goal& goal) {
  if (!f.axis.isZero(0)) return goal.orientation.toRotationMatrix() * f.axis.normalized();
  return getAxisFrame(f, goal).col(findAxisWith(f.turns, turnTask(f) == TurnTask::spin));
}

Matrix3d positionRows(const Freedom& freedom, const Goal& goal) {
  if (!freedom.anyPosition()) return Matrix3d::Identity();
  Matrix3d rows = getAxisFrame(freedom, goal).transpose();
  for (int k = 0; k < 3; ++k)
    if (freedom.position[static_cast<size_t>(k)]) rows.row(k).setZero();
  return rows;
}

TurnRows::TurnRows(const Freedom& freedom, const Goal& goal, const Matrix3d& worldFromTip)
    : task_(turnTask(freedom)) {
  const Matrix3d turned = goal.orientation.toRotationMatrix();
  u_ = v_ = n_ = r_ = m_ = b_ = c_ = phi_ = f_ = a_ = Vector3d::Zero();
  if (task_ == TurnTask::component || task_ == TurnTask::whole) {
    const Matrix3d off = turned * worldFromTip.transpose();
    off_ = Eigen::Quaterniond(off);
    error_ = phi_ = rotationVector(off);
    rows_.setIdentity();
    if (task_ == TurnTask::component)
      component(findAxisWith(freedom.turns, false), getAxisFrame(freedom, goal));
  } else if (freedom.axis.isZero(0)) {
    const Vector3d u = directedAxis(freedom, goal);
    setDirectionRows(u, worldFromTip * (turned.transpose() * u), 0);
  } else {
    const Vector3d axis = freedom.axis.normalized();
    setDirectionRows(turned * axis, worldFromTip * axis, freedom.cone);
  }
}

// Rows that rotate the tool's axis v to u, or into the cone about u.
void TurnRows::setDirectionRows(const Vector3d& u, const Vector3d& v, double cone) {
  u_ = u;
  v_ = v;
  b_ = u.unitOrthogonal();
  c_ = u.cross(b_);
  Vector3d across = v.cross(u);
  across -= u * u.dot(across);
  sine_ = across.norm();
  cosine_ = v.dot(u);
  alpha_ = arctangent2(sine_, cosine_);
  n_ = sine_ > 1e-12 ? Vector3d(across / sine_) : b_;
  r_ = u.cross(n_);
  m_ = cosine_ * r_ - sine_ * u;
  const double left = task_ == TurnTask::cone ? alpha_ - cone : alpha_;
  idle_ = task_ == TurnTask::cone && !(left > 0);
  if (idle_) return;
  if (cosine_ < 0) sine_ = std::max(sine_, kLeastSine);
  stretch_ = sine_ > 1e-12 ? left / sine_ : 1;
  if (task_ == TurnTask::cone) {
    error_.x() = left;
    rows_.row(0) = n_.transpose();
    return;
  }
  const Matrix3d whole = outer(n_, n_) + stretch_ * outer(r_, m_);
  error_ = {alpha_ * b_.dot(n_), alpha_ * c_.dot(n_), 0};
  rows_.row(0) = b_.transpose() * whole;
  rows_.row(1) = c_.transpose() * whole;
}

void TurnRows::component(int kept, const Matrix3d& frame) {
  kept_ = kept;
  f_ = frame.col(kept);
  error_.setZero();
  rows_.setZero();
  const Vector3d turned = phi_.cross(f_);
  a_ = f_ - 0.5 * turned + logarithmFactor(phi_.norm()) * phi_.cross(turned);
  error_[kept] = f_.dot(phi_);
  rows_.row(kept) = a_.transpose();
}

// -dphi = A omega
Vector3d TurnRows::logarithmDerivative(const Vector3d& omega) const {
  const Vector3d turned = phi_.cross(omega);
  return omega + 0.5 * turned + logarithmFactor(phi_.norm()) * phi_.cross(turned);
}

// The change of a_ when phi changes by delta.
Vector3d TurnRows::bent(const Vector3d& delta) const {
  const double x = phi_.norm();
  const Vector3d turned = phi_.cross(f_);
  return -0.5 * delta.cross(f_) + logarithmSlope(x) * phi_.dot(delta) * phi_.cross(turned) +
         logarithmFactor(x) * (delta.cross(turned) + phi_.cross(delta.cross(f_)));
}

Matrix3d TurnRows::curvature() const {
  if (idle_) return Matrix3d::Zero();
  if (directed()) return outer(n_, n_) + stretch_ * outer(r_, m_);
  Matrix3d sum;
  for (int k = 0; k < 3; ++k) {
    const Vector3d fall = logarithmDerivative(Vector3d::Unit(k));
    if (task_ == TurnTask::whole)
      sum.col(k) = fall;
    else
      sum.col(k) = a_ * a_[k] + error_[kept_] * bent(fall);
  }
  return sum;
}

Matrix3d TurnRows::change(const Vector3d& omega) const {
  Matrix3d by = Matrix3d::Zero();
  if (idle_ || task_ == TurnTask::whole) return by;
  if (task_ == TurnTask::component) {
    by.row(kept_) = -bent(logarithmDerivative(omega)).transpose();
    return by;
  }
  const double aside = m_.dot(omega), closer = n_.dot(omega);
  if (task_ == TurnTask::cone) {
    by.row(0) = -aside / sine_ * r_.transpose();
    return by;
  }
  const double uneven = unevenness(alpha_, sine_, stretch_, cosine_);
  const Matrix3d whole = -aside * uneven * (outer(r_, n_) + outer(n_, r_)) -
                         aside * stretch_ * outer(n_, u_) - closer * uneven * outer(r_, m_) +
                         closer * stretch_ * outer(r_, v_);
  by.row(0) = b_.transpose() * whole;
  by.row(1) = c_.transpose() * whole;
  return by;
}

Vector3d TurnRows::nearest() const {
  if (task_ != TurnTask::component) return pull();
  Eigen::Quaterniond left = off_;  // R_t R_s^T without its rotation about f.
  left.vec() -= f_ * f_.dot(off_.vec());
  if (!(left.norm() > 1e-12)) return Vector3d::Zero();
  return rotationVector((left.normalized().conjugate() * off_).toRotationMatrix());
}

}  // namespace iklab
