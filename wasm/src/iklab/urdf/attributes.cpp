#include "iklab/urdf/attributes.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/core/tree.hpp"
#include "iklab/urdf/numerals.hpp"
#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

std::string attributeName(const std::string& who, const XmlElement& element, std::string_view key) {
  return who + ", " + element.name + " " + std::string(key);
}

bool hasDecimalComma(std::string_view word) {
  size_t at = !word.empty() && (word[0] == '+' || word[0] == '-') ? 1 : 0;
  while (at < word.size() && isDigit(word[at])) ++at;
  if (at >= word.size() || word[at] != ',' || at + 1 == word.size()) return false;
  return std::all_of(word.begin() + static_cast<std::ptrdiff_t>(at) + 1, word.end(), isDigit);
}

std::string explainInvalid(std::string_view word) {
  if (word.find_first_of("${") != word.npos)
    return "is an unexpanded xacro expression, not a number";
  if (hasDecimalComma(word)) return "has a decimal comma; expected a decimal point";
  if (isNumeral(word)) return "is too large; the maximum is ±" + numberText(kMagnitude);
  return "is not a number";
}

// A xacro substitution, `$(optenv NAME DEFAULT)`, and its default.
struct Substitution {
  std::string_view whole;
  std::string fallback;
};

std::optional<Substitution> findSubstitution(std::string_view text) {
  for (size_t open = text.find("$("); open != text.npos; open = text.find("$(", open + 1)) {
    size_t at = open + 2;
    at += countSpaces(text, at);
    const size_t from = at;
    while (at < text.size() && isWord(text[at])) ++at;
    const size_t close = text.find_first_of("()", at);
    if (at == from || close == text.npos || text[close] != ')') continue;
    Substitution found{text.substr(open, close + 1 - open), {}};
    if (text.substr(from, at - from) != "optenv") return found;
    const std::vector<std::string_view> words = splitWords(text.substr(at, close - at));
    for (size_t i = 1; i < words.size(); ++i) (found.fallback += i > 1 ? " " : "") += words[i];
    return found;
  }
  return std::nullopt;
}

}  // namespace

Vec3 Attributes::vector(const XmlElement* element, std::string_view key, const Vec3& otherwise,
                        const std::string& who) {
  const auto written = element ? text(*element, key, who) : std::nullopt;
  if (!written) return otherwise;
  const std::string place = attributeName(who, *element, key);
  const auto values = numbers(*element, *written, place);
  if (!values) return otherwise;
  if (values->size() == 3) return {(*values)[0], (*values)[1], (*values)[2]};
  notes_.addFault(element->line, place,
                  "must be three numbers; got " + quote(*written) + " (" +
                      std::to_string(values->size()) + ")");
  return otherwise;
}

double Attributes::number(const XmlElement* element, std::string_view key, double otherwise,
                          const std::string& who) {
  const auto written = element ? text(*element, key, who) : std::nullopt;
  if (!written) return otherwise;
  const std::string place = attributeName(who, *element, key);
  const auto values = numbers(*element, *written, place);
  if (!values) return otherwise;
  if (values->size() == 1) return values->front();
  notes_.addFault(element->line, place, "must be a number; got " + quote(*written));
  return otherwise;
}

std::optional<std::vector<double>> Attributes::numbers(const XmlElement& element,
                                                       const std::string& text,
                                                       const std::string& who) {
  std::vector<double> values;
  for (const std::string_view word : splitWords(text)) {
    const double value = isNumeral(word) ? numeralValue(word) : kInfinity;
    if (!(std::abs(value) <= kMagnitude)) {
      notes_.addFault(
          element.line, who,
          quote(word) + (word == text ? "" : " in " + quote(text)) + " " + explainInvalid(word));
      return std::nullopt;
    }
    values.push_back(value + 0.0);  // Turns -0 into 0.
  }
  return values;
}

// Returns the text as written; a xacro substitution that was not expanded is replaced by its
// default.
std::optional<std::string> Attributes::text(const XmlElement& element, std::string_view key,
                                            const std::string& who) {
  const std::string* written = element.attribute(key);
  if (!written) return std::nullopt;
  std::string text = *written;
  const auto left = findSubstitution(text);
  if (!left || left->fallback.empty()) return text;
  notes_.addChanged(element.line, attributeName(who, element, key),
                    "unexpanded xacro substitution " + quote(left->whole) + "; its default " +
                        quote(left->fallback) + " is used",
                    true);
  const auto at = static_cast<size_t>(left->whole.data() - text.data());
  return text.replace(at, left->whole.size(), left->fallback);
}

}  // namespace iklab::urdf
