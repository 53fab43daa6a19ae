// Self-motion: the poses of a mechanism with one redundant degree of freedom that keep its effectors
// where they are. They form a curve, followed by steps of length h:
//
//   x = x(s) + h t, then x = x + J^+ e(x) until |e| <= 1e-13
//
// t: the unit vector with J t = 0 that continues the one of the step before; J^+ is that of x(s), so
// that corrections are perpendicular to t (Allgower & Georg 1990). x: the joint values in radians,
// those of slides as a share of the model's stretch.
//
// Curves cross where J loses rank: the joints can move in two directions. The motion ends there.
#pragma once

#include <vector>

#include "iklab/core/model.hpp"
#include "iklab/math/svd.hpp"

namespace iklab {

// A pose, and the direction in which the curve leads through it.
struct SelfMotionPoint {
  Vector theta;    // n values, continuous along a curve: full rotations are kept.
  Vector tangent;  // dx/ds, of length 1.
};

enum class SelfMotionEnd {
  closed,         // The first pose again, modulo turns.
  twoDirections,  // J loses rank: its r-th singular value is below 1e-6 of the first.
  lost,           // No step of 1e-6 radians converges.
  unfinished,     // After 20 000 steps.
};

// e: radians, and metres as a share of the stretch. Has a workspace: one object per thread.
class SelfMotion {
 public:
  // Radians, or shares of the stretch, per joint.
  static constexpr double kLargestStep = 0.017453292519943295;

  // Faults: not exactly one redundant degree of freedom among the joints that move effectors; a target
  // with a cone.
  static Result<SelfMotion> make(Model::Pointer model);

  // The point of a pose (n finite values), in the direction in which the joint that moves most turns
  // by a positive angle. Its tangent is zero where the joints can move in two directions.
  SelfMotionPoint pointAt(const Vector& theta);

  // Moves a point by `arc` radians along its tangent, or, if negative, against it, and keeps the
  // effectors where they are. Returns the arc travelled: `arc` to 1e-5, or less where the motion
  // ends, which leaves the point at most a step before its end. Does not allocate.
  double advance(SelfMotionPoint& point, double arc);

  const Model& model() const { return *model_; }

  // Steps of a curve. `hold` keeps the effectors where theta has them. `settle` sets the tangent to
  // the direction nearest to it; false if there are two. `step` moves a settled point by at most
  // `most` and adds to `arc`; false if the motion ends, with `why`, at a point where J loses rank if
  // that is the reason. `moved` moves along the tangent of the point that was settled last by h.
  void hold(const Vector& theta);
  bool settle(SelfMotionPoint& point);
  bool step(SelfMotionPoint& point, double most, double& arc, SelfMotionEnd& why);
  bool moved(const SelfMotionPoint& point, double h, Vector& theta);
  // The length of the next step.
  double reach(const SelfMotionPoint& point) const;

  // The difference in x, with joints that turn freely modulo turns.
  void difference(const Vector& to, const Vector& from, Vector& x) const;
  // The least distance in x to a limit, of each joint at the turn with most room; negative: outside.
  double margin(const Vector& theta) const;

 private:
  SelfMotion(Model::Pointer model, std::vector<int> columns);
  void linearise(const Vector& theta);
  double alignTangent(Vector& tangent) const;
  bool isWeak() const { return svd_.sigma(rank_ - 1) <= kLeastShare * svd_.largest(); }
  bool changesSide() const;
  bool findCrossing(const SelfMotionPoint& point, double h, double& square);

  static constexpr double kLeastShare = 1e-6;

  Model::Pointer model_;
  std::vector<int> columns_;  // Those that move an effector.
  int rank_;
  double share_ = 1;  // Of the largest step, while steps are shorter.
  Vector unit_;       // theta = unit * x
  Vector rowShare_;   // Error in radians, and as a share of the stretch, per e of the task.
  std::vector<bool> turns_;
  std::vector<Goal> goals_;
  Pose pose_;
  Jacobian jacobian_;
  Matrix scaled_;  // J of this error, by x.
  Svd svd_;
  Vector error_, leftBefore_, rightBefore_;
  SelfMotionPoint next_, regular_;
};

}  // namespace iklab
