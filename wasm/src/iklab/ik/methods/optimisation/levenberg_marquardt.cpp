// Levenberg-Marquardt:  (J^T J + lambda^2 I) step = J^T e,  lambda^2 raised until f = 1/2 |e|^2 falls
//
// lambda^2 of the first trial, E = f:
//   levenberg  remembered: a tenth of the last one accepted      Levenberg 1944; Marquardt 1963
//   wampler    a constant                                        Wampler 1986
//   chan       g E                                               Chan & Lawrence 1988
//   sugihara   E + b                                             Sugihara 2011
//   nielsen    remembered: times max(1/3, 1 - (2 r - 1)^3), r the fall of f over the predicted one;
//              at first tau times the largest entry of diag J^T J    Nielsen 1999
// A trial that does not lower f is followed by one with lambda^2 times 10, 20, 40, ... (nielsen:
// 2, 4, 8, ...), ten in all, then no step. Unchecked, the rules without memory take the first trial
// as it is, like published comparisons. A trial has locked joints on their limits; where the whole
// update raises f all the same, the runner shortens it.
// Cost: a Cholesky factorisation and an evaluation a trial, mostly one.
// Fails: wampler is as slow as DLS near the target when lambda is large; chan's lambda fades too
// early at a singularity that is not at the target; all stop at a local minimum of f.
#include <algorithm>
#include <cmath>

#include "iklab/ik/methods/optimisation/line_search.hpp"
#include "iklab/ik/methods/spectral/normal_equations.hpp"

namespace iklab {
namespace {

using Rule = LevenbergMarquardtOptions::Damping;
constexpr int kTrials = 10;
constexpr double kLeast = 1e-12;  // of diag J^T J: a remembered or raised lambda^2 is not below

class LevenbergMarquardt : public MethodOf<LevenbergMarquardtOptions> {
 public:
  LevenbergMarquardt(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        normal_(model),
        search_(model),
        moved_(Vector::Zero(model.rows())),
        there_(moved_) {}

  void update(const Problem& problem, Report& report) override {
    normal_.load(problem);
    const double before = search_.begin(problem), largest = largestDiagonal(problem);
    double raise = options.damping == Rule::nielsen ? 2 : 10;
    const bool checked = options.checked || learns();
    double mu = firstTrial(problem, largest);
    for (int k = 0; k < kTrials; ++k, raise *= 2) {
      if (normal_.solve(problem, mu, report.step)) {
        const double after = checked ? problem.evaluate(report.step, there_) : 0;
        if (!checked || after < before) {
          report.lambda = std::sqrt(mu);
          next_ = std::max(lesson(problem, report.step, mu, before - after), kLeast * largest);
          return;
        }
      }
      mu = std::max(mu, kLeast * largest) * raise;
    }
    next_ = problem.learnt[0];
    report.lambda = std::sqrt(mu);
    giveUp(model_, problem, report);
  }

  // lambda^2 of the next first trial
  int memorySize() const override { return 1; }
  void forget(std::span<double> learnt) const override { learnt[0] = kNotUsed; }
  void learn(const Problem&, const Vector&, std::span<double> learnt) override {
    learnt[0] = next_;
  }

 private:
  bool learns() const {
    return options.damping == Rule::levenberg || options.damping == Rule::nielsen;
  }

  static double largestDiagonal(const Problem& problem) {
    double largest = 0;
    for (int c = 0; c < problem.jacobian().columns(); ++c)
      largest = std::max(largest, problem.jacobian().matrix().col(c).squaredNorm());
    return largest;
  }

  double firstTrial(const Problem& problem, double largest) const {
    const double energy = 0.5 * problem.unclampedError.squaredNorm();
    const double learnt = problem.learnt[0];
    const bool fresh = std::isnan(learnt);
    switch (options.damping) {
      case Rule::levenberg:
        return fresh ? options.lambda * options.lambda : learnt;
      case Rule::wampler:
        return options.lambda * options.lambda;
      case Rule::chan:
        return options.errorGain * energy;
      case Rule::sugihara:
        return energy + options.errorBias;
      default:
        return fresh ? options.tau * largest : learnt;
    }
  }

  // lambda^2 of the next update's first trial, for the rules that remember
  double lesson(const Problem& problem, const Vector& step, double mu, double fall) {
    if (options.damping != Rule::nielsen) return mu / 10;
    problem.jacobian().times(step, moved_);
    const double g = problem.gain;
    const double predicted = g * (problem.error.dot(moved_) - 0.5 * g * moved_.squaredNorm());
    const double miss = 2 * (predicted > 0 ? fall / predicted : 1) - 1;
    return mu * std::max(1.0 / 3, 1 - miss * miss * miss);
  }

  const Model& model_;
  NormalEquations normal_;
  LineSearch search_;
  Vector moved_, there_;
  double next_ = kNotUsed;  // what is learnt of the step of now, once it has been applied
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
