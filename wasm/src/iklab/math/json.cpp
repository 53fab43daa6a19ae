#include "iklab/math/json.hpp"

#include <cmath>

#include "iklab/math/decimal.hpp"

namespace iklab::detail {

// Adds a comma if another part precedes.
void JsonWriter::addSeparator() {
  const char last = text_.empty() ? '{' : text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

void JsonWriter::open(char bracket) {
  addSeparator();
  text_ += bracket;
}

void JsonWriter::close(char bracket) { text_ += bracket; }

void JsonWriter::key(std::string_view name) {
  string(name);
  text_ += ':';
}

void JsonWriter::string(std::string_view text) {
  addSeparator();
  text_ += '"';
  size_t done = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool control = static_cast<unsigned char>(c) < ' ';
    if (c != '"' && c != '\\' && !control) continue;
    text_.append(text, done, at - done);
    done = at + 1;
    if (!control) text_ += '\\';
    text_ += control ? ' ' : c;
  }
  text_.append(text, done);
  text_ += '"';
}

void JsonWriter::number(int value) {
  addSeparator();
  text_ += std::to_string(value);
}

void JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  addSeparator();
  text_ += decimal(value);
}

void JsonWriter::null() {
  addSeparator();
  text_ += "null";
}

void JsonWriter::boolean(std::string_view name, bool value) {
  key(name);
  text_ += value ? "true" : "false";
}

}  // namespace iklab::detail
