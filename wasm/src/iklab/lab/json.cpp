#include "iklab/lab/json.hpp"

namespace iklab {

// a comma before what follows another
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
  for (const char c : text) {
    if (c == '"' || c == '\\') text_ += '\\';
    text_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  text_ += '"';
}

void JsonWriter::number(int value) {
  part();
  text_ += std::to_string(value);
}

}  // namespace iklab
