#include "iklab/math/json.hpp"

#include <cmath>

#include "iklab/math/decimal.hpp"

namespace iklab {

// Adds a comma if another part precedes.
void JsonWriter::part() {
  const char last = text_.empty() ? '{' : text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

void JsonWriter::open(char bracket) {
  part();
  text_ += bracket;
}

void JsonWriter::close(char bracket) { text_ += bracket; }

void JsonWriter::key(std::string_view name) {
  word(name);
  text_ += ':';
}

void JsonWriter::word(std::string_view text) {
  part();
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
  part();
  text_ += std::to_string(value);
}

void JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  part();
  text_ += decimal(value);
}

void JsonWriter::null() {
  part();
  text_ += "null";
}

void JsonWriter::truth(std::string_view name, bool value) {
  key(name);
  text_ += value ? "true" : "false";
}

}  // namespace iklab
