// The options of each method, TransposeOptions to TwoStageOptions, and MethodOptions for any of
// them.
#pragma once

#include "iklab/ik/method_options.hpp"
