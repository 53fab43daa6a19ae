// Four and eight lanes, for processors with vectors of that size. Functions that their sources share
// with others must not need such a processor: checkWideLanes in web/setup/package.mjs checks the
// optimised builds.
#pragma once

#include "iklab/ik/lanes.hpp"

namespace iklab::detail {

std::unique_ptr<Lanes> makeFourLanes(const Solver& solver, const StopRules& rules);
std::unique_ptr<Lanes> makeEightLanes(const Solver& solver, const StopRules& rules);

}  // namespace iklab::detail
