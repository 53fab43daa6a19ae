#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {

Point pointAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  char32_t code = first & (0x7f >> bytes);
  for (size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(i) & 0x3f);
  return {code, bytes};
}

void append(std::string& text, char32_t code) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

Head headOf(std::string_view text, size_t units) {
  size_t at = 0, used = 0;
  while (at < text.size()) {
    const Point point = pointAt(text, at);
    if (used + unitsOf(point.code) > units) {
      const bool split = used < units;
      const char32_t high = 0xd800 + ((point.code - 0x10000) >> 10);
      return {text.substr(0, at), split ? static_cast<char16_t>(high) : char16_t{0}, false};
    }
    used += unitsOf(point.code);
    at += point.bytes;
  }
  return {text};
}

std::string shortened(std::string_view text, size_t most) {
  if (headOf(text, most).whole) return std::string(text);
  const Head head = headOf(text, most - 1);
  return std::string(head.text) + (head.half ? "\uFFFD" : "") + "…";
}

bool isSpace(char32_t c) {
  return (c >= 0x09 && c <= 0x0d) || c == 0x20 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000 || c == 0xfeff;
}

size_t spacesAt(std::string_view text, size_t at) {
  const size_t from = at;
  while (at < text.size()) {
    const Point point = pointAt(text, at);
    if (!isSpace(point.code)) break;
    at += point.bytes;
  }
  return at - from;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(spacesAt(text, 0));
  size_t end = text.size();
  while (end > 0) {
    size_t start = end - 1;
    while (start > 0 && (text[start] & 0xc0) == 0x80) --start;
    if (!isSpace(pointAt(text, start).code)) break;
    end = start;
  }
  return text.substr(0, end);
}

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = spacesAt(text, 0); at < text.size(); at += spacesAt(text, at)) {
    const size_t from = at;
    for (Point point = pointAt(text, at); !isSpace(point.code); point = pointAt(text, at)) {
      at += point.bytes;
      if (at == text.size()) break;
    }
    words.push_back(text.substr(from, at - from));
  }
  return words;
}

bool hasAt(std::string_view text, size_t at, std::string_view lower) {
  if (at > text.size() || text.size() - at < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i)
    if (lowered(text[at + i]) != lower[i]) return false;
  return true;
}

}  // namespace iklab::urdf
