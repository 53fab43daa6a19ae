// Partial targets: the free components of a target's position and orientation, and their effect on its
// rows. A target keeps three rows for its position and three for its orientation; unconstrained rows
// are zero, in e and in J.
//
//   position      e = S F^T (t - s), S without the free axes of the frame F
//   free turns    about one axis: a spin; about two: e_k = f_k . log(R_t R_s^T), f_k the third
//   spin          e = alpha n: the turn by alpha in [0, pi] about the unit n that takes the tool's
//                 axis v to the wanted one u the short way; in two rows across u
//   cone          e = max(0, alpha - angle), in one row that is zero inside
//
// Rows of J are the derivatives of -e along the twist omega of the tip: e = M-rows times omega.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <string_view>

#include "iklab/core/words.hpp"

namespace iklab {

// The target pose of an effector, world frame, metres; orientation: a unit quaternion.
struct Goal {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
};

// The frame of the axes: the world, or the target's orientation.
enum class AxisFrame { world, target };
inline constexpr auto kAxisFrames = words<AxisFrame::target>("world", "target");

// The free components of a target. Default: none.
struct Freedom {
  AxisFrame frame = AxisFrame::world;  // of the axes of `position` and `turns`
  std::array<bool, 3> position = {};   // any position along x, y, z
  std::array<bool, 3> turns = {};      // any rotation about x, y, z
  // instead of `turns`: any rotation about this axis of the tool. Any length above 0 and at most 1e15;
  // zero: none.
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  double cone = 0;  // largest deviation of that axis, radians, 0 to pi

  bool anyPosition() const { return position[0] || position[1] || position[2]; }
  bool anyTurn() const { return turns[0] || turns[1] || turns[2] || !axis.isZero(0); }
};

// Why a target cannot have this freedom; empty if it can.
std::string_view faultOf(const Freedom& freedom, bool oriented);

// The constraint of an orientation.
enum class TurnTask { whole, spin, cone, component };

TurnTask turnTask(const Freedom& freedom);

// Position rows: S F^T, I where none is free. They depend on the goal alone.
Eigen::Matrix3d positionRows(const Freedom& freedom, const Goal& goal);

// The orientation rows of a target where its tip stands, for an orientation weight of 1.
class TurnRows {
 public:
  TurnRows(const Freedom& freedom, const Goal& goal, const Eigen::Matrix3d& worldFromTip);

  const Eigen::Vector3d& error() const { return error_; }  // radians, a row each
  const Eigen::Matrix3d& rows() const { return rows_; }    // times omega
  // a cone whose axis is inside: its row is zero
  bool idle() const { return idle_; }

  // M^T e: the gradient of -1/2 |e|^2 along omega; for a spin and a cone also the turn that is left
  Eigen::Vector3d pull() const { return rows_.transpose() * error_; }
  // the change of -pull along omega, as a matrix: omega turns the tip
  Eigen::Matrix3d curvature() const;
  // the change of `rows` along omega
  Eigen::Matrix3d change(const Eigen::Vector3d& omega) const;

  // The rotation vector to the nearest attitude that the target allows, and, of a spin or cone, the
  // tool's axis v: there only where it goes matters.
  Eigen::Vector3d nearest() const;
  bool directed() const { return task_ == TurnTask::spin || task_ == TurnTask::cone; }
  const Eigen::Vector3d& axis() const { return v_; }

 private:
  void swing(const Eigen::Vector3d& u, const Eigen::Vector3d& v, double cone);
  void component(int kept, const Eigen::Matrix3d& frame);
  Eigen::Vector3d fallOff(const Eigen::Vector3d& omega) const;
  Eigen::Vector3d bent(const Eigen::Vector3d& delta) const;

  const TurnTask task_;
  bool idle_ = false;
  int kept_ = 0;  // the row of a component
  Eigen::Matrix3d rows_ = Eigen::Matrix3d::Zero();
  Eigen::Vector3d error_ = Eigen::Vector3d::Zero();
  // of a swing: r = u x n, m = cos alpha r - sin alpha u; b_, c_: across u
  Eigen::Vector3d u_, v_, n_, r_, m_, b_, c_;
  double alpha_ = 0, sine_ = 0, cosine_ = 1, stretch_ = 1;  // stretch: |e| / sin alpha
  // of a component: phi = log(R_t R_s^T), f, and a = A^T f with -dphi = A omega; phi of the whole too
  Eigen::Vector3d phi_, f_, a_;
  Eigen::Quaterniond off_ = Eigen::Quaterniond::Identity();
};

}  // namespace iklab
