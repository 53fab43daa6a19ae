// Levenberg-Marquardt:  (J^T J + lambda^2 I) step = J^T e,  lambda^2 raised until f = 1/2 |e|^2
// falls
//
// lambda^2 of the first trial, E = f:
//   levenberg  remembered: a tenth of the last one accepted      Levenberg 1944; Marquardt 1963
//   wampler    a constant                                        Wampler 1986
//   chan       g E                                               Chan & Lawrence 1988
//   sugihara   E + b                                             Sugihara 2011
//   nielsen    remembered: times max(1/3, 1 - (2 r - 1)^3), r the fall of f over the predicted one;
//              at first tau times the largest entry of diag J^T J    Nielsen 1999
// A trial that does not lower f is followed by one with lambda^2 times 10, 20, 40, ... (nielsen: 2,
// 4, 8, ...), ten in all, then no step. Unchecked, the rules without memory accept the first trial,
// like published comparisons. A trial has locked joints at their limits; if the complete update
// raises f nevertheless, the workspace shortens it.
// Cost: a Cholesky factorisation, with many targets along the tree, and an evaluation per trial,
// mostly one.
// Fails: wampler is as slow as DLS near the target when lambda is large; chan's lambda decreases
// too early at a singularity that is not at the target; all stop at a local minimum of f.
#include "iklab/ik/methods/optimisation/levenberg_marquardt.hpp"

#include "iklab/core/normal_equations.hpp"
#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {

using namespace detail;

namespace {

class LevenbergMarquardt : public MethodOf<LevenbergMarquardtOptions> {
 public:
  LevenbergMarquardt(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        normal_(model.tree, model.task),
        search_(model),
        moved_(Vector::Zero(model.rows())),
        there_(moved_),
        squares_(Vector::Zero(model.columns())) {}

  void update(const Problem& problem, Report& report) override {
    const Strands<double>& j = problem.jacobian().strands();
    const LevenbergRule rule(options);
    const double before = search_.begin(problem), largest = j.largestColumn(squares_.data());
    double raise = rule.firstRaise();
    double mu = rule.firstTrial(0.5 * squareOf(problem.unclampedError), problem.learnt[0], largest);
    for (int k = 0; k < LevenbergRule::kTrials; ++k, raise *= 2) {
      const bool failed = normal_.solve(j, problem.error.data(), mu, report.step.data());
      if (!failed && report.step.allFinite()) {
        const double after = rule.checks() ? problem.evaluate(report.step, there_) : 0;
        if (!rule.checks() || after < before) {
          report.lambda = std::sqrt(mu);
          const double predicted = rule.predicts() ? foretold(problem, report.step) : 1;
          next_ = rule.nextLambdaSquared(mu, before - after, predicted, largest);
          return;
        }
      }
      mu = LevenbergRule::raiseLambdaSquared(mu, largest, raise);
    }
    next_ = problem.learnt[0];
    report.lambda = std::sqrt(mu);
    giveUp(model_, problem, report);
  }

  // lambda^2 of the next first trial.
  int memorySize() const override { return 1; }
  void forget(std::span<double> learnt) const override { learnt[0] = kNotUsed; }
  void learn(const Problem&, const Vector&, std::span<double> learnt) override {
    learnt[0] = next_;
  }

 private:
  // The decrease of f predicted by J.
  double foretold(const Problem& problem, const Vector& step) {
    problem.jacobian().times(step, moved_);
    const double g = problem.gain;
    return g * (dotOf(problem.error, moved_) - 0.5 * g * squareOf(moved_));
  }

  const Model& model_;
  NormalEquations<double> normal_;
  LineSearch search_;
  Vector moved_, there_, squares_;
  double next_ = kNotUsed;  // lambda^2 to store after the step has been applied.
};

}  // namespace

template <>
const MethodEntry& describe<LevenbergMarquardtOptions>() {
  static constexpr Param params[] = {
      choice<&LevenbergMarquardtOptions::damping>("damping",
                                                  "levenberg wampler chan sugihara nielsen"),
      length<&LevenbergMarquardtOptions::lambda>("lambda", 1e-9, 1000, Fit::damping,
                                                 "damping: wampler levenberg"),
      number<&LevenbergMarquardtOptions::errorGain>("errorGain", "", 0, 1e6, Scale::log,
                                                    "damping: chan"),
      length<&LevenbergMarquardtOptions::errorBias>("errorBias", 0, 1e6, Fit::area,
                                                    "damping: sugihara"),
      number<&LevenbergMarquardtOptions::tau>("tau", "", 1e-9, 1000, Scale::log,
                                              "damping: nielsen"),
      toggle<&LevenbergMarquardtOptions::checked>("checked", "damping: wampler chan sugihara"),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "levenberg-marquardt",
      .name = "Levenberg-Marquardt",
      .group = Group::optimisation,
      .maxStep = kInfinity,
      .traits = kUnclamped,
      .params = params,
      .observables = observables,
      .make = makeMethod<LevenbergMarquardt>,
  };
  return entry;
}

}  // namespace iklab
