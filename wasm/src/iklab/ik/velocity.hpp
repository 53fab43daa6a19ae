// One damped least-squares step at velocity level.
//
//   q' = J^T (J J^T + lambda^2 I)^-1 v,   lambda^2 = max(0, d^2 - sigma_r^2)
//
// v: the twists, J: the Jacobian of the model's targets, both with orientation rows times w_o;
// sigma_r: the smallest singular value of J (Model::workingRank), d: VelocityOptions::damping. Joints
// that a limit holds are left out of J and of its rank.
// Nakamura & Hanafusa 1986, Wampler 1986; lambda from sigma_r as in Chiaverini 1997 with
// lambda_max = epsilon = d. Away from singularities (sigma_r >= d), the twists are exact if joints
// are free. Everywhere |q'| <= |v| / d, unless joints are held by their limits.
#pragma once

#include "iklab/core/model.hpp"

namespace iklab {

// Velocity of an effector, along the world axes.
struct Twist {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   // Of the effector's origin, m/s.
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  // rad/s; ignored without orientation.
};

struct VelocityOptions {
  // d, metres per radian, positive. Default: 0.05 times the model's stretch.
  Length damping = {};
  // Largest |velocity| of each independent joint (n values, rad/s or m/s, positive); empty: none.
  // All joints are slowed by one factor, so that the effectors keep their direction.
  Vector maxVelocity = {};
  // Seconds for which the joints must stay within their limits at this velocity, such as the period
  // of a control loop; 0: only joints at a limit are held.
  double horizon = 0;
};

struct JointVelocity {
  Vector velocity;                // n: rad/s, m/s for prismatic joints.
  std::vector<Twist> twists;      // J q' per target; angular is 0 without orientation.
  double lambda = 0;              // Damping used, metres per radian.
  double scale = 1;               // Factor because of maxVelocity; 1: none was needed.
  std::vector<int> heldByLimits;  // Indices of joints whose velocity a limit determines.
};

// The joint velocities at theta (n values, within the limits) for one twist per target. A joint that
// would pass a limit within the horizon gets the velocity that ends at the limit, and the others are
// computed again. Twist components that a target leaves free (Freedom) are ignored; a cone is
// ignored entirely. Faults: sizes, numbers that are not finite, a theta outside the limits, options
// out of range.
Result<JointVelocity> solveVelocity(const Model& model, const Vector& theta,
                                    const std::vector<Twist>& twists,
                                    const VelocityOptions& options = {});

}  // namespace iklab
