// Random mechanisms with joints that follow others, and the same mechanisms without coupling.
#pragma once

#include "tests/support.hpp"

namespace iklab::test {

// Followers are on any branch, also above their leaders; some have multiplier 0, some form chains.
struct Coupled {
  Tree tree;
  Tree free;     // The same tree with all joints independent.
  Matrix c;      // Joint values of `free` = c theta + shift, computed here independently.
  Vector shift;  // Radians or metres.
  Vector theta;  // A pose within the limits.

  Vector all(const Vector& at) const { return c * at + shift; }
  bool within(const Vector& at, double slack) const;  // Checks the limits of every joint.
};

// room: distance of a value to either of its limits, radians or metres, for half of the joints; 0:
// no limits.
Coupled randomCoupled(Random& random, double room = 0);

}  // namespace iklab::test
