// Four and eight lanes, for processors with vectors of that size. Their sources are compiled for
// these processors only, so they define nothing that another source uses, apart from these
// functions.
#pragma once

#include "iklab/ik/lanes.hpp"

namespace iklab::detail {

std::unique_ptr<Lanes> makeFourLanes(const Solver& solver, const StopRules& rules);
std::unique_ptr<Lanes> makeEightLanes(const Solver& solver, const StopRules& rules);

}  // namespace iklab::detail
