// lambda^2 of Levenberg-Marquardt from trial to trial, by the rules of levenberg_marquardt.cpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "iklab/ik/method_options.hpp"

namespace iklab {

struct LevenbergRule : LevenbergMarquardtOptions {
  static constexpr int kTrials = 10;
  // Relative to diag J^T J: smallest lambda^2 that is remembered or raised.
  static constexpr double kLeast = 1e-12;

  explicit LevenbergRule(const LevenbergMarquardtOptions& options)
      : LevenbergMarquardtOptions(options) {}

  // True if a trial is accepted only if it lowers f.
  bool checks() const { return checked || damping == Damping::levenberg || predicts(); }
  // True if the next lambda^2 depends on how well J predicts the decrease of f.
  bool predicts() const { return damping == Damping::nielsen; }

  // energy: f. learnt: from the previous update, or NaN. largest: largest entry of diag J^T J.
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

  // The factor after the first failed trial; it doubles with each further one.
  double firstRaise() const { return predicts() ? 2 : 10; }
  static double raiseLambdaSquared(double mu, double largest, double raise) {
    return std::max(mu, kLeast * largest) * raise;
  }

  // lambda^2 for the first trial of the next update; only used by rules with memory.
  double nextLambdaSquared(double mu, double fall, double predicted, double largest) const {
    double next = mu / 10;
    if (predicts()) {
      const double miss = 2 * (predicted > 0 ? fall / predicted : 1) - 1;
      next = mu * std::max(1.0 / 3, 1 - miss * miss * miss);
    }
    return std::max(next, kLeast * largest);
  }
};

}  // namespace iklab
