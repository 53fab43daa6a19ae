// Writes JSON: objects and arrays of texts and numbers. A control character in a text becomes a
// space.
#pragma once

#include <string>
#include <string_view>

namespace iklab::detail {

class JsonWriter {
 public:
  void open(char bracket);   // { or [
  void close(char bracket);  // } or ]
  void key(std::string_view name);
  void string(std::string_view text);
  void number(int value);
  void number(double value);  // To 12 digits; null if not finite.
  void null();
  void boolean(std::string_view name, bool value);
  void string(std::string_view name, std::string_view text) { key(name), string(text); }
  void number(std::string_view name, int value) { key(name), number(value); }
  void number(std::string_view name, double value) { key(name), number(value); }
  const std::string& text() const { return text_; }

 private:
  void addSeparator();
  std::string text_;
};

}  // namespace iklab::detail
