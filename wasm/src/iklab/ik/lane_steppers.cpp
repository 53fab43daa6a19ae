#include "iklab/ik/lane_steppers.hpp"

#include <array>
#include <cmath>

#include "iklab/ik/methods/optimisation/levenberg_marquardt.hpp"

namespace iklab {

using namespace detail;

namespace {

TwoMask allFinite(const Two* x, int count) {
  TwoMask finite = no(kNoLane);
  for (int i = 0; i < count; ++i) finite &= below(magnitude(x[i]), all<Two>(kInfinity));
  return finite;
}

// As in transpose.cpp.
class TransposeLanes : public LaneStepper {
 public:
  explicit TransposeLanes(const Solver& solver)
      : alpha_(solver.method().as<TransposeOptions>().alpha),
        moved_(static_cast<size_t>(solver.model().rows()), all<Two>(0)) {}

  TwoMask step(const LaneTrial& now, const Strands<Two>& j, TwoMask active, Two* step,
               TwoMask&) override {
    j.transposeTimes(now.e.data(), step);
    Two alpha = all<Two>(alpha_);
    if (alpha_ == 0) {
      j.times(step, moved_.data());
      const Two square = squareOf(moved_.data(), j.rows());
      const Two along = dot(now.e.data(), moved_.data(), j.rows());
      alpha = select(below(all<Two>(0), square), along / square, all<Two>(0));
    }
    for (int c = 0; c < j.columns(); ++c) step[c] *= alpha;
    factor_ = alpha;
    return active;
  }

  double told(int lane, double Report::*field) const override {
    return field == &Report::alpha ? factor_[lane] : kNotUsed;
  }

 private:
  const double alpha_;
  Two factor_ = {0, 0};
  std::vector<Two> moved_;
};

// As in damped.cpp, with a constant lambda above 0.
class DampedLanes : public LaneStepper {
 public:
  explicit DampedLanes(const Solver& solver)
      : normal_(solver.model().rows(), solver.model().columns()) {
    const double lambda = solver.method().as<DlsOptions>().lambda;
    mu_ = all<Two>(lambda * lambda);
  }

  TwoMask step(const LaneTrial& now, const Strands<Two>& j, TwoMask active, Two* step,
               TwoMask& lost) override {
    const TwoMask failed = normal_.solve(j, now.e.data(), mu_, step);
    lost |= active & (failed | no(allFinite(step, j.columns())));
    return active & no(lost);
  }

  double told(int lane, double Report::*field) const override {
    return field == &Report::lambda ? std::sqrt(mu_[lane]) : kNotUsed;
  }

 private:
  NormalEquations<Two> normal_;
  Two mu_;
};

// As in levenberg_marquardt.cpp, with one trial per step.
class LevenbergLanes : public LaneStepper {
 public:
  LevenbergLanes(const Solver& solver, const LanePlacer& placer)
      : rule_(solver.method().as<LevenbergMarquardtOptions>()),
        placer_(placer),
        normal_(solver.model().rows(), solver.model().columns()),
        trial_(solver.model()),
        moved_(trial_.e),
        squares_(trial_.theta) {
    for (int lane = 0; lane < kLanes<Two>; ++lane) forget(lane);
  }

  TwoMask step(const LaneTrial& now, const Strands<Two>& j, TwoMask active, Two* step,
               TwoMask& lost) override {
    const Two before = 0.5 * squareOf(now.e.data(), j.rows());
    const Two largest = j.largestColumn(squares_.data());
    begin(active, before, largest);
    const TwoMask failed = normal_.solve(j, now.e.data(), mu_, step);
    const TwoMask sound = active & no(failed) & allFinite(step, j.columns());
    Two after = all<Two>(0);
    TwoMask made = sound;
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
  int trials(int lane) const override { return tried_[lane] ? 1 : 0; }
  LaneTrial* tried() override { return rule_.checks() ? &trial_ : nullptr; }
  double told(int lane, double Report::*field) const override {
    return field == &Report::lambda ? std::sqrt(mu_[lane]) : kNotUsed;
  }

 private:
  // Sets lambda^2 of the lanes that begin an update.
  void begin(TwoMask active, Two before, Two largest) {
    for (int lane = 0; lane < kLanes<Two>; ++lane) {
      if (!active[lane] || failures_[static_cast<size_t>(lane)] > 0) continue;
      mu_[lane] = rule_.firstTrial(before[lane], learnt_[lane], largest[lane]);
      raise_[lane] = rule_.firstRaise();
    }
  }

  // Evaluates f at the end of the step.
  Two tryStep(const LaneTrial& now, const Two* step, TwoMask sound, TwoMask& lost) {
    for (size_t c = 0; c < trial_.theta.size(); ++c) {
      const Two to = now.theta[c] + step[c];
      const TwoMask inside = below(magnitude(to), all<Two>(kReducible));
      lost |= sound & no(inside);
      trial_.theta[c] = select(sound & inside, to, now.theta[c]);
    }
    placer_.place(trial_);
    return 0.5 * squareOf(trial_.e.data(), static_cast<int>(trial_.e.size()));
  }

  // Sets lambda^2 for the first trial of the next update.
  void learn(TwoMask made, const LaneTrial& now, const Strands<Two>& j, const Two* step, Two fall,
             Two largest) {
    Two predicted = all<Two>(1);
    if (rule_.predicts()) {
      j.times(step, moved_.data());
      const Two square = squareOf(moved_.data(), j.rows());
      predicted = dot(now.e.data(), moved_.data(), j.rows()) - 0.5 * square;
    }
    for (int lane = 0; lane < kLanes<Two>; ++lane) {
      if (!made[lane]) continue;
      learnt_[lane] =
          rule_.nextLambdaSquared(mu_[lane], fall[lane], predicted[lane], largest[lane]);
      failures_[static_cast<size_t>(lane)] = 0;
    }
  }

  // Raises lambda^2 of the lanes whose trial failed; after the last trial a lane is lost.
  void raise(TwoMask failed, Two largest, TwoMask& lost) {
    for (int lane = 0; lane < kLanes<Two>; ++lane) {
      if (!failed[lane]) continue;
      mu_[lane] = rule_.raiseLambdaSquared(mu_[lane], largest[lane], raise_[lane]);
      raise_[lane] *= 2;
      if (++failures_[static_cast<size_t>(lane)] == LevenbergRule::kTrials) lost[lane] = -1;
    }
  }

  const LevenbergRule rule_;
  const LanePlacer& placer_;
  NormalEquations<Two> normal_;
  LaneTrial trial_;
  std::vector<Two> moved_, squares_;
  Two mu_ = {1, 1}, raise_ = mu_, learnt_ = mu_;
  TwoMask tried_ = kNoLane;
  std::array<int, kLanes<Two>> failures_ = {};
};

bool is(const Solver& solver, const MethodEntry& entry) {
  return &solver.method().entry() == &entry;
}

}  // namespace

bool LaneStepper::covers(const Solver& solver) {
  if (is(solver, describe<TransposeOptions>()) || is(solver, describe<LevenbergMarquardtOptions>()))
    return true;
  if (!is(solver, describe<DlsOptions>())) return false;
  const DlsOptions options = solver.method().as<DlsOptions>();
  return options.damping == Damping::constant && options.lambda > 0;
}

std::unique_ptr<LaneStepper> LaneStepper::make(const Solver& solver, const LanePlacer& placer) {
  if (is(solver, describe<TransposeOptions>())) return std::make_unique<TransposeLanes>(solver);
  if (is(solver, describe<DlsOptions>())) return std::make_unique<DampedLanes>(solver);
  return std::make_unique<LevenbergLanes>(solver, placer);
}

}  // namespace iklab
