// Computes the steps of several lanes like the methods of the same name.
#pragma once

#include <array>
#include <cmath>
#include <memory>

#include "iklab/core/normal_equations.hpp"
#include "iklab/ik/methods/optimisation/levenberg_marquardt.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab::detail {

// The poses of the instances, and their unclamped e.
template <class Real>
struct LaneTrial {
  explicit LaneTrial(const Model& model)
      : theta(static_cast<size_t>(model.columns()), all<Real>(0)),
        pose(model.tree),
        e(static_cast<size_t>(model.rows()), all<Real>(0)) {}
  Array<Real> theta;
  PoseOf<Real> pose;
  Array<Real> e;
};

// Computes the pose and e of a trial from its theta.
template <class Real>
class LanePlacer {
 public:
  virtual void place(LaneTrial<Real>& trial) const = 0;

 protected:
  ~LanePlacer() = default;
};

template <class Real>
class LaneStepper : public LaneAligned {
 public:
  virtual ~LaneStepper() = default;

  // Computes the steps of the active lanes from `now`, whose Jacobian is `j`. Returns the lanes
  // that have a step; in the other active lanes the trial failed, or the lane is lost.
  virtual Mask<Real> step(const LaneTrial<Real>& now, const Strands<Real>& j, Mask<Real> active,
                          Real* step, Mask<Real>& lost) = 0;
  // Clears what a lane has learnt from earlier updates.
  virtual void forget(int /*lane*/) {}
  // Reads or writes what a lane has learnt, as in Memory::learnt.
  virtual void recall(int /*lane*/, std::span<const double> /*learnt*/) {}
  virtual void remember(int /*lane*/, std::span<double> /*learnt*/) const {}
  // The lanes in which the last step tried a pose.
  virtual Mask<Real> trials() const { return Mask<Real>{}; }
  // The pose tried in the last step; nullptr if the method tries none.
  virtual LaneTrial<Real>* tried() { return nullptr; }
  // A number of the report of a lane's last update; kNotUsed if the method does not report it.
  virtual double told(int lane, double Report::*field) const = 0;
};

template <class Real>
Mask<Real> allFinite(const Real* x, int count) {
  Mask<Real> finite = no(Mask<Real>{});
  for (int i = 0; i < count; ++i) finite &= below(magnitude(x[i]), all<Real>(kInfinity));
  return finite;
}

// As in transpose.cpp.
template <class Real>
class TransposeLanes final : public LaneStepper<Real> {
 public:
  explicit TransposeLanes(const Solver& solver)
      : alpha_(solver.method().as<TransposeOptions>().alpha),
        moved_(static_cast<size_t>(solver.model().rows()), all<Real>(0)) {}

  Mask<Real> step(const LaneTrial<Real>& now, const Strands<Real>& j, Mask<Real> active, Real* step,
                  Mask<Real>&) override {
    j.transposeTimes(now.e.data(), step);
    Real alpha = all<Real>(alpha_);
    if (alpha_ == 0) {
      j.times(step, moved_.data());
      const Real square = squareOf(moved_.data(), j.rows());
      const Real along = dot(now.e.data(), moved_.data(), j.rows());
      alpha = select(below(all<Real>(0), square), along / square, all<Real>(0));
    }
    for (int c = 0; c < j.columns(); ++c) step[c] *= alpha;
    factor_ = alpha;
    return active;
  }

  double told(int at, double Report::*field) const override {
    return field == &Report::alpha ? factor_[at] : kNotUsed;
  }

 private:
  const double alpha_;
  Real factor_ = {};
  Array<Real> moved_;
};

// As in damped.cpp, with a constant lambda above 0.
template <class Real>
class DampedLanes final : public LaneStepper<Real> {
 public:
  explicit DampedLanes(const Solver& solver) : normal_(solver.model().tree, solver.model().task) {
    const double lambda = solver.method().as<DlsOptions>().lambda;
    mu_ = all<Real>(lambda * lambda);
  }

  Mask<Real> step(const LaneTrial<Real>& now, const Strands<Real>& j, Mask<Real> active, Real* step,
                  Mask<Real>& lost) override {
    const Mask<Real> failed = normal_.solve(j, now.e.data(), mu_, step);
    lost |= active & (failed | no(allFinite(step, j.columns())));
    return active & no(lost);
  }

  double told(int at, double Report::*field) const override {
    return field == &Report::lambda ? std::sqrt(mu_[at]) : kNotUsed;
  }

 private:
  NormalEquations<Real> normal_;
  Real mu_;
};

// As in levenberg_marquardt.cpp, with one trial per step.
template <class Real>
class LevenbergLanes final : public LaneStepper<Real> {
 public:
  LevenbergLanes(const Solver& solver, const LanePlacer<Real>& placer)
      : rule_(solver.method().as<LevenbergMarquardtOptions>()),
        placer_(placer),
        normal_(solver.model().tree, solver.model().task),
        trial_(solver.model()),
        moved_(trial_.e),
        squares_(trial_.theta) {
    for (int lane = 0; lane < kLanes<Real>; ++lane) forget(lane);
  }

  Mask<Real> step(const LaneTrial<Real>& now, const Strands<Real>& j, Mask<Real> active, Real* step,
                  Mask<Real>& lost) override {
    const Real before = 0.5 * squareOf(now.e.data(), j.rows());
    const Real largest = j.largestColumn(squares_.data());
    begin(active, before, largest);
    const Mask<Real> failed = normal_.solve(j, now.e.data(), mu_, step);
    const Mask<Real> sound = active & no(failed) & allFinite(step, j.columns());
    Real after = all<Real>(0);
    Mask<Real> made = sound;
    if (rule_.checks()) {
      after = tryStep(now, step, sound, lost);
      made &= below(after, before);
      tried_ = sound;
    }
    learn(made, now, j, step, before - after, largest);
    raise(active & no(made), largest, lost);
    return made & no(lost);
  }

  void forget(int lane) override {
    learnt_[lane] = kNotUsed;
    failures_[static_cast<size_t>(lane)] = 0;
  }
  void recall(int lane, std::span<const double> learnt) override {
    learnt_[lane] = learnt[0];
    failures_[static_cast<size_t>(lane)] = 0;
  }
  void remember(int lane, std::span<double> learnt) const override { learnt[0] = learnt_[lane]; }
  Mask<Real> trials() const override { return tried_; }
  LaneTrial<Real>* tried() override { return rule_.checks() ? &trial_ : nullptr; }
  double told(int at, double Report::*field) const override {
    return field == &Report::lambda ? std::sqrt(mu_[at]) : kNotUsed;
  }

 private:
  // Sets lambda^2 of the lanes that begin an update.
  void begin(Mask<Real> active, Real before, Real largest) {
    for (int lane = 0; lane < kLanes<Real>; ++lane) {
      if (!active[lane] || failures_[static_cast<size_t>(lane)] > 0) continue;
      mu_[lane] = rule_.firstTrial(before[lane], learnt_[lane], largest[lane]);
      raise_[lane] = rule_.firstRaise();
    }
  }

  // Evaluates f at the end of the step.
  Real tryStep(const LaneTrial<Real>& now, const Real* step, Mask<Real> sound, Mask<Real>& lost) {
    for (size_t c = 0; c < trial_.theta.size(); ++c) {
      const Real to = now.theta[c] + step[c];
      const Mask<Real> inside = below(magnitude(to), all<Real>(kReducible));
      lost |= sound & no(inside);
      trial_.theta[c] = select(sound & inside, to, now.theta[c]);
    }
    placer_.place(trial_);
    return 0.5 * squareOf(trial_.e.data(), static_cast<int>(trial_.e.size()));
  }

  // Sets lambda^2 for the first trial of the next update.
  void learn(Mask<Real> made, const LaneTrial<Real>& now, const Strands<Real>& j, const Real* step,
             Real fall, Real largest) {
    Real predicted = all<Real>(1);
    if (rule_.predicts()) {
      j.times(step, moved_.data());
      const Real square = squareOf(moved_.data(), j.rows());
      predicted = dot(now.e.data(), moved_.data(), j.rows()) - 0.5 * square;
    }
    for (int lane = 0; lane < kLanes<Real>; ++lane) {
      if (!made[lane]) continue;
      learnt_[lane] =
          rule_.nextLambdaSquared(mu_[lane], fall[lane], predicted[lane], largest[lane]);
      failures_[static_cast<size_t>(lane)] = 0;
    }
  }

  // Raises lambda^2 of the lanes whose trial failed; after the last trial a lane is lost.
  void raise(Mask<Real> failed, Real largest, Mask<Real>& lost) {
    if (!any(failed)) return;
    for (int lane = 0; lane < kLanes<Real>; ++lane) {
      if (!failed[lane]) continue;
      mu_[lane] = rule_.raiseLambdaSquared(mu_[lane], largest[lane], raise_[lane]);
      raise_[lane] *= 2;
      if (++failures_[static_cast<size_t>(lane)] == LevenbergRule::kTrials) lost[lane] = -1;
    }
  }

  const LevenbergRule rule_;
  const LanePlacer<Real>& placer_;
  NormalEquations<Real> normal_;
  LaneTrial<Real> trial_;
  Array<Real> moved_, squares_;
  Real mu_ = all<Real>(1), raise_ = mu_, learnt_ = mu_;
  Mask<Real> tried_ = {};
  std::array<int, kLanes<Real>> failures_ = {};
};

template <class Options>
bool uses(const Solver& solver) {
  return &solver.method().entry() == &describe<Options>();
}

template <class Real>
std::unique_ptr<LaneStepper<Real>> makeLaneStepper(const Solver& solver,
                                                   const LanePlacer<Real>& placer) {
  if (uses<TransposeOptions>(solver)) return std::make_unique<TransposeLanes<Real>>(solver);
  if (uses<DlsOptions>(solver)) return std::make_unique<DampedLanes<Real>>(solver);
  return std::make_unique<LevenbergLanes<Real>>(solver, placer);
}

}  // namespace iklab::detail
