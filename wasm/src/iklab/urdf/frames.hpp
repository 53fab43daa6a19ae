// Rigid frames of + - x / and the square root alone, in the order of the page's, so that both
// readers make the same bits of a file.
#pragma once

#include <array>

namespace iklab::urdf {

using Vec3 = std::array<double, 3>;

// offset and roll, pitch, yaw
struct Placement {
  Vec3 xyz = {};
  Vec3 rpy = {};
};

// also where the squares over- or underflow
double lengthOf(const Vec3& v);
// Two unit vectors across an axis and each other: x and y for z.
std::array<Vec3, 2> acrossOf(const Vec3& axis);

// `inner`, which stands in `outer`. What need not be worked out keeps the digits of its file.
Placement placedIn(const Placement& outer, const Placement& inner);

}  // namespace iklab::urdf
