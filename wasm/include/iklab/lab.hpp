// Methods side by side on one clock, with what can be seen of each: Lab, as the page runs it.
#pragma once

#include "iklab/lab/lab.hpp"
