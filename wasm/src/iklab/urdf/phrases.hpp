// Words for faults: what a text or a number is, and which known name was meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iklab::urdf {

// As JSON has it.
std::string jsonText(std::string_view text, size_t most);
// safe to print on one line of a terminal; cut after 40 units
std::string quote(std::string_view text);
// `"a" → "b" → "c"`; `gap` stands for the middle of a long list
std::string wayText(const std::vector<std::string>& names, std::string_view gap);
// ` (did you mean "hand"?)`, or nothing where no known name is near
std::string didYouMean(std::string_view name, const std::vector<std::string>& known);

// The shortest decimal that reads as this number again, as JavaScript writes it.
std::string numberText(double value);

}  // namespace iklab::urdf
