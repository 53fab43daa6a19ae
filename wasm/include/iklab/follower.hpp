// Follows a path with one method, each point starting from the solution of the previous one:
// Follower.
#pragma once

#include "iklab/lab/follower.hpp"
