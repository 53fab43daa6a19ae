#include "iklab/core/rigid_frame.hpp"

#include <algorithm>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::rigid {
namespace {

constexpr double kPi = 3.141592653589793, kRootOfTwo = 1.4142135623730951;

// Arctangent by Gregory's series, for |r| <= tan(pi/16).
double tangentSum(double r) {
  const double square = r * r;
  double sum = 0;
  for (int k = 12; k > 0; --k) sum = square * (1.0 / (2 * k + 1) - sum);
  return r - r * sum;
}

// Arctangent for 0 <= t <= 1, from that of an angle smaller by 0, pi/8 or pi/4.
double arcUpToEighth(double t) {
  constexpr double kEighth = kRootOfTwo - 1, kLow = 0.198912367379658, kHigh = 0.6681786379192989;
  if (t > kHigh) return kPi / 4 + tangentSum((t - 1) / (1 + t));
  if (t > kLow) return kPi / 8 + tangentSum((t - kEighth) / (1 + t * kEighth));
  return tangentSum(t);
}

// a * b - product, exactly, if product is a * b rounded (Dekker).
double productError(double a, double b, double product) {
  const auto high = [](double x) {
    const double c = 134217729 * x;
    return c - (c - x);
  };
  const double ah = high(a), bh = high(b), al = a - ah, bl = b - bh;
  return al * bl - (((product - ah * bh) - al * bh) - ah * bl);
}

}  // namespace

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double safeNorm(const Vec3& v) {
  const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
  const double scale = largest > 1e-150 && largest < 1e150 ? 1 : largest;
  if (scale == 0) return 0;
  double squares = 0;
  for (const double x : v) squares += (x / scale) * (x / scale);
  return scale * std::sqrt(squares);
}

Vec3 normalized(const Vec3& v) {
  const double length = safeNorm(v);
  return {v[0] / length + 0.0, v[1] / length + 0.0, v[2] / length + 0.0};
}

// Taylor series for |x| <= pi/4.
SineCosine sineCosine(double angle) {
  // pi/2 as a sum of two numbers; the first has so few digits that its integer multiples are exact.
  constexpr double kHigh = 1.5707963267341256, kLow = 6.0771005065061922e-11;
  const double ratio = angle / (kPi / 2), below = std::floor(ratio);
  const double quarters = ratio - below >= 0.5 ? below + 1 : below;
  const double x = angle - quarters * kHigh - quarters * kLow, square = x * x;
  double odd = 0, even = 0;
  for (int k = 18; k > 2; k -= 2) {
    even = square / (k * (k - 1)) * (1 - even);
    odd = square / ((k - 1) * (k - 2)) * (1 - odd);
  }
  const double s = x - x * odd, c = 1 - square / 2 * (1 - even);
  const double turns = quarters - 4 * std::floor(quarters / 4);
  if (turns == 0) return {s, c};
  if (turns == 1) return {c, -s};
  if (turns == 2) return {-s, -c};
  return {-c, s};
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

RotationMatrix rpyRotation(const Vec3& rpy) {
  const auto [a, A] = sineCosine(rpy[0]);
  const auto [b, B] = sineCosine(rpy[1]);
  const auto [c, C] = sineCosine(rpy[2]);
  return {{{C * B, C * b * a - c * A, C * b * A + c * a},
           {c * B, c * b * a + C * A, c * b * A - C * a},
           {-b, B * a, B * A}}};
}

RotationMatrix rotationAbout(const Vec3& axis, double angle) {
  const auto& [x, y, z] = axis;
  const auto [s, c] = sineCosine(angle);
  const double k = 1 - c;
  return {{{k * x * x + c, k * x * y - s * z, k * x * z + s * y},
           {k * x * y + s * z, k * y * y + c, k * y * z - s * x},
           {k * x * z - s * y, k * y * z + s * x, k * z * z + c}}};
}

Vec3 rotateVector(const RotationMatrix& turn, const Vec3& v) {
  return {dot(turn[0], v), dot(turn[1], v), dot(turn[2], v)};
}

RotationMatrix product(const RotationMatrix& a, const RotationMatrix& b) {
  RotationMatrix made;
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j) made[i][j] = dot(a[i], {b[0][j], b[1][j], b[2][j]});
  return made;
}

Vec3 rpyFromRotation(const RotationMatrix& r) {
  const double yaw = arcTangent(r[1][0], r[0][0]);
  const auto [s, c] = sineCosine(yaw);
  const double pitch = arcTangent(-r[2][0], safeNorm({r[0][0], r[1][0], 0}));
  const double roll = arcTangent(s * r[0][2] - c * r[1][2], c * r[1][1] - s * r[0][1]);
  return {roll, pitch, yaw};
}

double roundTo(double value, int places) {
  double scale = 1;
  for (int i = 0; i < places; ++i) scale *= 10;
  const double size = std::abs(value), product = size * scale;
  if (!(product < 0x1p53)) return value;  // Rounding would return the same double.
  double whole = std::floor(product);
  if ((product - whole) + productError(size, scale, product) >= 0.5) ++whole;
  return std::copysign(whole / scale, value);
}

Frame compose(const Frame& outer, const Frame& inner) {
  return {addScaled(outer.position, rotateVector(outer.rotation, inner.position)),
          product(outer.rotation, inner.rotation)};
}

}  // namespace iklab::rigid

#ifdef __clang__
#pragma clang attribute pop
#endif
