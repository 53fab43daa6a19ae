// Levenberg-Marquardt between bounds:  min |e(theta)|^2 / 2,  lower <= theta <= upper
//
//   step = argmin |J step - e|^2 / 2 + mu |D step|^2 / 2,   lower - theta <= step <= upper - theta
//
// D is 1 for a joint that rotates and 1 / stretch for one that slides, so that mu damps both alike.
// mu follows Nielsen 1999, as in levenberg_marquardt.cpp; a step is accepted only if it lowers |e|.
// The solution is a Karush-Kuhn-Tucker point: no step within the bounds lowers |e| to first order.
// Methods that clamp joints after the step do not guarantee that.
#pragma once

#include "iklab/ik/problem.hpp"
#include "iklab/ik/settings.hpp"
#include "iklab/ik/workspace.hpp"
#include "iklab/math/box_quadratic.hpp"

namespace iklab {

// Lower and upper bounds of the joint values, n each; infinite if there is none.
struct Bounds {
  Vector lower, upper;
};
// holds: uses the joint limits; otherwise there are no bounds.
Bounds boundsOf(const Tree& tree, bool holds);

class BoxLevenberg {
 public:
  explicit BoxLevenberg(const Model& model);

  struct End {
    double error;  // |e|_2 of the complete task, metres.
    int updates;   // Number of poses tried.
    bool reached;  // True if within the tolerances of the rules.
  };

  // theta (n): the start, moved into the bounds; on return the best pose. most: largest number of
  // updates.
  End solve(Vector& theta, std::span<const Goal> goals, const StopRules& rules,
            const Bounds& bounds, int most, const Interrupt& interrupt = {});

  // |e|_2 at a pose, metres, and whether it is within the tolerances.
  End look(const Vector& theta, std::span<const Goal> goals, const StopRules& rules);
  const Vector& missing() const { return e_; }              // e (m) of the last `look` or `solve`.
  double jacobianNorm() const { return jacobian_.norm(); }  // |J|_F of the last `pull`.
  // J^T e at the pose of the last `look` or `solve`.
  const Vector& pull(std::span<const Goal> goals);

 private:
  bool findStep(double mu, const Vector& theta, const Bounds& bounds);

  const Model& model_;
  Pose pose_, next_;
  Jacobian jacobian_;
  detail::BoxQuadratic box_;
  std::vector<detail::Side> sides_;
  Vector e_, nextError_, moved_, gradient_, scale_, step_, lower_, upper_, trial_;
  Matrix normal_;
};

}  // namespace iklab
