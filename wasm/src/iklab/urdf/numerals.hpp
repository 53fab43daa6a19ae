// Conversion between numbers and text, bit for bit as on the page.
#pragma once

#include <string>
#include <string_view>

namespace iklab::urdf {

// True for a number of XML Schema, except INF and NaN.
bool isNumeral(std::string_view text);
// The double nearest to a valid numeral; infinite if it is out of range.
double numeralValue(std::string_view numeral);

// Writes this many decimal places; halves are rounded away from zero.
std::string fixedText(double value, int digits);

}  // namespace iklab::urdf
