#include "iklab/ik/fitted.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "iklab/math/decimal.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kDampingShare = 0.05, kCutoffShare = 1e-3;

// True if the cutoff is a share of sigma_1, so that it is not scaled to a length.
bool relative(const MethodEntry& method, const std::vector<double>& numbers) {
  for (size_t i = 0; i < method.params.size(); ++i)
    if (std::string_view(method.params[i].key) == "cutoffIs") return numbers[i] != 0;
  return false;
}

}  // namespace

double fitNumber(const MethodEntry& method, const Param& param, double stretch) {
  const auto within = [&](double value) {
    return roundToDigits(std::clamp(value, param.min, param.max), 2);
  };
  if (param.fit == Fit::cutoff) return within(kCutoffShare * stretch);
  if (param.fit != Fit::damping)
    return within(param.initial * (param.fit == Fit::area ? stretch * stretch : stretch));
  double most = 0;
  for (const Param& other : method.params)
    if (other.fit == Fit::damping) most = std::max(most, other.initial);
  return within((most > 0 ? kDampingShare * param.initial / most : param.initial) * stretch);
}

MethodOptions fitLengths(double stretch, MethodOptions options) {
  if (!(stretch > 0)) return options;
  options.fit(
      [&](const MethodEntry& method, const Param& param, const std::vector<double>& numbers) {
        const bool share = param.fit == Fit::cutoff && relative(method, numbers);
        return share ? param.initial : fitNumber(method, param, stretch);
      });
  return options;
}

MethodOptions fitLengths(const Model& model, MethodOptions options) {
  return fitLengths(model.stretch, std::move(options));
}

}  // namespace iklab
