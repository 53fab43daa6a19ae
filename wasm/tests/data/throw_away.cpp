// Throw-away method: step = factor J^T e
//
// Not part of the program: web/setup/adding.mjs puts it and its card into a copy of the checkout,
// with one line in methods.def, and looks for it wherever methods are shown.
#include "iklab/ik/method_of.hpp"

namespace iklab {

struct ThrowAwayOptions {
  double factor = 0.125;
};

namespace {

class ThrowAway : public MethodOf<ThrowAwayOptions> {
 public:
  ThrowAway(const Model&, const MethodOptions& given) : MethodOf(given) {}
  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    report.step *= options.factor;
  }
  void observe(std::span<double> seen) const override { seen[0] = options.factor; }
};

}  // namespace

template <>
const MethodEntry& describe<ThrowAwayOptions>() {
  static constexpr Param params[] = {
      number<&ThrowAwayOptions::factor>("factor", "", 0, 10),
  };
  static constexpr Observable observables[] = {{"throwAway", Per::instance, ""}};
  static constexpr MethodEntry entry = {
      .id = "throw-away",
      .name = "Throw-away",
      .group = Group::spectral,
      .maxStep = kInfinity,
      .traits = kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<ThrowAway>,
  };
  return entry;
}

}  // namespace iklab
