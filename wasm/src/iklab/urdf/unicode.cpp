#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {

CodePoint codePointAt(std::string_view text, size_t at) {
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

TextHead takeHead(std::string_view text, size_t units) {
  size_t at = 0, used = 0;
  while (at < text.size()) {
    const CodePoint point = codePointAt(text, at);
    if (used + utf16Units(point.code) > units) {
      const bool split = used < units;
      const char32_t high = 0xd800 + ((point.code - 0x10000) >> 10);
      return {text.substr(0, at), split ? static_cast<char16_t>(high) : char16_t{0}, false};
    }
    used += utf16Units(point.code);
    at += point.bytes;
  }
  return {text};
}

std::string shorten(std::string_view text, size_t most) {
  if (takeHead(text, most).isComplete) return std::string(text);
  const TextHead head = takeHead(text, most - 1);
  return std::string(head.text) + (head.half ? "\uFFFD" : "") + "…";
}

bool isSpace(char32_t c) {
  return (c >= 0x09 && c <= 0x0d) || c == 0x20 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000 || c == 0xfeff;
}

size_t countSpaces(std::string_view text, size_t at) {
  const size_t from = at;
  while (at < text.size()) {
    const CodePoint point = codePointAt(text, at);
    if (!isSpace(point.code)) break;
    at += point.bytes;
  }
  return at - from;
}

std::string_view trim(std::string_view text) {
  text.remove_prefix(countSpaces(text, 0));
  size_t end = text.size();
  while (end > 0) {
    size_t start = end - 1;
    while (start > 0 && (text[start] & 0xc0) == 0x80) --start;
    if (!isSpace(codePointAt(text, start).code)) break;
    end = start;
  }
  return text.substr(0, end);
}

std::vector<std::string_view> splitWords(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = countSpaces(text, 0); at < text.size(); at += countSpaces(text, at)) {
    const size_t from = at;
    for (CodePoint point = codePointAt(text, at); !isSpace(point.code);
         point = codePointAt(text, at)) {
      at += point.bytes;
      if (at == text.size()) break;
    }
    words.push_back(text.substr(from, at - from));
  }
  return words;
}

bool matchesAt(std::string_view text, size_t at, std::string_view lower) {
  if (at > text.size() || text.size() - at < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i)
    if (toLower(text[at + i]) != lower[i]) return false;
  return true;
}

}  // namespace iklab::urdf
