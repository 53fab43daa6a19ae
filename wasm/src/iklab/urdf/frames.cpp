#include "iklab/urdf/frames.hpp"

namespace iklab::urdf {
namespace {

bool isZero(const Vec3& v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

Vec3 roundCoordinates(const Vec3& v) {
  constexpr double kLarge = 1e6;
  Vec3 made = v;
  for (double& x : made)
    if (std::abs(x) < kLarge) x = rigid::roundTo(x, 12) + 0.0;
  return made;
}

}  // namespace

Placement toPlacement(const rigid::Frame& frame) {
  return {roundCoordinates(frame.position),
          roundCoordinates(rigid::rpyFromRotation(frame.rotation))};
}

std::array<Vec3, 2> perpendicularAxes(const Vec3& axis) {
  constexpr Vec3 kStarts[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  size_t largest = 0;
  for (size_t i = 1; i < 3; ++i)
    if (std::abs(axis[i]) > std::abs(axis[largest])) largest = i;
  const Vec3 second = rigid::normalized(rigid::cross(axis, kStarts[largest]));
  return {rigid::normalized(rigid::cross(second, axis)), second};
}

Placement composePlacements(const Placement& outer, const Placement& inner) {
  if (isZero(outer.xyz) && isZero(outer.rpy)) return inner;
  if (isZero(inner.xyz) && isZero(inner.rpy)) return outer;
  if (isZero(outer.rpy))
    return {roundCoordinates(rigid::addScaled(outer.xyz, inner.xyz)), inner.rpy};
  const rigid::RotationMatrix turn = rigid::rpyRotation(outer.rpy);
  const Vec3 moved = rigid::rotateVector(turn, inner.xyz);
  const Vec3 xyz =
      isZero(inner.xyz) ? outer.xyz : roundCoordinates(rigid::addScaled(outer.xyz, moved));
  if (isZero(inner.rpy)) return {xyz, outer.rpy};
  return {xyz, roundCoordinates(
                   rigid::rpyFromRotation(rigid::product(turn, rigid::rpyRotation(inner.rpy))))};
}

}  // namespace iklab::urdf
