// Joint velocities for a desired velocity of the effectors, for jogging: solveVelocity, Twist.
//
//   Result<JointVelocity> v = solveVelocity(*model, theta, std::vector{Twist{{0, 0, 0.1}}});
#pragma once

#include "iklab/ik/velocity.hpp"
#include "iklab/model.hpp"
