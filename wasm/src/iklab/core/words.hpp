// Names of enum values, as on the page, in links and on the command line.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace iklab {

using Words = std::span<const char* const>;

// One name for each value, in order. last: the last value of the enum.
template <auto last, class... Each>
constexpr std::array<const char*, sizeof...(Each)> words(Each... each) {
  static_assert(sizeof...(Each) == static_cast<size_t>(last) + 1, "a word for each value");
  return {each...};
}

// Whether the number is a value of the enum with these names.
template <class Enum, size_t count>
constexpr bool isOneOf(Enum value, const std::array<const char*, count>&) {
  return static_cast<int>(value) >= 0 && static_cast<size_t>(value) < count;
}

}  // namespace iklab
