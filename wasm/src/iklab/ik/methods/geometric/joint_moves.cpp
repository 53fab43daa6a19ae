#include "iklab/ik/methods/geometric/joint_moves.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kTurn = 2 * EIGEN_PI;
constexpr double kMomentRounding = 4 * std::numeric_limits<double>::epsilon();

double sumAbsolute(const Vector3d& v) { return v.cwiseAbs().sum(); }

Matrix3d rotationAbout(const Vector3d& axis, double angle) {
  const auto [sine, cosine] = sineCosine(angle);
  const Vector3d k = (1 - cosine) * axis, w = sine * axis;
  Matrix3d turn = k * axis.transpose();
  turn.diagonal().array() += cosine;
  turn(0, 1) -= w.z(), turn(1, 0) += w.z();
  turn(2, 0) -= w.y(), turn(0, 2) += w.y();
  turn(1, 2) -= w.x(), turn(2, 1) += w.x();
  return turn;
}

double clampToRange(Range range, double x) { return std::min(std::max(x, range.low), range.high); }

// The x in the range with the largest a cos x + b sin x.
double bestRotation(double a, double b, Range range) {
  if (a == 0 && b == 0) return clampToRange(range, 0);
  const double best = arctangent2(b, a);
  const bool isFree = range.low == -kInfinity && range.high == kInfinity;
  if (isFree || (range.low <= best && best <= range.high)) return best + 0.0;  // Never -0.
  const double first = std::ceil((range.low - best) / kTurn);
  const double last = std::floor((range.high - best) / kTurn);
  if (first <= last) return clampToRange(range, best + kTurn * clampToRange({first, last}, 0));
  const double low = std::cos(range.low - best), high = std::cos(range.high - best);
  if (low == high) return std::abs(range.low) < std::abs(range.high) ? range.low : range.high;
  return low > high ? range.low : range.high;
}

// The least  c/2 (x - x0)^2 - rho cos x  in the valley of the cosine at 0, or NaN if the quadratic
// is so steep that the valley has no bottom. Beyond 0, on x0's side, the slope increases and is
// concave up to `top`, so that Newton from 0 approaches its only zero from one side; the bracket is
// a safeguard against rounding.
double valleyBottom(double rho, double c, double x0) {
  const double side = x0 < 0 ? -1 : 1;
  const double top = rho > c ? std::acos(-c / rho) : EIGEN_PI;
  x0 = std::abs(x0);
  const auto slope = [&](double x) { return rho * std::sin(x) + c * (x - x0); };
  if (slope(top) < 0) return kNotUsed;
  double low = 0, high = top, x = 0;
  for (int i = 0; i < 100; ++i) {
    const double now = slope(x);
    if (now == 0) break;
    (now < 0 ? low : high) = x;
    double next = x - now / (rho * std::cos(x) + c);
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double moved = std::abs(next - x);
    x = next;
    if (moved <= 1e-15 * (1 + x)) break;
  }
  return side * x;
}

// Minimiser of c/2 (x - x0)^2 - a cos x - b sin x: the bottom of the valley nearest to x0, or, if
// that is out of range, of a valley beside an end, or an end.
double bestScrew(double a, double b, double c, double x0, Range range) {
  const double rho = hypotenuse(a, b), middle = arctangent2(b, a);
  const double nearest = std::nearbyint((clampToRange(range, x0) - middle) / kTurn);
  double best = clampToRange(range, 0), least = kInfinity;
  const auto consider = [&](double x) {
    if (!(x >= range.low && x <= range.high) || !std::isfinite(x)) return;
    const double far = x - x0, value = 0.5 * c * far * far - rho * std::cos(x - middle);
    const double slack = 1e-14 * (rho + 0.5 * c * far * far);
    if (value > least + slack || (value > least - slack && std::abs(x) > std::abs(best))) return;
    least = std::min(least, value);
    best = x;
  };
  consider(range.low);
  consider(range.high);
  for (const double valley : {nearest - 1, nearest, nearest + 1}) {
    const double centre = middle + kTurn * valley;
    consider(centre + valleyBottom(rho, c, x0 - centre));
  }
  return best;
}

}  // namespace

void Moments::clear() {
  product.setZero();
  from.setZero();
  to.setZero();
  weight = reach = noise = 0;
}

void Moments::add(const Vector3d& at, const Vector3d& goal, const Vector3d& p, double w) {
  const Vector3d s = at - p, t = goal - p;
  product.noalias() += w * s * t.transpose();
  from += w * s;
  to += w * t;
  weight += w;
  reach += w * (sumAbsolute(s) + sumAbsolute(t));
  noise += kMomentRounding * w *
           ((sumAbsolute(at) + sumAbsolute(p)) * sumAbsolute(t) +
            (sumAbsolute(goal) + sumAbsolute(p)) * sumAbsolute(s));
}

void Moments::addRotation(const Matrix3d& off, double orientationWeight) {
  const double w = 0.5 * orientationWeight * orientationWeight;
  product += w * off;
  noise += kMomentRounding * w;
}

void Moments::addDirection(const Vector3d& v, const Vector3d& goal, double orientationWeight) {
  const double w = orientationWeight * orientationWeight;
  product.noalias() += w * v * goal.transpose();
  noise += kMomentRounding * w;
}

void Moments::addShifted(const Moments& below, const Vector3d& q, const Vector3d& p) {
  const Vector3d d = q - p;
  const double apart = below.weight * sumAbsolute(d);
  product += below.product;
  product.noalias() += d * below.to.transpose();
  product.noalias() += (below.from + below.weight * d) * d.transpose();
  from += below.from + below.weight * d;
  to += below.to + below.weight * d;
  weight += below.weight;
  reach += below.reach + 2 * apart;
  noise +=
      below.noise + kMomentRounding * (sumAbsolute(q) + sumAbsolute(p)) * (below.reach + apart);
}

void Moments::move(const Joint& joint, const Vector3d& axis, double by) {
  if (joint.turns()) {
    const Matrix3d turn = rotationAbout(axis, by), before = product;
    const Vector3d sum = from;
    product.noalias() = turn * before;
    from.noalias() = turn * sum;
  }
  const double slide = joint.slides() ? by : joint.pitch * by;
  if (slide == 0) return;
  product.noalias() += slide * axis * to.transpose();
  from += slide * weight * axis;
}

Matrix3d rotationBy(const Vector3d& rotationVector) {
  const double angle = rotationVector.norm();
  if (!(angle > 0)) return Matrix3d::Identity();
  return rotationAbout(rotationVector / angle, angle);
}

Range moveRange(const Problem& problem, const Tree& tree, const Joint& joint) {
  const Joint& leader = tree.moving(joint.column);
  const double now = problem.state.theta[joint.column];
  const char locked = problem.locked[joint.column];
  Range range;
  if (locked)
    range.low = range.high = (locked > 0 ? leader.upper : leader.lower) - now;
  else if (problem.limitsHold)
    range = {leader.lower - now, leader.upper - now};
  if (!joint.follows) return range;
  if (joint.ratio == 0) return {0, 0};
  const double a = joint.ratio * range.low, b = joint.ratio * range.high;
  return {std::min(a, b), std::max(a, b)};
}

double bestMove(const Joint& joint, const Vector3d& axis, const Moments& moments, Range range) {
  if (!moments.any()) return clampToRange(range, 0);
  const double lift = axis.dot(moments.to - moments.from);  // Sum w z . (t - s)
  if (joint.slides()) return clampToRange(range, moments.weight > 0 ? lift / moments.weight : 0);
  const Matrix3d& m = moments.product;
  double a = m.trace() - axis.dot(m * axis);
  double b = axis.x() * (m(1, 2) - m(2, 1)) + axis.y() * (m(2, 0) - m(0, 2)) +
             axis.z() * (m(0, 1) - m(1, 0));
  // Rounding errors must not decide the sign of a rotation by pi, nor cause one without gain.
  if (std::abs(b) <= moments.noise) b = 0;
  if (b == 0 && std::abs(a) <= moments.noise) a = 0;
  const double c = moments.weight * joint.pitch * joint.pitch;
  if (!(c > 0)) return bestRotation(a, b, range);
  return bestScrew(a, b, c, lift / (moments.weight * joint.pitch), range);
}

void sweep(const Tree& tree, const Pose& pose, const std::vector<Range>& ranges,
           std::vector<Moments>& moments, Vector& step) {
  const auto& order = tree.order();
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    const Joint& j = tree.joints()[*i];
    Moments& below = moments[*i];
    if (j.column >= 0 && !tree.leads(j.column)) {
      double& by = step[j.column];
      by = bestMove(j, pose.axis[*i], below, ranges[j.column]);
      if (by != 0) below.move(j, pose.axis[*i], by);
    }
    if (j.parent >= 0 && below.any())
      moments[j.parent].addShifted(below, pose.origin[*i], pose.origin[j.parent]);
  }
}

}  // namespace iklab
