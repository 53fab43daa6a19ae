// How a target moves about its base position: not at all, by a sine along each axis, or along a
// closed path.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace iklab {

inline constexpr int kMaxPathPoints = 256;

struct Motion {
  // amplitude sin(2 pi t / period + phase), per axis.
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  // Metres.
  Eigen::Vector3d period = Eigen::Vector3d::Ones();     // Seconds.
  Eigen::Vector3d phase = Eigen::Vector3d::Zero();      // Radians.

  // If not empty, a path through these points instead: one round per pathPeriod, point i at time i
  // pathPeriod / count, by the periodic Catmull-Rom spline.
  std::vector<Eigen::Vector3d> points;  // Metres.
  double pathPeriod = 1;                // Seconds.

  // The offset from the base position, metres. Does not allocate.
  Eigen::Vector3d at(double time) const;

  // True if the offset is the same at all times.
  bool still() const;

  // Empty if the motion is valid.
  [[nodiscard]] std::string fault() const;
};

}  // namespace iklab
