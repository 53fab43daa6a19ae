// Rigid frames with only + - x / and the square root, every sum in a fixed order: the same bits in
// every build and browser. Used to read files and to find the start pose; the solver's kinematics
// are faster.
#pragma once

#include <array>
#include <cmath>

namespace iklab::rigid {

using Vec3 = std::array<double, 3>;
using RotationMatrix = std::array<Vec3, 3>;  // Rows.

struct Frame {
  Vec3 position = {};
  RotationMatrix rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

inline double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline double norm(const Vec3& v) { return std::sqrt(dot(v, v)); }
inline Vec3 addScaled(const Vec3& a, const Vec3& b, double share = 1) {
  return {a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]};
}
Vec3 cross(const Vec3& a, const Vec3& b);
// The norm, without overflow or underflow of the squares.
double safeNorm(const Vec3& v);
// v: of any length except 0.
Vec3 normalized(const Vec3& v);

struct SineCosine {
  double sine, cosine;
};
SineCosine sineCosine(double angle);
// In (-pi, pi]; 0 for the zero vector.
double arcTangent(double y, double x);

// Rz(yaw) Ry(pitch) Rx(roll)
RotationMatrix rpyRotation(const Vec3& rpy);
RotationMatrix rotationAbout(const Vec3& axis, double angle);
Vec3 rotateVector(const RotationMatrix& turn, const Vec3& v);
RotationMatrix product(const RotationMatrix& a, const RotationMatrix& b);
// Roll, pitch and yaw. The yaw is removed before the roll is computed, so that rounding errors at a
// pitch of 90 degrees cancel.
Vec3 rpyFromRotation(const RotationMatrix& r);

// Rounds to 0 to 15 decimal places; halves are rounded away from zero.
double roundTo(double value, int places);

// outer * inner
Frame compose(const Frame& outer, const Frame& inner);

}  // namespace iklab::rigid
