// Random mechanisms with joints that follow others, and the same with the coupling left out.
#pragma once

#include "tests/support.hpp"

namespace iklab::test {

// Followers on any branch, above their leaders too, some by 0, chains of them.
struct Coupled {
  Tree tree;
  Tree free;     // Every joint that moves by itself.
  Matrix c;      // Values of free's columns = c theta + shift, found here on its own.
  Vector shift;  // Radians, metres.
  Vector theta;  // A pose within the limits.

  Vector all(const Vector& at) const { return c * at + shift; }
  bool within(const Vector& at, double slack) const;  // The limits of every joint.
};

// room: of a value to either of its limits, radians or metres, as half of the joints have them; 0:
// none has.
Coupled randomCoupled(Random& random, double room = 0);

}  // namespace iklab::test
