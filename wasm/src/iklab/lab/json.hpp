// Writes what the other side reads once: objects and lists of words and whole numbers, nothing to escape.
#pragma once

#include <string>

namespace iklab {

class JsonWriter {
 public:
  void open(char bracket);   // { or [
  void close(char bracket);  // } or ]
  void key(const char* name);
  void word(const char* text);
  void number(int value);
  void word(const char* name, const char* text) { key(name), word(text); }
  void number(const char* name, int value) { key(name), number(value); }
  const std::string& text() const { return text_; }

 private:
  void part();
  std::string text_;
};

}  // namespace iklab
