// Parts of fault messages: quoted texts, numbers, and suggestions of known names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iklab::urdf {

// As a JSON string. most: largest number of UTF-16 units.
std::string jsonText(std::string_view text, size_t most);
// Safe to print on one line of a terminal; cut after 40 UTF-16 units.
std::string quote(std::string_view text);
// `"a" → "b" → "c"`; `gap` replaces the middle of a long list.
std::string formatPath(const std::vector<std::string>& names, std::string_view gap);
// ` (did you mean "hand"?)`, or empty if no known name is similar.
std::string didYouMean(std::string_view name, const std::vector<std::string>& known);

// The shortest decimal that parses to this number, as written by JavaScript.
std::string numberText(double value);

}  // namespace iklab::urdf
