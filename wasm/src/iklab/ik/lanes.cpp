#include "iklab/ik/lanes.hpp"

#include "iklab/ik/lanes_of.hpp"
#include "iklab/ik/wide_lanes.hpp"

namespace iklab {

using namespace detail;

template class detail::LanesOf<Two>;

bool Lanes::cover(const Solver& solver) {
  const Settings& settings = solver.settings();
  const bool damped = uses<DlsOptions>(solver) && [&] {
    const DlsOptions options = solver.method().as<DlsOptions>();
    return options.damping == Damping::constant && options.lambda > 0;
  }();
  return (damped || uses<TransposeOptions>(solver) || uses<LevenbergMarquardtOptions>(solver)) &&
         settings.limits <= LimitPolicy::clamp && settings.clamp.mode == ClampMode::off &&
         settings.gain == 1 && settings.maxStep.value_or(solver.method().entry().maxStep) >= 0 &&
         settings.secondary.kind == SecondaryKind::none;
}

int Lanes::most() {
#ifdef IKLAB_WIDE_LANES
  static const int most = __builtin_cpu_supports("avx512f") ? 8
                          : __builtin_cpu_supports("avx2")  ? 4
                                                            : 2;
  return most;
#else
  return 2;
#endif
}

std::unique_ptr<Lanes> Lanes::make(const Solver& solver, const StopRules& rules, int count) {
#ifdef IKLAB_WIDE_LANES
  if (count == 8) return makeEightLanes(solver, rules);
  if (count == 4) return makeFourLanes(solver, rules);
#endif
  (void)count;
  return std::make_unique<LanesOf<Two>>(solver, rules);
}

}  // namespace iklab
