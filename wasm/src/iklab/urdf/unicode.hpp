// UTF-8 that has been found valid, counted as the page counts it: in units of UTF-16.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iklab::urdf {

struct Point {
  char32_t code;
  size_t bytes;
};

// at < text.size(), where a code point begins
Point pointAt(std::string_view text, size_t at);
void append(std::string& text, char32_t code);
inline size_t unitsOf(char32_t code) { return code > 0xffff ? 2 : 1; }

// The first units of a text.
struct Head {
  std::string_view text;
  char16_t half = 0;  // the first half of a pair that was cut in two, or 0
  bool whole = true;  // there is no more
};
Head headOf(std::string_view text, size_t units);
// as it is, or cut to that many units with an ellipsis
std::string shortened(std::string_view text, size_t most);

// blanks of any kind, not those of XML alone
bool isSpace(char32_t code);
// the bytes of the blanks that a text begins with
size_t spacesAt(std::string_view text, size_t at);
std::string_view trimmed(std::string_view text);
std::vector<std::string_view> wordsOf(std::string_view text);

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline bool isWord(char c) {
  return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '_';
}
// whether a text has this at a place, whatever the case of ASCII letters
bool hasAt(std::string_view text, size_t at, std::string_view lower);

}  // namespace iklab::urdf
