#include "iklab/math/concatenate.hpp"

namespace iklab::detail {

std::string concatenate(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace iklab::detail
