// How good a limb stands to be moved by its tool.
#pragma once

#include "iklab/core/ready/dexterity.hpp"

namespace iklab::ready {

// Numbers that are drawn, the same everywhere and every time.
class Draws {
 public:
  double unit();  // in [0, 1)
  double between(double least, double most) { return least + (most - least) * unit(); }

 private:
  std::uint32_t state_ = 1;
};

// What is known of a limb before its poses are looked at.
struct LimbFrame {
  const Tree& tree;
  const Limb& limb;
  const Asked& asked;  // of its tool
  const Vec3& upward;
  const Vec3& front;
  LimbPose drawn;         // with its joints at zero,
  bool figure;            // which it keeps nearly
  size_t rank = 0;        // directions that its tool has where none is lost
  double farthest = 0;    // how far its tool goes from its base at most
  bool onGround = false;  // it stands on the ground, height 0, and does not hang

  // looks at it
  LimbFrame(const Tree& tree, const Limb& limb, const Asked& asked,
            const std::array<Vec3, 2>& upwardAndFront, const Values& zero, bool figure);
};

// 0 to 1; 0 where it cannot be above `least`, without the work that would tell how much
double poseScore(const LimbFrame& frame, const Values& pose, double least);

}  // namespace iklab::ready
