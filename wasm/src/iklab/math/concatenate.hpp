// Concatenates texts. A chain of + takes several times the code, and messages are a large part of
// the module.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace iklab::detail {

std::string concatenate(std::initializer_list<std::string_view> parts);

}  // namespace iklab::detail
