// The input of a method in an update, and its output.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "iklab/core/model.hpp"
#include "iklab/math/svd.hpp"

namespace iklab {

inline constexpr double kNotUsed = std::numeric_limits<double>::quiet_NaN();

// The pose of the mechanism and its goals.
struct State {
  explicit State(const Model& model)
      : theta(Vector::Zero(model.columns())),
        pose(model.tree),
        goals(model.task.targets().size()) {}

  Vector theta;             // n: radians, metres for prismatic joints.
  Pose pose;                // At theta.
  std::vector<Goal> goals;  // One per target.
};

// One linearised problem J step = e at a pose. Locked joints have zero columns in J, and their
// motion is subtracted from e.
class Problem {
 public:
  // state: must outlive the problem.
  Problem(const Model& model, const State& state)
      : state(state),
        error(Vector::Zero(model.rows())),
        unclampedError(Vector::Zero(model.rows())),
        locked(model.columns(), 0),
        model_(model),
        trial_(state),
        jacobian_(model.tree, model.task),
        svd_(model.rows(), model.columns()) {}
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const State& state;
  Vector error;                 // e after the target clamp, times the gain: for the method.
  Vector unclampedError;        // e without clamp or gain.
  std::vector<char> locked;     // n: 1 or -1 if locked at the upper or lower limit, else 0.
  double gain = 1;              // Factor on e.
  double totalDistance = 0;     // Sum of the unclamped distances to the targets, metres.
  bool limitsHold = false;      // Whether the limit policy is not `ignore`.
  double maxStep = kInfinity;   // Step limit of the settings, radians; kInfinity: none or by stage.
  double maxSlide = kInfinity;  // The same for prismatic joints, metres.
  std::span<const double> learnt = {};  // The method's memory of this instance.

  // f = ½ |e|^2 of the unclamped e (m, times the gain) after `step`, with locked joints at their
  // limits. Counted; does not allocate.
  double evaluate(const Vector& step, Vector& e) const {
    for (int c = 0; c < step.size(); ++c) {
      const Joint& j = model_.tree.moving(c);
      trial_.theta[c] = locked[c] ? (locked[c] > 0 ? j.upper : j.lower) : state.theta[c] + step[c];
    }
    forwardKinematics(model_.tree, trial_.theta, trial_.pose);
    taskError(model_.task, trial_.pose, state.goals, e);
    e *= gain;
    ++evaluations_;
    triedKnown_ = true;
    return 0.5 * squareOf(e);
  }
  // The pose of the last `evaluate`.
  const Pose& tried() const { return trial_.pose; }
  // Swaps that pose into `pose` and returns true if it is the pose at theta.
  bool takeTried(const Vector& theta, Pose& pose) {
    if (!triedKnown_ || trial_.theta != theta) return false;
    std::swap(trial_.pose, pose);
    triedKnown_ = false;
    return true;
  }
  // Number of calls of `evaluate` so far.
  int evaluations() const { return evaluations_; }

  // m x n, at state.pose: computed on first use.
  const Jacobian& jacobian() const {
    if (!jacobianKnown_) jacobian_.compute(state.pose, state.goals);
    jacobianKnown_ = true;
    return jacobian_;
  }
  // The decomposition of J, computed on first use.
  const Svd& svd() const {
    asked_ = true;
    while (decompose()) continue;
    return svd_;
  }
  // Computes a piece of the decomposition; true while more remains.
  bool decompose() const {
    if (known_) return false;
    if (!begun_) svd_.begin(jacobian().matrix());
    begun_ = true;
    known_ = !svd_.resume();
    return !known_;
  }
  // Like `decompose`, ahead of the update, if the last step used the decomposition.
  bool decomposeAhead() const { return expected_ && decompose(); }
  // Must be called after every step.
  void answered() {
    expected_ = asked_;
    asked_ = false;
  }
  // Must be called when state.pose has changed, or goals of targets with free components.
  void poseChanged() { jacobianKnown_ = begun_ = known_ = false; }
  // Must be called when a joint is locked at a limit: its column is zero until the pose changes.
  void zeroColumn(int column) {
    jacobian();
    jacobian_.zeroColumn(column);
    begun_ = known_ = false;
  }

 private:
  const Model& model_;
  mutable State trial_;
  mutable int evaluations_ = 0;
  mutable bool triedKnown_ = false;
  mutable Jacobian jacobian_;
  mutable Svd svd_;
  mutable bool jacobianKnown_ = false;
  mutable bool asked_ = false, begun_ = false, known_ = false;
  bool expected_ = false;
};

// The output of a method.
struct Report {
  explicit Report(const Model& model) : step(Vector::Zero(model.columns())) {}
  void clear() {
    step.setZero();
    rank = kNoRank;
    lambda = alpha = infeasibility = kNotUsed;
    breakdown = noImprovement = unfinished = false;
    line = 0;
  }

  static constexpr int kNoRank = -1;        // The method defines no rank.
  static constexpr int kSpectralRank = -2;  // sigma > 1e-10 sigma_1, computed only if watched.

  Vector step;                      // n: radians, metres for prismatic joints.
  int rank = kNoRank;               // Directions used.
  double lambda = kNotUsed;         // Damping used.
  double alpha = kNotUsed;          // Factor on the search direction.
  double infeasibility = kNotUsed;  // Metres: distance of the joints from the method's positions.
  bool breakdown = false;           // The method could not compute a step; `step` is zero.
  bool noImprovement = false;       // No step that lowers f was found; `step` is zero.
  int line = 0;                     // Of a formula: the line of a breakdown.
  bool mayPause = false;            // The caller continues with `resume` if the method returns.
  bool unfinished = false;          // `unfinished`, before the step is complete.
};

}  // namespace iklab
