// The bytes of an XML file as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace iklab::urdf {

struct Decoded {
  std::string text;    // valid UTF-8
  std::string reason;  // empty: it was decoded
};

// By the byte order mark, else by the declaration, else UTF-8.
Decoded decode(std::string_view bytes);

}  // namespace iklab::urdf
