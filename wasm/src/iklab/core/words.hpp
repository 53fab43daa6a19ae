// The words by which page, link and command line know the values of an enum.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace iklab {

using Words = std::span<const char* const>;

// One for each value, in their order; `last` is the last of them.
template <auto last, class... Each>
constexpr std::array<const char*, sizeof...(Each)> words(Each... each) {
  static_assert(sizeof...(Each) == static_cast<size_t>(last) + 1, "a word for each value");
  return {each...};
}

// A value of the enum with these words, and not another number.
template <class Enum, size_t count>
constexpr bool isOneOf(Enum value, const std::array<const char*, count>&) {
  return static_cast<int>(value) >= 0 && static_cast<size_t>(value) < count;
}

}  // namespace iklab
