// Many problems of one solver, for programs with threads of their own: one ProblemRun per thread.
#pragma once

#include "iklab/ik/problem_run.hpp"
