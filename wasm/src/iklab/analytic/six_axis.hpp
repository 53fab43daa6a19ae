// Six or seven revolute axes in a row, as a product of exponentials:
//
//   T(q) = exp(h1, o1, q1) ... exp(hN, oN, qN) T(0)
//
// h_i: unit vector of axis i, o_i: a point on it, T: the tip's frame, all in the frame of the base
// at q = 0 (Brockett 1984). Metres and radians.
#pragma once

#include <array>
#include <span>

#include "iklab/analytic/subproblems.hpp"
#include "iklab/core/model.hpp"

namespace iklab::detail {

template <size_t N>
using JointValues = std::array<double, N>;
using Six = JointValues<6>;
using Seven = JointValues<7>;

struct Frame6 {
  Rotation<double> rotation = kIdentity;
  Vec position = {};
};

Rotation<double> product(const Rotation<double>& a, const Rotation<double>& b);
Rotation<double> transposed(const Rotation<double>& a);
// R(k, t)
Rotation<double> rotationAbout(const Vec& k, const SineCosine& t);
Rotation<double> rotationOf(const Eigen::Quaterniond& orientation);

template <size_t N>
struct AxisChain {
  std::array<Vec, N> axis, point;
  Frame6 tip;     // T(0)
  double length;  // Of the chain from o1 to the tip, metres; positive.

  // The pose of the tip, and, if wanted, the axes and points that the joints have there.
  Frame6 pose(const JointValues<N>& q, std::array<Vec, N>* axes = nullptr,
              std::array<Vec, N>* points = nullptr) const;

  // The chain from the tip to the base: axis i is axis N + 1 - i, backwards, in the frame of the
  // tip. Its q_i is q_(N+1-i), and its goal the inverse.
  AxisChain reversed() const;
};
using SixAxis = AxisChain<6>;
using SevenAxis = AxisChain<7>;

// The chain without joint `held`, which keeps `value`.
SixAxis heldChain(const SevenAxis& chain, size_t held, double value);

// N equations that are linear in the steps of the joints: the six of the pose error, and, for seven
// joints, one of the caller's. A row has N coefficients, and then its right side.
template <size_t N>
struct StepRows {
  double row[N][N + 1];
  std::array<Vec, N> axes, points;  // At the pose.
  double residual;                  // |position error| (metres) and |rotation error| (radians).

  // Fills the six equations towards a goal.
  StepRows(const AxisChain<N>& chain, const Frame6& goal, const JointValues<N>& q);
  // Adds the solution to q, without the directions that have less than 1e-9 of the largest effect.
  // Returns the largest rotation.
  double solve(JointValues<N>& q);
};

// The columns of N revolute joints from the world to the effector of the only target, which must
// have a full orientation. Faults: any other chain or task.
template <size_t N>
struct AxisColumns {
  std::array<int, N> column;
  AxisChain<N> chain;
};
template <size_t N>
Result<AxisColumns<N>> axisChainOf(const Model& model);

}  // namespace iklab::detail
