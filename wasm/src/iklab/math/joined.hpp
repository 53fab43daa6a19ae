// Texts one behind the other. A chain of + does the same in several times the code, and sentences
// are a good part of what the module says.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace iklab {

std::string joined(std::initializer_list<std::string_view> parts);

}  // namespace iklab
