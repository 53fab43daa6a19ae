// A number as text, to 12 digits as %.12g. printf would do, but what it needs for floating point is
// 3 KB of the module after gzip.
#pragma once

#include <string>

namespace iklab {

std::string decimal(double value);

// The double nearest to the value written with so many digits, 1 to 12; half a digit goes up.
double rounded(double value, int digits);

}  // namespace iklab
