// Scans text and tags.
#include "iklab/urdf/xml_scanner.hpp"

#include <algorithm>
#include <array>

#include "iklab/urdf/prolog.hpp"
#include "iklab/urdf/unicode.hpp"
#include "iklab/urdf/xml_names.hpp"

namespace iklab::urdf {
namespace {

constexpr size_t kMaxDepth = 500, kMaxElements = 50'000, kMaxAttributes = 200'000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kPlainWords = {{
    {"text data outside of root node", "text outside the root element"},
    {"documents may contain only one root", "a second root element; only one is allowed"},
    {"document must contain a root element", "the root element is missing or incomplete"},
    {"unquoted attribute value", "an attribute value without quotes"},
    {"attribute without value", "an attribute without a value"},
    {"undefined entity", "an undefined entity; write & as &amp;"},
    {"disallowed character in entity name", "an unescaped &; write it as &amp;"},
    {"unexpected end", "unexpected end of file"},
}};

std::string explainXmlFault(std::string_view reason) {
  for (const auto& [term, words] : kPlainWords)
    if (term == reason) reason = words;
  return "not well-formed XML: " + std::string(reason);
}

std::string titleOf(const XmlElement& element) {
  const std::string* name = element.attribute("name");
  return name ? element.name + " \"" + shorten(*name, 60) + "\"" : element.name;
}

// The first & without a semicolon; npos if there is none.
size_t bareAmpersand(std::string_view text) {
  size_t at = text.find('&');
  while (at != text.npos) {
    size_t end = at + 1;
    if (end < text.size() && text[end] == '#') ++end;
    const size_t from = end;
    while (end < text.size() && isWord(text[end])) ++end;
    if (end == from || end == text.size() || text[end] != ';') return at;
    at = text.find('&', end);
  }
  return at;
}

}  // namespace

std::optional<XmlElement> XmlScanner::read() {
  if (matchesAt(text_, 0, "\xef\xbb\xbf")) at_ = 3;
  if (at_ < text_.size() && text_[at_] == '<') {
    get();
    markup(true);
  }
  while (!stopped_) opened_ > 0 ? textInRoot() : scanOutsideText();
  if (!failed()) finish();
  return failed() ? std::nullopt : std::move(root_);
}

char32_t XmlScanner::get() {
  if (stopped_) return kEnd;
  before_ = at_;
  if (at_ >= text_.size()) {
    stopped_ = true;
    at_ = text_.size() + 1;
    return kEnd;
  }
  const auto [code, bytes] = codePointAt(text_, at_);
  at_ += bytes;
  const bool feed = code == '\n' || (version11_ && (code == 0x85 || code == 0x2028));
  if (feed || code == '\r') {
    if (code == '\r' && at_ < text_.size()) {
      const CodePoint next = codePointAt(text_, at_);
      if (next.code == '\n' || (version11_ && next.code == 0x85)) at_ += next.bytes;
    }
    ++line_;
    lineStart_ = at_;
    return '\n';
  }
  const bool control = (code < 0x20 && code != '\t') || code == 0xfffe || code == 0xffff ||
                       (version11_ && code >= 0x7f && code <= 0x9f);
  if (!control) return code;
  fail("disallowed character");
  return kEnd;
}

char32_t XmlScanner::getAfterBlanks() {
  char32_t c = get();
  while (isBlank(c)) c = get();
  return c;
}

char32_t XmlScanner::readName(std::string& name) {
  const size_t from = at_;
  char32_t c = get();
  while (isNameCharacter(c)) c = get();
  name = text_.substr(from, before_ - from);
  return c;
}

void XmlScanner::textInRoot() {
  int brackets = 0;
  std::string unread;
  for (char32_t c = get(); c != kEnd; c = get()) {
    if (c == '<') return markup();
    if (c == '&') entity(unread);
    if (c == '>' && brackets >= 2) fail("the string \"]]>\" is disallowed in char data");
    brackets = c == ']' ? brackets + 1 : 0;
  }
}

void XmlScanner::scanOutsideText() {
  bool any = false;
  char32_t c = get();
  for (; c != '<' && c != '&' && c != kEnd; c = get()) any = any || !isBlank(c);
  if (failed()) return;
  if (any || c == '&') {
    // A carriage return at the very end does not begin a line yet.
    if (c == kEnd && text_.back() == '\r') --line_;
    return refuse(explainXmlFault("text data outside of root node"));
  }
  complete_ = c == kEnd;
  if (c == '<') markup();
}

void XmlScanner::markup(bool first) {
  const char32_t c = get();
  if (isNameStart(c)) {
    unget();
    return tag();
  }
  if (c == '/') return closingTag();
  if (c == '!') return scanBang();
  if (c == '?') return instruction(first);
  fail("disallowed character in tag name");
}

void XmlScanner::tag() {
  std::string name;
  const char32_t c = readName(name);
  if (c == kEnd) return;
  const bool second = root_ && opened_ == 0;
  start(std::move(name));
  if (second) fail("documents may contain only one root");
  if (stopped_) return;
  if (c == '>' || c == '/') return endOfTag(c);
  if (!isBlank(c)) return fail("disallowed character in tag name");
  attributes();
}

void XmlScanner::attributes() {
  for (;;) {
    const char32_t c = getAfterBlanks();
    if (c == '>' || c == '/') return endOfTag(c);
    if (!isNameStart(c)) return fail("disallowed character in attribute name");
    unget();
    if (!attribute()) return;
  }
}

// Returns true if more attributes may follow.
bool XmlScanner::attribute() {
  std::string name;
  char32_t c = readName(name);
  const bool spaced = isBlank(c);
  if (spaced) c = getAfterBlanks();
  if (c != '=') {
    fail(spaced || c == '>' ? "attribute without value" : "disallowed character in attribute name");
    return false;
  }
  c = getAfterBlanks();
  if (c != '"' && c != '\'') {
    fail("unquoted attribute value");
    return false;
  }
  scanAttributeValue(std::move(name), c);
  c = get();
  if (isBlank(c)) return true;
  if (c == '>' || c == '/')
    endOfTag(c);
  else
    fail(isNameStart(c) ? "no whitespace between attributes"
                        : "disallowed character in attribute name");
  return false;
}

void XmlScanner::scanAttributeValue(std::string name, char32_t quote) {
  std::string value;
  for (char32_t c = get(); c != quote; c = get()) {
    if (c == kEnd) return;
    if (c == '<') return fail("disallowed character");
    if (c == '&')
      entity(value);
    else
      append(value, c == '\n' || c == '\t' ? ' ' : c);
  }
  if (++attributes_ > kMaxAttributes)
    return refuse("more than " + std::to_string(kMaxAttributes) + " attributes");
  if (!open_.back()->attributes.emplace(name, std::move(value)).second)
    refuse("the attribute " + name + " is set twice");
}

void XmlScanner::endOfTag(char32_t c) {
  if (c == '>') {
    ++opened_;
  } else if (get() == '>') {
    open_.pop_back();
  } else {
    fail("forward-slash in opening tag not followed by >");
  }
}

void XmlScanner::closingTag() {
  std::string name;
  char32_t c = readName(name);
  if (isBlank(c)) c = getAfterBlanks();
  if (c != '>') return fail("disallowed character in closing tag");
  if (name.empty()) return fail("weird empty close tag");
  if (opened_ == 0) return refuse("</" + name + "> has no opening tag");
  XmlElement& closed = *open_.back();
  open_.pop_back();
  --opened_;
  if (closed.name != name) refuseOpen(closed);
}

void XmlScanner::start(std::string name) {
  if (open_.size() >= kMaxDepth)
    return refuse("more than " + std::to_string(kMaxDepth) + " levels of nested elements");
  if (++elements_ > kMaxElements)
    return refuse("more than " + std::to_string(kMaxElements) + " elements");
  XmlElement element{std::move(name), line()};
  if (!open_.empty()) {
    std::vector<XmlElement>& siblings = open_.back()->children;
    siblings.push_back(std::move(element));
    open_.push_back(&siblings.back());
  } else if (!root_) {
    open_.push_back(&root_.emplace(std::move(element)));
  } else {
    open_.push_back(&second_.emplace(std::move(element)));
  }
}

void XmlScanner::fail(std::string_view reason) {
  if (!stopped_) refuse(explainXmlFault(reason));
}

void XmlScanner::refuse(std::string reason) {
  const std::string element = open_.empty() ? "document" : titleOf(*open_.back());
  notes_.addFault(std::max(1, line()), element, std::move(reason));
  stopped_ = true;
}

void XmlScanner::refuseOpen(const XmlElement& element) {
  refuse("<" + element.name + "> in line " + std::to_string(element.line) + " is not closed");
}

void XmlScanner::finish() {
  const bool returned = !text_.empty() && text_.back() == '\r';
  at_ = text_.size() + (returned ? 1 : 0);
  if (!root_) return refuse(explainXmlFault("document must contain a root element"));
  if (opened_ == 0) return complete_ ? void() : refuse(explainXmlFault("unexpected end"));
  // After a bare &, the rest of the text was read as its name.
  const size_t bare = bareAmpersand(text_);
  if (bare == text_.npos) return refuseOpen(*open_.back());
  notes_.addFault(lineNumberAt(text_, bare), "text",
                  explainXmlFault("disallowed character in entity name"));
}

}  // namespace iklab::urdf
