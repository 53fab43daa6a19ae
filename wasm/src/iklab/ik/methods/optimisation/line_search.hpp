// How far along a direction: line searches on f = 1/2 |e|^2, every trial by Problem::evaluate.
//
// f is as `evaluate` gives it, with the gain, and locked joints stand on their limits in every
// trial, so that f at 0 is looked up there. A pull is J^T e without the gain.
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

inline constexpr int kMaxTrials = 40;
// what f has to fall by, of what its slope promises (Dennis & Schnabel 1983; Nocedal & Wright 2006)
inline constexpr double kSufficientDecrease = 1e-4;

class LineSearch {
 public:
  explicit LineSearch(const Model& model);

  // f where `problem` stands, its locked joints moved to their limits
  double begin(const Problem& problem);
  // the same, and the pull there, 0 on locked joints
  double begin(const Problem& problem, Vector& pull);

  // Armijo: a = 1, then the minimiser of the parabola through what is known, kept within 0.1 and
  // 0.5 of the last a, until f(a) <= f(0) + 1e-4 a slope. 0: there is none.
  double backtrack(const Problem& problem, const Vector& direction, double slope);

  // Strong Wolfe: besides, |slope(a)| <= curvature |slope(0)|, by bracketing from `first` and cubic
  // steps (Nocedal & Wright, algorithms 3.5 and 3.6). The best a where the trials run out; 0:
  // there is none.
  double wolfe(const Problem& problem, const Vector& direction, double slope, double first,
               double curvature);

  // How much of a step lowers f, by `backtrack`; 0: none of it. No joint is locked.
  double shorten(const Problem& problem, const Vector& step);

  // How the gradient -pull changes along an applied step, with the targets and the pull of the
  // update it belongs to: a target that moves on is no curvature.
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
  Vector before_;             // the pull before the update, no joint left out
  Vector found_, foundPull_;  // the step that `wolfe` found, the pull there, no joint left out
  double start_ = 0;          // f at 0
};

// Where no trial lowers f: the step stays zero. That is a standstill unless a joint still moves
// onto its limit.
void giveUp(const Model& model, const Problem& problem, Report& report);

}  // namespace iklab
