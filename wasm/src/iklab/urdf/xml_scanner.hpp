// Parses an XML document in one pass, which stops at the first fault.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iklab/urdf/xml.hpp"

namespace iklab::urdf {

class XmlScanner {
 public:
  // text: valid UTF-8.
  XmlScanner(const std::string& text, Notes& notes) : text_(text), notes_(notes) {}

  std::optional<XmlElement> read();

 private:
  // Returned at the end of the text; it ends the pass. Faults after it are not reported.
  static constexpr char32_t kEnd = 0xffffffff;

  char32_t get();  // Returns line breaks as '\n'.
  void unget() { at_ = before_; }
  char32_t getAfterBlanks();
  char32_t readName(std::string& name);

  void textInRoot();
  void scanOutsideText();
  void markup(bool first = false);  // first: no markup precedes it.
  void scanBang();
  void comment();
  void data();
  void instruction(bool first);
  void instructionBody(const std::string& target, char32_t c);
  void declaration(char32_t c);
  bool declarationName(char32_t c, std::string& name);
  bool declarationValue(const std::string& name);
  void entity(std::string& text);

  void tag();
  void attributes();
  bool attribute();
  char32_t scanEqualsSign(const std::string& name);
  void scanAttributeValue(std::string name, char32_t quote);
  void endOfTag(char32_t c);
  void closingTag();
  void start(std::string name);
  void end();

  bool failed() const { return !notes_.faults.empty(); }
  int line() const { return line_ - (at_ == lineStart_ ? 1 : 0); }
  void fail(std::string_view reason);  // reason: in the terms of XML.
  void refuse(std::string reason);
  void refuseOpen(const XmlElement& element);
  void refuseAmpersand(size_t at);
  void finish();

  const std::string& text_;
  Notes& notes_;
  size_t at_ = 0, before_ = 0, lineStart_ = 0;
  int line_ = 1;
  bool stopped_ = false;   // True at the end of the text or after a fault.
  bool complete_ = false;  // True if the text ends outside of markup.
  bool version11_ = false;
  std::vector<std::string_view> expected_ = {"version"};  // Names allowed next in a declaration.

  std::optional<XmlElement> root_, second_;
  std::vector<XmlElement*> open_;  // Open elements; the last one may still be inside its tag.
  size_t opened_ = 0;              // Number of open_ whose tag is complete.
  size_t elements_ = 0, attributes_ = 0;
};

}  // namespace iklab::urdf
