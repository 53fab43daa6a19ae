#include "iklab/ik/diagnosis/box_levenberg.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/stopping.hpp"

namespace iklab {
namespace {

constexpr double kFirstDamping = 1e-3;  // Initial mu, relative to the largest diagonal entry of J^T
                                        // J.
constexpr double kMostAngle = 1;        // Radians per step, so that a joint does not make a full
                                        // rotation.
constexpr double kNoStep = 1e-12;       // Relative to |theta|: smaller steps count as zero.
constexpr int kPlateau = 25;            // Updates without progress.
constexpr double kPlateauGain = 1e-3;   // Relative to |e|: a smaller gain over kPlateau updates
                                        // ends the solve.
// Largest mu, relative to that diagonal entry: the solve ends there.
constexpr double kMostDamping = 1e10;

// Has the same bits in every build, like all sums of the strong solver.
double normOf(const Vector& x) { return std::sqrt(squareOf(x)); }

}  // namespace

Bounds boundsOf(const Tree& tree, bool holds) {
  const int n = tree.columns();
  Bounds bounds{Vector::Constant(n, -kInfinity), Vector::Constant(n, kInfinity)};
  for (int c = 0; holds && c < n; ++c) {
    bounds.lower[c] = tree.moving(c).lower;
    bounds.upper[c] = tree.moving(c).upper;
  }
  return bounds;
}

BoxLevenberg::BoxLevenberg(const Model& model)
    : model_(model),
      pose_(model.tree),
      next_(model.tree),
      jacobian_(model.tree, model.task),
      box_(model.columns()),
      sides_(static_cast<size_t>(model.columns())),
      e_(Vector::Zero(model.rows())),
      nextError_(e_),
      moved_(e_),
      gradient_(Vector::Zero(model.columns())),
      scale_(Vector::Ones(model.columns())),
      step_(gradient_),
      lower_(gradient_),
      upper_(gradient_),
      trial_(gradient_),
      normal_(Matrix::Zero(model.columns(), model.columns())) {
  for (int c = 0; c < model.columns(); ++c)
    if (model.tree.moving(c).slides() && model.stretch > 0)
      scale_[c] = 1 / (model.stretch * model.stretch);
}

BoxLevenberg::End BoxLevenberg::look(const Vector& theta, std::span<const Goal> goals,
                                     const StopRules& rules) {
  forwardKinematics(model_.tree, theta, pose_);
  taskError(model_.task, pose_, goals, e_);
  return {std::sqrt(squareOf(e_)), 0, within(rules, model_.task, e_)};
}

const Vector& BoxLevenberg::pull(std::span<const Goal> goals) {
  jacobian_.compute(pose_, goals);
  jacobian_.transposeTimes(e_, gradient_);
  return gradient_;
}

BoxLevenberg::End BoxLevenberg::solve(Vector& theta, std::span<const Goal> goals,
                                      const StopRules& rules, const Bounds& bounds, int most,
                                      const Interrupt& interrupt) {
  theta = theta.cwiseMax(bounds.lower).cwiseMin(bounds.upper);
  End end = look(theta, goals, rules);
  double mu = 0, raise = 2, windowError = end.error;
  bool moved = true;
  while (end.updates < most && !end.reached && !(interrupt && interrupt())) {
    if (moved) {
      pull(goals);
      jacobian_.strands().inner(normal_.data(), static_cast<int>(normal_.rows()));
      normal_.triangularView<Eigen::StrictlyUpper>() = normal_.transpose();
    }
    const double largest = normal_.diagonal().maxCoeff();
    if (!(largest > 0)) break;
    if (end.updates == 0) mu = kFirstDamping * largest;
    ++end.updates;
    moved = false;
    if (findStep(mu, theta, bounds)) {
      if (normOf(step_) <= kNoStep * (normOf(theta) + kNoStep)) break;
      trial_ = (theta + step_).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
      forwardKinematics(model_.tree, trial_, next_);
      taskError(model_.task, next_, goals, nextError_);
      const double before = squareOf(e_), after = squareOf(nextError_);
      if (after < before) {
        jacobian_.times(step_, moved_);
        const double predicted = 2 * dotOf(e_, moved_) - squareOf(moved_);
        const double ratio = 2 * (before - after) / predicted - 1;
        mu *= predicted > 0 ? std::max(1. / 3, 1 - ratio * ratio * ratio) : 1;
        raise = 2;
        theta = trial_;
        std::swap(pose_, next_);
        e_.swap(nextError_);
        end.error = std::sqrt(after);
        end.reached = within(rules, model_.task, e_);
        moved = true;
      }
    }
    if (!moved) {
      mu *= raise;
      raise *= 2;
      if (!(mu < kMostDamping * largest)) break;
    }
    if (end.updates % kPlateau == 0) {
      if (end.error > (1 - kPlateauGain) * windowError) break;
      windowError = end.error;
    }
  }
  return end;
}

// Computes `step_`; false if the equations have no solution.
bool BoxLevenberg::findStep(double mu, const Vector& theta, const Bounds& bounds) {
  Matrix& h = box_.matrix();
  h = normal_;
  h.diagonal() += mu * scale_;
  for (int c = 0; c < step_.size(); ++c) {
    const double most = model_.tree.moving(c).slides() ? kInfinity : kMostAngle;
    lower_[c] = std::max(bounds.lower[c] - theta[c], -most);
    upper_[c] = std::min(bounds.upper[c] - theta[c], most);
    step_[c] = 0;
  }
  return box_.solve(gradient_, lower_, upper_, step_, sides_) && step_.allFinite();
}

}  // namespace iklab
