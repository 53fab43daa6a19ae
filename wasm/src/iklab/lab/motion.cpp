#include "iklab/lab/motion.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/trigonometry.hpp"

namespace iklab {

using namespace detail;

namespace {

using Eigen::Vector3d;

constexpr double kTwoPi = 2 * EIGEN_PI;
// Number of radians or full rotations; beyond it a double has no fraction.
constexpr double kMostTurns = 1LL << 52;

// Phase of a sine, radians.
double computePhase(double time, double period) {
  const double angle = kTwoPi * time / period;
  return std::abs(angle) < kMostTurns ? angle : 0;
}

// Uniform Catmull-Rom spline (1974): the tangent at b is (c - a) / 2. Written in differences, so
// that equal points give exactly that point.
Vector3d between(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d,
                 double u) {
  const Vector3d linear = c - a;
  const Vector3d square = 2 * (a - b) + 3 * (c - b) + (c - d);
  const Vector3d cube = 3 * (b - c) + (d - a);
  return b + 0.5 * u * (linear + u * (square + u * cube));
}

Vector3d interpolatePath(const std::vector<Vector3d>& points, double turns) {
  const int count = static_cast<int>(points.size());
  const double along = std::abs(turns) < kMostTurns ? (turns - std::floor(turns)) * count : 0;
  const int i = std::min(static_cast<int>(along), count - 1);
  const auto point = [&](int offset) { return points[(i + count + offset) % count]; };
  return between(point(-1), point(0), point(1), point(2), along - i);
}

}  // namespace

Vector3d Motion::at(double time) const {
  if (!points.empty()) return interpolatePath(points, time / pathPeriod);
  Vector3d offset = Vector3d::Zero();
  if (still()) return offset;
  double angles[4] = {}, sines[4], cosines[4];  // Padded to pairs.
  for (int a = 0; a < 3; ++a) angles[a] = computePhase(time, period[a]) + phase[a];
  sinesCosines(angles, 4, sines, cosines);
  for (int a = 0; a < 3; ++a)
    if (amplitude[a] != 0) offset[a] = amplitude[a] * sines[a];
  return offset;
}

bool Motion::still() const {
  if (points.empty()) return amplitude.isZero(0);
  return std::all_of(points.begin(), points.end(),
                     [&](const Vector3d& point) { return point == points.front(); });
}

std::string Motion::fault() const {
  const bool sound = period.allFinite() && period.minCoeff() > 0 && std::isfinite(pathPeriod);
  if (!sound || !(pathPeriod > 0)) return "a target's period must be positive";
  if (!amplitude.allFinite() || !phase.allFinite()) return "a target's motion must be finite";
  if (points.empty()) return {};
  if (points.size() < 2 || points.size() > kMaxPathPoints)
    return "a target's path must have 2 to 256 points; got " + std::to_string(points.size());
  const bool finite = std::all_of(points.begin(), points.end(),
                                  [](const Vector3d& point) { return point.allFinite(); });
  return finite ? "" : "a target's path must be finite";
}

}  // namespace iklab
