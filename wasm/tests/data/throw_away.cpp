// Throw-away method:  step = factor J^T e
//
// Not part of the program: web/setup/adding.mjs puts it and its card into a copy of the checkout, with
// one line in methods.def, and looks for it wherever methods are shown.
#include "iklab/ik/method.hpp"

namespace iklab {

struct ThrowAwayOptions {
  double factor = 0.125;
};
template <>
const MethodRow& rowOf<ThrowAwayOptions>();

namespace {

constexpr Param kThrowAwayParams[] = {
    field<&ThrowAwayOptions::factor>(
        {.key = "factor", .unit = "", .min = 0, .max = 10, .scale = Scale::linear}),
};

constexpr Observable kThrowAwayObservables[] = {{"throwAway", Per::instance, ""}};

class ThrowAway : public MethodOf<ThrowAwayOptions> {
 public:
  ThrowAway(const Model&, const double* params) : MethodOf(params) {}
  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    report.step *= options.factor;
  }
  void observe(std::span<double> seen) const override { seen[0] = options.factor; }
};

}  // namespace

extern constinit const MethodRow throwAwayRow = {
    .id = "throw-away",
    .name = "Throw-away",
    .group = Group::spectral,
    .maxStep = kInfinity,
    .traits = kStage,
    .params = kThrowAwayParams,
    .observables = kThrowAwayObservables,
    .make = makeMethod<ThrowAway>,
};

template <>
const MethodRow& rowOf<ThrowAwayOptions>() {
  return throwAwayRow;
}

}  // namespace iklab
