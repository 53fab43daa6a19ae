// Markup other than tags: comments, character data, instructions, the declaration, entities.
#include <algorithm>
#include <array>

#include "iklab/urdf/unicode.hpp"
#include "iklab/urdf/xml_names.hpp"
#include "iklab/urdf/xml_scanner.hpp"

namespace iklab::urdf {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
    {{"amp", '&'}, {"gt", '>'}, {"lt", '<'}, {"quot", '"'}, {"apos", '\''}}};

bool isXmlName(std::string_view name) {
  for (size_t at = 0; at < name.size();) {
    const auto [code, bytes] = codePointAt(name, at);
    if (at == 0 ? !isNameStart(code) : !isNameCharacter(code)) return false;
    at += bytes;
  }
  return true;
}

int digitOf(char c) {
  if (isDigit(c)) return c - '0';
  const char letter = toLower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 99;
}

// The character of `#65` or `#x41`; 0 if it is not a number or far out of range.
char32_t decodeNumericReference(std::string_view name) {
  const bool hex = name.size() > 1 && name[1] == 'x';
  const std::string_view digits = name.substr(hex ? 2 : 1);
  char32_t code = 0;
  for (const char each : digits) {
    const int digit = digitOf(each);
    if (digit >= (hex ? 16 : 10)) return 0;
    code = std::min<char32_t>(code * (hex ? 16 : 10) + static_cast<char32_t>(digit), 0x110000);
  }
  return code;
}

bool isVersion(std::string_view text) {
  return text.size() > 2 && text.substr(0, 2) == "1." &&
         std::all_of(text.begin() + 2, text.end(), isDigit);
}

bool isEncoding(std::string_view text) {
  const auto part = [](char c) { return isWord(c) || c == '.' || c == '-'; };
  return !text.empty() && isWord(text[0]) && !isDigit(text[0]) && text[0] != '_' &&
         std::all_of(text.begin(), text.end(), part);
}

}  // namespace

void XmlScanner::scanBang() {
  std::string word;
  for (size_t units = 0; units < 7;) {
    const char32_t c = get();
    if (c == kEnd) return;
    append(word, c);
    units += utf16Units(c);
    if (word == "--") return comment();
    if (word == "DOCTYPE") return fail("inappropriately located doctype declaration");
    if (word != "[CDATA[") continue;
    if (opened_ == 0) return fail("text data outside of root node");
    return data();
  }
  fail("incorrect syntax");
}

void XmlScanner::comment() {
  for (char32_t c = get(); c != kEnd; c = get()) {
    if (c != '-' || get() != '-') continue;
    if (get() != '>') fail("malformed comment");
    return;
  }
}

void XmlScanner::data() {
  int brackets = 0;
  for (char32_t c = get(); c != kEnd; c = get()) {
    if (c == '>' && brackets >= 2) return;
    brackets = c == ']' ? brackets + 1 : 0;
  }
}

void XmlScanner::instruction(bool first) {
  std::string target;
  char32_t c = get();
  if (c == '?' || isBlank(c)) return fail("processing instruction without a target");
  if (!isNameStart(c)) return fail("disallowed character in processing instruction name");
  unget();
  c = readName(target);
  if (c != '?' && !isBlank(c)) return fail("disallowed character in processing instruction name");
  if (target != "xml") return instructionBody(target, c);
  if (!first) return fail("an XML declaration must be at the start of the document");
  declaration(c);
}

void XmlScanner::instructionBody(const std::string& target, char32_t c) {
  while (c != kEnd) {
    while (c != '?' && c != kEnd) c = get();
    while (c == '?') c = get();
    if (c != '>') continue;
    if (target.size() == 3 && matchesAt(target, 0, "xml"))
      fail("the XML declaration must appear at the start of the document");
    return;
  }
}

// c: the character after `<?xml`.
void XmlScanner::declaration(char32_t c) {
  std::string name;
  while (c != '?') {
    c = getAfterBlanks();
    if (c == '?') break;
    if (c == kEnd || !declarationName(c, name) || !declarationValue(name)) return;
    c = get();
    if (c != '?' && !isBlank(c)) return fail("whitespace required");
  }
  if (get() != '>') return fail("The character ? is disallowed anywhere in XML declarations");
  const bool open = !expected_.empty() && expected_.front() == "version";
  if (open) fail("XML declaration must contain a version");
}

bool XmlScanner::declarationName(char32_t c, std::string& name) {
  name.clear();
  size_t units = 0;
  do {
    append(name, c);
    units += utf16Units(c);
    c = get();
  } while (c != '=' && c != '?' && c != kEnd && !isBlank(c));
  if (c == '?') fail("XML declaration is incomplete");
  if (c == '?' || c == kEnd) return false;
  if (std::find(expected_.begin(), expected_.end(), name) == expected_.end()) {
    std::string all;
    for (const std::string_view each : expected_) (all += all.empty() ? "" : ", ") += each;
    const std::string one = expected_.empty() ? "undefined" : std::string(expected_.front());
    fail(units == 1 ? "expected the name " + one : "expected one of " + all);
    return false;
  }
  if (isBlank(c)) c = getAfterBlanks();
  if (c == '=') return true;
  fail(c == '?' ? "XML declaration is incomplete" : "value required");
  return false;
}

bool XmlScanner::declarationValue(const std::string& name) {
  const char32_t quote = getAfterBlanks();
  const bool opens = quote == '"' || quote == '\'';
  if (!opens) fail(quote == '?' ? "XML declaration is incomplete" : "value must be quoted");
  std::string value;
  char32_t c = opens ? get() : kEnd;
  for (; c != quote && c != '?' && c != kEnd; c = get()) append(value, c);
  if (c == '?') fail("XML declaration is incomplete");
  if (c == '?' || c == kEnd) return false;
  if (name == "version") {
    expected_ = {"encoding", "standalone"};
    if (!isVersion(value)) fail("version number must match /^1\\.[0-9]+$/");
    version11_ = value != "1.0";
  } else if (name == "encoding") {
    expected_ = {"standalone"};
    if (!isEncoding(value)) fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/");
  } else {
    expected_ = {};
    if (value != "yes" && value != "no") fail("standalone value must match \"yes\" or \"no\"");
  }
  return !stopped_;
}

// Call after the ampersand was read.
void XmlScanner::entity(std::string& text) {
  const size_t from = at_;
  char32_t c = get();
  while (c != ';' && c != kEnd) c = get();
  if (c == kEnd) return;
  const std::string_view name = std::string_view(text_).substr(from, before_ - from);
  if (name.empty()) return fail("empty entity name");
  if (name[0] == '#') {
    const char32_t code = decodeNumericReference(name);
    if (!isCharacter(code, version11_)) return fail("malformed character entity");
    return append(text, code);
  }
  for (const auto& [known, character] : kEntities)
    if (known == name) return append(text, static_cast<char32_t>(character));
  fail(isXmlName(name) ? "undefined entity" : "disallowed character in entity name");
}

}  // namespace iklab::urdf
