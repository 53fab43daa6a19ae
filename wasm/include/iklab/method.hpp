// Custom methods next to those of the library: Method, MethodOf, MethodEntry, Param; Problem, the
// input of an update; and MethodRegistry, from which a lab or a batch is created. RunTimeMethod: a
// method that is described while the program runs.
#pragma once

#include "iklab/ik/method_of.hpp"
#include "iklab/ik/problem.hpp"
#include "iklab/ik/registry.hpp"
#include "iklab/ik/run_time_method.hpp"
