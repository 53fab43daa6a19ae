// For custom methods next to those of the library: Method, MethodOf, MethodEntry, Param; Problem,
// the input of an update; RunTimeMethod, a method that is described while the program runs. A
// MethodRegistry makes custom methods available to a lab or a batch.
#pragma once

#include "iklab/ik/method_of.hpp"
#include "iklab/ik/problem.hpp"
#include "iklab/ik/registry.hpp"
#include "iklab/ik/run_time_method.hpp"
