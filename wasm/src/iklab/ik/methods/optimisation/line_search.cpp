#include "iklab/ik/methods/optimisation/line_search.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {

using namespace detail;

namespace {

bool anyLocked(const Problem& problem) {
  return std::any_of(problem.locked.begin(), problem.locked.end(), [](char l) { return l != 0; });
}

// Minimiser of the cubic through two values and slopes, kept away from both ends.
template <class Point>
double between(const Point& low, const Point& high) {
  const double width = high.at - low.at;
  const double d1 = low.slope + high.slope - 3 * (high.value - low.value) / width;
  const double root = std::sqrt(std::max(0.0, d1 * d1 - low.slope * high.slope));
  const double d2 = std::copysign(root, width);
  const double part = 1 - (high.slope + d2 - d1) / (high.slope - low.slope + 2 * d2);
  return low.at + width * (std::isfinite(part) ? std::clamp(part, 0.1, 0.9) : 0.5);
}

}  // namespace

LineSearch::LineSearch(const Model& model)
    : jacobian_(model.tree, model.task),
      step_(Vector::Zero(model.columns())),
      e_(Vector::Zero(model.rows())),
      pull_(step_),
      change_(step_),
      before_(step_),
      found_(step_),
      foundPull_(step_) {}

double LineSearch::begin(const Problem& problem) {
  found_.setZero();
  if (!anyLocked(problem)) {
    e_ = problem.gain * problem.unclampedError;
    return start_ = 0.5 * squareOf(e_);
  }
  step_.setZero();
  return start_ = problem.evaluate(step_, e_);
}

double LineSearch::begin(const Problem& problem, Vector& pull) {
  begin(problem);
  if (!anyLocked(problem)) {
    problem.jacobian().transposeTimes(problem.unclampedError, pull);
    before_ = pull;
    return start_;
  }
  pullTried(problem, pull);
  for (int c = 0; c < pull.size(); ++c)
    if (problem.locked[c]) pull[c] = 0;
  return start_;
}

double LineSearch::backtrack(const Problem& problem, const Vector& direction, double slope) {
  if (!(slope < 0)) return 0;
  double a = 1;
  for (int k = 0; k < kMaxTrials; ++k) {
    const double value = valueAt(problem, direction, a);
    if (value < start_ && value <= start_ + kSufficientDecrease * a * slope) return a;
    const double vertex = -slope * a * a / (2 * (value - start_ - a * slope));
    a = std::clamp(vertex, 0.1 * a, 0.5 * a);
  }
  return 0;
}

double LineSearch::shorten(const Problem& problem, const Vector& step) {
  begin(problem, pull_);
  return backtrack(problem, step, -problem.gain * problem.gain * pull_.dot(step));
}

double LineSearch::wolfe(const Problem& problem, const Vector& direction, double slope,
                         double first, double curvature) {
  if (!(slope < 0)) return 0;
  Point low = {0, start_, slope}, high = low;
  bool bracketed = false;
  double a = first;
  for (int k = 0; k < kMaxTrials; ++k) {
    const Point trial = pointAt(problem, direction, a);
    const bool lower =
        trial.value <= start_ + kSufficientDecrease * a * slope && trial.value < low.value;
    if (!lower) {
      high = trial;
      bracketed = true;
    } else {
      found_ = step_;
      foundPull_ = pull_;
      const bool flat = std::abs(trial.slope) <= -curvature * slope;
      const bool beyond = trial.slope * (bracketed ? high.at - low.at : 1) >= 0;
      if (beyond) {
        high = low;
        bracketed = true;
      }
      low = trial;
      if (flat) break;
    }
    a = bracketed ? between(low, high) : 3 * a;
    if (a == low.at || a == high.at) break;
  }
  return low.at;
}

double LineSearch::valueAt(const Problem& problem, const Vector& direction, double a) {
  step_ = a * direction;
  return problem.evaluate(step_, e_);
}

LineSearch::Point LineSearch::pointAt(const Problem& problem, const Vector& direction, double a) {
  const double value = valueAt(problem, direction, a);
  pullTried(problem, pull_);
  return {a, value, -problem.gain * problem.gain * pull_.dot(direction)};
}

void LineSearch::pullTried(const Problem& problem, Vector& pull) {
  jacobian_.compute(problem.tried(), problem.state.goals);
  jacobian_.transposeTimes(e_, pull);
  pull /= problem.gain > 0 ? problem.gain : 1;
}

const Vector& LineSearch::gradientChange(const Problem& problem, const Vector& step) {
  if (step != found_) {
    problem.evaluate(step, e_);
    pullTried(problem, foundPull_);
    found_ = step;
  }
  change_ = before_ - foundPull_;
  return change_;
}

void giveUp(const Model& model, const Problem& problem, Report& report) {
  report.noImprovement = true;
  report.step.setZero();
  for (int c = 0; c < model.columns(); ++c) {
    const Joint& j = model.tree.moving(c);
    const int side = problem.locked[c];
    if (side != 0 && problem.state.theta[c] != (side > 0 ? j.upper : j.lower))
      report.noImprovement = false;
  }
}

}  // namespace iklab
