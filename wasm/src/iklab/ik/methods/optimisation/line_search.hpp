// Line searches on f = 1/2 |e|^2, every trial by Problem::evaluate.
//
// f is the value of `evaluate`, with the gain. Locked joints are at their limits in every trial, so
// f at 0 has to be evaluated too. A pull is J^T e without the gain.
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

inline constexpr int kMaxTrials = 40;
// Least decrease of f, relative to the decrease predicted by its slope (Dennis & Schnabel 1983;
// Nocedal & Wright 2006).
inline constexpr double kSufficientDecrease = 1e-4;

class LineSearch {
 public:
  explicit LineSearch(const Model& model);

  // Evaluates f at the pose of `problem`, with its locked joints moved to their limits.
  double begin(const Problem& problem);
  // Like the above; also writes the pull there, 0 for locked joints.
  double begin(const Problem& problem, Vector& pull);

  // Armijo: a = 1, then the minimiser of the parabola through the known values, within 0.1 and 0.5
  // of the last a, until f(a) <= f(0) + 1e-4 a slope. Returns 0 if no a is found.
  double backtrack(const Problem& problem, const Vector& direction, double slope);

  // Strong Wolfe: in addition, |slope(a)| <= curvature |slope(0)|, by bracketing from `first` and
  // cubic steps (Nocedal & Wright, algorithms 3.5 and 3.6). Returns the best a if the trials run
  // out; 0 if no a is found.
  double wolfe(const Problem& problem, const Vector& direction, double slope, double first,
               double curvature);

  // Returns the share of a step that lowers f, by `backtrack`; 0 if there is none. No joint may be
  // locked.
  double shorten(const Problem& problem, const Vector& step);

  // The change of the gradient -pull along an applied step, with the targets and the pull of the
  // same update, because the motion of a target is not curvature.
  const Vector& gradientChange(const Problem& problem, const Vector& step);

 private:
  struct Point {
    double at, value, slope;
  };
  double valueAt(const Problem& problem, const Vector& direction, double a);
  Point pointAt(const Problem& problem, const Vector& direction, double a);
  void pullTried(const Problem& problem, Vector& pull);

  Jacobian jacobian_;
  Vector step_, e_, pull_, change_;
  Vector before_;             // The pull before the update, for all joints.
  Vector found_, foundPull_;  // The step found by `wolfe`, and the pull there for all joints.
  double start_ = 0;          // f at 0.
};

// Call this if no trial lowers f: the step stays zero. That is no improvement, unless a joint still
// moves to its limit.
void giveUp(const Model& model, const Problem& problem, Report& report);

}  // namespace iklab
