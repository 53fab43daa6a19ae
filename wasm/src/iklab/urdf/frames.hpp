// Where something stands in a frame, as a file says it. The page has the same in the same order of sums
// (core/rigid_frame.hpp), so that both readers make the same bits of a file.
#pragma once

#include "iklab/core/rigid_frame.hpp"

namespace iklab::urdf {

using rigid::Vec3;

// offset and roll, pitch, yaw
struct Placement {
  Vec3 xyz = {};
  Vec3 rpy = {};
};

// to 12 digits behind the point: a thousandth of what is ever asked of a pose
Placement placementOf(const rigid::Frame& frame);

// Two unit vectors across an axis and each other: x and y for z.
std::array<Vec3, 2> acrossOf(const Vec3& axis);

// `inner`, which stands in `outer`. What need not be worked out keeps the digits of its file.
Placement placedIn(const Placement& outer, const Placement& inner);

}  // namespace iklab::urdf
