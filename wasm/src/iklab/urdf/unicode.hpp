// Functions on valid UTF-8. Lengths are in units of UTF-16, as on the page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iklab::urdf {

struct CodePoint {
  char32_t code;
  size_t bytes;
};

// at: less than text.size(), at the start of a code point.
CodePoint codePointAt(std::string_view text, size_t at);
void append(std::string& text, char32_t code);
inline size_t utf16Units(char32_t code) { return code > 0xffff ? 2 : 1; }

// The beginning of a text, up to a number of UTF-16 units.
struct TextHead {
  std::string_view text;
  char16_t half = 0;       // First half of a surrogate pair that was cut, or 0.
  bool isComplete = true;  // True if this is the complete text.
};
TextHead takeHead(std::string_view text, size_t units);
// The text, or its first `most` UTF-16 units with an ellipsis.
std::string shorten(std::string_view text, size_t most);

// White space as defined by Unicode, not only by XML.
bool isSpace(char32_t code);
// Number of bytes of white space at a position.
size_t countSpaces(std::string_view text, size_t at);
std::string_view trim(std::string_view text);
std::vector<std::string_view> splitWords(std::string_view text);

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline char toLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline bool isWord(char c) {
  return isDigit(c) || (toLower(c) >= 'a' && toLower(c) <= 'z') || c == '_';
}
// True if the text continues with `lower`; ignores the case of ASCII letters.
bool matchesAt(std::string_view text, size_t at, std::string_view lower);

}  // namespace iklab::urdf
