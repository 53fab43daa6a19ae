// Partial targets: the free components of a target's position and orientation, and their effect on
// its rows. A target keeps three rows for its position and three for its orientation; unconstrained
// rows are zero, in e and in J.
//
//   position      e = S F^T (t - s), S without the free axes of the frame F
//   free turns    about one axis: a spin; about two: e_k = f_k . log(R_t R_s^T), f_k the third
//   spin          e = alpha n: the rotation by alpha in [0, pi] about the unit vector n, the
//                 shortest from the tool's axis v to its target u; in two rows across u
//   cone          e = max(0, alpha - angle), in one row that is zero inside the cone
//
// The rows M of the Jacobian are the derivatives of -e along the tip's rotation omega: de = -M
// omega.
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

// The frame in which free axes are given: the world, or the target's orientation.
enum class AxisFrame { world, target };
inline constexpr auto kAxisFrames = words<AxisFrame::target>("world", "target");

// The free components of a target; none by default.
struct Freedom {
  AxisFrame frame = AxisFrame::world;  // Frame of the axes of `position` and `turns`.
  std::array<bool, 3> position = {};   // Any position along x, y, z.
  std::array<bool, 3> turns = {};      // Any rotation about x, y, z.
  // Instead of `turns`: any rotation about this axis of the tool. Its length: above 1e-12 and at
  // most 1e15; zero: none.
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  double cone = 0;  // Largest deviation of that axis, radians, 0 to pi.

  bool anyPosition() const { return position[0] || position[1] || position[2]; }
  bool anyTurn() const { return turns[0] || turns[1] || turns[2] || !axis.isZero(0); }
};

// Returns why a target cannot have this freedom; empty if it can.
[[nodiscard]] std::string_view faultOf(const Freedom& freedom, bool oriented);

// The kind of orientation rows, as defined above.
enum class TurnTask { whole, spin, cone, component };

TurnTask turnTask(const Freedom& freedom);

// The axis of a spin or a cone as its goal directs it, or the axis of the constrained rotation of a
// component; world frame, unit.
Eigen::Vector3d directedAxis(const Freedom& freedom, const Goal& goal);

// Position rows: S F^T, or I if no position is free. They depend on the goal alone.
Eigen::Matrix3d positionRows(const Freedom& freedom, const Goal& goal);

// The orientation rows of a target at a pose of its tip, for an orientation weight of 1.
class TurnRows {
 public:
  TurnRows(const Freedom& freedom, const Goal& goal, const Eigen::Matrix3d& worldFromTip);

  const Eigen::Vector3d& error() const { return error_; }  // Radians, one per row.
  const Eigen::Matrix3d& rows() const { return rows_; }    // M
  // True while the tool's axis is inside its cone, so that its row is zero.
  bool idle() const { return idle_; }

  // M^T e: the gradient of -1/2 |e|^2 along omega; for a spin or a cone also the remaining
  // rotation.
  Eigen::Vector3d pull() const { return rows_.transpose() * error_; }
  // The derivative of -pull with respect to a rotation omega of the tip.
  Eigen::Matrix3d curvature() const;
  // The change of `rows` when the tip rotates by omega, to first order.
  Eigen::Matrix3d change(const Eigen::Vector3d& omega) const;

  // The rotation vector to the nearest orientation that the target allows. For a spin or a cone
  // (`directed`) only the tool's axis v, `axis`, has a target.
  Eigen::Vector3d nearest() const;
  bool directed() const { return task_ == TurnTask::spin || task_ == TurnTask::cone; }
  const Eigen::Vector3d& axis() const { return v_; }

 private:
  void setDirectionRows(const Eigen::Vector3d& u, const Eigen::Vector3d& v, double cone);
  void component(int kept, const Eigen::Matrix3d& frame);
  Eigen::Vector3d logarithmDerivative(const Eigen::Vector3d& omega) const;
  Eigen::Vector3d bent(const Eigen::Vector3d& delta) const;

  const TurnTask task_;
  bool idle_ = false;
  int kept_ = 0;  // The constrained row of a component.
  Eigen::Matrix3d rows_ = Eigen::Matrix3d::Zero();
  Eigen::Vector3d error_ = Eigen::Vector3d::Zero();
  // For a spin or a cone: r = u x n, m = cos alpha r - sin alpha u; b_, c_: unit vectors across u.
  Eigen::Vector3d u_, v_, n_, r_, m_, b_, c_;
  double alpha_ = 0, sine_ = 0, cosine_ = 1, stretch_ = 1;  // stretch: |e| / sin alpha.
  // For a component: phi = log(R_t R_s^T), f, and a = A^T f with -dphi = A omega. For a whole
  // orientation: phi.
  Eigen::Vector3d phi_, f_, a_;
  Eigen::Quaterniond off_ = Eigen::Quaterniond::Identity();
};

}  // namespace iklab
