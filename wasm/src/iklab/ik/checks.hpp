// Faults of numbers outside the range of their field.
#pragma once

#include <string>

namespace iklab {

// Empty if the value is from min to max.
std::string rangeFault(const std::string& field, double value, double min, double max);
// Empty if the value is a whole number from min to max.
std::string wholeFault(const std::string& field, double value, double min, double max);

inline constexpr double kMostCounted = 1e6;
inline constexpr double kMostRestarts = 1000;
inline constexpr double kMostSeed = 9007199254740991;  // 2^53 - 1

}  // namespace iklab
