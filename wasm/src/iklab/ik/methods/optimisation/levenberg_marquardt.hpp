// lambda^2 of Levenberg-Marquardt from trial to trial, by the rules that levenberg_marquardt.cpp
// names.
#pragma once

#include <algorithm>
#include <cmath>

#include "iklab/ik/method_options.hpp"

namespace iklab {

struct LevenbergRule : LevenbergMarquardtOptions {
  static constexpr int kTrials = 10;
  static constexpr double kLeast =
      1e-12;  // of diag J^T J: a remembered or raised lambda^2 is not below

  explicit LevenbergRule(const LevenbergMarquardtOptions& options)
      : LevenbergMarquardtOptions(options) {}

  // a trial is kept only where f falls
  bool checks() const { return checked || damping == Damping::levenberg || predicts(); }
  // the next lambda^2 depends on how far J foretells the fall of f
  bool predicts() const { return damping == Damping::nielsen; }

  // energy: f; learnt: of the update before, or NaN; largest: of diag J^T J
  double firstTrial(double energy, double learnt, double largest) const {
    const bool fresh = std::isnan(learnt);
    switch (damping) {
      case Damping::levenberg:
        return fresh ? lambda * lambda : learnt;
      case Damping::wampler:
        return lambda * lambda;
      case Damping::chan:
        return errorGain * energy;
      case Damping::sugihara:
        return energy + errorBias;
      default:
        return fresh ? tau * largest : learnt;
    }
  }

  // the factor of the first trial that fails, twice as large for each one after it
  double firstRaise() const { return predicts() ? 2 : 10; }
  static double raised(double mu, double largest, double raise) {
    return std::max(mu, kLeast * largest) * raise;
  }

  // lambda^2 of the next update's first trial, for the rules that remember
  double lesson(double mu, double fall, double predicted, double largest) const {
    double next = mu / 10;
    if (predicts()) {
      const double miss = 2 * (predicted > 0 ? fall / predicted : 1) - 1;
      next = mu * std::max(1.0 / 3, 1 - miss * miss * miss);
    }
    return std::max(next, kLeast * largest);
  }
};

}  // namespace iklab
