// Placements of frames, as written in a file. The page computes the same sums in the same order
// (core/rigid_frame.hpp), so that both readers produce the same bits.
#pragma once

#include "iklab/core/rigid_frame.hpp"

namespace iklab::urdf {

using rigid::Vec3;

// rpy: roll, pitch, yaw.
struct Placement {
  Vec3 xyz = {};
  Vec3 rpy = {};
};

// Rounds to 12 decimal places.
Placement toPlacement(const rigid::Frame& frame);

// Two unit vectors perpendicular to an axis and to each other: x and y for z.
std::array<Vec3, 2> perpendicularAxes(const Vec3& axis);

// The placement of `inner`, given relative to `outer`. Values that need no computation keep the
// digits of the file.
Placement composePlacements(const Placement& outer, const Placement& inner);

}  // namespace iklab::urdf
