// A number as text, to 12 digits as %.12g. printf would do, but what it needs for floating point is
// 3 KB of the module after gzip.
#pragma once

#include <string>

namespace iklab {

std::string decimal(double value);

}  // namespace iklab
