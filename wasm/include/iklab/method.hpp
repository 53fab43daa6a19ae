// A method of one's own beside those of the library: Method, MethodOf, MethodEntry, Param, what it is
// told of an update, Problem, and the MethodRegistry that a lab or a batch is made with. RunTimeMethod: one that is described while
// the program runs.
#pragma once

#include "iklab/ik/method_of.hpp"
#include "iklab/ik/problem.hpp"
#include "iklab/ik/registry.hpp"
#include "iklab/ik/run_time_method.hpp"
