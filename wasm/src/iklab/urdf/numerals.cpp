#include "iklab/urdf/numerals.hpp"

#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

size_t countDigits(std::string_view text, size_t at) {
  const size_t from = at;
  while (at < text.size() && isDigit(text[at])) ++at;
  return at - from;
}

bool signAt(std::string_view text, size_t at) {
  return at < text.size() && (text[at] == '+' || text[at] == '-');
}

}  // namespace

bool isNumeral(std::string_view text) {
  size_t at = signAt(text, 0) ? 1 : 0;
  size_t digits = countDigits(text, at);
  at += digits;
  if (at < text.size() && text[at] == '.') {
    const size_t more = countDigits(text, ++at);
    at += more;
    digits += more;
  }
  if (digits == 0) return false;
  if (at == text.size()) return true;
  if (toLower(text[at]) != 'e') return false;
  if (signAt(text, ++at)) ++at;
  return countDigits(text, at) > 0 && at + countDigits(text, at) == text.size();
}

double numeralValue(std::string_view numeral) {
  // Not every standard library has from_chars for doubles, and strtod depends on the locale.
  thread_local std::istringstream stream = [] {
    std::istringstream plain;
    plain.imbue(std::locale::classic());
    return plain;
  }();
  stream.clear();
  stream.str(std::string(numeral));
  double value = 0;
  stream >> value;
  return value;
}

std::string fixedText(double value, int digits) {
  constexpr int kMore = 25;  // Enough digits to recognise an exact half.
  char buffer[400];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::abs(value),
                                 std::chars_format::fixed, digits + kMore);
  std::string text(buffer, static_cast<size_t>(end.ptr - buffer - kMore));
  const bool up = end.ptr[-kMore] >= '5';
  for (size_t i = text.size(); up && i-- > 0;) {
    if (text[i] == '.') continue;
    if (text[i]++ != '9') break;
    text[i] = '0';
    if (i == 0) text.insert(0, "1");
  }
  return (value < 0 ? "-" : "") + text;
}

}  // namespace iklab::urdf
