// What is said of a number that is not what its field allows.
#pragma once

#include <string>

namespace iklab {

// empty: the value is from min to max
std::string rangeFault(const std::string& field, double value, double min, double max);
// likewise, and it is a whole number
std::string wholeFault(const std::string& field, double value, double min, double max);

inline constexpr double kMostCounted = 1e6;
inline constexpr double kMostRestarts = 1000;

}  // namespace iklab
