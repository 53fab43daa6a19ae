// All poses that reach a goal, in closed form or by a search, with numbers that identify them while
// the goal moves: SolutionFinder. Link iklab::lab.
#pragma once

#include "iklab/lab/solution_finder.hpp"
