// One method along a path, each point from the previous answer: Follower.
#pragma once

#include "iklab/lab/follower.hpp"
