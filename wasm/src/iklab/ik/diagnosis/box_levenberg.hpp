// Levenberg-Marquardt between bounds:  min |e(theta)|^2 / 2,  lower <= theta <= upper
//
//   step = argmin |J step - e|^2 / 2 + mu |D step|^2 / 2,   lower - theta <= step <= upper - theta
//
// D: 1 of a joint that turns, 1 / stretch of one that slides, so that mu damps both alike. mu as in
// levenberg_marquardt.cpp (Nielsen 1999): a step is taken only where it lowers |e|. Unlike the methods
// of the table, it ends at a point where no step within the bounds lowers |e| to first order
// (Karush-Kuhn-Tucker), whichever joints stand on them.
#pragma once

#include "iklab/ik/problem.hpp"
#include "iklab/ik/settings.hpp"
#include "iklab/ik/workspace.hpp"
#include "iklab/math/box_quadratic.hpp"

namespace iklab {

// Values that each joint may have, n each; infinite where there is none.
struct Bounds {
  Vector lower, upper;
};
// the limits of the joints, or none
Bounds boundsOf(const Tree& tree, bool holds);

class BoxLevenberg {
 public:
  explicit BoxLevenberg(const Model& model);

  struct End {
    double error;  // |e|_2 of the whole task, metres
    int updates;   // poses that were tried
    bool reached;  // within the tolerances of the rules
  };

  // theta (n): where it begins, moved into the bounds; on return the best pose. most: updates.
  End solve(Vector& theta, std::span<const Goal> goals, const StopRules& rules,
            const Bounds& bounds, int most, const Interrupt& interrupt = {});

  // |e|_2 at a pose, metres, and whether it is within the tolerances
  End look(const Vector& theta, std::span<const Goal> goals, const StopRules& rules);
  const Vector& missing() const { return e_; }  // e (m) of the last `look`
  // J^T e at the pose of the last `look`
  const Vector& pull(std::span<const Goal> goals);

 private:
  bool findStep(double mu, const Vector& theta, const Bounds& bounds);

  const Model& model_;
  Pose pose_, next_;
  Jacobian jacobian_;
  BoxQuadratic box_;
  std::vector<Side> sides_;
  Vector e_, there_, moved_, gradient_, scale_, step_, lower_, upper_, trial_;
  Matrix normal_;
};

}  // namespace iklab
