// Proof that no pose reaches a goal, by lower bounds of the error over all poses, in this order:
//
//   shell        |p - o1| is above the sum of the lengths of the links, or below the longest one
//                minus the others (reach_shell.hpp)
//   closedForm   a subproblem of the closed form has no solution for any goal nearby, for any
//                solution of those before it (closed_reach.hpp)
//   boxes        planar chains with limits: branch and bound over boxes of joint values
//                (planar_boxes.hpp)
//
// All bounds include their rounding errors. No search and no method's failure is a proof.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "iklab/core/model.hpp"

namespace iklab {

struct OutOfReach {
  enum class Method { shell, closedForm, boxes };
  enum class Cause {
    tooFar,      // The links, or the two of `links`, cannot span the distance.
    tooNear,     // They cannot fold so far.
    offPlane,    // The arm moves in one plane.
    tilted,      // The arm moves in one plane; `missing` is an angle.
    besideAxis,  // The offset of a link keeps the arm away from the axis `axis`.
    position,    // None of these alone.
    rotation,    // None of these alone; `missing` is an angle.
  };

  // A lower bound of the position error (metres) of all poses whose rotation error is within the
  // tolerance. For `tilted` and `rotation`, a lower bound of the rotation error (radians) of all poses
  // whose position error is within the tolerance. At least the tolerance of this error.
  double missing = 0;
  Method method = Method::shell;
  Cause cause = Cause::position;
  bool needsLimits = false;  // Not proven for poses outside the limits.
  // For tooFar and tooNear. Link i is beyond joint i of the chain, from 1. 0: all links.
  std::array<int, 2> links = {0, 0};
  int axis = 0;  // For besideAxis: the joint of the chain, from 1.

  bool isAngle() const { return cause == Cause::tilted || cause == Cause::rotation; }
  // Such as "23 mm beyond what links 2 and 3 can span".
  std::string text() const;
};

struct OutOfReachOptions {
  // Goals count as reached within these errors: of the position, metres, and of the rotation,
  // radians.
  double position = 0, rotation = 0;
  bool withinLimits = true;         // Joint limits hold.
  int boxes = 200000;               // Most boxes.
  std::function<bool()> stop = {};  // Ends the boxes, without proof, when it returns true.
};

// Empty if nothing is proven. target: an index of the model's targets; goal: finite, its orientation
// of unit length. A target with a free rotation counts as one without orientation; with a free
// position, nothing is proven.
//
// Not proven either, except by the shell: six-joint arms whose closed form is a quartic in which two
// angles remain ("axes 2, 3, 4 are parallel" and "axes 1, 2, 3 are parallel; axes 4, 5 meet", and
// the same from the tip); spatial chains because of their limits.
std::optional<OutOfReach> certifyOutOfReach(const Model& model, int target, const Goal& goal,
                                            const OutOfReachOptions& options = {});

}  // namespace iklab
