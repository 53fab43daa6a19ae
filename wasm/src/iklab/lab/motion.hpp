// How a target moves about its position: still, by a sine along each axis, or along a closed path.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace iklab {

inline constexpr int kMaxPathPoints = 256;

struct Motion {
  // amplitude sin(2 pi t / period + phase), per axis
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  // metres
  Eigen::Vector3d period = Eigen::Vector3d::Ones();     // seconds
  Eigen::Vector3d phase = Eigen::Vector3d::Zero();      // radians

  // Where there are points, a path through them instead: once round each pathPeriod, point i at
  // time i pathPeriod / count, by the periodic Catmull-Rom spline between them.
  std::vector<Eigen::Vector3d> points;  // metres
  double pathPeriod = 1;                // seconds

  // what is added to the position, metres; takes nothing from the heap
  Eigen::Vector3d at(double time) const;

  // the same at any time
  bool still() const;

  // why it cannot be followed; empty: it can
  std::string fault() const;
};

}  // namespace iklab
