#include "iklab/urdf/frames.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/urdf/numerals.hpp"

namespace iklab::urdf {
namespace {

constexpr double kPi = 3.141592653589793, kRootOfTwo = 1.4142135623730951;

using Turn = std::array<Vec3, 3>;  // rows

struct Angle {
  double sine, cosine;
};

// Taylor's sums for |x| <= pi/4
double sineSum(double x) {
  const double square = x * x;
  double sum = 0;
  for (int k = 17; k > 1; k -= 2) sum = square / (k * (k - 1)) * (1 - sum);
  return x - x * sum;
}

double cosineSum(double x) {
  const double square = x * x;
  double sum = 0;
  for (int k = 18; k > 0; k -= 2) sum = square / (k * (k - 1)) * (1 - sum);
  return 1 - sum;
}

Angle angleOf(double angle) {
  // pi/2 in two parts, the first with so few digits that whole numbers of it are exact
  constexpr double kHigh = 1.5707963267341256, kLow = 6.0771005065061922e-11;
  const double ratio = angle / (kPi / 2), below = std::floor(ratio);
  const double quarters = ratio - below >= 0.5 ? below + 1 : below;
  const double rest = angle - quarters * kHigh - quarters * kLow;
  const double s = sineSum(rest), c = cosineSum(rest);
  const double turns = std::fmod(std::fmod(quarters, 4) + 4, 4);
  if (turns == 0) return {s, c};
  if (turns == 1) return {c, -s};
  if (turns == 2) return {-s, -c};
  return {-c, s};
}

// Gregory's, of |r| <= tan(pi/16)
double tangentSum(double r) {
  const double square = r * r;
  double sum = 0;
  for (int k = 12; k > 0; --k) sum = square * (1.0 / (2 * k + 1) - sum);
  return r - r * sum;
}

// of 0 <= t <= 1, turned back by 0, pi/8 or pi/4
double arcUpToEighth(double t) {
  constexpr double kEighth = kRootOfTwo - 1, kLow = 0.198912367379658, kHigh = 0.6681786379192989;
  if (t > kHigh) return kPi / 4 + tangentSum((t - 1) / (1 + t));
  if (t > kLow) return kPi / 8 + tangentSum((t - kEighth) / (1 + t * kEighth));
  return tangentSum(t);
}

double arcTangent(double y, double x) {
  const double ax = std::abs(x), ay = std::abs(y);
  if (ax == 0 && ay == 0) return 0;
  const bool steep = ay > ax;
  const double low = ax == ay ? kPi / 4 : arcUpToEighth(steep ? ax / ay : ay / ax);
  const double quarter = steep ? kPi / 2 - low : low;
  const double half = x < 0 ? kPi - quarter : quarter;
  return y < 0 ? -half : half;
}

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 unitOf(const Vec3& v) {
  const double length = lengthOf(v);
  return {v[0] / length + 0.0, v[1] / length + 0.0, v[2] / length + 0.0};
}

Vec3 sum(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

bool isZero(const Vec3& v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

Vec3 roundedOff(const Vec3& v) {
  return {urdf::roundedOff(v[0]), urdf::roundedOff(v[1]), urdf::roundedOff(v[2])};
}

// Rz(yaw) Ry(pitch) Rx(roll)
Turn turnOf(const Vec3& rpy) {
  const auto [a, A] = angleOf(rpy[0]);
  const auto [b, B] = angleOf(rpy[1]);
  const auto [c, C] = angleOf(rpy[2]);
  return {{{C * B, C * b * a - c * A, C * b * A + c * a},
           {c * B, c * b * a + C * A, c * b * A - C * a},
           {-b, B * a, B * A}}};
}

Turn product(const Turn& a, const Turn& b) {
  const auto column = [&](size_t i) { return Vec3{b[0][i], b[1][i], b[2][i]}; };
  const Vec3 x = column(0), y = column(1), z = column(2);
  const auto row = [&](const Vec3& r) { return Vec3{dot(r, x), dot(r, y), dot(r, z)}; };
  return {row(a[0]), row(a[1]), row(a[2])};
}

// The yaw is taken out before the roll is read, so that what is lost to rounding where the pitch is
// a quarter turn cancels.
Vec3 rpyOf(const Turn& r) {
  const double yaw = arcTangent(r[1][0], r[0][0]);
  const auto [s, c] = angleOf(yaw);
  const double pitch = arcTangent(-r[2][0], lengthOf({r[0][0], r[1][0], 0}));
  const double roll = arcTangent(s * r[0][2] - c * r[1][2], c * r[1][1] - s * r[0][1]);
  return {roll, pitch, yaw};
}

}  // namespace

double lengthOf(const Vec3& v) {
  const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
  const double scale = largest > 1e-150 && largest < 1e150 ? 1 : largest;
  if (scale == 0) return 0;
  double squares = 0;
  for (const double x : v) squares += (x / scale) * (x / scale);
  return scale * std::sqrt(squares);
}

std::array<Vec3, 2> acrossOf(const Vec3& axis) {
  constexpr Vec3 kStarts[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  size_t largest = 0;
  for (size_t i = 1; i < 3; ++i)
    if (std::abs(axis[i]) > std::abs(axis[largest])) largest = i;
  const Vec3 second = unitOf(cross(axis, kStarts[largest]));
  return {unitOf(cross(second, axis)), second};
}

Placement placedIn(const Placement& outer, const Placement& inner) {
  if (isZero(outer.xyz) && isZero(outer.rpy)) return inner;
  if (isZero(inner.xyz) && isZero(inner.rpy)) return outer;
  if (isZero(outer.rpy)) return {roundedOff(sum(outer.xyz, inner.xyz)), inner.rpy};
  const Turn turn = turnOf(outer.rpy);
  const Vec3 moved = {dot(turn[0], inner.xyz), dot(turn[1], inner.xyz), dot(turn[2], inner.xyz)};
  const Vec3 xyz = isZero(inner.xyz) ? outer.xyz : roundedOff(sum(outer.xyz, moved));
  if (isZero(inner.rpy)) return {xyz, outer.rpy};
  return {xyz, roundedOff(rpyOf(product(turn, turnOf(inner.rpy))))};
}

}  // namespace iklab::urdf
