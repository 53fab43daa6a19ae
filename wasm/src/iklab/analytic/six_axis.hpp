// Six revolute axes in a row, as a product of exponentials:
//
//   T(q) = exp(h1, o1, q1) ... exp(h6, o6, q6) T(0)
//
// h_i: unit vector of axis i, o_i: a point on it, T: the tip's frame, all in the frame of the base
// at q = 0 (Brockett 1984). Metres and radians.
#pragma once

#include <array>
#include <span>

#include "iklab/analytic/subproblems.hpp"
#include "iklab/core/model.hpp"

namespace iklab::detail {

using Six = std::array<double, 6>;

struct Frame6 {
  Rotation<double> rotation = kIdentity;
  Vec position = {};
};

Rotation<double> product(const Rotation<double>& a, const Rotation<double>& b);
Rotation<double> transposed(const Rotation<double>& a);
// R(k, t)
Rotation<double> rotationAbout(const Vec& k, const SineCosine& t);
Rotation<double> rotationOf(const Eigen::Quaterniond& orientation);

struct SixAxis {
  std::array<Vec, 6> axis, point;
  Frame6 tip;     // T(0)
  double length;  // Of the chain from o1 to the tip, metres; positive.

  // The pose of the tip, and, if wanted, the axes and points that the joints have there.
  Frame6 pose(const Six& q, std::array<Vec, 6>* axes = nullptr,
              std::array<Vec, 6>* points = nullptr) const;

  // The chain from the tip to the base: axis i is axis 7 - i, backwards, in the frame of the tip.
  // Its q_i is q_(7-i), and its goal the inverse.
  SixAxis reversed() const;
};

// One step of Newton's method towards a goal, without the directions in which the joints move the
// tip by less than 1e-9 of the largest motion. Returns the largest rotation; residual: |position
// error| (metres) and |rotation error| (radians) together, before the step.
double newtonStep(const SixAxis& chain, const Frame6& goal, Six& q, double& residual);

// The columns of six revolute joints from the world to the effector of the only target, which must
// have a full orientation. Faults: any other chain or task.
struct SixColumns {
  std::array<int, 6> column;
  SixAxis chain;
};
Result<SixColumns> sixAxisOf(const Model& model);

}  // namespace iklab::detail
