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

void JsonWriter::key(const char* name) {
  word(name);
  text_ += ':';
}

void JsonWriter::word(const char* text) {
  part();
  ((text_ += '"') += text) += '"';
}

void JsonWriter::number(int value) {
  part();
  text_ += std::to_string(value);
}

}  // namespace iklab
