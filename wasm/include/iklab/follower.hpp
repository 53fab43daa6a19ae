// One method along a path, each point from the answer before: Follower.
#pragma once

#include "iklab/lab/follower.hpp"
