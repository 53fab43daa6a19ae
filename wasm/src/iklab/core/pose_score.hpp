// How well a tool can be moved from a pose of its limb, as a score.
#pragma once

#include "iklab/core/dexterity.hpp"

namespace iklab::ready {

// Pseudorandom numbers, the same in every build.
class PoseRandom {
 public:
  double unit();  // In [0, 1)
  double between(double least, double most) { return least + (most - least) * unit(); }

 private:
  std::uint32_t state_ = 1;
};

struct LimbFrame {
  const Tree& tree;
  const Limb& limb;
  const ConstrainedRows& constrained;
  const Vec3& upward;
  const Vec3& front;
  LimbPose zeroPose;      // The limb with all joints at zero.
  bool isFigure;          // True if poses stay close to `zeroPose`.
  size_t rank = 0;        // Rank of the task at a regular pose.
  double farthest = 0;    // Largest distance between tool and base that was found, metres.
  bool onGround = false;  // True if its base is at height 0 and below the rest.

  // Samples poses to find `rank` and `farthest`.
  LimbFrame(const Tree& tree, const Limb& limb, const ConstrainedRows& constrained,
            const std::array<Vec3, 2>& upwardAndFront, const Values& zero, bool figure);
};

// Returns 0 to 1; 0 early if the score cannot exceed `least`.
double poseScore(const LimbFrame& frame, const Values& pose, double least);

}  // namespace iklab::ready
