#include "iklab/urdf/phrases.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

constexpr size_t kLongestQuote = 40;

// Control and direction characters that JSON does not escape.
bool isUnsafe(char32_t c) {
  return (c >= 0x7f && c <= 0x9f) || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

std::string escape(char32_t unit) {
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(unit & 0xffff));
  return text;
}

void appendEscaped(std::string& out, char32_t code, bool safe) {
  constexpr std::string_view kPlain = "\"\\\b\f\n\r\t", kEscaped = "\"\\bfnrt";
  const size_t found = code < 0x80 ? kPlain.find(static_cast<char>(code)) : std::string_view::npos;
  if (found != std::string_view::npos)
    (out += '\\') += kEscaped[found];
  else if (code < 0x20 || (safe && isUnsafe(code)))
    out += escape(code);
  else
    append(out, code);
}

std::string escaped(const TextHead& head, bool safe) {
  std::string out = "\"";
  for (size_t at = 0; at < head.text.size();) {
    const CodePoint point = codePointAt(head.text, at);
    appendEscaped(out, point.code, safe);
    at += point.bytes;
  }
  if (head.half) out += escape(head.half);
  return out + (head.isComplete ? "\"" : "…\"");
}

std::u16string unitsOf(std::string_view text) {
  std::u16string units;
  for (size_t at = 0; at < text.size();) {
    const auto [code, bytes] = codePointAt(text, at);
    at += bytes;
    if (code > 0xffff) units += static_cast<char16_t>(0xd7c0 + (code >> 10));
    const char32_t last = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
    units += last < 0x80 ? toLower(static_cast<char>(last)) : static_cast<char16_t>(last);
  }
  return units;
}

// Levenshtein distance, computed with one row.
size_t editDistance(const std::u16string& a, const std::u16string& b) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > 3) return 4;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t swap = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, swap});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string jsonText(std::string_view text, size_t most) {
  return escaped(takeHead(text, most).isComplete ? TextHead{text} : takeHead(text, most - 1),
                 false);
}

std::string quote(std::string_view text) { return escaped(takeHead(text, kLongestQuote), true); }

std::string formatPath(const std::vector<std::string>& names, std::string_view gap) {
  const bool cut = names.size() > 8;
  std::string text;
  for (size_t i = 0; i < (cut ? 6 : names.size()); ++i)
    text += (i > 0 ? " → " : "") + quote(names[i]);
  return cut ? text + " → " + std::string(gap) + " → " + quote(names.back()) : text;
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& known) {
  constexpr size_t kMost = 300;
  const std::u16string units = unitsOf(name);
  if (units.size() > kLongestQuote) return {};
  const std::string* best = nullptr;
  size_t least = std::min<size_t>(3, (units.size() + 2) / 3) + 1;
  for (size_t i = 0; i < std::min(known.size(), kMost); ++i) {
    const size_t distance = editDistance(units, unitsOf(known[i]));
    if (distance < least) best = &known[i], least = distance;
  }
  return best ? " (did you mean " + quote(*best) + "?)" : std::string();
}

std::string numberText(double value) {
  if (value == 0) return "0";
  char buffer[40];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<size_t>(end.ptr - buffer));
  const size_t e = text.find('e');
  std::string digits(1, text[0]);
  if (e > 1) digits += text.substr(2, e - 2);
  const int power = std::atoi(std::string(text.substr(e + 1)).c_str());
  const int count = static_cast<int>(digits.size()), point = power + 1;
  const std::string sign = value < 0 ? "-" : "";
  if (point > 21 || point < -5) {
    if (count > 1) digits.insert(1, 1, '.');
    return sign + digits + (power < 0 ? "e-" : "e+") + std::to_string(std::abs(power));
  }
  if (point <= 0) return sign + "0." + std::string(static_cast<size_t>(-point), '0') + digits;
  if (point >= count) return sign + digits.append(static_cast<size_t>(point - count), '0');
  return sign + digits.insert(static_cast<size_t>(point), 1, '.');
}

}  // namespace iklab::urdf
