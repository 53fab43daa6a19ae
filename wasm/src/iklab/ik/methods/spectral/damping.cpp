#include "iklab/ik/methods/spectral/damping.hpp"

#include <algorithm>
#include <cmath>

namespace iklab {

using namespace detail;

namespace {

double square(double x) { return x * x; }

struct ValueAndSlope {
  double value, slope;
};

// Root of an increasing function with f(low) < 0 < f(high): Newton kept inside the bracket.
template <class F>
double increasingRoot(F f, double low, double high) {
  double x = high;
  for (int k = 0; k < 100 && high - low > 1e-15 * high; ++k) {
    const auto [value, slope] = f(x);
    (value < 0 ? low : high) = x;
    if (value == 0) break;
    const double newton = x - value / slope;
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (next == x) break;
    x = next;
  }
  return x;
}

// Egeland et al. 1991; Chiaverini 1997: lambda^2 = (1 - (sigma_m / region)^2) lambda_max^2.
double dampingBySmallest(const DlsOptions& r, double smallest) {
  return smallest < r.region ? (1 - square(smallest / r.region)) * square(r.lambdaMax) : 0;
}

// Nakamura & Hanafusa 1986: lambda^2 = lambda_max^2 (1 - w / w_0)^2
double byManipulability(const DlsOptions& r, double w) {
  return w < r.manipulabilityBound ? square(r.lambdaMax * (1 - w / r.manipulabilityBound)) : 0;
}

// The smallest lambda with |step| <= bound; as a function of mu = lambda^2, 1/|step| is nearly
// linear.
double byStep(const DlsOptions& r, const Svd& s, const Vector& e) {
  const int rank = s.rankAbove(s.noise());
  const auto lengths = [&](double mu) {
    double length2 = 0, bend = 0, pull2 = 0;
    for (int i = 0; i < rank; ++i) {
      const double pull = s.sigma(i) * s.u(i).dot(e), d = square(s.sigma(i)) + mu;
      pull2 += square(pull);
      length2 += square(pull / d);
      bend += square(pull / d) / d;
    }
    struct {
      double length, bend, pull;
    } const out = {std::sqrt(length2), bend, std::sqrt(pull2)};
    return out;
  };
  const auto start = lengths(0);
  if (!(start.length > r.stepBound)) return 0;
  const auto secular = [&](double mu) {
    const auto at = lengths(mu);
    return ValueAndSlope{1 / r.stepBound * -1 + 1 / at.length,
                         at.bend / (at.length * at.length * at.length)};
  };
  return increasingRoot(secular, 0, start.pull / r.stepBound);
}

// The largest lambda <= lambda_max with |J J^+ e - J step(lambda)| <= bound.
double byError(const DlsOptions& r, const Svd& s, const Vector& e) {
  const int rank = s.rankAbove(s.noise());
  const auto excess = [&](double mu) {
    double sum = 0, slope = 0;
    for (int i = 0; i < rank; ++i) {
      const double a = s.u(i).dot(e), s2 = square(s.sigma(i)), part = mu * a / (s2 + mu);
      sum += square(part);
      slope += 2 * part * a * s2 / square(s2 + mu);
    }
    return ValueAndSlope{sum - square(r.errorBound), slope};
  };
  const double most = square(r.lambdaMax);
  return excess(most).value <= 0 ? most : increasingRoot(excess, 0, most);
}

// The smallest lambda for which (J; lambda I) has condition <= kappa.
double byCondition(const DlsOptions& r, double largest, double smallest) {
  const double k2 = square(r.conditionBound);
  return std::max(0.0, (square(largest) - k2 * square(smallest)) / (k2 - 1));
}

}  // namespace

double chooseLambdaSquared(const DlsOptions& r, const Problem& problem, int workingRank) {
  if (r.damping == Damping::constant) return square(r.lambda);
  // Chan & Lawrence 1988 (b = 0), Sugihara 2011 (g = 1): lambda^2 = g |e|^2 / 2 + b
  if (r.damping == Damping::error)
    return 0.5 * r.errorGain * problem.unclampedError.squaredNorm() + r.errorBias;
  const Svd& s = problem.svd();
  const double smallest = s.sigma(workingRank - 1);
  switch (r.damping) {
    case Damping::smallestSingularValue:
      return dampingBySmallest(r, smallest);
    case Damping::boundedStep:
      return byStep(r, s, problem.error);
    case Damping::boundedError:
      return byError(r, s, problem.error);
    case Damping::boundedCondition:
      return byCondition(r, s.largest(), smallest);
    default:
      break;
  }
  double w = 1;
  for (int i = 0; i < workingRank; ++i) w *= s.sigma(i);
  return byManipulability(r, w);
}

}  // namespace iklab
