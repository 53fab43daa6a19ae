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
  Pose pose;                // The pose at theta.
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
  // e after the target clamp, times the gain: the input of the method.
  Vector error;
  Vector unclampedError;     // e without target clamp and gain.
  std::vector<char> locked;  // n: 1 or -1 if locked at the upper or lower limit, else 0.
  double gain = 1;           // Factor on e.
  double totalDistance = 0;  // Sum of the unclamped distances to the targets, metres.
  bool limitsHold = false;   // True if the limit policy is not `ignore`.
  // Step limit of the settings, radians; kInfinity if there is none or a stage sets it.
  double maxStep = kInfinity;
  double maxSlide = kInfinity;          // The same for prismatic joints, metres.
  std::span<const double> learnt = {};  // What the method remembers for this instance.

  // f = ½ |e|^2 for the unclamped e (m, times the gain) after `step`, with locked joints at their
  // limits. Each call is counted; does not allocate.
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
  // If the pose of the last `evaluate` is that at theta, swaps it into `pose` and returns true.
  bool takeTried(const Vector& theta, Pose& pose) {
    if (!triedKnown_ || trial_.theta != theta) return false;
    std::swap(trial_.pose, pose);
    triedKnown_ = false;
    return true;
  }
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
  // Like `decompose`, before the update, if the last step used the decomposition.
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

  static constexpr int kNoRank = -1;        // The method does not define a rank.
  static constexpr int kSpectralRank = -2;  // sigma > 1e-10 sigma_1, computed only if watched.

  Vector step;                      // n: radians, metres for prismatic joints.
  int rank = kNoRank;               // Number of directions used.
  double lambda = kNotUsed;         // Damping used.
  double alpha = kNotUsed;          // Factor on the search direction.
  double infeasibility = kNotUsed;  // Distance of the joints from the method's positions, metres.
  bool breakdown = false;           // True if the method could not compute a step; `step` is zero.
  bool noImprovement = false;       // True if no step that lowers f was found; `step` is zero.
  int line = 0;                     // For a formula: the line that failed.
  // The method may return before the step is complete; the caller then continues with `resume`.
  bool mayPause = false;
  bool unfinished = false;  // True if the method returned before the step is complete.
};

}  // namespace iklab
