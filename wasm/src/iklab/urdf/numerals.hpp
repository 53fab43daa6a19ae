// Numbers out of text and into it, the same to the bit as the page's.
#pragma once

#include <string>
#include <string_view>

namespace iklab::urdf {

// as XML Schema has them, without INF and NaN
bool isNumeral(std::string_view text);
// of a numeral: the nearest double; infinite where it is beyond all
double numeralValue(std::string_view numeral);

// with so many digits behind the point; a half goes away from zero
std::string fixedText(double value, int digits);

}  // namespace iklab::urdf
