// Rigid frames with only + - x / and the square root, every sum in a fixed order: the same bits in
// every build and browser. Used to read files and to find the start pose; the solver's kinematics
// are faster.
#pragma once

#include <array>
#include <cmath>

namespace iklab::rigid {

using Vec3 = std::array<double, 3>;
using Turn = std::array<Vec3, 3>;  // Rows.

struct Frame {
  Vec3 at = {};
  Turn turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
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
Vec3 unitOf(const Vec3& v);

struct SineCosine {
  double sine, cosine;
};
SineCosine sineCosine(double angle);
// In (-pi, pi]; 0 for the zero vector.
double arcTangent(double y, double x);

// Rz(yaw) Ry(pitch) Rx(roll)
Turn turnOf(const Vec3& rpy);
Turn turnAbout(const Vec3& axis, double angle);
Vec3 rotated(const Turn& turn, const Vec3& v);
Turn product(const Turn& a, const Turn& b);
// Roll, pitch and yaw. The yaw is removed before the roll is computed, so that rounding errors at a
// pitch of 90 degrees cancel.
Vec3 rpyOf(const Turn& r);

// Rounds to 0 to 15 decimal places; halves are rounded away from zero.
double roundedTo(double value, int places);

// outer * inner
Frame composed(const Frame& outer, const Frame& inner);

}  // namespace iklab::rigid
