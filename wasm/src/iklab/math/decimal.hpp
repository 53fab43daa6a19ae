// A number as text with 12 digits, like %.12g. printf would add 3 KB (gzip) of floating-point code
// to the module.
#pragma once

#include <string>

namespace iklab::detail {

std::string decimal(double value);

// The double nearest to the value written with this many digits, 1 to 12; halves are rounded up.
double roundToDigits(double value, int digits);

}  // namespace iklab::detail
