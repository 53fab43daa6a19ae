// A method of one's own: Method, MethodRow, Param, and what it is told of an update, Problem.
#pragma once

#include "iklab/ik/method.hpp"
#include "iklab/ik/problem.hpp"
